# SPDX-License-Identifier: Apache-2.0
"""Close assaults on the map: which units may make them, against which hexes, and what becomes of them."""

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz import close_assault
from grognard.games.panzerblitz.attack_limits import why_not_attack
from grognard.games.panzerblitz.attack_orders import AdjacentAttack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.losses import strike
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.rules.cache import cached_on_board
from grognard.umpire import Rule


def cannot_assault(board: Board, unit: Unit) -> str:
    """Say why a unit may not assault in this phase; empty if it may."""
    if reason := board.why_not_now(unit, "close assault", "assault"):
        return reason
    if not board.is_on_foot(unit):
        return f"{unit.name} is not on foot on the map"
    if not unit.type.is_infantry:
        return f"{unit.name} is no infantry, and may not close assault (ruling close-assault)"
    return why_not_attack("close-assault", unit.called, board.activity(unit))


def why_not_on(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not assault a hex; empty if it may."""
    if reason := cannot_assault(board, unit):
        return reason
    far = board.grid.distance(board.at(unit), target) != 1
    return f"{unit.name} is not next to {board.grid.names[target]} (ruling close-assault)" if far else ""


def situation(board: Board, units: Sequence[Unit], target: HexId) -> close_assault.CloseAssault:
    """Return what the card asks about a close assault, from the position."""
    stacks: dict[HexId, list[str]] = defaultdict(list)
    for unit in units:
        stacks[board.at(unit)].append(unit.type.id)
    return close_assault.CloseAssault(
        attackers=tuple("+".join(types) + board.height(at, target) for at, types in stacks.items()),
        targets=board.desk_notation(board.under_attack(target)),
        terrain=board.footing(target),
        elevation=board.level(target),
    )


ASSAULT = AdjacentAttack(
    attack="close-assault", verb="assault", procedure=close_assault.PROCEDURE,
    why_not_on=why_not_on, situation=situation, worksheet=close_assault.worksheet,
)  # fmt: skip
targets = cached_on_board(ASSAULT.targets)


def assault(board: Board, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Ruling close-assault: carry out a close assault."""
    sheet = ASSAULT.sheet(board, units, target)
    position = yield from strike(board, board.under_attack(target), sheet)
    return replace(
        position,
        acted=position.acted | {unit.number for unit in units},
        assaulted=position.assaulted | {target},
    )
