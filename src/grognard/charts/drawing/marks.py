# SPDX-License-Identifier: Apache-2.0
"""Marks on cells and headings that are not plain print, and the footnotes that explain them.

[X]  repaired: the print is missing or unreadable
 X?  doubted: it stands as printed, and may be wrong; the footnote says how sure the correction is
 X!  corrected: a ruling in force has changed it
"""

import re
from typing import Literal

import msgspec

from grognard.charts.chart import Cell, Chart
from grognard.charts.doubts import Doubt
from grognard.charts.sheet import Code
from grognard.charts.table import CellText

Mark = Literal["repaired", "doubted", "corrected", ""]
SIGNS: dict[Mark, str] = {"repaired": "[ ]", "doubted": "?", "corrected": "!"}
LISTED = 6
SHORT = 60


def mark(chart: Chart, cell: Cell) -> Mark:
    """Return a cell's mark; empty for plain print."""
    if cell.repaired:
        return "repaired"
    if cell.corrected:
        return "corrected"
    return "doubted" if (cell.row, cell.column) in chart.doubts else ""


def heading_mark(heading: CellText) -> Mark:
    """Return the mark of a row's or column's heading."""
    return "repaired" if heading.supplied else ""


def signed(text: str, how: Mark) -> str:
    """Write a text with its mark."""
    return {"repaired": f"[{text}]", "doubted": f"{text}?", "corrected": f"{text}!", "": text}[how]


def sentence(text: str) -> str:
    """Write a phrase as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


Shade = Literal["lowest", "low", "high", "highest", ""]


def shade(chart: Chart, text: str) -> Shade:
    """Return where on the chart's ladder a result stands, for a colour."""
    top = len(chart.sheet.file.cells.ladder) - 1
    rank = chart.sheet.rank(text) if top > 0 else None
    if rank is None or rank * 2 == top:
        return ""
    if rank * 2 < top:
        return "lowest" if rank * 6 <= top else "low"
    return "highest" if rank * 6 >= top * 5 else "high"


def lines(chart: Chart, cell: Cell) -> str:
    """Write a cell with its mark; one that divides up a die has a line for each share."""
    text = signed(cell.text, mark(chart, cell))
    return re.sub(r"\s+(?=\S+ = )", "\n", text) if "reading" in chart.sheet.file.cells.kinds else text


def printed_codes(chart: Chart) -> list[tuple[str, str]]:
    """Return the codes that the card explains, with their meanings."""
    return [code for code in chart.legend if not _is_ours(chart, code[0])]


def printed_notes(chart: Chart) -> list[tuple[str, str]]:
    """Return the card's notes with their marks, its words on the range of its axes first."""
    said = [("", axis.file.says) for axis in (chart.row_axis, *chart.column_axes) if axis.file.says]
    return [*said, *((note.mark, note.text) for note in chart.sheet.file.notes if not note.supplied)]


def not_on_the_card(chart: Chart) -> list[tuple[str, str]]:
    """Return what is ours: codes that the card does not explain, then notes."""
    codes = [(code or "blank", means) for code, means in chart.legend if _is_ours(chart, code)]
    return [*codes, *((note.mark, note.text) for note in chart.sheet.file.notes if note.supplied)]


def _is_ours(chart: Chart, code: str) -> bool:
    meaning = chart.sheet.file.codes[code]
    return isinstance(meaning, Code) and meaning.supplied


def printed_ladder(chart: Chart) -> list[str]:
    """Return the results that the colours rank, from the lowest to the highest; none if no axis climbs them."""
    climbs = any(axis.file.ladder for axis in (chart.row_axis, *chart.column_axes))
    return chart.sheet.file.cells.ladder if climbs else []


def further_rulings(chart: Chart) -> list[tuple[str, str]]:
    """Return the rulings that no footnote names, each with its question and the answer in force."""
    ruled = ((name, chart.rulings.book[name]) for name in chart.rulings_uncited)
    return [
        (name, f"{ruling.question} {sentence(ruling.options[chart.rulings.option(name)])}")
        for name, ruling in ruled
    ]


def letter(number: int) -> str:
    """Name a footnote, from 0: a, b, … z, aa; the cards number theirs."""
    head, tail = divmod(number, 26)
    return (letter(head - 1) if head else "") + chr(ord("a") + tail)


class Footnote(msgspec.Struct, frozen=True):
    """Why some cells bear a mark. Cells are (row, column); a heading lacks one of them."""

    mark: Mark
    cells: tuple[tuple[str, str], ...]
    text: str


def footnotes(chart: Chart) -> list[Footnote]:
    """Explain every mark, cells of one mark, ruling and sureness together."""
    groups: dict[tuple[Mark, str, str], list[Doubt]] = {}
    for doubt in chart.doubts.values():
        groups.setdefault((_mark_of(chart, doubt), doubt.ruling, doubt.sure), []).append(doubt)
    return [_footnote(how, doubts, chart) for (how, _, _), doubts in groups.items()]


def _mark_of(chart: Chart, doubt: Doubt) -> Mark:
    if not (doubt.row and doubt.column):
        # A heading that is named in the card's text alone is on no table yet.
        return "repaired" if (doubt.row, doubt.column) in chart.sheet.supplied_headings else "doubted"
    row = chart.sheet.rows.labels.index(doubt.row)
    return mark(chart, chart.cells[row][chart.sheet.column_labels.index(doubt.column)])


def _footnote(how: Mark, doubts: list[Doubt], chart: Chart) -> Footnote:
    reasons = list(dict.fromkeys(doubt.reason for doubt in doubts))
    cells = tuple((doubt.row, doubt.column) for doubt in doubts)
    name = doubts[0].ruling
    ruling = chart.rulings.book.get(name)
    if len(doubts) == 1 or len(reasons) == 1:
        text = f"{_where(doubts)}{_told(doubts, how)}: {reasons[0]}"
    elif len(doubts) > LISTED and ruling is not None:
        text = f"{_where(doubts)}: {ruling.why}"
    else:
        text = "; ".join(f"{_where([doubt])}{_told([doubt], how)}: {doubt.reason}" for doubt in doubts)
    sure = f"; how sure: {doubts[0].sure}" if doubts[0].sure else ""
    tail = f" (ruling {name}: {chart.rulings.option(name)})" if name else ""
    return Footnote(how, cells, text.rstrip(".") + sure + tail)


def _where(doubts: list[Doubt]) -> str:
    """Name the cells a footnote is about."""
    rows, columns = {doubt.row for doubt in doubts}, {doubt.column for doubt in doubts}
    if len(doubts) <= LISTED:
        return ", ".join(doubt.cell for doubt in doubts)
    if len(columns) == 1:
        return f"column {columns.pop()}"
    return f"row {rows.pop()}" if len(rows) == 1 else f"{len(doubts)} cells"


def _told(doubts: list[Doubt], how: Mark) -> str:
    """Say what is printed, and for a doubt what is proposed, if it is short and the same everywhere."""
    pairs = {(doubt.printed, doubt.proposal) for doubt in doubts}
    printed, proposal = pairs.pop()
    if pairs or len(printed) + len(proposal) > SHORT:
        return ""
    proposed = f", {proposal or 'nothing'} proposed" if how == "doubted" else ""
    return f" ({printed or 'nothing'} printed{proposed})"
