# SPDX-License-Identifier: Apache-2.0
"""Draw maps: as text for a terminal, as SVG for a page or a printer."""

from typing import Literal, get_args

from grognard.charts.errors import NoSuch
from grognard.hexes.drawing.svg import map_svg
from grognard.hexes.drawing.text import map_listing
from grognard.hexes.map import Map

Format = Literal["text", "svg"]


def draw(board: Map, form: Format) -> str:
    """Draw a map."""
    return map_listing(board) if form == "text" else map_svg(board)


def parse_format(text: str) -> Format:
    """Read the name of a format."""
    known: tuple[Format, ...] = get_args(Format)
    for form in known:
        if text == form:
            return form
    raise NoSuch("format", text, known)
