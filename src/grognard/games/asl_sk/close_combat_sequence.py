# SPDX-License-Identifier: Apache-2.0
"""Close combat on the map carried out: how it begins, goes on, is rolled and ends (ruling declaring).

Without a vehicle the ATTACKER declares all attacks, then the DEFENDER, and all are rolled; after an ambush each side
declares and rolls by itself, the ambusher first; with a vehicle sides take turns, and each attack is rolled at once.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from grognard.games.asl_sk import ambush as ambushes
from grognard.games.asl_sk import close_combat_orders
from grognard.games.asl_sk.ambush import Ambushed
from grognard.games.asl_sk.attack import Outcome
from grognard.games.asl_sk.board import Board, state_of
from grognard.games.asl_sk.close_combat import resolve
from grognard.games.asl_sk.close_combat_orders import in_hand, role_of
from grognard.games.asl_sk.losses import Losses, after_loss
from grognard.games.asl_sk.new_leaders import join
from grognard.games.asl_sk.position import Combat, Position, State
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.round_sequence import first_mover, has_vehicles, next_mover
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.simultaneous_attacks import NewLeader, RoundLosses, fight, roll_all
from grognard.games.asl_sk.stacks import infantry
from grognard.games.asl_sk.terms import Nation
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.umpire import Call, Rule


def begin(board: Board, at: HexId) -> Rule[Position]:
    """Begin the close combat in a hex: roll for ambush, and find which side attacks first."""
    sheet, by = close_combat_orders.ambush_sheet(board, at), None
    if sheet:
        ambushed: Ambushed = yield Call(ambushes.ambush, sheet)
        by = None if ambushed.by == "nobody" else board.nation(ambushed.by)
    ours, theirs = (board.pieces(board.units_at(at, side)) for side in board.sides)
    now = fight(ours, theirs, role_of(board, by))
    combat = Combat(at, board.nation(first_mover(now)), "turns" if has_vehicles(now) else "declare", by)
    return settle(board.after(replace(board.position, combat=combat)))


def attack(board: Board, units: Sequence[Unit], at: str) -> Rule[Position]:
    """Declare an attack; with a vehicle in the hex it is rolled at once."""
    combat, sheet = in_hand(board), close_combat_orders.sheet(board, units, at)
    position = close_combat_orders.declared(board, [(units, close_combat_orders.attackable(board)[at])])
    if combat.stage == "declare":
        return position
    outcome: Outcome = yield Call(resolve, sheet)
    base = base_unit(infantry(sheet.attackers))
    made = {board.side: (NewLeader(outcome.leader, base.called),) if outcome.leader and base else ()}
    after = apply_losses(board.after(position), (*outcome.losses, *outcome.attackers_lose), made)
    now = in_hand(board.after(after))
    mover = board.nation(next_mover(board.role(board.side), role_of(board, combat.by)))
    now = replace(now, attacks=(), mover=mover, passed=False)
    return settle(board.after(replace(after, combat=now)))


def pass_on(board: Board) -> Position:
    """Let the side make no more attacks: the other side's turn comes, or the dice."""
    combat, position = in_hand(board), board.position
    other = board.scenario.enemy(combat.mover)
    if combat.stage == "turns":
        if combat.passed:
            return finish(board)
        return replace(position, combat=replace(combat, mover=other, passed=True))
    if combat.by is None and combat.mover == position.player:
        return replace(position, combat=replace(combat, mover=other))
    if combat.attacks:
        mover = combat.mover if combat.by else position.player
        return replace(position, combat=replace(combat, mover=mover, stage="resolve"))
    return _next_half(board)


def _next_half(board: Board) -> Position:
    """Go on after the attacks of one side, or of both: after those of an ambusher the survivors strike back."""
    combat = in_hand(board)
    if combat.by != combat.mover:
        return finish(board)
    other = board.scenario.enemy(combat.mover)
    return replace(board.position, combat=replace(combat, mover=other, stage="declare", attacks=()))


def settle(board: Board) -> Position:
    """Skip sides without a possible attack, until a side has something to decide."""
    while (combat := board.position.combat) and combat.stage != "resolve":
        if close_combat_orders.can_attack(board, combat.mover) or any(
            attack.side == combat.mover for attack in combat.attacks
        ):
            break
        board = board.after(pass_on(board))
    return board.position


def finish(board: Board) -> Position:
    """End the close combat in a hex; survivors that advanced into it are in a Melee, if enemies are left.

    Ruling new-leader: leaders created join, if the units that created them are left.
    """
    combat = in_hand(board)
    units = list(board.changed(board.units_at(combat.at), came=False).units)
    for base, leader in sorted(combat.made, key=lambda made: made[1], reverse=True):
        if units[base].at == combat.at:
            join(board, units, board.scenario.units[base].side, State(leader, combat.at))
    fought = board.position.fought | {combat.at}
    return replace(board.position, units=tuple(units), combat=None, fought=fought)


def roll(board: Board) -> Rule[Position]:
    """Roll all attacks that were declared, and apply their results."""
    ours, theirs = board.sides
    rolled = close_combat_orders.linked(
        board,
        close_combat_orders.attacks_of(board, ours),
        close_combat_orders.attacks_of(board, theirs),
        close_combat_orders.mode_in(board, in_hand(board).at),
    )
    results: RoundLosses = yield roll_all(rolled)
    losses = (*results.attackers_lose, *results.defenders_lose)
    made = {ours: results.attackers_made, theirs: results.defenders_made}
    return settle(board.after(_next_half(board.after(apply_losses(board, losses, made)))))


def apply_losses(board: Board, losses: Losses, made: Mapping[Nation, tuple[NewLeader, ...]]) -> Position:
    """Return the position after losses in the close combat in hand; leaders created are recorded, or join at once."""
    units, wrecks, combat = list(board.position.units), board.position.wrecks, in_hand(board)
    by_name = board.scenario.by_name
    for loss in losses:
        unit = by_name[loss.unit]
        after = after_loss(board.piece(unit), loss.becomes)
        state = units[unit.number]
        units[unit.number] = replace(state, at=LOST) if after is None else state_of(after, state)
        wrecks = (*wrecks, combat.at) if unit.is_afv and after is None else wrecks
    for side, leaders in made.items():
        for leader in sorted(leaders, reverse=True):
            if leader.base:
                combat = replace(combat, made=(*combat.made, (by_name[leader.base].number, leader.leader)))
            else:
                join(board, units, side, State(leader.leader, combat.at))
    return replace(board.position, units=tuple(units), wrecks=tuple(sorted(wrecks)), combat=combat)
