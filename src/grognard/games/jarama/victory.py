# SPDX-License-Identifier: Apache-2.0
"""Victory: points for places held and Troop points the enemy lost, and the verdict by the card's table."""

from collections.abc import Iterator

from grognard.games.jarama import victory_level
from grognard.games.jarama.board import Board
from grognard.games.jarama.scenario import Scenario
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.victory_level import Victory
from grognard.hexes import HexId


def held(board: Board, side: Side) -> list[HexId]:
    """Return the hexes that count and that a side holds."""
    is_first = side == board.scenario.first
    return [at for at in board.scenario.worth if (at in board.position.taken) == is_first]


def places(board: Board, side: Side) -> int:
    """Count the points of the places a side holds."""
    return sum(board.scenario.worth[at] for at in held(board, side))


def losses(board: Board, side: Side) -> int:
    """Count the points a side has for what the enemy lost."""
    return board.scenario.loss_points[side] * board.position.bled[enemy(side)]


def points(board: Board) -> dict[str, int]:
    """Count the points of both sides as things stand."""
    return {side: places(board, side) + losses(board, side) for side in board.scenario.sides}


def verdict(board: Board) -> str:
    """Victory Determination Table: return the verdict on a game that is over."""
    return victory_level.verdict_on(_vps(board), board.card)


def winner(board: Board) -> str:
    """Victory Determination Table: return the side that has won a game that is over; empty in a draw."""
    return victory_level.worksheet(_vps(board), board.card).outcome.side or ""


def needed(board: Board) -> Iterator[str]:
    """Say, of a game that is over, how many VP's more for a side would have given another verdict."""
    return victory_level.needed(_vps(board), board.card)


def _vps(board: Board) -> Victory:
    vps = points(board)
    return Victory(vps["Nationalist"], vps["Republican"])


def tally(board: Board) -> Iterator[str]:
    """Say how the points come about, and what verdicts they lead to."""
    for side in board.scenario.sides:
        counted = ", ".join(f"{name} {worth}" for name, worth in _by_place(board, side).items() if worth)
        for_losses = f"{losses(board, side)} for Troop points the enemy lost, {board.scenario.loss_points[side]} for each"
        yield f"{side} has {counted or 'no place that counts'}, and {for_losses}."
    yield "A place counts for the side that was the last to end a turn in it."
    if board.card.ruled("victory-between") == "whole":
        yield "Up to 20% more points than the opponent are a draw, 51% or more a total victory; fractions of a per cent do not count."
    else:
        yield "Up to 20% more points than the opponent are a draw, more than 50% a total victory."


def _by_place(board: Board, side: Side) -> dict[str, int]:
    """Return the points a side has for each place."""
    by_place: dict[str, int] = {}
    for at in held(board, side):
        name = place_name(board.scenario, at)
        by_place[name] = by_place.get(name, 0) + board.scenario.worth[at]
    return by_place


def place_name(scenario: Scenario, hex_id: HexId) -> str:
    """Name the place that counts and contains a hex; a hex that belongs to none goes by its number."""
    counting = {name for names in scenario.places.values() for name in names}
    there = [place.name for place in scenario.map.places_at(hex_id) if place.name in counting]
    return there[0] if there else scenario.map.grid.hex_name(hex_id)
