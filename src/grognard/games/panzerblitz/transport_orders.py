"""Transport on the map: who gets on and off whom, and when."""

from msgspec.structs import replace

from grognard.games.panzerblitz import transport
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.orders import Load
from grognard.games.panzerblitz.position import ON_FOOT, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.play.tuples import placed


def why_not_load(board: Board, unit: Unit, carrier: Unit) -> str:
    """Ruling loading: say why a unit may not be loaded now; nothing where it may."""
    position = board.position
    if unit.side != position.side or position.phase != "infantry":
        return f"units are loaded in their infantry phase, and this is {position.side} {position.phase} (ruling loading)"
    if not board.is_on_foot(unit) or board.is_aboard(carrier):
        return f"{unit.name} cannot get onto {carrier.name}"
    return transport.why_not_load(
        carrier.called,
        unit.called,
        carrier_done=board.done(carrier),
        passenger_done=board.done(unit),
        laden=carrier.number in board.riders,
        together=board.place(unit) == board.place(carrier),
        card=board.card,
    )


def loads(board: Board, unit: Unit) -> list[Load]:
    """Return the units in its hex that a unit may be loaded onto."""
    if not board.is_on_map(unit):
        return []
    others = [other for other in board.units_at(board.at(unit)) if other is not unit]
    return [Load(unit.id, other.id) for other in others if not why_not_load(board, unit, other)]


def load(board: Board, unit: Unit, carrier: Unit) -> Position:
    """Load a unit, which takes the whole turn of both."""
    position = board.position
    return replace(
        position,
        at=placed(position.at, unit.number, position.at[carrier.number]),
        aboard=placed(position.aboard, unit.number, carrier.number),
        carried=position.carried | {unit.number, carrier.number},
    )


def why_not_unload(board: Board, unit: Unit) -> str:
    """Ruling unloading: say why a unit may not be unloaded now; nothing where it may."""
    position = board.position
    if unit.side != position.side or position.phase != "vehicles":
        return f"units are unloaded in their vehicle phase, and this is {position.side} {position.phase} (ruling unloading)"
    if not board.is_on_map(unit) or not board.is_aboard(unit):
        return f"{unit.name} rides on nobody"
    carrier = board.scenario.units[position.aboard[unit.number]]
    return transport.why_not_unload(
        carrier.called,
        unit.called,
        carrier_done=board.done(carrier),
        passenger_done=board.done(unit),
        room=board.room(board.at(unit), unit.side),
    )


def unload(board: Board, unit: Unit) -> Position:
    """Unload a unit where its carrier is."""
    position = board.position
    return replace(
        position,
        aboard=placed(position.aboard, unit.number, ON_FOOT),
        carried=position.carried | {unit.number},
    )
