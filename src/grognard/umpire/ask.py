# SPDX-License-Identifier: Apache-2.0
"""The questions a rule may ask: for a roll, for a decision, for the result of another rule.

A rule never rolls, prints or reads a clock. It yields a question and is sent the answer:

    class Combat(Question[str], frozen=True):
        target: str

    def combat(battle: Battle) -> Rule[Battle]:
        match (yield Roll(Combat(battle.target), battle.reading)):
            case "De":
                return battle.without_defenders()
            ...

What a roll is answered with is its *meaning*, usually a chart cell's code; faces with one meaning are one branch.
What is asked is data, a kind with fields: the log, the dice and undo go by it. Words for it are made at the edge.
Rules of tests, which need no kinds, ask with a text instead; in logs of the first format all questions are texts.
"""

import re
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Generic, TypeVar

import msgspec

from grognard.charts.labels import Dice

T = TypeVar("T")
M = TypeVar("M", bound=Hashable)


def _kind(name: str) -> str:
    """Name a kind of question as saves do: `CounterShown` is `counter-shown`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Question(msgspec.Struct, Generic[M], frozen=True, gc=False, tag_field="kind", tag=_kind):
    """What a rule asks: a kind, which is the name of its class, and what it is about; M is the type of its answer."""


D6 = Dice(1, 6)
TWO_D6 = Dice(2, 6)
D10 = Dice(1, 10)


@cache
def ways(dice: Dice) -> dict[int, int]:
    """Return in how many ways each total of the dice comes up."""
    counts: dict[int, int] = {}
    for faces in product(range(1, dice.sides + 1), repeat=dice.count):
        counts[sum(faces)] = counts.get(sum(faces), 0) + 1
    return counts


class Reading(Generic[M]):
    """What each total of some dice means. Equal meanings are one branch with the weight of all their faces."""

    __slots__ = ("branches", "dice", "meanings", "ways")

    def __init__(self, dice: Dice, meanings: Mapping[int, M]) -> None:
        self.dice = dice
        self.meanings = meanings
        weights: dict[M, int] = {}
        for total, count in ways(dice).items():
            weights[meanings[total]] = weights.get(meanings[total], 0) + count
        self.branches = tuple(weights.items())
        self.ways = dice.sides**dice.count

    def __getitem__(self, total: int) -> M:
        return self.meanings[total]


@cache
def faces(dice: Dice) -> Reading[int]:
    """A reading that keeps every total apart."""
    return Reading(dice, {total: total for total in ways(dice)})


class Roll(msgspec.Struct, Generic[M], frozen=True):
    """Ask for a roll of dice; the answer is what the total means.

    A roll is itself the smallest rule: it asks, and its result is the answer. `about` is the question with the names that
    pieces have at this table, if the question itself has only their kinds; it is only for display.
    """

    why: Question[M] | str
    read: Reading[M]
    about: str = ""

    def __iter__(self) -> "Generator[Roll[M], M, M]":
        answer = yield self
        return answer

    @property
    def question(self) -> Question[Any] | str:
        """The question, the same each time it is asked."""
        return f"roll {self.read.dice} {self.why}" if isinstance(self.why, str) else self.why

    @property
    def asks(self) -> str:
        """The question in plain words, for messages about a record: what it is, and with which dice."""
        return f"roll {self.read.dice} {in_words(self.why)}"


class Choose(Generic[M]):
    """Ask a side to decide; the answer is one of the options, in the order the rule gives them.

    Options are plain data. They may be given by a function, which is called only when they are looked at. `now` is the
    position in which the side decides, if the rule has moved on from the one it began with: a unit already lost is gone
    from it. Like what the side should know `about` an option, it is only for display.
    """

    __slots__ = ("_options", "about", "now", "side", "why")

    def __init__(
        self,
        side: str,
        why: Question[M] | str,
        options: Sequence[M] | Callable[[], Iterable[M]],
        now: Any = None,
        about: Mapping[M, str] | None = None,
    ) -> None:
        self.side = side
        self.why = why
        self._options = options
        self.now = now
        self.about = about or {}

    @property
    def options(self) -> tuple[M, ...]:
        """Every option, worked out when first needed."""
        if callable(self._options):
            self._options = tuple(self._options())
        return tuple(self._options)

    @property
    def question(self) -> Question[Any] | str:
        """The question, the same each time it is asked."""
        return f"{self.side} {self.why}" if isinstance(self.why, str) else self.why

    @property
    def asks(self) -> str:
        """The question in plain words, for messages about a record: who is asked, and what."""
        return f"{self.side} {in_words(self.why)}"

    def shown(self, now: Any) -> "Choose[M]":
        """Return the same question with another position to look at."""
        return Choose(self.side, self.why, self._options, now, self.about)


def in_words(question: Question[Any] | str) -> str:
    """Write a question plainly, by its kind and fields; a game has better words for a player.

    >>> class Advance(Question[str], frozen=True):
    ...     into: str
    >>> in_words(Advance("2411"))
    'advance 2411'
    """
    if isinstance(question, str):
        return question
    kind, *fields = msgspec.to_builtins(question).values()
    return " ".join([kind.replace("-", " "), *map(str, fields)])


def said(ask: "Roll[Any] | Choose[Any]", label: Callable[[Question[Any] | str], str] = in_words) -> str:
    """Say what is asked, with a label for the question: `roll 1d6 8.8 combat`, `German retreat of 17th Infantry`."""
    who = f"roll {ask.read.dice}" if isinstance(ask, Roll) else ask.side
    return f"{who} {label(ask.why)}"


def choose(side: str, why: Question[M] | str, options: Sequence[M], now: Any = None) -> "Rule[M]":
    """Ask a side to decide; if there is a single option, it is the answer and no question is asked."""
    if len(options) == 1:
        return options[0]
    answer: M = yield Choose(side, why, options, now)
    return answer


class Call(Generic[T]):
    """Ask for the result of another rule. Its arguments must be hashable: its chances are then remembered.

    A position to be `shown` with the questions on the way is passed to the rule as an argument of that name. It is
    only for display, so chances are worked out and remembered without it.
    """

    __slots__ = ("arguments", "rule", "shown")

    def __init__(self, rule: "Callable[..., AnyRule[T]]", *arguments: Hashable, shown: Any = None) -> None:
        self.rule = rule
        self.arguments = arguments
        self.shown = shown

    def begun(self) -> "AnyRule[T]":
        """Begin the rule."""
        if self.shown is None:
            return self.rule(*self.arguments)
        return self.rule(*self.arguments, shown=self.shown)


def total(
    rule: "Callable[..., AnyRule[T]]",
    calls: Iterable[tuple[Hashable, ...]],
    add: Callable[[T, T], T],
    start: T,
) -> Call[T]:
    """Ask for the sum of one rule's results for several arguments, such as the losses of a whole stack.

    Put equal arguments next to each other: equal sums are then one outcome, and ten equal units have eleven outcomes
    and not a thousand.
    """
    return Call(in_turn, rule, tuple(calls), add, start)


def in_turn(
    rule: "Callable[..., AnyRule[T]]",
    calls: tuple[tuple[Hashable, ...], ...],
    add: Callable[[T, T], T],
    start: T,
) -> "Rule[T]":
    """Run a rule for one argument after the other, and add up the results, which must be independent."""
    added = start
    for arguments in calls:
        added = add(added, (yield Call(rule, *arguments)))
    return added


def again(rule: "Callable[..., AnyRule[T]]", times: int, start: T, *more: Hashable) -> Call[T]:
    """Ask what becomes of a state when a rule is run on it, then on the result, and so on: round after round.

    States that are equal after a round are one from then on, however they came about.
    """
    return Call(step_by_step, rule, times, start, *more)


def step_by_step(rule: "Callable[..., AnyRule[T]]", times: int, start: T, *more: Hashable) -> "Rule[T]":
    """Run a rule on a state so many times; if nothing more happens to a state, the rule returns the same."""
    state = start
    for _ in range(times):
        state = yield Call(rule, state, *more)
    return state


Ask = Roll[Any] | Choose[Any] | Call[Any]
Rule = Generator[Ask, Any, T]
# What can be driven: a rule that asks again and again, or one roll.
AnyRule = Rule[T] | Roll[T]
