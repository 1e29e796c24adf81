# SPDX-License-Identifier: Apache-2.0
"""How units come onto the map: by sea, by parachute, by air, and over the edges. Homemade: the card is silent.

On the first turn any beach may be assaulted, up to a limit; later units land where the Germans hold a beach or port.
A unit that came by sea or air moves no further, and is in supply, until its owner's next turn begins.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.charts.plurals import counted
from grognard.games.seelowe.places import places
from grognard.hexes import HexId
from grognard.play.places import Place
from grognard.play.refusal import Refusal
from grognard.play.states import State
from grognard.play.tuples import placed
from grognard.rules.cache import cached_on_board
from grognard.rules.chapter import PositionField
from grognard.rules.entry import Entry
from grognard.rules.map_scenario import Some
from grognard.rules.scenario import ScenarioFile
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.scenario import Scenario

FRANCE = "France"
ASSAULT_TURN = 1
BY_AIR = ("paratroop", "air-landing")


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be landed in a turn: beaches assaulted on the first, and units for each beach and port.

    `beaches` names those of the map that can be used; if it is empty, all of them.
    """

    assault_beaches: Some
    beaches: tuple[str, ...] = ()
    assault_units: Some = 2
    beach_units: Some = 1
    beach_supply: Some = 1
    port_units: Some = 3


class LandingFile(ScenarioFile, frozen=True, kw_only=True):
    """The TOML file of a scenario, with what can be landed."""

    landing: Landing


class Landings(Entry, frozen=True, kw_only=True):
    """How units come onto the map, keeping track of those that came by sea or air."""

    position_fields = (PositionField("ashore", frozenset[int], mark=True, state=State.of("ashore", "⚓")),)

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """Check that the beaches of the plan are on the map."""
        beaches = [place.name for place in scenario.map.places_of("beach")]
        for name in scenario.file.landing.beaches:
            if name not in beaches:
                what = f"{name!r} is no beach of the map; {nearest(name, beaches)}"
                source.fault(("landing", "beaches"), what)

    # Where units may come

    def possible_hexes(self, board: "Board", unit: Unit) -> Sequence[HexId]:
        """Return the hexes that a unit might come to, before any reason against one of them."""
        if unit.box != FRANCE:
            return super().possible_hexes(board, unit)
        sites = places(board.scenario)
        if unit.kind == "air-landing":
            return sorted(sites.airfields | board.stacks.keys())
        return sites.drop_zones if unit.kind == "paratroop" else sites.landings

    def entry_hexes(self, context: "Context", side: str) -> frozenset[HexId]:
        """Return where units of a side may come onto the map: the Germans on the beaches."""
        return places(context.scenario).beaches if side == "German" else super().entry_hexes(context, side)

    def why_not_by_its_way(self, board: "Board", unit: Unit, hex_id: HexId) -> str:
        """Say why a unit may not come to a hex in the way it comes; empty if it may."""
        if unit.box != FRANCE:
            return super().why_not_by_its_way(board, unit, hex_id)
        if unit.kind == "paratroop":
            return why_not_drop(board, hex_id)
        if unit.kind == "air-landing":
            return why_not_by_air(board, hex_id)
        if board.position.turn == ASSAULT_TURN:
            return why_not_assault(board, unit, hex_id)
        return why_not_land(board, unit, hex_id)

    def arrive(self, board: "Board", unit: Unit, hex_id: HexId) -> "Position | Rule[Position]":
        """Bring a unit onto the map. Over the edge it pays for the hex it enters; by sea or air it moves no further."""
        if unit.box != FRANCE:
            return super().arrive(board, unit, hex_id)
        position = board.position
        at: tuple[Place, ...] = placed(position.at, unit.number, hex_id)
        return replace(position, at=at, ashore=ashore(position) | {unit.number})

    def comes(self, unit: Unit) -> str:
        """Say how a unit comes onto the map."""
        if unit.box != FRANCE:
            return super().comes(unit)
        return {"paratroop": "drops on", "air-landing": "lands by air at"}.get(unit.kind, "lands at")

    # Units that came by sea or air

    def bars_move(self, board: "Board", unit: Unit) -> str:
        """Say why a unit that came by sea or air this turn moves no further."""
        if unit.number not in ashore(board.position):
            return ""
        return Refusal(f"{unit.name} came by sea or air this turn and moves no further", "state", "ashore")

    def exempts(self, board: "Board", unit: Unit) -> bool:
        """Return whether a unit is in supply because it came by sea or air this turn."""
        return unit.number in ashore(board.position)

    def flagged(self, board: "Board", units: Iterable[Unit], target: HexId) -> Mapping[str, bool]:
        """Return whether a unit in an attack landed from the sea this turn."""
        del target
        return {"landing": any(came_by_sea(board, unit) for unit in units)}

    def begins_turn(self, board: "Board") -> "Position":
        """Return the position once units that came in their owner's last turn no longer count as having just come."""
        arrived, mine = ashore(board.position), board.scenario.numbers_of[board.now.side]
        return board.position if arrived.isdisjoint(mine) else replace(board.position, ashore=arrived - mine)

    # The coast

    def holdings(self, context: "Context") -> frozenset[HexId]:
        """Return the beaches and ports, whose holder matters."""
        return places(context.scenario).shore

    def feeds(self, scenario: "Scenario", side: str) -> frozenset[HexId]:
        """Return where German supply comes from: the beaches and ports they hold."""
        return places(scenario).shore if side == "German" else frozenset()

    def place_word(self, context: "Context", at: HexId) -> str:
        """Say that a place is a beach."""
        return "beach" if at in places(context.scenario).beaches else ""

    def value(self, board: "Board", side: str) -> float:
        """Count a supply unit as still waiting if it has just landed without a combat unit to hold the beach: it supplies no unit yet."""
        unguarded = [
            unit
            for number in ashore(board.position)
            if (unit := board.scenario.units[number]).kind == "supply" and unit.side == side
            if not any(friend.fights for friend in board.units_at(board.hex_of(unit)))
        ]
        return -sum(board.book.evaluation.waiting(unit) for unit in unguarded)


def ashore(position: Any) -> frozenset[int]:
    """Return the units that came by sea or air since their owner's last turn began."""
    arrived: frozenset[int] = position.ashore
    return arrived


def came_by_sea(board: "Board", unit: Unit) -> bool:
    """Return whether a unit landed from the sea this turn."""
    return unit.number in ashore(board.position) and unit.kind not in BY_AIR


@cached_on_board
def landed_at(board: "Board") -> set[HexId]:
    """Return the hexes where units have landed from the sea this turn."""
    units = board.scenario.units
    return {
        board.hex_of(units[number]) for number in ashore(board.position) if came_by_sea(board, units[number])
    }


# Why not there


def why_not_drop(board: "Board", hex_id: HexId) -> str:
    """Say why paratroops may not drop on a hex; empty if they may."""
    name, terrain = board.grid.names[hex_id], board.terrain(hex_id)
    if terrain != "clear":
        return f"paratroops drop on clear hexes, and {name} is {terrain}"
    if hex_id not in places(board.scenario).seaward:
        return f"paratroops drop within normal air range, and {name} is beyond the line"
    if hex_id in board.zone_of("British"):
        return f"paratroops do not drop into a zone of control, and {name} is in one"
    return ""


def why_not_by_air(board: "Board", hex_id: HexId) -> str:
    """Say why air-landing troops may not come to a hex; empty if they may."""
    on_airfield = hex_id in places(board.scenario).airfields and hex_id in board.position.held
    is_clear = board.terrain(hex_id) == "clear"
    if on_airfield or (is_clear and any(unit.fights for unit in board.units_at(hex_id))):
        return ""
    return (
        "air-landing troops need a German airfield, or a clear hex where a German combat unit stands; "
        f"{board.grid.names[hex_id]} is neither"
    )


def why_not_assault(board: "Board", unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not land on a hex on the first turn: any beach may be assaulted, but only so many of them."""
    name, landing = board.grid.names[hex_id], board.scenario.file.landing
    if hex_id not in places(board.scenario).beaches:
        return f"the assault lands on beaches, and {name} is none"
    used = landed_at(board)
    if hex_id not in used and len(used) >= landing.assault_beaches:
        return f"no more than {landing.assault_beaches} beaches are assaulted"
    limit = landing.assault_units if unit.fights else landing.beach_supply
    return f"{name} takes no more in the assault" if landed_alike(board, unit, hex_id) >= limit else ""


def why_not_land(board: "Board", unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not land on a hex later: it must be held, and takes only so many units a turn."""
    name, landing = board.grid.names[hex_id], board.scenario.file.landing
    sites = places(board.scenario)
    if hex_id not in board.position.held or hex_id not in sites.shore:
        return f"units land on beaches and in ports that the Germans hold, and {name} is none"
    if hex_id in sites.ports:
        landed = sum([came_by_sea(board, other) for other in board.units_at(hex_id)])
        if landed < landing.port_units:
            return ""
        return f"the port of {name} has taken its {counted(landing.port_units, 'unit')}"
    limit = landing.beach_units if unit.fights else landing.beach_supply
    full = f"the beach of {name} takes no more this turn"
    return full if landed_alike(board, unit, hex_id) >= limit else ""


def landed_alike(board: "Board", unit: Unit, hex_id: HexId) -> int:
    """Count the units that landed in a hex this turn: combat units for a combat unit, otherwise the others."""
    return sum(
        [other.fights == unit.fights and came_by_sea(board, other) for other in board.units_at(hex_id)]
    )
