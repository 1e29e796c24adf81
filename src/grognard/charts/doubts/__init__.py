# SPDX-License-Identifier: Apache-2.0
"""The chart lint: doubts about a card's print, found by reading it against itself.

- hole: print is missing or unreadable, as the file's square brackets say
- code: a cell that is no result of the chart; the loader lets it pass only as a slip of the pen
- arithmetic: a figure that breaks the rule the table claims to follow
- order: a step along a die or a column that makes the result worse for the side it should help
- heading: odds that the card's own words name and its columns lack

Arithmetic, order and heading are found in the print alone. No check reads the repairs and errata beside the table;
findings are matched with them afterwards, and take proposal and ruling from them. An erratum that no check can find
is a doubt too, `noted`, and says why it cannot be seen.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.charts.doubts.cells import holes, unknown_codes, wrong_figures
from grognard.charts.doubts.doubt import Doubt, DoubtKind
from grognard.charts.doubts.headings import lost_headings
from grognard.charts.doubts.order import out_of_order
from grognard.charts.sheet import Sheet

__all__ = ["Doubt", "DoubtKind", "find_doubts"]


def find_doubts(sheet: Sheet) -> list[Doubt]:
    """Return every doubt about a chart, in the order of its cells."""
    computed = {(doubt.row, doubt.column): doubt for doubt in _computed(sheet)}
    written = {(doubt.row, doubt.column): doubt for doubt in _written(sheet)}
    merged = [_merged(computed.get(cell), written.get(cell)) for cell in {**computed, **written}]
    rows, columns = ("", *sheet.rows.labels), ("", *sheet.column_labels)
    return sorted(merged, key=lambda doubt: (_at(rows, doubt.row), _at(columns, doubt.column)))


def _at(labels: tuple[str, ...], label: str) -> int:
    return labels.index(label) if label in labels else -1


def _merged(computed: Doubt | None, written: Doubt | None) -> Doubt:
    """Merge what the lint found and what the file says of the same cell into one doubt."""
    if computed is None or written is None:
        doubt = computed or written
        assert doubt is not None  # noqa: S101 - a cell is in one of the two lists
        return doubt
    reason = written.reason if computed.kind == "hole" else f"{computed.reason}; {written.reason}"
    return replace(written, kind=computed.kind, reason=reason)


def _computed(sheet: Sheet) -> Iterator[Doubt]:
    """Doubts found by reading the table; if several checks find something in a cell, the last one counts."""
    yield from out_of_order(sheet)
    yield from wrong_figures(sheet)
    yield from unknown_codes(sheet)
    yield from holes(sheet)
    yield from lost_headings(sheet)


def _written(sheet: Sheet) -> Iterator[Doubt]:
    """What the file's repairs and errata say, cell by cell and heading by heading."""
    for row, column in sheet.supplied_headings:
        heading = row or column
        for repair in sheet.file.repairs:
            if heading in repair.headings:
                told = (repair.printed, heading, repair.why, repair.ruling)
                yield Doubt(sheet.name, row, column, "hole", *told)
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        repair_here = sheet.repair_at(row, column)
        if repair_here:
            told = (repair_here.printed, entry.text, repair_here.why, repair_here.ruling)
            yield Doubt(sheet.name, row, column, "hole", *told)
        for erratum in sheet.file.errata:
            if erratum.covers(row, column) and not entry.supplied:
                said = (erratum.corrected, erratum.why, erratum.ruling, erratum.unseen, erratum.sure)
                yield Doubt(sheet.name, row, column, "noted", entry.text, *said)
