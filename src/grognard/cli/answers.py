"""A look-up in words: what was asked, which cell answers, what it means."""

from rich.text import Text

from grognard.charts.chart import Cell, Chart


def look_up(chart: Chart, text: str) -> Cell:
    """Look up what a person types: `7-2, 4`.

    On a chart whose cells share out a die, a whole number at the end is the die.
    """
    keys = [value.strip() for value in text.split(",")]
    if chart.shares_out_a_die and len(keys) == chart.roll_keys and keys[-1].isdigit():
        return chart.roll(*keys[:-1], int(keys[-1]))
    return chart[tuple(keys)]


def answer(chart: Chart, cell: Cell) -> Text:
    """Say what a look-up found, how, and what is doubtful about it."""
    text = Text(f"{cell.row} at {cell.column}: ").append(cell.text or "nothing", style="bold")
    if chart.means(cell.text):
        text.append(f": {chart.means(cell.text)}")
    doubt = chart.doubts.get((cell.row, cell.column))
    told = [cell.how, f"by ruling {cell.ruling}" if cell.ruling else ""]
    if doubt and not cell.ruling:
        told.append(f"doubted: {doubt.proposal or 'nothing'} is proposed, see ruling {doubt.ruling}")
    return text.append(f"\n({'; '.join(filter(None, told))})") if any(told) else text
