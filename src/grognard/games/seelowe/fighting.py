"""8.0 Combat on the map: who may attack what, what the card makes of it, and what becomes of the units."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.seelowe.combat import (
    Combat,
    CombatSheet,
    Outcome,
    combat,
    over_the_sea,
    tell,
    too_short_to_attack,
    worksheet,
)
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.position import LOST, Position
from grognard.games.seelowe.scenario import Unit
from grognard.games.seelowe.terms import Side, Supply, enemy
from grognard.hexes import HexId
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import once
from grognard.umpire import Choose, Roll, Rule, choose, drive

NOBODY = "nobody"
WORST: tuple[Supply, ...] = ("isolated", "unsupplied", "supplied")


def cannot_attack(ground: Ground, unit: Unit) -> str:
    """Say why a unit attacks nobody in this phase; nothing where it may."""
    position, now = ground.position, ground.now
    if now.side != unit.side or now.name != "combat":
        return f"{unit.name} does not attack in the {now.side} {now.name} phase"
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if not unit.fights:
        return f"{unit.name} does not attack: it is no combat unit"
    if unit.number in position.disrupted:
        return f"{unit.name} is disrupted"
    if unit.number in position.acted:
        return f"{unit.name} has attacked already"
    short = too_short_to_attack(ground.supply(unit))
    return f"{unit.name}: {short}" if short else ""


def why_not_target(ground: Ground, side: Side, target: HexId) -> str:
    """Say why a hex may not be attacked in this phase; nothing where it may."""
    name = ground.grid.hex_name(target)
    if not ground.occupied_by(target, enemy(side)):
        return f"there is no enemy in {name}"
    for unit in ground.units_at(target):
        if unit.number in ground.position.attacked:
            return f"{unit.name} in {name} was attacked already (ruling attacked-hex)"
    return ""


def why_not_on(ground: Ground, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; nothing where it may."""
    reason = cannot_attack(ground, unit)
    if reason:
        return reason
    hexside = ground.grid.hexside_between(ground.at(unit), target)
    name = ground.grid.hex_name(target)
    if hexside is None:
        return f"{unit.name} is not next to {name}"
    return over_the_sea(ground.card) if "sea" in ground.scenario.map.features_at(hexside) else ""


def why_not_attack(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Say why an attack may not be made; nothing where it may."""
    if not units or len(set(units)) != len(units):
        return "name the units that attack, each once"
    reasons = [why_not_target(ground, ground.now.side, target)]
    reasons += [why_not_on(ground, unit, target) for unit in units]
    reason = next(filter(None, reasons), "")
    if reason:
        return reason
    try:
        attack_sheet(ground, units, target)
    except NotAllowed as error:
        return str(error)
    return ""


def attackers_of(ground: Ground, target: HexId) -> list[Unit]:
    """Return the units that may attack a hex."""
    return [
        unit
        for hex_id in ground.grid.neighbours(target)
        for unit in ground.units_at(hex_id)
        if not why_not_on(ground, unit, target)
    ]


@once
def targets(ground: Ground) -> list[HexId]:
    """Return the hexes that somebody may attack: of those in its zone of control, which reaches just as far."""
    side = ground.now.side
    return [
        target
        for target in sorted(ground.foes(side) & ground.zone_of(side))
        if not why_not_target(ground, side, target) and not why_not_by_all(ground, target)
    ]


def why_not_by_all(ground: Ground, target: HexId) -> str:
    """Say why a hex cannot be attacked even by all that may: whoever takes part adds to the odds."""
    return why_not_attack(ground, attackers_of(ground, target), target)


def situation(ground: Ground, units: Sequence[Unit], target: HexId) -> Combat:
    """Say what the card asks of an attack, from the position."""
    board, grid = ground.scenario.map, ground.grid
    places = {ground.at(unit) for unit in units}
    sides = [board.features_at(each) for place in places if (each := grid.hexside_between(place, target))]
    defenders = ground.units_at(target)
    isolated = tuple(unit.strength for unit in defenders if ground.supply(unit) == "isolated")
    return Combat(
        attackers=tuple(unit.strength for unit in units),
        defenders=tuple(unit.strength for unit in defenders),
        side=units[0].side,
        terrain=board.terrain[target],  # type: ignore[arg-type]  # the map's terrain is the card's
        river=any("river" in side for side in sides),
        landing=any(ground.came_by_sea(unit) for unit in units),
        sea=any("sea" in side for side in sides),
        attack_supply=_worst(ground, units),
        defence_supply="isolated"
        if len(isolated) == len(defenders)
        else _worst(ground, defenders, "isolated"),
        isolated=isolated if len(isolated) < len(defenders) else (),
        attackers_in_city=any(board.terrain[place] == "city" for place in places),
    )


def _worst(ground: Ground, units: Iterable[Unit], but: Supply | None = None) -> Supply:
    """Return the worst supply state among units, one of them left aside."""
    states = {ground.supply(unit) for unit in units} - {but}
    return next(state for state in WORST if state in states)


def attack_sheet(ground: Ground, units: Sequence[Unit], target: HexId) -> CombatSheet:
    """Return the worksheet of an attack on the map."""
    if not units:
        raise NotAllowed("choose who attacks")
    for unit in units:
        if ground.at(unit) < 0:
            raise NotAllowed(f"{unit.name} is not on the map")
    if not ground.units_at(target):
        raise NotAllowed(f"there is nobody in {ground.grid.hex_name(target)} to attack")
    return worksheet(situation(ground, units, target), ground.card)


def attack(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """8.0 Carry out an attack: roll, losses, retreats (the defenders' first), advance."""
    sheet = attack_sheet(ground, units, target)
    side, defenders = units[0].side, ground.units_at(target)
    position = replace(
        ground.position,
        acted=ground.position.acted | {unit.number for unit in units},
        attacked=ground.position.attacked | {unit.number for unit in defenders},
    )
    gone = without(position, defenders)
    outcome = yield from combat(sheet, gone)
    if outcome.defenders_lost:
        position = gone
    lost = yield from _chosen(side, units, outcome.attackers_lost, position)
    position = without(position, lost)
    if outcome.defenders_retreat:
        position = yield from retreat(ground.after(position), defenders, target, by=side)
    if outcome.result in ("Ar", "Br"):
        back = driven(ground, units, outcome)
        return (yield from retreat(ground.after(position), back, target, by=enemy(side)))
    if ground.after(position).units_at(target):
        return position
    return (yield from advance(ground.after(position), [u for u in units if u not in lost], target))


def driven(ground: Ground, units: Sequence[Unit], outcome: Outcome) -> list[Unit]:
    """13.0 Return the attackers that retreat: where those in a city ignore the result, it is still for the others."""
    if outcome.result not in ("Ar", "Br"):
        return []
    return [unit for unit in units if outcome.attackers_retreat or not ground.in_city(unit)]


def told(ground: Ground, units: Sequence[Unit], target: HexId, outcome: Outcome) -> str:
    """Say in words what an outcome is on the map: also who has nowhere to retreat.

    Where the enemy has a choice of hexes he is taken to choose the first.
    """
    side, position = units[0].side, ground.position
    retreats = [(ground.units_at(target), side)] if outcome.defenders_retreat else []
    retreats.append((driven(ground, units, outcome), enemy(side)))
    for losers, by in retreats:
        position = drive(retreat(ground.after(position), losers, target, by), _first)
    moved = [unit for losers, _ in retreats for unit in losers]
    trapped = [unit.name for unit in moved if position.at[unit.number] == LOST]
    nowhere = f"; nowhere to retreat, eliminated: {', '.join(trapped)}" if trapped else ""
    others = [unit.name for unit in retreats[-1][0] if not outcome.attackers_retreat]
    back = f"; {', '.join(others)} outside it retreat" if others else ""
    return tell(outcome) + back + nowhere


def _first(ask: Roll[Any] | Choose[Any]) -> Any:
    """Answer a question of a retreat, which is always a choice, with its first option."""
    assert isinstance(ask, Choose)  # noqa: S101 - see above
    return ask.options[0]


def without(position: Position, units: Iterable[Unit]) -> Position:
    """Return the position with units eliminated, and what marked them gone with them."""
    at, gone = position.at, {unit.number for unit in units}
    for number in gone:
        at = placed(at, number, LOST)
    return replace(position, at=at, disrupted=position.disrupted - gone, ashore=position.ashore - gone)


def _chosen(side: Side, units: Sequence[Unit], strengths: Sequence[int], now: Position) -> Rule[list[Unit]]:
    """8.81 Say which units make up the strengths lost; the attacker chooses among units that are alike in strength."""
    lost: list[Unit] = []
    for strength in sorted(set(strengths), reverse=True):
        alike = [unit for unit in units if unit.strength == strength]
        count = strengths.count(strength)
        ids = [tuple(unit.id for unit in some) for some in combinations(alike, count)]
        which = "unit" if count == 1 else counted(count, "unit")
        chosen = yield from choose(side, f"8.81 which {which} of strength {strength} to lose", ids, now)
        lost += [unit for unit in alike if unit.id in chosen]
    return lost


# Retreat


def retreat(ground: Ground, units: Sequence[Unit], battle: HexId, by: Side) -> Rule[Position]:
    """Move units back one hex each, by the enemy's choice; who cannot go anywhere is eliminated.

    Nobody retreats into the hex that was fought over, nor gives way into it; and nobody is moved twice: who gave way
    to a friend has retreated.
    """
    position, before = ground.position, ground.position.at
    for unit in units:
        if before[unit.number] >= 0 and position.at[unit.number] == before[unit.number]:
            position = yield from _retreat_one(ground.after(position), unit, battle, by, before)
    return position


def _retreat_one(
    ground: Ground, unit: Unit, battle: HexId, by: Side, before: tuple[HexId, ...]
) -> Rule[Position]:
    """Retreat one unit: to a hex with room if there is one, else into a full one, from which a friend is displaced."""
    open_hexes = [each for each in retreat_hexes(ground, unit) if each != battle]
    roomy = [each for each in open_hexes if ground.fits(unit, each)]
    full = [each for each in open_hexes if _displaceable(ground, each, before)]
    if not roomy and not full:
        return without(ground.position, [unit])
    names = [ground.grid.hex_name(each) for each in roomy or full]
    chosen = yield from choose(by, f"retreat of {unit.name}", names, ground.position)
    there = ground.grid.parse_hex(chosen)
    position = replace(ground.position, at=placed(ground.position.at, unit.number, there))
    if roomy:
        return position
    ids = [friend.id for friend in _displaceable(ground, there, before)]
    friend_id = yield from choose(by, f"who gives way to {unit.name} in {chosen}", ids, position)
    friend = ground.scenario.by_id[friend_id]
    return (yield from _retreat_one(ground.after(position), friend, battle, by, before))


def _displaceable(ground: Ground, hex_id: HexId, before: tuple[HexId, ...]) -> list[Unit]:
    """Return the combat units in a hex that have not been moved yet."""
    return [unit for unit in ground.units_at(hex_id) if unit.fights and before[unit.number] == hex_id]


def retreat_hexes(ground: Ground, unit: Unit) -> list[HexId]:
    """Return where a unit may retreat: not over the sea, onto enemies, into their zones or off the map."""
    here = ground.at(unit)
    foes = ground.foes(unit.side)
    zone = ground.zone_of(enemy(unit.side))
    negates = ground.ruled("retreat-zone") == "friend-negates"
    return [
        there
        for there in ground.grid.neighbours(here)
        if ground.open_ways.step_cost(here, there) is not None
        and there not in foes
        and (there not in zone or (negates and ground.occupied_by(there, unit.side)))
    ]


# Advance


def advance(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Let victorious attackers into the hex they emptied, one after another, as far as it has room."""
    position, left = ground.position, list(units)
    name = ground.grid.hex_name(target)
    while left and ground.after(position).room(target) > 0:
        ids = [*(unit.id for unit in left), NOBODY]
        chosen: str = yield Choose(left[0].side, f"advance into {name}", ids, position)
        if chosen == NOBODY:
            break
        unit = ground.scenario.by_id[chosen]
        position = replace(position, at=placed(position.at, unit.number, target))
        left.remove(unit)
    return position
