"""Everything a chart must satisfy beyond the types of its fields.

Each check reads the sheet by itself and never relies on another having passed, so that all faults of a file
are found at once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec.structs import replace

from grognard.charts.axis import ARITHMETIC, CLAMP, NEXT_COLUMN, REFUSE, Axis, AxisFile
from grognard.charts.cells import cell_fault, parse_spans, shares_fault
from grognard.charts.errors import nearest
from grognard.charts.files import Place
from grognard.charts.labels import NUMBER, parse_dice
from grognard.charts.rulings import Ruling, Rulings
from grognard.charts.sheet import Region, Sheet

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


def dice(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Dice must be dice, and stand wherever a die is read."""
    del book
    asked = [("rows", sheet.file.rows.dice, sheet.file.rows.kind == "die")]
    asked += [("columns", axis.dice, axis.kind == "die") for axis in sheet.file.columns]
    asked += [("cells", sheet.file.cells.dice, not {"die", "reading"}.isdisjoint(sheet.file.cells.kinds))]
    for section, text, needed in asked:
        if text and not parse_dice(text):
            yield Found(
                f"{text!r} is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100", (section, "dice")
            )
        elif needed and not text:
            yield Found("'dice' is missing: which die is read here, such as 1d6?", (section,))


def labels(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Labels must be of their kind, in order, without gap or overlap."""
    lines = {line.entries[0].text: line.number for line in reversed(sheet.drawn.rows)}
    for axis in (sheet.rows, *sheet.columns):
        known = all(name in book for name in axis.file.ruled.values())
        for part in _parts(sheet, axis):
            for label, what in (part.under(Rulings("card", book)) if known else part).faults():
                line = lines[label] if axis is sheet.rows else sheet.drawn.heading[0].number
                yield Found(what, (), line, f"{'row' if axis is sheet.rows else 'column'} {label}")


def _parts(sheet: Sheet, axis: Axis) -> list[Axis]:
    """Split a heading of several lines: each line is read among the columns its upper line gives it."""
    if axis is sheet.rows or len(sheet.columns) == 1:
        return [axis]
    if axis is sheet.columns[0]:
        return [replace(axis, labels=tuple(dict.fromkeys(axis.labels)))]
    above = sheet.columns[sheet.columns.index(axis) - 1].labels
    pairs = list(zip(above, axis.labels, strict=True))
    return [replace(axis, labels=tuple(b for a, b in pairs if a == key)) for key in dict.fromkeys(above)]


def settings(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Settings of an axis must name labels, codes and rulings that exist."""
    for section, axis in (("rows", sheet.rows), *(("columns", axis) for axis in sheet.columns)):
        for key in (*axis.file.means, *axis.file.shift_only, *axis.file.instead, *axis.file.instead.values()):
            if key not in axis.labels:
                yield Found(f"there is no label {key!r}; {nearest(key, axis.labels)}", (section,))
        for side, then in (("below", axis.file.below), ("above", axis.file.above)):
            if then == ARITHMETIC and sheet.file.arithmetic is None:
                yield Found("is arithmetic, but the chart states none", (section, side))
            if then not in (CLAMP, REFUSE, ARITHMETIC, NEXT_COLUMN, *sheet.file.codes):
                what = f"{then!r} is neither clamp, refuse, next-column, arithmetic nor a code"
                yield Found(what, (section, side))
        for setting, name in axis.file.ruled.items():
            yield from _ruling((section, "ruled"), book, name)
            yield from _options((section, "ruled"), setting, book.get(name))


def _options(place: Place, setting: str, ruling: Ruling | None) -> Iterator[Found]:
    """Every option of a ruling that decides a setting must be a setting."""
    for option in ruling.options if ruling else ():
        try:
            msgspec.convert({"kind": "odds", setting: option}, AxisFile)
        except msgspec.ValidationError:
            yield Found(f"option {option!r} is no value for {setting!r}", place)


def duplicates(sheet: Sheet, book: Book) -> Iterator[Found]:
    """No two rows and no two columns may have one name."""
    del book
    for label, count in Counter(sheet.rows.labels).items():
        if count > 1:
            line = [line.number for line in sheet.drawn.rows if line.entries[0].text == label][1]
            yield Found(f"stands {count} times", (), line, f"row {label}")
    for label, count in Counter(sheet.column_labels).items():
        if count > 1:
            yield Found(f"stands {count} times", (), sheet.drawn.heading[0].number, f"column {label}")


def cells(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Every cell must be of a kind the chart takes, and on the ladder where an axis climbs it."""
    del book
    if sheet.file.cells.dice and not parse_dice(sheet.file.cells.dice):
        return
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
    yield from _ruling(("arithmetic",), book, rule.ruling, rule.option)
    for label in (*sheet.rows.labels, *sheet.columns[0].labels):
        if not NUMBER.fullmatch(label):
            yield Found(f"cannot reckon with the label {label!r}", ("arithmetic",))
    if rule.round == "odds" and not sheet.file.cells.ladder:
        yield Found("rounds to odds, but [cells] has no ladder of odds", ("arithmetic",))


def repairs(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Square brackets and [[repairs]] must agree."""
    for at, repair in enumerate(sheet.file.repairs):
        yield from _region(sheet, ("repairs", at), repair)
        yield from _ruling(("repairs", at), book, repair.ruling)
    for where, line, supplied, known in _mendable(sheet):
        if supplied and not known:
            yield Found("is in square brackets, but no [[repairs]] says why", (), line, where)
        if known and not supplied:
            yield Found("has a repair, but is not in square brackets", (), line, where)


def _mendable(sheet: Sheet) -> Iterator[tuple[str, int, bool, bool]]:
    """Every heading and cell: its name, its line, whether it is in brackets, whether a repair names it."""
    mended = {heading for repair in sheet.file.repairs for heading in repair.headings}
    supplied = {row or column for row, column in sheet.supplied_headings}
    for line in (*sheet.drawn.heading, *sheet.drawn.rows):
        for entry in line.entries if line in sheet.drawn.heading else line.entries[:1]:
            # A printed row may bear the name of a supplied column, which is then the one that was mended.
            known = entry.text in mended and (entry.supplied or entry.text not in supplied)
            yield f"heading {entry.text}", line.number, entry.supplied, known
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        repair = sheet.repair_at(row, column)
        yield f"cell {row} at {column}", sheet.drawn.rows[i].number, entry.supplied, repair is not None


def errata(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Errata must name cells that exist, with their print, and correct them to results of the chart."""
    for at, erratum in enumerate(sheet.file.errata):
        yield from _region(sheet, ("errata", at), erratum)
        yield from _ruling(("errata", at), book, erratum.ruling, erratum.option)
        if what := cell_fault(sheet.file, erratum.corrected):
            yield Found(what, ("errata", at, "corrected"))
        if erratum.corrected == erratum.printed:
            yield Found("is what is printed", ("errata", at, "corrected"))
        for i, j, entry in sheet.entries:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            if erratum.covers(row, column) and entry.text != erratum.printed:
                what = f"the table has {entry.text!r} for {row} at {column}, not {erratum.printed!r}"
                yield Found(what, ("errata", at, "printed"))


def _region(sheet: Sheet, place: Place, region: Region) -> Iterator[Found]:
    """Rows and columns that are named must exist."""
    rows = [("row", label, sheet.rows.labels) for label in region.rows]
    columns = [("column", label, sheet.column_labels) for label in region.columns]
    for what, label, known in rows + columns:
        if label not in known:
            yield Found(f"there is no {what} {label!r}; {nearest(label, known)}", place)


def _ruling(place: Place, book: Book, name: str, option: str = "") -> Iterator[Found]:
    """Rulings that are named must be in the book, and have the option."""
    if name and name not in book:
        yield Found(f"there is no ruling {name!r}; {nearest(name, list(book))}", (*place, "ruling"))
    elif name and option and option not in book[name].options:
        known = ", ".join(book[name].options)
        yield Found(f"ruling {name} has no option {option!r}; there are {known}", (*place, "option"))


CHECKS: tuple[Check, ...] = (
    title,
    dice,
    settings,
    labels,
    duplicates,
    cells,
    ladder,
    shares,
    arithmetic,
    repairs,
    errata,
)
