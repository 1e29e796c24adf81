# SPDX-License-Identifier: Apache-2.0
"""Doubts about a cell by itself: holes, codes the chart does not know, figures that break its arithmetic."""

from collections.abc import Iterator

from grognard.charts.cells import cell_fault
from grognard.charts.doubts.doubt import Doubt
from grognard.charts.sheet import Sheet


def holes(sheet: Sheet) -> Iterator[Doubt]:
    """Find the headings and cells in square brackets."""
    why = "the print is missing or unreadable"
    for row, column in sheet.supplied_headings:
        yield Doubt(sheet.name, row, column, "hole", "", row or column, why)
    for i, j, entry in sheet.entries:
        if entry.supplied:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            yield Doubt(sheet.name, row, column, "hole", "", entry.text, why)


def unknown_codes(sheet: Sheet) -> Iterator[Doubt]:
    """Find print that is no result of this chart; only a slip of the pen loads with such a cell."""
    for i, j, entry in sheet.entries:
        fault = cell_fault(sheet.file, entry.text)
        if fault:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            yield Doubt(sheet.name, row, column, "code", entry.text, "", fault.split("; ")[0])


def wrong_figures(sheet: Sheet) -> Iterator[Doubt]:
    """Find figures that are not what the chart's arithmetic gives."""
    rule = sheet.file.arithmetic
    if rule is None:
        return
    for i, j, entry in sheet.entries:
        right = sheet.arithmetic_at(i, j)
        if right is None or entry.text == right:
            continue
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        reason = rule.told(row, column, right)
        yield Doubt(sheet.name, row, column, "arithmetic", entry.text, right, reason, rule.ruling)
