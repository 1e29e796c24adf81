# SPDX-License-Identifier: Apache-2.0
"""What engineers and pontoons do in play instead of moving: repairs, and bridges that are laid and taken up."""

from msgspec.structs import replace

from grognard.games.jarama import features as on_map
from grognard.games.jarama.board import Board
from grognard.games.jarama.features import Feature, repairable
from grognard.games.jarama.losses import without_work
from grognard.games.jarama.move_orders import cannot_act, is_laid
from grognard.games.jarama.position import Position, Work
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import enemy
from grognard.hexes import HexId, Hexside
from grognard.procedures.procedure import NotAllowed
from grognard.rules.hidden_forces import with_known, with_sightings

# Engineers


def parse_feature(board: Board, text: str) -> Feature:
    """Read what is to be repaired: `road 2310`, `railroad 2310`, `bridge 2214 SE`."""
    kind, _, where = text.partition(" ")
    grid = board.grid
    match kind:
        case "road":
            return Feature("road", grid.parse_hex(where))
        case "railroad":
            return Feature("railroad", grid.parse_hex(where))
        case "bridge":
            return Feature("bridge", grid.parse_hexside(where))
    raise NotAllowed(f"{text!r} is nothing to repair; write road 2310, railroad 2310 or bridge 2214 SE")


def feature_text(board: Board, feature: Feature) -> str:
    """Write what is to be repaired."""
    if feature.kind == "bridge":
        return f"bridge {board.grid.hexside_name(Hexside(feature.at))}"
    return f"{feature.kind} {board.grid.hex_name(HexId(feature.at))}"


def cannot_work(board: Board, unit: Unit) -> str:
    """Say why a unit may not work now; empty if it may: it has not moved, and is fit."""
    if reason := cannot_act(board, unit):
        return reason
    if board.position.spent[unit.number]:
        return f"{unit.name} has moved this turn, and works no more (ruling repairs)"
    if state := board.unfit(unit):
        return f"{unit.name} is {state}, and does no work"
    return ""


def why_not_repair(board: Board, unit: Unit, text: str) -> str:
    """Ruling repairs: say why a unit may not repair something; empty if it may."""
    feature = parse_feature(board, text)
    if unit.kind != "Engineers":
        return f"{unit.name} is no unit of engineers"
    return cannot_work(board, unit) or on_map.why_not_repair(
        board.scenario.map, board.position.features, feature, board.at(unit)
    )


def why_no_repairs(board: Board, unit: Unit) -> str:
    """Say why engineers do not repair damage where they stand; empty if they may, or nothing is damaged."""
    if unit.kind != "Engineers" or not board.is_on_map(unit):
        return ""
    if not repairable(board.scenario.map, board.position.features, board.at(unit)):
        return ""
    if board.position.phase != "movement" or not board.is_active(unit):
        return "engineers are put to work in the movement of their formation (ruling repairs)"
    return cannot_work(board, unit)


def repairs(board: Board, unit: Unit) -> list[Feature]:
    """Return what a unit may repair."""
    if unit.kind != "Engineers" or cannot_work(board, unit):
        return []
    return repairable(board.scenario.map, board.position.features, board.at(unit))


def repair(board: Board, unit: Unit, text: str) -> Position:
    """Put a unit to work; at the end of the turn a level is repaired."""
    work = Work(unit.number, parse_feature(board, text))
    return replace(board.position, works=tuple(sorted((*board.position.works, work))))


def repairs_done(position: Position) -> Position:
    """Ruling repairs: finish the turn's work of engineers that were not disorganised."""
    features = position.features
    undisturbed = [work for work in position.works if work.unit not in position.disorganised]
    for feature in dict.fromkeys(work.feature for work in undisturbed):
        if features.state(feature) != "whole":
            features = on_map.repaired(features, feature)
    return replace(position, features=features, works=())


# Pontoons


def why_not_lay(board: Board, unit: Unit, name: str) -> str:
    """Ruling pontoon-laying: say why pontoons may not be laid over a hexside; empty if they may."""
    return _why_not_span(board, unit, board.grid.parse_hexside(name))


def _why_not_span(board: Board, unit: Unit, hexside: Hexside) -> str:
    if unit.kind != "Pontoons":
        return f"{unit.name} is no unit of pontoons"
    if is_laid(board, unit):
        return f"{unit.name} lies over the river already"
    return cannot_work(board, unit) or on_map.why_not_lay(
        board.scenario.map, board.position.features, board.at(unit), hexside, board.foes(unit.side)
    )


def spans(board: Board, unit: Unit) -> list[Hexside]:
    """Return the hexsides a unit may be laid over."""
    if unit.kind != "Pontoons" or not board.is_on_map(unit):
        return []
    return [side for side in board.grid.hexsides(board.at(unit)) if not _why_not_span(board, unit, side)]


def lay(board: Board, unit: Unit, name: str) -> Position:
    """Lay pontoons, which the enemy sees."""
    hexside = board.grid.parse_hexside(name)
    position = replace(
        board.position, features=on_map.with_pontoons(board.position.features, hexside, unit.number)
    )
    return _in_sight(board, position, unit)


def why_not_take_up(board: Board, unit: Unit) -> str:
    """Ruling pontoon-laying: say why pontoons may not be taken up; empty if they may."""
    if not is_laid(board, unit):
        return f"{unit.name} lies over no river"
    return cannot_work(board, unit)


def take_up(board: Board, unit: Unit) -> Position:
    """Take up pontoons, which the enemy sees; they move no farther this turn."""
    position = without_work(board.position, [unit])
    return _in_sight(board, replace(position, stopped=position.stopped | {unit.number}), unit)


def _in_sight(board: Board, position: Position, unit: Unit) -> Position:
    side = enemy(unit.side)
    knowledge = with_sightings(board.scenario, position.known[side], position, [unit.number], states=False)
    return with_known(position, side, knowledge)
