# SPDX-License-Identifier: Apache-2.0
"""A scenario: the order of battle, mines and blocks, where units enter and leave, and what victory is worth. Homemade.

The order of battle is a table to proof-read, one line a unit:

    id  | name          | type    | where
    p1  | 1. Zug        | panther | 0511
    r1  | Schützenzug 1 | g-rifle | on t1
    t1  | Lastwagen 1   | g-truck | West road 2

`type` is an id of the roster. `where` is a hex, the unit it rides on, or the edge it comes over and the turn.
"""

from pathlib import Path
from typing import get_args

import msgspec
from msgspec.structs import replace

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import Source
from grognard.games.panzerblitz.roster import UnitType, unit_type
from grognard.games.panzerblitz.terms import SIDES, Side, enemy
from grognard.games.panzerblitz.terrain import TERRAIN, Terrain
from grognard.hexes import HexId, Map
from grognard.registry import game_map
from grognard.rules import map_scenario
from grognard.rules.held_ground import GroundScenario
from grognard.rules.map_scenario import NoneOrMore, ScenarioHead, Some
from grognard.rules.order_of_battle import Row, side_rows, spot
from grognard.rules.victory_levels import Level, check_levels

COLUMNS = ("id", "name", "type", "where")


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle, `turn` when it comes over the edge `box`, `rides` its carrier.
    """

    number: int
    id: str
    name: str
    side: Side
    type: UnitType
    at: HexId | None = None
    box: str = ""
    turn: int = 1
    rides: str = ""

    @cached_property
    def called(self) -> UnitType:
        """Its type under its own name, so that a refusal says which counter is meant."""
        return replace(self.type, name=self.name)

    @cached_property
    def is_fort(self) -> bool:
        """Whether it is a fort: it neither moves nor fires, and is attacked in place of the units in it."""
        return self.type.kind == "fort"

    @cached_property
    def is_vehicle(self) -> bool:
        """Whether it moves among the vehicles. Cavalry does not."""
        return self.type.is_vehicle


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a unit destroyed, for a unit taken off over an edge, for ground held; verdicts, the best first."""

    levels: tuple[Level, ...]
    destroyed: NoneOrMore = 1
    exits: dict[Side, dict[str, Some]] = {}
    ground: dict[str, Some] = {}


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """The TOML file of a scenario; `held` is the ground that each side holds when it begins."""

    date: str
    first_hour: str
    first: Side
    victory: Victory
    mines: dict[Side, str] = msgspec.field(default_factory=dict)
    blocks: dict[Side, str] = msgspec.field(default_factory=dict)
    held: dict[Side, list[str]] = msgspec.field(default_factory=dict)
    units: dict[Side, str]


class Scenario(GroundScenario[ScenarioFile, Unit, Side], frozen=True, kw_only=True, dict=True, eq=False):
    """A checked scenario: which units begin where and come when, what ground is worth."""

    ground_kinds = ("area", "town")
    mines: frozenset[HexId]
    blocks: frozenset[HexId]

    @cached_property
    def terrain(self) -> tuple[Terrain, ...]:
        """The terrain of each hex of the map."""
        return tuple(TERRAIN[self.map.terrain[at]] for at in self.map.grid.hexes)

    def begins_with(self, unit: Unit) -> Unit:
        """Return the unit whose place counts when the scenario begins: the carrier of one that rides."""
        return self.by_id[unit.rides] if unit.rides else unit

    @cached_property
    def exits(self) -> dict[Side, dict[HexId, int]]:
        """For each side the hexes over which its units may leave, with the points for each unit."""
        edges = self.file.victory.exits
        return {
            side: {at: points for name, points in edges.get(side, {}).items() for at in self.entries[name]}
            for side in get_args(Side)
        }


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; all faults of the file are reported at once."""
    source, file = map_scenario.read_file(path, ScenarioFile)
    board = game_map("panzerblitz", file.map)
    units = tuple(_read_units(source, board, file.units))
    Scenario.check_ground(source, file, board)
    _check_exits(source, file, board)
    check_levels(source, file.victory.levels, SIDES)
    mines = _works(source, board, "mines", file.mines)
    blocks = _works(source, board, "blocks", file.blocks)
    source.stop_if_faulty()
    sides = (file.first, enemy(file.first))
    return Scenario(
        name=path.stem, file=file, map=board, sides=sides, units=units, mines=mines, blocks=blocks
    )


def _works(source: Source, board: Map, section: str, written: dict[Side, str]) -> frozenset[HexId]:
    """Read the hexes of mines or blocks, one of each to a hex."""
    works: set[HexId] = set()
    for side, text in written.items():
        for at in map_scenario.read_hexes(source, board, (section, side), text):
            if at in works:
                source.fault((section, side), f"{board.grid.hex_name(at)} is there twice")
            works.add(at)
    return frozenset(works)


def _check_exits(source: Source, file: ScenarioFile, board: Map) -> None:
    """Check that units leave over edges of the map, all worth the same to a side."""
    edges = list(map_scenario.places_of(board, "entry"))
    for side, named in file.victory.exits.items():
        place = ("victory", "exits", side)
        for name in named:
            if name not in edges:
                source.fault((*place, name), f"is no edge of the map; {nearest(name, edges)}")
        if len(set(named.values())) > 1:
            source.fault(place, "all edges of a side must be worth the same")


def _read_units(source: Source, board: Map, tables: dict[Side, str]) -> list[Unit]:
    """Read the tables of units; unreadable rows are reported and left out."""
    read: list[tuple[Row[Side], Unit]] = []
    for row in side_rows(source, tables, get_args(Side), COLUMNS):
        try:
            read.append((row, _read_unit(board, row, len(read))))
        except GrognardError as error:
            row.fault(source, str(error))
    by_id = {unit.id: unit for _, unit in read}
    for row, unit in read:
        carrier = by_id.get(unit.rides)
        if unit.rides and (carrier is None or carrier.side != unit.side or carrier.rides):
            row.fault(source, f"cannot ride on {unit.rides!r}")
    return [unit for _, unit in read]


def _read_unit(board: Map, row: Row[Side], number: int) -> Unit:
    unit_id, name, type_id, where = row.cells
    kind = unit_type(type_id)
    if kind.is_work or kind.side not in (row.side, None):
        raise GrognardError(f"{kind.name} is no {row.side} unit")
    unit = Unit(number=number, id=unit_id, name=name, side=row.side, type=kind)
    if where.startswith("on "):
        return replace(unit, rides=where.removeprefix("on ").strip())
    begins = spot(board, list(map_scenario.places_of(board, "entry")), where)
    return replace(unit, at=begins.at, box=begins.box, turn=begins.turn)
