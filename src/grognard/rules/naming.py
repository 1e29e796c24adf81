# SPDX-License-Identifier: Apache-2.0
"""Units and hexes by the names that orders use, and in words, for every game on a map."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from grognard.charts.errors import NoSuch
from grognard.hexes import HexId, Map


class Named(Protocol):
    """A unit with a name."""

    @property
    def name(self) -> str:
        """Its name."""


U = TypeVar("U", bound=Named)


class Naming(Generic[U]):
    """The units of a scenario and the hexes of its map, by name."""

    def __init__(self, board: Map, by_id: Mapping[str, U]) -> None:
        self._board = board
        self._by_id = by_id

    def unit(self, unit_id: str) -> U:
        """Return a unit by its id."""
        unit = self._by_id.get(unit_id)
        if unit is None:
            raise NoSuch("unit", unit_id, self._by_id)
        return unit

    def units(self, ids: Iterable[str]) -> list[U]:
        """Return units by their ids."""
        return [self.unit(unit_id) for unit_id in ids]

    def is_piece(self, name: str) -> bool:
        """Return whether a name is the id of a piece."""
        return name in self._by_id

    def piece(self, name: str) -> Named:
        """Return a piece by its id: a unit, unless a game has other pieces."""
        return self.unit(name)

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""
        return self._board.grid.parse_hex(name)

    def hex_name(self, hex_id: HexId) -> str:
        """Return the printed number of a hex."""
        return self._board.grid.hex_name(hex_id)

    def place(self, hex_id: HexId) -> str:
        """Name a hex in words: its number, and the town in it."""
        towns = [place.name for place in self._board.places_at(hex_id) if place.kind == "town"]
        return " ".join([*towns[:1], self._board.grid.hex_name(hex_id)])


def names(units: Iterable[Named]) -> str:
    """List the names of units."""
    return listed(unit.name for unit in units)


# What became of a unit: the verb for one and for many, and the rest of the sentence.
Fate = tuple[str, str, str]
ADVANCES, RETREATS = ("advances", "advance"), ("retreats", "retreat")


def driven(place: str, *, advances: bool) -> Fate:
    """Say where a battle brought a unit: into the hex that was attacked, or back."""
    return *(ADVANCES if advances else RETREATS), f" to {place}"


def is_advance(fate: Fate) -> bool:
    """Return whether a unit advanced."""
    return fate[:2] == ADVANCES


def fate_sentences(
    fates: Iterable[tuple[Named, Fate]], is_last: Callable[[Fate], bool] = lambda _: False
) -> list[str]:
    """Say what became of units, in one sentence for those with the same fate; fates that are `is_last` come last."""
    units_of: dict[Fate, list[Named]] = defaultdict(list)
    for unit, fate in fates:
        units_of[fate].append(unit)
    return [
        f"{names(units)} {one if len(units) == 1 else many}{rest}"
        for (one, many, rest), units in sorted(units_of.items(), key=lambda item: is_last(item[0]))
    ]


def listed(words: Iterable[str]) -> str:
    """Join words: `a, b and c`."""
    *before, last = list(words) or ["nobody"]
    return f"{', '.join(before)} and {last}" if before else last
