# SPDX-License-Identifier: Apache-2.0
"""Whether a log holds: every order allowed, every question the one the rules ask, every answer one they offer.

For a log from elsewhere: `resume` believes what it reads, these do not.
"""

from typing import TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.game import Game
from grognard.play.history import Present, header_of, stored_past
from grognard.play.log import SavedLog, read_entry
from grognard.play.table import RULE_ERRORS, Table, begin, cannot_follow, given_again

P = TypeVar("P", bound=msgspec.Struct)


def verify(game: Game[P], log: SavedLog, present: Present | None = None) -> tuple[Table[P], list[str]]:
    """Play a log again from the start; return how far it holds, and what is wrong with the next entry.

    Where positions are stored they must be those the rules lead to; with the rules as they are at `present`, older ones are
    brought up to date first.
    """
    present = present or Present(log.header.rules, shape=log.header.shape)
    table = begin(game, header_of(log.header, present))
    try:
        stored = stored_past(game, log, present).all
    except GrognardError as error:
        return table, [str(error)]
    if stored[0] is not None and stored[0] != table.position:
        return table, ["it is stored with another start than its scenario has"]
    for number, entry in enumerate(log.entries, 1):
        try:
            then = given_again(table, read_entry(game, entry))
        except msgspec.ValidationError as error:
            return table, [f"entry {number} is no order of this game: {error}"]
        except GrognardError as error:
            return table, [f"entry {number}: {error}"]
        except RULE_ERRORS as error:
            return table, [f"entry {number}: {cannot_follow(error)}"]
        after = stored[number]
        if after is not None and (then.in_hand is not None or then.position != after):
            return table, [f"entry {number}: what is stored of it is not what the rules make of it"]
        table = then
        # In free play the players may bring about what the rules never would.
        if table.in_hand is None and not log.header.free:
            faults = game.rules.faults(table.position)
            if faults:
                return table, [f"after entry {number}, {what}" for what in faults]
    return table, []


def verified(game: Game[P], log: SavedLog, present: Present | None = None) -> Table[P]:
    """Play a log again from the start; one that does not hold is refused."""
    table, faults = verify(game, log, present)
    if faults:
        raise GrognardError(faults[0])
    return table
