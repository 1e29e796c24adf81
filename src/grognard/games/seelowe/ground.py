"""What a position means on the map: stacks, zones of control, supply, reach. Worked out once for each position."""

from collections import Counter, defaultdict
from functools import cached_property, lru_cache

from grognard.games import Card
from grognard.games.seelowe.movement import STACK, Front, allowance, move_reach, ways
from grognard.games.seelowe.position import Position
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.games.seelowe.supply import State, blocked, german_sources, supply_state
from grognard.games.seelowe.terms import Side, enemy
from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Reach, Ways, supply_marks

# What a unit that cannot be cut off is said to be.
SUPPLIED = State("supplied")


class Ground:
    """One position on the map of its scenario."""

    def __init__(self, scenario: Scenario, card: Card, position: Position) -> None:
        self.scenario = scenario
        self.card = card
        self.position = position
        self.grid = scenario.map.grid
        self._supply: dict[tuple[Side, HexId], State] = {}
        self._marks: dict[Side, Ints] = {}
        self._reach: dict[int, Reach] = {}
        self.ruled = card.rulings.option

    def after(self, position: Position) -> "Ground":
        """Return the same ground with another position on it."""
        return self if position is self.position else Ground(self.scenario, self.card, position)

    # Stacks

    @cached_property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, in the order of battle."""
        found: dict[HexId, list[Unit]] = defaultdict(list)
        for unit, at in zip(self.scenario.units, self.position.at, strict=True):
            if at >= 0:
                found[at].append(unit)
        return found

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
        return not unit.fights or self.room(hex_id) > 0

    # Zones of control

    @cached_property
    def open_ways(self) -> Ways:
        """Every step there is, whatever it costs: all but over the sea."""
        return ways(self.scenario.file.map, "exempt", self.card)

    def front(self, side: Side) -> Front:
        """Return a side's units as they stand in the other's way."""
        at = self.position.at[self.scenario.numbers[side]]
        return _front(self.scenario, self.card, side, at, self.position.disrupted)

    def foes(self, side: Side) -> frozenset[HexId]:
        """Return the hexes of a side's enemies."""
        return self.front(enemy(side)).units

    def zone_of(self, side: Side) -> frozenset[HexId]:
        """Return the hexes in a side's zones of control."""
        return self.front(side).zone

    def full(self, side: Side) -> list[HexId]:
        """Return the hexes of a side that take no more combat units."""
        count = Counter(self.position.at[self.scenario.numbers[side]])
        many = [at for at, units in count.items() if units >= STACK and at >= 0]
        return [at for at in many if self.room(at) <= 0]

    # Movement

    def allowed(self, unit: Unit) -> int:
        """Return the movement points a unit has left in this phase."""
        number = unit.number
        return allowance(unit.movement, self.position.supply[number]) - self.position.spent[number]

    def reach(self, unit: Unit, allowed: int | None = None) -> Reach:
        """Return where a unit can go with what it has left, or with so many points."""
        if allowed is None:
            if unit.number not in self._reach:
                self._reach[unit.number] = self.reach(unit, self.allowed(unit))
            return self._reach[unit.number]
        where = ways(self.scenario.file.map, "terrain" if unit.pays_terrain else "exempt", self.card)
        full = self.full(unit.side) if unit.fights else ()
        still = not self.position.spent[unit.number]
        foes = self.front(enemy(unit.side))
        return move_reach(where, self.at(unit), allowed, foes, full, card=self.card, still=still)

    # Supply

    def blocked(self, side: Side) -> frozenset[HexId]:
        """Return the hexes no supply path of a side may pass."""
        return blocked(self.front(enemy(side)), self.front(side).units, self.card)

    @cached_property
    def german_sources(self) -> frozenset[HexId]:
        """Ports and beaches the Germans hold, and supply units within reach of them."""
        scenario = self.scenario
        bases = self.position.held & (scenario.ports | scenario.beaches) - self.foes("German")
        depots = [
            at for at, units in self.stacks.items() for unit in units
            if unit.kind == "supply" and unit.side == "German"
        ]  # fmt: skip
        return frozenset(german_sources(self.open_ways, bases, depots, self.blocked("German")))

    @cached_property
    def british_sources(self) -> frozenset[HexId]:
        """Cities the British hold, and the north and west edges of the map where no German stands."""
        entries = {each for place in self.scenario.map.places_of("entry") for each in place.hexes}
        return frozenset((entries | self.scenario.cities) - self.position.held - self.foes("British"))

    def supply(self, unit: Unit) -> State:
        """13.0 Judge a unit's supply now. Who came by sea or air this turn counts as supplied."""
        if unit.number in self.position.ashore:
            return SUPPLIED
        key = (unit.side, self.at(unit))
        if key not in self._supply:
            self._supply[key] = supply_state(self.open_ways, *key, self._supply_marks(unit.side))
        return self._supply[key]

    def _supply_marks(self, side: Side) -> Ints:
        if side not in self._marks:
            sources = self.german_sources if side == "German" else self.british_sources
            self._marks[side] = supply_marks(sources, self.blocked(side))
        return self._marks[side]


@lru_cache(maxsize=4096)
def _front(
    scenario: Scenario, card: Card, side: Side, at: tuple[HexId, ...], disrupted: frozenset[int]
) -> Front:
    """Work a front out once: it stays as it is while the other side moves.

    Combat units exert a zone of control, unless they are disrupted.
    """
    standing = [each for each in zip(scenario.units[scenario.numbers[side]], at, strict=True) if each[1] >= 0]
    owners = {here for unit, here in standing if unit.fights and unit.number not in disrupted}
    where = ways(scenario.file.map, "exempt", card)
    return Front(where, (here for _, here in standing), owners, card)
