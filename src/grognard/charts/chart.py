# SPDX-License-Identifier: Apache-2.0
"""A chart under rulings: look a cell up by value, and know where the answer came from.

>>> from grognard import chart
>>> crt = chart("seelowe", "crt")
>>> cell = crt["7-2", 8]
>>> cell.text, cell.column, cell.row
('De', '3-1', '6')
>>> cell.how
'7-2 is 3-1 by ruling odds-rounding; 8 is above the table and counts as 6 by ruling die-clamp'

What is known before the roll comes first and the die last; without a die, the row comes first. An axis with
a single label needs no key.
"""

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path

import msgspec

from grognard.charts.axis import Axis, Lookup
from grognard.charts.cached import cached_property
from grognard.charts.cells import unlike
from grognard.charts.doubts import Doubt, find_doubts
from grognard.charts.errors import GrognardError, OffChart, repeated
from grognard.charts.given_path import given_path
from grognard.charts.labels import Span, parse_reading
from grognard.charts.load import find_book, load_sheet
from grognard.charts.plurals import counted
from grognard.charts.rulings import Rulings, load_rulings
from grognard.charts.sheet import Code, Sheet


class Cell(msgspec.Struct, frozen=True):
    """One cell as it counts under the rulings in force, and as the card prints it.

    `text` is what the chart shows: the print, a repair, or a correction that a ruling put in force; after a `roll`
    it is the share that the die fell in. `printed` is what the card has there, if anything.
    `reads` is how rules take the cell: its text, but for a slip of the pen, which is read as corrected.
    `ruling` decided the text, or failing that, which cell was found. The cell is `corrected` if a ruling in force
    changed what is printed there. `how` says how the cell was found, with every ruling that decided it.
    """

    row: str
    column: str
    text: str
    printed: str
    reads: str
    ruling: str = ""
    repaired: bool = False
    corrected: bool = False
    how: str = ""

    def __str__(self) -> str:
        return self.text


class Chart:
    """A sheet with the rulings in force applied; `edited` has the texts of changed cells, by row and column."""

    def __init__(
        self,
        sheet: Sheet,
        rulings: Rulings,
        game: str = "",
        edited: Mapping[tuple[str, str], str] | None = None,
    ) -> None:
        self.sheet = sheet
        self.rulings = rulings
        self.game = game
        self.edited = edited or {}
        self.row_axis = sheet.rows.under(rulings)
        self.column_axes = tuple(axis.under(rulings) for axis in sheet.columns)
        # Charts are consulted again and again: the columns are named once.
        self.column_labels = sheet.column_labels
        width = len(self.column_labels)
        height = len(sheet.rows.labels)
        self.cells = tuple(tuple(self._cell(i, j) for j in range(width)) for i in range(height))

    def __repr__(self) -> str:
        return f"<Chart {self.name}: {self.title}, {len(self.cells)} rows, {len(self.cells[0])} columns>"

    @property
    def name(self) -> str:
        """The chart's short name: that of its file."""
        return self.sheet.name

    @property
    def label(self) -> str:
        """The game and the chart, the profile, and the rulings that were switched."""
        switched = [f"{name}={option}" for name, option in self.rulings.switched.items()]
        return ", ".join([f"{self.game} {self.name}".strip(), f"profile {self.rulings.profile}", *switched])

    @property
    def rulings_deciding(self) -> set[str]:
        """The rulings that decide a cell or heading of this chart, or how a cell is looked up."""
        file = self.sheet.file
        axes = (self.sheet.rows, *self.sheet.columns)
        named = {repair.ruling for repair in file.repairs} | {erratum.ruling for erratum in file.errata}
        named |= {name for axis in axes for name in axis.file.ruled.values()}
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
        """The rulings bearing on this chart that no doubt about it names."""
        cited = {doubt.ruling for doubt in self.doubts.values()}
        return [name for name in self.rulings_bearing if name not in cited]

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The codes that stand in the chart, with their meanings."""
        texts = {cell.reads for row in self.cells for cell in row}
        shown = texts | {code for text in texts for _, code in self._shares(text)}
        return [(code, self.means(code)) for code in self.sheet.file.codes if code in shown]

    @cached_property
    def doubts(self) -> dict[tuple[str, str], Doubt]:
        """Every doubt about the print, by row and column."""
        return {(doubt.row, doubt.column): doubt for doubt in find_doubts(self.sheet)}

    def standing_cell(self, cell: Cell) -> Cell | None:
        """Return the cell of the table that a look-up or a roll ended in; None if it ended outside the table."""
        rows, columns = self.sheet.rows.labels, self.column_labels
        if cell.row not in rows or cell.column not in columns:
            return None
        return self.cells[rows.index(cell.row)][columns.index(cell.column)]

    def means(self, code: str) -> str:
        """Say what a code means; an empty text if the code speaks for itself."""
        meaning = self.sheet.file.codes.get(code, "")
        return meaning.means if isinstance(meaning, Code) else meaning

    def does(self, code: str) -> dict[str, int]:
        """Return what a result does, in numbers: what `[does]` says of it, or else its code."""
        meaning = self.sheet.file.codes.get(code, "")
        own = meaning.does if isinstance(meaning, Code) else {}
        return self.sheet.file.does.get(code, own)

    @property
    def key_axes(self) -> tuple[Axis, ...]:
        """The axes a look-up needs a value for, in the order it takes them."""
        rows = (self.row_axis,) if len(self.cells) > 1 or len(self.column_labels) == 1 else ()
        return (*self._column_keys, *rows) if self._die_last else (*rows, *self._column_keys)

    @property
    def _column_keys(self) -> tuple[Axis, ...]:
        return self.column_axes if len(self.column_labels) > 1 else ()

    @property
    def _die_last(self) -> bool:
        return self.row_axis.file.kind == "die"

    def __getitem__(self, key: object) -> Cell:
        values = key if isinstance(key, tuple) else (key,)
        try:
            return _looked_up(self, *values)
        except (
            TypeError
        ):  # a value that is not hashable cannot be remembered, and is told to be none of the chart's
            return self._look_up(values)

    def _look_up(self, values: tuple[object, ...]) -> Cell:
        if len(values) != len(self.key_axes):
            names = " and ".join(axis.asked for axis in self.key_axes)
            raise OffChart(f"{self.title} is looked up by {names}, not by {counted(len(values), 'value')}")
        split = len(self._column_keys) if self._die_last else len(values) - len(self._column_keys)
        first, second = values[:split], values[split:]
        columns = self._find_columns(first if self._die_last else second)
        row = self._find_row(second if self._die_last else first)
        at = columns[-1].index
        if row.next_column and at is not None:
            row, at = self._next_column(row, at)
        cell = self._outside(row, columns) if row.index is None or at is None else self._inside(row.index, at)
        return _with_how(cell, (*columns, row) if self._die_last else (row, *columns))

    def _find_row(self, values: tuple[object, ...]) -> Lookup:
        return self.row_axis.find(values[0]) if values else Lookup(0, self.row_axis.labels[0])

    def _find_columns(self, values: tuple[object, ...]) -> list[Lookup]:
        """Find a column by a value for each line of its heading; each narrows the columns left for the next.

        A line that gives the result itself ends the search.
        """
        if not values:
            return [Lookup(0, self.column_labels[0])]
        lookups: list[Lookup] = []
        among = tuple(range(len(self.column_labels)))
        for axis, value in zip(self.column_axes, values, strict=True):
            lookups.append(axis.find(value, among))
            if lookups[-1].index is None:
                break
            among = tuple(index for index in among if axis.labels[index] == lookups[-1].label)
        return lookups

    def _next_column(self, row: Lookup, column: int) -> tuple[Lookup, int]:
        """Go one column further, as the row's range demands, and record it."""
        after = self.column_axes[0].after(column)
        which = "last" if after == column else "next"
        how = f"{row.how} in {self.column_labels[after]}, the {which} column"
        return msgspec.structs.replace(row, how=how), after

    def _inside(self, row: int, column: int) -> Cell:
        """Return a cell of the table, or the one that answers for its blank."""
        cell = self.cells[row][column]
        other = self.column_axes[0].file.instead.get(cell.column)
        if other is not None and not cell.text:
            substitute = self.cells[row][self.column_labels.index(other)]
            return msgspec.structs.replace(
                substitute, how=f"{cell.column} is blank, and {other} answers for it"
            )
        return cell

    def _outside(self, row: Lookup, columns: list[Lookup]) -> Cell:
        """Return the result of a look-up that ends outside the table."""
        given = [lookup.result for lookup in (row, columns[-1]) if lookup.result is not None]
        text = given[0] if given else self._worked_out(row, columns[-1])
        return Cell(row.label, " / ".join(column.label for column in columns), text, "", text)

    def _worked_out(self, row: Lookup, column: Lookup) -> str:
        rule = self.sheet.file.arithmetic
        if rule is None or row.value is None or column.value is None:
            raise OffChart(f"{self.title} has no arithmetic for {row.label} and {column.label}")
        return rule.value(row.value, column.value, self.sheet.file.cells.ladder)

    @property
    def shares_out_a_die(self) -> bool:
        """Whether the cells themselves divide up a die, so that `roll` can be used."""
        return bool(self.sheet.file.cells.across) or "reading" in self.sheet.file.cells.kinds

    @property
    def roll_keys(self) -> int:
        """How many keys `roll` takes, the die included."""
        return 2 if self.sheet.file.cells.across else len(self.key_axes) + 1

    def roll(self, *keys: object) -> Cell:
        """Look up a chart whose cells divide up a die; the last key is the die.

        Where columns share it, the cell is the one whose range has the die; where each cell reads like
        `1-4 = NE 5-6 = R`, it is that cell with the code as its text. A cell or a result outside the print that
        shares out nothing is the answer whatever the die shows.
        """
        if not self.shares_out_a_die:
            raise OffChart(f"the cells of {self.title} share out no die; look them up")
        if len(keys) != self.roll_keys:
            raise OffChart(f"{self.title} is rolled on with {self.roll_keys} values, the die last")
        *known, last = keys
        die = self._die(last)
        if self.sheet.file.cells.across:
            return self._share(self.row_axis.find(known[0]), die)
        cell = self[tuple(known)]
        shares = self._shares(cell.reads)
        for span, code in shares:
            if die in span:
                return msgspec.structs.replace(cell, text=code)
        if not shares:
            return cell
        raise OffChart(f"{self.title} has no result for {die}")

    def _shares(self, text: str) -> list[tuple[Span, str]]:
        """Read how a cell divides up a die; an empty list if it does not."""
        file = self.sheet.file
        shares = "reading" in file.cells.kinds and not unlike(file, "reading", text)
        return parse_reading(text) if shares else []

    def _die(self, value: object) -> int:
        if not isinstance(value, int):
            raise GrognardError(f"a die shows a whole number, not {repeated(value)}")
        return value

    def _share(self, row: Lookup, die: int) -> Cell:
        if row.index is None:
            if row.result is None:
                raise OffChart(f"{self.title} has no row for {row.label}")
            return _with_how(Cell(row.label, "", row.result, "", row.result), (row,))
        for cell in self.cells[row.index]:
            if cell.column in self.sheet.file.cells.across and die in self._range(cell):
                return _with_how(cell, (row,))
        raise OffChart(f"{self.title} has no result for {die}")

    def _range(self, cell: Cell) -> Span | tuple[()]:
        """Read the die results that a cell stands for; none for a code."""
        file = self.sheet.file
        is_range = cell.reads not in file.codes and not unlike(file, "die", cell.reads)
        return Span.parse(cell.reads) if is_range else ()

    def _cell(self, i: int, j: int) -> Cell:
        sheet = self.sheet
        row, column = sheet.rows.labels[i], self.column_labels[j]
        entry = sheet.drawn.rows[i].entries[j + 1]
        if (row, column) in self.edited:
            text = self.edited[row, column]
            return Cell(row, column, text, entry.text, text, corrected=True, how="changed in this variant")
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
        return Cell(row, column, text, entry.text, reads, ruling, corrected=text != entry.text)


# The same cells are looked up again and again; 1 is told as 1, and True as True, so types count.
@lru_cache(maxsize=8192, typed=True)
def _looked_up(chart: Chart, *values: object) -> Cell:
    return chart._look_up(values)  # noqa: SLF001 - its own


def _with_how(cell: Cell, lookups: tuple[Lookup, ...]) -> Cell:
    """Say how a cell was found, and name the ruling behind it."""
    how = "; ".join(told for told in (*(lookup.told for lookup in lookups), cell.how) if told)
    rulings = [name for lookup in lookups for name in lookup.rulings]
    return msgspec.structs.replace(cell, how=how, ruling=cell.ruling or next(iter(rulings), ""))


def load_chart(path: str | PathLike[str], rulings: Rulings | None = None) -> Chart:
    """Load a chart file of your own; rulings it names stand in a `rulings.toml` beside it or one folder up."""
    file = Path(given_path(path))
    book_path = find_book(file)
    book = load_rulings(book_path) if book_path else {}
    in_force = rulings or Rulings()
    return Chart(load_sheet(file, book), msgspec.structs.replace(in_force, book=book))
