# SPDX-License-Identifier: Apache-2.0
"""A whole game in plain words, turn by turn and phase by phase."""

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from grognard.play.board import Side, Status
from grognard.play.narrate import Narration, narrate_at, repeats
from grognard.play.table import Table
from grognard.play.visibility import as_seen_together
from grognard.umpire import said


class TranscriptEntry(msgspec.Struct, frozen=True):
    """An entry of the log in words: its number from 1, its status and heading, and the narration."""

    number: int
    status: Status
    heading: str
    narration: Narration


def transcript_entries(
    table: Table[Any], sides: Collection[Side] | None = None, first: int = 0
) -> Iterator[TranscriptEntry]:
    """Yield the entries of a log, after the first so many, in words for sides that look on together.

    Without sides everything is told. Otherwise, if several orders of the other side in a row look the same within a
    phase, only the first is told: their number is not seen.
    """
    game: Any = table.game
    last: TranscriptEntry | None = None
    for at in range(max(first, 0), len(table.log.entries)):
        position = table.positions[at]
        status = game.view.status(position if sides is None else as_seen_together(position, sides))
        line = TranscriptEntry(at + 1, status, _heading(status), narrate_at(table, at, sides))
        if last and last.heading == line.heading and repeats(last.narration, line.narration, sides):
            continue
        last = line
        yield line


def transcript(table: Table[Any], title: str, sides: Collection[Side] | None = None) -> str:
    """Tell a game from its first order to where it stands; if sides are given, only what they see of it."""
    return "\n".join([title, "", *_phases(table, sides), *how_it_stands(table, sides)]) + "\n"


def _phases(table: Table[Any], sides: Collection[Side] | None) -> Iterator[str]:
    for heading, lines in groupby(transcript_entries(table, sides), key=attrgetter("heading")):
        yield heading
        for line in lines:
            yield from _lines(line.narration)
        yield ""


def _heading(status: Status) -> str:
    turn = ", ".join(filter(None, (f"Turn {status.turn}", status.when)))
    return f"{turn}: {status.side} {status.phase}"


def _lines(entry: Narration) -> Iterator[str]:
    order, *rest = entry.lines
    yield f"  {order}"
    yield from (f"    {line}" for line in rest)
    if entry.warned:
        yield f"    against the rules: {entry.warned}"


def how_it_stands(table: Table[Any], sides: Collection[Side] | None = None) -> Iterator[str]:
    """Tell how a game stands: points, the open question, and the verdict or the phase."""
    game: Any = table.game
    status = game.view.status(table.standing if sides is None else as_seen_together(table.standing, sides))
    points = ", ".join(f"{side} {count}" for side, count in status.points.items())
    if points:
        yield f"Points: {points}"
    if table.asked:
        yield f"Open: {said(table.asked, game.text.label)}"
    yield status.verdict or f"Turn {status.turn} of {status.turns}: {status.side} {status.phase}"
