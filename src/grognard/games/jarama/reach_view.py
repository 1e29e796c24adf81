# SPDX-License-Identifier: Apache-2.0
"""Where units can go and what else they can do, or why not, in the terms of `play.board`."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from grognard.charts.labels import number
from grognard.charts.plurals import counted, plural
from grognard.games.jarama import engineering, move_orders, sequence
from grognard.games.jarama.board import Board
from grognard.games.jarama.features import feature_name
from grognard.games.jarama.orders import Activate, Deploy, Lay, Repair, TakeUp
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.targets import why_not_against
from grognard.hexes.paths import SCALE
from grognard.play.board import Action, Reachable
from grognard.play.places import WAITING
from grognard.rules.costs import cost_text
from grognard.rules.orders import MoveTogether
from grognard.rules.reach_view import unit_arrivals, walks


def actions(board: Board) -> list[Action]:
    """Return the formations that can be activated now."""
    return [
        Action(
            f"activate {formation.name}",
            Activate(formation.name),
            tuple(unit.id for unit in formation.units if board.is_on_map(unit)),
        )
        for formation in sequence.formations(board, board.position.side)
        if not sequence.why_not_activate(board, formation.name)
    ]


def abandoned(board: Board) -> list[str]:
    """Say how many formations a side gives up by passing."""
    left = len(actions(board))
    if not left:
        return []
    return [f"{counted(left, 'formation')} {plural(left, 'has', 'have')} not been active this turn"]


def reach(board: Board, piece: str) -> Reachable:
    """Return where a unit can go, with costs and ways, and what else it can do; elsewhere why not."""
    if piece in board.context.planes:
        return Reachable(piece, "aircraft fly missions and are never on the map")
    unit = board.unit(piece)
    if board.position.over:
        return Reachable(piece, "the game is over")
    if board.position.phase == "deployment":
        says = f"{unit.name} is set up in the zone of {unit.formation}"
        return unit_arrivals(board, unit, says, move_orders.cannot_deploy, move_orders.why_not_deploy, Deploy)
    if board.place(unit) == WAITING:
        says = f"{unit.name} arrives at a hex"
        return unit_arrivals(board, unit, says, move_orders.cannot_arrive, move_orders.why_not_arrive)
    moves, idle = _moves(board, unit), engineering.why_no_repairs(board, unit)
    allowed = f"{moves.allowed}; it repairs nothing: {idle}" if idle else moves.allowed
    return replace(moves, allowed=allowed, actions=tuple(_actions(board, unit)))


def _actions(board: Board, unit: Unit) -> Iterator[Action]:
    if not sequence.why_not_activate(board, unit.formation):
        yield Action(f"activate {unit.formation}", Activate(unit.formation))
    for feature in engineering.repairs(board, unit):
        named = feature_name(board.scenario.map, feature)
        yield Action(f"repair {named}", Repair(unit.id, engineering.feature_text(board, feature)))
    for side in engineering.spans(board, unit):
        name = board.grid.hexside_name(side)
        yield Action(f"lay pontoons over {name}", Lay(unit.id, name))
    if unit.kind == "Pontoons" and not engineering.why_not_take_up(board, unit):
        yield Action("take the pontoons up", TakeUp(unit.id))


def _moves(board: Board, unit: Unit) -> Reachable:
    if reason := move_orders.cannot_move(board, unit):
        refused = why_not_against(board, unit)
        return Reachable(unit.id, next(iter(refused.values()), reason), refusals=refused)
    zone, left = board.zone_against(unit.side), board.allowed(unit)
    return walks(
        board.grid,
        board.reach(unit),
        board.grid.hexes,
        piece=unit.id,
        allowed="any number of hexes" if left is None else f"{number(Fraction(left, SCALE))} MP",
        cost=cost_text,
        order=lambda name: MoveTogether((unit.id,), name),
        why_not=lambda at: move_orders.why_not_to(board, unit, at),
        note=lambda at: "in an enemy zone: it stops" if at in zone else "",
        allowed_hexes=frozenset(move_orders.destinations(board, unit)),
    )
