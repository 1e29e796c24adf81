# SPDX-License-Identifier: Apache-2.0
"""The checks of what a chart file says against the print: its repairs and errata.

An entry with a broken field is checked by its other fields, and what depends on the broken one is skipped.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.charts.cells import cell_fault
from grognard.charts.checks import Book, Finding, misprint, ruling_faults
from grognard.charts.errors import nearest
from grognard.charts.files import KeyPath
from grognard.charts.sheet import Erratum, Region, Sheet
from grognard.charts.table import TableLine

# The fields that say which cells an entry is about.
REGION = ("rows", "columns")


def repairs(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Square brackets and [[repairs]] must agree."""
    known_headings = [entry.text for line in _heading_lines(sheet) for entry in line.entries]
    for at, repair in enumerate(sheet.file.repairs):
        yield from _region(sheet, ("repairs", at), repair)
        yield from _ruling(sheet, book, ("repairs", at), repair.ruling)
        for heading in repair.headings if any(known_headings) else ():
            if heading not in known_headings:
                near = nearest(heading, known_headings)
                yield Finding(f"there is no heading {heading!r}; {near}", ("repairs", at, "headings"))
    for where, line, supplied, known in _mendable(sheet) if sheet.is_sound(("repairs",)) else ():
        if supplied and not known:
            yield Finding("is in square brackets, but no [[repairs]] says why", (), line, where)
        if known and not supplied:
            yield Finding("has a repair, but is not in square brackets", (), line, where)


def _mendable(sheet: Sheet) -> Iterator[tuple[str, int, bool, bool]]:
    """Yield every heading and cell: its name, its line, whether it is in brackets, whether a repair names it.

    Those that a repair may name, but for its broken fields, are left out.
    """
    entries = list(enumerate(sheet.file.repairs))
    if all(sheet.is_sound(("repairs", at), "headings") for at, _ in entries):
        yield from _mendable_headings(sheet)
    unsure = [repair for at, repair in entries if not sheet.is_sound(("repairs", at), "headings", *REGION)]
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        if not any(repair.covers(row, column) for repair in unsure):
            known = sheet.repair_at(row, column) is not None
            yield f"cell {row} at {column}", sheet.drawn.rows[i].number, entry.supplied, known


def _mendable_headings(sheet: Sheet) -> Iterator[tuple[str, int, bool, bool]]:
    named = {heading for repair in sheet.file.repairs for heading in repair.headings}
    headings = [(line.number, entry) for line in _heading_lines(sheet) for entry in line.entries]
    supplied = {entry.text for _, entry in headings if entry.supplied}
    for number, entry in headings:
        # A row and a column may share a name, and only one of them have a repair.
        known = entry.text in named and (entry.supplied or entry.text not in supplied)
        yield f"heading {entry.text}", number, entry.supplied, known


def _heading_lines(sheet: Sheet) -> list[TableLine]:
    """Return the lines of the heading, and the labels of the rows as one line each."""
    return [*sheet.drawn.heading, *(replace(line, entries=line.entries[:1]) for line in sheet.drawn.rows)]


def errata(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Errata must name existing cells, each once and as printed, and correct them to results of the chart."""
    for at, erratum in enumerate(sheet.file.errata):
        place = ("errata", at)
        yield from _region(sheet, place, erratum)
        yield from _ruling(sheet, book, place, erratum.ruling, erratum.option)
        yield from _correction(sheet, place, erratum)
    yield from _corrected_cells(sheet)


def _correction(sheet: Sheet, place: KeyPath, erratum: Erratum) -> Iterator[Finding]:
    """A correction must be a result of the chart, and not the one printed."""
    what = cell_fault(sheet.file, erratum.corrected)
    if what and sheet.is_sound(place, "corrected") and sheet.is_sound(("cells",), "kinds", "dice"):
        yield Finding(what, (*place, "corrected"))
    if not sheet.is_sound(place, "printed"):
        return
    if erratum.slip and sheet.is_sound(("codes",)) and not misprint(sheet, erratum.printed):
        yield Finding("is for print that is no result of the chart, and this is one", (*place, "slip"))
    if erratum.corrected == erratum.printed and sheet.is_sound(place, "corrected"):
        yield Finding("is what is printed", (*place, "corrected"))


def _corrected_cells(sheet: Sheet) -> Iterator[Finding]:
    """A cell must be printed as its erratum has it, and have no other erratum."""
    first: dict[tuple[str, str], int] = {}
    sound = [
        (at, erratum)
        for at, erratum in enumerate(sheet.file.errata)
        if sheet.is_sound(("errata", at), *REGION)
    ]
    cells = [(sheet.rows.labels[i], sheet.column_labels[j], entry.text) for i, j, entry in sheet.entries]
    for at, erratum in sound:
        for row, column, text in [cell for cell in cells if erratum.covers(cell[0], cell[1])]:
            if text != erratum.printed and sheet.is_sound(("errata", at), "printed"):
                what = f"the table has {text!r} for {row} at {column}, not {erratum.printed!r}"
                yield Finding(what, ("errata", at, "printed"))
            if first.setdefault((row, column), at) != at:
                what = f"{row} at {column} is corrected by errata {first[row, column] + 1} already"
                yield Finding(what, ("errata", at))


def _region(sheet: Sheet, place: KeyPath, region: Region) -> Iterator[Finding]:
    """Rows and columns that are named must exist, where there is a table."""
    rows = [("row", label, sheet.rows.labels) for label in region.rows]
    columns = [("column", label, sheet.column_labels) for label in region.columns]
    for what, label, known in rows + columns:
        if known and label not in known:
            yield Finding(f"there is no {what} {label!r}; {nearest(label, known)}", place)


def _ruling(sheet: Sheet, book: Book, place: KeyPath, name: str, option: str = "") -> Iterator[Finding]:
    """The ruling must be in the book, and have the option."""
    if sheet.is_sound(place, "ruling"):
        yield from ruling_faults(place, book, name, option if sheet.is_sound(place, "option") else "")
