# SPDX-License-Identifier: Apache-2.0
"""What must always hold: for a position, and for the step from one position to the next."""

from collections.abc import Iterator

import msgspec

from grognard.games.asl_sk import close_combat_orders, close_combat_sequence
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.move_orders import allowance
from grognard.games.asl_sk.orders import Advance, Attack, BestPairing, Fall, Rally, Rout
from grognard.games.asl_sk.position import PHASES
from grognard.games.asl_sk.scenario import Unit, too_many
from grognard.games.asl_sk.units import afv_types, roster
from grognard.hexes.paths import points
from grognard.play.places import LOST, WAITING, is_on_map
from grognard.rules.map_invariants import (
    displacement_faults,
    every_fault,
    time_and_ground_faults,
    time_goes_on,
)
from grognard.rules.naming import names
from grognard.rules.orders import EndPhase, Move, Resolve

# The orders whose dice can harm units.
HARMING = (Fall, Rally, Attack, Resolve, Advance)


def faults(board: Board) -> list[str]:
    """Return every invariant that a position breaks."""
    if len(board.position.units) != len(board.scenario.units):
        return ["a unit has no place"]
    return every_fault((_misplaced, _marked, _stacked, _mingled, _overspent, _fighting, _astray), board)


def _misplaced(board: Board) -> Iterator[str]:
    """Every unit is on the map or lost; one not created yet is no counter, and all others are one."""
    for unit in board.scenario.units:
        state = board.state(unit)
        if not (0 <= state.at < board.grid.size if is_on_map(state.at) else state.at in (WAITING, LOST)):
            yield f"{unit.name} is nowhere"
        if state.at == WAITING and unit.at is not None:
            yield f"{unit.name} is on the map and yet to be made"
        types = afv_types() if unit.is_afv else roster()
        if state.at != WAITING and (state.type not in types or types[state.type].nation != unit.side):
            yield f"{unit.name} is a {state.type!r}, which is no {unit.side} counter"


def _marked(board: Board) -> Iterator[str]:
    """Markers go together as the card has them: DM only on broken units, no PIN or CX with it, wounds on leaders."""
    for unit in board.scenario.units:
        state = board.state(unit)
        if state.dm and not state.broken:
            yield f"{unit.name} is under DM and not broken"
        if state.broken and (state.pinned or state.cx):
            yield f"{unit.name} is broken, and pinned or CX"
        if state.wounded and (state.cx or not board.is_leader(unit)):
            yield f"{unit.name} is wounded, and CX or no leader"
        if unit.is_afv and (state.broken or state.pinned or state.cx or state.came):
            yield f"{unit.name} has markers of men"
        if not unit.is_afv and (state.ce or state.motion or state.stunned or state.immobile):
            yield f"{unit.name} has markers of an AFV"
        if state.motion and state.immobile:
            yield f"{unit.name} is immobile and in motion"
        if state.stunned and state.ce:
            yield f"{unit.name} is stunned with open hatches"


def _stacked(board: Board) -> Iterator[str]:
    """No side has more in a hex than the ruling says."""
    for at, units in board.stacks.items():
        for side in board.scenario.sides:
            for what in too_many(board.state(unit).type for unit in units if unit.side == side):
                yield f"{board.grid.hex_name(at)} holds too many {side} {what}"


def _mingled(board: Board) -> Iterator[str]:
    """Two sides share a hex only with close combat to come, a Melee going on, a vehicle there, or no unit able to fight."""
    for at, units in board.stacks.items():
        if len({unit.side for unit in units}) == 1 or any(unit.is_afv for unit in units):
            continue
        fresh = any(board.state(unit).came for unit in units)
        if fresh and board.position.phase not in ("advance", "close combat"):
            yield f"{board.grid.hex_name(at)} waits for a close combat, and this is {board.position.phase}"


def _overspent(board: Board) -> Iterator[str]:
    """No unit has moved farther than it may; only the side whose turn it is has moved."""
    for unit in board.scenario.units:
        state = board.state(unit)
        if state.spent and unit.side != board.position.player:
            yield f"{unit.name} has moved in the enemy's turn"
        # A unit that is wounded or breaks after running has moved with more.
        slowed = state.wounded or state.broken
        if is_on_map(state.at) and not slowed and not 0 <= state.spent <= points(allowance(board, unit)):
            yield f"{unit.name} has moved farther than it may"


def _fighting(board: Board) -> Iterator[str]:
    """Each unit attacks once and men are attacked once; all of them are in the hex, or were lost there."""
    combat = board.position.combat
    if combat is None:
        return
    if board.position.phase != "close combat" or combat.at in board.position.fought:
        yield "a close combat is in hand that is none of this phase"
    if combat.stage != "resolve" and close_combat_sequence.settle(board) is not board.position:
        yield "a side is asked that can attack nobody"
    attacking = [number for attack in combat.attacks for number in attack.units]
    attacked = [number for attack in combat.attacks for number in attack.targets]
    if len(set(attacking)) != len(attacking) or len(set(attacked)) != len(attacked):
        yield "a unit attacks or is attacked twice"
    for attack in combat.attacks:
        sides = {board.scenario.units[number].side for number in attack.units}
        if sides != {attack.side} or attack.side in {board.scenario.units[n].side for n in attack.targets}:
            yield "an attack is not by one side on the other"
    for number in (*attacking, *attacked):
        if board.position.units[number].at != combat.at:
            yield f"{board.scenario.units[number].name} fights where it is not"


def _astray(board: Board) -> Iterator[str]:
    position = board.position
    yield from time_and_ground_faults(board, PHASES)
    if position.aimed and (position.aimed.fire not in position.fired or position.combat):
        yield "fire is aimed that was not used"
    if position.fired and position.phase not in ("fire", "defensive fire"):
        yield f"fire was used, and this is {position.phase}"
    if not position.fired <= board.scenario.file.fire.keys():
        yield "fire was used that is not in the plan"


# From one position to the next


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks."""
    return every_fault((_moved, _harmed, _made, _time_goes_on, _declared), before, order, after)


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """A unit that changed its place on the map was ordered to."""

    def is_ordered(unit: Unit) -> bool:
        stays_on = before.is_on_map(unit) and after.is_on_map(unit)
        return not stays_on or (isinstance(order, Move | Rout | Advance) and order.unit == unit.id)

    return displacement_faults(before, after, is_ordered)


def _harmed(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Only what is rolled harms units, and being caught when a rout phase ends."""
    caught = isinstance(order, EndPhase) and before.position.phase in ("rout", "enemy rout")
    for unit in before.scenario.units:
        was, now = before.state(unit), after.state(unit)
        harmed = (
            (now.at == LOST != was.at)
            or (now.broken and not was.broken)
            or (was.type and was.type != now.type)
        )
        if harmed and not isinstance(order, HARMING) and not (caught and was.broken):
            yield f"{unit.name} is harmed, and nothing was rolled"


def _made(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Leaders are created only in close combat, and wrecks stay."""
    for unit in before.scenario.units:
        if before.place(unit) == WAITING != after.place(unit) and before.position.combat is None:
            yield f"{unit.name} is made, and not in close combat"
    if len(after.position.wrecks) < len(before.position.wrecks):
        yield "a wreck is gone"


def _may_end(before: Board, order: msgspec.Struct) -> bool:
    """Phases end by their own order, or by the last close combat."""
    return isinstance(order, EndPhase) or before.position.phase == "close combat"


_time_goes_on = time_goes_on(("turn", "player", "phase"), _may_end)


def _declared(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Rulings declaring, lone-smc: attacks, planned or not, are on one team or all men, by leaders with their groups."""
    if not isinstance(order, Attack | BestPairing) or after.position.combat is None:
        return
    declared = len(close_combat_orders.in_hand(before).attacks)
    allowed = [{unit.number for unit in units} for units in close_combat_orders.attackable(before).values()]
    for attack in after.position.combat.attacks[declared:]:
        units = [before.scenario.units[number] for number in attack.units]
        if set(attack.targets) not in allowed:
            yield f"{names(units)} attack units that nobody can attack together"
        if any(
            before.is_leader(unit) and close_combat_orders.why_not_with(before, unit, units) for unit in units
        ):
            yield f"{names(units)} attack together, and a leader among them is bound to others"
