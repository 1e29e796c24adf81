"""The chart lint: doubts about a card's print, found by reading it against itself.

Each check reads the print alone, never the repairs or errata beside it:

- hole: print is missing or unreadable
- code: a cell that is no result the chart knows
- arithmetic: a figure that breaks the rule the table claims to follow
- order: a step along a die or a column that makes the result worse for the side it should help
- heading: odds that the card's own words name and its columns lack

What was found is then matched with the file's repairs and errata, which give the proposal and the ruling.
An erratum that no check can find is a doubt too, `noted`, and says why it cannot be seen.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.axis import Axis
from grognard.charts.cells import cell_fault
from grognard.charts.labels import Odds
from grognard.charts.sheet import Sheet

Kind = Literal["hole", "code", "arithmetic", "order", "heading", "noted"]


class Doubt(msgspec.Struct, frozen=True):
    """One doubt about one cell or heading: what is printed, what should be, why, and which ruling decides.

    `unseen` says why the lint could not find it by itself.
    """

    chart: str
    row: str
    column: str
    kind: Kind
    printed: str
    proposal: str
    reason: str
    ruling: str = ""
    unseen: str = ""

    @property
    def cell(self) -> str:
        """Name the cell, or the heading."""
        row, column = self.row.rstrip(":"), self.column.rstrip(":")
        return f"{row} at {column}" if row and column else row or column


def find_doubts(sheet: Sheet) -> list[Doubt]:
    """Return every doubt about a chart, in the order of its cells."""
    found = {(doubt.row, doubt.column): doubt for doubt in _computed(sheet)}
    written = {(doubt.row, doubt.column): doubt for doubt in _written(sheet)}
    merged = [_merged(found.get(cell), written.get(cell)) for cell in {**found, **written}]
    rows, columns = ("", *sheet.rows.labels), ("", *sheet.column_labels)
    return sorted(merged, key=lambda doubt: (_at(rows, doubt.row), _at(columns, doubt.column)))


def _at(labels: tuple[str, ...], label: str) -> int:
    return labels.index(label) if label in labels else -1


def _merged(found: Doubt | None, written: Doubt | None) -> Doubt:
    """One doubt of what the lint found and what the file says of the same cell."""
    if found is None or written is None:
        doubt = found or written
        assert doubt is not None  # noqa: S101 - a cell is in one of the two lists
        return doubt
    reason = written.reason if found.kind == "hole" else f"{found.reason}; {written.reason}"
    return replace(written, kind=found.kind, reason=reason)


def _written(sheet: Sheet) -> Iterator[Doubt]:
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        repair = sheet.repair_at(row, column)
        if repair:
            yield Doubt(
                sheet.name, row, column, "hole", repair.printed, entry.text, repair.why, repair.ruling
            )
        for erratum in sheet.file.errata:
            if erratum.covers(row, column) and not entry.supplied:
                told = (erratum.corrected, erratum.why, erratum.ruling, erratum.unseen)
                yield Doubt(sheet.name, row, column, "noted", entry.text, *told)
    for repair in sheet.file.repairs:
        for heading in repair.headings:
            row, column = (heading, "") if heading in sheet.rows.labels else ("", heading)
            yield Doubt(sheet.name, row, column, "hole", repair.printed, heading, repair.why, repair.ruling)


def _computed(sheet: Sheet) -> Iterator[Doubt]:
    """Doubts found by reading the print; where several checks meet in a cell, the last has the word."""
    yield from _order(sheet)
    yield from _arithmetic(sheet)
    yield from _codes(sheet)
    yield from _holes(sheet)
    yield from _headings(sheet)


def _holes(sheet: Sheet) -> Iterator[Doubt]:
    for i, j, entry in sheet.entries:
        if entry.supplied:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            yield Doubt(sheet.name, row, column, "hole", "", entry.text, "the print is missing or unreadable")


def _codes(sheet: Sheet) -> Iterator[Doubt]:
    """Print that is no result of this chart; only a slip of the pen loads with such a cell."""
    for i, j, entry in sheet.entries:
        fault = cell_fault(sheet.file, entry.text)
        if fault:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            yield Doubt(sheet.name, row, column, "code", entry.text, "", fault.split("; ")[0])


def _arithmetic(sheet: Sheet) -> Iterator[Doubt]:
    rule = sheet.file.arithmetic
    if rule is None:
        return
    for i, j, entry in sheet.entries:
        right = sheet.arithmetic_at(i, j)
        if right is None or entry.text == right or entry.supplied:
            continue
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        reason = rule.told(row, column, right)
        yield Doubt(sheet.name, row, column, "arithmetic", entry.text, right, reason, rule.ruling)


def _headings(sheet: Sheet) -> Iterator[Doubt]:
    """Odds that the card's words name must be among its printed columns."""
    for axis, heads in ((sheet.rows, ()), *((axis, sheet.drawn.heading[:1]) for axis in sheet.columns)):
        if axis.file.kind != "odds":
            continue
        supplied = {entry.text for line in heads for entry in line.entries if entry.supplied}
        printed = {ratio for label in axis.labels if label not in supplied for ratio in _ratios(axis, label)}
        for word in axis.file.says.replace(";", " ").replace(".", " ").replace(",", " ").split():
            ratio = _ratio(word)
            if ratio is not None and ratio not in printed:
                reason = f"the card says {axis.file.says!r}, but no heading has {word}"
                yield Doubt(sheet.name, "", word, "heading", "", word, reason)


def _ratio(word: str) -> Fraction | None:
    try:
        odds = Odds.parse(word)
    except ValueError:
        return None
    return odds.attacker / odds.defender if odds.defender else None


def _ratios(axis: Axis, label: str) -> set[Fraction]:
    if label in axis.file.shift_only:
        return set()
    head = axis.odds(axis.labels.index(label))
    return {head.low, head.high}


class _Step(msgspec.Struct, frozen=True):
    """Two neighbouring cells and the way the result should go from the first to the second."""

    lower: tuple[int, int]
    higher: tuple[int, int]


def _order(sheet: Sheet) -> Iterator[Doubt]:
    """Find the fewest cells whose change would put every step in order, the worst offender first.

    A chart with arithmetic of its own is left to that check, which knows which of two cells is wrong.
    """
    if sheet.file.arithmetic is not None:
        return
    ranks = {
        (i, j): rank
        for i, j, e in sheet.entries
        if not e.supplied and (rank := sheet.rank(e.text)) is not None
    }
    steps = [step for step in _steps(sheet) if step.lower in ranks and step.higher in ranks]
    wrong = [step for step in steps if ranks[step.lower] > ranks[step.higher]]
    while wrong:
        counts: dict[tuple[int, int], int] = {}
        for step in wrong:
            for cell in (step.lower, step.higher):
                counts[cell] = counts.get(cell, 0) + 1
        blamed = max(counts, key=lambda cell: counts[cell])
        tied = [cell for cell, count in counts.items() if count == counts[blamed]]
        yield _out_of_order(sheet, blamed, steps, ranks, tied)
        wrong = [step for step in wrong if blamed not in (step.lower, step.higher)]


def _steps(sheet: Sheet) -> Iterator[_Step]:
    """Every step to a neighbour along an axis that climbs or descends the ladder."""
    height, width = len(sheet.rows.labels), len(sheet.column_labels)
    for axis, down, right in ((sheet.rows, 1, 0), (sheet.columns[0], 0, 1)):
        if not axis.file.ladder:
            continue
        for i in range(height - down):
            for j in range(width - right):
                here, there = (i, j), (i + down, j + right)
                yield _Step(here, there) if axis.file.ladder == "up" else _Step(there, here)


def _out_of_order(
    sheet: Sheet,
    cell: tuple[int, int],
    steps: list[_Step],
    ranks: dict[tuple[int, int], Fraction],
    tied: list[tuple[int, int]],
) -> Doubt:
    def name(at: tuple[int, int]) -> str:
        return f"{text(at)} at {sheet.rows.labels[at[0]]}, {sheet.column_labels[at[1]]}"

    def text(at: tuple[int, int]) -> str:
        return sheet.drawn.rows[at[0]].entries[at[1] + 1].text

    lower = [step.lower for step in steps if step.higher == cell]
    higher = [step.higher for step in steps if step.lower == cell]
    broken = [at for at in lower if ranks[at] > ranks[cell]] + [
        at for at in higher if ranks[at] < ranks[cell]
    ]
    reason = f"{text(cell)} is out of order beside {' and '.join(name(at) for at in broken)}"
    if len(tied) > 1:
        reason += "; either of the cells may be wrong"
    floor = max((ranks[at] for at in lower), default=None)
    ceiling = min((ranks[at] for at in higher), default=None)
    if floor is not None and (ranks[cell] < floor):
        proposal = text(max(lower, key=lambda at: ranks[at]))
    elif ceiling is not None:
        proposal = text(min(higher, key=lambda at: ranks[at]))
    else:
        proposal = ""
    row, column = sheet.rows.labels[cell[0]], sheet.column_labels[cell[1]]
    return Doubt(sheet.name, row, column, "order", text(cell), proposal, reason)
