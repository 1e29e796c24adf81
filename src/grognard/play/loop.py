# SPDX-License-Identifier: Apache-2.0
"""The one loop that plays a game: dice are thrown when they are asked for, and the side that must act decides.

The caller says who decides and where dice come from: programs, a person at a terminal, a check that looks at each
step.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from grognard.play.table import Table
from grognard.umpire import Choose, Roll

P = TypeVar("P", bound=msgspec.Struct)
# Returns an order, or an option of the open question, for the side that must act.
Decide = Callable[[Table[Any]], Any]
# Returns the faces of the dice that are asked for.
DiceSource = Callable[[Roll[Any]], Sequence[int]]


class Dice:
    """Dice from a seed, always the same, or from a `random.Random`; without either they differ each time."""

    def __init__(self, seed: int | str | Random | None = None) -> None:
        self.random = seed if isinstance(seed, Random) else Random(seed)  # noqa: S311 - dice for a game

    def __call__(self, roll: Roll[Any]) -> tuple[int, ...]:
        """Throw the dice that are asked for."""
        dice = roll.read.dice
        return tuple(self.random.randint(1, dice.sides) for _ in range(dice.count))


def is_over(table: Table[P]) -> bool:
    """Return whether the game has ended."""
    return table.asked is None and table.game.rules.to_move(table.position) is None


def next_act(table: Table[P], decide: Decide, throw: DiceSource) -> Any:
    """Return what comes next: the faces of thrown dice, a chosen option, or an order."""
    ask = table.asked
    return tuple(throw(ask)) if isinstance(ask, Roll) else decide(table)


def acted(table: Table[P], act: Any) -> Table[P]:
    """Return the table after an act. An illegal act is refused."""
    ask = table.asked
    if isinstance(ask, Roll):
        return table.roll(act)
    return table.choose(act) if isinstance(ask, Choose) else table.give(act)


def step(table: Table[P], decide: Decide, throw: DiceSource) -> Table[P]:
    """Return the table after one more order, answer or roll."""
    return acted(table, next_act(table, decide, throw))


def acts(table: Table[P], decide: Decide, throw: DiceSource) -> Iterator[Table[P]]:
    """Play a game to its end, and yield the table after each order, answer and roll."""
    while not is_over(table):
        table = step(table, decide, throw)
        yield table


def rolls(table: Table[P], throw: DiceSource) -> Iterator[Table[P]]:
    """Throw dice as long as they are asked for, and yield the table after each throw."""
    while isinstance(ask := table.asked, Roll):
        table = table.roll(throw(ask))
        yield table
