# SPDX-License-Identifier: Apache-2.0
"""The log of a table as a seat is told it, entry by entry; the table caches what was told."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grognard.play.board import Side
from grognard.play.narrate import narrate_at
from grognard.play.table import Table
from grognard.play.visibility import as_seen
from grognard.server.read_table import ReadTable
from grognard.server.record import Note
from grognard.server.table_state import TableState
from grognard.server.view_data import LogLine, LogRoll

# The side that looks; empty for a watcher, and None once the game is over and everyone sees everything.
Looking = tuple[Side, ...] | None


def seen_by(looking: Looking, position: Any) -> Any:
    """Return a position as the viewer may see it."""
    return position if looking is None else as_seen(position, next(iter(looking), None))


def log_lines(
    live: ReadTable, now: TableState, looking: Looking, number: Callable[[int], int]
) -> list[LogLine]:
    """Tell every entry of the log; of successive entries of others that look the same, only the last.

    `number` is the number of an event as the seat counts them.
    """
    lines: list[LogLine] = []
    for at, note in enumerate(now.notes):
        line = _remembered(live, now.table, at, note, looking)
        if live.hides:
            line = replace(line, seq=number(note.seq))
        if lines and looking is not None and line.side not in looking and _is_again(lines[-1], line):
            lines.pop()
        lines.append(line)
    return lines


def _remembered(live: ReadTable, table: Table[Any], at: int, note: Note, looking: Looking) -> LogLine:
    """Return one entry as the viewer is told it, from the cache if possible."""
    # If nothing is hidden all viewers are told the same.
    looking = looking if live.hides else None
    known: tuple[Note, LogLine] | None = live.told.get((at, looking))
    if known is None or known[0] != note:
        known = note, _line(live, table, at, note, looking)
        live.told[at, looking] = known
    return known[1]


def _line(live: ReadTable, table: Table[Any], at: int, note: Note, looking: Looking) -> LogLine:
    entry = narrate_at(table, at, looking)
    status = live.shown(seen_by(looking, table.positions[at])).status
    # Rolls copied from another table come first, and have no number on this one.
    fresh = [stamp.index for stamp in note.rolls]
    indexes = [0] * (len(entry.rolls) - len(fresh)) + fresh
    rolls = [
        LogRoll(roll.why, roll.dice, roll.faces, sum(roll.faces), roll.meaning, index, roll.says)
        for roll, index in zip(entry.rolls, indexes, strict=True)
    ]
    return LogLine(
        seq=note.seq,
        side=entry.side,
        lines=entry.lines,
        turn=status.turn,
        phase=status.phase,
        rolls=tuple(rolls),
        warned=entry.warned,
        results=entry.results,
    )


def _is_again(before: LogLine, line: LogLine) -> bool:
    """Return whether an entry says nothing that the one before it did not; rolls are always told."""
    return not line.rolls and replace(before, seq=line.seq) == line
