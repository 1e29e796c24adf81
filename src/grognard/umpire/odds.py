# SPDX-License-Identifier: Apache-2.0
"""Every answer, exactly: the chances of a rule's results, worked out from the rule itself.

`odds(rule, *arguments)` remembers what it worked out. An `Enumerator` of your own has another policy for choices, or
a memory of its own.
"""

from collections.abc import Callable, Hashable, Iterable
from itertools import count
from math import gcd, lcm
from typing import Any, TypeVar

from grognard.umpire.ask import AnyRule, Ask, Call, Choose, Roll, Rule, in_turn, step_by_step
from grognard.umpire.chance import Chance

T = TypeVar("T", bound=Hashable)
# Decides what a side chooses when odds are worked out.
Policy = Callable[[Choose[Any]], Any]


def first_option(choice: Choose[Any]) -> Any:
    """The policy that takes the first option a rule offers."""
    return choice.options[0]


class Enumerator:
    """Works out chances and remembers those of every rule called with the same arguments."""

    def __init__(self, policy: Policy = first_option, room: int = 100_000) -> None:
        self.policy = policy
        self.room = room
        self.memory: dict[tuple[object, ...], Chance[Any]] = {}

    def __call__(self, rule: Callable[..., AnyRule[T]], *arguments: Hashable) -> Chance[T]:
        """Return the chances of a rule's results."""
        key = (rule, arguments)
        chance = self.memory.get(key)
        if chance is None:
            # A total is convolved, and rounds are worked out one by one, instead of path by path.
            if rule is in_turn:
                chance = self.added_up(*arguments)
            elif rule is step_by_step:
                chance = self.stepped(*arguments)
            else:
                chance = self.work_out(rule, *arguments)
            if len(self.memory) >= self.room:
                self.memory.clear()
            self.memory[key] = chance
        return chance

    def work_out(self, rule: Callable[..., AnyRule[T]], *arguments: Hashable) -> Chance[T]:
        """Run the rule once for every path through it, and add up equal results over one denominator."""
        begun = rule(*arguments)
        if isinstance(begun, Roll):
            return Chance.known(dict(begun.read.branches), begun.read.ways)
        begin: Callable[..., Rule[T]] = rule  # type: ignore[assignment]  # a roll is answered above
        run = begun
        try:
            branches, ways = self.branches(next(run))
        except StopIteration as stop:
            return Chance.certain(stop.value)
        weights: dict[T, int] = {}
        common, weight = ways, 1
        path: tuple[Any, ...] = ()
        # The questions on the way to the run, the last of them innermost: the answers before each, its branches that are
        # left, the weight of those answers, and out of how many ways with its own.
        asked = [(path, iter(branches), weight, ways)]
        runs = True
        while asked:
            path, left, weight, ways = asked[-1]
            for answer, more in left:
                # The first branch of a question is taken by the run that asked it, every other by one from the start.
                if not runs:
                    run = begin(*arguments)
                    next(run)
                    for given in path:
                        run.send(given)
                try:
                    ask = run.send(answer)
                except StopIteration as stop:
                    runs, result, share = False, stop.value, weight * more
                    if ways != common:
                        weights, common, share = _level(weights, common, share, ways)
                    weights[result] = weights.get(result, 0) + share
                    continue
                # A roll, by far the most frequent question, is answered here rather than by a call.
                if type(ask) is Roll:
                    branches, count = ask.read.branches, ask.read.ways
                else:
                    branches, count = self.branches(ask)
                asked.append(((*path, answer), iter(branches), weight * more, ways * count))
                runs = True
                break
            else:
                asked.pop()
        return Chance.known(weights, common)

    def added_up(self, rule: Any, calls: Any, add: Any, start: Any) -> Chance[Any]:
        """Convolve what `in_turn` would add up: the results are independent, so only the sum so far is kept."""
        weights: dict[Any, int] = {start: 1}
        ways = 1
        for arguments in calls:
            chance = self(rule, *arguments)
            ways *= chance.total
            sums: dict[Any, int] = {}
            # Looked up once: this loop takes most of the time.
            shares, known = tuple(chance.weights()), sums.get
            for sofar, weight in weights.items():
                for more, share in shares:
                    added = add(sofar, more)
                    sums[added] = known(added, 0) + weight * share
            weights = sums
        return Chance.known(weights, ways)

    def stepped(self, rule: Any, times: Any, start: Any, *more: Any) -> Chance[Any]:
        """Spread the chances of `step_by_step` over its states, adding up equal states after each step."""
        return spread(Chance.certain(start), lambda state: self(rule, state, *more), times)

    def branches(self, ask: Ask) -> tuple[Iterable[tuple[Any, int]], int]:
        """Return every answer to a question with its weight, and the sum of the weights."""
        if isinstance(ask, Call):
            chance = self(ask.rule, *ask.arguments)
            return chance.weights(), chance.total
        if isinstance(ask, Roll):
            return ask.read.branches, ask.read.ways
        return ((self.policy(ask), 1),), 1


def _level(weights: dict[T, int], common: int, weight: int, ways: int) -> tuple[dict[T, int], int, int]:
    """Bring the weights so far and one more, out of `ways`, to a common denominator."""
    shared = lcm(ways, common)
    scaled = (
        weights if shared == common else {result: w * (shared // common) for result, w in weights.items()}
    )
    return scaled, shared, weight * (shared // ways)


def spread(
    start: Chance[T], following: Callable[[T], Chance[T] | None], times: int | None = None
) -> Chance[T]:
    """Return the chances of states after repeated steps, adding up equal states after each step.

    It ends when no state has a successor, or after so many steps.
    """
    weights, ways = dict(start.weights()), start.total
    steps = count() if times is None else range(times)
    ended: list[tuple[dict[T, int], int]] = []
    for _ in steps:
        chances = [(weight, following(state), state) for state, weight in weights.items()]
        ended.append(({state: weight for weight, chance, state in chances if chance is None}, ways))
        going = [(weight, chance) for weight, chance, _ in chances if chance is not None]
        if not going:
            weights = {}
            break
        common = lcm(*(chance.total for _, chance in going))
        reached: dict[T, int] = {}
        for weight, chance in going:
            scale = weight * (common // chance.total)
            for state, share in chance.weights():
                reached[state] = reached.get(state, 0) + scale * share
        shared = gcd(ways * common, *reached.values())
        weights = {state: weight // shared for state, weight in reached.items()}
        ways = ways * common // shared
    return _added([*ended, (weights, ways)])


def _added(parts: list[tuple[dict[T, int], int]]) -> Chance[T]:
    """Add up weights out of several totals."""
    common = lcm(*(ways for weights, ways in parts if weights))
    added: dict[T, int] = {}
    for weights, ways in parts:
        for state, weight in weights.items():
            added[state] = added.get(state, 0) + weight * (common // ways)
    return Chance.known(added, common)


odds = Enumerator()
