"""A look-up in words: what was asked, which cell answers, what it means."""

from rich.text import Text

from grognard.charts.chart import Cell, Chart


def parse_keys(text: str) -> tuple[str, ...]:
    """Read `7-2, 4` as the values of a look-up."""
    return tuple(value.strip() for value in text.split(","))


def answer(chart: Chart, cell: Cell) -> Text:
    """Say what a look-up found, and how."""
    text = Text(f"{cell.row} at {cell.column}: ").append(cell.text or "nothing", style="bold")
    if chart.means(cell.text):
        text.append(f": {chart.means(cell.text)}")
    told = [part for part in (cell.how, f"ruling {cell.ruling}" if cell.ruling else "") if part]
    return text.append(f"\n({'; '.join(told)})") if told else text
