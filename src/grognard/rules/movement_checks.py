# SPDX-License-Identifier: Apache-2.0
"""Checks of the movement chapter as its file is read: its chart, its classes, its roads, and the maps it is used on."""

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Literal, get_args

from grognard.charts.files import KeyPath
from grognard.rules.costs import cost, why_no_cost

if TYPE_CHECKING:
    from grognard.rules.checking import Checking
    from grognard.rules.movement import Movement

# The parts that a movement point may be divided into.
Parts = Literal[1, 2, 3, 4, 6, 12]
PARTS: tuple[int, ...] = get_args(Parts)


def check_movement(movement: "Movement", check: "Checking") -> None:
    """Every terrain and hexside must have its row, every unit its class, and every cost must be a whole number of parts."""
    for name, moves in movement.classes.items():
        place: KeyPath = ("classes", name, "column") if moves.column else ("column",)
        _check_column(movement, check, place, moves.column or movement.column)
    _check_maps(movement, check)
    if movement.lines:
        check.one_of(("lines",), movement.lines, movement.classes, "class")
    _check_classes(movement, check)


def _check_column(movement: "Movement", check: "Checking", place: KeyPath, column: str) -> None:
    """Every terrain and hexside must have its row in a column; the first that has none is a fault."""
    for row in (*check.terrain.hexes, *check.terrain.hexsides):
        text = check.cell(place, movement.chart, row, column)
        if text is None:
            return
        where = _line(check, movement.chart, row, column)
        does = check.book.card.chart(movement.chart).does(text)
        if why := why_no_cost(text, does):
            check.fault(place, f"{row} in chart {movement.chart}: {why} ({where})")
            continue
        figure = cost(text, does)
        if figure == 0 and row in _at_full_cost(movement, check):
            check.fault(
                place,
                f"{row} in chart {movement.chart} costs nothing, and units would move for ever ({where})",
            )
        _check_parts(movement, check, ("parts",), row, figure or Fraction(0))


def _line(check: "Checking", name: str, row: str, column: str) -> str:
    """Say on which line of a chart's file a row stands."""
    chart = check.book.card.chart(name)
    at = chart.row_axis.labels.index(chart[row, column].row)
    return f"line {chart.sheet.drawn.rows[at].number} of {chart.sheet.path.name}"


def _at_full_cost(movement: "Movement", check: "Checking") -> tuple[str, ...]:
    """Return the terrain whose figure is its whole cost: only clear ground, if other costs are added to it."""
    return check.terrain.hexes[: 1 if movement.additional else None]


def _check_parts(
    movement: "Movement", check: "Checking", place: KeyPath, what: str, figure: Fraction
) -> None:
    """A cost that is not a whole number of parts would be rounded down."""
    if figure * movement.parts % 1:
        needed = next((str(most) for most in PARTS if not figure * most % 1), "")
        what_fits = f"needs parts = {needed} in [movement]" if needed else "is no fraction that parts allows"
        check.fault(place, f"{what} costs {figure}, which {what_fits}")


def _check_maps(movement: "Movement", check: "Checking") -> None:
    """Everything on a map must be named, and a road that is named must be on some map."""
    for name, board in check.maps.items():
        land = {terrain.name for terrain in board.legend if not terrain.sides}
        for what, there, named in (
            ("hexes", land & set(board.terrain), check.terrain.hexes),
            ("hexsides", {chain.kind for chain in board.hexsides}, check.terrain.hexsides),
        ):
            for lacking in sorted(there - set(named)):
                check.source.fault(("terrain", what), f"lacks {lacking!r}, which is on map {name}")
    roads = {road.kind for board in check.maps.values() for road in board.roads}
    for road, figure in movement.roads.items():
        _check_parts(movement, check, ("roads", road), road, check.fraction(("roads", road), figure))
        check.one_of(("roads", road), road, sorted(roads), "road of any map")


def _check_classes(movement: "Movement", check: "Checking") -> None:
    for name, moves in movement.classes.items():
        for kind in moves.kinds:
            check.one_of(("classes", name, "kinds"), kind, check.units.kinds, "kind of units")
        for side in moves.sides:
            check.one_of(("classes", name, "sides"), side, check.sides, "side")
    for side, (kind, of) in product(check.sides, check.units.kinds.items()):
        if not of.off_map and not any(moves.has(side, kind) for moves in movement.classes.values()):
            check.fault(("classes",), f"do not include {side} {kind} units; add them to one")
