"""Draw maps: as text for a terminal, as SVG for a page or a printer."""

from collections.abc import Callable
from typing import Literal, get_args

from grognard.charts.errors import NoSuch
from grognard.hexes.drawing.svg import map_svg
from grognard.hexes.drawing.text import map_listing
from grognard.hexes.map import Map

Format = Literal["text", "svg"]

DRAW: dict[Format, Callable[[Map], str]] = {"text": map_listing, "svg": map_svg}


def parse_format(text: str) -> Format:
    """Read the name of a format."""
    for form in DRAW:
        if text == form:
            return form
    raise NoSuch("format", text, get_args(Format))
