"""What a position means on the map: stacks, riders, forts, mines; and what each unit did and suffered this turn."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from grognard.games import Card
from grognard.games.panzerblitz.limits import Attack, Done, Suffered, why_not_attacked
from grognard.games.panzerblitz.position import ON_FOOT, Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.games.panzerblitz.terms import STACK, Footing, Level, Side, enemy
from grognard.games.panzerblitz.terrain import Terrain
from grognard.hexes import HexId
from grognard.rules.cache import Latest
from grognard.rules.naming import Naming


class Theatre:
    """A scenario under its rulings: all that stays the same while positions come and go."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.scenario = scenario
        self.card = card
        self.grid = scenario.map.grid
        self.named: Naming[Unit] = Naming(scenario.map, scenario.by_id)
        self.ground: Latest[Position, Ground] = Latest(partial(Ground, self))


class Ground:
    """One position on the map of its scenario."""

    __slots__ = ("_riders", "_stacks", "card", "grid", "known", "position", "scenario", "theatre")

    def __init__(self, theatre: Theatre, position: Position, before: "Ground | None" = None) -> None:
        """Take over from the position before what has not changed since."""
        self.theatre = theatre
        self.position = position
        self.scenario = theatre.scenario
        self.card = theatre.card
        self.grid = theatre.grid
        self.known: dict[Callable[..., Any], Any] = {}
        same = before is not None and (before.position.at, before.position.aboard) == (
            position.at,
            position.aboard,
        )
        self._stacks: dict[HexId, list[Unit]] = before.stacks if before and same else self._piled()
        self._riders: dict[int, Unit] = before.riders if before and same else self._mounted()

    def after(self, position: Position) -> "Ground":
        """Return the same ground with another position on it."""
        return self.theatre.ground(position)

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""
        return self.card.ruled(ruling)

    # By the names that orders use

    def unit(self, unit_id: str) -> Unit:
        """Return a unit by its id."""
        return self.theatre.named.unit(unit_id)

    def units(self, ids: Iterable[str]) -> list[Unit]:
        """Return units by their ids."""
        return self.theatre.named.units(ids)

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""
        return self.grid.parse_hex(name)

    # Who is where

    def _piled(self) -> dict[HexId, list[Unit]]:
        found: dict[HexId, list[Unit]] = defaultdict(list)
        for unit, at, aboard in zip(self.scenario.units, self.position.at, self.position.aboard, strict=True):
            if at >= 0 and aboard == ON_FOOT:
                found[at].append(unit)
        return dict(found)

    def _mounted(self) -> dict[int, Unit]:
        units = self.scenario.units
        return {carrier: units[at] for at, carrier in enumerate(self.position.aboard) if carrier != ON_FOOT}

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, in the order of battle; who rides is not counted."""
        return self._stacks

    @property
    def riders(self) -> dict[int, Unit]:
        """Who rides on each carrier."""
        return self._riders

    def at(self, unit: Unit) -> HexId:
        """Return where a unit is."""
        return self.position.at[unit.number]

    def is_aboard(self, unit: Unit) -> bool:
        """Say whether a unit rides on another."""
        return self.position.aboard[unit.number] != ON_FOOT

    def units_at(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex, its fort among them."""
        return self._stacks.get(hex_id, [])

    def fort_at(self, hex_id: HexId) -> Unit | None:
        """Return the fort in a hex."""
        return next((unit for unit in self.units_at(hex_id) if unit.is_fort), None)

    def garrison(self, hex_id: HexId) -> list[Unit]:
        """Return the units in a hex that are no fort."""
        return [unit for unit in self.units_at(hex_id) if not unit.is_fort]

    def holder(self, hex_id: HexId) -> Side | None:
        """Return the side whose units are in a hex: an empty fort is nobody's."""
        return next((unit.side for unit in self.units_at(hex_id) if not unit.is_fort), None)

    def hexes_of(self, side: Side) -> frozenset[HexId]:
        """Return the hexes where a side has units."""
        return frozenset(at for at in self._stacks if self.holder(at) == side)

    def occupied(self, side: Side) -> frozenset[HexId]:
        """Return the hexes where a side has units that take ground; who rides in a truck takes none."""
        return frozenset(
            at
            for at, units in self._stacks.items()
            if any(unit.side == side and unit.type.takes_ground for unit in units)
        )

    def foes(self, side: Side) -> frozenset[HexId]:
        """Return the hexes of a side's enemies."""
        return self.hexes_of(enemy(side))

    def wrecks_at(self, hex_id: HexId) -> int:
        """Return how many wrecks lie in a hex."""
        return self.position.wrecks.count(hex_id)

    def room(self, hex_id: HexId, side: Side) -> int:
        """Ruling stacking: return how many more units of a side a hex takes; wrecks count, forts and riders do not."""
        counted = hex_id in self.scenario.blocks and self.ruled("blocks-in-stacks") == "counted"
        return STACK[side] - len(self.garrison(hex_id)) - self.wrecks_at(hex_id) - counted

    # What is where

    def terrain(self, hex_id: HexId) -> Terrain:
        """Return what a hex is."""
        return self.scenario.terrain[hex_id]

    def footing(self, hex_id: HexId) -> Footing:
        """Return a hex's terrain in the words of the charts."""
        found = self.terrain(hex_id)
        if found.cover != "clear":
            return found.cover
        return "gully" if found.gully else "ford" if found.ford else "clear"

    def level(self, hex_id: HexId) -> Level:
        """Return the height of a hex."""
        return self.terrain(hex_id).level

    def mines(self) -> frozenset[HexId]:
        """Return the hexes with mines."""
        return self.scenario.mines - self.position.cleared

    def has_side(self, here: HexId, there: HexId, symbol: str) -> bool:
        """Say whether a symbol lies along the hexside between two neighbours."""
        hexside = self.grid.hexside_between(here, there)
        return hexside is not None and symbol in self.scenario.map.features_at(hexside)

    # What was done and suffered

    def done(self, unit: Unit) -> Done:
        """Return what a unit has done in this player turn."""
        number, position = unit.number, self.position
        return Done(
            attacked=number in position.acted,
            moved=position.hexes[number],
            carried=number in position.carried,
            dispersed=number in position.dispersed,
        )

    def suffered(self, unit: Unit) -> Suffered:
        """Return what a unit has been through in this player turn."""
        number, position, at = unit.number, self.position, self.at(unit)
        by_itself: list[Attack] = []
        if number in position.mined:
            by_itself.append("minefield")
        if number in position.shot_at:
            by_itself.append("fire")
        with_its_hex: list[tuple[Attack, frozenset[HexId]]] = [
            ("fire", position.fired_at),
            ("overrun", position.overrun),
            ("close-assault", position.assaulted),
        ]
        return Suffered(
            tuple(by_itself),
            tuple(attack for attack, hexes in with_its_hex if at in hexes),
            on_mines=at in self.mines(),
            old_mines=number in position.survivors,
        )

    def under_attack(self, hex_id: HexId) -> list[Unit]:
        """Return the units an attack on a hex strikes: a fort stands for those in it."""
        fort = self.fort_at(hex_id)
        return [fort] if fort and self.garrison(hex_id) else self.garrison(hex_id)

    def why_not_struck(self, attack: Attack, target: HexId, only: Unit | None = None) -> str:
        """Say why the side to move may not attack a hex, or one unit in it, in this way; nothing where it may."""
        if self.holder(target) != enemy(self.position.side):
            return f"there is no enemy in {self.grid.names[target]}"
        units = [only] if only else self.under_attack(target)
        reasons = (why_not_attacked(attack, self.suffered(unit), self.card) for unit in units)
        return next(filter(None, reasons), "")

    def words(self, units: Sequence[Unit]) -> tuple[str, ...]:
        """Write units under attack in the words of the procedures: who was dispersed in this turn, and whether by fire."""
        return tuple(f"{unit.type.id}{self._shaken(unit)}" for unit in units)

    def _shaken(self, unit: Unit) -> str:
        """A fort was dispersed if those in it were."""
        numbers = {each.number for each in (self.garrison(self.at(unit)) if unit.is_fort else [unit])}
        if numbers & self.position.gunned:
            return ":dispersed"
        return ":scattered" if numbers & self.position.shaken else ""
