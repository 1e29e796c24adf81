# SPDX-License-Identifier: Apache-2.0
"""Combat on the map: which units may attack which hex, with which support; and the worksheet of an attack."""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama.aircraft import aa_factors, cannot_support
from grognard.games.jarama.attack import CombatSheet, Fight, sheet_of, why_too_many
from grognard.games.jarama.board import Board
from grognard.games.jarama.estimates import average_units
from grognard.games.jarama.guns import cannot_fire, gun_points, has_moved, moved_points, why_out_of_range
from grognard.games.jarama.losses import as_attacker, as_defender
from grognard.games.jarama.move_orders import is_laid
from grognard.games.jarama.orders import Battle, MobileAttack
from grognard.games.jarama.scenario import Air, Unit
from grognard.games.jarama.stacks import ChartUnits
from grognard.games.jarama.strength import Support
from grognard.games.jarama.terms import enemy
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import cached_on_board
from grognard.rules.orders import Attack, UnitsAgainst

# Ruling mobile-attack: what it costs above the hex.
MOBILE = 2


class Party(msgspec.Struct, frozen=True):
    """The pieces in an attack: attacking units, batteries in support, aircraft in close support."""

    units: tuple[Unit, ...]
    guns: tuple[Unit, ...] = ()
    planes: tuple[Air, ...] = ()


def party(board: Board, names: Sequence[str]) -> Party:
    """Sort the pieces named in an attack; batteries always support (ruling batteries-support)."""
    pieces = list(map(board.context.piece, names))
    units = [piece for piece in pieces if isinstance(piece, Unit)]
    return Party(
        hex_by_hex(board, [unit for unit in units if not unit.is_artillery]),
        tuple(unit for unit in units if unit.is_artillery),
        tuple(piece for piece in pieces if isinstance(piece, Air)),
    )


def hex_by_hex(board: Board, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Ruling loss-order: return units hex by hex, as the hexes are named, those of one from the top."""
    hexes, order = list(map(board.place, units)), board.position.order
    return tuple(sorted(units, key=lambda unit: (hexes.index(board.place(unit)), order.index(unit.number))))


# Who may attack


def why_not_announced(board: Board, order: UnitsAgainst, phase: str, does: str, who: str) -> str:
    """Say why an order against a hex is not for this phase or names no proper pieces; empty otherwise."""
    position, names = board.position, order.units
    if position.phase != phase:
        return f"{does}, and this is {position.side} {position.phase}"
    return "" if names and len(set(names)) == len(names) else f"name {who}, each once"


def cannot_engage(board: Board, unit: Unit, what: str) -> str:
    """Say why a unit may neither attack nor reconnoitre now, in the words of `what`; empty if it may."""
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if not board.is_active(unit):
        return f"{unit.name} does not {what}: its formation is not active"
    if reason := why_not_troops(board, unit):
        return reason
    state = board.unfit(unit)
    return f"{unit.name} is {state} and may not {what} (ruling states-in-combat)" if state else ""


def why_not_troops(board: Board, unit: Unit) -> str:
    """Ruling who-attacks: say why a unit is not one of the troops that attack and reconnoitre, whatever its state; empty if it is."""
    if unit.is_artillery:
        return f"{unit.name} is artillery, and neither attacks nor reconnoitres (ruling batteries-support)"
    if unit.kind == "Headquarters":
        return f"{unit.name} is a Headquarters, and neither attacks nor reconnoitres (ruling who-attacks)"
    if is_laid(board, unit):
        return f"{unit.name} lies over the river, and neither attacks nor reconnoitres (ruling who-attacks)"
    if any(work.unit == unit.number for work in board.position.works):
        return f"{unit.name} is at work, and neither attacks nor reconnoitres (ruling who-attacks)"
    return ""


def cannot_attack(board: Board, unit: Unit) -> str:
    """Say why a unit may not attack now; empty if it may."""
    if reason := cannot_engage(board, unit, "attack"):
        return reason
    if unit.number in board.position.acted:
        return f"{unit.name} has attacked already"
    if unit.number in board.position.uncommanded:
        return f"{unit.name} is out of command and may not attack (ruling command-attack)"
    return ""


def why_not_target(board: Board, target: HexId) -> str:
    """Say why a hex may not be attacked now; empty if it may."""
    if reason := board.why_no_enemy(board.position.side, target):
        return reason
    if target in board.position.attacked:
        return f"{board.grid.names[target]} was attacked already in this activation (ruling one-attack)"
    return ""


def why_not_on(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; empty if it may."""
    return cannot_attack(board, unit) or board.why_not_next_to(unit, target)


def why_not_support(board: Board, gun: Unit, target: HexId) -> str:
    """Say why a battery may not support an attack on a hex; empty if it may."""
    if not board.is_active(gun):
        return f"{gun.name} does not support this attack: its formation is not active"
    return cannot_fire(board, gun) or why_out_of_range(board, gun, target)


def why_not_join(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not take part in an attack on an adjacent hex; empty if it may."""
    if reason := why_not_target(board, target):
        return reason
    return why_not_support(board, unit, target) if unit.is_artillery else why_not_on(board, unit, target)


def why_not_attack(board: Board, order: Attack) -> str:
    """Say why an attack may not be made; empty if it may."""
    position, target = board.position, board.hex(order.target)
    does = "attacks are made in the combat phase"
    if reason := why_not_announced(board, order, "combat", does, "the units that attack"):
        return reason
    who = party(board, order.units)
    reasons = [
        why_not_target(board, target),
        *(why_not_on(board, unit, target) for unit in who.units),
        *(why_not_support(board, gun, target) for gun in who.guns),
        *(cannot_support(board, plane) for plane in who.planes),
    ]
    if reason := next(filter(None, reasons), ""):
        return reason
    if not who.units:
        return "an attack needs units that attack, not support alone (ruling batteries-support)"
    if len(who.planes) > (left := board.missions_left(position.side)):
        return f"{position.side} has {counted(left, 'air mission')} left this turn"
    return why_too_many(len(who.units), board.card)


# In the midst of movement


def why_not_mobile_on(board: Board, unit: Unit, target: HexId) -> str:
    """Ruling mobile-attack: say why a unit may not attack a hex on the move; empty if it may."""
    if reason := why_not_on(board, unit, target):
        return reason
    cost, left = board.step(unit, board.at(unit), target), board.allowed(unit)
    if cost is None:
        return f"{unit.name} cannot go into {board.grid.names[target]}"
    needed = cost + points(MOBILE)
    if left is not None and left < needed:
        return f"{unit.name} has not the movement points for a mobile attack: those of the hex and {MOBILE} (ruling mobile-attack)"
    return ""


def why_not_mobile(board: Board, order: MobileAttack) -> str:
    """Say why a mobile attack may not be made; empty if it may."""
    target, does = board.hex(order.target), "mobile attacks are made in movement"
    if reason := why_not_announced(board, order, "movement", does, "the units that attack"):
        return reason
    units = board.units(order.units)
    reasons = (why_not_target(board, target), *(why_not_mobile_on(board, unit, target) for unit in units))
    return next(filter(None, reasons), "") or why_too_many(len(units), board.card)


def why_not_now(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex in this phase, in combat or on the move; empty if it may."""
    mobile = board.position.phase == "movement"
    return (why_not_mobile_on if mobile else why_not_on)(board, unit, target)


def attackers_of(board: Board, target: HexId) -> list[Unit]:
    """Return the units that may attack a hex, batteries apart."""
    return [unit for unit in beside(board, target) if not why_not_now(board, unit, target)]


def beside(board: Board, target: HexId) -> Iterator[Unit]:
    """Yield the units of the side to move that stand next to a hex."""
    for at in board.grid.neighbours(target):
        yield from (unit for unit in board.units_at(at) if unit.side == board.position.side)


def supporters_of(board: Board, target: HexId) -> list[str]:
    """Return the batteries and aircraft that may support an attack on a hex, by their ids."""
    side = board.position.side
    guns = [unit for unit in board.scenario.of_side[side] if unit.is_artillery]
    able = [gun.id for gun in guns if not why_not_support(board, gun, target)]
    return [*able, *(plane.id for plane in board.waiting_planes(side) if not cannot_support(board, plane))]


def parties(board: Board, target: HexId) -> list[list[str]]:
    """Return all pieces that may attack a hex or support the attack together, by their ids."""
    return [[*(unit.id for unit in attackers_of(board, target)), *supporters_of(board, target)]]


def mobile_parties(board: Board, target: HexId) -> list[list[str]]:
    """Return all units that may attack a hex together on the move, by their ids."""
    return [[unit.id for unit in attackers_of(board, target)]]


@cached_on_board
def targets(board: Board) -> list[HexId]:
    """Return the hexes that may be attacked, in combat or on the move."""
    near = board.in_contact(board.position.side)
    return [target for target in near if not why_not_target(board, target) and attackers_of(board, target)]


# The worksheet


def attack_sheet(board: Board, order: Battle) -> CombatSheet:
    """Return the worksheet of an attack on the map, against the units that are known to be there."""
    return sheet_of(battle_of(board, order, checked(board, order)), board.card)


def battle_of(board: Board, order: Battle, who: Party, defenders: ChartUnits = ()) -> Fight:
    """Return an attack as the charts take it, against the units in the hex, or against given ones."""
    mobile, target = isinstance(order, MobileAttack), board.hex(order.target)
    side = who.units[0].side
    support = defensive_fire(board, target)
    return Fight(
        side=side,
        attackers=tuple(as_attacker(board, unit, target) for unit in who.units),
        defenders=defenders or defenders_of(board, target),
        ground=board.ground(target),
        support=Support(
            artillery=gun_points(board, who.guns),
            moved=moved_points(board, who.guns),
            cas=sum(plane.cas for plane in who.planes),
            aa=aa_factors(board, target) if who.planes else 0,
            under_fire=bool(who.planes),
        ),
        defending_support=Support(artillery=gun_points(board, support)),
        stood=not mobile and not any(board.position.spent[unit.number] for unit in who.units),
        mobile=mobile,
    )


def defenders_of(board: Board, target: HexId) -> ChartUnits:
    """Return the units in a hex as the charts take them; unknown ones as average units."""
    known = tuple(as_defender(board, unit) for unit in board.units_at(target))
    return known if board.is_seen_through(target) else (*known, *average_units(board, target))


def defensive_fire(board: Board, target: HexId, of: Collection[str] = ()) -> list[Unit]:
    """Ruling defensive-fire: the batteries that automatically support the defence of a hex.

    They belong to the formations with a unit there, or to the given ones.
    """
    side = board.holder(target)
    if side is None or board.card.ruled("artillery-support") == "attack":
        return []
    formations = of or {unit.formation for unit in board.units_at(target)}
    return [
        unit
        for unit in board.scenario.of_side[side]
        if unit.is_artillery
        and unit.formation in formations
        and board.is_on_map(unit)
        and not has_moved(board, unit)
        and not cannot_fire(board, unit)
        and not why_out_of_range(board, unit, target)
    ]


def checked(board: Board, order: Battle) -> Party:
    """Refuse an order that cannot be worked out at all, as may happen in free play."""
    target = board.hex(order.target)
    who = party(board, order.units)
    if not who.units or len(set(order.units)) != len(order.units):
        raise NotAllowed("choose who attacks, each once")
    for gun in who.guns:
        board.at(gun)
    for unit in who.units:
        if reason := board.why_not_next_to(unit, target):
            raise NotAllowed(reason)
    if board.holder(target) != enemy(who.units[0].side):
        raise NotAllowed(f"there is no enemy in {board.grid.names[target]} to attack")
    return who
