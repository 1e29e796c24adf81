"""Reduction Table: a factor under its multipliers, multiplied first and reduced once."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor, prod

import msgspec

from grognard.charts.labels import number, parse_number
from grognard.procedures.procedure import Line
from grognard.registry import Card

HALF = Fraction(1, 2)


class Multiplier(msgspec.Struct, frozen=True):
    """What a factor is multiplied by: for what, by how much, and the cell or ruling that says so."""

    what: str
    by: Fraction
    source: str


class Reduced(msgspec.Struct, frozen=True):
    """What a factor comes to, and the cells of the table that it was found in."""

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
    found, sources = factor, []
    for by in steps:
        if found and by != 1:
            step = _once(found, by, card)
            found = step.factor
            sources.append(step.source)
    if len(multipliers) > 1 and factor:
        sources.append("ruling reduction-combined")
    return Reduced(found, ", ".join(sources))


def _once(factor: int, by: Fraction, card: Card) -> Reduced:
    """Look a factor up; a multiplier that has no column is by the table's own arithmetic: halves up, at least 1."""
    chart = card.chart("reduction")
    if by in map(parse_number, chart.column_axes[0].labels):
        cell = chart[factor, by]
        ruling = f", ruling {cell.ruling}" if cell.ruling else ""
        return Reduced(int(cell.reads), f"reduction: {factor} at {cell.column}{ruling}")
    return Reduced(max(1, floor(factor * by + Fraction(1, 2))), f"{factor} x {number(by)}")


# Ruling artillery-capacity


def after_moving(batteries: Iterable[int], card: Card) -> int:
    """Add up the points of batteries that fire after they moved, each reduced for itself."""
    return sum(reduced(battery, [HALF], card).factor for battery in batteries)


def moved_lines(batteries: Sequence[int], card: Card) -> list[Line]:
    """Say what is left of the points of each battery that moved."""
    found = [reduced(battery, [HALF], card) for battery in batteries]
    return [
        Line("a battery that moved", str(each.factor), f"{each.source}, ruling artillery-capacity")
        for each in found
    ]
