# SPDX-License-Identifier: Apache-2.0
"""A procedure rolled out at the desk: with dice that the page shows, or those that fell on the players' own given."""

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.procedures.procedure import Procedure, Worksheet
from grognard.umpire import Asked, Roll, drive


class RollMade(msgspec.Struct, frozen=True):
    """A roll: what for, with which dice, what fell, and what it meant."""

    asked: str
    dice: str
    faces: tuple[int, ...]
    meaning: str


class Decided(msgspec.Struct, frozen=True):
    """A decision that was taken for granted, as odds take it: the first option."""

    asked: str
    option: str


class RolledOut(msgspec.Struct, frozen=True, kw_only=True):
    """What dice came to so far. `wants` has the dice of the next roll and what for, until `says` tells the outcome.

    `result` is the code of the outcome, as odds have it.
    """

    throws: tuple[RollMade, ...] = ()
    decided: tuple[Decided, ...] = ()
    wants: str = ""
    asks: str = ""
    says: str = ""
    result: str = ""


class _MoreDice(Exception):
    """More dice are wanted."""

    def __init__(self, dice: Dice, asks: str) -> None:
        super().__init__(asks)
        self.dice = dice
        self.asks = asks


def rolled_out(procedure: Procedure, sheet: Worksheet, faces: Sequence[int]) -> RolledOut:
    """Roll a procedure out with dice as they fell, all in a row; where they do not suffice, say which are wanted next."""
    given = _DiceGiven(procedure, faces)
    try:
        outcome = drive(procedure.rule(sheet), given.answer)
    except _MoreDice as open_roll:
        wants = str(open_roll.dice)
        return RolledOut(
            throws=tuple(given.throws), decided=tuple(given.decided), wants=wants, asks=open_roll.asks
        )
    if given.left:
        raise GrognardError(f"nothing asks for {', '.join(map(str, given.left))}")
    return RolledOut(
        throws=tuple(given.throws),
        decided=tuple(given.decided),
        says=procedure.tell(outcome),
        result=getattr(outcome, "result", ""),
    )


class _DiceGiven:
    """Answers a rule with dice as they fell, and choices with their first option; notes both."""

    def __init__(self, procedure: Procedure, faces: Sequence[int]) -> None:
        self.procedure = procedure
        self.left = list(faces)
        self.throws: list[RollMade] = []
        self.decided: list[Decided] = []

    def answer(self, ask: Asked) -> Any:
        if isinstance(ask, Roll):
            return self._throw(ask)
        first = ask.options[0]
        said = "+".join(map(str, first)) if isinstance(first, tuple) else str(first)
        self.decided.append(Decided(f"{ask.side} {self.procedure.label(ask.why)}", said))
        return first

    def _throw(self, ask: Roll[Any]) -> Any:
        dice, why = ask.read.dice, self.procedure.label(ask.why)
        faces = tuple(self.left[: dice.count])
        del self.left[: dice.count]
        if len(faces) < dice.count:
            raise _MoreDice(dice, why)
        if not all(1 <= face <= dice.sides for face in faces):
            raise GrognardError(
                f"{why} is rolled with {dice}, and {' and '.join(map(str, faces))} cannot fall"
            )
        meaning = ask.read[sum(faces)]
        self.throws.append(RollMade(why, str(dice), faces, str(meaning)))
        return meaning
