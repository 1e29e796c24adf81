# SPDX-License-Identifier: Apache-2.0
"""Read the table of a chart file, which is drawn as the card prints it.

    Die Roll | 1-1 | 2-1 | [3-1]
    ---------+-----+-----+------
    1        | Ar  | Ar  | [Dr]
    2        | Ar  | Dr  | [De]

The lines above the rule are the heading. A line whose first cell is blank continues the cells above it.
Text in square brackets is not on the card: a repair supplies it where print is missing or unreadable.
"""

import re

import msgspec

from grognard.charts.files import Source
from grognard.charts.plurals import counted

RULE = re.compile(r"[-+|\s]*---[-+|\s]*")


class CellText(msgspec.Struct, frozen=True):
    """One cell or heading as the file has it: its text, and whether it was supplied by a repair."""

    text: str
    supplied: bool = False

    @classmethod
    def parse(cls, text: str) -> "CellText":
        """Read a cell; one wholly in square brackets is supplied."""
        text = " ".join(text.split())
        if re.fullmatch(r"\[[^\[\]]*\]", text):
            return cls(text[1:-1].strip(), supplied=True)
        return cls(text)


class TableLine(msgspec.Struct, frozen=True):
    """One row of the drawn table, label first, with its line number in the file.

    A `ragged` one had too many or too few cells, and was cut or padded so that the other rows can be read.
    """

    number: int
    entries: tuple[CellText, ...]
    ragged: bool = False


class DrawnTable(msgspec.Struct, frozen=True):
    """A drawn table: heading lines (nearly always one) and rows."""

    heading: tuple[TableLine, ...]
    rows: tuple[TableLine, ...]


# A stand-in for a table that cannot be read.
NO_TABLE = DrawnTable((TableLine(0, (CellText(""),)),), ())


def read_table(source: Source, text: str) -> DrawnTable:
    """Read a drawn table, noting every line with too many or too few cells."""
    numbered = zip(source.lines.of_text(("table",)), text.split("\n"), strict=False)
    lines = [(number, line) for number, line in numbered if line.strip()]
    rules = [at for at, (_, line) in enumerate(lines) if RULE.fullmatch(line)]
    if not rules or rules[0] in (0, len(lines) - 1):
        source.fault(("table",), "needs a heading, then a rule such as ---+---, then its rows")
        return NO_TABLE
    heading = [_line(number, [line]) for number, line in lines[: rules[0]]]
    rows = [_line(number, group) for number, group in _grouped(lines[rules[0] + 1 :])]
    width = len(heading[0].entries)
    if width == 1:
        source.fault(("table",), "needs at least one column of cells beside the row labels")
    for line in (*heading, *rows):
        if len(line.entries) != width:
            what = f"has {counted(len(line.entries) - 1, 'cell')} where the heading has {width - 1}"
            source.fault((), what, line.number, f"row {line.entries[0].text}")
    return DrawnTable(
        tuple(_even(line, width) for line in heading), tuple(_even(line, width) for line in rows)
    )


def _grouped(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    groups: list[tuple[int, list[str]]] = []
    for number, line in lines:
        if groups and not line.split("|")[0].strip():
            groups[-1][1].append(line)
        else:
            groups.append((number, [line]))
    return groups


def _line(number: int, lines: list[str]) -> TableLine:
    cells = [line.split("|") for line in lines]
    width = max(len(cell) for cell in cells)
    joined = (" ".join(cell[at] for cell in cells if at < len(cell)) for at in range(width))
    return TableLine(number, tuple(CellText.parse(text) for text in joined))


def _even(line: TableLine, width: int) -> TableLine:
    if len(line.entries) == width:
        return line
    filled = (*line.entries, *(CellText("") for _ in range(width)))
    return TableLine(line.number, filled[:width], ragged=True)
