"""Movement in play: who may move in a phase and how far, who comes and goes over the edges, who gets on and off."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from grognard.games.panzerblitz import transport
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.movement import (
    Field,
    Move,
    Steps,
    closed,
    factors,
    may_move_one_hex,
    mobility,
)
from grognard.games.panzerblitz.movement import steps as steps_on
from grognard.games.panzerblitz.position import EXITED, ON_FOOT, WAITING, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import PROHIBITED, SCALE, Reach, points
from grognard.play.tuples import placed
from grognard.rules.cache import once


def is_called(ground: Ground, unit: Unit) -> bool:
    """Say whether a unit is of those that move in this phase, perhaps in vain."""
    at = ground.at(unit)
    if at < WAITING or unit.is_fort:
        return False
    if ground.is_aboard(unit):
        return at >= 0 and ground.position.phase == "vehicles"
    return unit.is_vehicle == (ground.position.phase == "vehicles")


def can_act(ground: Ground, unit: Unit) -> bool:
    """Say whether a unit may do anything of what is done while units move: come, move, get on or off."""
    if not is_called(ground, unit):
        return False
    if ground.at(unit) == WAITING:
        return not cannot_arrive(ground, unit)
    if ground.is_aboard(unit):
        return not why_not_unload(ground, unit)
    return not cannot_move(ground, unit) or any(
        not why_not_load(ground, unit, other) for other in ground.garrison(ground.at(unit))
    )


def _wrong_phase(ground: Ground, unit: Unit) -> str:
    """Ruling play-sequence: vehicles move first, and then all others."""
    position = ground.position
    phase = "vehicles" if unit.is_vehicle else "infantry"
    if unit.side == position.side and position.phase == phase:
        return ""
    return f"{unit.name} does not move in the {position.side} {position.phase} phase (ruling play-sequence)"


# How far


def cannot_move(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not move in this phase at all; nothing where it may."""
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if unit.is_fort:
        return f"{unit.name} stays where it is"
    reason = _wrong_phase(ground, unit) or transport.why_not_move(
        unit.called, ground.done(unit), aboard=ground.is_aboard(unit)
    )
    if reason:
        return reason
    if ground.position.hexes[unit.number] and ground.at(unit) in ground.mines() | ground.scenario.blocks:
        return f"{unit.name} had to stop in {ground.grid.names[ground.at(unit)]} (rulings mines-entry and blocks)"
    return "" if left_to(ground, unit) > 0 else f"{unit.name} has no movement left"


def left_to(ground: Ground, unit: Unit) -> int:
    """Return what a unit has left of its movement factor, in twelfths."""
    return points(unit.type.movement) - ground.position.spent[unit.number]


def told(ground: Ground, unit: Unit) -> Steps:
    """Return what steps on the map cost a unit."""
    return steps_on(ground.scenario.file.map, mobility(unit.type), ground.card)


@once
def _fields(ground: Ground) -> dict[bool, Field]:
    """What stands in the way of the side to move: of those that have not moved yet, and of those that have."""
    side = ground.position.side
    friends = [at for at in ground.hexes_of(side) for _ in ground.garrison(at)]
    blocks, foes = ground.scenario.blocks, ground.foes(side)
    forts = frozenset(at for at in foes if ground.fort_at(at))
    return {
        moved: Field(
            side,
            # A block is entered by the first step of a move alone (ruling blocks).
            enemies=foes | blocks if moved else foes,
            friends=[*friends, *ground.position.wrecks],
            mines=ground.mines(),
            blocks=frozenset() if moved else blocks,
            forts=forts,
            card=ground.card,
        )
        for moved in (False, True)
    }


def going(ground: Ground, unit: Unit) -> Move:
    """Return the move of a unit from where it stands, with what it has left; worked out once for a position."""
    known: dict[int, Move] = ground.known.setdefault(going, {})
    if unit.number not in known:
        moved, left = ground.position.hexes[unit.number] > 0, Fraction(left_to(ground, unit), SCALE)
        field = _fields(ground)[moved]
        known[unit.number] = Move(unit.called, ground.at(unit), told(ground, unit), field, left, moved=moved)
    return known[unit.number]


def reach(ground: Ground, unit: Unit) -> Reach:
    """Return where a unit can go with what it has left."""
    return going(ground, unit).reach


def why_not_to(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; nothing where it can."""
    if hex_id == ground.at(unit):
        return f"{unit.name} is there"
    reason = cannot_move(ground, unit)
    if not reason and ground.position.hexes[unit.number] and hex_id in ground.scenario.blocks:
        name = ground.grid.names[hex_id]
        return f"{name} is blocked: a unit enters it only from the hex next to it in which it began (ruling blocks)"
    return reason or going(ground, unit).why_not(hex_id)


def mind(ground: Ground, unit: Unit, path: Sequence[HexId]) -> str:
    """Say what a unit should mind before it takes a way: mines, a block, and that whoever drives by road overruns nobody."""
    notes = []
    if path[-1] in ground.mines():
        notes.append("mines: it stops and they attack it")
    if path[-1] in ground.scenario.blocks:
        notes.append("a block: it stops")
    if unit.type.is_armoured_vehicle and _by_road(ground, path):
        notes.append("by road: no overrun this turn")
    return ", ".join(notes)


def move(ground: Ground, unit: Unit, hex_id: HexId) -> Position:
    """Move a unit with whoever rides on it. In free play it may go where it cannot, and has then nothing left."""
    found = reach(ground, unit) if ground.at(unit) >= 0 else None
    cost = found.cost(hex_id) if found else None
    path = found.path(hex_id) if found and cost is not None else (hex_id, hex_id)
    spent = left_to(ground, unit) if cost is None else cost
    after = _moved(ground, unit, hex_id, spent, len(path) - 1)
    return _on_road(after, unit) if _by_road(ground, path) else after


def _moved(ground: Ground, unit: Unit, hex_id: HexId, cost: int, hexes: int) -> Position:
    position, number = ground.position, unit.number
    at, party = position.at, {number, *riding(ground, unit)}
    for each in party:
        at = placed(at, each, hex_id)
    off_mines = party if hex_id != position.at[number] else set()
    return replace(
        position,
        at=at,
        spent=placed(position.spent, number, position.spent[number] + cost),
        hexes=placed(position.hexes, number, position.hexes[number] + hexes),
        survivors=position.survivors - off_mines,
    )


def _on_road(position: Position, unit: Unit) -> Position:
    return replace(position, on_road=position.on_road | {unit.number})


def _by_road(ground: Ground, path: Sequence[HexId]) -> bool:
    """Say whether a way has the good of a road on any of its steps."""
    board, taken = ground.scenario.map, _fields(ground)[False].taken
    sides = [(ground.grid.hexside_between(here, there), there) for here, there in pairwise(path)]
    return any(side is not None and there not in taken and board.roads_at(side) for side, there in sides)


def riding(ground: Ground, unit: Unit) -> tuple[int, ...]:
    """Return the number of whoever rides on a unit."""
    rider = ground.riders.get(unit.number)
    return (rider.number,) if rider else ()


def price(ground: Ground, unit: Unit, way: Sequence[HexId]) -> int | None:
    """Return what a way costs a unit off the road, step by step; none where some step is barred."""
    ways = told(ground, unit).ways
    costs = [ways.step_cost(here, there, off_road=True) for here, there in pairwise(way)]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


# Over the edges


def cannot_arrive(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not come in this phase at all; nothing where it may."""
    if ground.at(unit) != WAITING or not unit.box:
        return f"{unit.name} is not waiting to come"
    reason = _wrong_phase(ground, unit) or transport.why_not_move(unit.called, ground.done(unit))
    if reason:
        return reason
    late = ground.position.turn < unit.turn
    return f"{unit.name} comes on turn {unit.turn}" if late else ""


def possible_hexes(ground: Ground, unit: Unit) -> Sequence[HexId]:
    """Return the hexes a unit might come to."""
    return () if cannot_arrive(ground, unit) else ground.scenario.map.place("entry", unit.box).hexes


def why_not_arrive(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not come to a hex; nothing where it may."""
    reason, name = cannot_arrive(ground, unit), ground.grid.names[hex_id]
    if reason:
        return reason
    if hex_id not in ground.scenario.map.place("entry", unit.box).hexes:
        return f"{unit.name} comes over the {unit.box}, and {name} is not on it"
    if hex_id in ground.foes(unit.side):
        return closed(name, in_a_fort=ground.fort_at(hex_id) is not None)
    if ground.room(hex_id, unit.side) <= 0:
        return f"{name} is full (ruling stacking)"
    cost = _arrival(ground, unit, hex_id)
    if cost == PROHIBITED:
        return f"{unit.name} may not come to {name}: {told(ground, unit).mired(hex_id)}"
    if cost > left_to(ground, unit) and not may_move_one_hex(unit.type.movement, ground.card):
        return (
            f"{name} costs {factors(cost)} MF, and {unit.name} has {unit.type.movement} (ruling one-hex-move)"
        )
    return ""


def _arrival(ground: Ground, unit: Unit, hex_id: HexId) -> int:
    """Ruling arrival: return what coming to a hex costs, as a step into it would."""
    return told(ground, unit).arrival(hex_id, road=_comes_by_road(ground, hex_id))


def _comes_by_road(ground: Ground, hex_id: HexId) -> bool:
    """Say whether a road that counts leads onto the map in a hex: one that ends there, with nobody on it."""
    ends = {end for road in ground.scenario.map.roads for end in (road.hexes[0], road.hexes[-1])}
    return hex_id in ends and hex_id not in _fields(ground)[False].taken


def arrive(ground: Ground, unit: Unit, hex_id: HexId) -> Position:
    """Bring a unit onto the map, with whoever rides on it; it pays for the hex it enters, at most all it has."""
    cost = min(max(_arrival(ground, unit, hex_id), 0), left_to(ground, unit))
    after = _moved(ground, unit, hex_id, cost, 1)
    return _on_road(after, unit) if _comes_by_road(ground, hex_id) else after


def why_not_exit(ground: Ground, unit: Unit) -> str:
    """Ruling leaving: say why a unit may not leave the map; nothing where it may, which costs nothing."""
    reason = cannot_move(ground, unit)
    if reason:
        return reason
    if ground.at(unit) not in ground.scenario.exits[unit.side]:
        return f"{unit.name} is not at an edge over which it may leave"
    return ""


def leave(ground: Ground, unit: Unit) -> Position:
    """Take a unit off the map, with whoever rides on it."""
    position, at, aboard = ground.position, ground.position.at, ground.position.aboard
    gone = {unit.number, *riding(ground, unit)}
    for number in gone:
        at = placed(at, number, EXITED)
        aboard = placed(aboard, number, ON_FOOT)
    return replace(position, at=at, aboard=aboard, survivors=position.survivors - gone)


# Getting on and off


def why_not_load(ground: Ground, unit: Unit, carrier: Unit) -> str:
    """Ruling loading: say why a unit may not be loaded now; nothing where it may."""
    position = ground.position
    if unit.side != position.side or position.phase != "infantry":
        return f"units are loaded in their infantry phase, and this is {position.side} {position.phase} (ruling loading)"
    if ground.at(unit) < 0 or ground.is_aboard(unit) or ground.is_aboard(carrier):
        return f"{unit.name} cannot get onto {carrier.name}"
    return transport.why_not_load(
        carrier.called,
        unit.called,
        carrier_done=ground.done(carrier),
        passenger_done=ground.done(unit),
        laden=carrier.number in ground.riders,
        together=ground.at(unit) == ground.at(carrier),
        card=ground.card,
    )


def load(ground: Ground, unit: Unit, carrier: Unit) -> Position:
    """Load a unit, which takes the whole turn of both."""
    position = ground.position
    return replace(
        position,
        at=placed(position.at, unit.number, position.at[carrier.number]),
        aboard=placed(position.aboard, unit.number, carrier.number),
        carried=position.carried | {unit.number, carrier.number},
    )


def why_not_unload(ground: Ground, unit: Unit) -> str:
    """Ruling unloading: say why a unit may not be unloaded now; nothing where it may."""
    position = ground.position
    if unit.side != position.side or position.phase != "vehicles":
        return f"units are unloaded in their vehicle phase, and this is {position.side} {position.phase} (ruling unloading)"
    if ground.at(unit) < 0 or not ground.is_aboard(unit):
        return f"{unit.name} rides on nobody"
    carrier = ground.scenario.units[position.aboard[unit.number]]
    return transport.why_not_unload(
        carrier.called,
        unit.called,
        carrier_done=ground.done(carrier),
        passenger_done=ground.done(unit),
        room=ground.room(ground.at(unit), unit.side),
    )


def unload(ground: Ground, unit: Unit) -> Position:
    """Unload a unit where its carrier is."""
    position = ground.position
    return replace(
        position,
        aboard=placed(position.aboard, unit.number, ON_FOOT),
        carried=position.carried | {unit.number},
    )
