"""Everything a chart must satisfy beyond the types of its fields."""

from collections import Counter

import msgspec
from msgspec.structs import replace

from grognard.charts.axis import ARITHMETIC, CLAMP, REFUSE, Axis, AxisFile
from grognard.charts.cells import cell_fault, shares_fault
from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.charts.labels import Dice, Span, parse_number
from grognard.charts.rulings import Ruling, Rulings
from grognard.charts.sheet import Region, Sheet
from grognard.charts.table import Entry


class Checks:
    """Notes every fault of one sheet in its source."""

    def __init__(self, source: Source, sheet: Sheet, book: dict[str, Ruling]) -> None:
        self.source = source
        self.sheet = sheet
        self.book = book
        self.codes = sheet.file.codes
        self.row_lines = {line.entries[0].text: line.number for line in sheet.drawn.rows}

    def run(self) -> None:
        """Note every fault."""
        self.dice()
        self.ruled()
        if self.source.faults:
            return
        self.axes()
        self.duplicates()
        if self.source.faults:
            return
        self.cells()
        self.across()
        self.ladder()
        self.arithmetic()
        self.repairs()
        self.errata()

    def dice(self) -> None:
        """Dice must be dice, and stand wherever a die is read."""
        file = self.sheet.file
        needed = {"die", "reading"} & set(file.cells.kinds)
        asked = [(("rows",), file.rows.dice, file.rows.kind == "die")]
        asked += [(("columns",), axis.dice, axis.kind == "die") for axis in file.columns]
        asked += [(("cells",), file.cells.dice, bool(needed))]
        for place, dice, wanted in asked:
            if dice:
                try:
                    Dice.parse(dice)
                except ValueError as error:
                    self.source.fault((*place, "dice"), str(error))
            elif wanted:
                self.source.fault(place, "'dice' is missing: which die is read here, such as 1d6?")

    def axes(self) -> None:
        """Labels must be of their kind, in order, without gap or overlap; what happens outside must be known."""
        sheet = self.sheet
        heads = [(("rows",), sheet.rows), *((("columns",), axis) for axis in sheet.columns)]
        for place, axis in heads:
            for part in self.parts(axis):
                for label, what in part.under(Rulings("card", self.book)).faults():
                    line = self.row_lines[label] if axis is sheet.rows else sheet.drawn.heading[0].number
                    self.source.fault((), what, line, f"{place[0][:-1]} {label}")
            for key in (*axis.file.means, *axis.file.shift_only):
                if key not in axis.labels:
                    self.source.fault(place, f"there is no label {key!r}; {nearest(key, axis.labels)}")
            for side, then in (("below", axis.file.below), ("above", axis.file.above)):
                if then == ARITHMETIC and sheet.file.arithmetic is None:
                    self.source.fault((*place, side), "is arithmetic, but the chart states none")
                if then not in (CLAMP, REFUSE, ARITHMETIC, *self.codes):
                    self.source.fault(
                        (*place, side), f"{then!r} is neither clamp, refuse, arithmetic nor a code"
                    )

    def ruled(self) -> None:
        """Rulings that decide a setting must exist and offer settings."""
        for axis in (self.sheet.rows, *self.sheet.columns):
            for setting, name in axis.file.ruled.items():
                place = ("rows" if axis is self.sheet.rows else "columns", "ruled")
                self.ruling(place, name, "")
                self.settings(place, setting, self.book.get(name))

    def parts(self, axis: Axis) -> list[Axis]:
        """Split a heading of several lines: each line is read among the columns its upper line gives it."""
        columns = self.sheet.columns
        if axis is self.sheet.rows or len(columns) == 1:
            return [axis]
        if axis is columns[0]:
            return [replace(axis, labels=tuple(dict.fromkeys(axis.labels)))]
        above = columns[columns.index(axis) - 1].labels
        groups = [
            [b for a, b in zip(above, axis.labels, strict=True) if a == key] for key in dict.fromkeys(above)
        ]
        return [replace(axis, labels=tuple(group)) for group in groups]

    def settings(self, place: tuple[str, ...], setting: str, ruling: Ruling | None) -> None:
        """Every option of a ruling that decides a setting must be a setting."""
        for option in ruling.options if ruling else ():
            try:
                msgspec.convert({"kind": "odds", setting: option}, AxisFile)
            except msgspec.ValidationError:
                self.source.fault(place, f"option {option!r} is no value for {setting!r}")

    def duplicates(self) -> None:
        """No two rows and no two columns may have one name."""
        sheet = self.sheet
        for label, count in Counter(sheet.rows.labels).items():
            if count > 1:
                self.source.fault((), f"stands {count} times", self.row_lines[label], f"row {label}")
        for label, count in Counter(sheet.column_labels).items():
            if count > 1:
                line = sheet.drawn.heading[0].number
                self.source.fault((), f"stands {count} times", line, f"column {label}")

    def cells(self) -> None:
        """Every cell must be of a kind the chart takes."""
        sheet = self.sheet
        for i, j, entry in sheet.entries:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            slip = sheet.slip_at(row, column)
            what = cell_fault(sheet.file, slip.corrected if slip else entry.text)
            if what:
                self.source.fault((), what, sheet.drawn.rows[i].number, f"cell {row} at {column}")

    def across(self) -> None:
        """Columns that share out a die must share all of it, once."""
        sheet, cells = self.sheet, self.sheet.file.cells
        for label in cells.across:
            if label not in sheet.column_labels:
                self.source.fault(("cells", "across"), f"there is no column {label!r}")
        if self.source.faults or not cells.across:
            return
        shared = [sheet.column_labels.index(label) for label in cells.across]
        for line in sheet.drawn.rows:
            texts = [line.entries[at + 1].text for at in shared]
            spans = [Span.parse(text) for text in texts if text not in self.codes]
            what = shares_fault(spans, Dice.parse(cells.dice))
            if what:
                self.source.fault((), what, line.number, f"row {line.entries[0].text}")

    def ladder(self) -> None:
        """Every result must be on the ladder, where there is one."""
        sheet = self.sheet
        for step in sheet.file.cells.ladder:
            if step not in self.codes:
                self.source.fault(
                    ("cells", "ladder"), f"unknown code {step!r}; {nearest(step, list(self.codes))}"
                )
        if not any(axis.file.ladder for axis in (sheet.rows, *sheet.columns)) or self.source.faults:
            return
        for i, j, entry in sheet.entries:
            if sheet.rank(entry.text) is None and "reading" not in sheet.file.cells.kinds:
                where = f"cell {sheet.rows.labels[i]} at {sheet.column_labels[j]}"
                line = sheet.drawn.rows[i].number
                self.source.fault((), f"{entry.text!r} is not on the ladder of [cells]", line, where)

    def arithmetic(self) -> None:
        """Arithmetic must have numbers to work with."""
        rule = self.sheet.file.arithmetic
        if rule is None:
            return
        self.ruling(("arithmetic",), rule.ruling, rule.option)
        for label in (*self.sheet.rows.labels, *self.sheet.columns[0].labels):
            try:
                parse_number(label)
            except ValueError as error:
                self.source.fault(("arithmetic",), str(error))
        if rule.round == "odds" and not self.sheet.file.cells.ladder:
            self.source.fault(("arithmetic",), "rounds to odds, but [cells] has no ladder of odds")

    def repairs(self) -> None:
        """Everything supplied must have a repair that says why, and the reverse."""
        sheet = self.sheet
        for at, repair in enumerate(sheet.file.repairs):
            self.region(("repairs", at), repair)
            self.ruling(("repairs", at), repair.ruling, "")
        mended = {heading for repair in sheet.file.repairs for heading in repair.headings}
        for line in (*sheet.drawn.heading, *sheet.drawn.rows):
            heads = line.entries if line in sheet.drawn.heading else line.entries[:1]
            for entry in heads:
                self.mended((f"heading {entry.text}", line.number), entry, known=entry.text in mended)
        for i, j, entry in sheet.entries:
            row, column = sheet.rows.labels[i], sheet.column_labels[j]
            where = (f"cell {row} at {column}", sheet.drawn.rows[i].number)
            self.mended(where, entry, known=sheet.repair_at(row, column) is not None)

    def mended(self, where: tuple[str, int], entry: Entry, *, known: bool) -> None:
        """Brackets and [[repairs]] must agree."""
        if entry.supplied and not known:
            self.source.fault((), "is in square brackets, but no [[repairs]] says why", where[1], where[0])
        if known and not entry.supplied:
            self.source.fault((), "has a repair, but is not in square brackets", where[1], where[0])

    def errata(self) -> None:
        """Errata must name cells that exist, with their print, and correct them to results of the chart."""
        sheet = self.sheet
        for at, erratum in enumerate(sheet.file.errata):
            place = ("errata", at)
            self.region(place, erratum)
            self.ruling(place, erratum.ruling, erratum.option)
            if what := cell_fault(sheet.file, erratum.corrected):
                self.source.fault((*place, "corrected"), what)
            for i, j, entry in sheet.entries:
                row, column = sheet.rows.labels[i], sheet.column_labels[j]
                if erratum.covers(row, column) and entry.text != erratum.printed:
                    what = f"the table has {entry.text!r} for {row} at {column}, not {erratum.printed!r}"
                    self.source.fault((*place, "printed"), what)

    def region(self, place: tuple[str | int, ...], region: Region) -> None:
        """Rows and columns named must exist."""
        for labels, known, what in (
            (region.rows, self.sheet.rows.labels, "row"),
            (region.columns, self.sheet.column_labels, "column"),
        ):
            for label in labels:
                if label not in known:
                    self.source.fault(place, f"there is no {what} {label!r}; {nearest(label, known)}")

    def ruling(self, place: tuple[str | int, ...], name: str, option: str) -> None:
        """Rulings that are named must be in the book, and have the option."""
        if name and name not in self.book:
            self.source.fault(
                (*place, "ruling"), f"there is no ruling {name!r}; {nearest(name, list(self.book))}"
            )
        elif name and option and option not in self.book[name].options:
            known = ", ".join(self.book[name].options)
            self.source.fault(
                (*place, "option"), f"ruling {name} has no option {option!r}; there are {known}"
            )
