"""Attacks on the map: who may attack what, by the table of the period, and what becomes of the units."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import combat
from grognard.games.iron_curtain.advance import advance
from grognard.games.iron_curtain.attack import Outcome
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.losses import alive, attacking, defending, suffer
from grognard.games.iron_curtain.orders import Overrun
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.retreat import retreat
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacks import TOO_WEAK, Stack
from grognard.hexes import HexId
from grognard.play.kinds import NONE
from grognard.play.order_sets import Groups, Orders
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import once
from grognard.rules.orders import Attack
from grognard.umpire import Rule


def cannot_attack(board: Board, unit: Unit) -> str:
    """Say why a unit attacks nobody in this phase; an empty text if it may."""
    now = board.now
    if now.side != unit.side or now.name != "combat":
        return f"{unit.name} does not attack in the {now.side} {now.name} phase"
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if unit.number in board.position.acted:
        return f"{unit.name} has attacked already"
    return ""


def why_not_target(board: Board, target: HexId, ruling: str = "", done: str = "attacked") -> str:
    """Ruling one-attack: say why nobody attacks or strikes a hex in this phase; an empty text if somebody may."""
    name = board.grid.names[target]
    if target not in board.foes(board.now.side):
        return f"there is no enemy in {name}" + (f" (ruling {ruling})" if ruling else "")
    if target in board.position.attacked:
        return f"{name} was {done} already in this phase (ruling one-attack)"
    return ""


def why_not_with(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; an empty text if it may."""
    return (
        cannot_attack(board, unit)
        or why_not_next_to(board, unit, target)
        or board.why_not_across(unit, target)
    )


def why_not_next_to(board: Board, unit: Unit, target: HexId) -> str:
    """Say that a unit does not stand next to a hex; an empty text if it does."""
    if board.grid.distance(board.at(unit), target) == 1:
        return ""
    return f"{unit.name} is not next to {board.grid.names[target]}"


def parties(board: Board, order: Attack | Overrun) -> tuple[list[Unit], HexId]:
    """Return who attacks or overruns, and which hex."""
    return board.context.units(order.units), board.context.hex(order.target)


def why_not_attack(board: Board, order: Attack) -> str:
    """Say why an attack may not be made; an empty text if it may."""
    units, target = parties(board, order)
    if not units or len(set(units)) != len(units):
        return "name the units that attack, each once"
    reasons = (why_not_target(board, target), *(why_not_with(board, unit, target) for unit in units))
    reason = next(filter(None, reasons), "")
    return reason or why_too_weak(board, units)


def why_too_weak(board: Board, units: Iterable[Unit]) -> str:
    """Say that units without strength do not attack by themselves; others may take them along."""
    return "" if any(board.face(unit).attack for unit in units) else TOO_WEAK


def attackers_of(board: Board, target: HexId) -> list[Unit]:
    """Return the units that may attack a hex."""
    return [unit for unit in board.units_around(target) if not why_not_with(board, unit, target)]


@once
def targets(board: Board) -> list[HexId]:
    """Return the hexes that any unit may attack."""
    if board.now.name != "combat":
        return []
    near = [at for at in board.in_contact(board.now.side) if not why_not_target(board, at)]
    return [at for at in near if not why_too_weak(board, attackers_of(board, at))]


def attack_orders(board: Board, actor: str) -> Orders[Attack]:
    """Return the attacks on a hex: by all who may, by all but some, down to single units."""
    target = board.context.target(actor)
    if target is None:
        return NONE
    return Groups(
        attackers_of(board, target),
        lambda units: Attack(tuple(unit.id for unit in units), actor),
        lambda order: not why_not_attack(board, order),
    )


# The worksheet


def stack_of(board: Board, units: Sequence[Unit], here: HexId, target: HexId) -> Stack:
    """Return the units that attack from one hex, as the charts know them, from the top.

    Ruling oos-stack: a stack is out of supply if a unit of it that takes part is.
    """
    taking = [unit for unit in board.units_at(here) if unit in units]
    crossing = board.context.crossing(here, target)
    return Stack(
        tuple(attacking(board, unit) for unit in taking),
        crossing.hexside,
        crossing.hexside is not None and bool(crossing.roads),
        board.any_short(taking),
    )


def attack_sheet(board: Board, order: Attack) -> CombatSheet:
    """Return the worksheet of an attack on the map, against the units known to be there."""
    units, target = parties(board, order)
    check_known(board, units, target)
    defenders = board.units_at(target)
    from_hexes = dict.fromkeys(board.at(unit) for unit in units)
    stacks = tuple(stack_of(board, units, here, target) for here in from_hexes)
    return combat.sheet_of(
        board.scenario.period, stacks, defending(board, defenders), board.terrain(target), board.card,
        side=units[0].side, defenders_oos=board.any_short(defenders),
    )  # fmt: skip


def check_known(board: Board, units: Sequence[Unit], target: HexId) -> None:
    """Refuse what cannot be worked out at all, as may come up in free play."""
    if not units:
        raise NotAllowed("choose who attacks")
    for unit in units:
        if reason := why_not_next_to(board, unit, target):
            raise NotAllowed(reason)
    if not board.units_at(target):
        raise NotAllowed(f"there is nobody in {board.grid.names[target]} to attack")
    if reason := why_too_weak(board, units):
        raise NotAllowed(reason)


# The battle


def attack(board: Board, order: Attack) -> Rule[Position]:
    """Carry out an attack: losses, the defenders' retreat, advance."""
    units, target = parties(board, order)
    position = yield from fight(board, units, target, attack_sheet(board, order))
    left, after = alive(position, units), board.after(position)
    if not left or after.units_at(target):
        return position
    return (yield from advance(after, left, target))


def fight(board: Board, units: Sequence[Unit], target: HexId, sheet: CombatSheet) -> Rule[Position]:
    """Roll on the table of the period, take the losses, and let the defenders that are left retreat."""
    defenders = board.units_at(target)
    position = replace(
        board.position,
        acted=board.position.acted | {unit.number for unit in units},
        attacked=board.position.attacked | {target},
    )
    outcome: Outcome = yield from combat.combat(sheet, position)
    position = suffer(position, units, outcome.attackers_lose)
    position = suffer(position, defenders, outcome.defenders_lose)
    left = alive(position, defenders)
    if not outcome.retreats or not left:
        return position
    return (yield from retreat(board.after(position), left, outcome.retreats))
