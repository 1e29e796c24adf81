"""Mines on the map: the first attacks of a player turn, and engineers who clear them."""

from msgspec.structs import replace

from grognard.games.panzerblitz import minefield
from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.harm import suffer, with_those_in_it
from grognard.games.panzerblitz.limits import why_not_attack, why_not_attacked
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import enemy
from grognard.hexes import HexId
from grognard.rules.cache import once
from grognard.umpire import D6, Question, Reading, Roll, Rule

CLEARED, STILL_THERE = "cleared", "still there"


def victims(ground: Ground, hex_id: HexId) -> list[Unit]:
    """Return the units that the mines in a hex attack now: the enemy's, once for each time they enter.

    Ruling forts-on-mines: a fort does not keep them from those in it.
    """
    side = enemy(ground.position.side)
    return [
        unit
        for unit in ground.garrison(hex_id)
        if unit.side == side and not why_not_attacked("minefield", ground.suffered(unit), ground.card)
    ]


@once
def fields(ground: Ground) -> list[HexId]:
    """Return the minefields that attack now."""
    return [at for at in sorted(ground.mines()) if victims(ground, at)]


def sheet(ground: Ground, hex_id: HexId) -> AttackSheet:
    """Return the worksheet of mines against the units on them."""
    types = tuple(unit.type.id for unit in victims(ground, hex_id))
    return minefield.worksheet(minefield.Minefield(types), ground.card)


def blow(ground: Ground, hex_id: HexId) -> Rule[Position]:
    """Let mines attack the units on them, each by itself."""
    units = victims(ground, hex_id)
    outcome = yield from attack(sheet(ground, hex_id))
    position = suffer(ground, units, outcome)
    # Whoever rides has been through the mines with who carries him.
    through = [each for unit in units for each in with_those_in_it(ground, unit)]
    left = {unit.number for unit in through if position.at[unit.number] >= 0}
    return replace(position, mined=position.mined | left, survivors=position.survivors | left)


# Clearing


def why_not_clear(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Ruling mine-clearing: say why a unit may not try to clear a minefield; nothing where it may."""
    position = ground.position
    if unit.side != position.side or position.phase != "infantry":
        return f"mines are cleared in one's own infantry phase, and this is {position.side} {position.phase}"
    if unit.type.kind != "engineer":
        return f"{unit.name} is no engineer unit (ruling mine-clearing)"
    if ground.at(unit) < 0 or ground.is_aboard(unit):
        return f"{unit.name} is not on foot on the map"
    if position.hexes[unit.number]:
        return f"{unit.name} has moved (ruling mine-clearing)"
    reason = why_not_attack("close-assault", unit.called, ground.done(unit))
    if reason:
        return reason
    if hex_id not in ground.mines():
        return f"there are no mines in {ground.grid.names[hex_id]}"
    if ground.grid.distance(ground.at(unit), hex_id) != 1:
        return f"{unit.name} is not next to {ground.grid.names[hex_id]} (ruling mine-clearing)"
    return ""


class MineClearing(Question[str], frozen=True):
    """Ruling mine-clearing: the roll of engineers at a minefield."""


def clearing(ground: Ground) -> Roll[str]:
    """Return the roll of engineers at a minefield."""
    best = int(ground.ruled("mine-clearing").removeprefix("up-to-"))
    meanings = {die: CLEARED if die <= best else STILL_THERE for die in range(1, 7)}
    return Roll(MineClearing(), Reading(D6, meanings))


def clear(ground: Ground, unit: Unit, hex_id: HexId) -> Rule[Position]:
    """Ruling mine-clearing: let engineers try to clear a minefield; they do nothing else this turn."""
    position = replace(ground.position, acted=ground.position.acted | {unit.number})
    result: str = yield clearing(ground)
    return replace(position, cleared=position.cleared | {hex_id}) if result == CLEARED else position
