"""A look-up in words: what was asked, which cell answers, what it means, and what is doubtful about it."""

import re

import msgspec
from rich.text import Text

from grognard.charts.chart import Cell, Chart
from grognard.charts.drawing.marks import mark
from grognard.charts.errors import GrognardError
from grognard.charts.labels import N


def look_up(chart: Chart, text: str) -> Cell:
    """Look up what a person types: `7-2, 4`.

    On a chart whose cells share out a die, a whole number at the end is the die.
    """
    keys = [value.strip() for value in text.split(",")]
    if not all(keys):
        names = ", ".join(axis.name for axis in chart.key_axes)
        raise GrognardError(f"say what to look up, with commas between: {names}")
    is_die = re.fullmatch(N, keys[-1]) is not None
    if (
        chart.shares_out_a_die
        and len(keys) == chart.roll_keys
        and (is_die or len(keys) > len(chart.key_axes))
    ):
        return chart.roll(*keys[:-1], int(keys[-1]) if is_die else keys[-1])
    return chart[tuple(keys)]


def answer(chart: Chart, cell: Cell) -> Text:
    """Say what a look-up found."""
    where = " at ".join(name.rstrip(":") for name in (cell.row, cell.column) if name)
    text = Text(f"{where}: ").append(cell.text or "nothing", style="bold")
    meaning = chart.means(cell.text) or chart.means(cell.reads)
    if meaning:
        text.append(f": {meaning}")
    told = [part for part in (cell.how, standing(chart, cell)) if part]
    return text.append(f"\n({'; '.join(told)})") if told else text


def standing(chart: Chart, cell: Cell) -> str:
    """Say whether a cell is print, repaired, corrected or doubted, and by which ruling."""
    doubt = chart.doubts.get((cell.row, cell.column))
    if doubt is None:
        return ""
    ruling = f", ruling {doubt.ruling}" if doubt.ruling else ""
    printed = doubt.printed or "nothing"
    if chart.sheet.slip_at(cell.row, cell.column):
        return f"{printed} is printed and read as {doubt.proposal}{ruling}"
    match mark(chart, chart.standing_cell(cell)):
        case "repaired":
            return f"repaired{ruling}"
        case "corrected":
            return f"corrected{ruling}: {printed} is printed"
        case _:
            return f"doubted{ruling}: {doubt.proposal or 'nothing'} is proposed"


def answer_json(chart: Chart, cell: Cell) -> str:
    """Write what a look-up found for another program."""
    data = {
        "game": chart.game,
        "chart": chart.name,
        "profile": chart.rulings.profile,
        **msgspec.to_builtins(cell),
        "means": chart.means(cell.text) or chart.means(cell.reads),
        "does": chart.does(cell.text),
        "standing": standing(chart, cell),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()
