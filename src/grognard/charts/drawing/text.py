# SPDX-License-Identifier: Apache-2.0
"""A chart for a terminal: drawn as a player knows it, marked, with its codes, notes and footnotes.

A chart whose longest words do not fit the terminal side by side is cut into panels of columns, each with the
row labels again.
"""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from grognard.charts.chart import Cell, Chart
from grognard.charts.drawing.marks import (
    SIGNS,
    Mark,
    Shade,
    footnotes,
    further_rulings,
    heading_mark,
    lines,
    mark,
    not_on_the_card,
    printed_codes,
    printed_ladder,
    printed_notes,
    shade,
    signed,
)
from grognard.charts.table import CellText

# Colours that can be read on light and on dark paper, and that every eye can tell apart; marks have signs as well.
STYLES: dict[Mark, str] = {
    "repaired": "#00808a",
    "doubted": "bold #c0392b",
    "corrected": "bold #9b59b6",
    "": "",
}
SHADES: dict[Shade, str] = {
    "lowest": "bold #b36b00",
    "low": "#b36b00",
    "high": "#1a7fc0",
    "highest": "bold #1a7fc0",
    "": "",
}
LIT = "reverse bold"
GAP = 2


class TextChart:
    """A chart as rich draws it; `lit` is a cell to show in reverse."""

    def __init__(self, chart: Chart, lit: Cell | None = None) -> None:
        self.chart = chart
        self.lit = lit
        labels = [_signed(line.entries[0]) for line in chart.sheet.drawn.rows]
        # What stands in each column from the top, the row labels first.
        self.columns = [
            [self._heading(0), *labels],
            *(self._column(at) for at in range(len(chart.sheet.column_labels))),
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.chart.label, style="dim")
        yield Text(self.chart.title, style="bold")
        gap = GAP if self._fits(options.max_width, GAP) else 1
        for columns in self._panels(options.max_width, gap):
            yield Text()
            yield self._table(columns, options.max_width, gap)
        yield from self._below()

    def _heading(self, at: int) -> str:
        return "\n".join(_signed(line.entries[at]) for line in self.chart.sheet.drawn.heading)

    def _column(self, at: int) -> list[str]:
        return [self._heading(at + 1), *(lines(self.chart, row[at]) for row in self.chart.cells)]

    def _fits(self, width: int, gap: int) -> bool:
        return sum(longest_word(column) + gap for column in self.columns) - gap <= width

    def _panels(self, width: int, gap: int) -> list[list[int]]:
        """Cut the columns so that each panel's longest words fit the width."""
        room = width - longest_word(self.columns[0])
        panels: list[list[int]] = [[]]
        left = room
        for at in range(1, len(self.columns)):
            need = longest_word(self.columns[at]) + gap
            if need > left and panels[-1]:
                panels.append([])
                left = room
            panels[-1].append(at)
            left -= need
        return panels

    def _table(self, columns: Sequence[int], width: int, gap: int) -> Table:
        table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, gap - 1, 0, 0), pad_edge=False)
        axis = self.chart.column_axes[0]
        if axis.file.name:
            table.title = Text(axis.name, style="italic")
        prose = "text" in self.chart.sheet.file.cells.kinds
        chosen = [self.columns[at] for at in (0, *columns)]
        shares = share_out(chosen, width - gap * len(columns))
        table.show_lines = any(
            longest_line(column[1:]) > share for column, share in zip(chosen, shares, strict=True)
        )
        for number, share in enumerate(shares):
            side: JustifyMethod = "left" if prose or number == 0 else "center"
            style = "bold" if number == 0 else ""
            table.add_column(Text(chosen[number][0]), justify=side, style=style, width=share)
        for line, row in enumerate(self.chart.cells, 1):
            table.add_row(Text(self.columns[0][line]), *(self._cell(row[at - 1]) for at in columns))
        return table

    def _cell(self, cell: Cell) -> Text:
        how = mark(self.chart, cell)
        style = STYLES[how] or SHADES[shade(self.chart, cell.text)]
        if self.lit is not None and (cell.row, cell.column) == (self.lit.row, self.lit.column):
            style = f"{style} {LIT}"
        return Text(lines(self.chart, cell), style=style)

    def _key(self) -> Text:
        """The ladder from its lowest to its highest step, in the colours of the cells."""
        text = Text("\nFrom low to high: ")
        for step in printed_ladder(self.chart):
            text.append(step, style=SHADES[shade(self.chart, step)]).append("  ")
        return text

    def _below(self) -> Iterator[RenderableType]:
        chart = self.chart
        yield from _section("", printed_codes(chart))
        if printed_ladder(chart):
            yield self._key()
        yield from _section("Notes", printed_notes(chart))
        yield from _section("Not on the card", not_on_the_card(chart))
        yield from _section(
            "Marks", [(f"{SIGNS[note.mark]} {note.mark}", note.text) for note in footnotes(chart)]
        )
        yield from _section("Rulings", further_rulings(chart))


def _signed(heading: CellText) -> str:
    return signed(heading.text, heading_mark(heading))


def _section(title: str, lines: list[tuple[str, str]]) -> Iterator[RenderableType]:
    if not lines:
        return
    yield Text()
    if title:
        yield Text(title, style="underline")
    grid = Table.grid(padding=(0, 2, 0, 0))
    if any(head for head, _ in lines):
        grid.add_column(style="bold", min_width=min(12, longest_line([head for head, _ in lines])))
    grid.add_column(ratio=1)
    for head, text in lines:
        grid.add_row(*([Text(head)] if len(grid.columns) > 1 else []), Text(text))
    yield grid


def share_out(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """Give each column room for its longest word, then the rest to those that need least to show their texts whole."""
    shares = [longest_word(column) for column in columns]
    wants = [longest_line(column) - share for column, share in zip(columns, shares, strict=True)]
    left = max(0, width - sum(shares))
    needy = sorted(range(len(columns)), key=lambda at: wants[at])
    for number, at in enumerate(needy):
        more = min(wants[at], left // (len(needy) - number))
        shares[at] += more
        left -= more
    return shares


def longest_line(texts: Sequence[str]) -> int:
    """Return the length of the longest line: no column need be wider."""
    return max((len(line) for text in texts for line in text.split("\n")), default=1)


def longest_word(texts: Sequence[str]) -> int:
    """Return the length of the longest word: no column can be narrower."""
    return max((len(word) for text in texts for word in text.split()), default=1)
