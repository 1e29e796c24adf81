# SPDX-License-Identifier: Apache-2.0
"""A chart procedure: what the card asks (a situation), what follows from it (a worksheet), and the rule that rolls.

The situation is defined once. It gives the options of the command line, the form of the desk and the schema of the
API; on a board the game derives it from the position. The rule rolls on exactly the worksheet that was shown.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.umpire import Asked, Chance, Enumerator, Question, Rule, in_words, odds, said


class NotAllowed(GrognardError):
    """Something the rules forbid, with the rule that forbids it."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One factor, shift or modifier: what it is, what it comes to, and the chart cell or ruling it came from.

    `table` is the chart that the dice are read on, if any; if the value is one of its columns, they are read in that column.
    One line must give it, if it is not the first chart named. The value of a `modifier` is added to the dice.
    """

    what: str
    value: str
    source: str
    table: str | None = None
    modifier: bool = False


def signed(modifier: int) -> str:
    """Write a modifier with its sign, as the value of a line."""
    return f"{modifier:+d}" if modifier else "0"


def citing(*rulings: str) -> str:
    """Return what follows the source of a line that rests on rulings: `, ruling halving`; empty names are left out."""
    return "".join(f", ruling {ruling}" for ruling in rulings if ruling)


class Worksheet(msgspec.Struct, frozen=True, cache_hash=True):
    """Every number of a procedure, explained line by line. A game adds what its rule rolls on.

    Odds are remembered by worksheet, so its hash is kept.
    """

    lines: tuple[Line, ...]


class ToldSheet(Worksheet, frozen=True):
    """A worksheet that says in a few words where on its table the roll is made."""

    told: str


class Counter(msgspec.Struct, frozen=True):
    """A type of unit that situations know by its id: whose it is, its name and kind, and its factors as printed."""

    id: str
    side: str
    name: str
    kind: str
    factors: str


class Coarse(msgspec.Struct, frozen=True):
    """The exact chances of outcomes in less detail, and the decisions that were assumed on the way.

    `parts` has what such an outcome does not tell, each by itself, such as what becomes of one unit.
    """

    chance: Chance[Any]
    assumes: tuple[str, ...] = ()
    parts: tuple[tuple[str, Chance[str]], ...] = ()


class Event(msgspec.Struct, frozen=True):
    """Something that an outcome may come to and that a player asks first: whether the hex is taken, whether a unit is lost.

    `says` is the event in words that follow "that"; `yours` says it to the side that gives the order. It is `good` for the side
    that acts, bad for it, or neither.
    """

    says: str
    yours: str
    happens: Callable[[Any], bool]
    good: bool | None = True


class Procedure(msgspec.Struct, frozen=True):
    """A chart procedure by its name: its situation, its worksheet under a card's rulings, its rule, and words for its outcomes.

    If an outcome has several `parts`, such as losses and a retreat, each is named with what tells it alone. If a worksheet has
    more outcomes than can be listed, `coarse` counts them in less detail, and a line of the worksheet says so. `label` names
    the questions of its rule in a few words. `events` are the few things that are told before all outcomes.
    """

    name: str
    title: str
    situation: type[msgspec.Struct]
    worksheet: Callable[..., Worksheet]
    rule: Callable[..., Rule[Any]]
    tell: Callable[[Any], str]
    parts: tuple[tuple[str, Callable[[Any], str]], ...] = ()
    coarse: Callable[[Any], Coarse | None] | None = None
    label: Callable[[Question[Any] | str], str] = in_words
    events: tuple[Event, ...] = ()

    def asks(self, ask: Asked) -> str:
        """Say what is asked, as a transcript does: `roll 1d6 8.8 combat`, `German 8.81 exchange`."""
        return said(ask, self.label)

    def weigh(self, sheet: Worksheet, work_out: Enumerator = odds) -> Coarse:
        """Return the exact chances of a worksheet's outcomes, in less detail where they are too many to be named."""
        counted = self.coarse(sheet) if self.coarse else None
        return counted or Coarse(work_out(self.rule, sheet))
