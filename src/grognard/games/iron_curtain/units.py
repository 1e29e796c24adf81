"""The units of a scenario: what they are, what they can do, and the table they are read from.

    id   | name             | kind       | size     | values        | where
    3sh  | 3rd Shock Army   | armour     | army     | 14-12-8 7-6-8 | 3423
    1br  | 1 (BR) Corps     | mechanised | corps    | 12-12-8 6-6-8 | Ruhr 2

`values` has attack, defence and movement of every step, the full unit first. `where` is a hex, or the edge of the map
by which a unit enters and the turn it comes.
"""

import re
from functools import cached_property
from typing import Literal, get_args

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.files import Source
from grognard.games.iron_curtain.terms import Side, enemy
from grognard.hexes import HexId, Map
from grognard.rules.order_of_battle import entries, spot

SIZES = ("army", "corps", "division", "brigade", "regiment")
VALUES = re.compile(r"(\d+)-(\d+)-(\d+)")
# Who loses two steps is written with an x2 behind his name.
STEPS_BEHIND = re.compile(r"x[1-9]$")
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

    @cached_property
    def legs(self) -> bool:
        """Say whether it moves at leg rates."""
        return KINDS[self.kind].legs

    @cached_property
    def air_mobile(self) -> bool:
        """Say whether it is air-mobile."""
        return KINDS[self.kind].air_mobile

    @cached_property
    def exploits(self) -> bool:
        """Say whether it moves again in the exploitation phase."""
        return KINDS[self.kind].exploits


def read_units(source: Source, board: Map, tables: dict[Side, str], first: Side) -> list[Unit]:
    """Read the tables of units, the side that moves first before the other; what cannot be read is left out."""
    boxes = [place.name for place in board.places_of("entry")]
    units: list[Unit] = []
    for entry in entries(source, tables, (first, enemy(first)), get_args(Kind), SIZES):
        if any(unit.name == entry.name for unit in units):
            entry.fault(source, f"{entry.name} is the name of another")
        if STEPS_BEHIND.search(entry.name):
            entry.fault(source, f"{entry.name} ends like a number of steps lost; give it another name")
        try:
            faces, where = parse_faces(entry.values), spot(board, boxes, entry.where)
        except GrognardError as error:
            entry.fault(source, str(error))
            continue
        unit = Unit(
            number=len(units), id=entry.id, name=entry.name, side=entry.side, kind=msgspec.convert(entry.kind, Kind),
            size=entry.size, faces=faces, at=where.at, box=where.box, turn=where.turn,
        )  # fmt: skip
        units.append(unit)
    return units


def parse_faces(values: str) -> tuple[Face, ...]:
    """Read `12-8-6 7-5-6`: attack, defence and movement of every step, the full unit first."""
    found = [VALUES.fullmatch(each) for each in values.split()]
    faces = tuple(Face(*map(int, each.groups())) for each in found if each)
    if not faces or len(faces) < len(found):
        raise GrognardError(
            f"{values!r} are no attack, defence and movement of each step, such as 12-8-6 7-5-6"
        )
    return faces
