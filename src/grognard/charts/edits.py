# SPDX-License-Identifier: Apache-2.0
"""Cells of a chart that a designer changes to see what would come of it. The chart file stays as it is.

An edited cell counts as its new text whatever the print, the repairs, the errata and the chart's own arithmetic say.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from grognard.charts.checks import misprint, shares
from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.sheet import Sheet
from grognard.charts.table import CellText

# What stands for every column, or every row.
ALL = "*"


class CellEdit(msgspec.Struct, frozen=True):
    """One cell of a chart, by the labels of its row and column, and the text that it has instead."""

    chart: str
    row: str
    column: str
    text: str


def find_cells(sheet: Sheet, place: str) -> list[tuple[str, str]]:
    """Return the cells at a place written as COLUMN/ROW, as (row, column); `*` is every column, or every row.

    A heading that gives one column several names, such as `4-1 5-1`, is found by each of them.
    """
    columns, rows = sheet.column_labels, sheet.rows.labels
    halves = [(place[:at].strip(), place[at + 1 :].strip()) for at, sign in enumerate(place) if sign == "/"]
    if not halves:
        raise GrognardError(
            f"{place!r} is no cell of {sheet.name}; write it as COLUMN/ROW, such as {columns[0]}/{rows[0]}"
        )
    for column, row in halves:
        found = [(one, other) for one in _named(rows, row) for other in _named(columns, column)]
        if found:
            return found
    column, row = halves[-1]
    if not _named(columns, column):
        raise NoSuch(f"column in {sheet.name} called", column, columns)
    raise NoSuch(f"row in {sheet.name} called", row, rows)


def _named(labels: Sequence[str], name: str) -> list[str]:
    """Return the labels that a name stands for: all, the one that is written so, or the one that has it among its words."""
    if name == ALL:
        return list(labels)
    exact = [label for label in labels if label == name]
    return exact or [label for label in labels if name in label.replace(",", " ").split()][:1]


def check_edits(sheet: Sheet, edits: Mapping[tuple[str, str], str]) -> None:
    """Refuse, in a sentence, texts that cannot stand in the cells of the chart; they are named by row and column."""
    for (row, column), text in edits.items():
        if what := misprint(sheet, text) or _unexplained(sheet, text):
            raise GrognardError(f"{sheet.name} {column}/{row}: {what}")
    for finding in shares(_with_edits(sheet, edits), {}):
        raise GrognardError(f"{sheet.name} {finding.where}: {finding.what}")


def _unexplained(sheet: Sheet, text: str) -> str:
    """Say that a chart which tells what each of its texts does has nothing to say of this one."""
    file = sheet.file
    if "text" not in file.cells.kinds or not file.does or text in file.does or text in file.codes:
        return ""
    return f"the chart does not say what {text!r} does; it knows {', '.join(file.does)}"


def _with_edits(sheet: Sheet, edits: Mapping[tuple[str, str], str]) -> Sheet:
    """Return a sheet that has the texts in its table, for the checks."""
    rows = tuple(
        replace(line, entries=tuple(_entries(sheet, line.entries, edits))) for line in sheet.drawn.rows
    )
    return replace(sheet, drawn=replace(sheet.drawn, rows=rows))


def _entries(
    sheet: Sheet, entries: Sequence[CellText], edits: Mapping[tuple[str, str], str]
) -> Iterator[CellText]:
    label, *cells = entries
    yield label
    for column, cell in zip(sheet.column_labels, cells, strict=False):
        text = edits.get((label.text, column))
        yield cell if text is None else CellText(text)
