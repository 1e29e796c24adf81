# SPDX-License-Identifier: Apache-2.0
"""What both combat tables have in common: strengths, odds, and the shift for terrain."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from grognard.charts.axis import Axis
from grognard.charts.labels import Odds
from grognard.games.iron_curtain.stacks import Stack, Unit, written
from grognard.games.iron_curtain.terrain import TerrainEffect
from grognard.procedures.procedure import Line, citing
from grognard.rules.card import Card


class TablePlace(msgspec.Struct, frozen=True):
    """Where an attack stands on its table: first by its odds, then after the shift for terrain.

    Off the table there is no index, and the label says what happens. `told` puts all of it into words.
    """

    index: int | None
    label: str
    told: str
    lines: tuple[Line, ...]


def place_on_table(
    table: str, stacks: Sequence[Stack], defenders: Sequence[Unit], land: TerrainEffect, card: Card
) -> TablePlace:
    """Odds of either CRT: find the row or column of an attack, and shift it once if the defender has terrain."""
    chart = card.chart(table)
    # One table has its odds in rows, the other in columns.
    axis = chart.row_axis if chart.row_axis.file.kind == "odds" else chart.column_axes[0]
    attack = sum(unit.strength for stack in stacks for unit in stack.units)
    defence = sum(unit.strength for unit in defenders)
    # Ruling defence-strength: defenders without strength are attacked at the best odds there are, or as if they had 1.
    counted = 1 if not defence and card.ruled("defence-strength") == "one" else defence
    odds = Odds(Fraction(attack), Fraction(counted))
    on_axis = axis.find(odds)
    citation = () if defence else ("defence-strength",)
    rulings = citing(*on_axis.rulings, *citation)
    label = on_axis.label if on_axis.index is not None else f"automatic {on_axis.result}"
    lines = [
        Line("attack strength", str(attack), written(stacks)),
        Line("defence strength", str(defence), ", ".join(unit.called for unit in defenders)),
        Line(f"odds {odds}", label, f"{table}: Odds{rulings}", table=table),
        *land.shifts,
    ]
    place = TablePlace(on_axis.index, label, f"odds {odds}: {label}", tuple(lines))
    return _shifted(place, table, axis, odds, card) if land.terrain else place


def _shifted(place: TablePlace, table: str, axis: Axis, odds: Odds, card: Card) -> TablePlace:
    """Note of either CRT: move one line against the attacker: down the rows of one table, left along the columns of the other."""
    if place.index is None:
        return place
    if _far_above(axis, odds) and card.ruled("odds-above-4-1") == "shift-first":
        return _with_line(place, "terrain shifts odds above 4:1", place.label, "ruling odds-above-4-1")
    by_row = axis.after(1) == 0
    last = len(axis.labels) - 1 if by_row else 0
    what = f"terrain: one {'row down' if by_row else 'column left'}"
    if place.index == last and (by_row or card.ruled("shift-below-1-3") == "stays"):
        ruling = "shift-below-1-4" if by_row else "shift-below-1-3"
        return _with_line(place, what, place.label, f"{table}: note, ruling {ruling}")
    above = ", ruling odds-above-4-1" if _far_above(axis, odds) else ""
    if place.index == last:
        index, label, why = None, f"automatic {axis.file.below}", f"{table}: note, ruling shift-below-1-3"
    else:
        index = place.index + (1 if by_row else -1)
        label, why = axis.labels[index], f"{table}: note{above}"
    shifted = TablePlace(index, label, f"{place.told}, shifted to {label}", place.lines)
    return _with_line(shifted, what, label, why)


def _far_above(axis: Axis, odds: Odds) -> bool:
    """Return whether odds, rounded, are above the best on the table."""
    best = max(axis.odds(index).high for index in axis.reached_by_odds)
    rounded = odds.nearest_whole() if axis.file.round == "nearest" else odds
    return rounded.reaches(best + 1)


def _with_line(place: TablePlace, what: str, value: str, source: str) -> TablePlace:
    return TablePlace(place.index, place.label, place.told, (*place.lines, Line(what, value, source)))
