# SPDX-License-Identifier: Apache-2.0
"""What the games of a match tell about its players, worked out from its folder of results. Needs the extra `lab`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.batch.elo import Estimate, in_elo, mean_score
from grognard.lab.batch.results import Results

if TYPE_CHECKING:
    import polars as pl


class PlayerSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A player's games: won, drawn and lost; won by side; and the processor time he thought in a turn of the game."""

    name: str
    won: int
    drawn: int
    lost: int
    won_as: dict[str, int]
    seconds_a_turn: float


class Spread(msgspec.Struct, frozen=True):
    """The mean of a figure over all games, and the least and the greatest."""

    mean: float
    least: float
    most: float


class MatchSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a match came to.

    `score` is the mean score of player a, `elo` what it is worth; both with intervals of 95%, from whole pairs; null without one. Where play
    was to end as soon as something is sure, the intervals hold whenever one looks.
    `sides` says how many games each side won, under "" how many were drawn. `points` are those of `lead`: the first side's lead.
    """

    scenario: str
    games: int
    a: PlayerSummary
    b: PlayerSummary
    sides: dict[str, int]
    verdicts: dict[str, int]
    score: Estimate | None
    elo: Estimate | None
    lead: Spread | None
    turns: Spread
    orders: Spread
    rolls: Spread
    sure: str = ""


def summary(results: Results, sure: str = "", certain: Estimate | None = None) -> MatchSummary:
    """Sum up the games that are there.

    If play was to end once something is `sure`, `certain` is the mean score with its interval of a `Certainty`: the usual one would be too narrow.
    """
    games = results.games()
    told = _figures(games)
    if not told["games"]:
        raise GrognardError(f"{results.folder} has no games yet")
    winners = _counts(games, "winner")
    pairs, match = _pairs(games), results.match
    names = (match.a, match.b) if match.a != match.b else (f"{match.a} (a)", f"{match.b} (b)")
    score = certain or (mean_score(pairs) if pairs else None)
    return MatchSummary(
        scenario=match.scenario,
        games=told["games"],
        a=_player(names[0], "a", 1.0, games),
        b=_player(names[1], "b", 0.0, games),
        sides={side: winners.get(side, 0) for side in (*_sides(games), "")},
        verdicts=_counts(games, "verdict"),
        score=score,
        elo=in_elo(score) if score else None,
        lead=_spread(told, "lead") if told["mean lead"] is not None else None,
        turns=_spread(told, "turns"),
        orders=_spread(told, "orders"),
        rolls=_spread(told, "rolls"),
        sure=sure,
    )


def _figures(games: "pl.LazyFrame") -> dict[str, Any]:
    import polars as pl  # noqa: PLC0415 - an extra

    figures = [pl.len().alias("games")]
    for name in ("lead", "turns", "orders", "rolls"):
        column = pl.col(name)
        figures += [
            column.mean().alias(f"mean {name}"),
            column.min().alias(f"least {name}"),
            column.max().alias(f"most {name}"),
        ]
    return games.select(figures).collect().row(0, named=True)


def _spread(told: Mapping[str, Any], name: str) -> Spread:
    return Spread(*(float(told[f"{what} {name}"]) for what in ("mean", "least", "most")))


def _counts(games: "pl.LazyFrame", column: str) -> dict[str, int]:
    """Count how often each value of a column occurs, the most frequent first."""
    counts = games.group_by(column).len().sort(["len", column], descending=[True, False]).collect()
    return dict(counts.iter_rows())


def _sides(games: "pl.LazyFrame") -> list[str]:
    """Return the sides, the first first: player a has it in the first game of each pair."""
    import polars as pl  # noqa: PLC0415 - an extra

    played = games.group_by("swapped").agg(pl.col("side_of_a").first()).sort("swapped").collect()
    return list(dict.fromkeys(played["side_of_a"]))


def _pairs(games: "pl.LazyFrame") -> dict[float, int]:
    """Count the pairs by their scores; a game whose other one is missing is left out."""
    import polars as pl  # noqa: PLC0415 - an extra

    whole = games.group_by("pair").agg(pl.len(), pl.col("score_a").mean()).filter(pl.col("len") == 2)
    return dict(whole.group_by("score_a").agg(pl.len().alias("pairs")).sort("score_a").collect().iter_rows())


def _player(name: str, letter: str, won: float, games: "pl.LazyFrame") -> PlayerSummary:
    """Sum up the games of a player, whose games with a score of `won` for player a are those he won."""
    import polars as pl  # noqa: PLC0415 - an extra

    score, seconds, turns = pl.col("score_a"), pl.col(f"seconds_{letter}"), pl.col(f"turns_{letter}")
    told = games.select(
        (score == won).sum().alias("won"),
        (score == 0.5).sum().alias("drawn"),
        (score == 1 - won).sum().alias("lost"),
        (seconds.sum() / turns.sum()).alias("seconds"),
    ).collect()
    won_as = _counts(games.filter(score == won), "winner")
    row = told.row(0, named=True)
    return PlayerSummary(
        name=name,
        won=row["won"],
        drawn=row["drawn"],
        lost=row["lost"],
        won_as=dict(sorted(won_as.items())),
        seconds_a_turn=row["seconds"],
    )
