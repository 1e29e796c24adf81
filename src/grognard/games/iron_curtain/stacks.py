# SPDX-License-Identifier: Apache-2.0
"""Units as they are written at the desk: `12/2`, `air6/2`; stacks of them: `12/2+8/2:major-river:road`."""

import re
from collections.abc import Iterable
from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from grognard.games.iron_curtain.terms import Hexside
from grognard.procedures.procedure import NotAllowed
from grognard.rules.step_units import StepUnit

TOO_WEAK = "an attack needs some strength, and the attackers have 0 (ruling attack-strength)"
UNIT = re.compile(r"(?P<air>air)?(?P<strength>\d{1,4})(?:/(?P<steps>[1-9]))?")
HEXSIDES: tuple[Hexside, ...] = get_args(Hexside)
MARKS = (*HEXSIDES, "road", "oos")
MOST_UNITS = 60

Words = tuple[str, ...]
Stacks = Annotated[
    Words,
    Meta(
        description="the attacking stacks, each from the top: 12/2+8/2 is a 12 of two steps on an 8 of two; behind it :river or another hexside it attacks across, :road if a road or railroad crosses that, :oos if out of supply; air6/2 is air-mobile"
    ),
]
Units = Annotated[Words, Meta(description="the units in the hex, the top one first: 12/2,6,air4/2")]


class Unit(StepUnit, frozen=True, cache_hash=True):
    """One unit with its strength and steps; it may be air-mobile."""

    air_mobile: bool = False

    @property
    def name(self) -> str:
        """The unit as it is written."""
        return f"{'air' if self.air_mobile else ''}{super().name}"


class Stack(msgspec.Struct, frozen=True):
    """Units that attack from one hex, from the top: across which hexside, by a road, and out of supply or not."""

    units: tuple[Unit, ...]
    hexside: Hexside | None = None
    road: bool = False
    out_of_supply: bool = False

    @property
    def top(self) -> Unit:
        """Ruling top-unit: the uppermost of the units that attack."""
        return self.units[0]


def parse_unit(text: str) -> Unit:
    """Read `12`, `12/2` or `air6/2`."""
    parts = UNIT.fullmatch(text)
    if not parts:
        raise NotAllowed(
            f"{text!r} is no unit; write its strength, and its steps where it has more than one, such as 12/2 or air6/2"
        )
    return Unit(int(parts["strength"]), int(parts["steps"] or 1), air_mobile=bool(parts["air"]))


def parse_units(words: Words, who: str) -> tuple[Unit, ...]:
    """Read the units of a hex."""
    if not words:
        raise NotAllowed(f"name the {who}, such as 12/2,6")
    _check_number(len(words))
    return tuple(parse_unit(word) for word in words)


def _check_number(units: int) -> None:
    if units > MOST_UNITS:
        raise NotAllowed(f"a side has at most {MOST_UNITS} units in a battle, and here are {units}")


def parse_stack(text: str) -> Stack:
    """Read `12/2+8/2`, `8/2:river`, `8/2:major-river:road` or `8/2:oos`."""
    units, *marks = text.split(":")
    words = units.split("+")
    if not all(UNIT.fullmatch(word) for word in words):
        raise NotAllowed(
            f"{text!r} is no stack; write its units from the top, such as 12/2+8/2, with :river, :major-river, :road or :oos behind"
        )
    for mark in marks:
        if mark not in MARKS:
            raise NotAllowed(f"{mark!r} is no mark of a stack; there are {', '.join(MARKS)}")
    across: list[Hexside] = [hexside for hexside in HEXSIDES if hexside in marks]
    if len(across) > 1:
        raise NotAllowed(f"{text} attacks across one hexside, and two are named")
    if "road" in marks and not across:
        raise NotAllowed(f"{text} names a road and no hexside that it crosses")
    hexside = across[0] if across else None
    return Stack(tuple(parse_unit(word) for word in words), hexside, "road" in marks, "oos" in marks)


def parse_stacks(words: Words) -> tuple[Stack, ...]:
    """Read the attacking stacks."""
    if not words:
        raise NotAllowed("name the attacking stacks, such as 12/2+8/2,6/2")
    stacks = tuple(parse_stack(word) for word in words)
    _check_number(sum(len(stack.units) for stack in stacks))
    if not any(unit.strength for stack in stacks for unit in stack.units):
        raise NotAllowed(TOO_WEAK)
    return stacks


def written(stacks: Iterable[Stack]) -> str:
    """Write stacks as they were typed, without their marks."""
    return ", ".join("+".join(unit.called for unit in stack.units) for stack in stacks)
