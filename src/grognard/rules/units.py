# SPDX-License-Identifier: Apache-2.0
"""Units: what is printed on a counter, where it begins, and how the order of battle of a scenario is read.

`values` names what is printed on a counter, from left to right, such as `6-4` for strength and movement. A unit of
two steps has a second face, after a slash or a blank: `6-4/3-4`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError, repeated
from grognard.charts.files import MOST, Source
from grognard.hexes import HexId, Map
from grognard.rules.order_of_battle import UnitEntry, entries, spot

# What separates the faces of a counter.
FACES = re.compile(r"[/ ]+")
# A value on a counter, and one with too many digits.
VALUE, LONG = re.compile(r"[0-9]{1,4}"), re.compile(r"[0-9]{5}")
Value = Literal["strength", "attack", "defence", "movement"]


class UnitKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of units. Combat units attack, count for stacking, exert zones of control and hold places; others do not.

    Units `off_map` are never in a hex. `worth` is what a unit counts for programs, if not its strength. `traits`
    are for a game's own chapters.
    """

    combat: bool = True
    off_map: bool = False
    worth: int | None = None
    traits: frozenset[str] = frozenset()


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The `[units]` of a game: what is printed on counters, and the kinds and sizes of units.

    `example` shows the values of one counter and `printed` says what they are. `boxes` are where units may wait to
    arrive, besides the edges of the map. `states` puts the words for counters in order; those that it does not name
    come last.
    """

    values: tuple[Value, ...]
    example: str
    printed: str
    kinds: dict[str, UnitKind]
    sizes: tuple[str, ...]
    boxes: tuple[str, ...] = ()
    states: tuple[str, ...] = ()

    @property
    def values_in_words(self) -> str:
        """Name the values on a counter: `strength and movement`."""
        return f"{', '.join(self.values[:-1])} and {self.values[-1]}".removeprefix(" and ")

    @property
    def example_faces(self) -> list["Face | None"]:
        """The faces of the example counter; None for each that does not have the right values."""
        return [read_face(text, self.values) for text in FACES.split(self.example)]


class Face(msgspec.Struct, frozen=True):
    """What is printed on one side of a counter."""

    attack: int
    defence: int
    movement: int


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One counter of the order of battle, shared by all positions.

    `number` is its place in the order of battle, `turn` when it arrives from its box. `weaker` are its faces after
    each step it can lose except the last; `written` are the values of all faces as printed.
    """

    number: int
    id: str
    name: str
    side: str
    kind: str
    size: str
    attack: int
    defence: int
    movement: int
    weaker: tuple[Face, ...] = ()
    written: tuple[str, ...] = ("",)
    fights: bool = True
    off_map: bool = False
    worth: int = 0
    traits: frozenset[str] = frozenset()
    at: HexId | None = None
    box: str = ""
    turn: int = 1

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """All its faces, that of full strength first."""
        return (Face(self.attack, self.defence, self.movement), *self.weaker)


def read_face(text: str, values: Sequence[Value]) -> Face | None:
    """Read the values of one face, such as `6-4`; None if they are not the right number of whole numbers of at most four digits."""
    numbers = text.split("-")
    if len(numbers) != len(values) or not all(map(VALUE.fullmatch, numbers)):
        return None
    named = dict(zip(values, map(int, numbers), strict=True))
    strength = named.get("strength", 0)
    return Face(named.get("attack", strength), named.get("defence", strength), named.get("movement", 0))


def check_units(source: Source, units: Units) -> None:
    """Note an empty list in `[units]`, or an example that does not have the right values."""
    for key in ("values", "kinds", "sizes"):
        if not getattr(units, key):
            source.fault(("units", key), "is empty")
    if units.values and None in units.example_faces:
        what = f"are no {units.values_in_words}, which values says stand on a counter"
        source.fault(("units", "example"), f"{repeated(units.example)} {what}")


def _stronger(faces: Sequence[Face]) -> str:
    """Name a strength that a unit would gain by losing a step; empty if there is none."""
    for before, after in pairwise(faces):
        for name in ("attack", "defence"):
            if getattr(after, name) > getattr(before, name):
                return name
    return ""


def read_units(
    source: Source, board: Map, tables: Mapping[str, str], sides: Sequence[str], units: Units
) -> Iterator[Unit]:
    """Read the tables of units, one side after the other; what cannot be read is noted and left out."""
    boxes = [*units.boxes, *(place.name for place in board.places_of("entry"))]
    number = 0
    for entry in entries(source, tables, sides, tuple(units.kinds), units.sizes):
        try:
            unit = _read_unit(board, boxes, units, entry, number)
        except GrognardError as error:
            entry.fault(source, str(error))
            continue
        yield unit
        number += 1


def _read_unit(board: Map, boxes: Sequence[str], units: Units, entry: UnitEntry[str], number: int) -> Unit:
    """Read one unit; raise what is wrong with it."""
    written = tuple(FACES.split(entry.values))
    faces = _read_faces(entry.values, written, units)
    where, kind = spot(board, boxes, entry.where), units.kinds[entry.kind]
    if kind.off_map and where.at is not None:
        raise GrognardError(f"{entry.kind} units do not stand on the map; say which box it waits in")
    return Unit(
        number=number, id=entry.id, name=entry.name, side=entry.side, kind=entry.kind, size=entry.size,
        attack=faces[0].attack, defence=faces[0].defence, movement=faces[0].movement,
        weaker=tuple(faces[1:]), written=written, fights=kind.combat, off_map=kind.off_map,
        worth=faces[0].attack if kind.worth is None else kind.worth, traits=kind.traits,
        at=where.at, box=where.box, turn=where.turn,
    )  # fmt: skip


def _read_faces(values: str, written: Sequence[str], units: Units) -> list[Face]:
    """Read the faces of a counter; raise if one does not have the right values, or is stronger than the one before it."""
    faces = [face for text in written if (face := read_face(text, units.values))]
    if len(faces) < len(written):
        steps = " of each step," if len(FACES.split(units.example)) > 1 else ""
        most = f", each of at most {MOST:,}" if LONG.search(values) else ""
        what = f"are no {units.values_in_words}{steps} such as {units.example}{most}"
        raise GrognardError(f"{repeated(values)} {what}")
    if stronger := _stronger(faces):
        named = "strength" if "strength" in units.values else stronger
        raise GrognardError(f"{values!r}: the {named} of a weaker face is more than of the one before it")
    return faces
