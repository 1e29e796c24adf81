# SPDX-License-Identifier: Apache-2.0
"""What a procedure would roll on, and every outcome with its exact chance: for the board, the desk and the commands."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.board import Expected, Headline, Part, Preview
from grognard.procedures.procedure import Event, Procedure, Worksheet
from grognard.umpire import Chance, Choose, Enumerator
from grognard.umpire.chance import mixed

# The most results of a table that are told one by one, if they can be told by their parts instead.
MANY = 12
# What is said of outcomes in which none of the events comes about that are told first.
NOTHING = "none of this happens"


class Foretold(msgspec.Struct, frozen=True):
    """What is told first of an order on a map: its events.

    If `after` is given, events are about how things end: it returns the chances of the ends that an outcome leads to.
    """

    events: tuple[Event, ...]
    after: Callable[[Any], Chance[Any]] | None = None


class WorkedPreview(msgspec.Struct, frozen=True):
    """What a preview was worked out from, and its outcomes."""

    procedure: Procedure
    sheet: Worksheet
    outcomes: tuple[Expected, ...]
    parts: tuple[Part, ...] = ()
    chance: Chance[Any] | None = None
    headline: tuple[Headline, ...] = ()


_watch: ContextVar[list[WorkedPreview] | None] = ContextVar("watch", default=None)


@contextmanager
def recorded_previews() -> Iterator[list[WorkedPreview]]:
    """Collect what previews are worked out from, so that a check can compare it with what is then rolled."""
    previews: list[WorkedPreview] = []
    token = _watch.set(previews)
    try:
        yield previews
    finally:
        _watch.reset(token)


class _Assumed:
    """The policy of a preview: the first option of each choice, which it remembers."""

    def __init__(self, procedure: Procedure) -> None:
        self._procedure = procedure
        # The same question may come up along several paths through the rule, with different answers.
        self._answers: dict[str, dict[str, None]] = {}

    def first_option(self, choice: Choose[Any]) -> Any:
        """Choose the first option, and note it."""
        option = choice.options[0]
        told = " + ".join(map(str, option)) if isinstance(option, tuple) else str(option)
        self._answers.setdefault(self._procedure.asks(choice), {})[told] = None
        return option

    def in_words(self) -> Iterator[str]:
        """Yield each question with the answers that were assumed."""
        for question, answers in self._answers.items():
            yield f"{question}: {' or '.join(answers)}"


def preview(
    game: str,
    procedure: Procedure,
    sheet: Worksheet,
    tell: Callable[[Any], str] | None = None,
    foretold: Foretold | None = None,
) -> Preview:
    """Work out the outcomes of a worksheet, and name the decisions that were assumed.

    On a map more may be known of an outcome than the procedure can tell, such as which units cannot retreat. What is
    `foretold` is told to the side that gives the order; without it the procedure's own events are told.
    """
    tell = tell or procedure.tell
    assumed = _Assumed(procedure)
    weighed = procedure.weigh(sheet, Enumerator(assumed.first_option))
    chance = weighed.chance
    outcomes = [
        Expected(getattr(outcome, "result", ""), tell(outcome), share) for outcome, share in chance.items()
    ]
    parts = () if is_short(outcomes) else tuple(parts_of(procedure, chance))
    parts += tuple(part_of(*part) for part in weighed.parts)
    if parts:
        outcomes.sort(key=lambda outcome: -outcome.chance)
    told = getattr(sheet, "told", "")
    head = headline(chance, foretold or Foretold(procedure.events))
    previews = _watch.get()
    if previews is not None:
        previews.append(WorkedPreview(procedure, sheet, tuple(outcomes), parts, chance, head))
    return Preview(
        game,
        procedure.name,
        sheet.lines,
        tuple(outcomes),
        (*assumed.in_words(), *weighed.assumes),
        parts,
        told,
        head,
    )


def yours(events: Iterable[Event]) -> Foretold:
    """Return events as they are told to the side that gives the order."""
    return Foretold(tuple(replace(event, says=event.yours) for event in events))


def headline(chance: Chance[Any], foretold: Foretold) -> tuple[Headline, ...]:
    """Sum up how likely each event is, and how likely none of them, where that can be."""
    events, after = foretold.events, foretold.after
    if not events:
        return ()
    if after:
        chance = mixed((after(outcome), weight) for outcome, weight in chance.weights())
    told = tuple(Headline(event.says, chance.where(event.happens), event.good) for event in events)
    idle = chance.where(lambda end: not any(event.happens(end) for event in events))
    return (*told, Headline(NOTHING, idle)) if idle else told


def is_short(outcomes: Sequence[Expected]) -> bool:
    """Return whether outcomes can be read one by one: a single one, or the few results that a table prints, each about once."""
    results = {outcome.result for outcome in outcomes}
    return len(outcomes) == 1 or (len(outcomes) <= min(MANY, 2 * len(results)) and "" not in results)


def parts_of(procedure: Procedure, chance: Chance[Any]) -> Iterable[Part]:
    """Yield the chances of each part of an outcome separately."""
    for name, tell in procedure.parts:
        yield part_of(name, chance.map(tell))


def part_of(name: str, ways: Chance[str]) -> Part:
    """Return one part of an outcome, its values sorted."""
    return Part(name, tuple((way, ways[way]) for way in sorted_by_numbers(ways)))


def sorted_by_numbers(texts: Iterable[str]) -> list[str]:
    """Sort texts by the numbers in them.

    >>> sorted_by_numbers(["10 steps", "1 step", "2 steps"])
    ['1 step', '2 steps', '10 steps']
    """
    return sorted(
        texts, key=lambda text: [(int(n or 0), word) for n, word in re.findall(r"(\d*)(\D*)", text)]
    )
