# SPDX-License-Identifier: Apache-2.0
"""A scenario: formations with their set-up zones, aircraft, works, supply, what victory is worth. Homemade, from TOML."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.files import Source
from grognard.games.jarama.features import Features
from grognard.games.jarama.terms import SIDES, STACKING, Side, enemy
from grognard.games.jarama.units import (
    Air,
    Formation,
    FormationFile,
    Unit,
    check_trains,
    read_air,
    read_units,
)
from grognard.hexes import HexId, Map, NamedPlace
from grognard.registry import game_map
from grognard.rules.map_scenario import (
    NoneOrMore,
    ScenarioHead,
    Some,
    TwoSided,
    check_sources,
    check_worth,
    held_at_first,
    hexes_of,
    places_of,
    read_file,
    read_hexes,
    worth_of,
)
from grognard.rules.order_of_battle import check_stacks

# Units are exported here too, with the scenario they belong to.
__all__ = ["Air", "Formation", "Scenario", "ScenarioFile", "Unit", "load_scenario"]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for towns and heights, by the side that holds them at first, and for each Troop point the enemy loses.

    The side that holds a place at the end has its points; the card's own table gives the verdict.
    """

    places: dict[Side, dict[str, Some]]
    losses: dict[Side, NoneOrMore] = {}


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """The TOML file of a scenario."""

    first_day: str
    days: Some
    first: Side
    missions: dict[Side, NoneOrMore] = msgspec.field(default_factory=dict)
    sources: dict[Side, list[str]]
    positions: str = ""
    fortifications: str = ""
    victory: Victory
    air: dict[Side, str] = msgspec.field(default_factory=dict)
    formations: list[FormationFile]


class Scenario(TwoSided[ScenarioFile, Unit, Side], frozen=True, kw_only=True, dict=True, eq=False):
    """A checked scenario; units come formation by formation, the first side's before the other's."""

    formations: tuple[Formation, ...]
    air: tuple[Air, ...]
    features: Features

    @property
    def first(self) -> Side:
        """The side that moves first."""
        return self.sides[0]

    @property
    def stacking(self) -> int:
        """Ruling stacking: how many units of a side a hex holds."""
        return STACKING

    @cached_property
    def missions(self) -> dict[Side, int]:
        """How many air missions each side flies in a turn."""
        return {side: self.file.missions.get(side, 0) for side in SIDES}

    @cached_property
    def sources(self) -> dict[Side, frozenset[HexId]]:
        """Where each side's supply comes from, unless an enemy stands there: edges of the map and towns."""
        return {side: hexes_of(names, _places(self.map)) for side, names in self.file.sources.items()}

    @cached_property
    def places(self) -> dict[Side, dict[str, int]]:
        """The places that count for victory and their points, by the side that holds them at first."""
        return {side: dict(self.file.victory.places.get(side, {})) for side in SIDES}

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of a place that counts for victory: a place of several hexes divides its points among them."""
        return worth_of(self.places, _places(self.map))

    @cached_property
    def held(self) -> dict[HexId, Side]:
        """The side that holds each hex that counts, as the scenario begins."""
        return held_at_first(self.places, _places(self.map))

    @cached_property
    def loss_points(self) -> dict[Side, int]:
        """The points each side has for every Troop point that the enemy loses."""
        return {side: self.file.victory.losses.get(side, 0) for side in SIDES}

    @cached_property
    def air_by_side(self) -> dict[Side, tuple[Air, ...]]:
        """Each side's aircraft."""
        return {side: tuple(plane for plane in self.air if plane.side == side) for side in SIDES}

    @cached_property
    def formation_of(self) -> dict[str, Formation]:
        """Every formation by its name."""
        return {formation.name: formation for formation in self.formations}


def _places(board: Map) -> dict[str, NamedPlace]:
    """Return every place that a scenario may name: edges, areas and towns."""
    return places_of(board, "area", "entry", "town")


def _hexes(source: Source, board: Map, place: tuple[str | int, ...], text: str) -> tuple[HexId, ...]:
    """Read hexes and blocks of hexes, each once."""
    return tuple(sorted(set(read_hexes(source, board, place, text))))


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; all faults of the file are reported at once."""
    source, file = read_file(path, ScenarioFile)
    board = game_map("jarama", file.map)
    seen: set[str] = set()
    formations = tuple(_formations(source, file, board, seen))
    air = tuple(_air(source, file, seen))
    units = [unit for formation in formations for unit in formation.units]
    check_stacks(source, board, units, STACKING, ("formations",))
    check_trains(source, board, units)
    _check_zones(source, board, formations)
    features = Features(
        positions=_hexes(source, board, ("positions",), file.positions),
        fortifications=_hexes(source, board, ("fortifications",), file.fortifications),
    )
    check_sources(source, file.sources, SIDES, board)
    check_worth(source, "places", file.victory.places, _places(board), "town or height")
    source.stop_if_faulty()
    sides = (file.first, enemy(file.first))
    return Scenario(
        name=path.stem, file=file, map=board, sides=sides, units=tuple(units), formations=formations, air=air,
        features=features,
    )  # fmt: skip


def _formations(source: Source, file: ScenarioFile, board: Map, seen: set[str]) -> Iterator[Formation]:
    """Read the formations, those of the side that moves first before the others, as units are numbered."""
    names, count = set[str](), 0
    order = sorted(range(len(file.formations)), key=lambda at: file.formations[at].side != file.first)
    for at in order:
        place, record = ("formations", at), file.formations[at]
        if record.name in names:
            source.fault((*place, "name"), f"{record.name} is the name of another formation")
        names.add(record.name)
        units = read_units(source, board, record, place, count, seen)
        count += len(units)
        zone = _hexes(source, board, (*place, "zone"), record.zone)
        formation = Formation(record.name, record.side, zone, tuple(units))
        _check_formation(source, board, formation, place)
        yield formation
    for side in SIDES:
        if not any(record.side == side for record in file.formations):
            source.fault(("formations",), f"has no formation of the {side} side")


def _check_formation(source: Source, board: Map, formation: Formation, place: tuple[str, int]) -> None:
    """Check that units there at first begin in the zone, that there is one Headquarters, and that names differ."""
    for unit in formation.units:
        if unit.at is not None and unit.at not in formation.zone:
            what = f"{board.grid.hex_name(unit.at)} is not in the zone of {formation.name}"
            source.fault((*place, "zone"), what, where=f"unit {unit.id}")
    if len(formation.headquarters) != 1:
        what = f"has {len(formation.headquarters)} Headquarters, not 1"
        source.fault((*place, "units"), what, where=f"formation {formation.name}")
    names = [unit.name for unit in formation.units]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        source.fault((*place, "units"), f"{name} is the name of another", where=f"formation {formation.name}")


def _check_zones(source: Source, board: Map, formations: tuple[Formation, ...]) -> None:
    """Check that no hex is in the zones of both sides, since both set up in secret."""
    first, second = (
        {at for formation in formations if formation.side == side for at in formation.zone} for side in SIDES
    )
    for at in sorted(first & second):
        source.fault(
            ("formations",), "is in set-up zones of both sides", where=f"hex {board.grid.hex_name(at)}"
        )


def _air(source: Source, file: ScenarioFile, seen: set[str]) -> Iterator[Air]:
    """Read the aircraft, those of the side that moves first before the others."""
    count = 0
    for side in (file.first, enemy(file.first)):
        for plane in read_air(source, side, file.air.get(side, ""), count, seen):
            count += 1
            yield plane
