"""A scenario: the order of battle, the year, who strikes with what and when, what victory is worth. Homemade, from TOML.

The order of battle is a table a person can proof-read, one line a unit:

    id   | name              | kind       | size     | values       | where
    3sh  | 3rd Shock Army    | armour     | army     | 14-12-8 7-6-8 | 3423
    1br  | 1 (BR) Corps      | mechanised | corps    | 12-12-8 6-6-8 | Ruhr 2

`values` has attack, defence and movement of every step, the full unit first. `where` is a hex, or the edge of the map
by which a unit enters and the turn it comes.
"""

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import Source
from grognard.games import game_map
from grognard.games.iron_curtain.terms import Period, Side
from grognard.hexes import HexId, Map

COLUMNS = ("id", "name", "kind", "size", "values", "where")
SIZES = ("army", "corps", "division", "brigade", "regiment")
VALUES = re.compile(r"(\d+)-(\d+)-(\d+)")
WAITS = re.compile(r"(.+?)(?: ([1-9]\d*))?")
Some = Annotated[int, Meta(ge=1)]
None_or_more = Annotated[int, Meta(ge=0)]
Kind = Literal["armour", "mechanised", "motorised", "infantry", "airborne", "air-mobile", "helicopter"]


class Traits(msgspec.Struct, frozen=True):
    """What a kind of unit can do: whether it moves at leg rates, is air-mobile, moves again in exploitation."""

    legs: bool = False
    air_mobile: bool = False
    exploits: bool = False


# Ruling unit-kinds: the card tells mech from leg and air-mobile from others, not who is which.
KINDS: dict[Kind, Traits] = {
    "armour": Traits(exploits=True),
    "mechanised": Traits(exploits=True),
    "motorised": Traits(),
    "infantry": Traits(legs=True),
    "airborne": Traits(legs=True),
    "air-mobile": Traits(legs=True, air_mobile=True),
    "helicopter": Traits(legs=True, air_mobile=True, exploits=True),
}


class Face(msgspec.Struct, frozen=True):
    """One face of a counter: attack, defence and movement allowance."""

    attack: int
    defence: int
    movement: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle, `faces` one for each step, the full one first; `turn` is when it comes
    from its box.
    """

    number: int
    id: str
    name: str
    side: Side
    kind: Kind
    size: str
    faces: tuple[Face, ...]
    at: HexId | None = None
    box: str = ""
    turn: int = 1

    @property
    def steps(self) -> int:
        """How many steps it has at full strength."""
        return len(self.faces)

    def face(self, steps_left: int) -> Face:
        """Return its values with so many steps left, of which there must be one at least."""
        return self.faces[len(self.faces) - steps_left]

    @property
    def legs(self) -> bool:
        """Say whether it moves at leg rates."""
        return KINDS[self.kind].legs

    @property
    def air_mobile(self) -> bool:
        """Say whether it is air-mobile."""
        return KINDS[self.kind].air_mobile

    @property
    def exploits(self) -> bool:
        """Say whether it moves again in the exploitation phase."""
        return KINDS[self.kind].exploits


class Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's nuclear and chemical warheads, and the turn from which each may be used."""

    nuclear: None_or_more = 0
    nuclear_from: Some = 1
    chemical: None_or_more = 0
    chemical_from: Some = 1


NO_WEAPONS = Weapons()


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict, and the lead in points of the side that moves first from which it is given."""

    lead: int
    verdict: str


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


class Scenario(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check. It is shared by all positions and never copied."""

    name: str
    file: ScenarioFile
    map: Map
    units: tuple[Unit, ...]

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

    @property
    def year(self) -> int:
        """The year it is fought in: by it roads are primary or not."""
        return self.file.year

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
        return "WP" if self.file.first == "NATO" else "NATO"

    @property
    def stacking(self) -> int:
        """How many units of a side a hex holds."""
        return self.file.stacking

    @property
    def contaminated(self) -> int:
        """Ruling contamination: how many turns of the striker, after the one he strikes in, a hex stays contaminated."""
        return self.file.contaminated

    @cached_property
    def strikes(self) -> dict[Side, int]:
        """How many air strikes each side has in a turn of its own."""
        return {side: self.file.strikes.get(side, 0) for side in get_args(Side)}

    @cached_property
    def weapons(self) -> dict[Side, Weapons]:
        """Each side's warheads, and when they are released."""
        return {side: self.file.weapons.get(side, NO_WEAPONS) for side in get_args(Side)}

    @property
    def levels(self) -> tuple[Level, ...]:
        """The verdicts by lead, the best for the side that moves first first."""
        return self.file.victory.levels

    @cached_property
    def sources(self) -> dict[Side, frozenset[HexId]]:
        """Where each side's supply comes from, unless it is lost: edges of the map and towns."""
        return {
            side: frozenset(each for name in names for each in source_hexes(self.map, name) or ())
            for side, names in self.file.sources.items()
        }

    @cached_property
    def entries(self) -> dict[str, tuple[HexId, ...]]:
        """The hexes of every edge by which units enter."""
        return {place.name: place.hexes for place in self.map.places_of("entry")}

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of a town that counts for victory: a town of several hexes shares them out."""
        found: dict[HexId, int] = {}
        for towns in self.file.victory.towns.values():
            for name, points in towns.items():
                hexes = self.map.place("town", name).hexes
                found |= {each: points // len(hexes) for each in hexes}
        return found

    @cached_property
    def held(self) -> dict[HexId, Side]:
        """Who holds each hex of a town that counts, as the scenario begins."""
        return {
            each: side
            for side, towns in self.file.victory.towns.items()
            for name in towns
            for each in self.map.place("town", name).hexes
        }

    @cached_property
    def numbers(self) -> dict[Side, slice]:
        """Where in the order of battle each side's units are: those of the side that moves first come first."""
        count = sum(unit.side == self.first for unit in self.units)
        return {self.first: slice(0, count), self.second: slice(count, len(self.units))}

    @cached_property
    def by_side(self) -> dict[Side, tuple[Unit, ...]]:
        """Each side's units."""
        return {side: self.units[numbers] for side, numbers in self.numbers.items()}

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """Every unit by its id."""
        return {unit.id: unit for unit in self.units}


def period(year: int) -> Period:
    """Return the period a year belongs to, by which the combat table is chosen."""
    return "1945" if year < 1962 else "1962-1989"


def source_hexes(board: Map, name: str) -> tuple[HexId, ...] | None:
    """Return the hexes of an edge of the map or a town that supply comes from; none if there is no such place."""
    places = [*board.places_of("entry"), *board.places_of("town")]
    return next((place.hexes for place in places if place.name == name), None)


def load_scenario(path: Path) -> Scenario:
    """Read and check a scenario; every fault of the file is named at once."""
    source = Source(path)
    file = source.fill(ScenarioFile, source.data())
    source.stop_if_faulty()
    board = game_map("iron-curtain", file.map)
    units = _Roster(source, board, file).read()
    _check_year(source, file)
    _check_sources(source, file, board)
    _check_victory(source, file, board)
    source.stop_if_faulty()
    return Scenario(name=path.stem, file=file, map=board, units=tuple(units))


def _check_year(source: Source, file: ScenarioFile) -> None:
    if file.year != 1945 and not 1962 <= file.year <= 1989:
        source.fault(("year",), f"must be 1945, or from 1962 to 1989, not {file.year}")


def _check_sources(source: Source, file: ScenarioFile, board: Map) -> None:
    known = [place.name for kind in ("entry", "town") for place in board.places_of(kind)]
    for side in get_args(Side):
        if not file.sources.get(side):
            source.fault(("sources",), f"has no source of supply of the {side} side")
        for name in file.sources.get(side, ()):
            if name not in known:
                source.fault(
                    ("sources", side), f"{name!r} is no edge or town of the map; {nearest(name, known)}"
                )


def _check_victory(source: Source, file: ScenarioFile, board: Map) -> None:
    towns = {place.name: place for place in board.places_of("town")}
    counted: set[str] = set()
    for side, worth in file.victory.towns.items():
        for name, points in worth.items():
            place = ("victory", "towns", side, name)
            if name not in towns:
                source.fault(place, f"is no town of the map; {nearest(name, list(towns))}")
            elif points % len(towns[name].hexes):
                hexes = len(towns[name].hexes)
                source.fault(place, f"{points} points are not shared evenly by {hexes} hexes")
            if name in counted:
                source.fault(place, "is held by both sides")
            counted.add(name)
    leads = [level.lead for level in file.victory.levels]
    if not leads or leads != sorted(set(leads), reverse=True):
        source.fault(("victory", "levels"), "must fall from the highest lead to the lowest")


class _Roster:
    """Reads the tables of units, the side that moves first before the other; what cannot be read is left out."""

    def __init__(self, source: Source, board: Map, file: ScenarioFile) -> None:
        self.source = source
        self.board = board
        self.file = file
        self.units: list[Unit] = []

    def read(self) -> list[Unit]:
        for side in sorted(get_args(Side), key=lambda side: side != self.file.first):
            if side not in self.file.units:
                self.source.fault(("units",), f"has no units of the {side} side")
                continue
            first = self.source.lines.of(("units", side)) + 1
            for offset, line in enumerate(self.file.units[side].splitlines()):
                if line.strip():
                    self._unit(side, line, first + offset)
        for side in get_args(Side):
            self._stacked(side)
        return self.units

    def _unit(self, side: Side, line: str, at: int) -> None:
        cells = [cell.strip() for cell in line.split("|")]
        where = f"unit {cells[0]}"
        if len(cells) != len(COLUMNS):
            return self._fault(at, where, f"has {len(cells)} cells, not {' | '.join(COLUMNS)}")
        name, kind, size, values, place = cells[1:]
        if any(unit.id == cells[0] for unit in self.units):
            self._fault(at, where, "is there twice")
        if any(unit.name == name for unit in self.units):
            self._fault(at, where, f"{name} is the name of another")
        for word, given, known in (("kind", kind, get_args(Kind)), ("size", size, SIZES)):
            if given not in known:
                return self._fault(at, where, f"{given!r} is no {word}; {nearest(given, known)}")
        try:
            faces, spot = _faces(values), self._where(place)
        except GrognardError as error:
            return self._fault(at, where, str(error))
        unit = Unit(
            number=len(self.units), id=cells[0], name=name, side=side, kind=msgspec.convert(kind, Kind),
            size=size, faces=faces, **spot,
        )  # fmt: skip
        self.units.append(unit)
        return None

    def _where(self, text: str) -> dict[str, Any]:
        boxes = [place.name for place in self.board.places_of("entry")]
        found = WAITS.fullmatch(text)
        if found and found[1] in boxes:
            return {"box": found[1], "turn": int(found[2] or 1)}
        if not text[:1].isdigit():
            raise GrognardError(f"{text!r} is neither a hex nor one of {', '.join(boxes)}")
        hex_id = self.board.grid.parse_hex(text)
        if self.board.is_water(hex_id):
            raise GrognardError(f"{text} is {self.board.terrain[hex_id]}")
        return {"at": hex_id}

    def _stacked(self, side: Side) -> None:
        """Nobody begins in a hex with more of his side than it holds, nor with an enemy."""
        held: dict[HexId, list[Unit]] = {}
        for unit in self.units:
            if unit.at is not None:
                held.setdefault(unit.at, []).append(unit)
        for at, units in held.items():
            own = [unit for unit in units if unit.side == side]
            name = self.board.grid.hex_name(at)
            if len(own) > self.file.stacking:
                self._fault(
                    0,
                    f"hex {name}",
                    f"has {len(own)} units of the {side} side, and holds {self.file.stacking}",
                )
            if own and len(own) < len(units) and side == self.file.first:
                self._fault(0, f"hex {name}", "has units of both sides")

    def _fault(self, line: int, where: str, what: str) -> None:
        self.source.fault(("units",), what, line, where)


def _faces(values: str) -> tuple[Face, ...]:
    """Read `12-8-6 7-5-6`: attack, defence and movement of every step, the full unit first."""
    found = [VALUES.fullmatch(each) for each in values.split()]
    faces = tuple(Face(*map(int, each.groups())) for each in found if each)
    if not faces or len(faces) < len(found):
        raise GrognardError(
            f"{values!r} are no attack, defence and movement of each step, such as 12-8-6 7-5-6"
        )
    return faces
