"""What must always hold: of a position, and of the step from one position to the next."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.orders import CloseAssault, Exit, Load, Mines, Overrun
from grognard.games.panzerblitz.position import EXITED, LOST, ON_FOOT, PHASES, WAITING
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import STACK, enemy
from grognard.hexes.paths import points
from grognard.rules.orders import Arrive, EndPhase, Move, Resolve

# The orders whose dice can eliminate or disperse somebody.
ATTACKS = (Mines, Resolve, Overrun, CloseAssault)


def faults(ground: Ground) -> list[str]:
    """Return every invariant a position breaks."""
    count = len(ground.scenario.units)
    position = ground.position
    if any(len(each) != count for each in (position.at, position.aboard, position.spent, position.hexes)):
        return ["a unit has no place"]
    checks = (_misplaced, _stacked, _carried, _overspent, _marked, _announced, _astray)
    return list(chain.from_iterable(check(ground) for check in checks))


def _misplaced(ground: Ground) -> Iterator[str]:
    """Every unit is on the map, waits, is lost or has left; who was set up does not wait."""
    for unit in ground.scenario.units:
        at = ground.at(unit)
        if at >= ground.grid.size or at < EXITED:
            yield f"{unit.name} is nowhere"
        carrier = ground.scenario.by_id[unit.rides] if unit.rides else unit
        if carrier.at is not None and at == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if ground.position.turn < carrier.turn and at != WAITING:
            yield f"{unit.name} is there before turn {carrier.turn}"


def _stacked(ground: Ground) -> Iterator[str]:
    """Two sides never share a hex; no hex holds more units than the ruling says, unless wrecks fell among them."""
    for at in ground.stacks:
        units = ground.garrison(at)
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {ground.grid.hex_name(at)}"
        if units and len(units) > STACK[units[0].side]:
            yield f"{ground.grid.hex_name(at)} holds too many units"


def _carried(ground: Ground) -> Iterator[str]:
    """Whoever rides is where its carrier is; a carrier carries one, and rides on nobody."""
    position = ground.position
    seen: set[int] = set()
    for unit in ground.scenario.units:
        carrier = position.aboard[unit.number]
        if carrier == ON_FOOT:
            continue
        if position.at[carrier] != position.at[unit.number]:
            yield f"{unit.name} rides on {ground.scenario.units[carrier].name}, which is elsewhere"
        if carrier in seen or position.aboard[carrier] != ON_FOOT:
            yield f"{ground.scenario.units[carrier].name} carries more than it can"
        seen.add(carrier)


def _overspent(ground: Ground) -> Iterator[str]:
    """Only the side to move has moved, no farther than its factor; who fired has not moved."""
    position = ground.position
    for unit in ground.scenario.units:
        spent, moved = position.spent[unit.number], position.hexes[unit.number]
        if spent > points(unit.type.movement) or spent < 0:
            yield f"{unit.name} has moved farther than it may"
        if (spent or moved) and unit.side != position.side:
            yield f"{unit.name} has moved in the enemy's turn"
        if moved and not unit.type.movement:
            yield f"{unit.name} has no movement factor, and moved"


def _marked(ground: Ground) -> Iterator[str]:
    """Who is dispersed is on the map; who was dispersed in this turn is of the side that is not to move."""
    position = ground.position
    for unit in _units(ground, position.dispersed | position.survivors):
        if ground.at(unit) < 0:
            yield f"{unit.name} is dispersed or on mines, and not on the map"
    for unit in _units(ground, position.shaken):
        if unit.side == position.side or unit.number not in position.dispersed:
            yield f"{unit.name} was dispersed in its own turn, or is not dispersed"
    for unit in _units(ground, position.survivors):
        if ground.at(unit) not in ground.mines() and ground.at(unit) not in ground.position.cleared:
            yield f"{unit.name} has survived mines where there are none"


def _announced(ground: Ground) -> Iterator[str]:
    """Fire is announced by the side to move, each unit once, and resolved before anybody moves."""
    position = ground.position
    if position.announced and position.phase not in ("fire", "resolution"):
        yield f"fire is announced, and this is {position.phase}"
    firing = [unit for order in position.announced for unit in order.units]
    if len(set(firing)) != len(firing):
        yield "a unit fires twice"
    for unit in map(ground.scenario.by_id.__getitem__, firing):
        if unit.side != position.side or unit.number not in position.acted:
            yield f"{unit.name} is announced to fire and has not acted"


def _astray(ground: Ground) -> Iterator[str]:
    position = ground.position
    if not 1 <= position.turn <= ground.scenario.turns or position.phase not in PHASES:
        yield f"turn {position.turn}, phase {position.phase} is none of the scenario's"
    if not position.german | position.soviet <= ground.scenario.worth.keys():
        yield "a hex is held that nobody counts"
    if position.german & position.soviet:
        yield "both sides hold a hex"
    if not position.cleared <= ground.scenario.mines:
        yield "mines are cleared where there were none"


def _units(ground: Ground, numbers: Iterable[int]) -> Iterator[Unit]:
    return (ground.scenario.units[number] for number in sorted(numbers))


# From one position to the next


def step_faults(before: Ground, order: msgspec.Struct, after: Ground) -> list[str]:
    """Return every invariant that a step breaks."""
    checks = (_moved, _harmed, _gone_stay_gone, _wrecks_stay, _held_changed, _time_went)
    return list(chain.from_iterable(check(before, order, after) for check in checks))


def _moved(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """Who changed its place was ordered to, rides on who was, or was eliminated by an attack."""
    for unit in before.scenario.units:
        if before.at(unit) == after.at(unit) or (after.at(unit) == LOST and isinstance(order, ATTACKS)):
            continue
        carrier = before.position.aboard[unit.number]
        who = before.scenario.units[carrier].id if carrier != ON_FOOT else unit.id
        match order:
            case Move(mover, _) | Arrive(mover, _) | Exit(mover) if mover == who:
                continue
            case Overrun(movers, _) if who in movers:
                continue
            case Load(loaded, _) if loaded == unit.id:
                continue
        yield f"{unit.name} changes its place, and was not ordered to"


def _harmed(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """Only attacks harm anybody, and only the enemy of who makes them."""
    foe = enemy(before.position.side)
    for unit in before.scenario.units:
        number = unit.number
        harmed = (
            after.at(unit) == LOST != before.at(unit)
            or number in (after.position.dispersed | after.position.rallied) - before.position.dispersed
        )
        side = before.holder(before.at(unit)) if unit.is_fort else unit.side
        if harmed and (not isinstance(order, ATTACKS) or side != foe):
            yield f"{unit.name} is harmed, and nobody attacked it"


def _gone_stay_gone(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:  # noqa: ARG001 - as above
    for unit in before.scenario.units:
        if before.at(unit) in (LOST, EXITED) and after.at(unit) != before.at(unit):
            yield f"{unit.name} comes back"


def _wrecks_stay(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:  # noqa: ARG001 - as above
    if len(after.position.wrecks) < len(before.position.wrecks):
        yield "a wreck is gone"
    if not before.position.cleared <= after.position.cleared:
        yield "mines come back"


def _held_changed(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """Ground changes hands only when a player turn ends, and goes to who stands on it."""
    for side in before.scenario.sides:
        for at in after.position.held(side) - before.position.held(side):
            if not isinstance(order, (EndPhase, *ATTACKS)) or not any(
                unit.side == side and unit.type.kind not in ("truck", "wagon") for unit in after.garrison(at)
            ):
                yield f"{before.grid.hex_name(at)} changes hands, and nobody is there to take it"


def _time_went(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """Time goes on by the end of a phase, or by the last attack that a phase demands, or announces nothing."""
    was = (before.position.turn, before.position.side, before.position.phase)
    now = (after.position.turn, after.position.side, after.position.phase)
    forced = before.position.phase in ("minefields", "resolution")
    if was != now and not isinstance(order, EndPhase) and not forced:
        yield f"the phase ends, and nobody ended it: {was} to {now}"
