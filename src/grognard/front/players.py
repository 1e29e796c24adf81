# SPDX-License-Identifier: Apache-2.0
"""Who plays a side: a function of your own, or one of the programs by its name."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from grognard.charts.errors import GrognardError, NoSuch, repeated
from grognard.front.view import View
from grognard.opponent import PROGRAMS, Program
from grognard.play.board import Side

# Decides for a side from what it sees: an order, or an option of the question it is asked.
Player = Callable[[View, Random], Any]


def program_player(program: Program) -> Player:
    """Return a player that is a program."""
    return lambda view, rng: view.decide(program, rng)


random_player = program_player(PROGRAMS["random"])
greedy_player = program_player(PROGRAMS["greedy"])


def seated(players: Mapping[Side, Player | str], sides: Sequence[Side]) -> dict[Side, Player]:
    """Return the player of each side; a side without one, and an unknown name, are errors."""
    if not isinstance(players, Mapping):
        raise GrognardError(
            f"players are given by side, as in {{{sides[0]!r}: 'random'}}, not by {repeated(players)}"
        )
    for side in players:
        if side not in sides:
            raise NoSuch("side", side, sides)
    return {side: _player(players.get(side), side) for side in sides}


def _player(player: Player | str | None, side: Side) -> Player:
    if player is None:
        programs = ", ".join(PROGRAMS)
        raise GrognardError(f"nobody plays the {side} side; name a function of a view, or one of {programs}")
    if callable(player):
        return player
    if player not in PROGRAMS:
        raise NoSuch("program", player, PROGRAMS)
    return program_player(PROGRAMS[player])
