# SPDX-License-Identifier: Apache-2.0
"""Rules driven by answers, which are given as they come or taken from a record, up to the question that is open.

A game in progress is plain data: the rule, its arguments and the answers so far. A `Run` only saves time: it keeps the
rule where it has come to. Continued from the same place a second time, the rule is run again over the answers so far.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.umpire.ask import AnyRule, Ask, Call, Choose, Question, Roll, Rule, in_words

T = TypeVar("T")
Asked = Roll[Any] | Choose[Any]


class OffRecord(GrognardError):
    """A record that does not answer what the rule asks."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that was asked, and its answer: the dice that fell, or the option chosen.

    `dice` are those that were rolled, such as 2d6; empty for a choice. Records of the first format have a
    question in words, which begins with `roll` and the dice, or with the side that was asked.
    """

    question: Question[Any] | str
    given: Any
    dice: str = ""

    @property
    def rolled(self) -> str:
        """The dice that were rolled; an empty text for a choice."""
        if isinstance(self.question, str):
            first, _, rest = self.question.partition(" ")
            return rest.split(" ", 1)[0] if first == "roll" else ""
        return self.dice

    @property
    def asks(self) -> str:
        """The question in plain words."""
        dice = f"roll {self.dice} " if self.dice else ""
        return dice + in_words(self.question)


def answer_to(ask: Asked, given: Any) -> Answer:
    """Return the record of an answer."""
    question = ask.question
    dice = str(ask.read.dice) if isinstance(ask, Roll) and not isinstance(question, str) else ""
    return Answer(question, given, dice)


class Open(msgspec.Struct, frozen=True):
    """A question that has not been answered yet."""

    ask: Asked


class Done(msgspec.Struct, Generic[T], frozen=True):
    """A rule that has come to its end."""

    result: T


# Rules under way, the innermost last: a rule that was called stands above its caller.
Stack = list[Generator[Ask, Any, Any]]


def _begun(run: AnyRule[T], stack: Stack) -> Open | Done[T]:
    """Run a rule up to its first question, or its result."""
    stack.append(iter(run))
    return _sent(stack, None)


def _sent(stack: Stack, answer: Any) -> Open | Done[Any]:
    """Send an answer to a rule under way, and run it up to the next question, or its result."""
    while True:
        try:
            ask = stack[-1].send(answer)
        except StopIteration as stop:
            stack.pop()
            if not stack:
                return Done(stop.value)
            answer = stop.value
            continue
        if not isinstance(ask, Call):
            return Open(ask)
        stack.append(iter(ask.begun()))
        answer = None


def drive(run: AnyRule[T], respond: Callable[[Asked], Any]) -> T:
    """Run a rule to its end, with each roll and choice answered in turn; rules it calls are run in their place."""
    # The loop of `_sent`, but without returning in between.
    stack: Stack = [iter(run)]
    answer: Any = None
    while stack:
        try:
            ask = stack[-1].send(answer)
        except StopIteration as stop:
            stack.pop()
            answer = stop.value
            continue
        if isinstance(ask, Call):
            stack.append(iter(ask.begun()))
            answer = None
        else:
            answer = respond(ask)
    result: T = answer
    return result


class Heard(msgspec.Struct, frozen=True):
    """A question, the answer that was given to it, and what the rule took that to mean."""

    ask: Asked
    given: Any
    means: Any


class Run(Generic[T]):
    """A rule as far as it has come: the answers it has heard, and the question it asks now, or its result. Immutable.

    Going on gives another run. The generator itself can be continued once; continuing from the same place a second
    time runs it again from the start.
    """

    __slots__ = ("_begin", "_stack", "ask", "heard", "outcome")

    def __init__(
        self,
        begin: Callable[[], AnyRule[T]],
        heard: tuple[Heard, ...] = (),
        stack: Stack | None = None,
        outcome: Open | Done[T] | None = None,
    ) -> None:
        """Begin a rule; the other arguments are for `answered` alone."""
        if stack is None or outcome is None:
            stack = []
            outcome = _begun(begin(), stack)
            for asked in heard:
                outcome = _sent(stack, asked.means)
        self._begin = begin
        # A list of one, empty once continued: taking it out is atomic, so safe between threads.
        self._stack = [stack]
        self.heard = heard
        self.outcome: Open | Done[T] = outcome
        self.ask: Asked | None = outcome.ask if isinstance(outcome, Open) else None

    def answered(self, given: Any) -> "Run[T]":
        """Go on with an answer to the open question: dice that fell, or an option. It is taken as it is."""
        if self.ask is None:
            raise OffRecord(f"the rule asks nothing more, and {given!r} answers nothing")
        meant = means(self.ask, given)
        heard = (*self.heard, Heard(self.ask, given, meant))
        try:
            stack = self._stack.pop()
        except IndexError:
            return Run(self._begin, heard)
        return Run(self._begin, heard, stack, _sent(stack, meant))

    def over(self, record: Iterable[Answer]) -> "Run[T]":
        """Go on over answers on record; one to another question is an error that names both.

        Options are not built and not checked: an answer on record was checked when it was given.
        """
        run = self
        for answer in record:
            if run.ask is None:
                raise OffRecord(f"the record answers {answer.asks!r}, but the rule asks nothing more")
            check_question(run.ask, answer)
            run = run.answered(answer.given)
        return run


def means(ask: Asked, given: Any) -> Any:
    """Return what an answer means to the rule: for dice, the meaning of what fell."""
    return ask.read[sum(given)] if isinstance(ask, Roll) else given


def after(run: AnyRule[T], answers: Sequence[Any]) -> Open | Done[T]:
    """Run a rule over meanings and options without checking them, up to the next question, or its result."""
    stack: Stack = []
    outcome = _begun(run, stack)
    for answer in answers:
        outcome = _sent(stack, answer)
    return outcome


def pause(run: AnyRule[T], record: Iterable[Answer]) -> Open | Done[T]:
    """Run a rule over the answers so far, and return the question that is open, or its result."""
    return Run(lambda: run).over(record).outcome


def check_question(ask: Asked, answer: Answer) -> None:
    """Refuse an answer on record that is to another question, naming both."""
    if answer.question != ask.question and not _is_as_in_words(ask, answer):
        raise OffRecord(f"the record answers {answer.asks!r}, but the rule asks {ask.asks!r}")


def _is_as_in_words(ask: Asked, answer: Answer) -> bool:
    """Return whether a question in words, of the first format of records, is for the same dice or the same side."""
    if isinstance(ask.why, str) or not isinstance(answer.question, str):
        return False
    first = f"roll {ask.read.dice} " if isinstance(ask, Roll) else f"{ask.side} "
    return answer.question.startswith(first)


def rest(run: AnyRule[T], record: Iterable[Answer]) -> Rule[T]:
    """Return what is left of a rule after the answers so far, as a rule of its own: its odds can be worked out.

    The answers may have been given with more known; one that is not an option here raises OffRecord.
    """
    left, asking = iter(record), iter(run)
    try:
        ask: Ask = next(asking)
        while True:
            if isinstance(ask, Call):
                # The record may end inside the called rule, which is therefore run in its place.
                answer = yield from rest(ask.begun(), left)
            else:
                given = next(left, None)
                answer = (yield ask) if given is None else _means_here(ask, given)
            ask = asking.send(answer)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def _means_here(ask: Asked, answer: Answer) -> Any:
    check_question(ask, answer)
    meant = means(ask, answer.given)
    if isinstance(ask, Choose) and meant not in ask.options:
        raise OffRecord(
            f"the record answers {ask.asks!r} with {meant!r}, but there are {', '.join(map(str, ask.options))}"
        )
    return meant


def lines(rule: Callable[..., AnyRule[Any]], *arguments: Any) -> int:
    """Count the paths through a rule: every meaning of a roll, every option of a choice."""
    count = 0
    waiting: list[tuple[Any, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        match after(rule(*arguments), answers):
            case Done():
                count += 1
            case Open(Roll() as roll):
                waiting += [(*answers, meaning) for meaning, _ in roll.read.branches]
            case Open(Choose() as choice):
                waiting += [(*answers, option) for option in choice.options]
    return count
