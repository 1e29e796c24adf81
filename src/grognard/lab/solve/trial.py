# SPDX-License-Identifier: Apache-2.0
"""What a program gives away against best play: the loss of each of its decisions, added up over a game.

The mean of these losses is what the program's mean result falls short of the value by, but without the luck of the dice: it is known
from few games.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from statistics import fmean, stdev
from typing import Any

import msgspec

from grognard.charts.errors import NoSuch
from grognard.front import Game
from grognard.lab.solve.solution import Solution
from grognard.opponent import PROGRAMS, Program, decision
from grognard.play.board import Side
from grognard.play.loop import Dice, acts
from grognard.play.table import Table


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """Games of a program for a side against best play: its mean loss and mean result, each with its standard error.

    `mistakes` is how many of its decisions in a game cost something, on average.
    """

    program: str
    side: Side
    games: int
    loss: float
    loss_error: float
    result: float
    result_error: float
    mistakes: float


class _Tested:
    """Decides in one game: for its side by the program, whose losses are added up, and for the other by the table."""

    def __init__(self, solution: Solution, program: Program, side: Side, rng: Random) -> None:
        self._solution = solution
        self._program = program
        self._side = side
        self._random = rng
        self.losses: list[Fraction] = []

    def __call__(self, table: Table[Any]) -> Any:
        game = Game(table)
        if table.to_act != self._side:
            return self._solution.best(game)
        decided = decision(self._program, table, self._random)
        self.losses.append(self._solution.loss(game, decided))
        return decided


def trial(solution: Solution, game: Game, program: str, side: Side, seeds: Sequence[int | str]) -> Trial:
    """Let a program play a side of a solved game against best play, from where the game stands: one game for each seed."""
    if program not in PROGRAMS:
        raise NoSuch("program", program, PROGRAMS)
    if side not in game.sides:
        raise NoSuch("side", side, game.sides)
    losses, results, mistakes = [], [], 0
    for seed in seeds:
        tested = _Tested(solution, PROGRAMS[program], side, Random(f"{seed}/program"))  # noqa: S311 - a game
        end = game.table
        for end in acts(game.table, tested, Dice(f"{seed}/dice")):  # noqa: B007 - the last is wanted
            pass
        value = solution.value(Game(end))
        results.append(float(value if side == game.sides[0] else -value))
        losses.append(float(sum(tested.losses)))
        mistakes += sum(loss > 0 for loss in tested.losses)
    return Trial(
        program=program,
        side=side,
        games=len(seeds),
        loss=fmean(losses),
        loss_error=_error(losses),
        result=fmean(results),
        result_error=_error(results),
        mistakes=mistakes / len(seeds),
    )


def _error(values: list[float]) -> float:
    """Return the standard error of a mean."""
    return float(stdev(values) / len(values) ** 0.5) if len(values) > 1 else 0.0
