# SPDX-License-Identifier: Apache-2.0
"""A map as one self-contained SVG picture, layer upon layer: ground, names, edges, legend."""

from collections.abc import Iterator
from html import escape

from grognard.hexes.drawing.boxes import Box
from grognard.hexes.drawing.edges import entries, heading, heading_height
from grognard.hexes.drawing.ground import ground
from grognard.hexes.drawing.legend import Legend
from grognard.hexes.drawing.looks import GLYPHS
from grognard.hexes.drawing.palette import Theme, style
from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.words import words
from grognard.hexes.map import Map

MARGIN = 48.0


def map_svg(board: Map, theme: Theme = "light", fonts: str = "") -> str:
    """Draw a map in the colours of a theme; `fonts` are embedded, as CSS, or else the machine's are used."""
    return "\n".join(_parts(Scene(board), fonts + style(theme))) + "\n"


def view_svg(board: Map, view: Box, theme: Theme = "light", fonts: str = "") -> str:
    """Draw what is seen of a map through a window: the ground and the names on it, no heading and no legend."""
    scene = Scene(board)
    opened = _opened(scene, view, fonts + style(theme))
    return "\n".join([*opened, *_sheet(scene, view), "</svg>"]) + "\n"


def picture(scene: Scene) -> Box:
    """Return the room the whole picture takes: the hexes, and what stands around them."""
    frame = scene.frame
    legend = Legend(scene, frame.right - frame.left)
    top = frame.top - MARGIN - heading_height(scene)
    return Box(frame.left - MARGIN, top, frame.right + MARGIN, frame.bottom + MARGIN + legend.height)


def _parts(scene: Scene, colours: str) -> Iterator[str]:
    frame, box = scene.frame, picture(scene)
    legend = Legend(scene, frame.right - frame.left)
    yield from _opened(scene, box, colours)
    yield from heading(scene, box.top + 24)
    yield f'<path class="rim" d="{scene.sheet}"/>'
    yield from _sheet(scene, frame)
    yield from entries(scene)
    yield from legend.parts(frame.left, frame.bottom + MARGIN)
    yield "</svg>"


def _opened(scene: Scene, box: Box, colours: str) -> Iterator[str]:
    """Begin a picture of some size, with all definitions it refers to."""
    left, top = box.left, box.top
    width, height = box.right - left, box.bottom - top
    size = f'width="{width:.0f}" height="{height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" {size} role="img">'
    yield f"<title>{escape(scene.board.title)}</title>"
    yield f"<style>\n{colours}</style>"
    yield f'<defs>\n{GLYPHS}<clipPath id="sheet"><path d="{scene.sheet}"/></clipPath>'
    yield f'<clipPath id="land"><path d="{scene.coast}"/></clipPath></defs>'
    yield f'<rect class="paper" x="{left:.0f}" y="{top:.0f}" {size}/>'


def _sheet(scene: Scene, room: Box) -> Iterator[str]:
    """Draw the ground, and the names on it within some room."""
    yield '<g clip-path="url(#sheet)">'
    yield from ground(scene)
    yield "</g>"
    yield from words(scene, room)
