# SPDX-License-Identifier: Apache-2.0
"""A look-up in words: what was asked, which cell answers, what it means, and what is doubtful about it."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.text import Text

from grognard.charts.axis import Axis
from grognard.charts.chart import Cell, Chart
from grognard.charts.drawing.marks import mark
from grognard.charts.errors import GrognardError, OffChart
from grognard.charts.labels import NUMBER, N

NUMBERS = ("die", "band", "number")
PAIR = 2


class Unclear(OffChart):
    """Words that occur in several headings."""


def look_up(chart: Chart, text: str) -> Cell:
    """Look up what a person types: `7-2, 4`, or a part of a heading that is unique: `woods, defense`.

    On a chart whose cells divide up a die, a whole number at the end is the die.
    """
    keys = _keys(chart, text)
    if not all(keys):
        names = ", ".join(axis.asked for axis in chart.key_axes)
        raise GrognardError(f"say what to look up, with commas between: {names}")
    is_die = re.fullmatch(N, keys[-1]) is not None
    if (
        chart.shares_out_a_die
        and len(keys) == chart.roll_keys
        and (is_die or len(keys) > len(chart.key_axes))
    ):
        axes = (chart.row_axis,) if chart.sheet.file.cells.across else chart.key_axes
        return chart.roll(*_labels(axes, keys[:-1]), int(keys[-1]) if is_die else keys[-1])
    return _in_either_order(chart, keys)


def _in_either_order(chart: Chart, keys: list[str]) -> Cell:
    """Look up a cell by the keys as typed, or else in reverse order.

    Two numbers are never swapped: one beyond the table would be answered as if it were the other.
    """
    axes = chart.key_axes
    if len(keys) != len(axes):
        return chart[tuple(keys)]
    may_change = len(axes) == PAIR and not all(axis.file.kind in NUMBERS for axis in axes)
    refusals: list[OffChart] = []
    for order in [keys, keys[::-1]] if may_change else [keys]:
        result = _tried(chart, order)
        if isinstance(result, Cell):
            return result
        refusals.append(result)
    unclear = [refusal for refusal in refusals if isinstance(refusal, Unclear)]
    if unclear or len(axes) == 1:
        raise [*unclear, *refusals][0]
    names = " and ".join(axis.name for axis in axes)
    raise OffChart(f"{refusals[0]} ({chart.title} is looked up by {names})")


def _tried(chart: Chart, keys: list[str]) -> Cell | OffChart:
    try:
        return chart[_labels(chart.key_axes, keys)]
    except OffChart as refusal:
        return refusal


def _labels(axes: Sequence[Axis], keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(_label(axis, key) for axis, key in zip(axes, keys, strict=True))


def _label(axis: Axis, typed: str) -> str:
    """Return the only label with these words in it or in its short names; otherwise what was typed."""
    names = {label: (label, *axis.file.means.get(label, ())) for label in axis.labels}
    is_name = typed.lower() in [name.lower() for value in names.values() for name in value]
    if axis.file.kind != "named" or is_name:
        return typed
    labels = [
        label
        for label, spellings in names.items()
        if any(_words(typed) in _words(name) for name in spellings)
    ]
    if len(labels) > 1:
        raise Unclear(f"{typed!r} may be {' or '.join(axis.names(label)[0] for label in labels)}; say which")
    return labels[0] if labels else typed


def _words(text: str) -> str:
    """Return the words of a text with a blank around each, so that only whole words match."""
    words = re.findall(r"\w+", text.lower()) or [text]
    return f" {' '.join(words)} "


def _keys(chart: Chart, text: str) -> list[str]:
    """Split what a person types at its commas; if there are too many keys, labels with commas are joined again."""
    keys = [value.strip() for value in text.split(",")]
    most = max(len(chart.key_axes), chart.roll_keys if chart.shares_out_a_die else 0)
    labels = {_bare(label): label for axis in chart.key_axes for label in axis.labels if "," in label}
    while len(keys) > most and (joined := _joined(keys, labels)):
        keys = joined
    return keys


def _joined(keys: list[str], labels: dict[str, str]) -> list[str]:
    """Return the keys with the first neighbours joined that make a label; an empty list if none do."""
    for end in range(2, len(keys) + 1):
        for at in range(end - 1):
            if label := labels.get(_bare(",".join(keys[at:end]))):
                return [*keys[:at], label, *keys[end:]]
    return []


def _bare(text: str) -> str:
    return "".join(text.split()).lower()


def answer(chart: Chart, cell: Cell) -> Text:
    """Say what a look-up found."""
    named = (
        _label_text(chart, chart.row_axis, cell.row),
        _label_text(chart, chart.column_axes[0], cell.column),
    )
    where = " at ".join(name.rstrip(":") for name in named if name)
    text = Text(f"{where}: ").append(cell.text or "nothing", style="bold")
    meaning = chart.means(cell.text) or chart.means(cell.reads)
    if meaning:
        text.append(f": {meaning}")
    remarks = [part for part in (cell.how, standing(chart, cell)) if part]
    return text.append(f"\n({'; '.join(remarks)})") if remarks else text


def _label_text(chart: Chart, axis: Axis, label: str) -> str:
    """Name a row or column that is only numbered by its short names too, as the card spells them."""
    names = axis.file.means.get(label)
    if not names or not NUMBER.fullmatch(label):
        return label
    printed = {cell.text.lower(): cell.text for row in chart.cells for cell in row}
    return f"{label} ({' or '.join(printed.get(name.lower(), name) for name in names)})"


def standing(chart: Chart, cell: Cell) -> str:
    """Return whether a cell is printed, repaired, corrected or doubted, and by which ruling."""
    doubt = chart.doubts.get((cell.row, cell.column))
    standing_cell = chart.standing_cell(cell)
    if doubt is None or standing_cell is None:
        return ""
    ruling = f", ruling {doubt.ruling}" if doubt.ruling else ""
    printed = doubt.printed or "nothing"
    if chart.sheet.slip_at(cell.row, cell.column):
        return f"{printed} is printed and read as {doubt.proposal}{ruling}"
    match mark(chart, standing_cell):
        case "repaired":
            return f"repaired{ruling}"
        case "corrected":
            return f"corrected{ruling}: {printed} is printed"
        case _:
            return f"doubted{ruling}: {doubt.proposal or 'nothing'} is proposed"


def answer_data(chart: Chart, cell: Cell) -> dict[str, Any]:
    """Return what a look-up found for another program."""
    return {
        "game": chart.game,
        "chart": chart.name,
        "profile": chart.rulings.profile,
        **msgspec.to_builtins(cell),
        "means": chart.means(cell.text) or chart.means(cell.reads),
        "does": chart.does(cell.text) or chart.does(cell.reads),
        "standing": standing(chart, cell),
    }
