"""Transport: who carries whom, how passengers get on and off, and what they may not do in that turn.

`Done` says what a unit has been through in this player turn. Whoever was loaded has been `carried`, and so has whoever
took the load: it takes the turn of both. Of an unloading only the passenger has. Each function says why not, and
nothing where it may.
"""

from grognard.games.panzerblitz.attack_limits import Done
from grognard.games.panzerblitz.roster import UnitType
from grognard.games.panzerblitz.terms import CARD, STACK
from grognard.registry import Card

CARRIERS = ("truck", "wagon", "halftrack")
# Ruling passengers: what a carrier takes, and what rides on any other armoured vehicle.
LOADS = ("gun", "mortar", "command post", "infantry", "engineer")
RIDERS = ("infantry", "engineer")


def why_not_carry(carrier: UnitType, passenger: UnitType, card: Card = CARD) -> str:
    """Ruling passengers: say why a type of unit does not carry another."""
    if not carrier.is_vehicle:
        return f"{carrier.name} carries nobody: trucks, wagons, halftracks and armored vehicles do (ruling passengers)"
    if carrier.side != passenger.side:
        return f"{carrier.name} is {carrier.owner} and does not carry {passenger.name}, which is not"
    if carrier.kind in CARRIERS:
        if passenger.kind not in LOADS:
            return f"{passenger.name} is not carried: guns, mortars, command posts, infantry and engineers are (ruling passengers)"
        return ""
    if carrier.side == "Soviet" and card.ruled("tank-riders") == "german":
        return f"{carrier.name} carries nobody: only German armored vehicles do (ruling tank-riders)"
    if passenger.kind not in RIDERS:
        return f"{passenger.name} does not ride on {carrier.name}: only infantry and engineers do (ruling passengers)"
    return ""


def why_not_load(  # noqa: PLR0913 - both units and what each has done
    carrier: UnitType,
    passenger: UnitType,
    *,
    carrier_done: Done,
    passenger_done: Done,
    laden: bool = False,
    together: bool = True,
    card: Card = CARD,
) -> str:
    """Ruling loading: say why a unit may not load another now; `together` they began the turn in one hex."""
    if why := why_not_carry(carrier, passenger, card):
        return why
    if laden:
        return f"{carrier.name} carries a unit already, and one is all it carries (ruling passengers)"
    if not together:
        return f"{carrier.name} and {passenger.name} must begin the turn in one hex (ruling loading)"
    for unit, done in ((carrier, carrier_done), (passenger, passenger_done)):
        if why := _spent(unit, done):
            return f"{why}, and loading takes the whole turn of both (ruling loading)"
    return ""


def _spent(unit: UnitType, done: Done) -> str:
    """Say what a unit has done already that leaves it no whole turn."""
    if done.dispersed:
        return f"{unit.name} is dispersed"
    if done.attacked:
        return f"{unit.name} has attacked"
    if done.moved:
        return f"{unit.name} has moved"
    return f"{unit.name} was loaded or unloaded this turn" if done.carried else ""


def why_not_unload(
    carrier: UnitType, passenger: UnitType, *, carrier_done: Done, passenger_done: Done, room: int
) -> str:
    """Ruling unloading: say why a passenger may not get off now.

    `room` is how many more units the hex takes, its carrier being there: whether that drives on is not waited for.
    """
    if carrier_done.dispersed:
        return f"{carrier.name} is dispersed, and {passenger.name} with it (crt: D)"
    if carrier_done.attacked:
        return f"{carrier.name} has attacked, and unloading is part of its movement (ruling unloading)"
    if passenger_done.carried:
        return f"{passenger.name} was loaded this turn, which takes the whole of it (ruling loading)"
    side = carrier.side
    if side and room < 1:
        return f"there is no room for {passenger.name}: {STACK[side]} {side} units or wrecks to a hex (ruling stacking)"
    return ""


def why_not_move(unit: UnitType, done: Done, *, aboard: bool = False) -> str:
    """Ruling play-sequence: say why a unit may not move by itself in this turn; `aboard` it is a passenger."""
    if aboard:
        return f"{unit.name} is aboard, and moves with its carrier"
    if not unit.movement:
        return f"{unit.name} has no movement factor: it moves only as a passenger (ruling no-movement-factor)"
    if done.dispersed:
        return f"{unit.name} is dispersed (crt: D)"
    if done.carried:
        return f"{unit.name} was loaded or unloaded this turn (ruling loading)"
    if done.attacked:
        return f"{unit.name} has attacked, and does not move in this turn (ruling play-sequence)"
    return ""
