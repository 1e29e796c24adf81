# SPDX-License-Identifier: Apache-2.0
"""Units as they are written at the desk: `panther@5:hilltop`, `g-rifle:dispersed`, `g-engineer+g-rifle`."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.panzerblitz.roster import UnitType, unit_type
from grognard.games.panzerblitz.terms import STACK, Level
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card

UNIT = r"[a-z0-9][a-z0-9.-]*"
HEIGHT = r"(?::(?P<height>slope|hilltop))?(?P<brown>:brown)?"
FIRER = re.compile(rf"(?P<unit>{UNIT})@(?P<range>\d{{1,3}})(?:/(?P<aim>\d))?{HEIGHT}(?P<indirect>:indirect)?")
ASSAULT = re.compile(rf"(?P<units>{UNIT}(?:\+{UNIT})*){HEIGHT}")
TARGET = re.compile(rf"(?P<unit>{UNIT})(?::(?P<by>dispersed|scattered))?")

Words = tuple[str, ...]
Targets = Annotated[
    Words,
    Meta(
        description="the units attacked: t34-85,js2; one that fire dispersed this turn: js2:dispersed; one that mines or another attack did: js2:scattered"
    ),
]


class Target(msgspec.Struct, frozen=True):
    """One unit under attack, and whether it was dispersed earlier in this turn. A fort stands for the units in it.

    `doomed` means that a DD destroys it (ruling dd-memory).
    """

    unit: UnitType
    dispersed: bool = False
    doomed: bool = False


class Attacker(msgspec.Struct, frozen=True):
    """One attacking unit: its range and height, whether a brown side lies between, and the unit of the stack it aims at.

    `indirect` means that only a command post sees the target.
    """

    unit: UnitType
    written: str
    range: int = 1
    height: Level = "ground"
    brown: bool = False
    aim: int = 0
    indirect: bool = False


def parse_firer(text: str) -> Attacker:
    """Read `panther@5`, `panther@5:hilltop`, `panther@1:brown`, `panther@5/2` or `81mm@9:indirect`."""
    parts = FIRER.fullmatch(text)
    if not parts:
        raise NotAllowed(
            f"{text!r} is no attacker; write panther@5, panther@5:hilltop, panther@1:brown or panther@5/2"
        )
    firer = Attacker(
        unit_type(parts["unit"]),
        text,
        int(parts["range"]),
        _height(parts),
        bool(parts["brown"]),
        int(parts["aim"] or 0),
        bool(parts["indirect"]),
    )
    if not firer.range:
        raise NotAllowed(
            f"{firer.unit.name} is at least 1 hex from what it fires at; {text} says {firer.range}"
        )
    if firer.brown and firer.range > 1:
        raise NotAllowed(
            f"{text} is not next to the target; a brown side matters between neighbours alone (ruling elevation-exceptions)"
        )
    return firer


def parse_assault(text: str) -> list[Attacker]:
    """Read the units that assault from one hex: `g-rifle`, `g-engineer+g-rifle:slope`, `g-rifle:brown`."""
    parts = ASSAULT.fullmatch(text)
    if not parts:
        raise NotAllowed(
            f"{text!r} is no assault; write g-rifle, g-engineer+g-rifle, g-rifle:slope or g-rifle:brown"
        )
    units = [unit_type(name) for name in parts["units"].split("+")]
    check_stack(units)
    return [Attacker(unit, text, 1, _height(parts), bool(parts["brown"])) for unit in units]


def _height(parts: re.Match[str]) -> Level:
    return "slope" if parts["height"] == "slope" else "hilltop" if parts["height"] else "ground"


def parse_targets(words: Words, attackers: Sequence[UnitType], card: Card) -> tuple[Target, ...]:
    """Read the units in the hex attacked; refuse more than it holds, what is no unit, and friends of the attackers."""
    if not words:
        raise NotAllowed("name the units attacked, such as t34-85,js2")
    targets = tuple(_target(word, card) for word in words)
    works = [target.unit for target in targets if target.unit.is_work]
    if works:
        # A counter of mines has a plural name.
        verb = "are" if works[0].kind == "mine" else "is"
        raise NotAllowed(f"{works[0].name} {verb} not attacked (ruling works)")
    check_stack([target.unit for target in targets])
    _check_sides(attackers, [target.unit for target in targets])
    return targets


def _target(text: str, card: Card) -> Target:
    parts = TARGET.fullmatch(text)
    if not parts:
        unit = re.match(UNIT, text)
        name = unit[0] if unit else "js2"
        raise NotAllowed(f"{text!r} is no target; write {name}, {name}:dispersed or {name}:scattered")
    doomed = parts["by"] == "dispersed" or (parts["by"] and card.ruled("dd-memory") == "this-turn")
    return Target(unit_type(parts["unit"]), bool(parts["by"]), bool(doomed))


def check_stack(units: Sequence[UnitType]) -> None:
    """Ruling stacking: refuse more units than a hex holds. One fort is free, and the units in it are not named."""
    if sum(unit.kind == "fort" for unit in units) > 1:
        raise NotAllowed("a hex holds one fort (ruling stacking)")
    _one_side(units, "share a hex")
    for side, count in Counter(unit.side for unit in units).items():
        if side and count > STACK[side]:
            raise NotAllowed(
                f"a hex holds at most {STACK[side]} {side} units, and here are {count} (ruling stacking)"
            )


def _check_sides(attackers: Sequence[UnitType], targets: Iterable[UnitType]) -> None:
    """Refuse attackers of two sides, and attacks on friends."""
    _one_side(attackers, "attack together")
    ours = {unit.side: unit for unit in attackers}
    for target in targets:
        if target.side and target.side in ours:
            raise NotAllowed(f"{ours[target.side].name} and {target.name} are both {target.side}")


def _one_side(units: Iterable[UnitType], what: str) -> None:
    first: dict[str, UnitType] = {}
    for unit in units:
        if unit.side:
            first.setdefault(unit.side, unit)
    if len(first) > 1:
        one, other = first.values()
        raise NotAllowed(f"{one.name} and {other.name} do not {what}: one is {one.side}, one {other.side}")
