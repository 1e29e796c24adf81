# SPDX-License-Identifier: Apache-2.0
"""What the detail of a batch comes to: how turns went, where units were and were lost, which attacks were made. Needs the extra `lab`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grognard.lab.batch.results import Results
from grognard.play.board import Side

if TYPE_CHECKING:
    import polars as pl

# Of attacks, so many kinds of results are told apart; the others are one.
MOST_RESULTS = 7
OTHERS = "other results"
# What a column is called if an attack has none.
NO_COLUMN = "no column"


def spread_by_turn(results: Results, column: str) -> list[dict[str, Any]]:
    """Return for each turn and side the mean of a column and where 10, 25, 50, 75 and 90 of 100 games lie below; none if it is empty.

    A game that ends early stays as it ended: else the later turns would be those of the long games alone.
    """
    import polars as pl  # noqa: PLC0415 - an extra

    marks = {f"q{part}": pl.col(column).quantile(part / 100, "linear") for part in (10, 25, 50, 75, 90)}
    whole = _to_the_end(results.turns().select("game", "turn", "side", column).drop_nulls().collect(), column)
    told = whole.group_by("turn", "side").agg(pl.col(column).mean().alias("mean"), **marks)
    return told.sort("side", "turn").to_dicts()


def _to_the_end(turns: "pl.DataFrame", column: str) -> "pl.DataFrame":
    """Return a row for every game, side and turn, with the last known value where a game had ended."""
    import polars as pl  # noqa: PLC0415 - an extra

    keys = turns.select("game", "side").unique()
    grid = keys.join(turns.select("turn").unique(), how="cross").sort("game", "side", "turn")
    joined = grid.join(turns, on=["game", "side", "turn"], how="left")
    filled = joined.with_columns(pl.col(column).forward_fill().over("game", "side", order_by="turn"))
    return filled.drop_nulls()


def by_turn_and_game(results: Results, column: str) -> dict[tuple[int, Side, int], float]:
    """Return a column by game, side and turn, each game told to the last turn of any."""
    turns = results.turns().select("game", "turn", "side", column).drop_nulls().collect()
    rows = _to_the_end(turns, column).select("game", "side", "turn", column).rows()
    return {(game, side, turn): float(value) for game, side, turn, value in rows}


def presence(results: Results, side: Side) -> dict[str, float]:
    """Return for each hex how many units of a side stood there at the end of a turn, on average over games, summed over turns."""
    return _per_game(results, results.units(), side)


def deaths(results: Results, side: Side) -> dict[str, float]:
    """Return for each hex how many units of a side were lost there in a game, on average."""
    return _per_game(results, results.losses(), side)


def _per_game(results: Results, rows: "pl.LazyFrame", side: Side) -> dict[str, float]:
    import polars as pl  # noqa: PLC0415 - an extra

    games = _game_count(results)
    counts = (
        rows.filter((pl.col("side") == side) & (pl.col("hex") != "")).group_by("hex").agg(pl.len()).collect()
    )
    return {at: count / games for at, count in sorted(counts.iter_rows())}


def lost_units(results: Results, side: Side) -> dict[str, float]:
    """Return for each unit of a side in what share of the games it was lost, the most often lost first."""
    import polars as pl  # noqa: PLC0415 - an extra

    games = _game_count(results)
    losses = results.losses().filter(pl.col("side") == side).select("game", "unit").unique()
    counts = losses.group_by("unit").agg(pl.len()).sort("len", "unit", descending=[True, False]).collect()
    return {unit: count / games for unit, count in counts.iter_rows()}


def attacks_by_column(results: Results, known: Sequence[str]) -> list[dict[str, Any]]:
    """Return how often in a game each side attacked by each kind of order, in each column, with each result.

    A row has the `kind`, `side`, `column`, `result` and `number` a game. What is none of the `known` columns of the charts, such as what
    a morale is checked against, counts as no column.
    """
    import polars as pl  # noqa: PLC0415 - an extra

    label = pl.col("column").str.strip_prefix("column ")
    attacks = results.attacks().with_columns(
        pl.when(label.is_in(list(known))).then(label).otherwise(pl.lit(NO_COLUMN)).alias("column")
    )
    counts = attacks.group_by("kind", "side", "column", "result").agg(pl.len().alias("number")).collect()
    totals = (
        counts.group_by("kind", "result")
        .agg(pl.col("number").sum())
        .sort(["kind", "number", "result"], descending=[False, True, False])
    )
    kept = totals.group_by("kind", maintain_order=True).head(MOST_RESULTS).select("kind", "result").rows()
    games = _game_count(results)
    told: dict[tuple[str, str, str, str], int] = {}
    for kind, side, column, result, number in counts.iter_rows():
        key = (kind, side, column, result if (kind, result) in kept else OTHERS)
        told[key] = told.get(key, 0) + number
    return [
        {"kind": kind, "side": side, "column": column, "result": result, "number": number / games}
        for (kind, side, column, result), number in sorted(told.items())
    ]


def luck_and_expectation(results: Results) -> list[dict[str, Any]]:
    """Return for each side and kind of attack how many were weighed a game, what they promised, and what luck they had, on average."""
    import polars as pl  # noqa: PLC0415 - an extra

    rows = (
        results.attacks()
        .group_by("kind", "side")
        .agg(
            (pl.len() / _game_count(results)).alias("number"),
            pl.col("luck").is_not_null().mean().alias("weighed"),
            pl.col("expected").mean().alias("expected"),
            pl.col("luck").mean().alias("luck"),
            pl.col("luck").std().alias("spread"),
        )
        .sort("kind", "side")
        .collect()
    )
    return rows.to_dicts()


def _game_count(results: Results) -> int:
    """Return the number of games, to divide by: at least 1."""
    import polars as pl  # noqa: PLC0415 - an extra

    count: int = results.games().select(pl.len()).collect().item()
    return max(1, count)


def columns_in_order(labels: Sequence[str], chart: Sequence[str]) -> list[str]:
    """Return the labels of columns in the order of their chart; those that are not on it come after, by the alphabet."""
    known = [label for label in dict.fromkeys(chart) if label in labels]
    return [*known, *sorted(set(labels) - set(known))]
