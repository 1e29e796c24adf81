"""A whole game in plain words, turn by turn and phase by phase, for somebody to read."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from grognard.play.board import Status
from grognard.play.narrate import Told, told
from grognard.play.table import Table
from grognard.umpire import said


def transcript(table: Table[Any], title: str) -> str:
    """Tell a game from its first order to where it stands."""
    return "\n".join([title, "", *_phases(table), *_standing(table)]) + "\n"


def opening(text: str, lines: int = 80, orders: int = 5) -> str:
    r"""Cut a transcript to how the game begins, some orders of each phase, and how it stands at last.

    >>> print(opening("Title\n\nTurn 1\n  one\n    which rolled 6\n  two\n\nTurn 2\n  three\n\nDraw\n", 6, 1))
    Title
    <BLANKLINE>
    Turn 1
      one
        which rolled 6
      ...
    <BLANKLINE>
    ...
    <BLANKLINE>
    Draw
    <BLANKLINE>
    """
    title, *phases, last = text.rstrip("\n").split("\n\n")
    kept = [title]
    for phase in phases:
        kept.append(_few_orders(phase, orders))
        if sum(each.count("\n") + 2 for each in kept) > lines:
            break
    return "\n\n".join([*kept, *(["..."] if len(kept) <= len(phases) else []), last]) + "\n"


def _few_orders(phase: str, count: int) -> str:
    """Keep the first orders of a phase, each with what came of it."""
    heading, *found = re.split(r"\n(?=  \S)", phase)
    return "\n".join([heading, *found[:count], *(["  ..."] if len(found) > count else [])])


def _phases(table: Table[Any]) -> Iterator[str]:
    game: Any = table.game
    entries = [
        (_heading(game.view.status(position)), told(game, position, entry))
        for position, entry in zip(table.positions, table.log.entries, strict=False)
    ]
    for heading, found in groupby(entries, key=lambda each: each[0]):
        yield heading
        for _, each in found:
            yield from _lines(each)
        yield ""


def _heading(status: Status) -> str:
    return f"Turn {status.turn}, {status.when}: {status.side} {status.phase}"


def _lines(entry: Told) -> Iterator[str]:
    order, *rest = entry.lines
    yield f"  {order}"
    yield from (f"    {line}" for line in rest)
    if entry.warned:
        yield f"    against the rules: {entry.warned}"


def _standing(table: Table[Any]) -> Iterator[str]:
    game: Any = table.game
    status = game.view.status(table.standing)
    points = ", ".join(f"{side} {count}" for side, count in status.points.items())
    if points:
        yield f"Points: {points}"
    if table.asked:
        yield f"Open: {said(table.asked, game.text.label)}"
    yield status.verdict or f"Turn {status.turn} of {status.turns}: {status.side} {status.phase}"
