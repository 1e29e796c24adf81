# SPDX-License-Identifier: Apache-2.0
"""The numbers of actions in a scenario: a number means the same piece, hex or kind of order in every game of it.

Number 0 ends: the phase, or the choice of units. Then come the pieces, the hexes of the map, the kinds of orders, and `SLOTS`
numbers for whatever else there is to choose from, such as an option that is neither a piece nor a hex, in its sequence.
"""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from grognard.hexes import Map
from grognard.play.game import BoardGame
from grognard.registry import game_map, games

# The number that ends a phase or the choice of units.
END = 0
# How many things without a number of their own one choice lists. More of them are chosen in two steps, or three.
SLOTS = 32


class Numbering(msgspec.Struct, frozen=True):
    """Which number each thing has. `size` is the stated bound: every action of every game of the scenario is below it."""

    pieces: tuple[str, ...]
    hexes: tuple[str, ...]
    kinds: tuple[str, ...]
    numbers: dict[str, int]

    @property
    def first_kind(self) -> int:
        """The number of the first kind of order."""
        return 1 + len(self.pieces) + len(self.hexes)

    @property
    def first_slot(self) -> int:
        """The number of the first slot."""
        return self.first_kind + len(self.kinds)

    @property
    def size(self) -> int:
        """How many actions there are."""
        return self.first_slot + SLOTS

    def of(self, thing: Any) -> int | None:
        """Return the number of a piece, of a hex, or of the end; None if a thing has no number of its own."""
        return self.numbers.get(thing) if isinstance(thing, str) else None

    def of_kind(self, kind: str) -> int:
        """Return the number of a kind of order."""
        return self.first_kind + self.kinds.index(kind)


def numbering_of(game: BoardGame[Any], scenario: Any, board: Map) -> Numbering:
    """Number what can be chosen in a scenario: all pieces that are, or may come, into play, all hexes, all kinds of orders."""
    shown = [piece.id for piece in game.view.pieces(game.rules.start())]
    pieces = tuple(dict.fromkeys([*shown, *(unit.id for unit in scenario.units)]))
    hexes, kinds = board.grid.names, tuple(map(tag, union_of(game.order)))
    numbers = {thing: at for at, thing in enumerate(("", *pieces, *hexes))}
    return Numbering(pieces, hexes, kinds, numbers)


def map_of(name: str) -> Map:
    """Return the map that a scenario is played on: of `seelowe/hythe`, for instance."""
    game, _, scenario = name.rpartition("/")
    return game_map(game, games.scenario(game, scenario).file.map)


def tag(kind: type[msgspec.Struct]) -> str:
    """Return the name of a kind of order, or of question, as it is saved."""
    return str(kind.__struct_config__.tag)


def union_of(types: Any) -> Iterable[type[msgspec.Struct]]:
    """Return the types of a union, of which there may be only one."""
    return get_args(types) or (types,)
