# SPDX-License-Identifier: Apache-2.0
"""Odds that the card's own words name must be among its printed headings."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grognard.charts.axis import Axis
from grognard.charts.doubts.doubt import Doubt
from grognard.charts.sheet import Sheet
from grognard.charts.table import CellText

# Odds in a sentence, as in "(3-1)" or "at 3-1: ...". The years 1944-1945, the rule 8.1-3, the counter 4-4-7 and the
# turn 3-1/2 are not; no card has odds of a hundred to one.
NAMED = re.compile(r"(?<![\w./-])(?<!\d:)([1-9]\d?)[-:]([1-9]\d?)(?![\w/-]|[.:]\d)")

CLAUSE = re.compile(r"[.;](?=\s)")
AS = re.compile(r"\b(?:treated|counts?|counted|resolved|read|taken) as\b", re.IGNORECASE)


def lost_headings(sheet: Sheet) -> Iterator[Doubt]:
    """Find odds that an axis' `says` names and no printed heading of that axis has; one in brackets is ours."""
    for axis, entries in _axes(sheet):
        if axis.file.kind != "odds":
            continue
        printed = [ratio for entry in entries if not entry.supplied for ratio in named(entry.text)]
        supplied = {ratio: entry.text for entry in entries if entry.supplied for ratio in named(entry.text)}
        for ratio, word in named(axis.file.says).items():
            if ratio not in printed and not _lies_beyond(sheet, axis, ratio, printed):
                label = supplied.get(ratio, word)
                row, column = (label, "") if axis is sheet.rows else ("", label)
                reason = f"the card says {axis.file.says!r}, but no heading has {word}"
                yield Doubt(sheet.name, row, column, "heading", "", label, reason)


def _lies_beyond(sheet: Sheet, axis: Axis, ratio: Fraction, printed: list[Fraction]) -> bool:
    """Whether odds lie beyond the print, and the file gives their result or the words send them to its end."""
    if not printed or min(printed) <= ratio <= max(printed):
        return False
    is_below = ratio < min(printed)
    end, then = (min(printed), axis.file.below) if is_below else (max(printed), axis.file.above)
    sent = [AS.split(clause, maxsplit=1) for clause in CLAUSE.split(axis.file.says) if AS.search(clause)]
    return then in sheet.file.codes or any(ratio in named(these) and end in named(as_) for these, as_ in sent)


def named(text: str) -> dict[Fraction, str]:
    """Return the odds that a text names, each as it is first written."""
    ratios: dict[Fraction, str] = {}
    for odds in NAMED.finditer(text):
        ratios.setdefault(Fraction(int(odds[1]), int(odds[2])), odds[0])
    return ratios


def _axes(sheet: Sheet) -> Iterator[tuple[Axis, Sequence[CellText]]]:
    """Each axis with its headings as the file has them."""
    yield sheet.rows, [line.entries[0] for line in sheet.drawn.rows]
    for axis, line in zip(sheet.columns, sheet.drawn.heading, strict=True):
        yield axis, line.entries[1:]
