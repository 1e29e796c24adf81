# SPDX-License-Identifier: Apache-2.0
"""A scenario: both orders of battle, ELR, the fire plan, ground and what victory is worth. Homemade.

The order of battle is a table to proof-read, one line a unit:

    id  | name      | type  | where
    g1  | Gruppe 1  | g-467 | 1008
    gl  | Lt. Brandt | g-8-1 | 1008
    gp  | Panzer    | g-pz4 | 1206

`type` is an id of the roster or an AFV, with `:engineers` behind it for assault engineers. Every unit begins in a hex. The fire
plan stands for all fire that the card has no table for: when, from where and how far it falls, and the check it causes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal, cast, get_args

import msgspec
from msgspec import Meta

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import Source
from grognard.games.asl_sk.morale_check import MOST_ELR
from grognard.games.asl_sk.stacks import MOST_LEADERS
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.units import afv_type, afv_types, unit_type
from grognard.hexes import HexId, Map
from grognard.registry import game_map
from grognard.rules.held_ground import GroundScenario
from grognard.rules.map_scenario import NoneOrMore, ScenarioHead, Some, read_file
from grognard.rules.order_of_battle import Row, table_rows
from grognard.rules.victory_levels import Level, check_levels

COLUMNS = ("id", "name", "type", "where")
# Leaders that close combat may create, for each side (ruling leader-counters).
SPARE = 3
ENGINEERS = ":engineers"
SIDES = 2
TerrainName = Literal["open ground", "woods", "building"]
# Ruling stacking: a squad counts two halves; the most halves, leaders and AFVs of a side in a hex.
HALVES = {"squad": 2, "hs": 1, "crew": 1}
MOST_HALVES, MOST_AFVS = 6, 1


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle. A leader still to be created has no hex to begin in.
    """

    number: int
    id: str
    name: str
    side: Nation
    type: str
    at: HexId | None = None
    engineers: bool = False

    @cached_property
    def is_afv(self) -> bool:
        """Whether it is an AFV."""
        return self.type in afv_types()


class FireFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the fire plan, in some turns: fire from a hex as far as it sees within its range, or on an area.

    The area has towns, areas and hexes by name. `checks` has what is added to the DR of units under fire, by their
    terrain; in terrain not listed it has no effect.
    """

    side: Nation
    at: str = ""
    range: NoneOrMore = 0
    area: tuple[str, ...] = ()
    turns: tuple[Some, Some]
    phases: tuple[Literal["fire", "defensive fire"], ...]
    checks: dict[TerrainName, Annotated[int, Meta(ge=0, le=4)]]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for each squad, leader and AFV of the enemy lost, for ground held; verdicts by the lead of a side."""

    side: Nation
    levels: tuple[Level, ...]
    squad: NoneOrMore = 2
    half: NoneOrMore = 1
    leader: NoneOrMore = 2
    afv: NoneOrMore = 4
    ground: dict[str, Some] = {}


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """The TOML file of a scenario; `held` is the ground that each side holds when it begins."""

    when: str
    first: Nation
    elr: dict[Nation, Annotated[int, Meta(ge=0, le=MOST_ELR)]]
    victory: Victory
    fire: dict[str, FireFile] = msgspec.field(default_factory=dict)
    held: dict[Nation, list[str]] = msgspec.field(default_factory=dict)
    units: dict[Nation, str]


class Scenario(GroundScenario[ScenarioFile, Unit, Nation], frozen=True, kw_only=True, dict=True, eq=False):
    """A checked scenario; leaders still to be created are among its units."""

    @cached_property
    def by_name(self) -> dict[str, Unit]:
        """Every unit by its name, by which units go in close combat."""
        return {unit.name: unit for unit in self.units}

    @cached_property
    def terrain(self) -> tuple[TerrainName, ...]:
        """The terrain of each hex of the map."""
        return cast("tuple[TerrainName, ...]", self.map.terrain)


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; all faults of the file are reported at once."""
    source, file = read_file(path, ScenarioFile)
    board = game_map("asl-sk", file.map)
    for strange in sorted(set(board.terrain) - set(get_args(TerrainName))):
        source.fault(("map",), f"has {strange}, which this game does not know")
    _check_sides(source, file)
    units = tuple(_read_units(source, board, file.units))
    _check_stacks(source, board, units)
    Scenario.check_ground(source, file, board)
    _check_fire(source, file, board)
    one, two = file.units
    enemy = one if file.victory.side == two else two
    check_levels(source, file.victory.levels, (file.victory.side, enemy))
    source.stop_if_faulty()
    second = one if file.first == two else two
    return Scenario(name=path.stem, file=file, map=board, sides=(file.first, second), units=units)


def _check_sides(source: Source, file: ScenarioFile) -> None:
    if len(file.units) != SIDES or file.first not in file.units:
        source.fault(("units",), "must have two sides, and the one that moves first among them")
    for place, sides in (("elr", file.elr.keys()), ("held", file.held.keys())):
        for side in sides:
            if side not in file.units:
                source.fault((place, side), f"is no side of this scenario; {nearest(side, list(file.units))}")
    for side in file.units:
        if side not in file.elr:
            source.fault(("elr",), f"says nothing of the {side} side")
    if file.victory.side not in file.units:
        source.fault(("victory", "side"), f"{file.victory.side} is no side of this scenario")
    source.stop_if_faulty()


def _check_fire(source: Source, file: ScenarioFile, board: Map) -> None:
    for name, fire in file.fire.items():
        place = ("fire", name)
        if fire.side not in file.units:
            source.fault(place, f"{fire.side} is no side of this scenario")
        if not 1 <= fire.turns[0] <= fire.turns[1] <= file.turns:
            source.fault(place, f"turns {fire.turns[0]} to {fire.turns[1]} are none of this scenario's")
        if bool(fire.at) == bool(fire.area):
            source.fault(place, "has a hex that it sees from, or an area, and not both")
        try:
            named_hexes(board, [fire.at] if fire.at else fire.area)
        except GrognardError as error:
            source.fault(place, str(error))


def named_hexes(board: Map, names: Iterable[str]) -> frozenset[HexId]:
    """Return the hexes of towns and areas by their names, and hexes by their numbers."""
    named = {place.name: place.hexes for place in board.places if place.kind in ("town", "area")}
    return frozenset(
        at for name in names for at in (named[name] if name in named else (board.grid.parse_hex(name),))
    )


def _read_units(source: Source, board: Map, tables: dict[Nation, str]) -> list[Unit]:
    """Read the tables of units; unreadable rows are reported and left out. Leaders to be created come last on each side."""
    units: list[Unit] = []
    seen, names = set[str](), set[str]()
    for side, table in tables.items():
        for row in table_rows(source, ("units", side), side, table, COLUMNS, seen):
            if row.cells[1] in names:
                row.fault(source, "has the name of another unit")
            names.add(row.cells[1])
            try:
                units.append(_read_unit(board, row, len(units)))
            except GrognardError as error:
                row.fault(source, str(error))
        for count in range(1, SPARE + 1):
            name = f"new {side} leader {count}"
            units.append(
                Unit(number=len(units), id=f"{side[0].lower()}new{count}", name=name, side=side, type="")
            )
    return units


def _read_unit(board: Map, row: Row[Nation], number: int) -> Unit:
    unit_id, name, written, where = row.cells
    type_id = written.removesuffix(ENGINEERS)
    kind = afv_type(type_id) if written in afv_types() else unit_type(type_id)
    if kind.nation != row.side:
        raise GrognardError(f"{kind.name} is no {row.side} unit")
    return Unit(
        number=number,
        id=unit_id,
        name=name,
        side=row.side,
        type=type_id,
        at=board.grid.parse_hex(where),
        engineers=written.endswith(ENGINEERS),
    )


def _check_stacks(source: Source, board: Map, units: Iterable[Unit]) -> None:
    """Check that no hex begins overfull, or with units of both sides."""
    held: dict[HexId, list[Unit]] = defaultdict(list)
    for unit in units:
        if unit.at is not None:
            held[unit.at].append(unit)
    for at, stack in held.items():
        where = f"hex {board.grid.hex_name(at)}"
        if len({unit.side for unit in stack}) > 1:
            source.fault(("units",), "has units of both sides", where=where)
        for what in too_many(unit.type for unit in stack):
            source.fault(("units",), f"holds too many {what} (ruling stacking)", where=where)


@cache
def sort_of(type_id: str) -> str:
    """Return what a counter is for stacking: a squad, a half-squad, a crew, a leader or an AFV."""
    return "afv" if type_id in afv_types() else unit_type(type_id).kind


@lru_cache(maxsize=4096)
def holds(types: tuple[str, ...]) -> bool:
    """Ruling stacking: return whether a hex holds counters of these types of one side."""
    return not any(too_many(types))


def too_many(types: Iterable[str]) -> Iterator[str]:
    """Ruling stacking: yield the sorts of counters that a side has too many of in a hex, given their types."""
    sorts = [sort_of(type_id) for type_id in types]
    if sum(HALVES.get(sort, 0) for sort in sorts) > MOST_HALVES:
        yield "squads"
    if sorts.count("smc") > MOST_LEADERS:
        yield "leaders"
    if sorts.count("afv") > MOST_AFVS:
        yield "AFVs"
