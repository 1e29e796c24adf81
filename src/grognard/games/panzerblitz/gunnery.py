"""Normal fire on the map: announced first, all of it, and then resolved attack by attack."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.panzerblitz import fire
from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.harm import suffer
from grognard.games.panzerblitz.limits import why_not_attack
from grognard.games.panzerblitz.orders import Announced
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sight import blocked, seen_from, why_not_spotted
from grognard.games.panzerblitz.transport import why_not_attack_aboard
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import once
from grognard.umpire import Rule


def cannot_fire(ground: Ground, unit: Unit) -> str:
    """Say why a unit fires at nobody in this phase; nothing where it may."""
    position = ground.position
    if unit.side != position.side or position.phase != "fire":
        return f"{unit.name} does not fire in the {position.side} {position.phase} phase"
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if aboard := why_not_attack_aboard(unit.called, aboard=ground.is_aboard(unit)):
        return aboard
    if not unit.type.fires_as(ground.card):
        return f"{unit.name} has no weapon (wec: class {unit.type.weapon})"
    return why_not_attack("fire", unit.called, ground.done(unit))


def why_not_on(ground: Ground, unit: Unit, target: HexId) -> str:
    """Say why a unit may not fire at a hex: range, line of sight, spotting; nothing where it may."""
    reason = cannot_fire(ground, unit)
    if reason:
        return reason
    here = ground.at(unit)
    distance = ground.grid.distance(here, target)
    if distance > unit.type.range:
        return f"{unit.name} reaches {counted(unit.type.range, 'hex', 'hexes')}, and {ground.grid.names[target]} is at {distance} (roster)"
    if target not in covers(ground, unit):
        return _why_not_unseen(ground, unit, target)
    return why_not_spotted(ground.scenario.map, here, target, spotters(ground), ground.card) or ""


def _why_not_unseen(ground: Ground, unit: Unit, target: HexId) -> str:
    """Ruling indirect-fire: say why a unit may not fire at a hex that it does not see; nothing where it may."""
    here, board = ground.at(unit), ground.scenario.map
    unseen = (
        f"{unit.name} cannot see {ground.grid.names[target]}: {blocked(board, here, target, ground.card)}"
    )
    if ground.ruled("indirect-fire") == "off":
        return unseen
    reason = fire.why_not_indirect(unit.type, ground.grid.distance(here, target), ground.card)
    if reason:
        return f"{unseen}; {reason}"
    return "" if _is_observed(ground, target) else f"{unseen}; nor does a command post (ruling indirect-fire)"


def _is_observed(ground: Ground, target: HexId) -> bool:
    """Say whether a command post sees a hex; in woods or a town, whether it sees who spots it there."""
    board, card, near = ground.scenario.map, ground.card, ground.grid.neighbours(target)
    posts = [
        ground.at(unit)
        for unit in ground.scenario.of_side[ground.position.side]
        if unit.type.kind == "command post" and not ground.is_aboard(unit) and not ground.done(unit).dispersed
    ]
    posts = [at for at in posts if at >= 0]
    hidden = why_not_spotted(board, target, target, (), card) is not None
    watched = [at for at in near if at in spotters(ground)] if hidden else [target]
    return any(blocked(board, post, at, card) is None for post in posts for at in watched)


@once
def spotters(ground: Ground) -> frozenset[HexId]:
    """Return the hexes from which the side to move can spot: those of its units that are not dispersed."""
    dispersed = ground.position.dispersed
    return frozenset(
        at
        for at in ground.hexes_of(ground.position.side)
        if any(unit.number not in dispersed for unit in ground.garrison(at))
    )


def covers(ground: Ground, unit: Unit) -> frozenset[HexId]:
    """Return the hexes a unit has in range and in its line of fire."""
    return _seen_from(ground.scenario.map, ground.at(unit), unit.type.range, ground.card)


# Nothing that moves is in the way of a line of fire, so that what is seen from a hex never changes.
_seen_from = lru_cache(maxsize=8192)(seen_from)


def firers_at(ground: Ground, order: Announced) -> list[Unit]:
    """Return the units that may take part in fire at a hex, whatever the odds: what bars the order bars them all."""
    in_sight = _in_sight(ground, ground.grid.parse_hex(order.target))
    if not is_at_armour(ground, order):
        return in_sight
    return [unit for unit in in_sight if not _why_barred(ground, unit, order)]


def why_not_in(ground: Ground, unit: Unit, order: Announced) -> str:
    """Say why a unit may not take part in fire, whatever the odds; nothing where it may."""
    reason = why_not_on(ground, unit, ground.grid.parse_hex(order.target))
    return reason or (_why_barred(ground, unit, order) if is_at_armour(ground, order) else "")


def is_at_armour(ground: Ground, order: Announced) -> bool:
    """WEC: say whether what is fired at counts as armoured; a mixed stack as it does if all fire who see it."""
    target = ground.grid.parse_hex(order.target)
    found = fire.kind_of(ground.footing(target), [each.type for each in struck(ground, order)], ground.card)
    if found is not None:
        return found[0]
    return fire.counts_as_armoured(situation(ground, _in_sight(ground, target), order), ground.card)


def _why_barred(ground: Ground, unit: Unit, order: Announced) -> str:
    """WEC: say why a weapon may not fire at armour where an order fires; nothing where it may."""
    distance = ground.grid.distance(ground.at(unit), ground.grid.parse_hex(order.target))
    if not fire.is_barred(unit.type, distance, ground.card):
        return ""
    return f"{unit.name} may not fire at armor at {distance} (wec: {unit.type.fires_as(ground.card)})"


def _in_sight(ground: Ground, target: HexId) -> list[Unit]:
    """Return the units that have a hex in range and in sight, and see or know who is there."""
    return [unit for unit in ready(ground) if not why_not_on(ground, unit, target)]


def ways_to_fire(ground: Ground, target: HexId) -> list[Announced]:
    """Return every way to fire at a hex, without the units that do: at all in it, at the weakest, at each."""
    name, stack = ground.grid.names[target], ground.under_attack(target)
    ways = [Announced((), name, "combination")]
    if len(stack) > 1:
        least = min(unit.type.defence for unit in stack)
        weakest = [unit for unit in stack if unit.type.defence == least]
        ways += [Announced((), name, "selective", unit.id) for unit in weakest]
        ways += [Announced((), name, "each", unit.id) for unit in stack]
    return ways


@once
def ready(ground: Ground) -> list[Unit]:
    """Return the units that may fire at somebody."""
    return [unit for unit in ground.scenario.of_side[ground.position.side] if not cannot_fire(ground, unit)]


@once
def targets(ground: Ground) -> list[HexId]:
    """Return the hexes that somebody may fire at: all who can together, if need be."""
    return list(_targets(ground))


def is_idle(ground: Ground) -> bool:
    """Say whether nobody may fire at anything."""
    return next(_targets(ground), None) is None


def _targets(ground: Ground) -> Iterator[HexId]:
    for target in sorted(ground.foes(ground.position.side)) if ready(ground) else []:
        if any(is_open(ground, way) for way in ways_to_fire(ground, target)):
            yield target


def is_open(ground: Ground, way: Announced) -> bool:
    """Say whether somebody may fire in a way: all who can together, if need be."""
    units = firers_at(ground, way)
    return bool(units) and not why_not_announce(ground, units, way)


# Worksheets


def situation(ground: Ground, units: Sequence[Unit], order: Announced) -> fire.Fire:
    """Say what the card asks of fire at a hex, from the position."""
    target = ground.grid.parse_hex(order.target)
    stack = ground.under_attack(target)
    ids = [unit.id for unit in stack]
    if order.technique == "each":
        stack = [unit for unit in stack if unit.id == order.at]
    return fire.Fire(
        attackers=tuple(_written(ground, unit, target) for unit in units),
        targets=ground.words(stack),
        technique=order.technique,
        pick=ids.index(order.at) + 1 if order.technique == "selective" and order.at in ids else 0,
        terrain=ground.footing(target),
        elevation=ground.level(target),
    )


def _written(ground: Ground, unit: Unit, target: HexId) -> str:
    """Write an attacker in the words of the procedure: `panther@5:hilltop`."""
    here = ground.at(unit)
    distance, level = ground.grid.distance(here, target), ground.level(here)
    brown = distance == 1 and ground.has_side(here, target, "brown")
    height = "" if level == "ground" else f":{level}"
    indirect = ":indirect" if target not in covers(ground, unit) else ""
    return f"{unit.type.id}@{distance}{height}{':brown' if brown else ''}{indirect}"


def sheet(ground: Ground, units: Sequence[Unit], order: Announced) -> AttackSheet:
    """Return the worksheet of fire on the map."""
    if not units:
        raise NotAllowed("choose who fires")
    if not ground.under_attack(ground.grid.parse_hex(order.target)):
        raise NotAllowed(f"there is nobody in {order.target} to fire at")
    return fire.worksheet(situation(ground, units, order), ground.card)


# Announcing


def why_not_announce(ground: Ground, units: Sequence[Unit], order: Announced) -> str:
    """Say why fire may not be announced; nothing where it may."""
    if not units or len(set(units)) != len(units):
        return "name the units that fire, each once"
    target = ground.grid.parse_hex(order.target)
    at = next((unit for unit in ground.under_attack(target) if unit.id == order.at), None)
    if order.technique != "combination" and ground.under_attack(target) and at is None:
        return f"{order.at!r} is none of the units in {order.target} that can be fired at"
    reasons = [
        _why_not_technique(ground, order),
        ground.why_not_struck("fire", target, at),
        *(why_not_on(ground, unit, target) for unit in units),
    ]
    reason = next(filter(None, reasons), "")
    if reason:
        return reason
    try:
        sheet(ground, units, order)
    except NotAllowed as error:
        return str(error)
    return ""


def _why_not_technique(ground: Ground, order: Announced) -> str:
    """Rulings techniques and fire-a-hex: towns are one stack; one technique a hex; no unit is fired at twice."""
    target = ground.grid.parse_hex(order.target)
    if order.technique != "combination" and len(ground.under_attack(target)) == 1:
        return f"there is one unit in {order.target}, and no stack to take apart (ruling techniques)"
    if order.technique != "combination" and ground.footing(target) == "town":
        return fire.as_one(ground.card)
    mixed = ground.ruled("fire-a-hex") == "each-unit"
    for other in ground.position.announced:
        if other.target != order.target:
            continue
        if not mixed and (order.technique != "each" or other.technique != "each"):
            return f"fire at {order.target} is announced already (rulings techniques and fire-a-hex)"
        twice = [unit for unit in struck(ground, order) if unit in struck(ground, other)]
        if twice:
            return f"fire at {twice[0].name} is announced already (ruling techniques)"
    return ""


def announce(ground: Ground, units: Sequence[Unit], order: Announced) -> Position:
    """Announce fire: the units have then attacked, whatever comes of it."""
    position, hit = ground.position, struck(ground, order)
    if not hit:
        raise NotAllowed(f"{order.at!r} is none of the units in {order.target} that can be fired at")
    # What the charts have no result for is not announced, not even in free play.
    sheet(ground, units, order)
    return replace(
        position,
        announced=(*position.announced, order),
        acted=position.acted | {unit.number for unit in units},
    )


def withdrawn(ground: Ground) -> list[Announced]:
    """Return the fire at each unit of a hex that leaves some unit of it out (ruling techniques)."""
    return [
        each for each in ground.position.announced if each.technique == "each" and not _is_whole(ground, each)
    ]


def whole(ground: Ground) -> Position:
    """End announcing: fire that is withdrawn was never made."""
    position, gone = ground.position, withdrawn(ground)
    idle = {ground.scenario.by_id[unit].number for order in gone for unit in order.units}
    kept = tuple(order for order in position.announced if order not in gone)
    return replace(position, announced=kept, acted=position.acted - idle)


def _is_whole(ground: Ground, order: Announced) -> bool:
    aimed = {each.at for each in ground.position.announced if each.target == order.target}
    stack = ground.under_attack(ground.grid.parse_hex(order.target))
    return aimed >= {unit.id for unit in stack}


# Resolving


def resolve(ground: Ground, units: Sequence[Unit], order: Announced) -> Rule[Position]:
    """Resolve fire that was announced. In free play it may come too late: then nobody is there to be hit."""
    target, hit = ground.grid.parse_hex(order.target), struck(ground, order)
    position = ground.position
    if hit:
        outcome = yield from attack(sheet(ground, units, order))
        position = suffer(ground, hit, outcome, by_fire=True)
    return replace(
        position,
        announced=tuple(each for each in position.announced if each != order),
        shot_at=position.shot_at | {unit.number for unit in hit if position.at[unit.number] >= 0},
        fired_at=position.fired_at | {target},
    )


def struck(ground: Ground, order: Announced) -> list[Unit]:
    """Return the units that fire is rolled against, in the order of its results."""
    stack = ground.under_attack(ground.grid.parse_hex(order.target))
    if order.technique == "combination":
        return stack
    return [unit for unit in stack if unit.id == order.at]


def announced(ground: Ground, units: tuple[str, ...], target: str) -> Announced:
    """Return what was announced of these units against this hex."""
    for order in ground.position.announced:
        if (order.units, order.target) == (units, target):
            return order
    raise NotAllowed(f"no fire of {', '.join(units)} at {target} was announced")
