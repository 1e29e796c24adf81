# SPDX-License-Identifier: Apache-2.0
"""Heat maps: on the hexes of a scenario's own map, the more something happened the stronger the colour.

The ground is one picture for all heat maps of a page; what lies on it is SVG of the same size.
"""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from math import sqrt

import msgspec

from grognard.hexes import Map
from grognard.hexes.drawing.boxes import Box
from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.svg import view_svg

# The faintest hex that anything happened in can still be seen.
FAINTEST, STRONGEST = 0.14, 0.92
# Around the hexes that are shown, some others, so that one sees where on the map they are.
MARGIN = 110.0


class Ground(msgspec.Struct, frozen=True):
    """The part of a map that is shown: a picture as the address of data, its size, and the outline of every hex by name."""

    picture: str
    view: Box
    hexes: dict[str, str]
    names: dict[str, str]


def ground(board: Map, seen: frozenset[str]) -> Ground:
    """Draw the part of a map that some hexes lie in, given by name; all of it if there are none."""
    scene = Scene(board)
    known = [name for name in board.grid.names if name in seen] or list(board.grid.names)
    view = _around(scene, known)
    picture = b64encode(view_svg(board, view).encode()).decode()
    sketch, grid = scene.sketch, board.grid
    return Ground(
        f"data:image/svg+xml;base64,{picture}",
        view,
        {name: sketch.hexagon(grid.parse_hex(name)) for name in known},
        {name: _place(board, name) for name in known},
    )


def _around(scene: Scene, names: list[str]) -> Box:
    grid, frame = scene.board.grid, scene.frame
    centres = [scene.sketch.centre(grid.parse_hex(name)) for name in names]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return Box(
        max(frame.left, min(xs) - MARGIN), max(frame.top, min(ys) - MARGIN),
        min(frame.right, max(xs) + MARGIN), min(frame.bottom, max(ys) + MARGIN),
    )  # fmt: skip


def _place(board: Map, name: str) -> str:
    """Return a hex in words: its number, and the town or area that it is in."""
    at = board.grid.parse_hex(name)
    towns = [place.name for place in board.places if place.kind in ("town", "area") and at in place.hexes]
    return f"{name} {towns[0]}" if towns else name


def heat_svg(shown: Ground, values: Mapping[str, float], colour: str, unit: str) -> str:
    """Draw how much of something there was in each hex: more is stronger, by the square root. `unit` is what a value counts."""
    most = max(values.values(), default=0.0)
    return _svg(
        shown,
        {at: (colour, value / most) for at, value in values.items() if value > 0},
        {at: f"{value:.2f} {unit}" for at, value in values.items()},
    )


def difference_svg(shown: Ground, values: Mapping[str, float], colours: tuple[str, str], unit: str) -> str:
    """Draw how much more or less of something there was in each hex: the first colour is less, the second is more."""
    most = max(map(abs, values.values()), default=0.0)
    return _svg(
        shown,
        {
            at: (colours[value > 0], abs(value) / most)
            for at, value in values.items()
            if abs(value) > most / 100
        },
        {at: f"{value:+.2f} {unit}" for at, value in values.items()},
    )


def _svg(shown: Ground, hexes: Mapping[str, tuple[str, float]], told: Mapping[str, str]) -> str:
    view = shown.view
    width, height = view.right - view.left, view.bottom - view.top
    parts = [
        f'<path d="{shown.hexes[at]}" fill="{colour}" fill-opacity="{FAINTEST + (STRONGEST - FAINTEST) * sqrt(part):.2f}">'
        f"<title>{escape(shown.names[at])}: {escape(told[at])}</title></path>"
        for at, (colour, part) in hexes.items()
        if at in shown.hexes
    ]
    box = f"{view.left:.0f} {view.top:.0f} {width:.0f} {height:.0f}"
    return f'<svg viewBox="{box}" role="img" class="heat">{"".join(parts)}</svg>'
