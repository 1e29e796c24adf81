"""A scenario made of chapters: the order of battle, who begins where and comes when, what victory is worth. From TOML."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.hexes import HexId
from grognard.rules.naming import Naming
from grognard.rules.scenarios import OnMap
from grognard.rules.units import Unit, read_units
from grognard.rules.victory_levels import Level, check_levels

if TYPE_CHECKING:
    from grognard.rules.definition import Definition

Some = Annotated[int, Meta(ge=1)]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for towns, whatever side holds them first; and verdicts by the lead of the first side, the best first."""

    towns: dict[str, Some]
    levels: list[Level]


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The TOML file of a scenario; a game's own chapters may want more of it.

    `held` names the towns that the first side holds at the start. `sources` names edges of the map and towns that
    supply comes from, by side.
    """

    title: str
    about: str
    map: str
    turns: Some
    minutes: Some
    first_day: str = ""
    victory: Victory
    held: list[str] = []
    sources: dict[str, list[str]] = {}
    units: dict[str, str]


class Scenario(OnMap[Any, Unit], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check. `file` is a ScenarioFile, or what a game has made of it."""

    sides: tuple[str, ...]

    @cached_property
    def naming(self) -> Naming[Unit]:
        """Its units and hexes by the names that orders use."""
        return Naming(self.map, self.by_id)

    @cached_property
    def numbers(self) -> dict[str, slice]:
        """Where in the order of battle each side's units are: those of the first side come first."""
        first = sum(unit.side == self.sides[0] for unit in self.units)
        return {self.sides[0]: slice(0, first), self.sides[1]: slice(first, len(self.units))}

    @cached_property
    def by_side(self) -> dict[str, frozenset[int]]:
        """The numbers of each side's units."""
        return {side: frozenset(u.number for u in self.units if u.side == side) for side in self.sides}

    @cached_property
    def movers(self) -> dict[str, list[Unit]]:
        """Each side's units that can stand on the map."""
        return {side: [u for u in self.units if u.side == side and not u.off_map] for side in self.sides}

    @cached_property
    def off_map(self) -> dict[str, list[Unit]]:
        """Each side's units that never stand on the map."""
        return {side: [u for u in self.units if u.side == side and u.off_map] for side in self.sides}

    @cached_property
    def fighters(self) -> dict[str, list[int]]:
        """The numbers of each side's combat units."""
        return {side: [u.number for u in self.units if u.side == side and u.fights] for side in self.sides}

    @cached_property
    def enemy(self) -> dict[str, str]:
        """The other side of each."""
        one, other = self.sides
        return {one: other, other: one}

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of a town that counts for victory: a town of several hexes shares them out."""
        found: dict[HexId, int] = {}
        for name, points in self.file.victory.towns.items():
            hexes = self.map.place("town", name).hexes
            found |= {each: points // len(hexes) for each in hexes}
        return found

    @cached_property
    def held(self) -> frozenset[HexId]:
        """What the first side holds at the start."""
        return frozenset(each for name in self.file.held for each in self.map.place("town", name).hexes)

    @cached_property
    def sources(self) -> dict[str, frozenset[HexId]]:
        """The hexes each side's supply comes from by the scenario: edges of the map and towns."""
        places = {place.name: place.hexes for kind in ("town", "entry") for place in self.map.places_of(kind)}
        return {
            side: frozenset(each for name in self.file.sources.get(side, ()) for each in places[name])
            for side in self.sides
        }

    def terrain_hexes(self, terrain: str) -> frozenset[HexId]:
        """Return the hexes of a terrain."""
        return frozenset(each for each in self.map.grid.hexes if self.map.terrain[each] == terrain)


def load_scenario(path: Path, game: "Definition") -> Scenario:
    """Read and check a scenario of a game; every fault of the file is named at once."""
    source = Source(path)
    file = source.fill(game.scenario_file, source.data())
    source.stop_if_faulty()
    board = game.map(file.map)
    units = tuple(read_units(source, board, _by_known_side(source, file.units, game), game.sides, game.units))
    found = Scenario(name=path.stem, file=file, map=board, units=units, sides=game.sides)
    _check_names(source, found, game)
    check_levels(source, file.victory.levels)
    game.check_scenario(source, found)
    source.stop_if_faulty()
    return found


def _by_known_side(source: Source, tables: Mapping[str, str], game: "Definition") -> Mapping[str, str]:
    for side in tables:
        if side not in game.sides:
            source.fault(("units", side), f"is no side; there are {' and '.join(game.sides)}")
    return tables


def _check_names(source: Source, scenario: Scenario, game: "Definition") -> None:
    """Towns that count and are held, and sources of supply, must be on the map; points are shared evenly by hexes."""
    towns = {place.name: place for place in scenario.map.places_of("town")}
    for name, points in scenario.file.victory.towns.items():
        place = ("victory", "towns", name)
        if name not in towns:
            source.fault(place, f"is no town of the map; {nearest(name, list(towns))}")
        elif points % len(towns[name].hexes):
            hexes = len(towns[name].hexes)
            source.fault(place, f"{points} points are not shared evenly by {hexes} hexes")
    for name in scenario.file.held:
        if name not in towns:
            source.fault(("held",), f"{name!r} is no town of the map; {nearest(name, list(towns))}")
    known = [*towns, *(place.name for place in scenario.map.places_of("entry"))]
    for side, names in scenario.file.sources.items():
        if side not in game.sides:
            source.fault(("sources", side), f"is no side; there are {' and '.join(game.sides)}")
        for name in names:
            if name not in known:
                what = f"{name!r} is no edge or town of the map; {nearest(name, known)}"
                source.fault(("sources", side), what)
