# SPDX-License-Identifier: Apache-2.0
"""The counters: attack factor, class of weapon, range, defence factor and movement factor of every type of unit.

`roster.toml` is a table to proof-read against the counters, one line a type:

    id      | name          | kind     | factors       | seen
    g-rifle | Rifle platoon | infantry | 3 I 6 / 8 1   | P

Factors stand as on a counter: AF, class and range above, DF and MF below. Mines have their odds, a block its X.
`[ruled]` names the types whose class is decided by a ruling.
"""

import re
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from grognard.charts.errors import GrognardError, NoSuch, nearest
from grognard.charts.files import Source
from grognard.games.panzerblitz.terms import CARD, Kind, Side, Weapon
from grognard.procedures.procedure import Counter
from grognard.registry import Card, rulings
from grognard.rules.map_scenario import read_file
from grognard.rules.order_of_battle import Row, table_rows

COLUMNS = ("id", "name", "kind", "factors", "seen")
FACTORS = re.compile(r"(?P<af>\d+) (?P<weapon>I|A|H|M|C|C\(I\)|-) (?P<range>\d+) / (?P<df>\d+) (?P<mf>\d+)")
ODDS = re.compile(r"\d-\d")
ID = re.compile(r"[a-z0-9][a-z0-9.-]*")
UNARMED = ("C", "-")
Seen = Literal["P", "B"]
Owner = Literal["German", "Soviet", "either"]

ARMOURED = ("tank", "assault gun", "SP artillery", "halftrack", "armoured car")
VEHICLES = (*ARMOURED, "truck", "wagon")
INFANTRY = ("infantry", "engineer", "cavalry")


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """One type of counter. Forts, mines and blocks belong to either side; `odds` are those of a minefield.

    `ruling` decides the class of weapon if it is in doubt. `seen` is P on a photograph, B in a written source.
    """

    id: str
    name: str
    owner: Owner
    kind: Kind
    attack: int = 0
    weapon: Weapon = "-"
    range: int = 0
    defence: int = 0
    movement: int = 0
    odds: str = ""
    ruling: str = ""
    seen: Seen

    @property
    def side(self) -> Side | None:
        """Its side; None for a fort, mine or block."""
        return None if self.owner == "either" else self.owner

    @property
    def is_armoured(self) -> bool:
        """Whether it is an armoured target: a fort is, even with infantry in it."""
        return self.kind in ARMOURED or self.kind == "fort"

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle; cavalry moves like one but is not."""
        return self.kind in VEHICLES

    @property
    def is_armoured_vehicle(self) -> bool:
        """Whether it is one of those that overrun, including halftracks and self-propelled artillery."""
        return self.kind in ARMOURED

    @property
    def is_infantry(self) -> bool:
        """Whether it may close assault."""
        return self.kind in INFANTRY

    @property
    def takes_ground(self) -> bool:
        """Whether it can take ground: trucks, wagons and forts cannot."""
        return self.kind not in ("truck", "wagon", "fort")

    @property
    def is_work(self) -> bool:
        """Whether it is mines or a block, which lie in a hex and are not one of its units."""
        return self.kind in ("mine", "block")

    def fires_as(self, card: Card = CARD) -> str:
        """Return its row on the weapons effectiveness chart: C(I) fires as I; empty if it has no weapon."""
        weapon = card.ruled(self.ruling) if self.ruling else self.weapon
        return "" if weapon in UNARMED else "I" if weapon == "C(I)" else weapon

    @property
    def factors(self) -> str:
        """Its factors as they stand on the counter."""
        if self.is_work:
            return self.odds or "X"
        return f"{self.attack} {self.weapon} {self.range} / {self.defence} {self.movement}"


class RosterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file of the roster."""

    units: dict[Owner, str]
    ruled: dict[str, list[str]] = {}


@cache
def roster() -> dict[str, UnitType]:
    """Return every type of unit by its id."""
    return load_roster(Path(__file__).parent / "roster.toml")


def unit_type(name: str) -> UnitType:
    """Return a type of unit by its id."""
    if name not in roster():
        raise NoSuch("unit", name, roster())
    return roster()[name]


def counters() -> tuple[Counter, ...]:
    """Return every type of unit for the list of counters."""
    return tuple(
        Counter(unit.id, unit.owner, unit.name, unit.kind, unit.factors) for unit in roster().values()
    )


def load_roster(path: Path) -> dict[str, UnitType]:
    """Read and check a roster; all faults of the file are reported at once."""
    source, file = read_file(path, RosterFile)
    units = _read(source, file)
    source.stop_if_faulty()
    return units


def _read(source: Source, file: RosterFile) -> dict[str, UnitType]:
    """Read the tables of units; unreadable rows are reported and left out."""
    units: dict[str, UnitType] = {}
    seen: set[str] = set()
    ruled = {unit: ruling for ruling, ids in file.ruled.items() for unit in ids}
    for owner in get_args(Owner):
        if owner not in file.units:
            source.fault(("units",), f"has no table of {owner}")
            continue
        for row in table_rows(source, ("units", owner), owner, file.units[owner], COLUMNS, seen):
            if not ID.fullmatch(row.cells[0]):
                row.fault(source, "is no id; write small letters, digits, dots and dashes")
            try:
                units[row.cells[0]] = _unit(row, ruled)
            except GrognardError as error:
                row.fault(source, str(error))
    _check_ruled(source, file, seen)
    return units


def _unit(row: Row[Owner], ruled: dict[str, str]) -> UnitType:
    """Make a type of unit from a row; raise what is wrong with it."""
    unit_id, name, kind, factors, seen = row.cells
    for word, given, options in (("kind", kind, get_args(Kind)), ("confidence", seen, get_args(Seen))):
        if given not in options:
            raise GrognardError(f"{given!r} is no {word}; {nearest(given, options)}")
    printed = {"id": unit_id, "name": name, "owner": row.side, "kind": kind, "seen": seen}
    return msgspec.convert({**printed, **_factors(kind, factors), "ruling": ruled.get(unit_id, "")}, UnitType)


def _factors(kind: str, text: str) -> dict[str, int | str]:
    """Read the factors of a counter; raise what is wrong with them."""
    if kind == "mine" and ODDS.fullmatch(text):
        return {"odds": text}
    if kind == "block" and text == "X":
        return {}
    parts = FACTORS.fullmatch(text)
    if not parts or kind in ("mine", "block"):
        wanted = {"mine": "odds such as 2-1", "block": "X"}.get(kind, "factors such as 3 I 6 / 8 1")
        raise GrognardError(f"{text!r} must be {wanted}")
    attack, reach, defence, movement = (int(parts[name]) for name in ("af", "range", "df", "mf"))
    armed = parts["weapon"] not in UNARMED
    if armed != bool(attack) or armed != bool(reach):
        raise GrognardError(f"{text!r} must have an AF, a class and a range, or none of them")
    if not defence:
        raise GrognardError(f"{text!r} must have a DF above 0")
    return {
        "attack": attack, "weapon": parts["weapon"], "range": reach, "defence": defence, "movement": movement,
    }  # fmt: skip


def _check_ruled(source: Source, file: RosterFile, known: set[str]) -> None:
    """Check that rulings that decide a class of weapon are the game's, and name units of the roster."""
    book = rulings("panzerblitz")
    for ruling, units in file.ruled.items():
        place = ("ruled", ruling)
        if ruling not in book:
            source.fault(place, f"is no ruling; {nearest(ruling, list(book))}")
        elif set(book[ruling].options) - set(get_args(Weapon)):
            source.fault(place, "has options that are no class of weapon")
        for unit in units:
            if unit not in known:
                source.fault(place, f"{unit!r} is no unit; {nearest(unit, sorted(known))}")
