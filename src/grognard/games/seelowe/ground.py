"""What a position means on the map: stacks, zones of control, supply, reach. Worked out once for each position."""

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, get_args

from grognard.games import Card
from grognard.games.seelowe.movement import Front, Pays, allowance, move_reach, ways
from grognard.games.seelowe.position import Position
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.games.seelowe.supply import State, blocked, german_sources, judged, supply_state
from grognard.games.seelowe.terms import STACK, Side, Supply, enemy
from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Reach, Ways, supply_lengths, supply_marks
from grognard.rules.cache import Latest

# What a unit that cannot be cut off is said to be.
SUPPLIED = State("supplied")


class Theatre:
    """A scenario under its rulings: all that stays the same while positions come and go."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.scenario = scenario
        self.card = card
        self.grid = scenario.map.grid
        self.ways: dict[Pays, Ways] = {pays: ways(scenario.file.map, pays, card) for pays in get_args(Pays)}
        self.ground: Latest[Position, Ground] = Latest(partial(Ground, self))


class Standing:
    """What follows from where units stand: stacks, and each side's front."""

    __slots__ = ("_fronts", "_full", "_stacks", "at", "theatre")

    def __init__(self, theatre: Theatre, at: tuple[HexId, ...]) -> None:
        self.theatre = theatre
        self.at = at
        self._stacks: dict[HexId, list[Unit]] | None = None
        self._fronts: dict[tuple[Side, frozenset[int]], Front] = {}
        self._full: dict[Side, list[HexId]] = {}

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, in the order of battle."""
        if self._stacks is None:
            found: dict[HexId, list[Unit]] = defaultdict(list)
            for unit, at in zip(self.theatre.scenario.units, self.at, strict=True):
                if at >= 0:
                    found[at].append(unit)
            # Others may look on while a program thinks: what is shared is whole.
            self._stacks = found
        return self._stacks

    def front(self, side: Side, disrupted: frozenset[int]) -> Front:
        """Return a side's units as they stand in the other's way; who is disrupted exerts no zone of control."""
        scenario = self.theatre.scenario
        key = side, disrupted & scenario.by_side[side] if disrupted else disrupted
        if key not in self._fronts:
            at = self.at[scenario.numbers[side]]
            self._fronts[key] = _front(scenario, self.theatre.card, at, *key)
        return self._fronts[key]

    def full(self, side: Side) -> list[HexId]:
        """Return the hexes of a side that take no more combat units."""
        if side not in self._full:
            where, count = self.at, Counter[HexId]()
            count.update([where[number] for number in self.theatre.scenario.fighters[side]])
            self._full[side] = [at for at, units in count.items() if units >= STACK and at >= 0]
        return self._full[side]


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
        at = position.at
        self.standing: Standing = (
            before.standing if before and before.standing.at is at else Standing(theatre, at)
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

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""
        return self.theatre.card.ruled(ruling)

    # Stacks

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, in the order of battle."""
        return self.standing.stacks

    def at(self, unit: Unit) -> HexId:
        """Return where a unit is."""
        return self.position.at[unit.number]

    def units_at(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex."""
        return self.stacks.get(hex_id, [])

    def in_city(self, unit: Unit) -> bool:
        """Say whether a unit stands in a city."""
        return self.at(unit) in self.scenario.cities

    def came_by_sea(self, unit: Unit) -> bool:
        """Say whether a unit landed from the sea in this turn."""
        return unit.number in self.position.ashore and unit.kind not in ("paratroop", "air-landing")

    def occupied_by(self, hex_id: HexId, side: Side) -> bool:
        """Say whether units of a side are in a hex; two sides never share one."""
        units = self.stacks.get(hex_id)
        return units is not None and units[0].side == side

    def garrisons(self, side: Side) -> set[HexId]:
        """Return the hexes where a side has combat units."""
        numbers = self.scenario.numbers[side]
        standing = zip(self.scenario.units[numbers], self.position.at[numbers], strict=True)
        return {at for unit, at in standing if at >= 0 and unit.fights}

    def room(self, hex_id: HexId) -> int:
        """Return how many more combat units a hex takes."""
        return STACK - sum(unit.fights for unit in self.units_at(hex_id))

    def fits(self, unit: Unit, hex_id: HexId) -> bool:
        """Say whether a hex takes one more unit; supply units are free."""
        return not unit.fights or hex_id not in self.standing.full(unit.side)

    # Zones of control

    @property
    def open_ways(self) -> Ways:
        """Every step there is, whatever it costs: all but over the sea."""
        return self.theatre.ways["exempt"]

    def front(self, side: Side) -> Front:
        """Return a side's units as they stand in the other's way."""
        return self.standing.front(side, self.position.disrupted)

    def foes(self, side: Side) -> frozenset[HexId]:
        """Return the hexes of a side's enemies."""
        return self.front(enemy(side)).units

    def zone_of(self, side: Side) -> frozenset[HexId]:
        """Return the hexes in a side's zones of control."""
        return self.front(side).zone

    # Movement

    def allowed(self, unit: Unit) -> int:
        """Return the movement points a unit has left in this phase."""
        number = unit.number
        return allowance(unit.movement, self.position.supply[number]) - self.position.spent[number]

    def reach(self, unit: Unit, allowed: int | None = None) -> Reach:
        """Return where a unit can go with what it has left, or with so many points."""
        if allowed is None:
            kept = self._reach
            if kept is None or kept[0] is not unit:
                kept = self._reach = unit, self.reach(unit, self.allowed(unit))
            return kept[1]
        where = self.theatre.ways["terrain" if unit.pays_terrain else "exempt"]
        full = self.standing.full(unit.side) if unit.fights else ()
        still = not self.position.spent[unit.number]
        foes = self.front(enemy(unit.side))
        return move_reach(where, self.at(unit), allowed, foes, full, card=self.card, still=still)

    # Supply

    def blocked(self, side: Side) -> frozenset[HexId]:
        """Return the hexes no supply path of a side may pass."""
        return blocked(self.front(enemy(side)), self.front(side).units, self.card)

    @property
    def german_sources(self) -> frozenset[HexId]:
        """Ports and beaches the Germans hold, and supply units within reach of them."""
        scenario = self.scenario
        bases = (self.position.held & scenario.landings) - self.foes("German")
        depots = [at for unit in scenario.depots if (at := self.at(unit)) >= 0]
        return frozenset(german_sources(self.open_ways, bases, depots, self.blocked("German")))

    @property
    def british_sources(self) -> frozenset[HexId]:
        """Cities the British hold, and the north and west edges of the map where no German stands."""
        return self.scenario.british_sources - self.position.held - self.foes("British")

    def supply(self, unit: Unit) -> Supply:
        """13.0 Judge a unit's supply now. Who came by sea or air this turn counts as supplied."""
        if unit.number in self.position.ashore:
            return SUPPLIED.supply
        if unit.side not in self._lengths:
            self._lengths[unit.side] = supply_lengths(self.open_ways, self._supply_marks(unit.side))
        length = self._lengths[unit.side].item(self.at(unit))
        return judged(unit.side, None if length < 0 else length)

    def supply_path(self, unit: Unit) -> State:
        """13.0 Trace a unit's supply now: the path, or where it is cut."""
        if unit.number in self.position.ashore:
            return SUPPLIED
        return supply_state(self.open_ways, unit.side, self.at(unit), self._supply_marks(unit.side))

    def _supply_marks(self, side: Side) -> Ints:
        if side not in self._marks:
            sources = self.german_sources if side == "German" else self.british_sources
            self._marks[side] = supply_marks(sources, self.blocked(side))
        return self._marks[side]


@lru_cache(maxsize=4096)
def _front(
    scenario: Scenario, card: Card, at: tuple[HexId, ...], side: Side, disrupted: frozenset[int]
) -> Front:
    """Work a front out once: it stays as it is while the other side moves.

    Combat units exert a zone of control, unless they are disrupted.
    """
    standing = [each for each in zip(scenario.units[scenario.numbers[side]], at, strict=True) if each[1] >= 0]
    owners = {here for unit, here in standing if unit.fights and unit.number not in disrupted}
    where = ways(scenario.file.map, "exempt", card)
    return Front(where, (here for _, here in standing), owners, card)
