# SPDX-License-Identifier: Apache-2.0
"""What obstructs lines of sight: symbols along hexsides, on some part of a line. Geometry with no rules in it.

A game says in `Clause`s which symbols obstruct, and on which part. Of one line the first obstacle is found, so that it
can be named; of all lines from a hex at once, whether there is any.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.hexes.digests import Digests, Part, Symbols, digests_from, steps_of
from grognard.hexes.grid import HexId, Hexside
from grognard.hexes.map import Map
from grognard.hexes.sight import Crossing, Method, crossings


class Clause(msgspec.Struct, frozen=True):
    """A reason why a line is blocked: any of these symbols, on this part of it; and what the obstacle is called."""

    name: str
    symbols: frozenset[str]
    part: Part = "anywhere"


class Obstacle(msgspec.Struct, frozen=True, order=True):
    """A hexside that blocks a line: at which step of it, and by which symbol; tied if the line touches others there, too."""

    step: int
    symbol: str
    hexside: Hexside
    is_tied: bool


def first_obstacle(board: Map, start: HexId, end: HexId, clause: Clause, method: Method) -> Obstacle | None:
    """Return the first hexside on a line that blocks it by a clause."""
    return min(_obstacles(board, crossings(board.grid, start, end, method), clause), default=None)


def _obstacles(board: Map, steps: tuple[Crossing, ...], clause: Clause) -> Iterator[Obstacle]:
    for symbol in clause.symbols:
        bearing = {
            at: [hexside for hexside in steps[at].hexsides if symbol in board.features_at(hexside)]
            for at in steps_of(clause.part, len(steps))
        }
        met = [at for at, hexsides in bearing.items() if hexsides]
        for at in met[1:] if clause.part == "twice" else met:
            yield Obstacle(at, symbol, bearing[at][0], steps[at].is_tied)


class Obstacles:
    """The symbols of a map, and its tall hexes, which block whatever line runs through them. Made once for each map."""

    def __init__(self, board: Map, symbols: Sequence[str], tall: Iterable[HexId] = ()) -> None:
        self._numbers = {symbol: number for number, symbol in enumerate(symbols)}
        sides = {hexside: self._bits(features) for hexside, features in board.features.items()}
        self._symbols = Symbols(board.grid, sides, dict.fromkeys(tall, 1))

    def _bits(self, symbols: Iterable[str]) -> int:
        return sum(1 << self._numbers[symbol] for symbol in set(symbols) & self._numbers.keys())

    def lines_from(self, start: HexId, distance: int, method: Method) -> Digests:
        """Digest the lines from a hex to every hex within a distance, those next to it first."""
        return digests_from(self._symbols, start, distance, method)

    def blocked(self, lines: Digests, clause: Clause) -> NDArray[np.bool_]:
        """Say of each line whether a clause blocks it."""
        blocked: NDArray[np.bool_] = getattr(lines, clause.part) & self._bits(clause.symbols) != 0
        return blocked
