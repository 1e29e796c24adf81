# SPDX-License-Identifier: Apache-2.0
"""A chart drawn: as text for a terminal, as CSV and JSON for other programs, as HTML for paper and screen."""

from collections.abc import Callable
from typing import Literal, get_args

from grognard.charts.chart import Chart
from grognard.charts.drawing.data import chart_csv, chart_json
from grognard.charts.drawing.html import chart_html
from grognard.charts.errors import one_of

Format = Literal["text", "csv", "json", "html"]
FORMATS: tuple[Format, ...] = get_args(Format)

DRAW: dict[Format, Callable[[Chart], str]] = {"csv": chart_csv, "json": chart_json, "html": chart_html}


def parse_format(text: str) -> Format:
    """Read a format's name."""
    return one_of("format", text, FORMATS)
