# SPDX-License-Identifier: Apache-2.0
"""What a seat has seen of a table that hides something and cannot go on: its own view, and nothing of what is hidden from it.

Nobody can go on from that. It is the table as it stood after the last event up to which it can still be opened; where it cannot be
opened at all, it is what the seat itself ordered and answered.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.table import RULE_ERRORS
from grognard.server.library import Library, game_of
from grognard.server.read_table import ReadTable
from grognard.server.record import EVENT, Answered, Ordered, Record, Undone, encode
from grognard.server.seats import Seat
from grognard.server.store import StoredTable
from grognard.server.table_view import TableView
from grognard.server.view_data import View

# What a game raises that cannot follow a table.
UNFOLLOWED = (
    GrognardError,
    msgspec.DecodeError,
    *RULE_ERRORS,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
SAYS = "what each side of this seat has seen of a table that hides something; nobody can go on from it"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side has seen: the table as it saw it last; or what it did, if it cannot be opened. A watcher is no side."""

    side: Side | None
    view: View | None = None
    acts: tuple[dict[str, Any], ...] = ()


def seen_part(kept: StoredTable, record: Record, sides: tuple[Side, ...], library: Library) -> bytes:
    """Return what the sides of a seat have seen, as JSON Lines."""
    header = record.header
    first = {"seen": {"table": kept.table, "game": header.game, "scenario": header.scenario, "says": SAYS}}
    views = _last_views(kept, record, sides, library)
    lines = [
        Seen(side, views.get(side), () if views else tuple(_acts(kept, side))) for side in sides or (None,)
    ]
    return b"".join(line + b"\n" for line in map(encode, (first, *lines)))


def _last_views(
    kept: StoredTable, record: Record, sides: Sequence[Side], library: Library
) -> dict[Side | None, View]:
    """Return the table as each side saw it after the last event up to which it can be opened; nothing if it cannot be."""
    found: dict[Side | None, View] = {}
    opens, closed = -1, len(kept.rows) + 1
    # Whole if it can be, and otherwise where it begins to be closed.
    count = len(kept.rows)
    while closed - opens > 1:
        try:
            found = _views(replace(kept, rows=kept.rows[:count]), record, sides, library)
            opens = count
        except UNFOLLOWED:
            closed = count
        count = (opens + closed) // 2
    return found


def _views(
    kept: StoredTable, record: Record, sides: Sequence[Side], library: Library
) -> dict[Side | None, View]:
    name, scenario = record.header.game, record.header.scenario
    read = ReadTable(
        kept,
        game_of(record.header, library),
        library.scenario(name, scenario),
        library.present(name, scenario),
    )
    now, found = read.moment, {}
    for side in sides or (None,):
        eyes = TableView(read, Seat(b"", () if side is None else (side,)))
        found[side] = eyes.view_at(now, eyes.looking(now), present=False)
    return found


def _acts(kept: StoredTable, side: Side | None) -> Iterator[dict[str, Any]]:
    """Yield what a side ordered, chose and took back, as far as it can be read."""
    for row in kept.rows:
        try:
            event = EVENT.decode(row.body)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        match event:
            case Ordered() if event.side == side:
                yield {"order": event.order}
            case Answered() if event.side == side:
                yield {"option": event.option}
            case Undone() if event.side == side:
                yield {"undone": True}
