# SPDX-License-Identifier: Apache-2.0
"""Transport: which units carry which, how passengers get on and off, and what they may not do in that turn.

A unit that was loaded in this player turn counts as `carried`, and so does its carrier: it takes the turn of both. After
unloading only the passenger does. Each function that says why not returns an empty text if it may.
"""

from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.orders import Load
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.roster import UnitType
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import CARD, STACK
from grognard.registry import Card
from grognard.rules.riding import dismounted, mounted

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


def why_not_load(board: Board, unit: Unit, carrier: Unit) -> str:
    """Ruling loading: say why a unit may not be loaded onto another now."""
    position = board.position
    if unit.side != position.side or position.phase != "infantry":
        return f"units are loaded in their infantry phase, and this is {position.side} {position.phase} (ruling loading)"
    if not board.is_on_foot(unit) or board.is_aboard(carrier):
        return f"{unit.name} cannot get onto {carrier.name}"
    if why := why_not_carry(carrier.called, unit.called, board.card):
        return why
    if carrier.number in board.riders:
        return f"{carrier.name} carries a unit already, and one is all it carries (ruling passengers)"
    if board.place(unit) != board.place(carrier):
        return f"{carrier.name} and {unit.name} must begin the turn in one hex (ruling loading)"
    for unit_loaded in (carrier, unit):
        if why := _spent(board, unit_loaded):
            return f"{why}, and loading takes the whole turn of both (ruling loading)"
    return ""


def _spent(board: Board, unit: Unit) -> str:
    """Say what a unit has already done, so that it has no whole turn left."""
    activity = board.activity(unit)
    if activity.dispersed:
        return f"{unit.name} is dispersed"
    if activity.attacked:
        return f"{unit.name} has attacked"
    if activity.moved:
        return f"{unit.name} has moved"
    return f"{unit.name} was loaded or unloaded this turn" if activity.carried else ""


def loads(board: Board, unit: Unit) -> list[Load]:
    """Return the units in its hex that a unit may be loaded onto."""
    if not board.is_on_map(unit):
        return []
    others = [other for other in board.units_at(board.at(unit)) if other is not unit]
    return [Load(unit.id, other.id) for other in others if not why_not_load(board, unit, other)]


def load(board: Board, unit: Unit, carrier: Unit) -> Position:
    """Load a unit, which takes the whole turn of both."""
    carried = board.position.carried | {unit.number, carrier.number}
    return mounted(board.position, unit, carrier, carried=carried)


def why_not_unload(board: Board, unit: Unit) -> str:
    """Ruling unloading: say why a unit may not get off now; whether its carrier will drive on does not matter."""
    position = board.position
    if unit.side != position.side or position.phase != "vehicles":
        return f"units are unloaded in their vehicle phase, and this is {position.side} {position.phase} (ruling unloading)"
    carrier = board.carrier(unit)
    if not board.is_on_map(unit) or carrier is None:
        return f"{unit.name} rides on nobody"
    if board.activity(carrier).dispersed:
        return f"{carrier.name} is dispersed, and {unit.name} with it (crt: D)"
    if board.activity(carrier).attacked:
        return f"{carrier.name} has attacked, and unloading is part of its movement (ruling unloading)"
    if board.activity(unit).carried:
        return f"{unit.name} was loaded this turn, which takes the whole of it (ruling loading)"
    if board.room(board.at(unit), unit.side) < 1:
        return f"there is no room for {unit.name}: {STACK[unit.side]} {unit.side} units or wrecks to a hex (ruling stacking)"
    return ""


def unload(board: Board, unit: Unit) -> Position:
    """Unload a unit where its carrier is."""
    return dismounted(board.position, unit, carried=board.position.carried | {unit.number})


def why_not_move(board: Board, unit: Unit) -> str:
    """Ruling play-sequence: say why a unit may not move by itself in this turn."""
    activity = board.activity(unit)
    if board.is_aboard(unit):
        return f"{unit.name} is aboard, and moves with its carrier"
    if not unit.type.movement:
        return f"{unit.name} has no movement factor: it moves only as a passenger (ruling no-movement-factor)"
    if activity.dispersed:
        return f"{unit.name} is dispersed (crt: D)"
    if activity.carried:
        return f"{unit.name} was loaded or unloaded this turn (ruling loading)"
    if activity.attacked:
        return f"{unit.name} has attacked, and does not move in this turn (ruling play-sequence)"
    return ""
