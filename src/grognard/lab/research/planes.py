# SPDX-License-Identifier: Apache-2.0
"""What a side observes of the map: one plane for each thing that can be there, of the size of the map.

Planes whose names are of the map never change; the others are worked out from a view.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.front import View
from grognard.hexes import Map
from grognard.play.board import Piece, Status
from grognard.play.states import State

Array = NDArray[np.float32]
# What a number in an observation is at least and at most.
LEAST, MOST = -99.0, 999.0
NUMBER = re.compile(r"\d+(?:\.\d+)?")
CHANGING = (
    "own strength", "own pieces", "own done", "own hurt", "enemy strength", "enemy pieces", "enemy done", "enemy hurt",
    "worth", "held by own side", "held by enemy", "own exit", "enemy exit", "chosen", "can be chosen",
)  # fmt: skip


class Planes:
    """The planes of a scenario. `names` has them in sequence, `shape` is that of the array."""

    def __init__(self, board: Map, states: Iterable[State], markers: Iterable[str]) -> None:
        """Take the map, the states of pieces, and the kinds of markers."""
        self._grid = board.grid
        fixed = dict(_of_map(board))
        self._fixed = np.stack(list(fixed.values()))
        self._markers = tuple(markers)
        self._effect = {state.id: state.effect for state in states}
        self.names = (*fixed, *CHANGING, *(f"marker: {kind}" for kind in self._markers))
        self._at = {name: at for at, name in enumerate(self.names)}
        self.shape = (len(self.names), board.grid.rows, board.grid.columns)
        self.hexes = {name: divmod(at, board.grid.columns) for at, name in enumerate(board.grid.names)}

    def of(self, view: View, pieces: Iterable[Piece], status: Status) -> Array:
        """Return the planes as a side sees them, from its view, the pieces it shows and its status; without what is chosen."""
        planes = np.zeros(self.shape, np.float32)
        planes[: len(self._fixed)] = self._fixed
        for piece in pieces:
            if at := self.hexes.get(piece.at):
                self._show(planes, piece, "own" if piece.side == view.side else "enemy", at)
        for marker in view.markers:
            if at := self.hexes.get(marker.at):
                planes[self._at[f"marker: {marker.kind}"], *at] += 1 if marker.count is None else marker.count
        self._show_ground(planes, view, status)
        return planes

    def _show(self, planes: Array, piece: Piece, whose: str, at: tuple[int, int]) -> None:
        planes[self._at[f"{whose} strength"], *at] += next(iter(numbers_in(piece.values)), 0)
        planes[self._at[f"{whose} pieces"], *at] += 1
        effects = {self._effect.get(state, "none") for state in piece.states}
        for effect in effects & {"done", "hurt"}:
            planes[self._at[f"{whose} {effect}"], *at] += 1

    def _show_ground(self, planes: Array, view: View, status: Status) -> None:
        self._fill(planes, "worth", status.worth)
        for side in view.sides:
            own = side == view.side
            held = dict.fromkeys(status.held.get(side, ()), 1)
            self._fill(planes, "held by own side" if own else "held by enemy", held)
            self._fill(planes, "own exit" if own else "enemy exit", status.exits.get(side, {}))

    def mark(self, planes: Array, name: str, hexes: Iterable[str]) -> None:
        """Mark hexes in a plane; what is no hex is passed over."""
        self._fill(planes, name, {each: 1 for each in hexes if each in self.hexes})

    def _fill(self, planes: Array, name: str, values: Mapping[str, float]) -> None:
        plane = planes[self._at[name]]
        for hex_name, value in values.items():
            plane[self.hexes[hex_name]] = value


def _of_map(board: Map) -> Iterator[tuple[str, Array]]:
    """Yield what never changes: each terrain, each feature and road as the share of a hex's sides, each kind of place."""
    for terrain in board.legend:
        yield (
            f"terrain: {terrain.name}",
            _plane(board, lambda at, name=terrain.name: board.terrain[at] == name),
        )
    for title, by_side in (("side", board.features), ("road", board.road_kinds)):
        for kind in sorted({kind for kinds in by_side.values() for kind in kinds}):
            yield (
                f"{title}: {kind}",
                _plane(board, lambda at, kind=kind, by_side=by_side: _share(board, at, kind, by_side)),
            )
    for sort in dict.fromkeys(place.kind for place in board.places):
        there = {at for place in board.places_of(sort) for at in place.hexes}
        yield f"place: {sort}", _plane(board, lambda at, there=there: at in there)


def _share(board: Map, at: Any, kind: str, by_side: Mapping[Any, frozenset[str]]) -> float:
    sides = board.grid.hexsides(at)
    return sum(kind in by_side.get(side, ()) for side in sides) / len(sides)


def _plane(board: Map, value: Any) -> Array:
    values = [float(value(at)) for at in board.grid.hexes]
    return np.array(values, np.float32).reshape(board.grid.rows, board.grid.columns)


@lru_cache(maxsize=4096)
def numbers_in(text: str) -> tuple[float, ...]:
    """Return the numbers printed on a counter; dots are counted.

    >>> numbers_in("6-4"), numbers_in("●●●")
    ((6.0, 4.0), (3.0,))
    """
    found = tuple(float(number) for number in NUMBER.findall(text))
    return found if found or "●" not in text else (float(text.count("●")),)
