# SPDX-License-Identifier: Apache-2.0
"""A guided first turn: steps that say what to do and why, and how far a player has come with them.

A step is something to read, or an order to give. How far a player has come follows from the orders given so far and from
nothing else, so a guide can be left and taken up again at any time. An order that belongs to no step changes nothing; one
that belongs to a later step does that step, whether or not the earlier ones are done.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal

import msgspec

from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.table import Table

# How many orders of a piece are looked at for one that does a step.
LOOK = 400
Button = Literal["", "act", "end"]
StepState = Literal["read", "open", "done", "passed"]


class GuideStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step: its title, what to do and why; what it is about on the map; and the `order` that does it, if any.

    An order that agrees with `order` in the fields that `like` names, by default in all of them, does the step. A step belongs
    to a `phase` of a `turn`, counted from 1; once one that `ends` the phase is done, all open steps before it are passed.
    `button` is the button to press.
    """

    title: str
    says: str
    why: str = ""
    phase: str = ""
    turn: int = 1
    order: dict[str, Any] | None = None
    like: tuple[str, ...] = ()
    ends: bool = False
    pieces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    button: Button = ""


class Briefing(msgspec.Struct, frozen=True, kw_only=True):
    """What a player should know before: what the game is about, what he is to do, what wins, and how long it takes."""

    about: str
    aim: str
    wins: str
    lasts: str


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A guide for one side. `asked` says what to make of a question that the game asks on the way, `ends` what comes after."""

    side: Side
    briefing: Briefing
    steps: tuple[GuideStep, ...]
    asked: str
    ends: str


class Given(msgspec.Struct, frozen=True):
    """An order that the side of a guide gave, as plain data, with the turn, counted from 1, and the phase it was given in."""

    turn: int
    phase: str
    order: dict[str, Any]


def does(step: GuideStep, given: Given) -> bool:
    """Return whether an order does a step."""
    if step.order is None or step.turn != given.turn or step.phase not in ("", given.phase):
        return False
    fields = step.like or tuple(step.order)
    return step.order["type"] == given.order.get("type") and all(
        _plain(step.order[field]) == _plain(given.order.get(field)) for field in fields if field in step.order
    )


def given_by(game: BoardGame[Any], table: Table[Any], side: Side) -> Iterator[Given]:
    """Yield the orders that a side has given."""
    first = game.view.status(table.positions[0]).turn
    for entry, before in zip(table.log.entries, table.positions, strict=False):
        if game.rules.to_move(before) == side:
            status = game.view.status(before)
            yield Given(status.turn - first + 1, status.phase_in_sequence, msgspec.to_builtins(entry.order))


def _plain(value: Any) -> Any:
    """Return a value to compare: the sequence in which units are named does not matter."""
    return sorted(map(str, value)) if isinstance(value, list | tuple) else value


def progress(guide: Guide, given: Iterable[Given]) -> list[StepState]:
    """Return how far a side has come by the orders it gave."""
    states: list[StepState] = ["open" if step.order else "read" for step in guide.steps]
    for order in given:
        at = next(
            (at for at, step in enumerate(guide.steps) if states[at] == "open" and does(step, order)), None
        )
        if at is None:
            continue
        states[at] = "done"
        if guide.steps[at].ends:
            _pass_by(states, at)
    return states


def _pass_by(states: list[StepState], upto: int) -> None:
    for at in range(upto):
        if states[at] == "open":
            states[at] = "passed"


def past_phases(
    guide: Guide, states: Sequence[StepState], turn: int, phase: str, sequence: Sequence[str]
) -> list[StepState]:
    """Return how far a side has come in a phase in which it is to act: steps of earlier turns and phases are passed.

    `sequence` are the phases of a turn in their order.
    """
    now = _place(phase, sequence)
    return [
        "passed"
        if (state == "open" or (state == "read" and step.phase))
        and (step.turn, _place(step.phase, sequence, now)) < (turn, now)
        else state
        for step, state in zip(guide.steps, states, strict=True)
    ]


def _place(phase: str, sequence: Sequence[str], unknown: int = -1) -> int:
    """Return the place of a phase in the sequence."""
    return sequence.index(phase) if phase in sequence else unknown


def order_for(game: BoardGame[Any], position: Any, step: GuideStep) -> msgspec.Struct | None:
    """Return an order that does a step and may be given now: its own, or another like it; None if there is none."""
    if step.order is None:
        return None
    own: msgspec.Struct = msgspec.convert(step.order, game.order)
    if not game.rules.why_illegal(position, own):
        return own
    return next(_others(game, position, step), None) if step.like else None


def _others(game: BoardGame[Any], position: Any, step: GuideStep) -> Iterator[msgspec.Struct]:
    """Yield orders like that of a step: among those to its pieces, to its hexes, and to whatever else can be attacked."""
    actors = [
        *step.pieces,
        *step.hexes,
        *dict.fromkeys(battle.target for battle in game.view.battles(position)),
    ]
    known = set(game.rules.actors(position))
    for actor in actors:
        for order in islice(game.rules.orders(position, actor), LOOK) if actor in known else ():
            if does(step, Given(step.turn, step.phase, msgspec.to_builtins(order))):
                yield order


def why_not(game: BoardGame[Any], position: Any, step: GuideStep) -> str:
    """Say why the order of a step may not be given now; empty if it may. There may be another like it."""
    if step.order is None:
        return ""
    return game.rules.why_illegal(position, msgspec.convert(step.order, game.order))
