"""What a position means on the map: stacks, zones of control, reach, supply. Worked out once for each position.

A position may be the whole one, or what a side sees of it; both mean the same to that side's movement and supply: a
stack closes its hex and has its zone of control by its top unit alone (ruling zone-of-stack).
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any, get_args

from grognard.games import Card
from grognard.games.iron_curtain.movement import (
    ENTER_ZONE,
    Crossing,
    Front,
    Mover,
    allowance,
    crossing,
    move_reach,
    ways,
)
from grognard.games.iron_curtain.position import HIDDEN, Position
from grognard.games.iron_curtain.scenario import Face, Scenario, Unit
from grognard.games.iron_curtain.standing import Standing
from grognard.games.iron_curtain.supply import State, blocked, is_in_supply, supply_state, supply_ways
from grognard.games.iron_curtain.terms import Side, Terrain, enemy
from grognard.games.iron_curtain.terrain import why_not_across
from grognard.games.known import Latest
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE, Ints, Reach, Ways, points, supply_lengths, supply_marks

TERRAIN: dict[str, Terrain] = {each: each for each in get_args(Terrain)}
# The farthest any result drives a stack back.
LONGEST_RETREAT = 3
# As far as any line of supply: whoever has none is farther.
FAR = 10_000
# The whole position, what each side sees of it, and what an order makes of it.
LATELY = 4


class Theatre:
    """A scenario under its rulings: all that stays the same while positions come and go."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.scenario = scenario
        self.card = card
        self.grid = scenario.map.grid
        self.ground: Latest[Position, Ground] = Latest(partial(Ground, self), LATELY)
        self.movers = [
            Mover("leg" if unit.legs else "mech", unit.air_mobile, scenario.year) for unit in scenario.units
        ]
        self._crossings: dict[tuple[HexId, HexId], Crossing] = {}
        self._around: dict[HexId, dict[HexId, int]] = {}

    def ways(self, unit: Unit) -> Ways:
        """Return what every step costs a unit."""
        return ways(self.scenario.file.map, self.movers[unit.number], self.card)

    def around(self, hex_id: HexId) -> dict[HexId, int]:
        """Return the hexes around one with how far they are, a hex farther than any retreat goes."""
        if hex_id not in self._around:
            near = self.grid.within(hex_id, LONGEST_RETREAT + 1)
            self._around[hex_id] = {each: self.grid.distance(hex_id, each) for each in near}
        return self._around[hex_id]

    def crossing(self, here: HexId, there: HexId) -> Crossing:
        """Return what lies between two neighbouring hexes."""
        key = here, there
        if key not in self._crossings:
            self._crossings[key] = crossing(self.scenario.map, here, there, self.scenario.year)
        return self._crossings[key]


class Ground:
    """One position on the map of its scenario."""

    __slots__ = (
        "_lengths", "_marks", "_reach", "grid", "known", "now", "position", "scenario",
        "standing", "theatre",
    )  # fmt: skip

    def __init__(self, theatre: Theatre, position: Position, before: "Ground | None" = None) -> None:
        """Take over from the position before what has not changed since."""
        self.theatre = theatre
        self.position = position
        self.now = position.now
        self.scenario = theatre.scenario
        self.grid = theatre.grid
        at, order = position.at, position.order
        same = before is not None and before.standing.at is at and before.standing.order is order
        last = before.standing if before else None
        self.standing: Standing = (
            last if last and same else Standing(theatre.scenario, theatre.card, at, order, last)
        )
        self.known: dict[Callable[[Ground], Any], Any] = {}
        self._reach: tuple[Unit, Reach] | None = None
        self._marks: dict[Side, Ints] = {}
        self._lengths: dict[Side, Ints] = {}

    def after(self, position: Position) -> "Ground":
        """Return the same ground with another position on it."""
        return self.theatre.ground(position)

    @property
    def card(self) -> Card:
        """The card, with the rulings in force."""
        return self.theatre.card

    # Stacks

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, from the top."""
        return self.standing.stacks

    def at(self, unit: Unit) -> HexId:
        """Return where a unit is."""
        return self.position.at[unit.number]

    def units_at(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex, from the top."""
        return self.stacks.get(hex_id, [])

    def steps(self, unit: Unit) -> int:
        """Return how many steps a unit has left."""
        return unit.steps - self.position.hurt[unit.number]

    def face(self, unit: Unit) -> Face:
        """Return a unit's values as they are now; of one that is lost, those of its last step."""
        return unit.face(max(self.steps(unit), 1))

    def is_short(self, unit: Unit) -> bool:
        """Say whether a unit was out of supply when it was last judged."""
        return unit.number in self.position.short

    def any_short(self, units: Iterable[Unit]) -> bool:
        """Ruling oos-stack: say whether a unit of a stack is out of supply."""
        return any(unit.number in self.position.short for unit in units)

    def room(self, hex_id: HexId) -> int:
        """Return how many more units a hex takes."""
        return self.scenario.stacking - len(self.units_at(hex_id))

    def hides(self, side: Side) -> bool:
        """Say whether units of a side lie beneath others and are not seen: the position is what the enemy sees."""
        return HIDDEN in self.position.at[self.scenario.numbers[side]]

    # Zones of control

    def front(self, side: Side) -> Front:
        """Return a side's units as they stand in the other's way."""
        return self.standing.front(side)

    def foes(self, side: Side) -> frozenset[HexId]:
        """Return the hexes of a side's enemies."""
        return self.front(enemy(side)).units

    def zone_of(self, side: Side) -> frozenset[HexId]:
        """Return the hexes in a side's zones of control."""
        return self.front(side).zone

    def zone_cost(self, side: Side, hex_id: HexId) -> int:
        """Ruling zone-cost: return what an enemy zone of control adds to the cost of a hex."""
        return points(ENTER_ZONE) if hex_id in self.zone_of(enemy(side)) else 0

    def in_contact(self, side: Side) -> list[HexId]:
        """Return the enemy hexes that units of a side stand next to."""
        own = self.front(side).units
        return [each for each in sorted(self.foes(side)) if not own.isdisjoint(self.grid.neighbours(each))]

    def why_not_target(self, target: HexId, ruling: str = "", done: str = "attacked") -> str:
        """Say why nobody attacks or strikes a hex in this phase: no enemy is there, or it was done; nothing where one may."""
        name = self.grid.names[target]
        if target not in self.foes(self.now.side):
            return f"there is no enemy in {name}" + (f" (ruling {ruling})" if ruling else "")
        if target in self.position.attacked:
            return f"{name} was {done} already in this phase (ruling one-attack)"
        return ""

    # The land

    def terrain(self, hex_id: HexId) -> Terrain:
        """Return the terrain of a land hex."""
        return TERRAIN[self.scenario.map.terrain[hex_id]]

    def crossing(self, here: HexId, there: HexId) -> Crossing:
        """Return what lies between two neighbouring hexes."""
        return self.theatre.crossing(here, there)

    def can_step(self, unit: Unit, here: HexId, there: HexId) -> bool:
        """Say whether the step to a neighbouring hex is not prohibited to a unit, and there is land."""
        is_open = there in self.theatre.ways(unit).open_around[here]
        return is_open and not self.scenario.map.is_water(there)

    def why_not_across(self, unit: Unit, target: HexId, here: HexId | None = None) -> str:
        """TEC: say why a unit may not attack a neighbouring hex, from where it stands or another; nothing where it may."""
        between = self.crossing(self.at(unit) if here is None else here, target)
        if between.hexside is None:
            return ""
        road = bool(between.roads)
        why = why_not_across(between.hexside, self.card, air_mobile=unit.air_mobile, road=road)
        return f"{unit.name} {why}" if why else ""

    # Movement

    def allowance(self, unit: Unit) -> int:
        """Return the movement points of a unit in one phase."""
        printed, period = self.face(unit).movement, self.scenario.period
        return points(allowance(printed, in_supply=not self.is_short(unit), period=period, card=self.card))

    def allowed(self, unit: Unit) -> int:
        """Return the movement points a unit has left in this phase."""
        return max(self.allowance(unit) - self.position.spent[unit.number], 0)

    def reach(self, unit: Unit, allowed: int | None = None) -> Reach:
        """Return where one order can bring a unit with what it has left, or with so many points.

        It stops where it enters a contaminated hex, rolls there, and goes on by another order.
        """
        if allowed is None:
            kept = self._reach
            if kept is None or kept[0] is not unit:
                kept = self._reach = unit, self.reach(unit, self.allowed(unit))
            return kept[1]
        return move_reach(
            self.scenario.file.map,
            self.theatre.movers[unit.number],
            self.at(unit),
            Fraction(allowed, SCALE),
            self.front(enemy(unit.side)),
            full=self.standing.full(unit.side),
            stops={each.at for each in self.position.contaminated},
            card=self.card,
        )

    # Supply

    def supply_length(self, side: Side, hex_id: HexId) -> int:
        """Return how far a hex is from a side's supply; where no line leads to it, as far as can be."""
        if side not in self._lengths:
            self._lengths[side] = supply_lengths(self._supply_ways, self._supply_marks(side))
        length = self._lengths[side].item(hex_id)
        return FAR if length < 0 else length

    def in_supply(self, unit: Unit) -> bool:
        """Judge a unit's supply now."""
        length = self.supply_length(unit.side, self.at(unit))
        return is_in_supply(None if length == FAR else length, self.card)

    def supply_line(self, unit: Unit) -> State:
        """Trace a unit's supply now: the line, or where it is cut."""
        return supply_state(self._supply_ways, self.at(unit), self._supply_marks(unit.side), self.card)

    @property
    def _supply_ways(self) -> Ways:
        return supply_ways(self.scenario.file.map, self.scenario.year, self.card)

    def _supply_marks(self, side: Side) -> Ints:
        if side not in self._marks:
            foes, friends = self.front(enemy(side)), self.front(side).units
            self._marks[side] = supply_marks(self.scenario.sources[side], blocked(foes, friends, self.card))
        return self._marks[side]
