# SPDX-License-Identifier: Apache-2.0
"""The units of a scenario: what they are, what they can do, and the tables they are read from.

    id   | name             | kind            | size      | values      | where
    1tab | 1st Ifni Tabor   | Infantry        | battalion | 5-5-6       | 1519
    75h  | 75 mm battery    | Light Artillery | battery   | 1-2-5 b3    | 1419
    5t26 | 5th Tank Company | Tanks           | company   | 4-3-6 at4   | Valencia 3

`values` has combat factor, Troop points and effectiveness number, then what else a unit has: AT points, AA factors,
bombardment points. `where` is a hex of the formation's set-up zone, or the edge by which a unit enters and its turn.
Aircraft have a table of their own: bombing factor (FB), close air support (CAS), and whether they fly reconnaissance.

    id   | name             | values
    ju52 | Ju 52 bombers    | 8-2
    r5   | R-5 Natasha      | 3-4 recon
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal, get_args

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.files import KeyPath, Source
from grognard.charts.labels import half_up
from grognard.charts.plurals import counted
from grognard.games.jarama.terms import CARD, Side, why_no_effectiveness
from grognard.hexes import HexId, Map
from grognard.registry import Card
from grognard.rules.order_of_battle import spot, table_entries, table_rows

Kind = Literal[
    "Infantry", "Engineers", "Pontoons", "Cavalry", "Armor", "Tanks", "AT Artillery", "AA Artillery",
    "Armored Train", "Headquarters", "Heavy Artillery", "Medium Artillery", "Light Artillery",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
SIZES = ("division", "brigade", "regiment", "battalion", "company", "battery", "squadron", "train")
Mobility = Literal["mech", "motorized", "foot", "train"]
# Ruling movement-class: the card has three classes, and does not say which kinds are in which.
ARTILLERY: tuple[Kind, ...] = ("Heavy Artillery", "Medium Artillery", "Light Artillery")
OF_CLASS: dict[Mobility, tuple[Kind, ...]] = {
    "foot": ("Infantry", "Engineers", "Pontoons", "Cavalry"),
    "mech": ("Armor", "Tanks"),
    "motorized": ("AT Artillery", "AA Artillery", *ARTILLERY, "Headquarters"),
    "train": ("Armored Train",),
}
CLASSES = {kind: mobility for mobility, kinds in OF_CLASS.items() for kind in kinds}
# Ruling zones: the kinds without a zone of control.
WITHOUT_ZONE: tuple[Kind, ...] = ("Headquarters", "Pontoons")

VALUES = re.compile(r"(?P<factor>\d+)-(?P<points>\d+)-(?P<effectiveness>\d+)(?P<more>(?: (?:at|aa|b)\d+)*)")
MORE = {"at": "at_points", "aa": "aa", "b": "bombardment"}
EXTRA = re.compile(r"(at|aa|b)(\d+)")
AIR_COLUMNS = ("id", "name", "values")
FLIGHT = re.compile(r"(?P<fb>\d+)-(?P<cas>\d+)(?P<recon> recon)?")


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle that goes on the map, shared by all positions.

    `number` is its place in the order of battle; `points` are Troop points; `turn` is when it comes from its box.
    """

    number: int
    id: str
    name: str
    side: Side
    kind: Kind
    size: str
    formation: str
    factor: int
    points: int
    effectiveness: int
    at_points: int = 0
    aa: int = 0
    bombardment: int = 0
    at: HexId | None = None
    box: str = ""
    turn: int = 1

    @property
    def values(self) -> str:
        """Its printed values, as a scenario has them: `5-5-6`, `1-2-5 at4`."""
        return f"{self.factor}-{self.points}-{self.effectiveness}{self.besides}"

    @property
    def besides(self) -> str:
        """What it has besides the three numbers: ` at4`."""
        extras = {word: getattr(self, name) for word, name in MORE.items()}
        return "".join(f" {word}{value}" for word, value in extras.items() if value)

    @property
    def mobility(self) -> Mobility:
        """Ruling movement-class: how it moves."""
        return CLASSES[self.kind]

    @property
    def is_artillery(self) -> bool:
        """Whether it bombards."""
        return self.kind in ARTILLERY

    @property
    def is_mech(self) -> bool:
        """Whether the mech modifiers of the chart apply to it."""
        return self.mobility == "mech"

    @property
    def has_zone(self) -> bool:
        """Ruling zones: whether it has a zone of control while it is neither disorganised nor demoralised."""
        return self.kind not in WITHOUT_ZONE


class Air(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One counter of aircraft, which are never on the map: bombing factor, close air support, reconnaissance."""

    number: int
    id: str
    name: str
    side: Side
    fb: int
    cas: int
    recon: bool = False


@lru_cache(maxsize=4096)
def factor_left(unit: Unit, points: int, card: Card = CARD) -> int:
    """Ruling factor-with-losses: the combat factor of a unit with so many Troop points left, at least one."""
    if card.ruled("factor-with-losses") == "full":
        return unit.factor
    return max(1, half_up(Fraction(unit.factor * points, unit.points)))


class FormationFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A formation in a scenario file: its side, its set-up zone, and its units."""

    side: Side
    name: str
    units: str
    zone: str = ""


class Formation(msgspec.Struct, frozen=True, eq=False):
    """A formation: its Headquarters command its units, and all of them set up in its zone, which the enemy knows."""

    name: str
    side: Side
    zone: tuple[HexId, ...]
    units: tuple[Unit, ...]

    @property
    def headquarters(self) -> tuple[Unit, ...]:
        """Its Headquarters: exactly one."""
        return tuple(unit for unit in self.units if unit.kind == "Headquarters")


def parse_values(text: str) -> dict[str, int]:
    """Read `5-5-6` or `2-2-5 at2 b3`: combat factor, Troop points, effectiveness number, and what else there is."""
    parts = VALUES.fullmatch(text)
    if not parts or not int(parts["points"]) or not int(parts["factor"]):
        raise GrognardError(
            f"{text!r} are no combat factor, Troop points and effectiveness number, such as 5-5-6, with at2, aa3 or b4 behind"
        )
    values = {name: int(parts[name]) for name in ("factor", "points", "effectiveness")}
    return values | {MORE[word]: int(number) for word, number in EXTRA.findall(parts["more"])}


def read_units(  # noqa: PLR0913, PLR0917 - a formation, its place in the file, and what it is checked against
    source: Source, board: Map, formation: FormationFile, place: KeyPath, first_number: int, seen: set[str]
) -> list[Unit]:
    """Read the units of one formation; unreadable rows are reported and left out."""
    boxes = [edge.name for edge in board.places_of("entry")]
    units: list[Unit] = []
    for entry in table_entries(
        source, (*place, "units"), formation.side, formation.units, KINDS, SIZES, seen
    ):
        try:
            values, where = parse_values(entry.values), spot(board, boxes, entry.where)
        except GrognardError as error:
            entry.fault(source, str(error))
            continue
        unit = Unit(
            number=first_number + len(units), id=entry.id, name=entry.name, side=entry.side,
            kind=msgspec.convert(entry.kind, Kind), size=entry.size, formation=formation.name,
            at=where.at, box=where.box, turn=where.turn, **values,
        )  # fmt: skip
        for what in _faults(unit):
            entry.fault(source, what)
        units.append(unit)
    return units


def _faults(unit: Unit) -> Iterator[str]:
    """Report what no unit has, and what does not belong to its kind."""
    if reason := why_no_effectiveness(unit.effectiveness):
        yield reason
    if bool(unit.bombardment) != unit.is_artillery:
        yield f"{unit.kind} {'has' if unit.is_artillery else 'is no artillery and has'} {counted(unit.bombardment, 'bombardment point')}"
    if unit.aa and unit.kind not in ("AA Artillery", "Armored Train"):
        yield f"{unit.kind} has AA factors"
    if unit.kind == "AA Artillery" and not unit.aa:
        yield "AA Artillery has no AA factor"


def read_air(source: Source, side: Side, table: str, first_number: int, seen: set[str]) -> list[Air]:
    """Read the aircraft of one side; unreadable rows are reported and left out."""
    planes: list[Air] = []
    for row in table_rows(source, ("air", side), side, table, AIR_COLUMNS, seen):
        plane_id, name, values = row.cells
        parts = FLIGHT.fullmatch(values)
        if not parts:
            row.fault(source, f"{values!r} must be FB and CAS, such as 3-4 or 3-4 recon")
            continue
        planes.append(
            Air(
                number=first_number + len(planes), id=plane_id, name=name, side=side,
                fb=int(parts["fb"]), cas=int(parts["cas"]), recon=bool(parts["recon"]),
            )
        )  # fmt: skip
    return planes


def check_trains(source: Source, board: Map, units: Iterable[Unit]) -> None:
    """Check that an armored train begins on a railroad."""
    for unit in units:
        if unit.mobility == "train" and unit.at is not None and not on_rails(board, unit.at):
            what = f"there is no railroad in {board.grid.hex_name(unit.at)}"
            source.fault(("formations",), what, where=f"unit {unit.id}")


def on_rails(board: Map, hex_id: HexId) -> bool:
    """Return whether a railroad goes through a hex."""
    return any("railroad" in board.roads_at(side) for side in board.grid.hexsides(hex_id))
