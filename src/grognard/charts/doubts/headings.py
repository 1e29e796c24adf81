"""Odds that the card's own words name must be among its printed headings."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grognard.charts.axis import Axis
from grognard.charts.doubts.doubt import Doubt
from grognard.charts.sheet import Sheet
from grognard.charts.table import Entry

# Odds in a sentence, as in "(3-1)" or "at 3-1: ...". The years 1944-1945, the rule 8.1-3, the counter 4-4-7 and the
# turn 3-1/2 are none; no card has odds of a hundred to one.
NAMED = re.compile(r"(?<![\w./-])(?<!\d:)([1-9]\d?)[-:]([1-9]\d?)(?![\w/-]|[.:]\d)")


def lost_headings(sheet: Sheet) -> Iterator[Doubt]:
    """Find odds that an axis' `says` names and no printed heading of that axis has; one in brackets is ours."""
    for axis, entries in _axes(sheet):
        if axis.file.kind != "odds":
            continue
        printed = [ratio for entry in entries if not entry.supplied for ratio in named(entry.text)]
        supplied = {ratio: entry.text for entry in entries if entry.supplied for ratio in named(entry.text)}
        for ratio, word in named(axis.file.says).items():
            if ratio not in printed:
                label = supplied.get(ratio, word)
                row, column = (label, "") if axis is sheet.rows else ("", label)
                reason = f"the card says {axis.file.says!r}, but no heading has {word}"
                yield Doubt(sheet.name, row, column, "heading", "", label, reason)


def named(text: str) -> dict[Fraction, str]:
    """Return the odds that a text names, each as it is first written."""
    found: dict[Fraction, str] = {}
    for odds in NAMED.finditer(text):
        found.setdefault(Fraction(int(odds[1]), int(odds[2])), odds[0])
    return found


def _axes(sheet: Sheet) -> Iterator[tuple[Axis, Sequence[Entry]]]:
    """Each axis with its headings as the file has them."""
    yield sheet.rows, [line.entries[0] for line in sheet.drawn.rows]
    for axis, line in zip(sheet.columns, sheet.drawn.heading, strict=True):
        yield axis, line.entries[1:]
