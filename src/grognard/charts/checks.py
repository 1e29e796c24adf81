"""Everything a chart must satisfy beyond the types of its fields.

Each check reads the sheet by itself and never relies on another having passed, so that all faults of a file
are found at once.
"""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec.structs import replace

from grognard.charts.axis import Axis, AxisFile
from grognard.charts.axis_faults import label_faults
from grognard.charts.cells import cell_fault, parse_spans, shares_fault
from grognard.charts.errors import OffChart, nearest
from grognard.charts.files import Place
from grognard.charts.labels import NUMBER, parse_dice, parse_number
from grognard.charts.rulings import Ruling
from grognard.charts.sheet import Arithmetic, Region, Sheet
from grognard.charts.table import Line

Book = Mapping[str, Ruling]


class Found(msgspec.Struct, frozen=True):
    """A fault: the section it is in, or the line of the table and the cell in words."""

    what: str
    place: Place = ()
    line: int = 0
    where: str = ""


class Check(Protocol):
    """A check is named after the section of the file it is about, where it is about one."""

    __name__: str

    def __call__(self, sheet: Sheet, book: Book) -> Iterator[Found]:
        """Find the faults of one kind."""


def cells(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Every cell must be of a kind the chart takes, and on the ladder where an axis climbs it."""
    del book
    climbs = any(axis.file.ladder for axis in (sheet.rows, *sheet.columns))
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        slip = sheet.slip_at(row, column)
        what = cell_fault(sheet.file, slip.corrected if slip else entry.text)
        if not what and climbs and not slip and sheet.rank(entry.text) is None:
            what = f"{entry.text!r} is not on the ladder of [cells]"
        if what:
            yield Found(what, (), sheet.drawn.rows[i].number, f"cell {row} at {column}")
    for line in sheet.drawn.rows if sheet.column_labels else ():
        for entry in line.entries[1:] if line.ragged else ():
            if entry.text and (what := cell_fault(sheet.file, entry.text)):
                yield Found(what, (), line.number, f"row {line.entries[0].text}")


def title(sheet: Sheet, book: Book) -> Iterator[Found]:
    """A chart must have a title."""
    del book
    if not sheet.file.title.strip():
        yield Found("is empty", ("title",))


def ladder(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Steps of a ladder must be codes."""
    del book
    for step in sheet.file.cells.ladder:
        if step not in sheet.file.codes:
            near = nearest(step, list(sheet.file.codes))
            yield Found(f"unknown code {step!r}; {near}", ("cells", "ladder"))
        if sheet.file.cells.ladder.count(step) > 1:
            yield Found(f"has {step!r} more than once", ("cells", "ladder"))


def shares(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Columns that share out a die must share all of it, once."""
    del book
    across, die = sheet.file.cells.across, parse_dice(sheet.file.cells.dice)
    for label in across:
        if label not in sheet.column_labels:
            yield Found(f"there is no column {label!r}", ("cells", "across"))
    at = [index + 1 for index, label in enumerate(sheet.column_labels) if label in across]
    for line in sheet.drawn.rows if at and die else ():
        spans = parse_spans(sheet.file, [line.entries[index].text for index in at])
        what = shares_fault(spans, die) if spans is not None and die else ""
        if what and not line.ragged:
            yield Found(what, (), line.number, f"row {line.entries[0].text}")


def arithmetic(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Arithmetic must have numbers to work with."""
    rule = sheet.file.arithmetic
    if rule is None:
        return
    yield from ruling_faults(("arithmetic",), book, rule.ruling, rule.option)
    if len(sheet.columns) > 1:
        yield Found("needs a heading of one line", ("arithmetic",))
    bad = [f"cannot reckon with the label {label!r}" for label in _unreckonable(sheet, rule)]
    bad += _odds_ladder_faults(sheet, rule) if rule.round == "odds" else []
    bad = bad or _off_ladder(sheet)
    yield from (Found(what, ("arithmetic",)) for what in bad)


def _unreckonable(sheet: Sheet, rule: Arithmetic) -> Iterator[str]:
    """Labels that are no numbers, that nothing can be divided by, or that have no odds."""
    divides = rule.cell == "row / column"
    asked = [(label, False) for label in sheet.rows.labels]
    asked += [(label, divides) for label in sheet.columns[0].labels]
    for label, is_divisor in asked:
        value = parse_number(label) if NUMBER.fullmatch(label) else None
        if value is None or (is_divisor and value == 0) or (rule.round == "odds" and value < 0):
            yield label


def _odds_ladder_faults(sheet: Sheet, rule: Arithmetic) -> list[str]:
    """Odds are a quotient, and round to a ladder of odds."""
    steps = tuple(sheet.file.cells.ladder)
    if rule.cell != "row / column":
        return ["rounds to odds, which are row / column"]
    if not steps:
        return ["rounds to odds, but [cells] has no ladder of odds"]
    found = label_faults(Axis("odds", steps, AxisFile("odds")))
    return [f"rounds to odds, but on the ladder {step!r} is not odds or out of order" for step, _ in found]


def _off_ladder(sheet: Sheet) -> list[str]:
    """The first cell whose odds are on no step of the ladder: one is enough to see that the ladder is too short."""
    for i, j, _ in sheet.entries:
        try:
            sheet.arithmetic_at(i, j)
        except OffChart:
            row, column = sheet.rows.labels[i], sheet.columns[0].labels[j]
            return [f"rounds to odds, but the ladder of [cells] has none for {row} / {column}"]
    return []


def repairs(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Square brackets and [[repairs]] must agree."""
    known_headings = [entry.text for line in _heading_lines(sheet) for entry in line.entries]
    for at, repair in enumerate(sheet.file.repairs):
        yield from _region(sheet, ("repairs", at), repair)
        yield from ruling_faults(("repairs", at), book, repair.ruling)
        for heading in repair.headings:
            if heading not in known_headings:
                near = nearest(heading, known_headings)
                yield Found(f"there is no heading {heading!r}; {near}", ("repairs", at, "headings"))
    for where, line, supplied, known in _mendable(sheet):
        if supplied and not known:
            yield Found("is in square brackets, but no [[repairs]] says why", (), line, where)
        if known and not supplied:
            yield Found("has a repair, but is not in square brackets", (), line, where)


def _mendable(sheet: Sheet) -> Iterator[tuple[str, int, bool, bool]]:
    """Every heading and cell: its name, its line, whether it is in brackets, whether a repair names it."""
    named = {heading for repair in sheet.file.repairs for heading in repair.headings}
    headings = [(line.number, entry) for line in _heading_lines(sheet) for entry in line.entries]
    supplied = {entry.text for _, entry in headings if entry.supplied}
    for number, entry in headings:
        # A row and a column may have one name, and only one of them a repair.
        known = entry.text in named and (entry.supplied or entry.text not in supplied)
        yield f"heading {entry.text}", number, entry.supplied, known
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        repair = sheet.repair_at(row, column)
        yield f"cell {row} at {column}", sheet.drawn.rows[i].number, entry.supplied, repair is not None


def _heading_lines(sheet: Sheet) -> list[Line]:
    """The lines of the heading, and the labels of the rows, each a line."""
    return [*sheet.drawn.heading, *(replace(line, entries=line.entries[:1]) for line in sheet.drawn.rows)]


def errata(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Errata must name cells that exist, each once, with their print, and correct them to results of the chart."""
    first: dict[tuple[str, str], int] = {}
    for at, erratum in enumerate(sheet.file.errata):
        yield from _region(sheet, ("errata", at), erratum)
        yield from ruling_faults(("errata", at), book, erratum.ruling, erratum.option)
        if what := cell_fault(sheet.file, erratum.corrected):
            yield Found(what, ("errata", at, "corrected"))
        if erratum.corrected == erratum.printed:
            yield Found("is what is printed", ("errata", at, "corrected"))
        for i, j, entry in sheet.entries:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            if erratum.covers(row, column) and entry.text != erratum.printed:
                what = f"the table has {entry.text!r} for {row} at {column}, not {erratum.printed!r}"
                yield Found(what, ("errata", at, "printed"))
            if erratum.covers(row, column) and first.setdefault((row, column), at) != at:
                what = f"{row} at {column} is corrected by errata {first[row, column] + 1} already"
                yield Found(what, ("errata", at))


def _region(sheet: Sheet, place: Place, region: Region) -> Iterator[Found]:
    """Rows and columns that are named must exist."""
    rows = [("row", label, sheet.rows.labels) for label in region.rows]
    columns = [("column", label, sheet.column_labels) for label in region.columns]
    for what, label, known in rows + columns:
        if label not in known:
            yield Found(f"there is no {what} {label!r}; {nearest(label, known)}", place)


def ruling_faults(place: Place, book: Book, name: str, option: str = "") -> Iterator[Found]:
    """Rulings that are named must be in the book, and have the option."""
    if name and name not in book:
        yield Found(f"there is no ruling {name!r}; {nearest(name, list(book))}", (*place, "ruling"))
    elif name and option and option not in book[name].options:
        known = ", ".join(book[name].options)
        yield Found(f"ruling {name} has no option {option!r}; there are {known}", (*place, "option"))
