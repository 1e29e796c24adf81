# SPDX-License-Identifier: Apache-2.0
"""What stands around the map: the title above it, and the hexes by which units enter."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.shapes import XY
from grognard.hexes.grid import HexId
from grognard.hexes.map import NamedPlace

OUT = 15.0
# The height of the title, the distance of the lines under it, and the width of one letter of theirs.
TITLE, LINE, LETTER = 46.0, 21.0, 8.2
# Where units come from, by the angle of their arrow.
TOP, RIGHT, BOTTOM, LEFT = 0, 90, 180, 270


def about(scene: Scene) -> list[str]:
    """Break what the map is about into lines that fit over it."""
    return wrap(scene.board.about, max(20, int((scene.frame.right - scene.frame.left) / LETTER)))


def heading_height(scene: Scene) -> float:
    """Return how much room the heading takes."""
    return TITLE + LINE * len(about(scene)) + 28


def heading(scene: Scene, top: float) -> Iterator[str]:
    """Write the title, what the map is about, and its scale with an arrow to the north."""
    left, right, board = scene.frame.left, scene.frame.right, scene.board
    yield f'<text class="title" x="{left:.0f}" y="{top + 34:.0f}">{escape(board.title)}</text>'
    for at, text in enumerate(about(scene)):
        yield f'<text class="about" x="{left:.0f}" y="{top + 62 + LINE * at:.0f}">{escape(text)}</text>'
    yield f'<g transform="translate({right - 14:.0f} {top + 20:.0f})"><path class="north" d="M0 -22L8 10L0 5L-8 10Z"/>'
    yield '<text class="key" y="25">N</text></g>'
    yield f'<text class="scale" x="{right - 40:.0f}" y="{top + 34:.0f}">{escape(board.scale)}</text>'


def entries(scene: Scene) -> Iterator[str]:
    """Point at every hex by which units enter, and name the entry beside its arrows."""
    for place in scene.board.places_of("entry"):
        angle = _came_from(scene, place)
        spots = [_outside(scene, hex_id, angle) for hex_id in place.hexes]
        for x, y in spots:
            yield f'<path class="entry" d="M-9 -7L0 8L9 -7Z" transform="translate({x:.1f} {y:.1f}) rotate({angle})"/>'
        x, y = spots[len(spots) // 2]
        turn = {TOP: 0, RIGHT: 90, BOTTOM: 0, LEFT: -90}[angle]
        away = 22 if angle == BOTTOM else -13
        transform = f"translate({x:.1f} {y:.1f}) rotate({turn}) translate(0 {away})"
        yield f'<text class="way-in" transform="{transform}">{escape(place.name)}</text>'


def _came_from(scene: Scene, place: NamedPlace) -> int:
    """Return the side of the sheet on which most hexes of an entry lie."""
    grid = scene.board.grid
    rows, columns = (
        [grid.row(hex_id) for hex_id in place.hexes],
        [grid.column(hex_id) for hex_id in place.hexes],
    )
    counts = {
        TOP: rows.count(0),
        LEFT: columns.count(0),
        BOTTOM: rows.count(grid.rows - 1),
        RIGHT: columns.count(grid.columns - 1),
    }
    return max(counts, key=lambda angle: counts[angle])


def _outside(scene: Scene, hex_id: HexId, angle: int) -> XY:
    """Return where the arrow of an entry stands outside the sheet."""
    (x, y), frame = scene.sketch.centre(hex_id), scene.frame
    places = {
        TOP: (x, frame.top - OUT),
        RIGHT: (frame.right + OUT, y),
        BOTTOM: (x, frame.bottom + OUT),
        LEFT: (frame.left - OUT, y),
    }
    return places[angle]
