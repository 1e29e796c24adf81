# SPDX-License-Identifier: Apache-2.0
"""Jobs of the desk: the odds of a situation as it was typed, and what comes of it with dice as they fell."""

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.rulings import parse_profile
from grognard.play.preview import preview
from grognard.procedures.forms import fill
from grognard.procedures.procedure import Procedure, Worksheet
from grognard.procedures.rolled import RolledOut, rolled_out
from grognard.registry import Card
from grognard.registry.games import procedure
from grognard.server.errors import Refused
from grognard.server.odds import Odds, odds_shown

# More units than six full hexes hold are not a situation of any game.
NUMBERS = 18

Rulings = tuple[tuple[str, str], ...]


class Weigh(msgspec.Struct, frozen=True, tag=True):
    """Asks for the chances of all outcomes of a situation, as it was typed at the desk."""

    game: str
    procedure: str
    situation: dict[str, str]
    profile: str
    rulings: Rulings


class RollOut(Weigh, frozen=True, tag=True):
    """Asks what comes of a situation with dice as they fell."""

    faces: tuple[int, ...]


def at_the_desk(job: Weigh) -> Odds | RolledOut:
    """Return the odds of a situation, or what comes of it with the dice of a job that has them."""
    wanted, sheet = _sheet(job)
    if isinstance(job, RollOut):
        return rolled_out(wanted, sheet, job.faces)
    return odds_shown(preview(job.game, wanted, sheet), job.game)


def _sheet(job: Weigh) -> tuple[Procedure, Worksheet]:
    """Return the procedure and the worksheet of a situation as it was typed."""
    wanted = procedure(job.game, job.procedure)
    for field, text in job.situation.items():
        if text.count(",") >= NUMBERS:
            raise Refused(422, f"{field} takes no more than {NUMBERS} numbers")
    try:
        situation = fill(wanted.situation, job.situation)
    except GrognardError as error:
        # On a form a field is not an option of the command line.
        raise Refused(422, str(error).replace("--", "")) from error
    return wanted, wanted.worksheet(situation, Card(job.game, parse_profile(job.profile), job.rulings))
