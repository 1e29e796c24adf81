"""What a position means on the map: stacks, zones of control, reach, supply. Worked out once for each position.

A position may be the whole one, or what a side sees of it; both mean the same to that side's movement and supply: a
stack closes its hex and has its zone of control by its top unit alone (ruling zone-of-stack).
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, get_args

from grognard.games import Card
from grognard.games.iron_curtain.movement import allowance, move_reach
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Face, Scenario, Unit
from grognard.games.iron_curtain.supply import SupplyLine, blocked, is_in_supply, supply_line, supply_ways
from grognard.games.iron_curtain.terms import Period, Side, Terrain, enemy
from grognard.games.iron_curtain.terrain import why_not_across
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE, Ints, Reach, Ways, points, supply_lengths, supply_marks
from grognard.play.places import BOXES, HIDDEN, Place, is_on_map
from grognard.procedures.procedure import NotAllowed

if TYPE_CHECKING:
    from grognard.games.iron_curtain.context import Context

TERRAIN: dict[str, Terrain] = {terrain: terrain for terrain in get_args(Terrain)}
# The farthest any result drives a stack back.
LONGEST_RETREAT = 3
# Farther than any line of supply: as far as units are that have none.
FAR = 10_000


class Standing:
    """What follows from where units stand and who lies on top: stacks, full hexes, and each side's front."""

    __slots__ = ("_full", "_stacks", "at", "card", "fronts", "order", "scenario")

    def __init__(self, context: "Context", position: Position, before: "Standing | None") -> None:
        """Take over the fronts of those who stand as they stood before."""
        self.scenario: Scenario = context.scenario
        self.card = context.card
        self.at = position.at
        self.order = position.order
        self._stacks: dict[HexId, list[Unit]] | None = None
        self.fronts: dict[Side, Front] = {}
        self._full: dict[Side, list[HexId]] = {}
        for side, front in list(before.fronts.items()) if before else ():
            if before and not self.scenario.flies[side]:
                numbers = self.scenario.numbers[side]
                if before.at[numbers] == self.at[numbers]:
                    self.fronts[side] = front

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, from the top."""
        if self._stacks is None:
            places: dict[Any, list[Unit]] = {}
            units, at = self.scenario.units, self.at
            for number in self.order:
                places.setdefault(at[number], []).append(units[number])
            for box in BOXES:
                places.pop(box, None)
            # Others may look on while a program thinks: what is shared is whole.
            self._stacks = places
        return self._stacks

    def front(self, side: Side) -> Front:
        """Return a side's units as they stand in the other's way."""
        if side not in self.fronts:
            hexes: frozenset[Any] = frozenset(self.at[self.scenario.numbers[side]]) - BOXES
            flying: frozenset[HexId] = frozenset()
            if self.scenario.flies[side]:
                stacks = self.stacks
                flying = frozenset(at for at in hexes if stacks[at][0].air_mobile)
            self.fronts[side] = _front(self.scenario.file.map, hexes, flying, self.card)
        return self.fronts[side]

    def full(self, side: Side) -> list[HexId]:
        """Return the hexes of a side that take no more units."""
        if side not in self._full:
            most = self.scenario.file.stacking
            full = [at for at, units in self.stacks.items() if len(units) >= most and units[0].side == side]
            self._full[side] = full
        return self._full[side]


@lru_cache(maxsize=4096)
def _front(map_name: str, units: frozenset[HexId], flying: frozenset[HexId], card: Card) -> Front:
    """Work a front out once: it stays as it is while the other side moves."""
    return Front(map_name, units, flying, card)


@cache
def _allowance(printed: int, is_short: bool, period: Period, card: Card) -> int:  # noqa: FBT001 - a key
    return points(allowance(printed, in_supply=not is_short, period=period, card=card))


class Board:
    """One position on the map of its scenario."""

    __slots__ = (
        "_lengths", "_marks", "_reach", "card", "context", "grid", "known", "now", "position", "scenario",
        "standing",
    )  # fmt: skip

    def __init__(self, context: "Context", position: Position, before: "Board | None" = None) -> None:
        """Take over from the position before what has not changed since."""
        self.context = context
        self.position = position
        self.now = position.now
        self.scenario: Scenario = context.scenario
        self.card = context.card
        self.grid = context.grid
        last = before.standing if before else None
        same = last and last.at is position.at and last.order is position.order
        self.standing: Standing = last if last and same else Standing(context, position, last)
        self.known: dict[Callable[[Board], Any], Any] = {}
        self._reach: tuple[Unit, Reach] | None = None
        self._marks: dict[Side, Ints] = {}
        self._lengths: dict[Side, Ints] = {}

    def after(self, position: Position) -> "Board":
        """Return the same board with another position on it."""
        return self.context.board(position)

    # Stacks

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, from the top."""
        return self.standing.stacks

    def place(self, unit: Unit) -> Place:
        """Return where a unit is, on the map or off it."""
        return self.position.at[unit.number]

    def is_on_map(self, unit: Unit) -> bool:
        """Say whether a unit is on the map, and known to be."""
        return is_on_map(self.position.at[unit.number])

    def at(self, unit: Unit) -> HexId:
        """Return the hex that a unit is in; refuse where it is in none."""
        at = self.position.at[unit.number]
        if not is_on_map(at):
            raise NotAllowed(f"{unit.name} is not on the map")
        return at

    def units_at(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex, from the top."""
        return self.stacks.get(hex_id, [])

    def units_around(self, hex_id: HexId) -> list[Unit]:
        """Return the units in the hexes around one."""
        stacks = self.stacks
        return [unit for at in self.grid.neighbours(hex_id) for unit in stacks.get(at, ())]

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
        return self.scenario.file.stacking - len(self.units_at(hex_id))

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

    def in_contact(self, side: Side) -> list[HexId]:
        """Return the enemy hexes that units of a side stand next to."""
        own, around = self.front(side).units, self.grid.around
        return [at for at in sorted(self.foes(side)) if not own.isdisjoint(around[at])]

    # The land

    def terrain(self, hex_id: HexId) -> Terrain:
        """Return the terrain of a land hex."""
        return TERRAIN[self.scenario.map.terrain[hex_id]]

    def why_not_across(self, unit: Unit, target: HexId, here: HexId | None = None) -> str:
        """TEC: say why a unit may not attack a neighbouring hex, from where it stands or another; an empty text if it may."""
        between = self.context.crossing(self.at(unit) if here is None else here, target)
        if between.hexside is None:
            return ""
        road = bool(between.roads)
        why = why_not_across(between.hexside, self.card, air_mobile=unit.air_mobile, road=road)
        return f"{unit.name} {why}" if why else ""

    # Movement

    def allowance(self, unit: Unit) -> int:
        """Return the movement points of a unit in one phase."""
        return _allowance(self.face(unit).movement, self.is_short(unit), self.scenario.period, self.card)

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
            self.context.movers[unit.number],
            self.at(unit),
            Fraction(allowed, SCALE),
            self.front(enemy(unit.side)),
            full=self.standing.full(unit.side),
            stops={marker.at for marker in self.position.contaminated},
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

    def supply_line(self, unit: Unit) -> SupplyLine:
        """Trace a unit's supply now: the line, or where it is cut."""
        return supply_line(self._supply_ways, self.at(unit), self._supply_marks(unit.side), self.card)

    @property
    def _supply_ways(self) -> Ways:
        return supply_ways(self.scenario.file.map, self.scenario.file.year, self.card)

    def _supply_marks(self, side: Side) -> Ints:
        if side not in self._marks:
            foes, friends = self.front(enemy(side)), self.front(side).units
            self._marks[side] = supply_marks(self.scenario.sources[side], blocked(foes, friends, self.card))
        return self._marks[side]
