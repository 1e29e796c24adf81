# SPDX-License-Identifier: Apache-2.0
"""Where the numbers of a worksheet came from, as data for the page.

A line of a worksheet says it as a person reads it: `crt: Combat Odds, ruling odds-rounding` is a chart with a place on it and a
ruling, `wec: I, others; halved by tec: HILLTOPS` are two charts.
"""

import re
from collections.abc import Collection

import msgspec

from grognard.procedures.procedure import Line

RULING = re.compile(r"\bruling ([\w-]+)", re.ASCII)
CITED = re.compile(r"(?:^|, )ruling [\w-]+", re.ASCII)
# Perhaps some words, a name, and after a colon the place.
NAMED = re.compile(r"(?:[^:]* )?([\w-]+)(?:: (.*))?", re.ASCII)


class Source(msgspec.Struct, frozen=True):
    """A chart with a `place` on it, its rows and columns by their labels; or a rule, whose `chart` is empty. And the rulings it rests on.

    `says` is all of it in words, but for the rulings.
    """

    says: str
    chart: str = ""
    place: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class LineShown(Line, frozen=True, omit_defaults=True, kw_only=True):
    """A line of a worksheet, with the charts, rules and rulings that its source names."""

    sources: tuple[Source, ...]


def line_shown(line: Line, charts: Collection[str]) -> LineShown:
    """Return a line of a game with these charts as it is sent."""
    return LineShown(
        line.what,
        line.value,
        line.source,
        line.table,
        line.modifier,
        sources=tuple(read_source(part, charts) for part in line.source.split("; ")),
    )


def read_source(text: str, charts: Collection[str]) -> Source:
    """Read one source; only the names of charts are taken for such."""
    says, rulings = CITED.sub("", text), tuple(RULING.findall(text))
    named = NAMED.fullmatch(text)
    if named is None or named[1] not in charts:
        return Source(says, rulings=rulings)
    place = [part for part in (named[2] or "").split(", ") if part and not part.startswith("ruling ")]
    # The text of a cell may follow its place: `others: Normal AF`.
    return Source(says, named[1], tuple(part.split(": ")[0] for part in place), rulings)
