# SPDX-License-Identifier: Apache-2.0
"""Results out of order: a step along a die or a column that makes the result worse for the side it should help.

Two cells are compared where each axis on which they differ has a `ladder` and both lead the same way, whether they
are neighbours or not; so a hole between them hides nothing. Cells in square brackets are ours, and are never blamed.

Which cell of a broken pair is wrong the print does not say. Cells are blamed one after the other, each time the one
that breaks most of the pairs still broken, until the rest is in order. They are few, but not always the fewest.
"""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

import msgspec

from grognard.charts.axis import Axis
from grognard.charts.doubts.doubt import Doubt
from grognard.charts.labels import number
from grognard.charts.sheet import Sheet

Cell = tuple[int, int]
Room = tuple[Fraction | None, Fraction | None]


class Order(msgspec.Struct, frozen=True):
    """How high each printed cell stands on the ladder, and which cells should stand no higher, and no lower.

    `places` number the ranks from the lowest, since whole numbers are many times faster to compare.
    """

    ranks: dict[Cell, Fraction]
    places: dict[Cell, int]
    lower: dict[Cell, set[Cell]]
    higher: dict[Cell, set[Cell]]

    def against(self, cell: Cell) -> set[Cell]:
        """Return the cells with which this one is out of order."""
        places, here = self.places, self.places[cell]
        too_high = {at for at in self.lower[cell] if places[at] > here}
        return too_high | {at for at in self.higher[cell] if places[at] < here}

    def room(self, cell: Cell, blamed: Collection[Cell]) -> Room:
        """Return the lowest and the highest rank that is in order here, whatever the blamed cells have."""
        floor = [self.ranks[at] for at in self.lower[cell] if at not in blamed]
        ceiling = [self.ranks[at] for at in self.higher[cell] if at not in blamed]
        return max(floor, default=None), min(ceiling, default=None)

    def can_be_mended(self, cell: Cell, blamed: Collection[Cell]) -> bool:
        """Whether a change of this cell alone would put it in order."""
        floor, ceiling = self.room(cell, blamed)
        return floor is None or ceiling is None or floor <= ceiling

    def nearest(self, cell: Cell, others: Collection[Cell]) -> list[Cell]:
        """Return those of the others with none of the others between them and the cell."""
        between = {at: self.higher[at] if at in self.lower[cell] else self.lower[at] for at in others}
        return [at for at in sorted(others) if between[at].isdisjoint(others)]


def out_of_order(sheet: Sheet) -> Iterator[Doubt]:
    """Return doubts about cells without which the print would be in order.

    A chart with arithmetic of its own is left to that check, which knows which of two cells is wrong.
    """
    if sheet.file.arithmetic is not None:
        return
    order = _order(sheet)
    blamed = _blamed(order)
    for cell, rivals in blamed.items():
        others = order.nearest(cell, order.against(cell) - blamed.keys())
        reason = f"{_text(sheet, cell)} is out of order beside {_list(sheet, others, 'and')}"
        if rivals - blamed.keys():
            reason += f"; it may be right and {_list(sheet, sorted(rivals - blamed.keys()), 'or')} wrong"
        # The cells not blamed are in order with each other, so there is room between those below and those above.
        proposal = _proposal(sheet, order.room(cell, blamed))
        row, column = sheet.rows.labels[cell[0]], sheet.column_labels[cell[1]]
        yield Doubt(sheet.name, row, column, "order", _text(sheet, cell), proposal, reason)


def _order(sheet: Sheet) -> Order:
    ranks = {
        (i, j): rank
        for i, j, entry in sheet.entries
        if not entry.supplied and (rank := sheet.rank(entry.text)) is not None
    }
    lower: dict[Cell, set[Cell]] = {cell: set() for cell in ranks}
    higher: dict[Cell, set[Cell]] = {cell: set() for cell in ranks}
    for (a, b), (c, d) in product(_climbs((sheet.rows,)), _climbs(sheet.columns)):
        if (a, c) != (b, d) and (a, c) in ranks and (b, d) in ranks:
            lower[b, d].add((a, c))
            higher[a, c].add((b, d))
    numbers = {rank: number for number, rank in enumerate(sorted(set(ranks.values())))}
    return Order(ranks, {cell: numbers[rank] for cell, rank in ranks.items()}, lower, higher)


def _climbs(lines: tuple[Axis, ...]) -> set[tuple[int, int]]:
    """Return every two indexes of which the second should have the higher result, and each index with itself.

    In a heading of several lines a step changes one line alone: from 1-1 in a wood to 2-1 in a wood.
    """
    every = range(len(lines[0].labels))
    climbs = {(at, at) for at in every}
    for a, b in combinations(every, 2):
        changed = [line.file.ladder for line in lines if line.labels[a] != line.labels[b]]
        if changed == ["up"]:
            climbs.add((a, b))
        elif changed == ["down"]:
            climbs.add((b, a))
    # Steps of two lines combine; along a single line every step has been found.
    for between, a, b in product(every, repeat=3) if len(lines) > 1 else ():
        if (a, between) in climbs and (between, b) in climbs:
            climbs.add((a, b))
    return climbs


def _blamed(order: Order) -> dict[Cell, set[Cell]]:
    """Blame cells until the rest is in order; each with those that might as well have been blamed for it."""
    against = {cell: order.against(cell) for cell in order.ranks}
    blamed: dict[Cell, set[Cell]] = {}
    while most := max(map(len, against.values()), default=0):
        tied = [cell for cell, others in against.items() if len(others) == most]
        mendable = [cell for cell in tied if order.can_be_mended(cell, blamed)]
        worst = (mendable or tied)[0]
        blamed[worst] = against[worst].intersection(mendable)
        for other in against.pop(worst):
            against[other].remove(worst)
    for cell in list(blamed):
        # A cell blamed early may be in order with all that are left.
        if order.against(cell) <= blamed.keys():
            del blamed[cell]
    return blamed


def _text(sheet: Sheet, cell: Cell) -> str:
    return sheet.drawn.rows[cell[0]].entries[cell[1] + 1].text


def _list(sheet: Sheet, cells: Iterable[Cell], joint: str) -> str:
    """List cells with their print."""
    named = (
        f"{_text(sheet, at)} at {sheet.rows.labels[at[0]]}, {sheet.column_labels[at[1]]}" for at in cells
    )
    return f" {joint} ".join(named)


def _proposal(sheet: Sheet, room: Room) -> str:
    """Say which results would be in order: one of them, or from which to which."""
    floor, ceiling = room
    if ladder := sheet.file.cells.ladder:
        steps = ladder[int(floor or 0) : None if ceiling is None else int(ceiling) + 1]
        return " or ".join(steps) if len(steps) <= 2 else f"{steps[0]} to {steps[-1]}"
    if floor is None:
        return "" if ceiling is None else f"{number(ceiling)} or less"
    if ceiling is None:
        return f"{number(floor)} or more"
    return number(floor) if floor == ceiling else f"{number(floor)} to {number(ceiling)}"
