# SPDX-License-Identifier: Apache-2.0
"""A scenario of a game made of chapters, from TOML: the order of battle with places and turns of entry, and what counts."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.errors import NoSuch, nearest
from grognard.charts.files import Source
from grognard.hexes import HexId, Map, NamedPlace
from grognard.play import places
from grognard.rules.map_scenario import (
    ScenarioHead,
    Some,
    TwoSided,
    check_named_sources,
    check_points,
    hexes_of,
    places_of,
    read_file,
    shared_out,
)
from grognard.rules.naming import Naming
from grognard.rules.order_of_battle import unit_line
from grognard.rules.units import Unit, read_units
from grognard.rules.victory_levels import Level, check_levels

if TYPE_CHECKING:
    from grognard.rules.definition import Definition

# Picks the places of some units from those of all.
Picker = Callable[[tuple[places.Place, ...]], tuple[places.Place, ...]]


class CountsForVictory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for towns, whichever side holds them; and verdicts by the lead of the first side, the best first."""

    towns: dict[str, Some]
    levels: list[Level]


class SidedFile(ScenarioHead, frozen=True, kw_only=True):
    """What the scenario files of all games made of chapters have, whatever counts for victory in them.

    `first` is the side that moves first, if not the one that `rules.toml` names first. `sources` names the edges of
    the map and the towns that supply comes from, by side.
    """

    first_day: str = ""
    first: str = ""
    sources: dict[str, list[str]] = msgspec.field(default_factory=dict)
    units: dict[str, str]

    @property
    def levels(self) -> Sequence[Level]:
        """The verdicts by the lead of the side that moves first."""
        raise NotImplementedError

    @property
    def counting(self) -> Mapping[str, int]:
        """The towns that count for victory, with their points."""
        raise NotImplementedError

    @property
    def held_at_first(self) -> Iterable[str]:
        """The towns that the side moving first holds at the start."""
        raise NotImplementedError

    def check_towns(self, source: Source, towns: Mapping[str, NamedPlace]) -> None:
        """Note every fault in what the file says of towns that count."""


class ScenarioFile(SidedFile, frozen=True, kw_only=True):
    """The TOML file of a scenario; a game's own chapters may add to it.

    `held` names the towns that the side moving first holds at the start.
    """

    victory: CountsForVictory
    held: list[str] = msgspec.field(default_factory=list)

    @property
    def levels(self) -> Sequence[Level]:
        """The verdicts by the lead of the side that moves first."""
        return self.victory.levels

    @property
    def counting(self) -> Mapping[str, int]:
        """The towns that count for victory, with their points."""
        return self.victory.towns

    @property
    def held_at_first(self) -> Iterable[str]:
        """The towns that the side moving first holds at the start."""
        return self.held

    def check_towns(self, source: Source, towns: Mapping[str, NamedPlace]) -> None:
        """Towns that count or are held must be on the map; points must be shared evenly among hexes."""
        counting = list(self.victory.towns)
        if not counting:
            what = f"is empty, and nothing could be held; {nearest('', list(towns))}"
            source.fault(("victory", "towns"), what)
        check_points(source, ("victory", "towns"), self.victory.towns, towns, "town")
        for name in self.held:
            if name not in towns:
                source.fault(("held",), f"{name!r} is no town of the map; {nearest(name, list(towns))}")
            elif counting and name not in counting:
                what = f"{name!r} is no town of [victory.towns], and only those are held"
                source.fault(("held",), f"{what}; {nearest(name, counting)}")


class Scenario(TwoSided[Any, Unit, str], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check. `file` is a ScenarioFile or a game's own type."""

    def line(self, source: Source, unit: Unit) -> int:
        """Return the line of its file that a unit is on."""
        return unit_line(source, self.file.units, unit.side, unit.id)

    @cached_property
    def naming(self) -> Naming[Unit]:
        """Its units and hexes, by the names that orders use."""
        return Naming(self.map, self.by_id)

    @cached_property
    def movers(self) -> dict[str, list[Unit]]:
        """Each side's units that can be on the map."""
        return {side: [unit for unit in units if not unit.off_map] for side, units in self.of_side.items()}

    @cached_property
    def mover_ids(self) -> dict[str, list[tuple[int, str]]]:
        """Their numbers and ids."""
        return {side: [(unit.number, unit.id) for unit in units] for side, units in self.movers.items()}

    @cached_property
    def of_kind(self) -> dict[tuple[str, str], list[int]]:
        """The numbers of each side's units of each kind."""
        numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
        for unit in self.units:
            numbers[unit.side, unit.kind].append(unit.number)
        return numbers

    @cached_property
    def off_map(self) -> dict[str, list[Unit]]:
        """Each side's units that are never on the map."""
        return {side: [unit for unit in units if unit.off_map] for side, units in self.of_side.items()}

    @cached_property
    def fighters(self) -> dict[str, list[int]]:
        """The numbers of each side's combat units."""
        return {side: [unit.number for unit in units if unit.fights] for side, units in self.of_side.items()}

    @cached_property
    def places_of_fighters(self) -> dict[str, Picker]:
        """For each side, a function that picks the places of its combat units from those of all units."""
        return {side: _picker(numbers) for side, numbers in self.fighters.items()}

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of a town that counts for victory: a town shares its points among its hexes."""
        return shared_out(self.file.counting, places_of(self.map, "town"))

    @cached_property
    def held(self) -> frozenset[HexId]:
        """What the first side holds at the start."""
        return hexes_of(self.file.held_at_first, places_of(self.map, "town"))

    @cached_property
    def sources(self) -> dict[str, frozenset[HexId]]:
        """The hexes that the scenario names as each side's sources of supply: edges of the map and towns."""
        places = places_of(self.map, "town", "entry")
        # A name that is not on the map is reported as a fault of the file.
        names_on_map = {
            side: [name for name in self.file.sources.get(side, ()) if name in places] for side in self.sides
        }
        return {side: hexes_of(names, places) for side, names in names_on_map.items()}

    def terrain_hexes(self, terrain: str) -> frozenset[HexId]:
        """Return the hexes of a terrain."""
        return frozenset(at for at in self.map.grid.hexes if self.map.terrain[at] == terrain)


def load_scenario(path: Path, game: "Definition") -> Scenario:
    """Read and check a scenario of a game; every fault of the file is reported at once."""
    source, file = read_file(path, game.scenario_file)
    board = _map(source, file.map, game)
    one, other = game.sides
    sides = (other, one) if file.first == other else (one, other)
    units = tuple(read_units(source, board, _by_known_side(source, file.units, game), sides, game.units))
    scenario = Scenario(name=path.stem, file=file, map=board, units=units, sides=sides)
    _check_ids(source, scenario, game)
    _check_names(source, scenario, game)
    check_levels(source, file.levels, sides)
    game.check_scenario(source, scenario)
    source.stop_if_faulty()
    return scenario


def _map(source: Source, name: str, game: "Definition") -> Map:
    try:
        return game.map(name)
    except NoSuch as error:
        source.fault(("map",), str(error))
        source.stop_if_faulty()
        raise


def _by_known_side(source: Source, tables: Mapping[str, str], game: "Definition") -> Mapping[str, str]:
    for side in tables:
        if side not in game.sides:
            source.fault(("units", side), f"is no side; there are {' and '.join(game.sides)}")
    return tables


def _check_ids(source: Source, scenario: Scenario, game: "Definition") -> None:
    """No unit id may be a word that orders use for something else."""
    taken = dict.fromkeys(scenario.map.grid.names, "the number of a hex")
    taken |= dict.fromkeys(game.verbs, "the word of an order")
    for unit in scenario.units:
        if unit.id in taken:
            what = f"is {taken[unit.id]}, and orders could not name the unit by it"
            source.fault(("units",), what, scenario.line(source, unit), f"unit {unit.id}")


def _check_names(source: Source, scenario: Scenario, game: "Definition") -> None:
    """The side that moves first must be a side; towns that count and sources of supply must be on the map."""
    if scenario.file.first not in ("", *game.sides):
        source.fault(("first",), f"{scenario.file.first!r} is no side; there are {' and '.join(game.sides)}")
    towns = places_of(scenario.map, "town")
    scenario.file.check_towns(source, towns)
    for side in scenario.file.sources:
        if side not in game.sides:
            source.fault(("sources", side), f"is no side; there are {' and '.join(game.sides)}")
    check_named_sources(source, scenario.file.sources, scenario.map)


def _picker(numbers: Sequence[int]) -> Picker:
    """Return a function that picks the values with some indexes from a tuple."""
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return lambda values: tuple(values[number] for number in numbers)
