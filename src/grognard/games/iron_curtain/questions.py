# SPDX-License-Identifier: Apache-2.0
"""TEC: movement and supply for players at a physical table: questions about the map alone, without a position."""

from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.labels import number
from grognard.games.iron_curtain.move_costs import Mover
from grognard.games.iron_curtain.movement import allowance, move_reach, why_not
from grognard.games.iron_curtain.scenario import period, year_fault
from grognard.games.iron_curtain.supply import supply_ways
from grognard.games.iron_curtain.terms import Mobility
from grognard.games.iron_curtain.zones import Front
from grognard.hexes.paths import supply_marks, trace_supply
from grognard.play.board import Reachable, Trace
from grognard.play.map_question import MapQuestion
from grognard.procedures.procedure import NotAllowed
from grognard.registry import game_map
from grognard.registry.games import definition
from grognard.rules.card import Card
from grognard.rules.costs import cost_text
from grognard.rules.map_queries import Hexes, land, reachable
from grognard.rules.map_view import line_kind

Year = Annotated[int, Meta(description="the year, by which roads are primary or not")]
Enemy = Annotated[Hexes, Meta(description="hexes of enemy units")]
EnemyAirMobile = Annotated[
    Hexes, Meta(description="those of them with air-mobile units, whose zones go over water")
]


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """TEC: a unit that wants to move, and the units in its way."""

    start: Annotated[str, Meta(description="the hex it moves from")]
    mobility: Annotated[Mobility, Meta(description="whether it pays as mech or as leg")] = "mech"
    air_mobile: Annotated[bool, Meta(description="it is air-mobile")] = False
    movement: Annotated[int, Meta(description="its movement allowance")] = 6
    year: Year = 1983
    oos: Annotated[bool, Meta(description="it is out of supply, for the ruling oos-1962")] = False
    enemy: Enemy = ()
    enemy_air_mobile: EnemyAirMobile = ()
    full: Annotated[Hexes, Meta(description="hexes that friends fill")] = ()


class Supplied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ruling supply-line: the unit whose supply is in question, the sources of supply, and the units that may cut it."""

    unit: Annotated[str, Meta(description="the hex the unit stands in")]
    source: Annotated[Hexes, Meta(description="hexes supply comes from")]
    year: Year = 1983
    enemy: Enemy = ()
    enemy_air_mobile: EnemyAirMobile = ()
    friends: Annotated[Hexes, Meta(description="hexes of friends, where enemy zones do not count")] = ()


def reach(map_name: str, situation: Moving, card: Card) -> Reachable:
    """TEC: say where a unit can move, with costs and ways; for every other hex the reason why not."""
    board = game_map("iron-curtain", map_name)
    if situation.movement < 0:
        raise NotAllowed(f"a movement allowance is 0 or more, not {situation.movement}")
    _check_year(situation.year)
    allowed = allowance(
        situation.movement, in_supply=not situation.oos, period=period(situation.year), card=card
    )
    foes = _front(map_name, situation, card)
    (start,) = land(board, [situation.start])
    if start in foes.units:
        raise NotAllowed(f"the unit is in {situation.start}, and so is an enemy")
    mover = Mover(situation.mobility, situation.air_mobile, situation.year)
    reached = move_reach(map_name, mover, start, allowed, foes, full=land(board, situation.full), card=card)
    kind = f"{'air-mobile ' if situation.air_mobile else ''}{situation.mobility}"
    return reachable(
        board,
        reached,
        who=f"{kind} unit at {situation.start} in {situation.year}",
        allowed=f"{number(Fraction(allowed))} MP",
        cost=cost_text,
        why_not=lambda at: why_not(board, reached, at, allowed),
    )


def supply(map_name: str, situation: Supplied, card: Card) -> Trace:
    """Ruling supply-line: judge a unit's supply, with the way it is traced, or where it is cut."""
    board = game_map("iron-curtain", map_name)
    _check_year(situation.year)
    judge = definition("iron-curtain").under(card).supply
    assert judge is not None  # noqa: S101 - the game has the chapter
    foes = _front(map_name, situation, card)
    closed = judge.closed(foes, frozenset(land(board, situation.friends)))
    (unit,) = land(board, [situation.unit])
    marks = supply_marks(land(board, situation.source), closed)
    traced = trace_supply(supply_ways(map_name, situation.year, card), unit, marks)
    line, name = judge.line("NATO", traced.path, traced.cut), board.grid.hex_name
    cut = tuple(map(name, sorted(line.cut)))
    return Trace(line.state, tuple(map(name, line.path)), cut, line=line_kind(judge.states, line.state))


def _front(map_name: str, situation: Moving | Supplied, card: Card) -> Front:
    board = game_map("iron-curtain", map_name)
    flying = land(board, situation.enemy_air_mobile)
    return Front(map_name, land(board, situation.enemy) | flying, flying, card)


def _check_year(year: int) -> None:
    if fault := year_fault(year):
        raise NotAllowed(f"the year {fault}")


QUESTIONS = (
    MapQuestion("reach", "TEC Movement", Moving, reach),
    MapQuestion("supply", "Supply", Supplied, supply),
)
