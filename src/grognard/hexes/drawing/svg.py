"""A map as one self-contained SVG picture, layer upon layer: ground, words, what stands around, legend."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from grognard.hexes.drawing.edges import entries, heading, heading_height
from grognard.hexes.drawing.ground import ground
from grognard.hexes.drawing.legend import Legend
from grognard.hexes.drawing.looks import GLYPHS
from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.words import words
from grognard.hexes.map import Map

STYLE = Path(__file__).with_name("map.css")
MARGIN = 48.0


def map_svg(board: Map) -> str:
    """Draw a map."""
    return "\n".join(_parts(Scene(board))) + "\n"


def _parts(scene: Scene) -> Iterator[str]:
    frame = scene.frame
    legend = Legend(scene, frame.right - frame.left)
    left, top = frame.left - MARGIN, frame.top - MARGIN - heading_height(scene)
    width = frame.right - frame.left + 2 * MARGIN
    height = frame.bottom - top + MARGIN + legend.height
    size = f'width="{width:.0f}" height="{height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" {size} role="img">'
    yield f"<title>{escape(scene.board.title)}</title>"
    yield f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>"
    yield f'<defs>\n{GLYPHS}<clipPath id="sheet"><path d="{scene.sheet}"/></clipPath>'
    yield f'<clipPath id="land"><path d="{scene.coast}"/></clipPath></defs>'
    yield f'<rect class="paper" x="{left:.0f}" y="{top:.0f}" {size}/>'
    yield from heading(scene, top + 24)
    yield f'<path class="rim" d="{scene.sheet}"/>'
    yield '<g clip-path="url(#sheet)">'
    yield from ground(scene)
    yield "</g>"
    yield from words(scene)
    yield from entries(scene)
    yield from legend.parts(frame.left, frame.bottom + MARGIN)
    yield "</svg>"
