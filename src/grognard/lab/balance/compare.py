# SPDX-License-Identifier: Apache-2.0
"""What a change of a game changes: two batches with the same seeds, set against each other pair by pair. Needs the extra `lab`.

Game number i has the same dice and the same players in both, so that most of what chance does is the same and drops out. A
difference is taken for each pair of games, and its interval is Student's over the pairs.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.balance.intervals import Interval, over_pairs
from grognard.lab.balance.tables import by_turn_and_game
from grognard.lab.batch.results import Results
from grognard.play.board import Side

if TYPE_CHECKING:
    import polars as pl

# What is told turn by turn: the column, and in words.
BY_TURN = {"points": "points", "ground": "ground held", "strength": "strength on the map"}


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a variant changes, each as the variant's figure less the base's, by its name.

    `same` is the share of games that end in the same position in both. `figures` has the base's mean and the variant's of each
    difference. `by_turn` has for each column differences by side and turn.
    """

    name: str
    games: int
    same: float
    differences: dict[str, Interval]
    figures: dict[str, tuple[float, float]]
    by_turn: dict[str, dict[Side, dict[int, Interval]]]


def change(base: Results, variant: Results, name: str, sides: Sequence[Side]) -> Change:
    """Set a variant against the base, over the games that both have."""
    games = _joined(base, variant)
    if not games:
        raise GrognardError(f"{base.folder} and {variant.folder} have no games in common")
    measures = _measures(base, variant, sides)
    differences: dict[str, Interval] = {}
    figures: dict[str, tuple[float, float]] = {}
    for told, measure in measures.items():
        values = [(game["pair"], *measure(game)) for game in games]
        known = [(pair, one, other) for pair, one, other in values if one is not None and other is not None]
        if known:
            differences[told] = over_pairs([(pair, other - one) for pair, one, other in known])
            figures[told] = fmean(one for _, one, _ in known), fmean(other for _, _, other in known)
    return Change(
        name=name,
        games=len(games),
        same=fmean(game["fingerprint"] == game["fingerprint_variant"] for game in games),
        differences=differences,
        figures=figures,
        by_turn=_by_turn(base, variant, games, sides) if base.match.detail and variant.match.detail else {},
    )


def _joined(base: Results, variant: Results) -> list[dict[str, Any]]:
    """Return the games that both have, the variant's columns with `_variant` behind."""
    other = variant.games().collect()
    joined = base.games().collect().join(other, on="game", how="inner", suffix="_variant")
    return joined.sort("game").to_dicts()


Measure = Callable[[dict[str, Any]], tuple[float | None, float | None]]


def _measures(base: Results, variant: Results, sides: Sequence[Side]) -> dict[str, Measure]:
    """Return what is compared, by its name, each as a function of a game in both batches."""
    first = sides[0]
    measures: dict[str, Measure] = {
        **{f"wins of the {side} side, in 100 games": _both(_wins(side)) for side in sides},
        f"lead of the {first} side in points": lambda game: (game["lead"], game["lead_variant"]),
        "turns": lambda game: (game["turns"], game["turns_variant"]),
    }
    if base.match.detail and variant.match.detail:
        for told, table in (("units lost by", "losses"), ("attacks by", "attacks")):
            before, after = (_counts(getattr(results, table)()) for results in (base, variant))
            for side in sides:
                measures[f"{told} the {side} side"] = _counted(before, after, side)
    return measures


def _wins(side: Side) -> Callable[[str], float]:
    return lambda winner: 100.0 * (winner == side)


def _both(worth: Callable[[str], float]) -> Measure:
    return lambda game: (worth(game["winner"]), worth(game["winner_variant"]))


def _counts(rows: "pl.LazyFrame") -> Counter[tuple[int, Side]]:
    return Counter(rows.select("game", "side").collect().rows())


def _counted(before: Counter[tuple[int, Side]], after: Counter[tuple[int, Side]], side: Side) -> Measure:
    return lambda game: (before[game["game"], side], after[game["game"], side])


def _by_turn(
    base: Results, variant: Results, games: Sequence[dict[str, Any]], sides: Sequence[Side]
) -> dict[str, dict[Side, dict[int, Interval]]]:
    pairs = {game["game"]: game["pair"] for game in games}
    told: dict[str, dict[Side, dict[int, Interval]]] = {}
    for column in BY_TURN:
        before, after = by_turn_and_game(base, column), by_turn_and_game(variant, column)
        turns = sorted({turn for _, _, turn in before.keys() & after.keys()})
        for side in sides:
            lines = {
                turn: over_pairs(
                    [
                        (pair, after[game, side, turn] - before[game, side, turn])
                        for game, pair in pairs.items()
                        if (game, side, turn) in before and (game, side, turn) in after
                    ]
                )
                for turn in turns
            }
            if lines:
                told.setdefault(column, {})[side] = lines
    return told
