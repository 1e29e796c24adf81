"""Who answers: dice and players, a record, or nobody yet.

A game in progress is plain data: the rule, its arguments and the answers so far. A generator is never kept; it is
run again over the few answers of one order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.umpire.ask import AnyRule, Ask, Call, Choose, Roll, Rule

T = TypeVar("T")


class OffRecord(GrognardError):
    """A record that does not answer what the rule asks."""


class Answer(msgspec.Struct, frozen=True):
    """A question that was asked, and its answer: the dice that fell, or the option chosen."""

    question: str
    given: Any


class DiceSource(Protocol):
    """Where dice come from."""

    def __call__(self, dice: Dice, why: str) -> tuple[int, ...]:
        """Return the face of each die."""


Player = Callable[[Choose[Any]], Any]


class Open(msgspec.Struct, frozen=True):
    """A question nobody has answered yet."""

    ask: Roll[Any] | Choose[Any]


class Done(msgspec.Struct, Generic[T], frozen=True):
    """A rule that has come to its end."""

    result: T


def drive(run: AnyRule[T], respond: Callable[[Roll[Any] | Choose[Any]], Any]) -> T:
    """Run a rule to its end, with each roll and choice answered in turn; rules it calls are run in their place."""
    asking = iter(run)
    try:
        ask: Ask = next(asking)
        while True:
            answer = drive(ask.rule(*ask.arguments), respond) if isinstance(ask, Call) else respond(ask)
            ask = asking.send(answer)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def play(run: AnyRule[T], dice: DiceSource, players: Mapping[str, Player]) -> tuple[T, list[Answer]]:
    """Play a rule with dice and players; return its result and the record of every answer."""
    record: list[Answer] = []

    def respond(ask: Roll[Any] | Choose[Any]) -> Any:
        if isinstance(ask, Roll):
            faces = dice(ask.read.dice, ask.why)
            record.append(Answer(ask.question, faces))
            return ask.read[sum(faces)]
        option = players[ask.side](ask)
        if option not in ask.options:
            raise GrognardError(f"{ask.question}: {option!r} is no option; there are {listed(ask.options)}")
        record.append(Answer(ask.question, option))
        return option

    return drive(run, respond), record


def listed(options: Sequence[object]) -> str:
    """Name options in words."""
    return ", ".join(str(option) for option in options)


class _Paused(Exception):
    """Carries the open question out of the rules that ask."""

    def __init__(self, ask: Roll[Any] | Choose[Any]) -> None:
        self.ask = ask


def after(run: AnyRule[T], answers: Sequence[Any]) -> Open | Done[T]:
    """Run a rule over meanings and options taken as they are, up to the question that follows, or its result."""
    left = iter(answers)

    def respond(ask: Roll[Any] | Choose[Any]) -> Any:
        for answer in left:
            return answer
        raise _Paused(ask)

    return _until(run, respond)


class Heard(msgspec.Struct, frozen=True):
    """A question with the answer on record, and what the rule took it to mean."""

    ask: Roll[Any] | Choose[Any]
    given: Any
    means: Any


def pause(run: AnyRule[T], record: Sequence[Answer], heard: list[Heard] | None = None) -> Open | Done[T]:
    """Run a rule over the answers so far, and hand back the question that is open, or its result.

    Options are not built and not checked: an answer on record was checked when it was given. Whoever wants to tell
    what happened passes a list to be filled with what was heard.
    """
    left = iter(record)

    def respond(ask: Roll[Any] | Choose[Any]) -> Any:
        answer = next(left, None)
        if answer is None:
            raise _Paused(ask)
        means = _means(ask, answer)
        if heard is not None:
            heard.append(Heard(ask, answer.given, means))
        return means

    found = _until(run, respond)
    unused = next(left, None)
    if unused is not None:
        raise OffRecord(f"the record answers {unused.question!r}, but the rule asks nothing more")
    return found


def _means(ask: Roll[Any] | Choose[Any], answer: Answer) -> Any:
    """Return what the answer on record means to the rule; one to another question is an error that names both."""
    if answer.question != ask.question:
        raise OffRecord(f"the record answers {answer.question!r}, but the rule asks {ask.question!r}")
    return ask.read[sum(answer.given)] if isinstance(ask, Roll) else answer.given


def rest(run: AnyRule[T], record: Iterable[Answer]) -> Rule[T]:
    """Return what is left of a rule after the answers so far, as a rule of its own: its odds can be worked out.

    The answers may have been given where more was known: one that is no option here is off the record.
    """
    left, asking = iter(record), iter(run)
    try:
        ask: Ask = next(asking)
        while True:
            if isinstance(ask, Call):
                # The record may end in the midst of the rule called, which is therefore run in its place.
                answer = yield from rest(ask.rule(*ask.arguments), left)
            else:
                given = next(left, None)
                answer = (yield ask) if given is None else _means_here(ask, given)
            ask = asking.send(answer)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def _means_here(ask: Roll[Any] | Choose[Any], answer: Answer) -> Any:
    means = _means(ask, answer)
    if isinstance(ask, Choose) and means not in ask.options:
        raise OffRecord(
            f"the record answers {ask.question!r} with {means!r}, but there are {listed(ask.options)}"
        )
    return means


def _until(run: AnyRule[T], respond: Callable[[Roll[Any] | Choose[Any]], Any]) -> Open | Done[T]:
    try:
        return Done(drive(run, respond))
    except _Paused as paused:
        return Open(paused.ask)


def replay(run: AnyRule[T], record: Sequence[Answer]) -> T:
    """Run a rule over a whole record."""
    match pause(run, record):
        case Open(ask):
            raise OffRecord(f"the record ends where the rule asks {ask.question!r}")
        case Done(result):
            return result


def lines(rule: Callable[..., AnyRule[Any]], *arguments: Any) -> int:
    """Count the ways through a rule: every meaning of a roll, every option of a choice."""
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
