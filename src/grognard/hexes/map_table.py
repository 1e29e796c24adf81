# SPDX-License-Identifier: Apache-2.0
"""Read and print the drawing in a map file: every hex stands under the number of its column.

Flat hexes take two lines a row, the shoved columns on the lower one; pointy hexes take one line a row, shoved
rows half a hex to the right:

       | 01    03    05                | 01  02  03
       |    02    04                ---+-----------
    ---+---------------             01 | .   .   .
    01 | .     .     f              02 |   .   .   .
       |    .     ~
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.charts.plurals import counted, plural
from grognard.charts.table import RULE
from grognard.hexes.grid import Grid, HexId

RULED = "---"


class _Line(msgspec.Struct, frozen=True):
    """One line of the drawing: its number in the file, its label, and each word with its place."""

    number: int
    label: str
    words: tuple[tuple[int, str], ...]


def bands(grid: Grid) -> list[list[int]]:
    """Return the columns drawn on each line of a row."""
    columns = range(grid.columns)
    if grid.orientation == "pointy":
        return [list(columns)]
    lines = [[column for column in columns if grid.is_shoved(column) == shoved] for shoved in (False, True)]
    return [line for line in lines if line]


def _pitch(grid: Grid) -> int:
    """Return how far apart two columns are drawn."""
    return max(3 if grid.orientation == "flat" else 4, grid.numbering.column_digits + 1)


def _shift(grid: Grid, row: int, pitch: int) -> int:
    """Return how far to the right of its column number a hex of this row is drawn."""
    return pitch // 2 if grid.orientation == "pointy" and grid.is_shoved(row) else 0


def draw_table(
    grid: Grid, codes: Sequence[str], columns: range | None = None, rows: range | None = None
) -> str:
    """Draw the hexes as a map file has them, given the code of each; all of them, or some columns and rows."""
    pitch = _pitch(grid)
    margin = max(2, grid.numbering.row_digits)
    columns = range(grid.columns) if columns is None else columns
    drawn = [[column for column in band if column in columns] for band in bands(grid)]

    def line(label: str, words: Iterable[tuple[int, str]]) -> str:
        text = f"{label:<{margin}} | "
        for column, word in words:
            text = f"{text:<{margin + 3 + column}}{word}"
        return text

    def place(column: int) -> int:
        return pitch * (column - columns.start)

    lines = [
        line("", [(place(column), grid.numbering.column_name(column)) for column in band]) for band in drawn
    ]
    lines.append("-" * (margin + 1) + "+" + "-" * (max(map(len, lines)) - margin - 2))
    for row in rows or range(grid.rows):
        for at, band in enumerate(drawn):
            moved = _shift(grid, row, pitch)
            words = [(place(column) + moved, codes[row * grid.columns + column]) for column in band]
            lines.append(line("" if at else grid.numbering.row_name(row), words))
    return "\n".join(lines) + "\n"


def read_table(source: Source, grid: Grid, legend: dict[str, str], text: str) -> tuple[str, ...]:
    """Read the terrain of every hex, noting all that is wrong; a hex that cannot be read has no terrain."""
    terrain = [""] * grid.size
    lines = list(_lines(source, text))
    count = len(bands(grid))
    heading, rows = lines[:count], lines[count:]
    if not rows or rows[0].label != RULED:
        wanted = "a line" if count == 1 else "two lines"
        source.fault(
            ("hexes",), f"needs {wanted} of column numbers, then a rule such as ---+---, then its rows"
        )
        return tuple(terrain)
    places = _heading(source, grid, heading)
    rows = rows[1:]
    if len(rows) != grid.rows * count:
        source.fault(
            ("hexes",),
            f"has {counted(len(rows), 'line')} of hexes; {counted(grid.rows, 'row')} {plural(grid.rows, 'needs', 'need')} {grid.rows * count}",
        )
    for at, line in enumerate(rows[: grid.rows * count]):
        row, band = divmod(at, count)
        _label(source, grid, line, row, first=band == 0)
        for hex_id, word in _row(source, grid, line, row, bands(grid)[band], places):
            if word not in legend:
                what = f"unknown terrain code {word!r}; {nearest(word, list(legend))}"
                source.fault((), what, line.number, f"hex {grid.hex_name(hex_id)}")
            terrain[hex_id] = legend.get(word, "")
    return tuple(terrain)


def _lines(source: Source, text: str) -> Iterator[_Line]:
    opened = source.lines.of(("hexes",))
    first = opened + source.text.split("\n")[opened - 1].rstrip().endswith(('"""', "'''"))
    for number, line in enumerate(text.split("\n"), first):
        if RULE.fullmatch(line):
            yield _Line(number, RULED, ())
        elif line.strip():
            label, bar, rest = line.partition("|")
            if not bar:
                source.fault((), "needs a | between its label and its hexes", number, "hexes")
            start = len(label) + 1
            words = tuple((start + match.start(), match[0]) for match in re.finditer(r"\S+", rest))
            yield _Line(number, label.strip(), words)


def _heading(source: Source, grid: Grid, heading: list[_Line]) -> dict[int, int]:
    """Return where each column number stands."""
    places: dict[int, int] = {}
    for line, band in zip(heading, bands(grid), strict=True):
        names = [grid.numbering.column_name(column) for column in band]
        if [word for _, word in line.words] != names:
            source.fault((), f"column numbers must be {' '.join(names)}", line.number, "hexes")
        else:
            places |= {column: place for column, (place, _) in zip(band, line.words, strict=True)}
    return places


def _label(source: Source, grid: Grid, line: _Line, row: int, *, first: bool) -> None:
    name = grid.numbering.row_name(row) if first else ""
    if line.label != name:
        said = f"is labelled {line.label!r}, not {name!r}"
        source.fault((), said, line.number, f"row {grid.numbering.row_name(row)}")


def _row(  # noqa: PLR0913, PLR0917 - a line, where it stands, and what it is compared with
    source: Source, grid: Grid, line: _Line, row: int, band: list[int], places: dict[int, int]
) -> Iterator[tuple[HexId, str]]:
    """Yield the hexes of a line with the right number of them."""
    if len(line.words) != len(band):
        name = f"row {grid.numbering.row_name(row)}"
        source.fault(
            (),
            f"has {counted(len(line.words), 'hex', 'hexes')} on this line, not {len(band)}",
            line.number,
            name,
        )
        return
    pitch = places[1] - places[0] if {0, 1} <= places.keys() else _pitch(grid)
    for column, (place, word) in zip(band, line.words, strict=True):
        hex_id = HexId(row * grid.columns + column)
        off = place - places[column] - _shift(grid, row, pitch) if column in places else 0
        if off:
            what = f"is drawn {abs(off)} to the {'right' if off > 0 else 'left'} of its place"
            source.fault((), what, line.number, f"hex {grid.hex_name(hex_id)}")
        yield hex_id, word
