# SPDX-License-Identifier: Apache-2.0
"""Units with steps as the charts know them, at the desk and on a map: which lose how many steps, in which ways.

Units that are alike are not distinguished: their losses are one outcome, however they are distributed among them.
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

# Up to so many outcomes every kind of unit is distinguished; beyond that, units of equal steps are alike.
MOST_DISTINGUISHED = 4096
# More outcomes than this could be neither read nor waited for.
MOST_OUTCOMES = 100_000


class Loss(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What one unit loses: how many steps, and whether they were its last."""

    unit: str
    steps: int
    eliminated: bool


UnitLosses = tuple[Loss, ...]
NOTHING: UnitLosses = ()


class StepUnit(msgspec.Struct, frozen=True, cache_hash=True):
    """One unit: its strength, the steps it has left, and the name by which it is told.

    At the desk a unit goes by its strength, and `told` and `id` are empty; on a map it has its own name and id.
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
        """What the unit is called in words."""
        return self.told or self.name

    @property
    def code(self) -> str:
        """The unit in questions: its id; at the desk its written form, or `/2` if only its steps are told."""
        return self.id or self.name

    def loss(self, steps: int) -> Loss:
        """Return the loss of so many steps, or of as many as it has."""
        return Loss(self.called, min(steps, self.steps), steps >= self.steps)


U = TypeVar("U", bound=StepUnit)


def alike_together(units: Iterable[U]) -> tuple[U, ...]:
    """Put units that are alike next to each other, in the sequence in which they were first named."""
    return tuple(Counter(units).elements())


def distinguished(
    *sides: Sequence[U], results: int = 2, ways: int = 1
) -> tuple[list[tuple[U, ...]], list[Line]]:
    """Return the units that roll, with like ones together; if there are too many kinds, told by their steps alone.

    A unit's roll has so many `results`, and there are so many `ways` apart from which units lose. A line of the
    worksheet says so if units are not told one by one.
    """
    if all(unit.told for units in sides for unit in units):
        return [tuple(units) for units in sides], []  # on a map every unit has a name
    first = ways * _ways(sides, results)
    if first <= MOST_DISTINGUISHED:
        return [alike_together(units) for units in sides], []
    named = [[_by_steps(unit) for unit in units] for units in sides]
    together = [tuple(sorted(units, key=lambda unit: -unit.steps)) for units in named]
    if ways * _ways([[unit.told for unit in units] for units in together], results) > MOST_OUTCOMES:
        raise NotAllowed("there are too many outcomes to tell; name fewer units, or units more alike")
    line = Line("more outcomes than can be told", str(first), "units are told by their steps alone")
    return together, [line]


def _ways(sides: Iterable[Iterable[Hashable]], results: int) -> int:
    """Count the possible results for units, of which those alike are not distinguished."""
    counts = [count for units in sides for count in Counter(units).values()]
    return prod(comb(count + results - 1, count) for count in counts)


def _by_steps(unit: U) -> U:
    return replace(unit, told=by_steps(unit.steps), id=f"/{unit.steps}")


def by_steps(steps: int) -> str:
    """Name a unit that is told by its steps alone."""
    return f"unit of {counted(steps, 'step')}"


def merged(losses: UnitLosses, more: UnitLosses) -> UnitLosses:
    """Add one unit's loss to others, sorted among units that are alike, so that equal losses are equal outcomes."""
    at = len(losses)
    while more and at and losses[at - 1].unit == more[0].unit and losses[at - 1].steps > more[0].steps:
        at -= 1
    return (*losses[:at], *more, *losses[at:])


@lru_cache(maxsize=1024)
def shared_out(units: tuple[StepUnit, ...], steps: int, *, spread: bool) -> dict[tuple[str, ...], UnitLosses]:
    """Return every way for units to lose so many steps, in its written form, the least strength eliminated first.

    `3/2` loses one step, `3/2x2` two. With `spread`, no unit loses a second step until all have lost one, and so
    on.
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
    """Say which units lose what, with like ones together."""
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
    """Say what a result of a chart does, in steps and hexes; in some terrain the ground bars the retreat."""
    parts = [
        f"{who} loses {steps_text(does[f'{who}_loses'])}"
        for who in ("attacker", "defender")
        if f"{who}_loses" in does
    ]
    if "defender_retreats" in does:
        far = counted(does["defender_retreats"], "hex", "hexes")
        parts.append("the ground bars retreat" if barred else f"defender retreats {far}")
    return ", ".join(parts) or "no effect"
