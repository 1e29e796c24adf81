# SPDX-License-Identifier: Apache-2.0
"""What a game looks like as it begins: the part of its map where the counters stand, for a picture small enough for a list.

The server chooses the part and draws its ground; the page lays the counters on it as it does on the board.
"""

from collections import Counter as Count
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import sqrt

import msgspec

from grognard.charts.plurals import plural
from grognard.hexes import HexId, Map
from grognard.hexes.drawing.boxes import Box
from grognard.hexes.drawing.palette import parse_theme
from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.shapes import SIDE
from grognard.hexes.drawing.svg import view_svg
from grognard.hexes.map import PlaceKind
from grognard.hexes.part import part_of
from grognard.play.board import Piece
from grognard.play.states import State, all_states
from grognard.play.visibility import as_seen_together
from grognard.registry import game as about
from grognard.registry import game_map, map_names
from grognard.server.errors import Refused
from grognard.server.library import Library

# How many columns and rows are cut out, and how much of their rim is hidden, so that no line visibly ends.
COLUMNS, ROWS = 11, 7
RIM_X, RIM_Y = SIDE * 1.7, SIDE * 1.75
# What makes a part worth showing, besides the square root of the number of hexes each side holds: a name, a kind of terrain.
NAME, TERRAIN = 0.05, 0.02
NAMED: tuple[PlaceKind, ...] = ("town", "port")


class Stack(msgspec.Struct, frozen=True):
    """The counters of one hex, from the bottom, and its centre, measured from the picture's upper left corner."""

    x: float
    y: float
    pieces: tuple[Piece, ...]


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a map with the counters on it as a scenario begins; no counters if the game cannot be played yet.

    `says` describes the picture; `sides` are in the order of their colours, `states` explains the states of the counters.
    """

    says: str
    width: float
    height: float
    side: float
    sides: tuple[str, ...]
    stacks: tuple[Stack, ...]
    states: tuple[State, ...]


class _Cut(msgspec.Struct, frozen=True):
    """What to draw: a part of a map, the window on it, how much it shows, a description, and the counters there."""

    part: Map
    view: Box
    worth: float
    says: str
    sides: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    states: tuple[State, ...] = ()


def opening(game: str, library: Library) -> Opening:
    """Show how a game begins."""
    cut = _cut(game, library)
    scene, view = Scene(cut.part), cut.view
    stacks: dict[str, list[Piece]] = {}
    for piece in cut.pieces:
        stacks.setdefault(piece.at, []).append(piece)
    return Opening(
        says=cut.says,
        width=round(view.right - view.left),
        height=round(view.bottom - view.top),
        side=SIDE,
        sides=about(game).colours(cut.sides),
        states=cut.states,
        stacks=tuple(
            Stack(round(x - round(view.left), 1), round(y - round(view.top), 1), tuple(stacks[at]))
            for at in cut.part.grid.names
            if at in stacks
            for x, y in [scene.sketch.centre(cut.part.grid.parse_hex(at))]
        ),
    )


def opening_svg(game: str, library: Library, theme: str, fonts: str = "") -> str:
    """Draw the ground on which a game begins; `fonts` are embedded in it, as CSS."""
    cut = _cut(game, library)
    return view_svg(cut.part, cut.view, parse_theme(theme), fonts)


@cache
def _cut(game: str, library: Library) -> _Cut:
    names = library.scenario_names(game)
    if names:
        # The scenario that has the most to show; of equals the one to begin with.
        return max((_begun(game, name, library) for name in names), key=lambda cut: cut.worth)
    if not map_names(game):
        raise Refused(404, f"{game} has no map yet")
    board = game_map(game, map_names(game)[0])
    part, worth = _best_part(board, [])
    return _Cut(part, _view(part), worth, board.title)


def _begun(game: str, name: str, library: Library) -> _Cut:
    """Cut out the best part of a scenario as it begins: as all sides together see it, since anyone may read the scenario."""
    told, playing = library.scenario(game, name), library.open_game(game, name, "card", {})
    board = game_map(game, told.map)
    on_map = set(board.grid.names)
    start: list[Piece] = playing.view.pieces(as_seen_together(playing.rules.start(), playing.sides))
    pieces = [piece for piece in start if piece.at in on_map and not piece.on]
    part, worth = _best_part(board, pieces)
    seen = {part.grid.hex_name(at) for at in _inside(part, 0, 0, part.grid.columns, part.grid.rows)}
    here = tuple(piece for piece in pieces if piece.at in seen)
    says = f"{_armies(here)}{board.title}, as “{told.title}” begins"
    states = all_states(playing.view.states, (word for piece in here for word in piece.states))
    return _Cut(part, _view(part), worth, says, playing.sides, here, states)


def _armies(pieces: tuple[Piece, ...]) -> str:
    """Say how many counters of each side are shown: "8 German and 3 British counters on "."""
    counts = Count(piece.side for piece in pieces)
    listed = " and ".join(f"{count} {side}" for side, count in counts.items())
    return f"{listed} {plural(len(pieces), 'counter')} on " if pieces else ""


def _view(part: Map) -> Box:
    """Return the window on a part that hides its rim."""
    frame = Scene(part).frame
    return Box(frame.left + RIM_X, frame.top + RIM_Y, frame.right - RIM_X, frame.bottom - RIM_Y)


def _best_part(board: Map, pieces: list[Piece]) -> tuple[Map, float]:
    """Cut out the part that shows the most, preferring both sides to one; return it with its worth."""
    grid = board.grid
    columns, rows = min(COLUMNS, grid.columns), min(ROWS, grid.rows)
    held = {grid.parse_hex(piece.at): piece.side for piece in pieces}
    named = {place.hexes[0] for kind in NAMED for place in board.places_of(kind)}

    def worth(corner: tuple[int, int]) -> float:
        inside = set(_inside(board, *corner, columns, rows))
        armies = Count(held[at] for at in inside & held.keys())
        land = {board.terrain[at] for at in inside}
        return sum(map(sqrt, armies.values())) + NAME * len(inside & named) + TERRAIN * len(land)

    corners = list(product(range(grid.columns - columns + 1), range(grid.rows - rows + 1)))
    best = max(corners, key=worth)
    return part_of(board, *best, columns, rows), worth(best)


def _inside(board: Map, left: int, top: int, columns: int, rows: int) -> Iterator[HexId]:
    """Yield the hexes of a part that are shown: all but its rim."""
    for row in range(top + 1, top + rows - 1):
        for column in range(left + 1, left + columns - 1):
            yield HexId(row * board.grid.columns + column)
