# SPDX-License-Identifier: Apache-2.0
"""A procedure rolled out at the desk: with dice that the page shows, or those that fell on the players' own table."""

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


class _Wanting(Exception):
    """More dice are wanted."""

    def __init__(self, dice: Dice, asks: str) -> None:
        super().__init__(asks)
        self.dice = dice
        self.asks = asks


def rolled_out(procedure: Procedure, sheet: Worksheet, faces: Sequence[int]) -> RolledOut:
    """Roll a procedure out with dice as they fell, all in a row; where they do not suffice, say which are wanted next."""
    table = _Table(procedure, faces)
    try:
        outcome = drive(procedure.rule(sheet), table.answer)
    except _Wanting as open_roll:
        wants = str(open_roll.dice)
        return RolledOut(
            throws=tuple(table.throws), decided=tuple(table.decided), wants=wants, asks=open_roll.asks
        )
    if table.left:
        raise GrognardError(f"nothing asks for {', '.join(map(str, table.left))}")
    return RolledOut(
        throws=tuple(table.throws),
        decided=tuple(table.decided),
        says=procedure.tell(outcome),
        result=getattr(outcome, "result", ""),
    )


class _Table:
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
            raise _Wanting(dice, why)
        if not all(1 <= face <= dice.sides for face in faces):
            raise GrognardError(
                f"{why} is rolled with {dice}, and {' and '.join(map(str, faces))} cannot fall"
            )
        meaning = ask.read[sum(faces)]
        self.throws.append(RollMade(why, str(dice), faces, str(meaning)))
        return meaning
