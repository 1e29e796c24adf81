# SPDX-License-Identifier: Apache-2.0
"""Finds out whether an act passed the turn to another side or ended the game."""

from collections.abc import Callable

import msgspec

from grognard.play.board import Side
from grognard.server.live_table import LiveTable
from grognard.server.table_state import TableState

# Called with each act that was stored: the table, and the moment before the act.
Listener = Callable[[LiveTable, TableState], None]


class News(msgspec.Struct, frozen=True):
    """The side to act at a table after an event, and the side before it: None until all seats have joined, and once the game is over."""

    table: str
    title: str
    seq: int
    side: Side | None
    before: Side | None
    over: bool
    program: bool


def news(live: LiveTable, before: TableState) -> News | None:
    """Return the news after an act; None if the same side is to act as before."""
    now, was = live.moment, awaited(before)
    side = awaited(now)
    if side == was and now.over == before.over:
        return None
    program = side in live.record.programs
    return News(live.id, live.scenario.title, now.seq, side, was, over=now.over, program=program)


def awaited(now: TableState) -> Side | None:
    """Return the side that can act: none before all seats have joined."""
    return None if now.dice.missing else now.to_act


def all_listeners(*listeners: Listener | None) -> Listener | None:
    """Return a function that calls several; None if there are none."""
    listening = [listener for listener in listeners if listener is not None]

    def call_all(live: LiveTable, before: TableState) -> None:
        for listener in listening:
            listener(live, before)

    return call_all if listening else None
