# SPDX-License-Identifier: Apache-2.0
"""What a position means on the map: stacks, fronts, reach, command, supply. Worked out once for each position.

A position may be complete, or what a side sees of it; both mean the same for that side: the hexes of the enemy are known
to everyone, and his zones of control are those that the side must assume (ruling fog-zones).
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grognard.games.jarama.command import command_lines
from grognard.games.jarama.features import work_at
from grognard.games.jarama.move_costs import map_terrain, ways
from grognard.games.jarama.movement import Front, Move, allowance
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Air, Formation, Scenario, Unit
from grognard.games.jarama.supply import blocked, supply_ways
from grognard.games.jarama.terms import Side
from grognard.games.jarama.terrain import Ground
from grognard.games.jarama.units import Mobility, factor_left
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE, Reach, Ways, points, supply_marks
from grognard.play.places import is_on_map
from grognard.registry import Card
from grognard.rules.cache import cached_by_argument
from grognard.rules.force_board import ForceBoard
from grognard.rules.hidden_forces import Revealed, with_new_knowledge
from grognard.rules.knowledge import Knowledge
from grognard.rules.lines import CommandLines, SupplyLines

if TYPE_CHECKING:
    from grognard.games.jarama.context import Context

UNZONED = ("disorganised", "demoralised")


@lru_cache(maxsize=4096)
def _front(map_name: str, units: frozenset[HexId], zones: frozenset[HexId], card: Card) -> Front:
    """Work out a front once: it does not change while the other side moves."""
    return Front(map_name, units, zones, card)


class Board(ForceBoard["Context", Position, Unit, Side]):
    """One position on the map of its scenario."""

    __slots__ = ("begun",)
    scenario: Scenario
    card: Card

    def __init__(self, context: "Context", position: Position, before: "Board | None" = None) -> None:
        super().__init__(context, position, before)
        # How orders begin, remembered while their outcomes are worked out.
        self.begun: dict[Any, Any] = {}

    def settled(self, position: Position, shown: Iterable[Unit] = ()) -> Position:
        """Return the position that this one leads to, with what both sides then know; `shown` were revealed.

        They are all the units in hexes that were attacked or bombarded.
        """
        was, then = self.position, self.after(position)
        struck = {strike.target for strike in position.struck[len(was.struck) :]}
        exposed = Revealed(
            [unit.number for unit in shown], (position.attacked - was.attacked) | struck, then.out_of_command
        )
        return with_new_knowledge(
            self.scenario, was, position, exposed, contact=self.ruled("contact") == "count"
        )

    # Units

    def factor(self, unit: Unit) -> int:
        """Return a unit's combat factor as it is now."""
        return factor_left(unit, self.points(unit), self.card) if self.points(unit) > 0 else 0

    def room(self, hex_id: HexId) -> int:
        """Return how many more units a hex takes."""
        return self.scenario.stacking - len(self.units_at(hex_id))

    def unfit(self, unit: Unit) -> str:
        """Return the state in which a unit may not attack, fire or reconnoitre; empty if it may."""
        if unit.number in self.position.disorganised:
            return "disorganised"
        return "demoralised" if unit.number in self.position.demoralised else ""

    # Fronts

    @cached_by_argument
    def front(self, side: Side) -> Front:
        """Return what stands in a side's way: the enemy's hexes, and the zones it must assume."""
        held, knowledge = self.foes(side), self.position.known[side]
        zones = frozenset(at for at in held if not self._without_zone(knowledge, at))
        return _front(self.scenario.file.map, held, zones, self.card)

    def _without_zone(self, knowledge: Knowledge, hex_id: HexId) -> bool:
        """Ruling fog-zones: return whether all counters in a hex are known this turn to have no zone."""
        report = knowledge.of(hex_id)
        if report is not None and report.disorganised:
            return True
        if report is None or report.turn != self.position.turn:
            return False
        seen = knowledge.seen_at(hex_id)
        return report.units == len(seen) and all(
            sighting.turn == self.position.turn
            and (
                not self.scenario.units[sighting.unit].has_zone
                or any(state in UNZONED for state in sighting.states or ())
            )
            for sighting in seen
        )

    def zone_against(self, side: Side) -> frozenset[HexId]:
        """Return the hexes in the zones of control that a side must assume."""
        return self.front(side).zone

    # The land

    def ground(self, hex_id: HexId) -> Ground:
        """Return a hex's ground as the combat charts take it."""
        there = map_terrain(self.scenario.map, hex_id)
        work = work_at(self.scenario.map, self.position.features, hex_id)
        return Ground(there.cover, there.hill, work == "fortification", work == "position")

    def height(self, hex_id: HexId) -> int:
        """Return how high a hex lies."""
        return map_terrain(self.scenario.map, hex_id).height

    def step(self, unit: Unit, here: HexId, there: HexId) -> int | None:
        """Return what the step to an adjacent hex costs a unit; None if it is prohibited."""
        return self._ways((unit.side, unit.mobility)).step_cost(here, there)

    @cached_by_argument
    def _ways(self, who: tuple[Side, Mobility]) -> Ways:
        """Return what every step costs units of a side and class, with the engineers that help them."""
        side, mobility = who
        engineers = self.engineers(side) if mobility != "train" else frozenset()
        return ways(self.scenario.file.map, mobility, self.position.features, engineers, self.card)

    # Movement

    def is_active(self, unit: Unit) -> bool:
        """Return whether a unit's formation is active."""
        return unit.side == self.position.side and unit.formation in self.position.active

    def formation(self, unit: Unit) -> Formation:
        """Return a unit's formation."""
        return self.scenario.formation_of[unit.formation]

    @cached_by_argument
    def engineers(self, side: Side) -> frozenset[HexId]:
        """Return the hexes of a side's engineers that can help: they are not disorganised."""
        at, out = self.position.at, self.position.disorganised
        return frozenset(
            here
            for unit in self.scenario.of_side[side]
            if unit.kind == "Engineers" and is_on_map(here := at[unit.number]) and unit.number not in out
        )

    def allowance(self, unit: Unit) -> int | None:
        """Return the movement points of a unit in a turn; None if they are unlimited."""
        in_command = unit.number not in self.position.uncommanded
        capacity = allowance(unit.kind, in_command=in_command, card=self.card)
        return None if capacity is None else points(capacity)

    def allowed(self, unit: Unit) -> int | None:
        """Return the movement points a unit has left in this turn; None if they are unlimited."""
        capacity = self.allowance(unit)
        return None if capacity is None else max(capacity - self.position.spent[unit.number], 0)

    @cached_by_argument
    def move(self, unit: Unit) -> Move:
        """Return a unit's move with what it has left."""
        return self._move(unit, self.allowed(unit))

    def full_move(self, unit: Unit) -> Move:
        """Return a unit's move with all its points."""
        return self._move(unit, self.allowance(unit))

    def _move(self, unit: Unit, allowed: int | None) -> Move:
        return Move(
            self.scenario.file.map,
            unit.mobility,
            self.at(unit),
            None if allowed is None else Fraction(allowed, SCALE),
            self.front(unit.side),
            self.position.features,
            self.engineers(unit.side) if unit.mobility != "train" else frozenset(),
            self._full(unit.side),
            self.card,
        )

    def reach(self, unit: Unit) -> Reach:
        """Return where one order can bring a unit with what it has left."""
        return self.move(unit).reach

    def _full(self, side: Side) -> frozenset[HexId]:
        most = self.scenario.stacking
        return frozenset(
            at for at, units in self.stacks.items() if len(units) >= most and units[0].side == side
        )

    # Command and supply

    def closed(self, side: Side) -> frozenset[HexId]:
        """Return the hexes that no line of a side may pass, as far as it knows."""
        return blocked(self.front(side), self.position.held[side], self.card)

    @cached_by_argument
    def command_lines(self, formation: Formation) -> CommandLines | None:
        """Return the lines of command of a formation; None if its Headquarters are not on the map."""
        headquarters = next(filter(self.is_on_map, formation.headquarters), None)
        if headquarters is None:
            return None
        return command_lines(
            self.scenario.file.map,
            self.at(headquarters),
            self.closed(formation.side),
            self.position.features,
            disorganised=headquarters.number in self.position.disorganised,
            card=self.card,
        )

    def in_command(self, unit: Unit) -> bool:
        """Judge a unit's command now."""
        lines = self.command_lines(self.formation(unit))
        return lines is not None and self.is_on_map(unit) and lines.commands(self.at(unit))

    def out_of_command(self, number: int) -> tuple[str, ...]:
        """Return the state of a unit by its number if it is out of command now; empty if it is in command."""
        return () if self.in_command(self.scenario.units[number]) else ("out of command",)

    @cached_by_argument
    def supply(self, side: Side) -> SupplyLines:
        """Return a side's lines of supply: from its sources without enemies, past what is closed to them."""
        where = supply_ways(self.scenario.file.map, self.position.features, self.card)
        sources = self.scenario.sources[side] - self.foes(side)
        return SupplyLines(where, supply_marks(sources, self.closed(side)))

    def in_supply(self, unit: Unit) -> bool:
        """Judge a unit's supply now."""
        return self.supply(unit.side).reach(self.at(unit))

    # Aircraft

    def missions_left(self, side: Side) -> int:
        """Return how many air missions a side has left this turn; none if it flew too many, as it may in free play."""
        return max(0, self.scenario.missions[side] - self.position.missions[side])

    def waiting_planes(self, side: Side) -> list[Air]:
        """Return a side's aircraft that have not flown this turn."""
        return [plane for plane in self.scenario.air_by_side[side] if plane.number not in self.position.flown]
