"""Whether a log holds: every order allowed, every question the one the rules ask, every answer one they offer."""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.log import Entry, Log
from grognard.play.table import Table, begin
from grognard.umpire import Heard, Roll, pause

P = TypeVar("P", bound=msgspec.Struct)

# What a rule may stumble over when a record answers what was never offered.
STUMBLES = (GrognardError, msgspec.ValidationError, LookupError, TypeError, ValueError)


def verify(table: Table[P], log: Log) -> tuple[Table[P], list[str]]:
    """Fold a log onto the table it began with; return how far it goes, and every fault, named by its entry."""
    faults: list[str] = []
    for number, entry in enumerate(log.entries, 1):
        if table.in_hand is not None:
            return table, [*faults, f"entry {number} follows an order that is not finished"]
        heard: list[Heard] = []
        try:
            order = msgspec.convert(entry.order, table.game.order)
            faults += [f"entry {number}: {what}" for what in _refused(table, entry, order)]
            pause(table.game.carry_out(table.position, order), entry.answers, heard)
            table = table._with(entry)  # noqa: SLF001 - folding is what it is for
        except STUMBLES as error:
            return table, [*faults, f"entry {number}: {_stumbled(entry, heard, error)}"]
        faults += [f"entry {number}: {what}" for each in heard for what in _not_offered(each)]
        # In free play the players may bring about what the rules never would.
        if table.in_hand is None and not log.header.free:
            faults += [f"after entry {number}, {what}" for what in table.game.faults(table.position)]
    return table, faults


def verify_from_start(game: Any, log: Log) -> tuple[Table[Any], list[str]]:
    """Fold a log from the beginning of its game."""
    return verify(begin(game, log.header), log)


def _refused(table: Table[P], entry: Entry, order: msgspec.Struct) -> Iterator[str]:
    reason = table.game.refusal(table.position, order)
    if reason and not table.log.header.free:
        yield f"the order is refused: {reason}"
    elif reason != entry.warned:
        yield f"the warning on record is {entry.warned or 'none'!r}, and the rules say {reason or 'nothing'!r}"


def _not_offered(heard: Heard) -> Iterator[str]:
    """Say what is wrong with an answer: dice that cannot fall, an option that was not offered."""
    if isinstance(heard.ask, Roll):
        dice = heard.ask.read.dice
        if len(heard.given) != dice.count or not all(1 <= face <= dice.sides for face in heard.given):
            yield f"{heard.ask.question} is answered with {heard.given}, which {dice} cannot show"
    elif heard.given not in heard.ask.options:
        yield f"{heard.ask.question} is answered with {heard.given!r}, which is not offered"


def _stumbled(entry: Entry, heard: list[Heard], error: Exception) -> str:
    """Say what stopped the rules: an answer that was not offered, or one they could not even read."""
    for each in heard:
        for what in _not_offered(each):
            return what
    if isinstance(error, (GrognardError, msgspec.ValidationError)):
        return str(error)
    if len(heard) < len(entry.answers):
        answer = entry.answers[len(heard)]
        return f"{answer.question} is answered with {answer.given!r}, which means nothing there"
    return f"the rules cannot follow it ({type(error).__name__}: {error})"
