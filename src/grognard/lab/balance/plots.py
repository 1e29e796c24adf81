# SPDX-License-Identifier: Apache-2.0
"""The plots of a report, each as an SVG that stands in the page itself. Needs the extra `lab`.

What is written, axes and rules are in the page's own colour, so that a plot is readable by day and by night. The colours of sides
and results can be told apart by people who do not see some colours, and no plot relies on colour alone.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import vl_convert

from grognard.lab.balance.intervals import Interval
from grognard.lab.balance.tables import OTHERS
from grognard.play.board import Side

# Its parts are put together by keywords that no checker of types can follow.
alt: Any = import_module("altair")
# The first side and the second: blue and vermilion, told apart by everyone and readable on both papers.
SIDES = ("#3a87c8", "#d9622b")
NEITHER = "#9a9a94"
# Results of attacks, beginning with the most frequent; the last is for all others.
RESULTS = ("#3f6fb5", "#e0a02f", "#4d9c86", "#b5548f", "#7fb7de", "#a8622f", "#6a6f7a", "#c4c2b8")
# Stands for the page's own colour until the picture is made.
INK = "#123456"
FONT = "Open Sans, Helvetica Neue, Arial, DejaVu Sans, sans-serif"
WIDTH, HEIGHT = 400, 210
# A histogram has no more bars than this.
MOST_BARS = 36

Rows = Sequence[Mapping[str, Any]]


def svg(chart: Any, says: str) -> str:
    """Return a plot as SVG that fills the room it is given; `says` describes it to those who do not see it."""
    drawn: str = vl_convert.vegalite_to_svg(chart.to_dict() | {"config": _config()}, show_warnings=False)
    drawn = re.sub(rf'"{INK}"', '"currentColor"', drawn)
    # Its size is the page's business; ids of several plots on one page must differ.
    drawn = re.sub(r'<svg ([^>]*?)width="[\d.]+" height="[\d.]+"', r"<svg \1", drawn, count=1)
    mark = f"p{abs(hash(says)) % 10**8}"
    drawn = re.sub(r"\b(clip|gradient_)(\d+)", rf"{mark}\1\2", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{says}" ', 1)


def _config() -> dict[str, Any]:
    """Return how all plots look."""
    words = {"labelColor": INK, "titleColor": INK, "labelFont": FONT, "titleFont": FONT}
    axis = {
        **words, "domainColor": INK, "tickColor": INK, "domainOpacity": 0.45, "tickOpacity": 0.45, "gridColor": INK,
        "gridOpacity": 0.1, "labelFontSize": 11.5, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 8,
        "labelLimit": 220,
    }  # fmt: skip
    legend = {
        **words, "orient": "top", "title": None, "labelFontSize": 12, "symbolStrokeWidth": 3, "symbolOpacity": 1,
        "labelLimit": 260, "columns": 4,
    }  # fmt: skip
    return {
        "background": "transparent", "font": FONT, "view": {"stroke": None}, "axis": axis, "legend": legend,
        "text": {"color": INK, "font": FONT},
    }  # fmt: skip


def side_scale(sides: Sequence[Side]) -> Any:
    """Return the colours of the sides, in the order in which they move."""
    return alt.Scale(domain=list(sides), range=list(SIDES))


def _data(rows: Rows) -> Any:
    return alt.Data(values=[dict(row) for row in rows])


def over_turns(rows: Rows, sides: Sequence[Side], title: str) -> str:
    """Draw how a quantity of each side goes over the turns: its mean, and where half and eight in ten of the games lie."""
    base = alt.Chart(_data(rows), width=WIDTH, height=HEIGHT).encode(
        x=alt.X("turn:O", title="at the end of turn", axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        color=alt.Color("side:N", scale=side_scale(sides)),
    )
    wide = base.mark_area(opacity=0.16, line=False).encode(y=alt.Y("q10:Q", title=title), y2="q90:Q")
    narrow = base.mark_area(opacity=0.26, line=False).encode(y="q25:Q", y2="q75:Q")
    mean = base.mark_line(strokeWidth=2.4).encode(y="mean:Q", strokeDash=_dash(sides))
    spots = base.mark_point(filled=True, size=34, opacity=1).encode(y="mean:Q", shape=_shape(sides))
    return svg(wide + narrow + mean + spots, f"{title} over the turns")


def _dash(sides: Sequence[Side]) -> Any:
    return alt.StrokeDash("side:N", scale=alt.Scale(domain=list(sides), range=[[1, 0], [6, 3]]))


def _shape(sides: Sequence[Side]) -> Any:
    return alt.Shape("side:N", scale=alt.Scale(domain=list(sides), range=["circle", "square"]))


def leads(values: Sequence[int], first: Side, levels: Sequence[tuple[int, str]]) -> str:
    """Draw how the games are spread over the leads of the first side, with the leads from which verdicts are given."""
    counts = Counter(values)
    low, high = min(values), max(values)
    step = (high - low) // MOST_BARS + 1
    rows = [
        {
            "from": at - 0.5,
            "to": at + step - 0.5,
            "games": sum(counts[value] for value in range(at, at + step)),
        }
        for at in range(low, high + 1, step)
    ]
    bars = alt.Chart(_data(rows), width=WIDTH, height=HEIGHT).mark_rect(color="#7d8a96", opacity=0.8).encode(
        x=alt.X("from:Q", title=f"lead of {first} in points", scale=alt.Scale(zero=False, nice=False, padding=8), axis=alt.Axis(tickMinStep=1, format="d")),
        x2="to:Q",
        y=alt.Y("games:Q", title="games"),
        y2=alt.datum(0),
    )  # fmt: skip
    marks = [{"lead": lead - 0.5} for lead, _ in levels if low <= lead <= high]
    rules = alt.Chart(_data(marks)).mark_rule(color=INK, strokeDash=[5, 3], strokeWidth=1.6, opacity=0.8)
    return svg(
        bars + rules.encode(x="lead:Q") if marks else bars,
        f"how the games are spread over the leads of {first}",
    )


def attacks(rows: Rows, order: Sequence[str], results: Sequence[str], title: str) -> str:
    """Draw how many attacks a game were made in each column, and what came of them."""
    ranked = [{**row, "rank": results.index(row["result"])} for row in rows]
    colours = [
        RESULTS[-1] if result == OTHERS else colour for result, colour in zip(results, RESULTS, strict=False)
    ]
    bars = alt.Chart(_data(ranked), width=WIDTH, height=max(60, 26 * len(order))).mark_bar().encode(
        y=alt.Y("column:N", sort=list(order), title=title),
        x=alt.X("sum(number):Q", title="attacks in a game"),
        color=alt.Color("result:N", scale=alt.Scale(domain=list(results), range=colours), legend=alt.Legend(columns=2)),
        order=alt.Order("rank:Q"),
    )  # fmt: skip
    return svg(bars, f"attacks by {title} and what came of them")


def scatter(rows: Rows, sides: Sequence[Side], x: str, y: str) -> str:
    """Draw luck against result, a spot for each game, in the colour and shape of who won it."""
    domain, colours = [*sides, "draw"], [*SIDES, NEITHER]
    spots = alt.Chart(_data(rows), width=WIDTH, height=HEIGHT).mark_point(filled=True, size=36, opacity=0.62).encode(
        x=alt.X("luck:Q", title=x),
        y=alt.Y("lead:Q", title=y),
        color=alt.Color("winner:N", scale=alt.Scale(domain=domain, range=colours)),
        shape=alt.Shape("winner:N", scale=alt.Scale(domain=domain, range=["circle", "square", "diamond"])),
    )  # fmt: skip
    zero = alt.Chart(_data([{"at": 0}])).mark_rule(color=INK, opacity=0.35)
    lines = zero.encode(x="at:Q") + zero.encode(y="at:Q")
    trend = (
        alt.Chart(_data(rows))
        .transform_regression("luck", "lead")
        .mark_line(color=INK, opacity=0.7, strokeWidth=1.6)
    )
    return svg(
        lines + spots + trend.encode(x="luck:Q", y="lead:Q"), "luck of the first side against its lead"
    )


def columns(counts: Mapping[Any, int], title: str) -> str:
    """Draw how many games there were of each kind, such as each number of turns."""
    rows = [{"what": str(what), "games": count} for what, count in counts.items()]
    bars = alt.Chart(_data(rows), width=WIDTH, height=HEIGHT).mark_bar(color="#7d8a96", opacity=0.75).encode(
        x=alt.X("what:O", sort=None, title=title, axis=alt.Axis(labelAngle=0)), y=alt.Y("games:Q", title="games")
    )  # fmt: skip
    return svg(bars, f"games by {title}")


def lost(rows: Rows, sides: Sequence[Side]) -> str:
    """Draw in what share of the games each unit was lost."""
    bars = alt.Chart(_data(rows), width=WIDTH, height=max(60, 17 * len(rows))).mark_bar().encode(
        y=alt.Y("name:N", sort=None, title=None),
        x=alt.X("share:Q", title="lost in so many of the games", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        color=alt.Color("side:N", scale=side_scale(sides), legend=None),
    )  # fmt: skip
    return svg(bars, "how often each unit was lost")


def differences(rows: Sequence[tuple[str, Interval]], title: str) -> str:
    """Draw differences with their intervals, one below the other; those that leave out 0 are filled."""
    told = [
        {"what": what, "mean": d.mean, "low": d.low, "high": d.high, "clear": d.is_clear} for what, d in rows
    ]
    names = [what for what, _ in rows]
    base = alt.Chart(_data(told), width=0.62 * WIDTH, height=max(60, 30 * len(rows))).encode(
        y=alt.Y("what:N", sort=names, title=None, axis=alt.Axis(labelLimit=240))
    )
    zero = alt.Chart(_data([{"at": 0}])).mark_rule(color=INK, opacity=0.6).encode(x="at:Q")
    lines = base.mark_rule(strokeWidth=2, color=INK).encode(x=alt.X("low:Q", title=title), x2="high:Q")
    fill = alt.condition("datum.clear", alt.value("#c2521c"), alt.value("#ffffff"))
    spots = base.mark_point(size=90, filled=True, opacity=1, stroke=INK, strokeWidth=1.6).encode(
        x="mean:Q", fill=fill
    )
    return svg(zero + lines + spots, f"differences: {title}")


def differences_by_turn(rows: Rows, sides: Sequence[Side], title: str) -> str:
    """Draw a difference by turn for each side, with its interval."""
    base = alt.Chart(_data(rows), width=WIDTH, height=HEIGHT).encode(
        x=alt.X("turn:O", title="at the end of turn", axis=alt.Axis(labelAngle=0)),
        color=alt.Color("side:N", scale=side_scale(sides)),
    )
    zero = alt.Chart(_data([{"at": 0}])).mark_rule(color=INK, opacity=0.6).encode(y="at:Q")
    band = base.mark_area(opacity=0.22).encode(y=alt.Y("low:Q", title=title), y2="high:Q")
    mean = base.mark_line(strokeWidth=2.4).encode(y="mean:Q", strokeDash=_dash(sides))
    spots = base.mark_point(filled=True, size=34, opacity=1).encode(y="mean:Q", shape=_shape(sides))
    return svg(zero + band + mean + spots, f"difference by turn: {title}")
