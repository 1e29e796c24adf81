# SPDX-License-Identifier: Apache-2.0
"""Draw maps: as text for a terminal, as SVG for a page or a printer."""

from typing import Literal, get_args

from grognard.charts.errors import one_of
from grognard.hexes.drawing.svg import map_svg
from grognard.hexes.drawing.text import map_listing
from grognard.hexes.map import Map

Format = Literal["text", "svg"]
FORMATS: tuple[Format, ...] = get_args(Format)


def draw(board: Map, form: Format) -> str:
    """Draw a map."""
    return map_listing(board) if form == "text" else map_svg(board)


def parse_format(text: str) -> Format:
    """Read the name of a format."""
    return one_of("format", text, FORMATS)
