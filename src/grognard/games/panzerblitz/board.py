# SPDX-License-Identifier: Apache-2.0
"""What a position means on a scenario's map: stacks, riders, forts, mines; what units did and suffered this turn."""

from collections.abc import Sequence
from functools import lru_cache, partial

from grognard.games.panzerblitz import sight
from grognard.games.panzerblitz.attack_limits import Activity, Attack, Suffered, why_not_attacked
from grognard.games.panzerblitz.position import Phase, Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.games.panzerblitz.terms import STACK, Footing, Level, Side, enemy
from grognard.hexes import HexId
from grognard.registry import Card
from grognard.rules import riding
from grognard.rules.cache import BoardCache
from grognard.rules.map_board import MapContext


class Occupancy(riding.Occupancy[Unit]):
    """What follows from where units stand and which ride: stacks without riders, and the hexes of each side."""

    __slots__ = ("hexes",)

    def __init__(self, scenario: Scenario, position: Position) -> None:
        super().__init__(scenario, position)
        # An empty fort belongs to neither side.
        self.hexes: dict[Side, frozenset[HexId]] = {
            side: frozenset(
                at
                for at, stack in self.stacks.items()
                if any(u.side == side and not u.is_fort for u in stack)
            )
            for side in scenario.sides
        }


class Context(MapContext[Unit, Scenario, Card]):
    """A scenario, the card with the rulings in force, and what positions mean on its map.

    Nothing that moves obstructs a line of fire: what is seen from a hex, and what blocks a line, never changes.
    """

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)
        self.board: BoardCache[Position, Board] = BoardCache(partial(Board, self))
        lines = sight.lines(scenario.map, card)
        self.seen_from = lru_cache(maxsize=8192)(lines.seen_from)
        self.blocked = lru_cache(maxsize=8192)(lines.blocked)


class Board(riding.RidingBoard[Context, Position, Unit]):
    """One position on the map of its scenario."""

    __slots__ = ()
    occupancy_type = Occupancy
    scenario: Scenario
    occupancy: Occupancy
    card: Card

    def why_not_now(self, unit: Unit, phase: Phase, does: str) -> str:
        """Say that this is not the phase in which a unit does something; empty if it is."""
        position = self.position
        if unit.side == position.side and position.phase == phase:
            return ""
        return f"{unit.name} does not {does} in the {position.side} {position.phase} phase"

    # Units and their hexes

    def fort_at(self, hex_id: HexId) -> Unit | None:
        """Return the fort in a hex."""
        return next((unit for unit in self.units_at(hex_id) if unit.is_fort), None)

    def garrison(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex other than a fort."""
        return [unit for unit in self.units_at(hex_id) if not unit.is_fort]

    def holder(self, hex_id: HexId) -> Side | None:
        """Return the side whose units are in a hex; an empty fort counts for neither."""
        return next((unit.side for unit in self.garrison(hex_id)), None)

    def hexes_of(self, side: Side) -> frozenset[HexId]:
        """Return the hexes where a side has units."""
        return self.occupancy.hexes[side]

    def occupied(self, side: Side) -> frozenset[HexId]:
        """Return the hexes where a side has units that take ground; units riding in a truck do not."""
        return frozenset(
            at
            for at, units in self.stacks.items()
            if any(unit.side == side and unit.type.takes_ground for unit in units)
        )

    def foes(self, side: Side) -> frozenset[HexId]:
        """Return the hexes of a side's enemies."""
        return self.occupancy.hexes[enemy(side)]

    def wrecks_at(self, hex_id: HexId) -> int:
        """Return the number of wrecks in a hex."""
        return self.position.wrecks.count(hex_id)

    def room(self, hex_id: HexId, side: Side) -> int:
        """Ruling stacking: return how many more units of a side a hex takes; wrecks count, forts and riders do not."""
        counted = hex_id in self.scenario.blocks and self.ruled("blocks-in-stacks") == "counted"
        return STACK[side] - len(self.garrison(hex_id)) - self.wrecks_at(hex_id) - counted

    # Terrain and works

    def footing(self, hex_id: HexId) -> Footing:
        """Return a hex's terrain in the terms of the charts."""
        return self.scenario.terrain[hex_id].footing

    def level(self, hex_id: HexId) -> Level:
        """Return the height of a hex."""
        return self.scenario.terrain[hex_id].level

    def mines(self) -> frozenset[HexId]:
        """Return the hexes with mines."""
        return self.scenario.mines - self.position.cleared

    def has_side(self, here: HexId, there: HexId, symbol: str) -> bool:
        """Return whether a symbol lies along the hexside between two adjacent hexes."""
        hexside = self.grid.hexside_between(here, there)
        return hexside is not None and symbol in self.scenario.map.features_at(hexside)

    # What units did and suffered

    def activity(self, unit: Unit) -> Activity:
        """Return what a unit has done in this player turn."""
        number, position = unit.number, self.position
        return Activity(
            attacked=number in position.acted,
            moved=position.hexes[number],
            carried=number in position.carried,
            dispersed=number in position.dispersed,
        )

    def suffered(self, unit: Unit) -> Suffered:
        """Return the attacks on a unit in this player turn."""
        number, position, at = unit.number, self.position, self.at(unit)
        units: dict[Attack, frozenset[int]] = {"minefield": position.mined, "fire": position.shot_at}
        hexes: dict[Attack, frozenset[HexId]] = {
            "fire": position.fired_at,
            "overrun": position.overrun,
            "close-assault": position.assaulted,
        }
        return Suffered(
            tuple(attack for attack, struck in units.items() if number in struck),
            tuple(attack for attack, struck in hexes.items() if at in struck),
            on_mines=at in self.mines(),
            old_mines=number in position.survivors,
        )

    def under_attack(self, hex_id: HexId) -> list[Unit]:
        """Ruling works: return the units an attack on a hex strikes: a fort in place of those inside."""
        fort = self.fort_at(hex_id)
        return [fort] if fort and self.garrison(hex_id) else self.garrison(hex_id)

    def why_not_struck(self, attack: Attack, target: HexId, only: Unit | None = None) -> str:
        """Say why the side to move may not attack a hex, or one unit in it, in this way; empty if it may."""
        if self.holder(target) != enemy(self.position.side):
            return f"there is no enemy in {self.grid.names[target]}"
        units = [only] if only else self.under_attack(target)
        reasons = (why_not_attacked(attack, self.suffered(unit), self.card) for unit in units)
        return next(filter(None, reasons), "")

    def height(self, here: HexId, target: HexId) -> str:
        """Write how high an attacker stands, and whether a brown side lies before an adjacent target: `:hilltop:brown`."""
        level = self.level(here)
        brown = ":brown" if self.has_side(here, target, "brown") else ""
        return ("" if level == "ground" else f":{level}") + brown

    def desk_notation(self, units: Sequence[Unit]) -> tuple[str, ...]:
        """Write units under attack as the procedures take them: which were dispersed this turn, and whether by fire."""
        return tuple(f"{unit.type.id}{self._dispersal_mark(unit)}" for unit in units)

    def _dispersal_mark(self, unit: Unit) -> str:
        """Mark a unit as dispersed; a fort is if those inside are."""
        numbers = {inside.number for inside in (self.garrison(self.at(unit)) if unit.is_fort else [unit])}
        if numbers & self.position.gunned:
            return ":dispersed"
        return ":scattered" if numbers & self.position.shaken else ""
