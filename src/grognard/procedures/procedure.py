"""A chart procedure: what the card asks (a situation), what follows from it (a worksheet), and the rule that rolls.

The situation is defined once. It gives the options of the command line, the form of the desk and the schema of the
API; on a board the game derives it from the position. The rule rolls on exactly the worksheet that was shown.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.umpire import Rule, in_words


class NotAllowed(GrognardError):
    """Something the rules forbid, with the rule that forbids it."""


class Line(msgspec.Struct, frozen=True):
    """One factor, shift or modifier: what it is, what it comes to, and the chart cell or ruling it came from."""

    what: str
    value: str
    source: str


class Worksheet(msgspec.Struct, frozen=True, cache_hash=True):
    """Every number of a procedure, explained line by line. A game adds what its rule rolls on.

    Odds are remembered by worksheet, so its hash is kept.
    """

    lines: tuple[Line, ...]


class Counter(msgspec.Struct, frozen=True):
    """A type of unit that situations know by its id: whose it is, its name and kind, and its factors as printed."""

    id: str
    side: str
    name: str
    kind: str
    factors: str


class Procedure(msgspec.Struct, frozen=True):
    """A chart procedure by its name: its situation, its worksheet under a card's rulings, its rule, its outcomes told.

    Where an outcome has several `parts`, such as losses and a retreat, each is named with what tells it alone. `label`
    names a question that the rule asks in a few words.
    """

    name: str
    title: str
    situation: type[msgspec.Struct]
    worksheet: Callable[..., Worksheet]
    rule: Callable[..., Rule[Any]]
    tell: Callable[[Any], str]
    parts: tuple[tuple[str, Callable[[Any], str]], ...] = ()
    label: Callable[[Any], str] = in_words
