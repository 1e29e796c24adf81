# SPDX-License-Identifier: Apache-2.0
"""Units as they are written at the desk: `6/3/5`, `tanks8/3/6/4`; with their marks: `6/3/5:river:oos`."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Annotated, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.plurals import ordinal
from grognard.games.jarama.terms import Crossing, why_no_effectiveness
from grognard.procedures.procedure import NotAllowed

UNIT = re.compile(
    r"(?P<mech>tanks|armor)?(?P<factor>\d{1,3})/(?P<points>[1-9]\d?)/(?P<effectiveness>\d{1,2})(?:/(?P<at>\d{1,2}))?"
)
CROSSINGS: tuple[Crossing, ...] = get_args(Crossing)
# There is one way over water: through it, by a ford, or by a bridge.
WATER = ("river", "ford", "bridge")
ATTACKING = (*CROSSINGS, "level", "oos")
DEFENDING = ("oos", "dsg", "dem")
# There are up to six hexes around the one attacked, with ten units in each.
MOST_UNITS = 60

Words = tuple[str, ...]
Attackers = Annotated[
    Words,
    Meta(
        description="the attacking units, each with combat factor/Troop points/effectiveness and AT points if it has any: 6/3/5,tanks8/2/6/4; tanks and armor are mech; behind it :river, :ford, :bridge or :slope that it attacks across, :level if it stands as high as a hill attacked, :oos if out of supply"
    ),
]
Defenders = Annotated[
    Words,
    Meta(
        description="the units in the hex from the top, written alike: 5/4/4,tanks6/2/5/3; :oos if out of supply, :dsg if disorganised, :dem if demoralised"
    ),
]


class ChartUnit(msgspec.Struct, frozen=True, cache_hash=True):
    """One unit as the charts take it: its numbers, the hexsides it attacks across, its state, and its name.

    At the desk a unit goes by its numbers, and `told` adds its place in the row if another has the same; on a map it
    has a name of its own.
    """

    factor: int
    points: int
    effectiveness: int
    at_points: int = 0
    mech: bool = False
    crossing: tuple[Crossing, ...] = ()
    level: bool = False
    out_of_supply: bool = False
    disorganised: bool = False
    demoralised: bool = False
    written: str = ""
    told: str = ""

    @property
    def called(self) -> str:
        """The name of the unit in texts."""
        return self.told or self.written

    @property
    def unfit(self) -> str:
        """The state in which a unit may not attack or reconnoitre (ruling states-in-combat); empty if it may."""
        return "disorganised" if self.disorganised else "demoralised" if self.demoralised else ""


ChartUnits = tuple[ChartUnit, ...]


def parse_unit(text: str, marks: Collection[str]) -> ChartUnit:
    """Read `6/3/5`, `tanks8/3/6/4` or `6/3/5:river:oos`, with those of the marks that are known here."""
    numbers, *given = text.split(":")
    parts = UNIT.fullmatch(numbers)
    if not parts:
        raise NotAllowed(
            f"{text!r} is no unit; write combat factor/Troop points/effectiveness, and AT points where it has any, such as 6/3/5 or tanks8/2/6/4"
        )
    for mark in given:
        if mark not in marks:
            raise NotAllowed(f"{mark!r} is no mark of {numbers} here; there are {', '.join(marks)}")
    if reason := why_no_effectiveness(int(parts["effectiveness"])):
        raise NotAllowed(f"{numbers}: {reason}")
    if len([way for way in WATER if way in given]) > 1:
        raise NotAllowed(f"{text} crosses water one way: by the river itself, a ford or a bridge")
    return ChartUnit(
        factor=int(parts["factor"]),
        points=int(parts["points"]),
        effectiveness=int(parts["effectiveness"]),
        at_points=int(parts["at"] or 0),
        mech=bool(parts["mech"]),
        crossing=tuple(hexside for hexside in CROSSINGS if hexside in given),
        level="level" in given,
        out_of_supply="oos" in given,
        disorganised="dsg" in given,
        demoralised="dem" in given,
        written=numbers,
    )


def parse_units(words: Words, who: str, marks: Collection[str]) -> ChartUnits:
    """Read the units of a side, and distinguish those written alike."""
    if not words:
        raise NotAllowed(f"name the {who}, such as 6/3/5,tanks8/2/6/4")
    if len(words) > MOST_UNITS:
        raise NotAllowed(f"a side has at most {MOST_UNITS} units in a battle, and here are {len(words)}")
    return named_apart([parse_unit(word, marks) for word in words])


def named_apart(units: Iterable[ChartUnit]) -> ChartUnits:
    """Name units by their places in the row if others are written alike: `1st 6/3/5`, `3rd 6/3/5`."""
    row = tuple(units)
    alike = Counter(unit.written for unit in row)
    return tuple(
        replace(unit, told=f"{ordinal(place)} {unit.written}") if alike[unit.written] > 1 else unit
        for place, unit in enumerate(row, 1)
    )


def written(units: Iterable[ChartUnit]) -> str:
    """Name units one after another."""
    return ", ".join(unit.called for unit in units)
