# SPDX-License-Identifier: Apache-2.0
"""The tables of results, one row each. A table's columns are the fields of its rows.

`a` and `b` are the players as a match names them. The seconds of `games` depend on the machine; nothing else does.
"""

from typing import Any, get_args, get_type_hints

import msgspec


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game. `lead` is how many points the first side is ahead of the second; null if the game has no points.

    `score_a` is 1 if player a won, 0 if he lost, else 0.5. `seconds_a` is the processor time that player a decided in, and `turns_a`
    the number of turns of the game in which he gave an order. `fingerprint` is that of the final position.
    """

    game: int
    pair: int
    swapped: bool
    first_side_player: str
    side_of_a: str
    verdict: str
    winner: str
    score_a: float
    lead: int | None
    turns: int
    orders: int
    rolls: int
    seconds_a: float
    seconds_b: float
    turns_a: int
    turns_b: int
    fingerprint: str


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """A side as it stands when a turn of the game has ended.

    `strength` is the sum of the first numbers on its counters on the map, `units` how many these are, and `ground` how many hexes
    that count for victory it holds. What a game does not have is null.
    """

    game: int
    turn: int
    side: str
    points: int | None
    strength: int
    units: int
    ground: int | None


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a unit is on the map when a turn of the game has ended."""

    game: int
    turn: int
    side: str
    unit: str
    hex: str


class LossRow(msgspec.Struct, frozen=True, kw_only=True):
    """A unit lost in a turn, and the hex it was last seen in; empty if it was lost off the map."""

    game: int
    turn: int
    side: str
    unit: str
    hex: str


class AttackRow(msgspec.Struct, frozen=True, kw_only=True):
    """An order with a target on which dice were rolled.

    `column` is the column of the chart, as on the worksheet. `expected` is how far the side was to gain on average, by exact odds and
    the game's own evaluation, and `luck` how much more it gained by the dice; null where that is too dear to work out.
    `result` is what the rolls came to, in words.
    """

    game: int
    turn: int
    side: str
    kind: str
    hex: str
    column: str
    expected: float | None
    luck: float | None
    result: str


# Every table by its name. The one of the games is always there, the others in a match played with detail.
TABLES: dict[str, type[msgspec.Struct]] = {
    "games": GameRow,
    "turns": TurnRow,
    "units": UnitRow,
    "losses": LossRow,
    "attacks": AttackRow,
}


def column_types(table: str) -> dict[str, type]:
    """Return the type of each column of a table; every one may hold nulls.

    >>> column_types("losses")["game"], column_types("games")["lead"]
    (<class 'int'>, <class 'int'>)
    """
    return {name: _plain(hint) for name, hint in get_type_hints(TABLES[table]).items()}


def _plain(hint: Any) -> type:
    plain: type = next((kind for kind in get_args(hint) if kind is not type(None)), hint)
    return plain
