"""A scenario: the order of battle, mines and blocks, where units come on and go off, and what victory is worth. Homemade.

The order of battle is a table a person can proof-read, one line a unit:

    id  | name          | type    | where
    p1  | 1. Zug        | panther | 0511
    r1  | Schützenzug 1 | g-rifle | on t1
    t1  | Lastwagen 1   | g-truck | West road 2

`type` is an id of the roster. `where` is a hex, the unit it rides on, or the edge it comes over and the turn.
"""

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch, nearest
from grognard.charts.files import Source
from grognard.charts.plurals import counted, plural
from grognard.games import game_map
from grognard.games.panzerblitz.roster import UnitType, unit_type
from grognard.games.panzerblitz.terms import Side
from grognard.games.panzerblitz.terrain import TERRAIN, Terrain
from grognard.hexes import HexId, Map
from grognard.rules.scenarios import OnMap
from grognard.rules.victory_levels import Level, check_levels

COLUMNS = ("id", "name", "type", "where")
WAITS = re.compile(r"(.+?)(?: (\d+))?")
Some = Annotated[int, Meta(ge=1)]
Points = Annotated[int, Meta(ge=0)]


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle, `turn` when it comes over the edge `box`, `rides` on whom.
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
        """Say whether it is a fort: it neither moves nor fires, and stands for those in it."""
        return self.type.kind == "fort"

    @cached_property
    def is_vehicle(self) -> bool:
        """Say whether it moves among the vehicles. Cavalry does not."""
        return self.type.is_vehicle


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a unit destroyed, for a unit taken off over an edge, for ground held; verdicts, the best first."""

    levels: tuple[Level, ...]
    destroyed: Points = 1
    exits: dict[Side, dict[str, Some]] = {}
    ground: dict[str, Some] = {}


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The TOML file of a scenario."""

    title: str
    about: str
    map: str
    turns: Some
    minutes: Some
    date: str
    first_hour: str
    first: Side
    victory: Victory
    mines: dict[Side, str] = {}
    blocks: dict[Side, str] = {}
    # Ground that each side holds when it begins.
    held: dict[Side, list[str]] = {}
    units: dict[Side, str]


class Scenario(OnMap[ScenarioFile, Unit], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check: who begins where and comes when, what ground is worth."""

    mines: dict[HexId, Side]
    blocks: frozenset[HexId]

    @property
    def sides(self) -> tuple[Side, Side]:
        """The sides, who moves first first."""
        return ("German", "Soviet") if self.file.first == "German" else ("Soviet", "German")

    @cached_property
    def numbers(self) -> dict[Side, slice]:
        """Where in the order of battle each side's units are: the Germans come first."""
        first = sum(unit.side == "German" for unit in self.units)
        return {"German": slice(0, first), "Soviet": slice(first, len(self.units))}

    @cached_property
    def by_side(self) -> dict[Side, frozenset[int]]:
        """The numbers of each side's units."""
        return {side: frozenset(u.number for u in self.units if u.side == side) for side in get_args(Side)}

    @cached_property
    def of_side(self) -> dict[Side, tuple[Unit, ...]]:
        """Each side's units."""
        return {side: self.units[numbers] for side, numbers in self.numbers.items()}

    @cached_property
    def terrain(self) -> tuple[Terrain, ...]:
        """What each hex of the map is."""
        return tuple(TERRAIN[self.map.terrain[each]] for each in self.map.grid.hexes)

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of ground that counts: a place of several hexes shares them out."""
        found: dict[HexId, int] = {}
        for name, points in self.file.victory.ground.items():
            hexes = ground_called(self.map, name)
            found |= {each: points // len(hexes) for each in hexes}
        return found

    def held(self, side: Side) -> frozenset[HexId]:
        """Return the ground a side holds when it begins."""
        names = self.file.held.get(side, [])
        return frozenset(each for name in names for each in ground_called(self.map, name))

    @cached_property
    def exits(self) -> dict[Side, dict[HexId, int]]:
        """For each side the hexes over which its units may leave, with the points for each unit."""
        return {
            side: {
                each: points
                for name, points in self.file.victory.exits.get(side, {}).items()
                for each in self.map.place("entry", name).hexes
            }
            for side in get_args(Side)
        }


def ground_called(board: Map, name: str) -> tuple[HexId, ...]:
    """Return the hexes of a town or an area by name."""
    for kind in ("town", "area"):
        for place in board.places_of(kind):
            if place.name == name:
                return place.hexes
    known = [place.name for kind in ("town", "area") for place in board.places_of(kind)]
    raise NoSuch("town or area called", name, known)


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; every fault of the file is named at once."""
    source = Source(path)
    file = source.fill(ScenarioFile, source.data())
    source.stop_if_faulty()
    board = game_map("panzerblitz", file.map)
    units = _Roster(source, board).read(file.units)
    _check_places(source, file, board)
    _check_victory(source, file, board)
    mines = _hexes(source, board, "mines", file.mines)
    blocks = _hexes(source, board, "blocks", file.blocks)
    source.stop_if_faulty()
    return Scenario(
        name=path.stem, file=file, map=board, units=tuple(units), mines=mines, blocks=frozenset(blocks)
    )


def _hexes(source: Source, board: Map, section: str, written: dict[Side, str]) -> dict[HexId, Side]:
    found: dict[HexId, Side] = {}
    for side, text in written.items():
        for word in text.split():
            try:
                at = board.grid.parse_hex(word)
            except GrognardError as error:
                source.fault((section, side), str(error))
                continue
            if at in found:
                source.fault((section, side), f"{word} is there twice")
            found[at] = side
    return found


def _check_places(source: Source, file: ScenarioFile, board: Map) -> None:
    for name, points in file.victory.ground.items():
        place = ("victory", "ground", name)
        try:
            hexes = ground_called(board, name)
        except NoSuch as error:
            source.fault(place, str(error))
            continue
        if points % len(hexes):
            source.fault(
                place,
                f"{counted(points, 'point')} {plural(points, 'is', 'are')} not shared evenly by {len(hexes)} hexes",
            )
    for side, names in file.held.items():
        for name in names:
            if name not in file.victory.ground:
                known = nearest(name, list(file.victory.ground))
                source.fault(("held", side), f"{name!r} is no ground that counts; {known}")


def _check_victory(source: Source, file: ScenarioFile, board: Map) -> None:
    edges = [place.name for place in board.places_of("entry")]
    for side, named in file.victory.exits.items():
        for name in named:
            if name not in edges:
                source.fault(
                    ("victory", "exits", side, name), f"is no edge of the map; {nearest(name, edges)}"
                )
        if len(set(named.values())) > 1:
            source.fault(("victory", "exits", side), "all edges of a side must be worth the same")
    check_levels(source, file.victory.levels)


class _Roster:
    """Reads the tables of units; what cannot be read is noted and left out."""

    def __init__(self, source: Source, board: Map) -> None:
        self.source = source
        self.board = board
        self.units: list[Unit] = []

    def read(self, tables: dict[Side, str]) -> list[Unit]:
        for side in get_args(Side):
            if side not in tables:
                self.source.fault(("units",), f"has no units of the {side} side")
                continue
            numbers = self.source.lines.of_text(("units", side))
            for number, line in zip(numbers, tables[side].splitlines(), strict=False):
                cells = tuple(cell.strip() for cell in line.split("|"))
                if line.strip() and cells != COLUMNS:
                    self._unit(side, cells, number)
        self._check_riders()
        return self.units

    def _unit(self, side: Side, cells: tuple[str, ...], at: int) -> None:
        where = f"unit {cells[0]}"
        if len(cells) != len(COLUMNS):
            return self._fault(at, where, f"has {counted(len(cells), 'cell')}, not {' | '.join(COLUMNS)}")
        known, name, kind, place = cells
        if any(unit.id == known for unit in self.units):
            self._fault(at, where, "is there twice")
        try:
            found = unit_type(kind)
            spot = self._where(place)
        except GrognardError as error:
            return self._fault(at, where, str(error))
        if found.is_work or found.side not in (side, None):
            return self._fault(at, where, f"{found.name} is no {side} unit")
        unit = Unit(number=len(self.units), id=known, name=name, side=side, type=found)
        self.units.append(replace(unit, **spot))
        return None

    def _where(self, text: str) -> dict[str, int | str]:
        if text.startswith("on "):
            return {"rides": text.removeprefix("on ").strip()}
        edges = [place.name for place in self.board.places_of("entry")]
        found = WAITS.fullmatch(text)
        if found and found[1] in edges:
            return {"box": found[1], "turn": int(found[2] or 1)}
        if not text[:1].isdigit():
            raise GrognardError(
                f"{text!r} is neither a hex, nor a unit to ride on, nor one of {', '.join(edges)}"
            )
        return {"at": self.board.grid.parse_hex(text)}

    def _check_riders(self) -> None:
        known = {unit.id: unit for unit in self.units}
        for unit in self.units:
            carrier = known.get(unit.rides)
            if unit.rides and (carrier is None or carrier.side != unit.side or carrier.rides):
                self._fault(0, f"unit {unit.id}", f"cannot ride on {unit.rides!r}")

    def _fault(self, line: int, where: str, what: str) -> None:
        self.source.fault(("units",), what, line, where)
