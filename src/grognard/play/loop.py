"""The one loop that plays a game: dice fall where they are asked for, and the side that must act decides.

Who decides and where dice come from is for the caller: programs, a person at a terminal, a check that looks at each step.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from grognard.play.table import Table
from grognard.umpire import Choose, Roll

P = TypeVar("P", bound=msgspec.Struct)
# Returns an order, or an option of the question that is open, for the side that must act.
Decide = Callable[[Table[Any]], Any]
# Returns the faces of the dice that are asked for.
Throw = Callable[[Roll[Any]], Sequence[int]]


class Dice:
    """Dice from a seed, always the same; without one, from the system's own chance."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.random = Random(seed)  # noqa: S311 - dice for a game

    def __call__(self, roll: Roll[Any]) -> tuple[int, ...]:
        """Throw the dice that are asked for."""
        dice = roll.read.dice
        return tuple(self.random.randint(1, dice.sides) for _ in range(dice.count))


def act(table: Table[P], decide: Decide, throw: Throw) -> Table[P]:
    """Return the table after one act: dice thrown, a question answered or an order given."""
    ask = table.asked
    if isinstance(ask, Roll):
        return table.roll(throw(ask))
    decided = decide(table)
    return table.choose(decided) if isinstance(ask, Choose) else table.give(decided)


def is_over(table: Table[P]) -> bool:
    """Say whether the game has come to its end."""
    return table.in_hand is None and table.game.rules.to_move(table.position) is None


def acts(table: Table[P], decide: Decide, throw: Throw) -> Iterator[Table[P]]:
    """Play a game on to its end, and run through the tables after each act."""
    while not is_over(table):
        table = act(table, decide, throw)
        yield table
