# SPDX-License-Identifier: Apache-2.0
"""A chart as one self-contained page: for a screen, a screen reader and a printer."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from grognard.charts.chart import Cell, Chart
from grognard.charts.drawing.marks import (
    Footnote,
    footnotes,
    further_rulings,
    heading_mark,
    letter,
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

# More columns than this make a page landscape; cells no longer than this are never broken.
WIDE = 14
TIGHT = 12


def chart_html(chart: Chart) -> str:
    """Write one chart as a page."""
    title = f"{chart.title} ({chart.label})"
    return _page(title, _section(chart, "h1"), wide=_is_wide(chart))


def card_html(title: str, charts: Sequence[Chart]) -> str:
    """Write a whole card as a page, with links to its charts."""
    links = "".join(f'<li><a href="#{_id(c)}">{escape(c.title)}</a></li>' for c in charts)
    body = f"<h1>{escape(title)}</h1><nav aria-label='Charts'><ul>{links}</ul></nav>"
    return _page(title, body + "".join(_section(chart, "h2") for chart in charts), wide=False)


def _page(title: str, body: str, *, wide: bool) -> str:
    css = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
    landscape = "@page { size: landscape }" if wide else ""
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{css}{landscape}</style></head>\n"
        f"<body><main>{body}</main></body></html>\n"
    )


def _id(chart: Chart) -> str:
    """Return the id of a chart within the page, without blanks."""
    return escape("-".join(chart.name.split()))


def _is_wide(chart: Chart) -> bool:
    return len(chart.sheet.column_labels) > WIDE


def _section(chart: Chart, heading: str) -> str:
    notes = footnotes(chart)
    sub = f"h{int(heading[1]) + 1}"
    below = [_key(chart), _definitions("Results", printed_codes(chart), sub)]
    below += [_definitions("Notes", printed_notes(chart), sub)]
    below += [_definitions("Not on the card", not_on_the_card(chart), sub)]
    below += [_marks(chart, notes, sub), _definitions("Rulings", further_rulings(chart), sub)]
    return (
        f'<section id="{_id(chart)}" aria-labelledby="{_id(chart)}-title">\n'
        f'<{heading} id="{_id(chart)}-title">{escape(chart.title)}</{heading}>\n'
        f'<p class="source">{escape(chart.label)}. On the card: {escape(chart.sheet.file.source)}.</p>\n'
        f"{_table(chart, notes)}\n{''.join(below)}</section>\n"
    )


def _table(chart: Chart, notes: list[Footnote]) -> str:
    sheet = chart.sheet
    tight = all(len(cell.text) <= TIGHT for row in chart.cells for cell in row)
    kinds = ["tight" if tight else "", "prose" if "text" in sheet.file.cells.kinds else ""]
    kinds += ["wide" if _is_wide(chart) else ""]
    named = [axis.name for axis in chart.column_axes if axis.file.name or len(chart.column_axes) > 1]
    caption = escape(" by ".join([chart.row_axis.name, *named]) if named else chart.title)
    unseen = "" if named else ' class="unseen"'
    heads = "".join(f"<tr>{_heading(chart, at, notes)}</tr>" for at in range(len(sheet.drawn.heading)))
    rows = "".join(f"<tr>{_row(chart, at, notes)}</tr>\n" for at in range(len(chart.cells)))
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(chart.title)}">\n'
        f'<table class="{" ".join(filter(None, kinds))}"><caption{unseen}>{caption}</caption>\n'
        f"<thead>{heads}</thead>\n<tbody>\n{rows}</tbody></table></div>"
    )


def _heading(chart: Chart, at: int, notes: list[Footnote]) -> str:
    return "".join(
        f'<th scope="col">{_label(chart, entry, ("", entry.text), notes)}</th>'
        for entry in chart.sheet.drawn.heading[at].entries
    )


def _row(chart: Chart, at: int, notes: list[Footnote]) -> str:
    heading = chart.sheet.drawn.rows[at].entries[0]
    label = _label(chart, heading, (heading.text, ""), notes)
    return f'<th scope="row">{label}</th>' + "".join(_cell(chart, cell, notes) for cell in chart.cells[at])


def _label(chart: Chart, heading: CellText, key: tuple[str, str], notes: list[Footnote]) -> str:
    how = heading_mark(heading)
    if not how:
        return escape(heading.text)
    return f'<span class="{how}">{escape(signed(heading.text, how))}</span>{_link(chart, key, notes)}'


def _cell(chart: Chart, cell: Cell, notes: list[Footnote]) -> str:
    how = mark(chart, cell)
    text = escape(lines(chart, cell)).replace("\n", "<br>")
    tone = shade(chart, cell.text)
    inner = (
        f'<span class="{how}">{text}</span>{_link(chart, (cell.row, cell.column), notes)}' if how else text
    )
    return f'<td class="{tone}">{inner}</td>' if tone else f"<td>{inner}</td>"


def _link(chart: Chart, key: tuple[str, str], notes: list[Footnote]) -> str:
    for number, note in enumerate(notes):
        if key in note.cells:
            href = f"#{_id(chart)}-mark-{letter(number)}"
            return f'<sup><a href="{href}" aria-label="{note.mark}, mark {letter(number)}">{letter(number)}</a></sup>'
    return ""


def _marks(chart: Chart, notes: list[Footnote], heading: str) -> str:
    items = (
        f'<dt id="{_id(chart)}-mark-{letter(number)}">{letter(number)}</dt>'
        f"<dd><strong>{note.mark.capitalize()}:</strong> {escape(note.text)}.</dd>"
        for number, note in enumerate(notes)
    )
    return f"<{heading}>Marks</{heading}><dl>{''.join(items)}</dl>\n" if notes else ""


def _key(chart: Chart) -> str:
    """The ladder from its lowest to its highest step, in the colours of the cells."""
    steps = [f'<span class="{shade(chart, step)}">{escape(step)}</span>' for step in printed_ladder(chart)]
    return f'<p class="key">From low to high: {" ".join(steps)}</p>\n' if steps else ""


def _definitions(title: str, pairs: Iterable[tuple[str, str]], heading: str) -> str:
    listed = list(pairs)
    if not listed:
        return ""
    if not any(term for term, _ in listed):
        return f"<{heading}>{title}</{heading}><ul>{''.join(f'<li>{escape(text)}</li>' for _, text in listed)}</ul>\n"
    items = "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in listed)
    return f"<{heading}>{title}</{heading}><dl>{items}</dl>\n"
