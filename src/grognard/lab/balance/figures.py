# SPDX-License-Identifier: Apache-2.0
"""What the games of a folder come to in figures: who wins, by how much, with what losses, in how many turns. Needs the extra `lab`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean, median, pvariance
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.balance.intervals import PAIR, Interval, over_pairs, wilson
from grognard.lab.batch.results import Results
from grognard.play.board import Side

# A scenario is even if between equal players each side wins this share of the games, draws counted as half.
EVEN = (0.35, 0.65)


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """A batch in figures. Shares are of all games; `score` is a side's share of wins and half the draws.

    `alike` is how many games count as one, since the two games of a pair are not independent: from 1 to 2. `lead` is how many
    points the first side is ahead at the end, None if the game has none. `luck` is the share of the variance of leads that goes
    with what the dice were worth, None if that is not known.
    """

    games: int
    sides: tuple[Side, ...]
    alike: float
    wins: dict[Side, Interval]
    draws: Interval
    score: dict[Side, Interval]
    players: dict[str, dict[Side, Interval]]
    verdicts: dict[str, int]
    lead: Interval | None
    losses: dict[Side, Interval]
    turns: dict[int, int]
    orders: float
    rolls: float
    seconds: float
    luck: float | None

    @property
    def stronger(self) -> Side:
        """The side that has won more, draws counted as half; the first if neither has."""
        return max(self.sides, key=lambda side: self.score[side].mean)

    @property
    def leans(self) -> bool | None:
        """Whether the stronger side wins more than an even share between the players there were; None if so few games cannot tell."""
        score = self.score[self.stronger]
        return True if score.low > EVEN[1] else False if score.high <= EVEN[1] else None


def balance(results: Results, sides: Sequence[Side]) -> Balance:
    """Work out what the games of a folder come to."""
    games = results.games().collect().to_dicts()
    if not games:
        raise GrognardError(f"{results.folder} has no games yet")
    winners = Counter(game["winner"] for game in games)
    scores = {side: [_score(game["winner"], side) for game in games] for side in sides}
    pairs = [game["pair"] for game in games]
    alike = likeness(scores[sides[0]], pairs)
    leads = [float(game["lead"]) for game in games if game["lead"] is not None]
    return Balance(
        games=len(games),
        sides=tuple(sides),
        alike=alike,
        wins={side: share(winners[side], len(games), alike) for side in sides},
        draws=share(winners[""], len(games), alike),
        score={side: share(sum(scores[side]), len(games), alike) for side in sides},
        players=_by_player(results.match.a, results.match.b, games, sides),
        verdicts=dict(Counter(game["verdict"] for game in games).most_common()),
        lead=over_pairs(zip(pairs, leads, strict=True)) if len(leads) == len(games) else None,
        losses=_losses(results, games, sides),
        turns=dict(sorted(Counter(game["turns"] for game in games).items())),
        orders=median(game["orders"] for game in games),
        rolls=median(game["rolls"] for game in games),
        seconds=fmean(game["seconds_a"] + game["seconds_b"] for game in games),
        luck=_luck_share(results, leads, sides),
    )


def share(count: float, games: int, alike: float) -> Interval:
    """Return a share with its interval, as of so many games fewer as some count as one."""
    own = wilson(count / alike, games / alike)
    return Interval(count / games, own.low, own.high)


def likeness(values: Sequence[float], pairs: Sequence[int]) -> float:
    """Return how many values count as one: 1 if those of a pair have nothing to do with each other, 2 if they are equal.

    >>> likeness([1, 1, 0, 0, 1, 1], [0, 0, 1, 1, 2, 2])
    2.0
    """
    by_pair: dict[int, list[float]] = {}
    for value, pair in zip(values, pairs, strict=True):
        by_pair.setdefault(pair, []).append(value)
    whole = [fmean(pair) for pair in by_pair.values() if len(pair) == PAIR]
    variance = pvariance(values)
    if not whole:
        return 1.0
    if not variance or len(whole) < PAIR:
        # They do not differ, or there is nothing to compare them with: as far as one can tell they are the same.
        return float(PAIR)
    return min(float(PAIR), max(1.0, PAIR * pvariance(whole) / variance))


def _score(winner: str, side: Side) -> float:
    return 1.0 if winner == side else 0.0 if winner else 0.5


def _by_player(
    a: str, b: str, games: Sequence[Mapping[str, object]], sides: Sequence[Side]
) -> dict[str, dict[Side, Interval]]:
    """Return the share of wins of each player on each side; nothing if both are the same program."""
    if a == b:
        return {}
    told: dict[str, dict[Side, Interval]] = {a: {}, b: {}}
    for side in sides:
        for name, played in (
            (a, [game for game in games if game["side_of_a"] == side]),
            (b, [game for game in games if game["side_of_a"] != side]),
        ):
            told[name][side] = wilson(sum(game["winner"] == side for game in played), len(played))
    return told


def _losses(
    results: Results, games: Sequence[Mapping[str, Any]], sides: Sequence[Side]
) -> dict[Side, Interval]:
    """Return how many units each side loses in a game; nothing if the games were played without detail."""
    if not results.match.detail:
        return {}
    counts = Counter(results.losses().select("game", "side").collect().rows())
    means = {
        side: over_pairs((game["pair"], float(counts[game["game"], side])) for game in games)
        for side in sides
    }
    # Nobody loses fewer than none.
    return {side: Interval(lost.mean, max(0.0, lost.low), lost.high) for side, lost in means.items()}


def luck_by_game(results: Results, sides: Sequence[Side]) -> dict[int, float]:
    """Return what the dice of all orders that could be weighed were worth to the first side, by game."""
    total: dict[int, float] = {}
    for game, side, luck in results.attacks().select("game", "side", "luck").collect().iter_rows():
        if luck is not None:
            total[game] = total.get(game, 0.0) + (luck if side == sides[0] else -luck)
    return total


def _luck_share(results: Results, leads: Sequence[float], sides: Sequence[Side]) -> float | None:
    if not results.match.detail or not leads:
        return None
    luck = luck_by_game(results, sides)
    games = results.games().select("game", "lead").drop_nulls().collect().rows()
    return squared_correlation([(luck.get(game, 0.0), float(lead)) for game, lead in games])


def squared_correlation(points: Sequence[tuple[float, float]]) -> float | None:
    """Return the share of the variance of one quantity that goes with another; None if either is the same everywhere.

    >>> squared_correlation([(0, 1), (1, 3), (2, 5)])
    1.0
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if len(points) < PAIR or not pvariance(xs) or not pvariance(ys):
        return None
    x_mean, y_mean = fmean(xs), fmean(ys)
    together = fmean((x - x_mean) * (y - y_mean) for x, y in points)
    return together * together / (pvariance(xs) * pvariance(ys))
