"""What the scenarios of the games on a map have in common: what they say of themselves, their map and their units."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, Protocol, TypeVar

import msgspec

from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.charts.plurals import counted, plural
from grognard.hexes import HexId, Map, Place


class Headed(Protocol):
    """The head of a scenario file."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """What it is about."""

    @property
    def turns(self) -> int:
        """How many turns it lasts."""

    @property
    def minutes(self) -> int:
        """How long it takes to play."""


class Identified(Protocol):
    """A unit with an id."""

    @property
    def id(self) -> str:
        """By what it goes in orders."""


F = TypeVar("F", bound=Headed)
U = TypeVar("U", bound=Identified)
S = TypeVar("S", bound=str)


class OnMap(msgspec.Struct, Generic[F, U], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check. It is shared by all positions and never copied."""

    name: str
    file: F
    map: Map
    units: tuple[U, ...]

    @property
    def title(self) -> str:
        """What it is called."""
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

    @cached_property
    def by_id(self) -> dict[str, U]:
        """Every unit by its id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def entries(self) -> dict[str, tuple[HexId, ...]]:
        """The hexes of every edge by which units enter."""
        return {place.name: place.hexes for place in self.map.places_of("entry")}


# Places that count, by the side that holds them at first, with their points.
Worth = Mapping[S, Mapping[str, int]]


def worth_of(counting: Worth[S], places: Mapping[str, Place]) -> dict[HexId, int]:
    """Return the points for each hex that counts for victory: a place of several hexes shares them out."""
    every = [(places[name].hexes, points) for worth in counting.values() for name, points in worth.items()]
    return {each: points // len(hexes) for hexes, points in every for each in hexes}


def held_at_first(counting: Worth[S], places: Mapping[str, Place]) -> dict[HexId, S]:
    """Return who holds each hex that counts, as a scenario begins."""
    return {each: side for side, worth in counting.items() for name in worth for each in places[name].hexes}


def check_sources(source: Source, sources: Mapping[S, Sequence[str]], sides: Iterable[S], board: Map) -> None:
    """Note sides without supply, and sources that are no edge or town of the map."""
    known = [place.name for kind in ("entry", "town") for place in board.places_of(kind)]
    for side in sides:
        if not sources.get(side):
            source.fault(("sources",), f"has no source of supply of the {side} side")
        for name in sources.get(side, ()):
            if name not in known:
                what = f"{name!r} is no edge or town of the map; {nearest(name, known)}"
                source.fault(("sources", side), what)


def check_worth(
    source: Source, key: str, counting: Worth[S], places: Mapping[str, Place], kinds: str
) -> None:
    """Note places that count and are not on the map, do not share their points evenly, or are both sides'."""
    named: set[str] = set()
    for side, worth in counting.items():
        for name, points in worth.items():
            place = ("victory", key, side, name)
            if name not in places:
                source.fault(place, f"is no {kinds} of the map; {nearest(name, list(places))}")
            elif points % len(places[name].hexes):
                hexes = len(places[name].hexes)
                source.fault(
                    place,
                    f"{counted(points, 'point')} {plural(points, 'is', 'are')} not shared evenly by {hexes} hexes",
                )
            if name in named:
                source.fault(place, "is held by both sides")
            named.add(name)
