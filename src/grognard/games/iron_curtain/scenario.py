"""A scenario: the order of battle, the year, who strikes with what and when, what victory is worth. Homemade, from TOML."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import msgspec
from msgspec import Meta

from grognard.charts.files import Source
from grognard.games import game_map
from grognard.games.iron_curtain.terms import Period, Poison, Side, enemy
from grognard.games.iron_curtain.units import Face, Unit, read_units
from grognard.hexes import HexId, Map, Place
from grognard.play.by_side import BySide
from grognard.rules.order_of_battle import check_stacks
from grognard.rules.scenarios import OnMap, check_sources, check_worth, held_at_first, worth_of
from grognard.rules.victory_levels import Level, check_levels

# Units are found here too, with the scenario they belong to.
__all__ = ["Face", "Scenario", "ScenarioFile", "Unit", "Weapons", "load_scenario", "period"]

T = TypeVar("T")
Some = Annotated[int, Meta(ge=1)]
None_or_more = Annotated[int, Meta(ge=0)]


class Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's nuclear and chemical warheads, and the turn from which each may be used."""

    nuclear: None_or_more = 0
    nuclear_from: Some = 1
    chemical: None_or_more = 0
    chemical_from: Some = 1

    def of(self, poison: Poison) -> tuple[int, int]:
        """Return how many warheads of a kind there are, and the turn from which they may be used."""
        nuclear, chemical = (self.nuclear, self.nuclear_from), (self.chemical, self.chemical_from)
        return nuclear if poison == "nuclear" else chemical


NO_WEAPONS = Weapons()


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for towns, by the side that holds them at first; and verdicts, the best for the side that moves first first.

    Whoever holds a town at the end has its points.
    """

    towns: dict[Side, dict[str, Some]]
    levels: tuple[Level, ...]


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The TOML file of a scenario."""

    title: str
    about: str
    map: str
    year: Some
    first_day: str
    first: Side
    turns: Some
    minutes: Some
    stacking: Some
    contaminated: Some = 1
    strikes: dict[Side, None_or_more] = {}
    weapons: dict[Side, Weapons] = {}
    sources: dict[Side, list[str]]
    victory: Victory
    units: dict[Side, str]


class Scenario(OnMap[ScenarioFile, Unit], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check: who begins where and comes when, what ground is worth."""

    @property
    def period(self) -> Period:
        """Whose combat table is used."""
        return period(self.file.year)

    @property
    def first(self) -> Side:
        """The side that moves first."""
        return self.file.first

    @property
    def second(self) -> Side:
        """The side that moves second."""
        return enemy(self.file.first)

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, the one that moves first before the other."""
        return self.first, self.second

    def _by_side(self, of: Callable[[Side], T]) -> BySide[T]:
        return BySide(self.sides, of(self.first), of(self.second))

    @cached_property
    def strikes(self) -> BySide[int]:
        """How many air strikes each side has in a turn of its own."""
        return self._by_side(lambda side: self.file.strikes.get(side, 0))

    @cached_property
    def weapons(self) -> BySide[Weapons]:
        """Each side's warheads, and when they are released."""
        return self._by_side(lambda side: self.file.weapons.get(side, NO_WEAPONS))

    @cached_property
    def sources(self) -> BySide[frozenset[HexId]]:
        """Where each side's supply comes from, unless an enemy stands there: edges of the map and towns."""
        return self._by_side(
            lambda side: frozenset(
                at for name in self.file.sources[side] for at in source_hexes(self.map, name) or ()
            )
        )

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of a town that counts for victory: a town of several hexes shares them out."""
        return worth_of(self.file.victory.towns, _towns(self.map))

    @cached_property
    def held(self) -> dict[HexId, Side]:
        """Who holds each hex that counts, as the scenario begins."""
        return held_at_first(self.file.victory.towns, _towns(self.map))

    @cached_property
    def numbers(self) -> BySide[slice]:
        """Where in the order of battle each side's units are: those of the side that moves first come first."""
        count = sum(unit.side == self.first for unit in self.units)
        return BySide(self.sides, slice(0, count), slice(count, len(self.units)))

    @cached_property
    def by_side(self) -> BySide[tuple[Unit, ...]]:
        """Each side's units."""
        return self.numbers.map(self.units.__getitem__)

    @cached_property
    def flies(self) -> BySide[bool]:
        """Say of each side whether it has air-mobile units."""
        return self.by_side.map(lambda units: any(unit.air_mobile for unit in units))


def period(year: int) -> Period:
    """Return the period a year belongs to, by which the combat table is chosen."""
    return "1945" if year < 1962 else "1962-1989"


def year_fault(year: int) -> str:
    """Say that a year belongs to neither period; an empty text if it does."""
    if year == 1945 or 1962 <= year <= 1989:
        return ""
    return f"must be 1945, or from 1962 to 1989, not {year}"


def source_hexes(board: Map, name: str) -> tuple[HexId, ...] | None:
    """Return the hexes of an edge of the map or a town that supply comes from; none if there is no such place."""
    places = [*board.places_of("entry"), *board.places_of("town")]
    return next((place.hexes for place in places if place.name == name), None)


def _towns(board: Map) -> dict[str, Place]:
    return {place.name: place for place in board.places_of("town")}


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; every fault of the file is named at once."""
    source = Source(path)
    file = source.fill(ScenarioFile, source.data())
    source.stop_if_faulty()
    board = game_map("iron-curtain", file.map)
    units = read_units(source, board, file.units, file.first)
    check_stacks(source, board, units, file.stacking)
    _check_year(source, file)
    check_sources(source, file.sources, get_args(Side), board)
    check_worth(source, "towns", file.victory.towns, _towns(board), "town")
    check_levels(source, file.victory.levels)
    source.stop_if_faulty()
    return Scenario(name=path.stem, file=file, map=board, units=tuple(units))


def _check_year(source: Source, file: ScenarioFile) -> None:
    if fault := year_fault(file.year):
        source.fault(("year",), fault)
