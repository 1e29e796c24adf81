# SPDX-License-Identifier: Apache-2.0
"""Reduction Table: a factor under its multipliers, multiplied first and reduced once."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

import msgspec

from grognard.charts.labels import half_up, number, parse_number
from grognard.procedures.procedure import Line, citing
from grognard.registry import Card

HALF = Fraction(1, 2)


class Multiplier(msgspec.Struct, frozen=True):
    """What a factor is multiplied by: for what reason, by how much, and the cell or ruling behind it."""

    what: str
    by: Fraction
    source: str


class Reduced(msgspec.Struct, frozen=True):
    """The reduced factor, and the cells of the table that it was found in."""

    factor: int
    source: str = ""


def reduced(factor: int, multipliers: Iterable[Fraction], card: Card) -> Reduced:
    """Ruling reduction-combined: reduce a factor by the product, or by one multiplier after another."""
    return _reduced(factor, tuple(multipliers), card)


@lru_cache(maxsize=4096)
def _reduced(factor: int, multipliers: tuple[Fraction, ...], card: Card) -> Reduced:
    once = card.ruled("reduction-combined") == "once"
    # One by one, doubling comes first.
    steps = (prod(multipliers, start=Fraction(1)),) if once else sorted(multipliers, reverse=True)
    left, sources = factor, []
    for by in steps:
        if left and by != 1:
            step = _once(left, by, card)
            left = step.factor
            sources.append(step.source)
    if len(multipliers) > 1 and factor:
        sources.append("ruling reduction-combined")
    return Reduced(left, ", ".join(sources))


def _once(factor: int, by: Fraction, card: Card) -> Reduced:
    """Reduction Table: look a factor up; without a column for it, by the table's own arithmetic: halves up, at least 1."""
    chart = card.chart("reduction")
    if by in map(parse_number, chart.column_axes[0].labels):
        cell = chart[factor, by]
        return Reduced(int(cell.reads), f"reduction: {factor} at {cell.column}{citing(cell.ruling)}")
    return Reduced(max(1, half_up(factor * by)), f"{factor} x {number(by)}")


# Ruling artillery-capacity


def after_moving(batteries: Iterable[int], card: Card) -> int:
    """Add up the points of batteries that fire after they moved, each reduced by itself."""
    return sum(reduced(battery, [HALF], card).factor for battery in batteries)


def moved_lines(batteries: Sequence[int], card: Card) -> list[Line]:
    """Say what is left of the points of each battery that moved."""
    halved = (reduced(battery, [HALF], card) for battery in batteries)
    return [
        Line("a battery that moved", str(half.factor), f"{half.source}, ruling artillery-capacity")
        for half in halved
    ]
