# SPDX-License-Identifier: Apache-2.0
"""Everything a chart must satisfy beyond the types of its fields.

Each check reads the sheet by itself and never relies on another having passed, so that all faults of a file
are found at once.
"""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from grognard.charts.axis import Axis, AxisFile
from grognard.charts.axis_faults import label_faults
from grognard.charts.cells import cell_fault, parse_spans, shares_fault
from grognard.charts.errors import OffChart, nearest
from grognard.charts.files import KeyPath
from grognard.charts.labels import NUMBER, parse_dice, parse_number
from grognard.charts.rulings import Ruling
from grognard.charts.sheet import Arithmetic, Code, Sheet

Book = Mapping[str, Ruling]


class Finding(msgspec.Struct, frozen=True):
    """A fault: the section it is in, or the line of the table with the cell in words."""

    what: str
    place: KeyPath = ()
    line: int = 0
    where: str = ""


class Check(Protocol):
    """A check; if it is about one section of the file, it is named after it."""

    __name__: str

    def __call__(self, sheet: Sheet, book: Book) -> Iterator[Finding]:
        """Find the faults of one kind."""


def cells(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Every cell must be of a kind the chart takes, and on the ladder if an axis climbs it."""
    del book
    if not sheet.file.cells.kinds:
        yield Finding("is empty; say what the cells hold", ("cells", "kinds"))
        return
    if sheet.file.cells.across and "die" not in sheet.file.cells.kinds:
        yield Finding("shares out a die, but the kinds of [cells] have no die", ("cells", "across"))
    for i, j, entry in sheet.entries:
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        what = _cell(sheet, row, column, entry.text)
        if what:
            yield Finding(what, (), sheet.drawn.rows[i].number, f"cell {row} at {column}")
    for line in sheet.drawn.rows if sheet.column_labels else ():
        for entry in line.entries[1:] if line.ragged else ():
            if entry.text and (what := cell_fault(sheet.file, entry.text)):
                yield Finding(what, (), line.number, f"row {line.entries[0].text}")


def _cell(sheet: Sheet, row: str, column: str, text: str) -> str:
    """Say why a cell cannot be a result of this chart; an empty text if it may be a slip whose erratum is broken."""
    for at, erratum in enumerate(sheet.file.errata):
        is_slip = erratum.slip or not sheet.is_sound(("errata", at), "slip")
        if not is_slip or not erratum.covers(row, column):
            continue
        if sheet.is_sound(("errata", at), "slip", "corrected", "rows", "columns"):
            return cell_fault(sheet.file, erratum.corrected)
        if text == erratum.printed or not sheet.is_sound(("errata", at), "printed"):
            return ""
    return misprint(sheet, text)


def misprint(sheet: Sheet, text: str) -> str:
    """Say why a text cannot be a cell of this chart as it stands."""
    climbs = any(axis.file.ladder for axis in (sheet.rows, *sheet.columns))
    if climbs and sheet.rank(text) is None:
        return cell_fault(sheet.file, text) or f"{text!r} is not on the ladder of [cells]"
    return cell_fault(sheet.file, text)


def codes(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """A code must mean something."""
    del book
    for code, meaning in sheet.file.codes.items():
        text = meaning.means if isinstance(meaning, Code) else meaning
        if not text.strip() and sheet.is_sound(("codes", code), "means"):
            yield Finding("has no meaning", ("codes", code))


def does(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Keys of `[does]` must be results of the chart, and none may be explained twice; of cells of text it must name all."""
    del book
    if not sheet.is_sound(("codes",)) or not sheet.is_sound((), "table", "cells", "errata"):
        return
    results = sheet.results
    for result in sheet.file.does:
        if result not in results:
            yield Finding(f"is no result of this chart; {nearest(result, results)}", ("does", result))
        elif isinstance(meaning := sheet.file.codes.get(result), Code) and meaning.does:
            yield Finding("is said in [codes] already", ("does", result))
    for text in sheet.texts if sheet.file.does else ():
        if text not in sheet.file.does and text not in sheet.file.codes:
            yield Finding(f"does not say what {text!r} does", ("does",))


def notes(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """A note must say something."""
    del book
    for at, note in enumerate(sheet.file.notes):
        if not note.text.strip() and sheet.is_sound(("notes", at), "text"):
            yield Finding("is empty", ("notes", at, "text"))


def title(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """A chart must have a title."""
    del book
    if not sheet.file.title.strip():
        yield Finding("is empty", ("title",))


def ladder(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Steps of a ladder must be codes."""
    del book
    for step in sheet.file.cells.ladder:
        if step not in sheet.file.codes:
            near = nearest(step, list(sheet.file.codes))
            yield Finding(f"unknown code {step!r}; {near}", ("cells", "ladder"))
        if sheet.file.cells.ladder.count(step) > 1:
            yield Finding(f"has {step!r} more than once", ("cells", "ladder"))


def shares(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Columns that divide up a die must cover each result once."""
    del book
    across, die = sheet.file.cells.across, parse_dice(sheet.file.cells.dice)
    for label in across:
        if sheet.column_labels and label not in sheet.column_labels:
            yield Finding(f"there is no column {label!r}", ("cells", "across"))
    at = [index + 1 for index, label in enumerate(sheet.column_labels) if label in across]
    shared = at and die and "die" in sheet.file.cells.kinds and sheet.is_sound(("codes",))
    for line in sheet.drawn.rows if shared else ():
        spans = parse_spans(sheet.file, [line.entries[index].text for index in at])
        what = shares_fault(spans, die) if spans is not None and die else ""
        if what and not line.ragged:
            yield Finding(what, (), line.number, f"row {line.entries[0].text}")


def arithmetic(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Arithmetic must have numbers to work with."""
    rule = sheet.file.arithmetic
    if rule is None:
        return
    yield from ruling_faults(("arithmetic",), book, rule.ruling, rule.option)
    if len(sheet.columns) > 1:
        yield Finding("needs a heading of one line", ("arithmetic",))
    bad = [f"cannot reckon with the label {label!r}" for label in _unreckonable(sheet, rule)]
    if rule.round == "odds" and sheet.is_sound(("cells",), "ladder"):
        bad = [*bad, *_odds_ladder_faults(sheet, rule)] or _off_ladder(sheet)
    yield from (Finding(what, ("arithmetic",)) for what in bad)


def _unreckonable(sheet: Sheet, rule: Arithmetic) -> Iterator[str]:
    """Find labels that are not numbers, are zero divisors, or have no odds."""
    divides = rule.cell == "row / column"
    asked = [(label, False) for label in sheet.rows.labels]
    asked += [(label, divides) for label in sheet.columns[0].labels]
    for label, is_divisor in asked:
        value = parse_number(label) if NUMBER.fullmatch(label) else None
        if value is None or (is_divisor and value == 0) or (rule.round == "odds" and value < 0):
            yield label


def _odds_ladder_faults(sheet: Sheet, rule: Arithmetic) -> list[str]:
    """Odds must be a quotient, and round to a ladder of odds."""
    steps = tuple(sheet.file.cells.ladder)
    if rule.cell != "row / column":
        return ['rounds to odds, which needs cell = "row / column"']
    if not steps:
        return ["rounds to odds, but [cells] has no ladder of odds"]
    faults = label_faults(Axis("odds", steps, AxisFile("odds")))
    return [f"rounds to odds, but on the ladder {step!r} is not odds or out of order" for step, _ in faults]


def _off_ladder(sheet: Sheet) -> list[str]:
    """Report the first cell whose odds are on no step of the ladder: one is enough to see that it is too short."""
    for i, j, _ in sheet.entries:
        try:
            sheet.arithmetic_at(i, j)
        except OffChart:
            row, column = sheet.rows.labels[i], sheet.columns[0].labels[j]
            return [f"rounds to odds, but the ladder of [cells] has none for {row} / {column}"]
    return []


def ruling_faults(place: KeyPath, book: Book, name: str, option: str = "") -> Iterator[Finding]:
    """Rulings that are named must be in the book, and have the option; errata without one are `corrected`."""
    if not name and option not in ("", "corrected"):
        yield Finding(f"{option!r} needs a ruling that has this option", (*place, "option"))
    if name and name not in book:
        yield Finding(f"there is no ruling {name!r}; {nearest(name, list(book))}", (*place, "ruling"))
    elif name and option and option not in book[name].options:
        known = ", ".join(book[name].options)
        yield Finding(f"ruling {name} has no option {option!r}; there are {known}", (*place, "option"))
