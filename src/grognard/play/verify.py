# SPDX-License-Identifier: Apache-2.0
"""Checking a log: every order is legal, every question is the one the rules ask, every answer is one they offer.

This is for a log from elsewhere: `resume` believes what it reads.
"""

from typing import TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.game import Game
from grognard.play.history import CurrentRules, header_of, stored_positions
from grognard.play.log import SavedLog, read_entry
from grognard.play.table import RECORD_ERRORS, Table, begin, entry_error, replay_checked

P = TypeVar("P", bound=msgspec.Struct)


def verify(game: Game[P], log: SavedLog, present: CurrentRules | None = None) -> tuple[Table[P], list[str]]:
    """Play a log again from the start; return the table as far as it holds, and what is wrong with the next entry.

    Stored positions must be those the rules lead to; given the rules at `present`, older ones are migrated first.
    """
    present = present or CurrentRules(log.header.rules, shape=log.header.shape)
    table = begin(game, header_of(log.header, present))
    try:
        stored = stored_positions(game, log, present).all
    except GrognardError as error:
        return table, [str(error)]
    if stored[0] is not None and stored[0] != table.position:
        return table, ["its stored start is not that of its scenario"]
    for number, entry in enumerate(log.entries, 1):
        try:
            next_table = replay_checked(table, read_entry(game, entry))
        except RECORD_ERRORS as error:
            return table, [str(entry_error(error, number))]
        after = stored[number]
        if after is not None and (next_table.in_hand is not None or next_table.position != after):
            return table, [f"entry {number}: its stored result is not what the rules lead to"]
        table = next_table
        # In free play the players may bring about positions that the rules would not.
        if table.in_hand is None and not log.header.free:
            faults = game.rules.faults(table.position)
            if faults:
                return table, [f"after entry {number}, {what}" for what in faults]
    return table, []


def verified(game: Game[P], log: SavedLog, present: CurrentRules | None = None) -> Table[P]:
    """Play a log again from the start; raise an error if it does not hold."""
    table, faults = verify(game, log, present)
    if faults:
        raise GrognardError(faults[0])
    return table
