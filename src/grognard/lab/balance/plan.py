# SPDX-License-Identifier: Apache-2.0
"""The variants of a sweep, from what a user asks for."""

from collections.abc import Mapping, Sequence

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.rulings import parse_switches


class Variant(msgspec.Struct, frozen=True):
    """A variant: its name, and what it changes of the base."""

    name: str
    edits: tuple[str, ...] = ()
    rulings: Mapping[str, str] = {}
    profile: str = ""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a user asks a sweep to change: several values of one thing are variants of their own, several things one variant.

    `cells` are places such as `crt 3-1/4`, `texts` what each says instead: values with commas between them. `strengths` are such as
    `17id=+1`, `turns` numbers with commas between them, `rulings` options such as `odds-rounding=nearest`.
    """

    cells: Sequence[str] = ()
    texts: Sequence[str] = ()
    strengths: Sequence[str] = ()
    turns: str = ""
    rulings: Sequence[str] = ()
    profile: str = ""


def variants(asked: Asked) -> list[Variant]:
    """Return the variants to play, each with all things that are changed; only one thing may have several values.

    >>> [one.name for one in variants(Asked(cells=["crt 3-1/4"], texts=["Ex,De"]))]
    ['crt 3-1/4 = Ex', 'crt 3-1/4 = De']
    """
    if len(asked.cells) != len(asked.texts):
        raise GrognardError(
            "every --cell needs its --as, what it says instead, such as --cell 'crt 3-1/4' --as Ex"
        )
    rows = [
        *(_cells(cell, texts) for cell, texts in zip(asked.cells, asked.texts, strict=True)),
        *map(_strengths, asked.strengths),
        *([_turns(asked.turns)] if asked.turns else []),
        *([[_ruled(asked.rulings)]] if asked.rulings else []),
        *([[Variant(f"profile {asked.profile}", profile=asked.profile)]] if asked.profile else []),
    ]
    if not rows:
        raise GrognardError(
            "a sweep changes something: --cell with --as, --strength, --turns, --ruling or --variant-profile"
        )
    if sum(len(row) > 1 for row in rows) > 1:
        raise GrognardError("only one thing may have several values in a sweep; play the others one by one")
    longest = max(map(len, rows))
    told = [_together([row[at] if len(row) > 1 else row[0] for row in rows]) for at in range(longest)]
    names = [one.name for one in told]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise GrognardError(f"{twice} is asked for twice, and a sweep plays each variant once")
    return told


def _together(parts: Sequence[Variant]) -> Variant:
    return Variant(
        ", ".join(part.name for part in parts),
        tuple(edit for part in parts for edit in part.edits),
        {name: option for part in parts for name, option in part.rulings.items()},
        "".join(part.profile for part in parts),
    )


def _cells(cell: str, texts: str) -> list[Variant]:
    if " " not in cell.strip():
        raise GrognardError(f"{cell!r} is no cell; write it as chart and COLUMN/ROW, such as 'crt 3-1/4'")
    values = [text.strip() for text in texts.split(",")]
    return [Variant(f"{cell} = {text}", (f"cell {cell} = {text}",)) for text in values]


def _strengths(asked: str) -> list[Variant]:
    unit, equals, values = asked.partition("=")
    if not equals:
        raise GrognardError(f"{asked!r} is no strength; write it as UNIT=+1")
    given = [value.strip() for value in values.split(",")]
    if not all(value[:1] in ("+", "-") and value[1:].isdigit() for value in given):
        raise GrognardError(f"{asked!r} changes a strength by a number with its sign, as in {unit}=+1")
    return [Variant(f"{unit} {value}", (f"strength {unit} {value}",)) for value in given]


def _turns(asked: str) -> list[Variant]:
    values = [value.strip() for value in asked.split(",")]
    return [Variant("1 turn" if value == "1" else f"{value} turns", (f"turns {value}",)) for value in values]


def _ruled(asked: Sequence[str]) -> Variant:
    rulings = parse_switches(asked)
    return Variant(", ".join(f"{name}={option}" for name, option in rulings.items()), rulings=rulings)
