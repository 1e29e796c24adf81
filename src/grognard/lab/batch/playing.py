# SPDX-License-Identifier: Apache-2.0
"""One game of a match, played by its number."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from time import thread_time
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.front import Game, Player, View
from grognard.front.players import program_player
from grognard.lab.batch.match import Match
from grognard.lab.batch.rows import GameRow
from grognard.opponent import PROGRAMS
from grognard.play.board import Side

# A game that has not ended after so many acts never will.
MOST_ACTS = 200_000


class Unplayable(GrognardError):
    """A game that cannot be played to its end; others may."""


def name_of_game(match: Match, number: int) -> str:
    """Return what a game is called in a sentence, so that it can be played again."""
    return f"game {number} of {match.scenario} with the seed {match.seed}"


class Played(msgspec.Struct, frozen=True):
    """A game as it ended, its row, and the index of the first position of each turn; the last is that of the end."""

    game: Game
    row: GameRow
    turn_starts: tuple[int, ...]


class _Clocked:
    """A player with a stream of random numbers of his own, and the processor time that his decisions took."""

    def __init__(self, player: Player, seed: str) -> None:
        self._player = player
        self._random = Random(seed)  # noqa: S311 - a game, not a secret
        self.seconds = 0.0

    def __call__(self, view: View, _: Random) -> Any:
        begun = thread_time()
        decided = self._player(view, self._random)
        self.seconds += thread_time() - begun
        return decided


def games_of(match: Match, begin: Game, number: int) -> Iterator[Game]:
    """Play a game of a match from its beginning, and yield it after each act."""
    return begin.acts(_seats(match, begin, number), f"{_seed(match, number)}/dice")


def _seed(match: Match, number: int) -> str:
    """Return the seed of a game, which is that of its pair."""
    return f"{match.seed}/{number // 2}"


def _seats(match: Match, begin: Game, number: int) -> "dict[Side, _Clocked]":
    """Return the players of a game by their sides: first player a, then player b."""
    first, second = reversed(begin.sides) if number % 2 else begin.sides
    seed = _seed(match, number)
    return {
        side: _Clocked(program_player(PROGRAMS[name]), f"{seed}/{letter}")
        for side, letter, name in ((first, "a", match.a), (second, "b", match.b))
    }


def play_game(match: Match, begin: Game, number: int) -> Played:
    """Play a game of a match from its beginning.

    Both games of a pair have the same dice, and the same random numbers for each player: as long as they are played alike, they are alike.
    """
    seats = _seats(match, begin, number)
    (side_a, player_a), (side_b, player_b) = seats.items()
    end = begin
    for acts, game in enumerate(begin.acts(seats, f"{_seed(match, number)}/dice")):
        if acts > MOST_ACTS:
            raise Unplayable(f"{name_of_game(match, number)} has not ended in {MOST_ACTS:,} acts")
        end = game
    starts = turn_starts(end)
    row = GameRow(
        game=number,
        pair=number // 2,
        swapped=bool(number % 2),
        first_side_player="b" if number % 2 else "a",
        side_of_a=side_a,
        verdict=end.result,
        winner=_winner(end),
        score_a=_score(_winner(end), side_a),
        lead=_lead(end),
        turns=len(starts) - 1,
        orders=len(end.orders),
        rolls=sum(bool(answer.rolled) for entry in end.table.log.entries for answer in entry.answers),
        seconds_a=player_a.seconds,
        seconds_b=player_b.seconds,
        turns_a=_turns_of(end, starts, side_a),
        turns_b=_turns_of(end, starts, side_b),
        fingerprint=end.fingerprint,
    )
    return Played(end, row, starts)


def _winner(end: Game) -> Side:
    winner = end.status.winner
    if winner is None:
        raise GrognardError(
            f"{end.name} does not say who has won by its verdicts: its scenario file lacks `winner` in [[victory.levels]]"
        )
    return winner


def _score(winner: Side, side: Side) -> float:
    return 0.5 if not winner else float(winner == side)


def _lead(end: Game) -> int | None:
    first, second = (end.status.points.get(side) for side in end.sides)
    return None if first is None or second is None else first - second


# Turns


def turn_starts(end: Game) -> tuple[int, ...]:
    """Return the index of the position that each turn of a game begins with; the last is that of the position at the end."""
    positions, status = end.table.positions, end.table.game.view.status  # type: ignore[attr-defined]
    last = len(positions) - 1
    turns = range(status(positions[0]).turn + 1, status(positions[last]).turn + 1)
    starts = (bisect_left(positions, turn, key=lambda position: status(position).turn) for turn in turns)
    return (0, *starts, last)


def _turns_of(end: Game, starts: Sequence[int], side: Side) -> int:
    """Count the turns in which a side gave an order."""
    positions, to_move = end.table.positions, end.table.game.rules.to_move
    return sum(
        any(to_move(positions[at]) == side for at in range(begin, after)) for begin, after in pairwise(starts)
    )
