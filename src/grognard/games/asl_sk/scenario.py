"""A scenario: both orders of battle, ELR, the fire plan, ground and what victory is worth. Homemade.

The order of battle is a table a person can proof-read, one line a unit:

    id  | name      | type  | where
    g1  | Gruppe 1  | g-467 | 1008
    gl  | Lt. Brandt | g-8-1 | 1008
    gp  | Panzer    | g-pz4 | 1206

`type` is an id of the roster or an AFV, with `:engineers` behind it of assault engineers. Every unit begins in a hex. The fire plan stands for all fire that the card has
no table for: who may fire when, from where and how far, and what check it makes of those it falls on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, cast, get_args

import msgspec
from msgspec import Meta

from grognard.charts.errors import GrognardError, NoSuch, nearest
from grognard.charts.files import Source
from grognard.games import game_map
from grognard.games.asl_sk.afvs import afv_type, afv_types
from grognard.games.asl_sk.morale_check import MOST_ELR
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.units import unit_type
from grognard.hexes import HexId, Map
from grognard.rules.scenarios import OnMap
from grognard.rules.victory_levels import Level, check_levels

COLUMNS = ("id", "name", "type", "where")
# Leaders that close combat may make, for each side (ruling leader-counters).
SPARE = 3
ENGINEERS = ":engineers"
SIDES = 2
TerrainName = Literal["open ground", "woods", "building"]
# Ruling stacking: a squad counts two halves, and so many halves, leaders and AFVs of a side are in a hex.
HALVES = {"squad": 2, "hs": 1, "crew": 1}
MOST_HALVES, MOST_LEADERS, MOST_AFVS = 6, 4, 1
Some = Annotated[int, Meta(ge=1)]
Points = Annotated[int, Meta(ge=0)]


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle. A leader still to be made has no hex to begin in.
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
        """Say whether it is an AFV."""
        return self.type in afv_types()


class FireFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the fire plan, in some turns: fire from a hex as far as it sees within its range, or on an area.

    The area has towns, areas and hexes by name. `checks` has what is added to the DR of those it falls on, by their
    terrain; where nothing stands it does nothing.
    """

    side: Nation
    at: str = ""
    range: Points = 0
    area: list[str] = []
    turns: tuple[Some, Some]
    phases: tuple[Literal["fire", "defensive fire"], ...]
    checks: dict[TerrainName, Annotated[int, Meta(ge=0, le=4)]]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for each squad, leader and AFV of the enemy lost, for ground held; verdicts by the lead of a side."""

    side: Nation
    levels: tuple[Level, ...]
    squad: Points = 2
    half: Points = 1
    leader: Points = 2
    afv: Points = 4
    ground: dict[str, Some] = {}


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The TOML file of a scenario."""

    title: str
    about: str
    map: str
    turns: Some
    minutes: Some
    when: str
    first: Nation
    elr: dict[Nation, Annotated[int, Meta(ge=0, le=MOST_ELR)]]
    victory: Victory
    fire: dict[str, FireFile] = {}
    # Ground that each side holds when it begins.
    held: dict[Nation, list[str]] = {}
    units: dict[Nation, str]


class Scenario(OnMap[ScenarioFile, Unit], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check."""

    @cached_property
    def sides(self) -> tuple[Nation, Nation]:
        """The sides, who moves first first."""
        first = self.file.first
        return first, next(side for side in self.file.units if side != first)

    def enemy(self, side: Nation) -> Nation:
        """Return the other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @cached_property
    def of_side(self) -> dict[Nation, tuple[Unit, ...]]:
        """Each side's units, leaders still to be made among them."""
        return {side: tuple(unit for unit in self.units if unit.side == side) for side in self.sides}

    @cached_property
    def by_name(self) -> dict[str, Unit]:
        """Every unit by its name: in close combat units go by it."""
        return {unit.name: unit for unit in self.units}

    @cached_property
    def terrain(self) -> tuple[TerrainName, ...]:
        """What each hex of the map is."""
        return cast("tuple[TerrainName, ...]", self.map.terrain)

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of ground that counts: a place of several hexes shares them out."""
        found: dict[HexId, int] = {}
        for name, points in self.file.victory.ground.items():
            hexes = self.map.place("town", name).hexes
            found |= {each: points // len(hexes) for each in hexes}
        return found

    def held(self, side: Nation) -> frozenset[HexId]:
        """Return the ground a side holds when it begins."""
        names = self.file.held.get(side, [])
        return frozenset(each for name in names for each in self.map.place("town", name).hexes)


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; every fault of the file is named at once."""
    source = Source(path)
    file = source.fill(ScenarioFile, source.data())
    source.stop_if_faulty()
    board = game_map("asl-sk", file.map)
    for strange in sorted(set(board.terrain) - set(get_args(TerrainName))):
        source.fault(("map",), f"has {strange}, which this game does not know")
    _check_sides(source, file)
    units = _Roster(source, board).read(file)
    _check_ground(source, file, board)
    _check_fire(source, file, board)
    check_levels(source, file.victory.levels)
    source.stop_if_faulty()
    return Scenario(name=path.stem, file=file, map=board, units=tuple(units))


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


def _check_ground(source: Source, file: ScenarioFile, board: Map) -> None:
    for name, points in file.victory.ground.items():
        place = ("victory", "ground", name)
        try:
            hexes = board.place("town", name).hexes
        except NoSuch as error:
            source.fault(place, str(error))
            continue
        if points % len(hexes):
            source.fault(place, f"{points} points are not shared evenly by {len(hexes)} hexes")
    for side, names in file.held.items():
        for name in names:
            if name not in file.victory.ground:
                known = nearest(name, list(file.victory.ground))
                source.fault(("held", side), f"{name!r} is no ground that counts; {known}")


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
    known = {place.name: place.hexes for place in board.places if place.kind in ("town", "area")}
    return frozenset(
        at for name in names for at in (known[name] if name in known else (board.grid.parse_hex(name),))
    )


class _Roster:
    """Reads the tables of units; what cannot be read is noted and left out."""

    def __init__(self, source: Source, board: Map) -> None:
        self.source = source
        self.board = board
        self.units: list[Unit] = []

    def read(self, file: ScenarioFile) -> list[Unit]:
        for side, table in file.units.items():
            numbers = self.source.lines.of_text(("units", side))
            for number, line in zip(numbers, table.splitlines(), strict=False):
                cells = tuple(cell.strip() for cell in line.split("|"))
                if line.strip() and cells != COLUMNS:
                    self._unit(side, cells, number)
            for each in range(1, SPARE + 1):
                self._add(side, (f"{side[0].lower()}new{each}", f"new {side} leader {each}", ""), None)
        self._check_stacks()
        return self.units

    def _unit(self, side: Nation, cells: tuple[str, ...], at: int) -> None:
        where = f"unit {cells[0]}"
        if len(cells) != len(COLUMNS):
            return self._fault(at, where, f"has {len(cells)} cells, not {' | '.join(COLUMNS)}")
        if any(cells[0] == unit.id or cells[1] == unit.name for unit in self.units):
            self._fault(at, where, "has an id or a name that another unit has")
        try:
            kind = cells[2].removesuffix(ENGINEERS)
            found = afv_type(kind) if cells[2] in afv_types() else unit_type(kind)
            place = self.board.grid.parse_hex(cells[3])
        except GrognardError as error:
            return self._fault(at, where, str(error))
        if found.nation != side:
            return self._fault(at, where, f"{found.name} is no {side} unit")
        return self._add(side, cells[:3], place)

    def _add(self, side: Nation, cells: tuple[str, ...], at: HexId | None) -> None:
        known, name, kind = cells
        self.units.append(
            Unit(
                number=len(self.units),
                id=known,
                name=name,
                side=side,
                type=kind.removesuffix(ENGINEERS),
                at=at,
                engineers=kind.endswith(ENGINEERS),
            )
        )

    def _check_stacks(self) -> None:
        held: dict[HexId, list[Unit]] = defaultdict(list)
        for unit in self.units:
            if unit.at is not None:
                held[unit.at].append(unit)
        for at, units in held.items():
            where = f"hex {self.board.grid.hex_name(at)}"
            if len({unit.side for unit in units}) > 1:
                self._fault(0, where, "has units of both sides")
            for what in too_many(Counter(sort_of(unit.type) for unit in units)):
                self._fault(0, where, f"holds too many {what} (ruling stacking)")

    def _fault(self, line: int, where: str, what: str) -> None:
        self.source.fault(("units",), what, line, where)


def sort_of(known: str) -> str:
    """Return what a counter is for stacking: a squad, a half-squad, a crew, a leader or an AFV."""
    return "afv" if known in afv_types() else unit_type(known).kind


def too_many(sorts: Counter[str]) -> Iterator[str]:
    """Ruling stacking: say of what a side has more in a hex than it holds."""
    if sum(count * HALVES.get(sort, 0) for sort, count in sorts.items()) > MOST_HALVES:
        yield "squads"
    if sorts["smc"] > MOST_LEADERS:
        yield "leaders"
    if sorts["afv"] > MOST_AFVS:
        yield "AFVs"
