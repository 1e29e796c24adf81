# SPDX-License-Identifier: Apache-2.0
"""The scenario that every game on a map begins with: what its file says, its map, its units, and places that count.

`scenario` extends it for games made of chapters.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Generic, Protocol, TypeVar

import msgspec
from msgspec import Meta

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import KeyPath, Source
from grognard.charts.plurals import counted, plural
from grognard.hexes import HexId, Map, NamedPlace
from grognard.hexes.load_map import block
from grognard.hexes.map import PlaceKind
from grognard.rules.bounds import Turns

Some = Annotated[int, Meta(ge=1)]
NoneOrMore = Annotated[int, Meta(ge=0)]


class Headed(Protocol):
    """The head of a scenario file."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def about(self) -> str:
        """What it is about."""

    @property
    def turns(self) -> int:
        """How many turns it lasts."""

    @property
    def minutes(self) -> int:
        """How long it takes to play."""

    @property
    def exercise(self) -> bool:
        """Whether it is an exercise and no battle."""

    @property
    def lean(self) -> str:
        """To whom it leans between equal players, in a sentence; empty if it is even, or not known."""


class ScenarioHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The head of every scenario file: `turns` is how long it lasts at most, `minutes` how long it takes to play.

    An `exercise` is no battle, and so small that it can be solved. `lean` says to whom it leans between equal players, in a sentence.
    """

    title: str
    about: str
    map: str
    turns: Turns
    minutes: Some
    exercise: bool = False
    lean: str = ""


class Listed(Protocol):
    """A unit of the order of battle."""

    @property
    def id(self) -> str:
        """The name by which orders refer to it."""

    @property
    def side(self) -> str:
        """Its side."""

    @property
    def number(self) -> int:
        """Its place in the order of battle."""


F = TypeVar("F", bound=Headed)
U = TypeVar("U", bound=Listed)
S = TypeVar("S", bound=str)
T = TypeVar("T", bound=msgspec.Struct)


class MapScenario(msgspec.Struct, Generic[F, U], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check. It is shared by all positions and never copied."""

    name: str
    file: F
    map: Map
    units: tuple[U, ...]

    @property
    def title(self) -> str:
        """Its title."""
        return self.file.title

    @property
    def about(self) -> str:
        """What it is about."""
        return self.file.about

    @property
    def turns(self) -> int:
        """How many turns it lasts."""
        return self.file.turns

    @property
    def minutes(self) -> int:
        """How long it takes to play."""
        return self.file.minutes

    @property
    def exercise(self) -> bool:
        """Whether it is an exercise and no battle."""
        return self.file.exercise

    @property
    def lean(self) -> str:
        """To whom it leans between equal players, in a sentence; empty if it is even, or not known."""
        return self.file.lean

    @cached_property
    def by_id(self) -> dict[str, U]:
        """Every unit by its id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def entries(self) -> dict[str, tuple[HexId, ...]]:
        """The hexes of every edge of the map over which units enter."""
        return {place.name: place.hexes for place in self.map.places_of("entry")}


class TwoSided(MapScenario[F, U], Generic[F, U, S], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario whose `sides` are known, with the one that moves first listed first."""

    sides: tuple[S, S]

    def enemy(self, side: S) -> S:
        """Return the other side."""
        first, second = self.sides
        return second if side == first else first

    @cached_property
    def of_side(self) -> dict[S, tuple[U, ...]]:
        """Each side's units."""
        return {side: tuple(unit for unit in self.units if unit.side == side) for side in self.sides}

    @cached_property
    def numbers(self) -> dict[S, slice]:
        """The slice of each side's units in the order of battle, where those of the side that moves first come first."""
        first, second = self.sides
        count = len(self.of_side[first])
        return {first: slice(0, count), second: slice(count, len(self.units))}

    @cached_property
    def numbers_of(self) -> dict[S, frozenset[int]]:
        """The numbers of each side's units."""
        return {side: frozenset(unit.number for unit in units) for side, units in self.of_side.items()}


def read_file(path: Path, kind: type[T]) -> tuple[Source, T]:
    """Read a scenario file strictly; everything missing, unknown or of the wrong type is reported at once."""
    source = Source(path)
    file = source.fill(kind, source.data())
    source.stop_if_faulty()
    return source, file


def read_hexes(source: Source, board: Map, place: KeyPath, text: str) -> list[HexId]:
    """Read single hexes, or blocks such as 0101..0305; what is not a hex is noted."""
    hexes: list[HexId] = []
    for word in text.split():
        try:
            ends = [board.grid.parse_hex(end) for end in word.split("..", 1)]
        except GrognardError as error:
            source.fault(place, str(error))
        else:
            hexes += block(board.grid, ends[0], ends[-1])
    return hexes


def places_of(board: Map, *kinds: PlaceKind) -> dict[str, NamedPlace]:
    """Return the places of some kinds by their names; if two have one name, that of the last kind."""
    return {place.name: place for kind in kinds for place in board.places_of(kind)}


# Places that count with their points, by the side that holds them at the start.
Worth = Mapping[S, Mapping[str, int]]


def worth_of(counting: Worth[S], places: Mapping[str, NamedPlace]) -> dict[HexId, int]:
    """Return the points for each hex that counts for victory."""
    return {at: points for worth in counting.values() for at, points in shared_out(worth, places).items()}


def shared_out(worth: Mapping[str, int], places: Mapping[str, NamedPlace]) -> dict[HexId, int]:
    """Return the points for each hex of places that count: a place shares its points among its hexes."""
    return {
        at: points // len(places[name].hexes) for name, points in worth.items() for at in places[name].hexes
    }


def hexes_of(names: Iterable[str], places: Mapping[str, NamedPlace]) -> frozenset[HexId]:
    """Return the hexes of places by their names."""
    return frozenset(at for name in names for at in places[name].hexes)


def held_at_first(counting: Worth[S], places: Mapping[str, NamedPlace]) -> dict[HexId, S]:
    """Return who holds each hex that counts as a scenario begins."""
    return {at: side for side, worth in counting.items() for at in hexes_of(worth, places)}


def check_sources(source: Source, sources: Mapping[S, Sequence[str]], sides: Iterable[S], board: Map) -> None:
    """Note sides without supply, and sources that are not an edge or town of the map."""
    for side in sides:
        if not sources.get(side):
            source.fault(("sources",), f"has no source of supply of the {side} side")
    check_named_sources(source, sources, board)


def check_named_sources(source: Source, sources: Mapping[S, Sequence[str]], board: Map) -> None:
    """Note sources of supply that are not an edge or town of the map."""
    allowed = list(places_of(board, "town", "entry"))
    for side, names in sources.items():
        for name in names:
            if name not in allowed:
                what = f"{name!r} is no edge or town of the map; {nearest(name, allowed)}"
                source.fault(("sources", side), what)


def check_worth(
    source: Source, key: str, counting: Worth[S], places: Mapping[str, NamedPlace], kinds: str
) -> None:
    """Note places that count but are not on the map, cannot share their points evenly, or are held by both sides."""
    named: set[str] = set()
    for side, worth in counting.items():
        check_points(source, ("victory", key, side), worth, places, kinds)
        for name in named & worth.keys():
            source.fault(("victory", key, side, name), "is held by both sides")
        named |= worth.keys()


def check_points(
    source: Source, section: KeyPath, worth: Mapping[str, int], places: Mapping[str, NamedPlace], kinds: str
) -> None:
    """Note places that count but are not on the map, or cannot share their points evenly."""
    for name, points in worth.items():
        if name not in places:
            source.fault((*section, name), f"is no {kinds} of the map; {nearest(name, list(places))}")
        elif points % len(places[name].hexes):
            verb, hexes = plural(points, "is", "are"), len(places[name].hexes)
            what = f"{counted(points, 'point')} {verb} not shared evenly by {hexes} hexes"
            source.fault((*section, name), what)
