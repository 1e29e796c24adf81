# SPDX-License-Identifier: Apache-2.0
"""Worksheets and outcomes, for people and for other programs."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.play.board import Part, Preview
from grognard.play.preview import MANY
from grognard.procedures.procedure import Line
from grognard.umpire import Chance

BAR = 24
# A longer fraction would fill lines and tell nobody anything; --format json has it.
LONGEST_FRACTION = 16


def worksheet(lines: Iterable[Line]) -> Table:
    """Show a worksheet: each number and where it comes from."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right", style="bold")
    table.add_column(style="dim")
    for line in lines:
        table.add_row(Text(line.what), Text(line.value), Text(line.source))
    return table


def outcomes(shares: Iterable[tuple[str, Fraction]]) -> Table:
    """Show outcomes in words, each with a bar and its chance."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "left", "right", "right"):
        table.add_column(justify=justify, overflow="fold")
    for says, share in shares:
        table.add_row(Text(says), *_share(share))
    return table


def parts(listed: Iterable[Part]) -> Table:
    """Show each part of an outcome with the chances of its values."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "left", "left", "right", "right"):
        table.add_column(justify=justify, overflow="fold")
    for part in listed:
        for at, (says, share) in enumerate(part.ways):
            name = Text("" if at else part.name)
            table.add_row(name, Text(says), *_share(share))
    return table


def _share(share: Fraction) -> tuple[Text, str, Text]:
    """Draw one chance: a bar, a percentage, and the exact fraction if it is short enough to be read."""
    bar, exact = "█" * round(share * BAR) or "▏", str(share)
    return Text(bar, style="#56b4e9"), f"{float(share):.1%}", Text(exact * (len(exact) <= LONGEST_FRACTION))


def preview_table(preview: Preview) -> Group:
    """Show a worksheet with its outcomes, and the decisions that were assumed."""
    drawn: RenderableType = outcomes((outcome.says, outcome.chance) for outcome in preview.outcomes)
    if preview.parts and len(preview.outcomes) > MANY:
        drawn = Text(f"{len(preview.outcomes)} outcomes in all: --format json has every one", style="dim")
    if preview.parts:
        drawn = Group(parts(preview.parts), Text(), drawn)
    granted = [Text(f"taken for granted: {decision}", style="dim") for decision in preview.assumes]
    return Group(worksheet(preview.lines), Text(), drawn, *granted)


def outcomes_data(chance: Chance[Any]) -> list[dict[str, Any]]:
    """Return outcomes for another program, with exact fractions."""
    return [
        {**msgspec.to_builtins(outcome), "probability": str(share), "decimal": float(share)}
        for outcome, share in chance.items()
    ]


def parts_data(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """Return the parts of outcomes for another program, with exact fractions."""
    return [
        {
            "name": part.name,
            "ways": [
                {"says": says, "probability": str(share), "decimal": float(share)}
                for says, share in part.ways
            ],
        }
        for part in parts
    ]
