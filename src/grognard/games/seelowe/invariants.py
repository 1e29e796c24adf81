"""What must always hold: of a position, and of the step from one position to the next."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.orders import AirAttack
from grognard.games.seelowe.position import LOST, PHASES, WAITING
from grognard.games.seelowe.scenario import Unit
from grognard.games.seelowe.terms import enemy
from grognard.rules.orders import Arrive, Attack, EndPhase, Move

MOVING = ("movement", "mechanised movement")


def faults(ground: Ground) -> list[str]:
    """Return every invariant a position breaks."""
    if len(ground.position.at) != len(ground.scenario.units):
        return ["a unit has no place"]
    checks = (_misplaced, _stacked, _overspent, _marked, _remembered, _astray)
    return list(chain.from_iterable(check(ground) for check in checks))


def _misplaced(ground: Ground) -> Iterator[str]:
    """Every unit is on land, waits, or is lost; who was set up does not wait, who comes later does."""
    for unit in ground.scenario.units:
        at = ground.at(unit)
        if at >= 0 and (at >= ground.grid.size or ground.scenario.map.is_water(at)):
            yield f"{unit.name} stands in the sea"
        if at < LOST:
            yield f"{unit.name} is nowhere"
        if unit.kind == "air" and at >= 0:
            yield f"{unit.name} stands on the map"
        if unit.at is not None and at == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if ground.position.turn < unit.turn and at != WAITING:
            yield f"{unit.name} is there before turn {unit.turn}"


def _stacked(ground: Ground) -> Iterator[str]:
    for at, units in ground.stacks.items():
        name = ground.grid.hex_name(at)
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {name}"
        if ground.room(at) < 0:
            yield f"{name} holds too many units"


def _overspent(ground: Ground) -> Iterator[str]:
    """Points are spent by units of the side to move, on the map, in its movement phases, and no more than they have."""
    position = ground.position
    for unit in ground.scenario.units:
        spent = position.spent[unit.number]
        if ground.allowed(unit) < 0 or spent < 0:
            yield f"{unit.name} has moved farther than it may"
        moves = position.now.side == unit.side and position.now.name in MOVING and ground.at(unit) >= 0
        if spent and not moves:
            yield f"{unit.name} has moved in a phase that is not its own"


def _marked(ground: Ground) -> Iterator[str]:
    """Who is disrupted or came ashore is a unit on the map."""
    for word, numbers in (("disrupted", ground.position.disrupted), ("ashore", ground.position.ashore)):
        for unit in _units(ground, numbers):
            if ground.at(unit) < 0:
                yield f"{unit.name} is {word} and not on the map"


def _remembered(ground: Ground) -> Iterator[str]:
    """The side to move attacks and flies, the other is attacked; only who is on the map is out of supply."""
    position = ground.position
    for unit in _units(ground, position.acted):
        phases = ("movement",) if unit.kind == "air" else ("movement", "air attack")
        if unit.side != position.now.side or position.now.name in phases:
            yield f"{unit.name} has acted before its time"
    for unit in _units(ground, position.attacked):
        if unit.side != enemy(position.now.side) or position.now.name in MOVING:
            yield f"{unit.name} is attacked in its own turn or while units move"
    for unit in ground.scenario.units:
        if position.supply[unit.number] != "supplied" and unit.side != position.now.side:
            yield f"{unit.name} is judged for supply in the enemy's turn"


def _astray(ground: Ground) -> Iterator[str]:
    position = ground.position
    if not 1 <= position.turn <= ground.scenario.turns or not 0 <= position.phase < len(PHASES):
        yield f"turn {position.turn}, phase {position.phase} is none of the scenario's"
    if not position.held <= ground.scenario.holdings:
        yield "a hex is held that nobody counts"


def _units(ground: Ground, numbers: Iterable[int]) -> Iterator[Unit]:
    return (ground.scenario.units[number] for number in sorted(numbers))


# From one position to the next


def step_faults(before: Ground, order: msgspec.Struct, after: Ground) -> list[str]:
    """Return every invariant that a step breaks."""
    checks = (_moved, _fought, _lost_stay_lost, _supply_changed, _held_changed, _time_went)
    return list(chain.from_iterable(check(before, order, after) for check in checks))


def _changed(before: Ground, after: Ground) -> list[Unit]:
    return [unit for unit in before.scenario.units if before.at(unit) != after.at(unit)]


def _moved(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """Who moved is who was ordered to, or took part in the battle and was driven back, or gave way to a friend."""
    for unit in _changed(before, after):
        match order:
            case Move(mover, _) | Arrive(mover, _) if unit.id == mover:
                continue
            case AirAttack(flyers, _) if unit.id in flyers and after.at(unit) == LOST:
                continue
            case Attack() if before.at(unit) >= 0 and unit.kind != "air":
                continue
        yield f"{unit.name} changes its place, and was not ordered to"


def _fought(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """8.0, 10.0 Nobody attacks or is attacked twice in a phase; only attackers advance; one air unit is lost at most."""
    if not isinstance(order, Attack | AirAttack):
        return
    target = before.grid.parse_hex(order.target)
    for unit in [before.scenario.by_id[each] for each in order.units]:
        if before.at(unit) == LOST or unit.number in before.position.acted:
            yield f"{unit.name} attacks, and is eliminated or has attacked already"
    for unit in before.units_at(target):
        if unit.number in before.position.attacked:
            yield f"{unit.name} is attacked a second time"
    for unit in _changed(before, after):
        if after.at(unit) == target and unit.id not in order.units:
            yield f"{unit.name} advances, and did not attack"
        if after.at(unit) >= 0 and before.grid.distance(before.at(unit), after.at(unit)) > 1:
            yield f"{unit.name} is driven more than one hex"
    if isinstance(order, AirAttack) and len(_changed(before, after)) > 1:
        yield "more than one air unit is lost in an attack"


def _lost_stay_lost(before: Ground, _order: msgspec.Struct, after: Ground) -> Iterator[str]:
    for unit in _changed(before, after):
        if before.at(unit) == LOST:
            yield f"{unit.name} is back from the dead"
        if after.at(unit) == WAITING:
            yield f"{unit.name} has left the map"


def _supply_changed(before: Ground, _order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """13.0 Supply is judged when a player-turn begins, and then by what is on the map; it holds until the next."""
    if _is_player_turn(before, after):
        for unit in after.scenario.units:
            mine = unit.side == after.position.now.side and after.at(unit) >= 0
            judged = after.supply(unit) if mine else "supplied"
            if after.position.supply[unit.number] != judged:
                yield f"{unit.name} begins its turn {after.position.supply[unit.number]}, and is {judged}"
    elif before.position.supply != after.position.supply:
        yield "supply changes in the middle of a player-turn"


def _is_player_turn(before: Ground, after: Ground) -> bool:
    """Say whether another player-turn has begun."""
    one, other = before.position, after.position
    return not other.over and (one.turn, one.now.side) != (other.turn, other.now.side)


def _held_changed(before: Ground, _order: msgspec.Struct, after: Ground) -> Iterator[str]:
    """Places change hands at the end of a player-turn, into those of the side whose turn it was."""
    taken, given = after.position.held - before.position.held, before.position.held - after.position.held
    ended = after.position.over or _is_player_turn(before, after)
    if (taken or given) and not ended:
        yield "a place changes hands in the middle of a player-turn"
    for hexes, side in ((taken, "German"), (given, "British")):
        for at in hexes:
            if not any(unit.fights and unit.side == side for unit in after.units_at(at)):
                yield f"{after.grid.hex_name(at)} goes to the {side} side, which has nobody there"


def _time_went(before: Ground, order: msgspec.Struct, after: Ground) -> Iterator[str]:
    one, other = before.position, after.position
    went = (other.turn, other.phase, other.over) > (one.turn, one.phase, one.over)
    if went != isinstance(order, EndPhase):
        yield f"from turn {one.turn} phase {one.phase} to turn {other.turn} phase {other.phase} by {order}"
