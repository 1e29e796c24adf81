"""Units as a person writes them at the desk: `12/2`, `air6/2`; stacks of them: `12/2+8/2:major-river:road`."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import comb, prod
from typing import Annotated, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain.terms import Hexside
from grognard.procedures.procedure import Line, NotAllowed

TOO_WEAK = "an attack needs some strength, and the attackers have 0 (ruling attack-strength)"
UNIT = re.compile(r"(?P<air>air)?(?P<strength>\d{1,4})(?:/(?P<steps>[1-9]))?")
HEXSIDES: tuple[Hexside, ...] = get_args(Hexside)
MARKS = (*HEXSIDES, "road", "oos")
# Up to so many outcomes every kind of unit is told apart; beyond that, units of equal steps are alike.
TOLD_APART = 4096
# Beyond this nobody could read the answer, nor wait for it.
MOST_OUTCOMES = 100_000
MOST_UNITS = 60

Words = tuple[str, ...]
Stacks = Annotated[
    Words,
    Meta(
        description="the attacking stacks, each from the top: 12/2+8/2 is a 12 of two steps on an 8 of two; behind it :river or another hexside it attacks across, :road if a road or railroad crosses that, :oos if out of supply; air6/2 is air-mobile"
    ),
]
Units = Annotated[Words, Meta(description="the units in the hex, the top one first: 12/2,6,air4/2")]


class Loss(msgspec.Struct, frozen=True, cache_hash=True):
    """What one unit loses: so many steps, and whether they were its last."""

    unit: str
    steps: int
    eliminated: bool


Losses = tuple[Loss, ...]
NOTHING: Losses = ()


class Unit(msgspec.Struct, frozen=True, cache_hash=True):
    """One unit: its strength, the steps it has left, whether it is air-mobile, and by what name it is told.

    At the desk a unit goes by its strength, and `told` and `id` are empty; on a map it has a name and an id of its own.
    """

    strength: int
    steps: int = 1
    air_mobile: bool = False
    told: str = ""
    id: str = ""

    @property
    def name(self) -> str:
        """The unit as it is written."""
        steps = f"/{self.steps}" if self.steps > 1 else ""
        return f"{'air' if self.air_mobile else ''}{self.strength}{steps}"

    @property
    def called(self) -> str:
        """What the unit is called where it is spoken of."""
        return self.told or self.name

    @property
    def code(self) -> str:
        """What questions call the unit: its id; at the desk as it is written, or `/2` if its steps alone are told."""
        return self.id or self.name

    def loss(self, steps: int) -> Loss:
        """Return the loss of so many steps, or of as many as it has."""
        return Loss(self.called, min(steps, self.steps), steps >= self.steps)


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
    found = UNIT.fullmatch(text)
    if not found:
        raise NotAllowed(
            f"{text!r} is no unit; write its strength, and its steps where it has more than one, such as 12/2 or air6/2"
        )
    return Unit(int(found["strength"]), int(found["steps"] or 1), bool(found["air"]))


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
    across: list[Hexside] = [each for each in HEXSIDES if each in marks]
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


def alike_together(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Put units that are alike next to each other, in the order they were named first."""
    return tuple(Counter(units).elements())


def told_apart(
    *sides: Sequence[Unit], results: int = 2, ways: int = 1
) -> tuple[list[tuple[Unit, ...]], list[Line]]:
    """Return the units that roll, alike ones together; where there are too many kinds, told by their steps alone.

    A unit's roll has so many results, and there are so many ways apart from who loses. What is told otherwise than
    unit by unit is a line of the worksheet.
    """
    if all(unit.told for units in sides for unit in units):
        return [tuple(units) for units in sides], []  # on a map everybody has a name
    first = ways * _ways(sides, results)
    if first <= TOLD_APART:
        return [alike_together(units) for units in sides], []
    named = [[_by_steps(unit) for unit in units] for units in sides]
    together = [tuple(sorted(units, key=lambda unit: -unit.steps)) for units in named]
    if ways * _ways([[each.told for each in units] for units in together], results) > MOST_OUTCOMES:
        raise NotAllowed("there are too many outcomes to tell; name fewer units, or units more alike")
    line = Line("more outcomes than can be told", str(first), "units are told by their steps alone")
    return together, [line]


def _ways(sides: Iterable[Iterable[Hashable]], results: int) -> int:
    """Count what may become of units, of which those alike are not told apart."""
    counts = [count for units in sides for count in Counter(units).values()]
    return prod(comb(count + results - 1, count) for count in counts)


def _by_steps(unit: Unit) -> Unit:
    return replace(unit, told=by_steps(unit.steps), id=f"/{unit.steps}")


def by_steps(steps: int) -> str:
    """Name a unit that is told by its steps alone."""
    return f"unit of {counted(steps, 'step')}"


def merged(sofar: Losses, more: Losses) -> Losses:
    """Add one unit's loss to others, in one order for units that are alike: the same losses are the same outcome."""
    at = len(sofar)
    while more and at and sofar[at - 1].unit == more[0].unit and sofar[at - 1].steps > more[0].steps:
        at -= 1
    return (*sofar[:at], *more, *sofar[at:])
