"""What must always hold: of a position, and of the step from one position to the next."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import orders
from grognard.games.iron_curtain.board import LONGEST_RETREAT, Board
from grognard.games.iron_curtain.position import MOVING, NAMES, POISONS
from grognard.games.iron_curtain.stacking import may_overstack
from grognard.games.iron_curtain.terms import enemy
from grognard.play.places import HIDDEN, LOST, WAITING, is_on_map
from grognard.rules.orders import Attack, EndPhase


def faults(board: Board) -> list[str]:
    """Return every invariant a position breaks."""
    position, count = board.position, len(board.scenario.units)
    if not len(position.at) == len(position.hurt) == len(position.spent) == len(position.began) == count:
        return ["a unit has no place"]
    if sorted(position.order) != list(range(count)):
        return ["the order of stacks is not one of all units"]
    checks = (_misplaced, _stacked, _stepped, _overspent, _remembered, _struck, _astray)
    return list(chain.from_iterable(check(board) for check in checks))


def _misplaced(board: Board) -> Iterator[str]:
    """Every unit is on land, waits, or is lost; who was set up does not wait, who comes later does."""
    for unit in board.scenario.units:
        at = board.place(unit)
        if is_on_map(at) and (at >= board.grid.size or board.scenario.map.is_water(at)):
            yield f"{unit.name} stands in the water"
        if at == HIDDEN:
            yield f"{unit.name} is nowhere"
        if unit.at is not None and at == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if unit.at is None and board.position.turn < unit.turn and at != WAITING:
            yield f"{unit.name} is there before turn {unit.turn}"


def _stacked(board: Board) -> Iterator[str]:
    """Ruling reinforcement-stacking: too many may stand in a hex only while their side moves, and where they may come so."""
    crowding = board.now.side if board.now.name == "movement" and may_overstack(board) else None
    for at, units in board.stacks.items():
        name = board.grid.hex_name(at)
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {name}"
        if board.room(at) < 0 and units[0].side != crowding:
            yield f"{name} holds too many units"


def _stepped(board: Board) -> Iterator[str]:
    """Who is lost has no step left, and who has none is lost."""
    for unit in board.scenario.units:
        steps = board.steps(unit)
        if not 0 <= steps <= unit.steps or (steps == 0) != (board.place(unit) == LOST):
            yield f"{unit.name} has {counted(steps, 'step')} left"


def _overspent(board: Board) -> Iterator[str]:
    """Points are spent by the side to move in its movement phases; nobody has fewer than none left but by losses."""
    position = board.position
    for unit in board.scenario.units:
        spent = position.spent[unit.number]
        mine = position.now.side == unit.side and position.now.name in MOVING
        if spent < 0 or (spent and not mine):
            yield f"{unit.name} has moved in a phase that is not its own"
        if mine and board.steps(unit) == unit.steps and spent > board.allowance(unit):
            yield f"{unit.name} has moved farther than it may"


def _remembered(board: Board) -> Iterator[str]:
    """Who acted, is barred or out of supply is on the map; the side to move acts, and is barred in exploitation alone."""
    position = board.position
    for word, numbers in (("acted", position.acted), ("barred", position.barred), ("short", position.short)):
        for unit in map(board.scenario.units.__getitem__, sorted(numbers)):
            if not board.is_on_map(unit):
                yield f"{unit.name} is marked as {word}, and not on the map"
            if word != "short" and unit.side != position.now.side:
                yield f"{unit.name} is marked as {word} in the enemy's turn"
    if position.barred and position.now.name != "exploitation":
        yield "somebody is barred from exploitation before it"
    if position.acted and position.now.name == "strikes":
        yield "somebody has acted while strikes are made"


def _struck(board: Board) -> Iterator[str]:
    """Nobody uses more than he has, or before it is released; and contamination does not last."""
    position, scenario = board.position, board.scenario
    for side in scenario.sides:
        for poison in POISONS:
            used, (count, turn) = position.used(poison, side), scenario.weapons[side].of(poison)
            if used > count or (used and position.turn < turn):
                yield f"{side} has used {used} {poison} warheads of {count} on turn {position.turn}"
    if not 0 <= position.flown <= scenario.strikes[position.now.side]:
        yield f"{position.now.side} has flown {position.flown} air strikes"
    for marker in position.contaminated:
        if not position.over and marker.until < position.turn:
            yield f"{board.grid.hex_name(marker.at)} is contaminated since long ago"


def _astray(board: Board) -> Iterator[str]:
    position = board.position
    if not 1 <= position.turn <= board.scenario.turns or not 0 <= position.phase < 2 * len(NAMES):
        yield f"turn {position.turn}, phase {position.phase} is none of the scenario's"
    if not position.held <= board.scenario.worth.keys():
        yield "a hex is held that nobody counts"


# From one position to the next


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks."""
    checks = (_moved, _fought, _lost_stay_lost, _supply_changed, _held_changed, _dust, _time_went)
    return list(chain.from_iterable(check(before, order, after) for check in checks))


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Who moved is who was ordered to, or took part in a battle; who lost steps entered somewhere or was attacked."""
    struck = before.units_at(before.grid.parse_hex(order.target)) if isinstance(order, orders.Battle) else []
    named = orders.ordered(order)
    for unit in before.scenario.units:
        harmed = before.position.hurt[unit.number] != after.position.hurt[unit.number]
        if before.place(unit) == after.place(unit) and not harmed:
            continue
        at = before.place(unit)
        is_too_many = isinstance(order, EndPhase) and is_on_map(at) and before.room(at) < 0
        if unit.id not in named and unit not in struck and not is_too_many:
            yield f"{unit.name} changes its place or strength, and has no part in the order"
        if isinstance(order, orders.Strike) and after.place(unit) not in (at, LOST):
            yield f"{unit.name} is moved by a strike"


def _fought(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Nobody attacks twice, no hex is attacked twice in a phase; attackers go in, defenders out, three hexes at most."""
    if not isinstance(order, orders.Battle):
        return
    target = before.grid.parse_hex(order.target)
    if target in before.position.attacked:
        yield f"{order.target} is attacked a second time"
    if not isinstance(order, Attack | orders.Overrun):
        return
    attackers = before.context.units(order.units)
    for unit in attackers:
        if unit.number in before.position.acted:
            yield f"{unit.name} attacks a second time"
        if after.place(unit) not in (before.place(unit), target, LOST):
            yield f"{unit.name} attacks, and goes elsewhere"
    for unit in before.units_at(target):
        there = after.place(unit)
        if is_on_map(there) and before.grid.distance(target, there) > LONGEST_RETREAT:
            yield f"{unit.name} is driven too far"
    emptied = isinstance(order, orders.Overrun) and not after.units_at(target)
    if emptied and any(map(after.is_on_map, attackers)):
        yield f"{order.target} was emptied by an overrun, and is not entered"


def _lost_stay_lost(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    for unit in before.scenario.units:
        here, there = before.place(unit), after.place(unit)
        if here == LOST != there:
            yield f"{unit.name} is back from the dead"
        if here != WAITING == there:
            yield f"{unit.name} has left the map"
        if after.steps(unit) > before.steps(unit):
            yield f"{unit.name} has won steps"


def _supply_changed(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Supply is judged when a player-turn ends, for its side, by what is on the map; else only losses change it."""
    was, now = before.position, after.position
    side = was.now.side
    ended = now.over or now.now.side != side
    for unit in before.scenario.units:
        short = unit.number in now.short
        if ended and unit.side == side:
            if short != (before.is_on_map(unit) and not before.in_supply(unit)):
                yield f"{unit.name} is judged wrongly for supply"
        elif short != (unit.number in was.short) and after.place(unit) != LOST:
            yield f"{unit.name} is judged for supply in the middle of a player-turn"


def _held_changed(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Towns change hands at the end of a player-turn, into those of the side whose turn it was."""
    was, now = before.position, after.position
    side = was.now.side
    changed = was.held ^ now.held
    if changed and not (now.over or now.now.side != side):
        yield "a town changes hands in the middle of a player-turn"
    if not changed <= before.front(side).units:
        yield f"a town goes to {side}, which has nobody there, or from it to nobody"
    if changed & before.front(enemy(side)).units:
        yield f"{side} takes a town from who stands in it"


def _dust(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Warheads alone contaminate; only the end of a player-turn clears."""
    was, now = set(before.position.contaminated), set(after.position.contaminated)
    if now - was and not isinstance(order, orders.NuclearStrike | orders.ChemicalStrike):
        yield "a hex is contaminated, and no warhead fell"
    if was - now and not isinstance(order, EndPhase | orders.NuclearStrike | orders.ChemicalStrike):
        yield "contamination is gone in the middle of a turn"
    flown = after.position.flown - before.position.flown
    if flown > 0 and not isinstance(order, orders.AirStrike):
        yield "an air strike is counted that was not flown"


def _time_went(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    one, other = before.position, after.position
    went = (other.turn, other.phase, other.over) > (one.turn, one.phase, one.over)
    if went != isinstance(order, EndPhase):
        yield f"from turn {one.turn} phase {one.phase} to turn {other.turn} phase {other.phase} by {order}"
    if isinstance(order, orders.Top) and one.at != other.at:
        yield "putting a stack in order moves it"
