# SPDX-License-Identifier: Apache-2.0
"""What must always hold: for a position, and for the step from one position to the next."""

from collections.abc import Iterable, Iterator

import msgspec

from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.orders import CloseAssault, Exit, Load, Mines, Overrun
from grognard.games.panzerblitz.position import PHASES
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sequence import FORCED
from grognard.games.panzerblitz.terms import STACK, enemy
from grognard.hexes.paths import points
from grognard.play.places import LOST, is_on_map
from grognard.rules.map_invariants import (
    displacement_faults,
    every_fault,
    placement_faults,
    stacking_faults,
    time_and_ground_faults,
    time_goes_on,
)
from grognard.rules.orders import Arrive, EndPhase, Move, Resolve
from grognard.rules.riding import riding_faults

# The orders whose dice can eliminate or disperse units.
ATTACKS = (Mines, Resolve, Overrun, CloseAssault)


def faults(board: Board) -> list[str]:
    """Return every invariant that a position breaks."""
    count, position = len(board.scenario.units), board.position
    if any(len(field) != count for field in (position.at, position.aboard, position.spent, position.hexes)):
        return ["a unit has no place"]
    return every_fault((_misplaced, _stacked, riding_faults, _overspent, _marked, _announced, _astray), board)


def _misplaced(board: Board) -> Iterator[str]:
    """A unit that rides begins where its carrier does."""
    return placement_faults(board.scenario, board.position, board.scenario.begins_with)


def _stacked(board: Board) -> Iterator[str]:
    """No hex holds more units than the ruling says, not counting forts; wrecks may add to them."""
    stacks = {at: units for at in board.stacks if (units := board.garrison(at))}
    return stacking_faults(board.grid, stacks, lambda at: STACK[stacks[at][0].side] - len(stacks[at]))


def _overspent(board: Board) -> Iterator[str]:
    """Only the side to move has moved, no farther than its factor; a unit that fired has not moved."""
    position = board.position
    for unit in board.scenario.units:
        spent, moved = position.spent[unit.number], position.hexes[unit.number]
        if spent > points(unit.type.movement) or spent < 0:
            yield f"{unit.name} has moved farther than it may"
        if (spent or moved) and unit.side != position.side:
            yield f"{unit.name} has moved in the enemy's turn"
        if moved and not unit.type.movement:
            yield f"{unit.name} has no movement factor, and moved"


def _marked(board: Board) -> Iterator[str]:
    """Dispersed units are on the map; those dispersed this turn belong to the side that is not to move."""
    position = board.position
    for unit in _units(board, position.dispersed | position.survivors):
        if not board.is_on_map(unit):
            yield f"{unit.name} is dispersed or on mines, and not on the map"
    for unit in _units(board, position.shaken):
        if unit.side == position.side or unit.number not in position.dispersed:
            yield f"{unit.name} was dispersed in its own turn, or is not dispersed"
    for unit in _units(board, position.survivors):
        if board.place(unit) not in board.scenario.mines:
            yield f"{unit.name} has survived mines where there are none"


def _announced(board: Board) -> Iterator[str]:
    """Fire is announced by the side to move, each unit once, and resolved before movement."""
    position = board.position
    if position.announced and position.phase not in ("fire", "resolution"):
        yield f"fire is announced, and this is {position.phase}"
    firing = [unit for order in position.announced for unit in order.units]
    if len(set(firing)) != len(firing):
        yield "a unit fires twice"
    for unit in map(board.scenario.by_id.__getitem__, firing):
        if unit.side != position.side or unit.number not in position.acted:
            yield f"{unit.name} is announced to fire and has not acted"


def _astray(board: Board) -> Iterator[str]:
    yield from time_and_ground_faults(board, PHASES)
    if not board.position.cleared <= board.scenario.mines:
        yield "mines are cleared where there were none"


def _units(board: Board, numbers: Iterable[int]) -> Iterator[Unit]:
    return (board.scenario.units[number] for number in sorted(numbers))


# From one position to the next


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks."""
    return every_fault((_moved, _harmed, _works_stay, _held_changed, _time_goes_on), before, order, after)


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """A unit that changed its place was ordered to, rides on one that was, or was eliminated by an attack."""

    def is_ordered(unit: Unit) -> bool:
        if after.place(unit) == LOST and isinstance(order, ATTACKS):
            return True
        who = (before.carrier(unit) or unit).id
        match order:
            case Move(mover, _) | Arrive(mover, _) | Exit(mover):
                return mover == who
            case Overrun(movers, _):
                return who in movers
            case Load(loaded, _):
                return loaded == unit.id
        return False

    return displacement_faults(before, after, is_ordered)


def _harmed(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Only attacks harm units, and only the attacker's enemies."""
    foe = enemy(before.position.side)
    for unit in before.scenario.units:
        number = unit.number
        harmed = (
            after.place(unit) == LOST != before.place(unit)
            or number in (after.position.dispersed | after.position.rallied) - before.position.dispersed
        )
        at = before.place(unit)
        side = before.holder(at) if unit.is_fort and is_on_map(at) else unit.side
        if harmed and (not isinstance(order, ATTACKS) or side != foe):
            yield f"{unit.name} is harmed, and nobody attacked it"


def _works_stay(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Wrecks are never removed, and cleared mines do not come back."""
    if len(after.position.wrecks) < len(before.position.wrecks):
        yield "a wreck is gone"
    if not before.position.cleared <= after.position.cleared:
        yield "mines come back"


def _held_changed(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Ground changes hands only when a player turn ends, and goes to the side whose unit stands on it."""
    for side in before.scenario.sides:
        for at in after.position.held[side] - before.position.held[side]:
            if not isinstance(order, (EndPhase, *ATTACKS)) or not any(
                unit.side == side and unit.type.takes_ground for unit in after.garrison(at)
            ):
                yield f"{before.grid.hex_name(at)} changes hands, and nobody is there to take it"


def _may_end(before: Board, order: msgspec.Struct) -> bool:
    """Phases end by their own order, and by the last attack that a phase demands, or if nothing was announced."""
    return isinstance(order, EndPhase) or before.position.phase in FORCED


_time_goes_on = time_goes_on(("turn", "side", "phase"), _may_end)
