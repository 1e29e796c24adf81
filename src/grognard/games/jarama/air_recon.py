# SPDX-License-Identifier: Apache-2.0
"""Air Reconnaissance Table: what an aircraft sees of a hex."""

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted, ordinal
from grognard.games.jarama import recon
from grognard.games.jarama.anti_air import Fire, aborts, fire_at, fire_result
from grognard.games.jarama.random_loss import check_stack
from grognard.games.jarama.stacks import Words
from grognard.games.jarama.terms import CARD, Side, enemy
from grognard.procedures.procedure import Line, NotAllowed, ToldSheet
from grognard.procedures.reading import faces_of
from grognard.registry import Card
from grognard.umpire import Question, Reading, Roll, Rule

TABLE = "air-recon"
NOTHING = recon.Report(fails=1)


class AirReconnaissance(Question[str], frozen=True):
    """The roll for what an aircraft sees."""


class AirRecon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One aircraft over one hex."""

    units: Annotated[int, Meta(description="how many units are in the hex")]
    aa: Annotated[int, Meta(description="AA factors that cover the hex")] = 0
    side: Annotated[Side, Meta(description="whose aircraft it is")] = "Nationalist"


class AirSheet(ToldSheet, frozen=True):
    """What one mission rolls on, and the side that chooses counters."""

    fire: Fire
    reading: Reading[str]
    chooser: Side
    names: Words
    target: str = ""


@lru_cache(maxsize=4096)
def worksheet(flight: AirRecon, card: Card = CARD) -> AirSheet:
    """Air Reconnaissance Table: what each result reveals."""
    if flight.units < 1:
        raise NotAllowed(f"there are at least 1 and at most 10 units in the hex, not {flight.units}")
    check_stack(flight.units)
    names = tuple(f"{ordinal(place)} unit" for place in range(1, flight.units + 1))
    return sheet_of(names, flight.side, flight.aa, card)


def sheet_of(names: Words, side: Side, aa: int, card: Card, target: str = "") -> AirSheet:
    """Work out a mission over units, known by their places in the stack or by name.

    On a map, over the hex `target`, the dice for antiair fire are rolled even if there is none.
    """
    under_fire = card.ruled("aa-recon") == "all"
    # The aircraft has no points to lose: only A counts.
    fire = fire_at(1, aa if under_fire else 0, card, always=bool(target) and under_fire)
    lines = recon.report_lines(TABLE, len(names), card)
    if aa:
        lines.insert(0, _fire_line(fire, aa))
    by_owner = card.ruled("air-recon-half") == "owner"
    chooser = enemy(side) if by_owner else side
    lines.append(Line("50% of the counters", f"{chooser} chooses", "ruling air-recon-half"))
    return AirSheet(
        tuple(lines), "air reconnaissance", fire, recon.reports(TABLE, card), chooser, names, target
    )


def _fire_line(fire: Fire, aa: int) -> Line:
    """Ruling aa-recon: say on which faces the mission is aborted, if on any."""
    for code, faces in faces_of(fire.roll.read).items() if fire.roll else ():
        if aborts(code):
            where = f"anti-air: {code}, ruling aa-recon"
            return Line(f"antiair fire: {faces} of {aa} AA", "mission aborted", where)
    return Line(counted(aa, "AA factor"), "no effect", "ruling aa-recon")


def air_recon(sheet: AirSheet, now: object = None) -> Rule[recon.ReconOutcome]:
    """Air Reconnaissance Table: fire at the aircraft, roll, show counters; on a map `now` is shown to the player who chooses."""
    fired = yield from fire_result(sheet.fire)
    if aborts(fired):
        return recon.ReconOutcome(NOTHING, len(sheet.names), ())
    result: str = yield Roll(AirReconnaissance(), sheet.reading)
    question = recon.CounterShown(sheet.chooser, "air", len(sheet.names), sheet.target)
    return (yield from recon.resolve(recon.report_of(TABLE, result), question, sheet.names, now))
