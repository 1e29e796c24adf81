# SPDX-License-Identifier: Apache-2.0
"""A map: what each hex is, what lies on each hexside, roads, and the places that have names.

Names of terrain and features are those of the map file; what they do to units is for the rules of a game.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.errors import NoSuch
from grognard.hexes.grid import Grid, HexId, Hexside

PlaceKind = Literal["town", "port", "beach", "entry", "area"]
NOTHING: frozenset[str] = frozenset()


class Terrain(msgspec.Struct, frozen=True):
    """A terrain of the legend. `sides` names the feature that all hexsides of a water hex have; land has none."""

    code: str
    name: str
    sides: str = ""


class Chain(msgspec.Struct, frozen=True):
    """Hexsides that join corner to corner: a river of some name from its source, a coast, a line on the map."""

    kind: str
    name: str
    hexsides: tuple[Hexside, ...]


class Road(msgspec.Struct, frozen=True):
    """Hexes that follow one another along a road or railway."""

    kind: str
    name: str
    hexes: tuple[HexId, ...]


class NamedPlace(msgspec.Struct, frozen=True):
    """One or more hexes with a name."""

    kind: PlaceKind
    name: str
    hexes: tuple[HexId, ...]


class Map(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A map that passed every check. `terrain` has one name for each hex; `barriers` are features no road crosses."""

    title: str
    grid: Grid
    legend: tuple[Terrain, ...]
    terrain: tuple[str, ...]
    scale: str = ""
    about: str = ""
    barriers: tuple[str, ...] = ()
    hexsides: tuple[Chain, ...] = ()
    roads: tuple[Road, ...] = ()
    places: tuple[NamedPlace, ...] = ()
    lines: tuple[Chain, ...] = ()

    @cached_property
    def water(self) -> dict[str, str]:
        """Return each terrain that is water, with the feature its hexsides have."""
        return {terrain.name: terrain.sides for terrain in self.legend if terrain.sides}

    def is_water(self, hex_id: HexId) -> bool:
        """Return whether a hex is all water."""
        return self.terrain[hex_id] in self.water

    # Hexsides

    @cached_property
    def features(self) -> dict[Hexside, frozenset[str]]:
        """Return the features of every hexside that has any; both hexes beside it agree."""
        pairs = [(hexside, chain.kind) for chain in self.hexsides for hexside in chain.hexsides]
        for hex_id in self.grid.hexes:
            if sides := self.water.get(self.terrain[hex_id]):
                pairs += [(hexside, sides) for hexside in self.grid.hexsides(hex_id)]
        return _gathered(pairs)

    @cached_property
    def road_kinds(self) -> dict[Hexside, frozenset[str]]:
        """Return the kinds of road over every hexside that a road crosses."""
        pairs = [
            (hexside, road.kind) for road in self.roads for hexside in road_hexsides(self.grid, road.hexes)
        ]
        return _gathered(pairs)

    def features_at(self, hexside: Hexside) -> frozenset[str]:
        """Return the features of a hexside, such as river and sea."""
        return self.features.get(hexside, NOTHING)

    def roads_at(self, hexside: Hexside) -> frozenset[str]:
        """Return the kinds of road that cross a hexside."""
        return self.road_kinds.get(hexside, NOTHING)

    def is_coastal(self, hex_id: HexId) -> bool:
        """Return whether a land hex has a hexside on water."""
        sides = set(self.water.values())
        return not self.is_water(hex_id) and any(
            sides & self.features_at(hexside) for hexside in self.grid.hexsides(hex_id)
        )

    # Places

    def places_of(self, kind: PlaceKind) -> list[NamedPlace]:
        """Return the places of a kind in the order of the file."""
        return [place for place in self.places if place.kind == kind]

    def place(self, kind: PlaceKind, name: str) -> NamedPlace:
        """Return a place by name."""
        if (kind, name) not in self._named:
            raise NoSuch(f"{kind} called", name, [place.name for place in self.places_of(kind)])
        return self._named[kind, name]

    @cached_property
    def _named(self) -> dict[tuple[PlaceKind, str], NamedPlace]:
        return {(place.kind, place.name): place for place in self.places}

    @cached_property
    def _places_at(self) -> dict[HexId, list[NamedPlace]]:
        places: dict[HexId, list[NamedPlace]] = defaultdict(list)
        for place in self.places:
            for hex_id in place.hexes:
                places[hex_id].append(place)
        return places

    def places_at(self, hex_id: HexId) -> list[NamedPlace]:
        """Return every place a hex belongs to."""
        return list(self._places_at.get(hex_id, ()))

    def one_side(self, name: str, start: HexId) -> frozenset[HexId]:
        """Return all hexes on the same side of a line as the given one: those reached without crossing it."""
        line = [chain for chain in self.lines if chain.name == name]
        if not line:
            raise NoSuch("line called", name, {chain.name: None for chain in self.lines})
        wall = {hexside for chain in line for hexside in chain.hexsides}
        reached, open_hexes = {start}, [start]
        while open_hexes:
            here = open_hexes.pop()
            for other in self.grid.neighbours(here):
                if other not in reached and self.grid.hexside_between(here, other) not in wall:
                    reached.add(other)
                    open_hexes.append(other)
        return frozenset(reached)


def road_hexsides(grid: Grid, hexes: tuple[HexId, ...]) -> list[Hexside]:
    """Return the hexsides a chain of neighbouring hexes crosses; hexes that are not neighbours are passed over."""
    between = (grid.hexside_between(one, other) for one, other in pairwise(hexes))
    return [hexside for hexside in between if hexside is not None]


def _gathered(pairs: Iterable[tuple[Hexside, str]]) -> dict[Hexside, frozenset[str]]:
    gathered: dict[Hexside, set[str]] = defaultdict(set)
    for hexside, kind in pairs:
        gathered[hexside].add(kind)
    return {hexside: frozenset(kinds) for hexside, kinds in gathered.items()}
