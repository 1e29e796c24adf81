"""A chart for a terminal: drawn as a player knows it, marked, with its codes, notes and footnotes.

A chart whose longest words do not fit the terminal side by side is cut into panels of columns, each with the
row labels again.
"""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from grognard.charts.chart import Cell, Chart
from grognard.charts.drawing.marks import (
    SIGNS,
    Mark,
    Shade,
    footnotes,
    heading_mark,
    lines,
    mark,
    sentence,
    shade,
    signed,
)

STYLES: dict[Mark, str] = {"repaired": "cyan", "doubted": "bold yellow", "corrected": "bold magenta", "": ""}
# Low and high results in two colours that every eye can tell apart.
SHADES: dict[Shade, str] = {
    "lowest": "#e69f00",
    "low": "#cfae72",
    "high": "#93bfd9",
    "highest": "#56b4e9",
    "": "",
}
LIT = "reverse bold"
GAP = 2


class TextChart:
    """A chart as rich draws it; `lit` is a cell to show in reverse."""

    def __init__(self, chart: Chart, lit: Cell | None = None) -> None:
        self.chart = chart
        self.lit = lit
        heading = "\n".join(line.entries[0].text for line in chart.sheet.drawn.heading)
        labels = [self._signed(label) for label in chart.sheet.rows.labels]
        # What stands in each column from the top, the row labels first.
        self.columns = [
            [heading, *labels],
            *(self._column(at) for at in range(len(chart.sheet.column_labels))),
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.chart.title, style="bold")
        gap = GAP if self._fits(options.max_width, GAP) else 1
        for columns in self._panels(options.max_width, gap):
            yield Text()
            yield self._table(columns, options.max_width, gap)
        yield from self._below()

    def _signed(self, label: str) -> str:
        return signed(label, heading_mark(self.chart, label))

    def _column(self, at: int) -> list[str]:
        heading = "\n".join(self._signed(axis.labels[at]) for axis in self.chart.sheet.columns)
        return [heading, *(lines(self.chart, row[at]) for row in self.chart.rows)]

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
        if axis.file.kind != "named" and axis.name not in self.columns[0][0]:
            table.title, table.title_style = axis.name, "italic"
        prose = "text" in self.chart.sheet.file.cells.kinds
        table.show_lines = prose
        chosen = [self.columns[at] for at in (0, *columns)]
        for number, share in enumerate(share_out(chosen, width - gap * len(columns))):
            side = "left" if prose or number == 0 else "center"
            style = "bold" if number == 0 else ""
            table.add_column(Text(chosen[number][0]), justify=side, style=style, width=share)  # type: ignore[arg-type]
        for line, row in enumerate(self.chart.rows, 1):
            table.add_row(Text(self.columns[0][line]), *(self._cell(row[at - 1]) for at in columns))
        return table

    def _cell(self, cell: Cell) -> Text:
        how = mark(self.chart, cell)
        style = STYLES[how] or SHADES[shade(self.chart, cell)]
        if self.lit is not None and (cell.row, cell.column) == (self.lit.row, self.lit.column):
            style = f"{style} {LIT}"
        return Text(lines(self.chart, cell), style=style)

    def _below(self) -> Iterator[RenderableType]:
        chart, notes = self.chart, self.chart.sheet.file.notes
        yield from _section("", chart.legend)
        yield from _section("Notes", [(note.mark, note.text) for note in notes if not note.supplied])
        yield from _section("Not on the card", [(note.mark, note.text) for note in notes if note.supplied])
        yield from _section(
            "Marks", [(f"{SIGNS[note.mark]} {note.mark}", note.text) for note in footnotes(chart)]
        )
        ruled = [(name, chart.rulings.book[name]) for name in chart.rulings_uncited]
        answers = [
            (name, f"{r.question} {sentence(r.options[chart.rulings.option(name)])}") for name, r in ruled
        ]
        yield from _section("Rulings", answers)


def _section(title: str, lines: list[tuple[str, str]]) -> Iterator[RenderableType]:
    if not lines:
        return
    yield Text()
    if title:
        yield Text(title, style="underline")
    grid = Table.grid(padding=(0, 2, 0, 0))
    if any(head for head, _ in lines):
        grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for head, text in lines:
        grid.add_row(*([Text(head)] if len(grid.columns) > 1 else []), Text(text))
    yield grid


def share_out(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """Give each column its longest word, then what is left to those whose texts are longer, in proportion."""
    least = [longest_word(column) for column in columns]
    wish = [max(len(line) for text in column for line in text.split("\n")) for column in columns]
    wants = [more - have for more, have in zip(wish, least, strict=True)]
    left = max(0, width - sum(least))
    if sum(wants) <= left:
        return wish
    return [have + left * want // sum(wants) for have, want in zip(least, wants, strict=True)]


def longest_word(texts: Sequence[str]) -> int:
    """Return the length of the longest word: no column can be narrower."""
    return max((len(word) for text in texts for word in text.split()), default=1)
