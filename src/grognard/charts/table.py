"""Read the table of a chart file, which is drawn as the card prints it.

    Die Roll | 1-1 | 2-1 | [3-1]
    ---------+-----+-----+------
    1        | Ar  | Ar  | [Dr]
    2        | Ar  | Dr  | [De]

The lines above the rule are the heading. A line whose first cell is blank goes on with the cells above it.
Text in square brackets is not on the card: a repair supplies it where print is missing or unreadable.
"""

import re

import msgspec

from grognard.charts.files import Source

RULE = re.compile(r"[-+|\s]*---[-+|\s]*")


class Entry(msgspec.Struct, frozen=True):
    """One cell or heading as the file has it: its text, and whether it was supplied by a repair."""

    text: str
    supplied: bool = False

    @classmethod
    def parse(cls, text: str) -> "Entry":
        """Read a cell; one wholly in square brackets is supplied."""
        text = " ".join(text.split())
        if re.fullmatch(r"\[[^\[\]]*\]", text):
            return cls(text[1:-1].strip(), supplied=True)
        return cls(text)


class Line(msgspec.Struct, frozen=True):
    """One row of the drawn table, label first, with its line number in the file."""

    number: int
    entries: tuple[Entry, ...]


class Drawn(msgspec.Struct, frozen=True):
    """A drawn table: heading lines (nearly always one) and rows."""

    heading: tuple[Line, ...]
    rows: tuple[Line, ...]


def read_table(source: Source, text: str) -> Drawn:
    """Read a drawn table, noting every line with too many or too few cells."""
    first = source.lines.of(("table",)) + (source.text.split("table", 1)[-1].lstrip(" =").startswith('"""\n'))
    lines = [(first + number, line) for number, line in enumerate(text.split("\n"))]
    lines = [(number, line) for number, line in lines if line.strip()]
    rule = next((at for at, (_, line) in enumerate(lines) if RULE.fullmatch(line)), None)
    if not rule:
        source.fault(("table",), "needs a heading, then a rule such as ---+---, then its rows")
        return Drawn((), ())
    heading = [_line(number, [line]) for number, line in lines[:rule]]
    rows = [_line(number, group) for number, group in _grouped(lines[rule + 1 :])]
    width = len(heading[0].entries)
    for line in (*heading, *rows):
        if len(line.entries) != width:
            where = f"row {line.entries[0].text}"
            source.fault(
                (), f"has {len(line.entries) - 1} cells, the heading {width - 1}", line.number, where
            )
    return Drawn(tuple(heading), tuple(rows))


def _grouped(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    groups: list[tuple[int, list[str]]] = []
    for number, line in lines:
        if groups and not line.split("|")[0].strip():
            groups[-1][1].append(line)
        else:
            groups.append((number, [line]))
    return groups


def _line(number: int, lines: list[str]) -> Line:
    cells = [line.split("|") for line in lines]
    width = max(len(each) for each in cells)
    joined = (" ".join(each[at] for each in cells if at < len(each)) for at in range(width))
    return Line(number, tuple(Entry.parse(text) for text in joined))
