"""Whether a log holds: every order allowed, every question the one the rules ask, every answer one they offer.

For a log from elsewhere: `resume` believes what it reads, these do not.
"""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.game import Game
from grognard.play.log import VERSION, SavedLog, read_entry
from grognard.play.table import STUMBLES, Table, begin, given_again, stumbled

P = TypeVar("P", bound=msgspec.Struct)


def verify(game: Game[P], log: SavedLog) -> tuple[Table[P], list[str]]:
    """Play a log again from the start; return how far it holds, and what is wrong with the next entry."""
    table = begin(game, replace(log.header, grognard=VERSION))
    for number, entry in enumerate(log.entries, 1):
        try:
            table = given_again(table, read_entry(game, entry))
        except msgspec.ValidationError as error:
            return table, [f"entry {number} is no order of this game: {error}"]
        except GrognardError as error:
            return table, [f"entry {number}: {error}"]
        except STUMBLES as error:
            return table, [f"entry {number}: {stumbled(error)}"]
        # In free play the players may bring about what the rules never would.
        if table.in_hand is None and not log.header.free:
            faults = game.rules.faults(table.position)
            if faults:
                return table, [f"after entry {number}, {what}" for what in faults]
    return table, []


def verified(game: Game[P], log: SavedLog) -> Table[P]:
    """Play a log again from the start; one that does not hold is refused."""
    table, faults = verify(game, log)
    if faults:
        raise GrognardError(faults[0])
    return table
