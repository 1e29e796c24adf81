"""The strikes phase: from the air on the top unit of a hex, nuclear and chemical on every unit in it."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import air_strike, weapons
from grognard.games.iron_curtain.contamination import marked
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.harm import all_defending, suffer
from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike, Strike
from grognard.games.iron_curtain.position import Poison, Position
from grognard.games.iron_curtain.terms import Side, enemy
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Rule

KINDS: tuple[type[Strike], ...] = (AirStrike, NuclearStrike, ChemicalStrike)
POISONS: dict[type[Strike], Poison] = {NuclearStrike: "nuclear", ChemicalStrike: "chemical"}
Sheet = air_strike.AirSheet | weapons.WeaponSheet


def left(ground: Ground, kind: type[Strike], side: Side) -> int:
    """Return how many strikes of a kind a side has left: air strikes in this player-turn, warheads in the game."""
    position, scenario = ground.position, ground.scenario
    if kind is AirStrike:
        return scenario.strikes[side] - (position.flown if position.now.side == side else 0)
    poison, has = POISONS[kind], scenario.weapons[side]
    return (has.nuclear if poison == "nuclear" else has.chemical) - position.used(poison, side)


def released(ground: Ground, kind: type[Strike], side: Side) -> int:
    """Return the turn from which a side may strike with a weapon."""
    has = ground.scenario.weapons[side]
    return {NuclearStrike: has.nuclear_from, ChemicalStrike: has.chemical_from}.get(kind, 1)


def cannot_strike(ground: Ground, kind: type[Strike]) -> str:
    """Say why the side to move does not strike with a weapon in this phase at all; nothing where it may."""
    side, name = ground.now.side, ground.now.name
    what = f"{POISONS[kind]} warheads" if kind in POISONS else "air strikes"
    if name != "strikes":
        return f"strikes are made before movement, and this is {side} {name} (ruling sequence-of-play)"
    if ground.position.turn < released(ground, kind, side):
        return f"the {what} of {side} are released on turn {released(ground, kind, side)}"
    if left(ground, kind, side) <= 0:
        return f"{side} has no {what} left"
    return ""


def why_not_target(ground: Ground, target: HexId) -> str:
    """Rulings strike-targets, one-attack: say why a hex may not be struck; nothing where it may."""
    return ground.why_not_target(target, "strike-targets", "struck")


def why_not_strike(ground: Ground, kind: type[Strike], units: Sequence[str], target: HexId) -> str:
    """Say why a strike may not be made; nothing where it may."""
    reason = cannot_strike(ground, kind) or why_not_target(ground, target)
    if reason:
        return reason
    top = ground.units_at(target)[0]
    return "" if tuple(units) == (top.id,) else f"{top.name} is seen in {ground.grid.names[target]}; name it"


def weapons_left(ground: Ground) -> list[type[Strike]]:
    """Return what the side to move can strike with now."""
    return [kind for kind in KINDS if not cannot_strike(ground, kind)]


def targets(ground: Ground) -> list[HexId]:
    """Return the hexes that may be struck."""
    if not weapons_left(ground):
        return []
    return [each for each in sorted(ground.foes(ground.now.side)) if not why_not_target(ground, each)]


def strikes_on(ground: Ground, target: HexId) -> list[Strike]:
    """Return every strike that may be made on a hex."""
    if why_not_target(ground, target):
        return []
    top, name = ground.units_at(target)[0].id, ground.grid.names[target]
    return [kind((top,), name) for kind in weapons_left(ground)]


def strike_sheet(ground: Ground, kind: type[Strike], target: HexId) -> Sheet:
    """Return the worksheet of a strike on the map."""
    units = ground.units_at(target)
    if not units:
        raise NotAllowed(f"there is nobody in {ground.grid.names[target]} to strike")
    known = all_defending(ground, units)
    if kind is AirStrike:
        striker = enemy(units[0].side)
        return air_strike.sheet_of(
            known, ground.terrain(target), ground.scenario.period, striker, ground.card
        )
    return weapons.sheet_of(POISONS[kind], "Strike", known, ground.card)


def strike(ground: Ground, kind: type[Strike], target: HexId) -> Rule[Position]:
    """Carry out a strike: the dice, the losses, and where a warhead fell the hex is contaminated."""
    units, side = ground.units_at(target), ground.now.side
    sheet = strike_sheet(ground, kind, target)
    if isinstance(sheet, air_strike.AirSheet):
        lost = (yield from air_strike.air_strike(sheet)).lose
    else:
        lost = (yield from weapons.weapon(sheet)).lose
    position = suffer(ground.position, units, lost)
    position = replace(position, attacked=position.attacked | {target})
    if kind is AirStrike:
        return replace(position, flown=position.flown + 1)
    return _fired(marked(ground.after(position), target, POISONS[kind], side), POISONS[kind], side)


def _fired(position: Position, poison: Poison, side: Side) -> Position:
    """Count a warhead."""
    used = position.nuclear if poison == "nuclear" else position.chemical
    more = (used[0] + 1, used[1]) if side == position.first else (used[0], used[1] + 1)
    return replace(position, nuclear=more) if poison == "nuclear" else replace(position, chemical=more)
