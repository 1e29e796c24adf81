# SPDX-License-Identifier: Apache-2.0
"""A report as one page with everything in it: no script, no font, no picture from elsewhere."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from grognard.lab.balance.intervals import Interval

STYLE = Path(__file__).with_name("report.css")
# Nothing is loaded, and nothing runs: the pictures stand in the page.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(title: str, ground: str, parts: Iterable[str]) -> str:
    """Return a whole page; `ground` is the address of the map that heat maps lie on, empty without any."""
    style = STYLE.read_text(encoding="utf-8")
    shown = f':root {{ --ground: url("{ground}"); }}\n' if ground else ""
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}{shown}</style>\n</head>\n"
    )
    body = "\n".join(parts)
    return f"{head}<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"


def section(title: str, *parts: str) -> str:
    """Return a section with its heading."""
    return "\n".join(["<section>", f"<h2>{escape(title)}</h2>", *filter(None, parts), "</section>"])


def paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph of plain text."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def listing(texts: Sequence[str]) -> str:
    """Return a list of plain texts; nothing if there are none."""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f'<ul class="said">{items}</ul>' if texts else ""


def links(text: str, places: Sequence[tuple[str, str]]) -> str:
    """Return a line with links to other pages, each by its name and its place beside this one."""
    listed = ", ".join(f'<a href="{escape(place)}">{escape(name)}</a>' for name, place in places)
    return f"<p>{escape(text)} {listed}.</p>"


def figure(title: str, drawn: str, caption: str = "", *, wide: bool = False) -> str:
    """Return a picture with its title and what is to be said of it, both as plain text."""
    kind = ' class="wide"' if wide else ""
    said = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure{kind}><h3>{escape(title)}</h3>{drawn}{said}</figure>"


def heat_figure(title: str, drawn: str, caption: str, colours: Sequence[str]) -> str:
    """Return a heat map on the ground of the page, with a key that runs from faint to strong, or over no colour."""
    ramp = f"{colours[0]}, #0000, {colours[1]}" if len(colours) > 1 else f"{colours[0]}24, {colours[0]}eb"
    key = f'<span class="key" style="background: linear-gradient(90deg, {ramp})"></span>'
    first, _, last = caption.partition("|")
    said = f"<figcaption>{escape(first)}{key}{escape(last)}</figcaption>"
    return f'<figure><h3>{escape(title)}</h3><div class="map">{drawn}</div>{said}</figure>'


def grid(figures: Iterable[str]) -> str:
    """Return pictures side by side where there is room."""
    return "\n".join(['<div class="grid">', *figures, "</div>"])


def stack(figures: Iterable[str]) -> str:
    """Return pictures one below the other, in the room of one."""
    return "\n".join(['<div class="stack">', *figures, "</div>"])


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, clear: Sequence[bool] = (), words: int = 1
) -> str:
    """Return a table of plain texts; the first `words` columns are words and stand left. Rows that are `clear` bear a mark."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        f"<tr{_marked(clear, number)}>"
        + "".join(f"<td{_left(at, words)}>{escape(text)}</td>" for at, text in enumerate(row))
        + "</tr>\n"
        for number, row in enumerate(rows)
    )
    return f'<div class="scroll"><table>\n<tr>{head}</tr>\n{body}</table></div>'


def _marked(clear: Sequence[bool], number: int) -> str:
    return ' class="clear"' if number < len(clear) and clear[number] else ""


def _left(at: int, words: int) -> str:
    return ' class="words"' if at < words else ""


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Return facts by their names; those without a value are left out."""
    told = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs if value)
    return f'<dl class="facts">{told}</dl>'


# Figures


def percent(value: float) -> str:
    """Write a share.

    >>> percent(0.4149), percent(0.004), percent(0)
    ('41%', '0.4%', '0%')
    """
    return f"{value:.1%}" if 0 < value < 0.01 else f"{value:.0%}"


def percent_range(share: Interval) -> str:
    """Write a share with its interval: `41% (37 to 46)`."""
    return f"{percent(share.mean)} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def number(value: float, digits: int = 1) -> str:
    """Write a number with a true minus sign."""
    return _typeset(f"{value:.{digits}f}")


def signed(value: float, digits: int = 2) -> str:
    """Write a number with its sign."""
    return _typeset(f"{value:+.{digits}f}")


def number_range(interval: Interval, digits: int = 1) -> str:
    """Write a number with its interval: `2.5 (1.2 to 3.8)`."""
    return (
        f"{number(interval.mean, digits)} ({number(interval.low, digits)} to {number(interval.high, digits)})"
    )


def signed_range(interval: Interval, digits: int = 1, factor: float = 1, unit: str = "") -> str:
    """Write a difference with its sign and its interval."""
    mean, low, high = (factor * value for value in (interval.mean, interval.low, interval.high))
    return _typeset(f"{mean:+.{digits}f}{unit} ({low:+.{digits}f} to {high:+.{digits}f})")


def _typeset(told: str) -> str:
    return told.replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")
