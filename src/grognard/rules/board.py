# SPDX-License-Identifier: Apache-2.0
"""What a position means on the map in a game made of chapters: stacks, fronts, reach, supply, each worked out once.

Games put together by hand begin with `map_board`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Reach, reach, supply_lengths, supply_marks, trace_supply
from grognard.play.places import Place, is_on_map
from grognard.procedures.procedure import NotAllowed
from grognard.rules.position import Position
from grognard.rules.units import Face, Unit
from grognard.rules.zones import Front

if TYPE_CHECKING:
    from grognard.rules.context import Context
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario
    from grognard.rules.supply import SupplyLine

NO_UNITS: frozenset[int] = frozenset()
# Farther than any path of supply: the distance of units that have none.
FAR = 10_000


class Occupancy:
    """What follows from where units stand: stacks, each side's front, full hexes."""

    __slots__ = ("_fronts", "_full", "_stacks", "at", "book", "scenario")

    def __init__(self, context: "Context", at: tuple[Place, ...]) -> None:
        self.scenario = context.scenario
        self.book = context.book
        self.at = at
        self._stacks: dict[HexId, list[Unit]] | None = None
        self._fronts: dict[str | tuple[str, frozenset[int]], Front] = {}
        self._full: dict[tuple[str, int], list[HexId]] = {}

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, in the order of battle."""
        if self._stacks is None:
            stacks: dict[HexId, list[Unit]] = defaultdict(list)
            for unit, at in zip(self.scenario.units, self.at, strict=True):
                if isinstance(at, int):  # as `is_on_map` says, without a call for each unit
                    stacks[at].append(unit)
            # Another thread may read this while a program thinks: only a finished value is shared.
            self._stacks = stacks
        return self._stacks

    def front(self, side: str, disrupted: frozenset[int]) -> Front:
        """Return a side's units as obstacles to the other; disrupted units exert no zone of control."""
        scenario = self.scenario
        # Usually nobody is disrupted, and the side is all there is to look for.
        without = disrupted & scenario.numbers_of[side] if disrupted else disrupted
        key = (side, without) if without else side
        front = self._fronts.get(key)
        if front is None:
            at = self.at[scenario.numbers[side]]
            front = self._fronts[key] = front_of(self.book, scenario, at, side, without)
        return front

    def full(self, unit: Unit) -> list[HexId]:
        """Return the hexes that take no more units of a unit's side and size."""
        stacking = self.book.stacking
        key = unit.side, stacking.weight(unit) if stacking.sizes else 1
        full = self._full.get(key)
        if full is None:
            full = self._full[key] = stacking.full(self.scenario, unit.side, self.at, key[1])
        return full


@lru_cache(maxsize=4096)
def front_of(
    book: "Rulebook", scenario: "Scenario", at: tuple[Place, ...], side: str, disrupted: frozenset[int]
) -> Front:
    """Return a front, cached because it does not change while the other side moves. `at` is where the side's units are."""
    units = scenario.units[scenario.numbers[side]]
    standing = [(unit, here) for unit, here in zip(units, at, strict=True) if isinstance(here, int)]
    owners = {here for unit, here in standing if unit.fights and unit.number not in disrupted}
    return book.zones.front(book, book.open_ways(scenario.map), (here for _, here in standing), owners)


class Board:
    """One position on the map of its scenario."""

    __slots__ = (
        "_lengths",
        "_marks",
        "_reach",
        "book",
        "cache",
        "card",
        "context",
        "grid",
        "now",
        "occupancy",
        "position",
        "scenario",
    )  # fmt: skip

    def __init__(self, context: "Context", position: Position, before: "Board | None" = None) -> None:
        """Take over from the board before what has not changed since."""
        self.context = context
        self.position = position
        self.now = context.phases[position.phase]
        self.scenario = context.scenario
        self.book = context.book
        self.card = context.card
        self.grid = context.grid
        self.occupancy: Occupancy = self.stand(before.occupancy if before else None)
        self.cache: dict[Callable[..., Any], Any] = {}
        self._reach: tuple[Unit, Reach] | None = None
        self._marks: dict[str, Ints] = {}
        self._lengths: dict[str, Ints] = {}

    def stand(self, before: Occupancy | None) -> Occupancy:
        """Return what follows from where units stand: the same object as before if no unit has moved."""
        at = self.position.at
        return before if before and before.at is at else Occupancy(self.context, at)

    def after(self, position: Position) -> "Board":
        """Return the same board with another position on it."""
        return self.context.board(position)

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""
        return self.card.ruled(ruling)

    # Stacks

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, in the order of battle."""
        return self.occupancy.stacks

    def at(self, unit: Unit) -> Place:
        """Return where a unit is."""
        return self.position.at[unit.number]

    def is_on_map(self, unit: Unit) -> bool:
        """Return whether a unit stands in a hex."""
        return is_on_map(self.position.at[unit.number])

    def hex_of(self, unit: Unit) -> HexId:
        """Return the hex that a unit stands in; a unit that is not on the map is an error."""
        at = self.position.at[unit.number]
        if not isinstance(at, int):
            raise NotAllowed(f"{unit.name} is not on the map")
        return at

    def units_at(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex."""
        return self.occupancy.stacks.get(hex_id, [])

    def units_around(self, hex_id: HexId) -> list[Unit]:
        """Return the units in the hexes around one."""
        stacks = self.stacks
        return [unit for at in self.grid.neighbours(hex_id) for unit in stacks.get(at, ())]

    def occupied_by(self, hex_id: HexId, side: str) -> bool:
        """Return whether units of a side are in a hex, which two sides never share."""
        units = self.occupancy.stacks.get(hex_id)
        return units is not None and units[0].side == side

    def garrisons(self, side: str) -> set[HexId]:
        """Return the hexes in which a side has combat units."""
        places = self.scenario.places_of_fighters[side](self.position.at)
        return {at for at in places if isinstance(at, int)}

    def room(self, hex_id: HexId) -> int:
        """Return how much more a hex can hold."""
        return self.book.stacking.room(self, hex_id)

    def fits(self, unit: Unit, hex_id: HexId) -> bool:
        """Return whether a hex has room for a unit; only combat units need any."""
        return not unit.fights or hex_id not in self.occupancy.full(unit)

    def terrain(self, hex_id: HexId) -> str:
        """Return the terrain of a hex."""
        return self.scenario.map.terrain[hex_id]

    def is_in(self, unit: Unit, terrain: str) -> bool:
        """Return whether a unit stands in a terrain."""
        at = self.position.at[unit.number]
        return is_on_map(at) and self.terrain(at) == terrain

    # Strengths: what is printed on the face that is up

    def hurt(self, unit: Unit) -> int:
        """Return how many steps a unit has lost."""
        return self.position.hurt[unit.number] if self.book.has_steps else 0

    def steps(self, unit: Unit) -> int:
        """Return how many steps a unit has left."""
        return len(unit.faces) - self.hurt(unit)

    def face(self, unit: Unit) -> Face:
        """Return a unit's current values; those of its last step for an eliminated unit."""
        return unit.faces[min(self.hurt(unit), len(unit.faces) - 1)]

    def attack(self, unit: Unit) -> int:
        """Return a unit's attack strength."""
        return self.face(unit).attack if self.book.has_steps else unit.attack

    def defence(self, unit: Unit) -> int:
        """Return a unit's defence strength."""
        return self.face(unit).defence if self.book.has_steps else unit.defence

    # Fronts

    def front(self, side: str) -> Front:
        """Return a side's units as obstacles to the other."""
        return self.occupancy.front(side, self.position.disrupted if self.context.disrupts else NO_UNITS)

    def foes(self, side: str) -> frozenset[HexId]:
        """Return the hexes of a side's enemies."""
        return self.front(self.context.enemy[side]).units

    def zone_of(self, side: str) -> frozenset[HexId]:
        """Return the hexes in a side's zones of control."""
        return self.front(side).zone

    def zone_against(self, side: str) -> frozenset[HexId]:
        """Return the hexes in the zones of control of a side's enemy."""
        return self.front(self.context.enemy[side]).zone

    def in_contact(self, side: str) -> list[HexId]:
        """Return the enemy hexes that are next to units of a side."""
        grid, foes = self.grid, self.front(self.context.enemy[side])
        own = foes.around(grid).intersection(self.position.at[self.scenario.numbers[side]])
        return sorted({there for here in own for there in grid.neighbours(here) if there in foes.units})

    def can_step(self, here: HexId, there: HexId) -> bool:
        """Return whether any unit can step from a hex to its neighbour."""
        return self.context.open_ways.step_cost(here, there) is not None

    # Movement

    def allowed(self, unit: Unit) -> int:
        """Return what a unit has left of its movement in this phase, in parts of movement points."""
        position = self.position
        return self.context.allowance(position, unit) - position.spent[unit.number]

    def reach(self, unit: Unit, allowed: int | None = None) -> Reach:
        """Return where a unit can go with what it has left, or with so many parts of movement points."""
        if allowed is None:
            kept = self._reach
            if kept is None or kept[0] is not unit:
                kept = self._reach = unit, self.reach(unit, self.allowed(unit))
            return kept[1]
        context, number = self.context, unit.number
        return reach(
            context.ways_of[number],
            self.hex_of(unit),
            allowed * context.part,
            crowded=self.occupancy.full(unit) if unit.fights else (),
            marks=self.front(context.enemy[unit.side]).marks,
            zones=context.contamination.stops(self.position) if context.contamination else (),
            minimum=context.one_hex and not self.position.spent[number],
        )

    # Supply

    def supply(self, unit: Unit) -> str:
        """Judge a unit's supply now."""
        chapter, side = self.book.supply, unit.side
        if chapter is None:
            return ""
        if self.is_exempt(unit):
            return chapter.best
        return chapter.judged(side, self.supply_lengths(side).item(self.hex_of(unit)))

    def is_exempt(self, unit: Unit) -> bool:
        """Return whether a unit needs no supply now."""
        exempts = self.context.exempts
        return exempts is not None and exempts(self, unit)

    def supply_line(self, unit: Unit) -> "SupplyLine":
        """Trace a unit's supply now: the path, or where it is cut."""
        chapter = self.book.supply
        assert chapter is not None  # noqa: S101 - asked only in games with supply
        if self.is_exempt(unit):
            return chapter.line(unit.side, (), frozenset(), exempt=True)
        traced = trace_supply(self.context.open_ways, self.hex_of(unit), self._supply_marks(unit.side))
        return chapter.line(unit.side, traced.path, traced.cut)

    def supply_length(self, side: str, hex_id: HexId) -> int:
        """Return how far a hex is from a side's supply; FAR if no path leads to it."""
        length = self.supply_lengths(side).item(hex_id)
        return FAR if length < 0 else length

    def supply_lengths(self, side: str) -> Ints:
        """Return how far every hex is from a side's supply, below 0 if no path leads to it."""
        if side not in self._lengths:
            self._lengths[side] = supply_lengths(self.context.open_ways, self._supply_marks(side))
        return self._lengths[side]

    def _supply_marks(self, side: str) -> Ints:
        if side not in self._marks:
            chapter = self.book.supply
            assert chapter is not None  # noqa: S101 - asked only in games with supply
            closed = chapter.blocked(self, side)
            sources = chapter.with_depots(self, side, chapter.sources(self, side), closed)
            self._marks[side] = supply_marks(sources, closed)
        return self._marks[side]

    # Units

    def standing_units(self, side: str) -> Iterable[tuple[Unit, Place]]:
        """Yield a side's units with their places, on the map or off it."""
        numbers = self.scenario.numbers[side]
        return zip(self.scenario.units[numbers], self.position.at[numbers], strict=True)
