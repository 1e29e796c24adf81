"""A scenario: the order of battle, who lands where and when, and what victory is worth. Homemade, from a TOML file.

A unit's values are strength and movement. It begins in a hex, in France, in the air, or beyond an edge of the map.
"""

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import Source
from grognard.charts.plurals import counted, plural
from grognard.games import game_map
from grognard.games.seelowe.terms import Kind, Side
from grognard.hexes import HexId, Map
from grognard.rules.order_of_battle import entries, spot
from grognard.rules.scenarios import OnMap
from grognard.rules.victory_levels import Level, check_levels

FRANCE = "France"
AIR = "the air"
SIZES = ("army", "corps", "division", "brigade", "regiment", "wing")
VALUES = re.compile(r"(\d+)-(\d+)")
Some = Annotated[int, Meta(ge=1)]


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle, `turn` when it comes from its box.
    """

    number: int
    id: str
    name: str
    side: Side
    kind: Kind
    size: str
    strength: int
    movement: int
    at: HexId | None = None
    box: str = ""
    turn: int = 1

    @cached_property
    def fights(self) -> bool:
        """Say whether it is a combat unit: those stack to a limit, attack, exert a zone and hold places."""
        return self.kind not in ("supply", "air")

    @cached_property
    def is_mechanised(self) -> bool:
        """Say whether it moves again in the mechanised movement phase."""
        return self.kind in ("armour", "mechanised")

    @cached_property
    def pays_terrain(self) -> bool:
        """13.0 note *: German mechanised infantry, armour, infantry and supply units pay for terrain."""
        return self.side == "German" and self.kind in ("infantry", "armour", "mechanised", "supply")


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be landed in a turn: beaches assaulted on the first, and units to each beach and port.

    `beaches` names those of the map that can be used; all of them, if it names none.
    """

    assault_beaches: Some
    beaches: tuple[str, ...] = ()
    assault_units: Some = 2
    beach_units: Some = 1
    beach_supply: Some = 1
    port_units: Some = 3


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for towns the Germans hold at the end; a unit lost is one point to the enemy; verdicts, the best first."""

    towns: dict[str, Some]
    levels: tuple[Level, ...]


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The TOML file of a scenario."""

    title: str
    about: str
    map: str
    turns: Some
    minutes: Some
    first_day: str
    landing: Landing
    victory: Victory
    held: list[str] = []
    units: dict[Side, str]


class Scenario(OnMap[ScenarioFile, Unit], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check: who begins where and comes when, what ground is worth."""

    @cached_property
    def numbers(self) -> dict[Side, slice]:
        """Where in the order of battle each side's units are: the Germans come first."""
        first = sum(unit.side == "German" for unit in self.units)
        return {"German": slice(0, first), "British": slice(first, len(self.units))}

    @cached_property
    def air_units(self) -> dict[Side, list[Unit]]:
        """Each side's air units."""
        return {
            side: [u for u in self.units if u.side == side and u.kind == "air"] for side in get_args(Side)
        }

    @cached_property
    def movers(self) -> dict[Side, list[Unit]]:
        """Each side's units that move and arrive: all but the air units."""
        return {
            side: [u for u in self.units if u.side == side and u.kind != "air"] for side in get_args(Side)
        }

    @cached_property
    def fighters(self) -> dict[Side, list[int]]:
        """The numbers of each side's combat units."""
        return {
            side: [u.number for u in self.units if u.side == side and u.fights] for side in get_args(Side)
        }

    @cached_property
    def depots(self) -> list[Unit]:
        """The German supply units."""
        return [unit for unit in self.units if unit.kind == "supply" and unit.side == "German"]

    @cached_property
    def by_side(self) -> dict[Side, frozenset[int]]:
        """The numbers of each side's units."""
        return {side: frozenset(u.number for u in self.units if u.side == side) for side in get_args(Side)}

    @cached_property
    def beaches(self) -> frozenset[HexId]:
        """The hexes of the beaches that can be used."""
        named = self.file.landing.beaches
        places = [each for each in self.map.places_of("beach") if not named or each.name in named]
        return frozenset(each for place in places for each in place.hexes)

    @cached_property
    def ports(self) -> frozenset[HexId]:
        """The hexes of ports."""
        return frozenset(each for place in self.map.places_of("port") for each in place.hexes)

    @cached_property
    def landings(self) -> frozenset[HexId]:
        """The hexes where units may come ashore: beaches and ports."""
        return self.beaches | self.ports

    @cached_property
    def landing_hexes(self) -> list[HexId]:
        """The same, in the order of the map."""
        return sorted(self.landings)

    @cached_property
    def british_sources(self) -> frozenset[HexId]:
        """Where British supply comes from, unless it is lost: cities, and the north and west edges of the map."""
        return self.cities.union(*(place.hexes for place in self.map.places_of("entry")))

    @cached_property
    def airfields(self) -> frozenset[HexId]:
        """The hexes of airfields."""
        return frozenset(self.map.place("area", "Airfields").hexes)

    @cached_property
    def cities(self) -> frozenset[HexId]:
        """The hexes of cities."""
        return frozenset(each for each in self.map.grid.hexes if self.map.terrain[each] == "city")

    @cached_property
    def seaward(self) -> frozenset[HexId]:
        """10.7 The hexes on the seaward side of the extended range line."""
        grid = self.map.grid
        corner = grid.hex_at(grid.columns - 1, grid.rows - 1)
        assert corner is not None  # noqa: S101 - every grid has its last hex
        return self.map.one_side("Extended air range", corner)

    @cached_property
    def drop_hexes(self) -> list[HexId]:
        """The clear hexes within normal air range, where paratroops may drop."""
        return sorted(at for at in self.seaward if self.map.terrain[at] == "clear")

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of a town that counts for victory: a town of several hexes shares them out."""
        found: dict[HexId, int] = {}
        for name, points in self.file.victory.towns.items():
            hexes = self.map.place("town", name).hexes
            found |= {each: points // len(hexes) for each in hexes}
        return found

    @cached_property
    def holdings(self) -> frozenset[HexId]:
        """Every hex of which it matters who holds it."""
        return self.beaches | self.ports | self.airfields | self.cities | frozenset(self.worth)


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; every fault of the file is named at once."""
    source = Source(path)
    file = source.fill(ScenarioFile, source.data())
    source.stop_if_faulty()
    board = game_map("seelowe", file.map)
    units = _units(source, board, file.units)
    _check_places(source, file, board)
    source.stop_if_faulty()
    return Scenario(name=path.stem, file=file, map=board, units=tuple(units))


def _check_places(source: Source, file: ScenarioFile, board: Map) -> None:
    towns = {place.name: place for place in board.places_of("town")}
    for name, points in file.victory.towns.items():
        if name not in towns:
            source.fault(("victory", "towns", name), f"is no town of the map; {nearest(name, list(towns))}")
        elif points % len(towns[name].hexes):
            hexes = len(towns[name].hexes)
            source.fault(
                ("victory", "towns", name),
                f"{counted(points, 'point')} {plural(points, 'is', 'are')} not shared evenly by {hexes} hexes",
            )
    beaches = [place.name for place in board.places_of("beach")]
    for name in file.landing.beaches:
        if name not in beaches:
            source.fault(("landing", "beaches"), f"{name!r} is no beach of the map; {nearest(name, beaches)}")
    check_levels(source, file.victory.levels)


def _units(source: Source, board: Map, tables: dict[Side, str]) -> list[Unit]:
    """Read the tables of units; what cannot be read is noted and left out."""
    boxes = [FRANCE, AIR, *(place.name for place in board.places_of("entry"))]
    units: list[Unit] = []
    for entry in entries(source, tables, get_args(Side), get_args(Kind), SIZES):
        found = VALUES.fullmatch(entry.values)
        if not found:
            entry.fault(source, f"{entry.values!r} are no strength and movement such as 6-4")
            continue
        try:
            where = spot(board, boxes, entry.where)
        except GrognardError as error:
            entry.fault(source, str(error))
            continue
        strength, movement = map(int, found.groups())
        unit = Unit(
            number=len(units), id=entry.id, name=entry.name, side=entry.side, kind=msgspec.convert(entry.kind, Kind),
            size=entry.size, strength=strength, movement=movement, at=where.at, box=where.box, turn=where.turn,
        )  # fmt: skip
        units.append(unit)
    return units
