# SPDX-License-Identifier: Apache-2.0
"""The legend under a map: every terrain, hexside, road and mark that is on it, drawn as it is there."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from grognard.hexes.drawing.looks import CROSSINGS, SYMBOLS, glyphs
from grognard.hexes.drawing.scene import Scene, road_class
from grognard.hexes.drawing.shapes import SIDE, Sketch
from grognard.hexes.drawing.words import is_scattered, tag
from grognard.hexes.grid import Grid, HexId

PITCH, ROW = 106.0, 98.0
# How many letters a name has on a line, and how far apart lines are.
LETTERS, LINE = 15, 14
ONE = HexId(0)
STROKE = f"M{-SIDE} 8Q{-SIDE / 2} -14 0 0T{SIDE} -8"
ACROSS = f"M{-SIDE * 0.7} 0H{SIDE * 0.7}"
BAR = f"M{-SIDE * 0.37} 0H{SIDE * 0.37}"
TEETH = "".join(f"M{SIDE * part} 0v8" for part in (-0.28, -0.1, 0.1, 0.28))
SPAN = "M0 -9V9"

Entry = tuple[str, str]


class Legend:
    """The legend of one drawing, up to some width."""

    def __init__(self, scene: Scene, width: float) -> None:
        self.scene = scene
        self.width = width
        self.entries = [*self._terrain(), *self._features(), *self._marks()]
        self.per_row = max(1, int(width // PITCH))

    @property
    def height(self) -> float:
        """Return its height."""
        return -(-len(self.entries) // self.per_row) * ROW + 24

    def parts(self, x: float, y: float) -> Iterator[str]:
        """Draw it with its top left corner at a place."""
        yield f'<g transform="translate({x:.0f} {y:.0f})">'
        for at, (drawing, name) in enumerate(self.entries):
            left, top = at % self.per_row * PITCH + PITCH / 2, at // self.per_row * ROW + 36
            lines = wrap(name.replace("-", " "), LETTERS)
            words = " ".join(f'<tspan x="0" dy="{LINE}">{escape(line)}</tspan>' for line in lines)
            yield f'<g transform="translate({left:.0f} {top:.0f})">{drawing}<text class="key" y="36">{words}</text></g>'
        yield "</g>"

    def _terrain(self) -> Iterator[Entry]:
        board = self.scene.board
        one = Sketch(Grid(1, 1, board.grid.orientation))
        for terrain in board.legend:
            look = self.scene.looks[terrain.name]
            drawn = [f'<path class="swatch tint-{look.tint}" d="{one.hexagon(ONE)}"/>']
            if look.bed:
                drawn.append(_strokes("bank", "bed", "gully", ACROSS))
            drawn.extend(glyphs(look, ONE, (0, 0)))
            if look.is_unknown:
                drawn.append(f'<text class="code" y="8">{escape(terrain.code)}</text>')
            if terrain.name in board.terrain:
                yield "".join(drawn), terrain.name

    def _features(self) -> Iterator[Entry]:
        board = self.scene.board
        for kind in dict.fromkeys(chain.kind for chain in board.hexsides):
            yield self._feature(kind), f"{kind} hexside"
        broad = " broad" if self.scene.is_close else ""
        for kind in dict.fromkeys(road.kind for road in board.roads):
            yield _strokes("verge", "way", road_class(kind) + broad), kind
        for name in dict.fromkeys(chain.name for chain in board.lines):
            yield f'<path class="line" d="{STROKE}"/>', name

    def _feature(self, kind: str) -> str:
        """Draw a feature of hexsides by itself."""
        if kind in SYMBOLS:
            return _strokes("symbol under", "symbol over", kind, BAR)
        if kind == "slope":
            return f'<path class="fall tooth" d="{TEETH}"/><path class="fall rim" d="{BAR}"/>'
        if kind in CROSSINGS:
            return _strokes("bank", "bed", "river") + _strokes("across under", "across over", kind, SPAN)
        return _strokes("bank", "bed", self.scene.feature_class(kind))

    def _marks(self) -> Iterator[Entry]:
        board = self.scene.board
        if any(map(self.scene.is_dot, board.places_of("town"))):
            yield (
                '<circle class="dot" r="3.2"/><text class="name town" y="-9" text-anchor="middle">Town</text>',
                "town",
            )
        if board.places_of("port"):
            yield '<use href="#anchor" transform="scale(1.3)"/>', "port"
        if board.places_of("beach"):
            yield '<use href="#landing" transform="scale(1.4)"/>', "landing beach"
        for place in board.places_of("area"):
            if is_scattered(self.scene, place):
                yield f'<g transform="scale(1.4)">{tag(place.name)}</g>', place.name
        if board.places_of("entry"):
            yield '<path class="entry" d="M-9 -7L0 8L9 -7Z" transform="scale(1.3)"/>', "entry"


def _strokes(under: str, over: str, kind: str, path: str = STROKE) -> str:
    return f'<path class="{under} {kind}" d="{path}"/><path class="{over} {kind}" d="{path}"/>'
