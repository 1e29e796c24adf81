"""A chart under rulings: look a cell up by value, and know where the answer came from.

>>> from grognard import chart
>>> crt = chart("seelowe", "crt")
>>> cell = crt["7-2", 8]
>>> cell.text, cell.column, cell.row
('De', '3-1', '6')
>>> cell.how
'7-2 is 3-1; 8 is above the table and counts as 6'

What is known before the roll comes first and the die last; without a die, the row comes first. An axis with
a single label needs no key.
"""

from functools import cached_property
from pathlib import Path

import msgspec

from grognard.charts.axis import Axis, Place
from grognard.charts.doubts import Doubt, find_doubts
from grognard.charts.errors import GrognardError, OffChart
from grognard.charts.labels import Span, parse_reading
from grognard.charts.load import find_book, load_sheet
from grognard.charts.rulings import Rulings, load_rulings
from grognard.charts.sheet import Code, Sheet


class Cell(msgspec.Struct, frozen=True):
    """One cell as it counts under the rulings in force, and as the card prints it."""

    row: str
    column: str
    text: str
    printed: str
    reads: str
    ruling: str = ""
    repaired: bool = False
    how: str = ""

    @property
    def corrected(self) -> bool:
        """Whether a ruling in force changed what is printed."""
        return not self.repaired and self.text != self.printed

    def __str__(self) -> str:
        return self.text


class Chart:
    """A sheet with the rulings in force applied."""

    def __init__(self, sheet: Sheet, rulings: Rulings, game: str = "") -> None:
        self.sheet = sheet
        self.rulings = rulings
        self.game = game
        self.row_axis = sheet.rows.under(rulings)
        self.column_axes = tuple(axis.under(rulings) for axis in sheet.columns)
        width = len(sheet.column_labels)
        cells = [self._cell(i, j) for i in range(len(sheet.rows.labels)) for j in range(width)]
        self.rows = tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))

    def __repr__(self) -> str:
        return f"<Chart {self.name}: {self.title}, {len(self.rows)} rows, {len(self.rows[0])} columns>"

    @property
    def name(self) -> str:
        """The chart's short name, its file's."""
        return self.sheet.name

    @property
    def label(self) -> str:
        """The game and the chart, the profile, and the rulings that were switched."""
        switched = [f"{name}={option}" for name, option in self.rulings.switched.items()]
        return ", ".join([f"{self.game} {self.name}".strip(), f"profile {self.rulings.profile}", *switched])

    @property
    def rulings_deciding(self) -> set[str]:
        """The rulings that change a cell of this chart or how it is looked up."""
        file = self.sheet.file
        axes = (self.sheet.rows, *self.sheet.columns)
        named = {erratum.ruling for erratum in file.errata} | {
            name for a in axes for name in a.file.ruled.values()
        }
        return (named | ({file.arithmetic.ruling} if file.arithmetic else set())) - {""}

    @property
    def title(self) -> str:
        """The chart's printed title."""
        return self.sheet.file.title

    @property
    def rulings_bearing(self) -> list[str]:
        """The rulings that say how this chart is read."""
        return [name for name, ruling in self.rulings.book.items() if self.name in ruling.charts]

    @property
    def rulings_uncited(self) -> list[str]:
        """Those of them that no doubt about the chart names."""
        cited = {doubt.ruling for doubt in self.doubts.values()}
        return [name for name in self.rulings_bearing if name not in cited]

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The codes that stand in the chart, with their meanings."""
        shown = {cell.reads for row in self.rows for cell in row}
        if "reading" in self.sheet.file.cells.kinds:
            shown = {code for text in shown for _, code in parse_reading(text)}
        return [(code, self.means(code)) for code in self.sheet.file.codes if code in shown]

    @cached_property
    def doubts(self) -> dict[tuple[str, str], Doubt]:
        """Every doubt about the print, by row and column."""
        return {(doubt.row, doubt.column): doubt for doubt in find_doubts(self.sheet)}

    def standing_cell(self, cell: Cell) -> Cell:
        """Return the cell of the table that a look-up or a roll ended in."""
        column = self.sheet.column_labels.index(cell.column)
        return self.rows[self.sheet.rows.labels.index(cell.row)][column]

    def means(self, code: str) -> str:
        """Say what a code means, or nothing where the text speaks for itself."""
        meaning = self.sheet.file.codes.get(code, "")
        return meaning.means if isinstance(meaning, Code) else meaning

    def does(self, code: str) -> dict[str, int]:
        """Return what a code does, in numbers."""
        meaning = self.sheet.file.codes.get(code, "")
        return meaning.does if isinstance(meaning, Code) else {}

    @property
    def key_axes(self) -> tuple[Axis, ...]:
        """The axes a look-up needs a value for, in the order it takes them."""
        rows = (self.row_axis,) if len(self.rows) > 1 or len(self.sheet.column_labels) == 1 else ()
        columns = self.column_axes if len(self.sheet.column_labels) > 1 else ()
        die_last = self.row_axis.file.kind == "die"
        return (*columns, *rows) if die_last else (*rows, *columns)

    def __getitem__(self, key: object) -> Cell:
        values = key if isinstance(key, tuple) else (key,)
        if len(values) != len(self.key_axes):
            names = " and ".join(axis.name for axis in self.key_axes)
            count = "1 value" if len(values) == 1 else f"{len(values)} values"
            raise OffChart(f"{self.title} is looked up by {names}, not by {count}")
        places: dict[int, Place] = {}
        for axis, value in zip(self.key_axes, values, strict=True):
            places[id(axis)] = axis.find(value, self._among(axis, places))
        row = places.get(id(self.row_axis), Place(0, self.row_axis.labels[0]))
        column = places.get(id(self.column_axes[-1]), Place(0, self.sheet.column_labels[0]))
        how = "; ".join(place.how for place in places.values() if place.how)
        return self._found(row, column, how)

    def _among(self, axis: Axis, places: dict[int, Place]) -> tuple[int, ...] | None:
        """Where a heading has several lines, each narrows the columns left for the next."""
        if axis is self.row_axis or axis is self.column_axes[0]:
            return None
        before = self.column_axes[self.column_axes.index(axis) - 1]
        found = places[id(before)].label
        return tuple(index for index, label in enumerate(before.labels) if label == found)

    def _found(self, row: Place, column: Place, how: str) -> Cell:
        if row.index is not None and column.index is not None:
            return self._standing(row.index, min(column.index + row.shift, len(self.rows[0]) - 1), how)
        text = row.result or column.result or self._worked_out(row, column)
        return Cell(row.label, column.label, text, "", text, how=how)

    def _standing(self, row: int, column: int, how: str) -> Cell:
        """Return a cell of the table, or the one that answers for its blank."""
        cell = self.rows[row][column]
        other = self.column_axes[0].file.instead.get(cell.column)
        if other is not None and not cell.text:
            cell = self.rows[row][self.sheet.column_labels.index(other)]
        return msgspec.structs.replace(cell, how=how)

    def _worked_out(self, row: Place, column: Place) -> str:
        rule = self.sheet.file.arithmetic
        if rule is None or row.value is None or column.value is None:
            raise OffChart(f"{self.title} has no arithmetic for {row.label} and {column.label}")
        return rule.value(row.value, column.value, self.sheet.file.cells.ladder)

    @property
    def shares_out_a_die(self) -> bool:
        """Whether the cells themselves share out a die, so that `roll` answers."""
        return bool(self.sheet.file.cells.across) or "reading" in self.sheet.file.cells.kinds

    @property
    def roll_keys(self) -> int:
        """How many keys `roll` takes, the die included."""
        return 2 if self.sheet.file.cells.across else len(self.key_axes) + 1

    def roll(self, *keys: object) -> Cell:
        """Look up a chart whose cells share out a die; the last key is the die.

        Where columns share it, the cell is the one whose range has the die; where each cell reads like
        `1-4 = NE 5-6 = R`, it is that cell with the code as its text.
        """
        if not self.shares_out_a_die:
            raise OffChart(f"the cells of {self.title} share out no die; look them up")
        *known, last = keys
        die = self._die(last)
        if len(keys) != self.roll_keys:
            raise OffChart(f"{self.title} is rolled on with {self.roll_keys} values, the die last")
        if self.sheet.file.cells.across:
            return self._share(self.row_axis.find(known[0]), die)
        cell = self[tuple(known) if len(known) != 1 else known[0]]
        for span, code in parse_reading(cell.reads):
            if die in span:
                return msgspec.structs.replace(cell, text=code)
        raise OffChart(f"{self.title} has no result for {die}")

    def _die(self, value: object) -> int:
        if not isinstance(value, int):
            raise GrognardError(f"a die shows a whole number, not {value!r}")
        return value

    def _share(self, row: Place, die: int) -> Cell:
        cells = self.rows[row.index or 0]
        for cell in cells:
            shares = cell.column in self.sheet.file.cells.across and cell.text not in self.sheet.file.codes
            if shares and die in Span.parse(cell.text):
                return msgspec.structs.replace(cell, how=row.how)
        raise OffChart(f"{self.title} has no result for {die}")

    def _cell(self, i: int, j: int) -> Cell:
        sheet = self.sheet
        row, column = sheet.rows.labels[i], sheet.column_labels[j]
        entry = sheet.drawn.rows[i].entries[j + 1]
        text, ruling = entry.text, ""
        rule = sheet.file.arithmetic
        if rule is not None and self.rulings.option(rule.ruling) == rule.option:
            right = sheet.arithmetic_at(i, j) or text
            ruling = rule.ruling if right != text else ""
            text = right
        for erratum in sheet.file.errata:
            if erratum.covers(row, column) and self.rulings.option(erratum.ruling) == erratum.option:
                text, ruling = erratum.corrected, erratum.ruling
        slip = sheet.slip_at(row, column)
        reads = slip.corrected if slip else text
        if entry.supplied:
            repair = sheet.repair_at(row, column)
            printed = repair.printed if repair else ""
            return Cell(
                row, column, text, printed, reads, ruling or (repair.ruling if repair else ""), repaired=True
            )
        return Cell(row, column, text, entry.text, reads, ruling)


def load_chart(path: Path, rulings: Rulings | None = None) -> Chart:
    """Load a chart file of your own; rulings it names stand in a `rulings.toml` beside it or one folder up."""
    found = find_book(path)
    book = load_rulings(found) if found else {}
    in_force = rulings or Rulings()
    return Chart(load_sheet(path, book), msgspec.structs.replace(in_force, book=book))
