"""The strikes phase: from the air on the top unit of a hex, nuclear and chemical on every unit in it."""

from msgspec.structs import replace

from grognard.games.iron_curtain import air_strike, weapons
from grognard.games.iron_curtain.attack_orders import why_not_target
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import mark
from grognard.games.iron_curtain.losses import defending, suffer
from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike, Strike
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import Poison, Side, enemy
from grognard.hexes import HexId
from grognard.play.kinds import NONE
from grognard.play.order_sets import AllOf, Orders
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import once
from grognard.umpire import Rule

STRIKES: tuple[type[Strike], ...] = (AirStrike, NuclearStrike, ChemicalStrike)
WARHEADS: dict[type[Strike], Poison] = {NuclearStrike: "nuclear", ChemicalStrike: "chemical"}
StrikeSheet = air_strike.AirSheet | weapons.WeaponSheet


def left(board: Board, kind: type[Strike], side: Side) -> int:
    """Return how many strikes of a kind a side has left: air strikes in this player-turn, warheads in the game."""
    position, scenario = board.position, board.scenario
    if kind is AirStrike:
        return scenario.strikes[side] - (position.flown if position.now.side == side else 0)
    return scenario.weapons[side].of(WARHEADS[kind])[0] - position.used(WARHEADS[kind], side)


def released(board: Board, kind: type[Strike], side: Side) -> int:
    """Return the turn from which a side may strike with a weapon."""
    return board.scenario.weapons[side].of(WARHEADS[kind])[1] if kind in WARHEADS else 1


def cannot_strike(board: Board, kind: type[Strike]) -> str:
    """Say why the side to move does not strike with a weapon in this phase at all; an empty text if it may."""
    side, name = board.now.side, board.now.name
    what = f"{WARHEADS[kind]} warheads" if kind in WARHEADS else "air strikes"
    if name != "strikes":
        return f"strikes are made before movement, and this is {side} {name} (ruling sequence-of-play)"
    if board.position.turn < released(board, kind, side):
        return f"the {what} of {side} are released on turn {released(board, kind, side)}"
    if left(board, kind, side) <= 0:
        return f"{side} has no {what} left"
    return ""


def _why_not_at(board: Board, target: HexId) -> str:
    """Rulings strike-targets, one-attack: say why a hex may not be struck; an empty text if it may."""
    return why_not_target(board, target, "strike-targets", "struck")


def why_not_strike(board: Board, order: Strike) -> str:
    """Say why a strike may not be made; an empty text if it may."""
    target = board.context.hex(order.target)
    reason = cannot_strike(board, type(order)) or _why_not_at(board, target)
    if reason:
        return reason
    top = board.units_at(target)[0]
    return "" if order.units == (top.id,) else f"{top.name} is seen in {board.grid.names[target]}; name it"


def weapons_left(board: Board) -> list[type[Strike]]:
    """Return what the side to move can strike with now."""
    return [kind for kind in STRIKES if not cannot_strike(board, kind)]


@once
def targets(board: Board) -> list[HexId]:
    """Return the hexes that may be struck."""
    if not weapons_left(board):
        return []
    return [at for at in sorted(board.foes(board.now.side)) if not _why_not_at(board, at)]


def strike_orders(kind: type[Strike], board: Board, actor: str) -> Orders[Strike]:
    """Return the strike of a kind that may be made on a hex."""
    target = board.context.target(actor)
    if target is None or cannot_strike(board, kind) or _why_not_at(board, target):
        return NONE
    return AllOf((kind((board.units_at(target)[0].id,), actor),))


def strike_sheet(board: Board, order: Strike) -> StrikeSheet:
    """Return the worksheet of a strike on the map."""
    target = board.context.hex(order.target)
    units = board.units_at(target)
    if not units:
        raise NotAllowed(f"there is nobody in {board.grid.names[target]} to strike")
    struck = defending(board, units)
    if not isinstance(order, AirStrike):
        return weapons.sheet_of(WARHEADS[type(order)], "Strike", struck, board.card)
    striker, period = enemy(units[0].side), board.scenario.period
    return air_strike.sheet_of(struck, board.terrain(target), period, striker, board.card)


def strike(board: Board, order: Strike) -> Rule[Position]:
    """Carry out a strike: the dice, the losses, and where a warhead fell the hex is contaminated."""
    kind, target, side = type(order), board.context.hex(order.target), board.now.side
    units, sheet = board.units_at(target), strike_sheet(board, order)
    if isinstance(sheet, air_strike.AirSheet):
        lost = (yield from air_strike.air_strike(sheet)).lose
    else:
        lost = (yield from weapons.weapon(sheet)).lose
    position = suffer(board.position, units, lost)
    position = replace(position, attacked=position.attacked | {target})
    if kind is AirStrike:
        return replace(position, flown=position.flown + 1)
    return mark(board.after(position), target, WARHEADS[kind], side).fired(WARHEADS[kind], side)
