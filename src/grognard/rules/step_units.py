# SPDX-License-Identifier: Apache-2.0
"""Units with steps as the charts know them, at the desk and on a map: who loses how many, in which ways.

Units that are alike are not told apart: their losses are one outcome, however they are shared out among them.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.procedures.procedure import Line, NotAllowed

# Up to so many outcomes every kind of unit is told apart; beyond that, units of equal steps are alike.
TOLD_APART = 4096
# Beyond this nobody could read the answer, nor wait for it.
MOST_OUTCOMES = 100_000


class Loss(msgspec.Struct, frozen=True, cache_hash=True):
    """What one unit loses: so many steps, and whether they were its last."""

    unit: str
    steps: int
    eliminated: bool


UnitLosses = tuple[Loss, ...]
NOTHING: UnitLosses = ()


class StepUnit(msgspec.Struct, frozen=True, cache_hash=True):
    """One unit: its strength, the steps it has left, and by what name it is told.

    At the desk a unit goes by its strength, and `told` and `id` are empty; on a map it has a name and an id of its own.
    """

    strength: int
    steps: int = 1
    told: str = ""
    id: str = ""

    @property
    def name(self) -> str:
        """The unit as it is written."""
        return f"{self.strength}/{self.steps}" if self.steps > 1 else f"{self.strength}"

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


U = TypeVar("U", bound=StepUnit)


def alike_together(units: Iterable[U]) -> tuple[U, ...]:
    """Put units that are alike next to each other, in the order they were named first."""
    return tuple(Counter(units).elements())


def told_apart(
    *sides: Sequence[U], results: int = 2, ways: int = 1
) -> tuple[list[tuple[U, ...]], list[Line]]:
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
    if ways * _ways([[unit.told for unit in units] for units in together], results) > MOST_OUTCOMES:
        raise NotAllowed("there are too many outcomes to tell; name fewer units, or units more alike")
    line = Line("more outcomes than can be told", str(first), "units are told by their steps alone")
    return together, [line]


def _ways(sides: Iterable[Iterable[Hashable]], results: int) -> int:
    """Count what may become of units, of which those alike are not told apart."""
    counts = [count for units in sides for count in Counter(units).values()]
    return prod(comb(count + results - 1, count) for count in counts)


def _by_steps(unit: U) -> U:
    return replace(unit, told=by_steps(unit.steps), id=f"/{unit.steps}")


def by_steps(steps: int) -> str:
    """Name a unit that is told by its steps alone."""
    return f"unit of {counted(steps, 'step')}"


def merged(sofar: UnitLosses, more: UnitLosses) -> UnitLosses:
    """Add one unit's loss to others, in one order for units that are alike: the same losses are the same outcome."""
    at = len(sofar)
    while more and at and sofar[at - 1].unit == more[0].unit and sofar[at - 1].steps > more[0].steps:
        at -= 1
    return (*sofar[:at], *more, *sofar[at:])


@lru_cache(maxsize=1024)
def shared_out(units: tuple[StepUnit, ...], steps: int, *, spread: bool) -> dict[tuple[str, ...], UnitLosses]:
    """Return every way for units to lose so many steps, as it is written, the least strength eliminated first.

    `3/2` loses one step, `3/2x2` two. Spread, no unit loses a second step until all have lost one, and so on.
    """
    steps = min(steps, sum(unit.steps for unit in units))
    ways: dict[tuple[str, ...], UnitLosses] = {}
    costs: dict[tuple[str, ...], tuple[int, int]] = {}
    for picks in combinations_with_replacement(range(len(units)), steps):
        taken = Counter(picks)
        if any(units[at].steps < count for at, count in taken.items()) or (
            spread and not _even(units, taken)
        ):
            continue
        way = tuple(
            f"{units[at].called}x{n}" if n > 1 else units[at].called for at, n in sorted(taken.items())
        )
        losses = tuple(units[at].loss(count) for at, count in sorted(taken.items()))
        ways[way] = losses
        dead = sum(units[at].strength for at, count in taken.items() if count == units[at].steps)
        costs[way] = dead, sum(units[at].strength for at in picks)
    return {way: ways[way] for way in sorted(ways, key=lambda way: costs[way])}


def _even(units: Sequence[StepUnit], taken: Counter[int]) -> bool:
    """Return whether no unit has lost more than one step more than another that has steps left."""
    most = max(taken.values(), default=0)
    return all(taken[at] >= min(most - 1, unit.steps) for at, unit in enumerate(units))


# Words


def tell_losses(losses: UnitLosses) -> str:
    """Say who loses what, those alike together."""
    return ", ".join(_loses(loss, count) for loss, count in Counter(losses).items())


def _loses(loss: Loss, count: int) -> str:
    who = f"{count} x {loss.unit}" if count > 1 else loss.unit
    if loss.eliminated:
        return f"{who} eliminated"
    return f"{who} {'lose' if count > 1 else 'loses'} {steps_text(loss.steps)}"


def steps_text(count: int) -> str:
    """Say how many steps a unit or a side loses."""
    return "a step" if count == 1 else counted(count, "step")


def result_text(does: Mapping[str, int], *, barred: bool) -> str:
    """Say what a result of a chart does, by the steps and hexes it names; in some terrain the ground bars the retreat."""
    said = [
        f"{who} loses {steps_text(does[f'{who}_loses'])}"
        for who in ("attacker", "defender")
        if f"{who}_loses" in does
    ]
    if "defender_retreats" in does:
        far = counted(does["defender_retreats"], "hex", "hexes")
        said.append("the ground bars retreat" if barred else f"defender retreats {far}")
    return ", ".join(said) or "no effect"
