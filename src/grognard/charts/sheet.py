# SPDX-License-Identifier: Apache-2.0
"""A chart file, read strictly: the card as printed, with its repairs and errata beside it.

A `Sheet` knows nothing of which rulings are in force; `grognard.charts.chart` looks cells up under them.
"""

from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec

from grognard.charts.axis import Axis, AxisFile
from grognard.charts.errors import OffChart
from grognard.charts.files import BlankOrText, KeyPath, of_the_first
from grognard.charts.labels import NUMBER, Odds, half_up, number, parse_number
from grognard.charts.rulings import Sure
from grognard.charts.table import CellText, DrawnTable

CellKind = Literal["code", "number", "die", "reading", "text"]


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a cell code means to a player, and in numbers what it does; `supplied` if the card does not say."""

    means: BlankOrText
    does: dict[str, int] = {}
    supplied: bool = False


class Note(msgspec.Struct, frozen=True):
    """A note of the card, or one of ours where the card lost it (`supplied`)."""

    text: str
    mark: str = ""
    supplied: bool = False


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """Some cells of a chart: these rows by these columns; naming none means all."""

    rows: list[str] = []
    columns: list[str] = []

    def covers(self, row: str, column: str) -> bool:
        """Return whether a cell is in this region."""
        return (not self.rows or row in self.rows) and (not self.columns or column in self.columns)


class Repair(Region, frozen=True, kw_only=True):
    """Why cells or headings in square brackets had to be supplied, and what the card prints there."""

    why: str
    printed: str = ""
    headings: list[str] = []
    ruling: str = ""


class Erratum(Region, frozen=True, kw_only=True):
    """A correction, in force when its ruling takes its option.

    A `slip` can only mean its correction: it is shown as printed and read as corrected under any rulings.
    `unseen` says why the lint cannot find this doubt by itself.
    """

    printed: BlankOrText
    corrected: BlankOrText
    why: str
    sure: Sure
    ruling: str = ""
    option: str = "corrected"
    slip: bool = False
    unseen: str = ""


class Cells(msgspec.Struct, frozen=True):
    """What the cells hold; `across` names columns that divide up one die; `ladder` ranks the results."""

    kinds: tuple[CellKind, ...] = ("code",)
    dice: str = ""
    across: list[str] = []
    ladder: list[str] = []


class Arithmetic(msgspec.Struct, frozen=True):
    """The rule a table of figures claims to follow, in force when its ruling takes its option."""

    cell: Literal["row / column", "row * column"]
    round: Literal["odds", "half up"]
    least: int = 0
    ruling: str = ""
    option: str = "corrected"

    def told(self, row: str, column: str, right: str) -> str:
        """Say how a cell is reckoned."""
        if self.cell == "row / column":
            return f"{row} / {column} rounds down to {right}"
        exact = number(parse_number(row) * parse_number(column))
        return f"{row} x {column} = {exact}" + ("" if exact == right else f", which rounds to {right}")

    def value(self, row: Fraction, column: Fraction, ladder: list[str]) -> str:
        """Work the cell out; odds round down to a step of the ladder."""
        if self.cell == "row / column" and not column:
            raise OffChart(f"{number(row)} cannot be divided by 0")
        if self.round == "odds":
            return Axis("odds", tuple(ladder), AxisFile("odds")).find(Odds(row, column)).label
        exact = row / column if self.cell == "row / column" else row * column
        return str(max(self.least, half_up(exact)))


class ChartFile(msgspec.Struct, frozen=True, kw_only=True):
    """A chart file, section by section."""

    title: str
    source: str
    table: str
    rows: AxisFile
    columns: list[AxisFile]
    cells: Cells = Cells()
    codes: dict[str, str | Code] = {}
    does: dict[str, dict[str, int]] = {}
    arithmetic: Arithmetic | None = None
    notes: list[Note] = []
    repairs: list[Repair] = []
    errata: list[Erratum] = []


class Sheet(msgspec.Struct, frozen=True):
    """A chart file put together: its sections, its drawn table, its axes. Cells are named by row and column label.

    The checks read a sheet too, so it may hold faults, and stand-ins for the fields of its file that are `broken`;
    what `load_sheet` returns has none.
    """

    name: str
    path: Path
    file: ChartFile
    drawn: DrawnTable
    rows: Axis
    columns: tuple[Axis, ...]
    broken: frozenset[KeyPath] = frozenset()

    def is_sound(self, place: KeyPath, *fields: str) -> bool:
        """Return whether these fields of a section or entry could be read, so that a check may rely on them."""
        entry = of_the_first(place)
        asked = [(*entry, field) for field in fields]
        return entry not in self.broken and not any(
            broken[: len(entry) + 1] in asked for broken in self.broken
        )

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The columns' names; the lines of a heading are joined by a stroke."""
        return tuple(" / ".join(parts) for parts in zip(*(axis.labels for axis in self.columns), strict=True))

    @property
    def supplied_headings(self) -> list[tuple[str, str]]:
        """The headings in square brackets, as (row, column) with one of them empty."""
        columns = [
            ("", entry.text) for line in self.drawn.heading for entry in line.entries if entry.supplied
        ]
        rows = [line.entries[0] for line in self.drawn.rows]
        return [*columns, *((entry.text, "") for entry in rows if entry.supplied)]

    @property
    def entries(self) -> list[tuple[int, int, CellText]]:
        """Every cell as the file has it, with its indexes."""
        rows = [(i, line) for i, line in enumerate(self.drawn.rows) if not line.ragged]
        return [(i, j, entry) for i, line in rows for j, entry in enumerate(line.entries[1:])]

    @property
    def texts(self) -> list[str]:
        """The texts that stand in cells, as printed, repaired or corrected, where the chart takes any text."""
        if "text" not in self.file.cells.kinds:
            return []
        printed = (entry.text for _, _, entry in self.entries)
        return list(dict.fromkeys([*printed, *(erratum.corrected for erratum in self.file.errata)]))

    @property
    def results(self) -> list[str]:
        """Every result that `[does]` may name: codes, texts of cells, and columns that share out a die."""
        return [*self.file.codes, *self.texts, *self.file.cells.across]

    def slip_at(self, row: str, column: str) -> Erratum | None:
        """Return the slip of the pen in this cell, if it is one."""
        return next(
            (erratum for erratum in self.file.errata if erratum.slip and erratum.covers(row, column)), None
        )

    def repair_at(self, row: str, column: str) -> Repair | None:
        """Return the repair that supplied this cell, if there is one."""
        region = (
            repair for repair in self.file.repairs if repair.rows or repair.columns or not repair.headings
        )
        return next((repair for repair in region if repair.covers(row, column)), None)

    def arithmetic_at(self, i: int, j: int) -> str | None:
        """Return what the chart's own arithmetic gives for a cell, if it has any."""
        rule = self.file.arithmetic
        if rule is None:
            return None
        row, column = parse_number(self.rows.labels[i]), parse_number(self.columns[0].labels[j])
        return rule.value(row, column, self.file.cells.ladder)

    def rank(self, text: str) -> Fraction | None:
        """Return how high a result stands on the ladder, if the chart has one."""
        if text in self.file.cells.ladder:
            return Fraction(self.file.cells.ladder.index(text))
        if self.file.cells.ladder or not NUMBER.fullmatch(text):
            return None
        return parse_number(text)
