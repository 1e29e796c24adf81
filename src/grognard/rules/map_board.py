# SPDX-License-Identifier: Apache-2.0
"""The board and context of a game on a map that is not made of chapters: units and hexes by name, and where units are.

Games made of chapters use `board` and `context` instead, which also know zones, reach and supply.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, Self, TypeVar

from grognard.hexes import HexId
from grognard.play.places import Place, is_on_map
from grognard.procedures.procedure import NotAllowed
from grognard.rules.card import Card
from grognard.rules.map_scenario import MapScenario
from grognard.rules.naming import Naming


class Numbered(Protocol):
    """A unit with a name and a number in the order of battle."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def number(self) -> int:
        """Its place in the order of battle."""


C = TypeVar("C", bound=Card)
P = TypeVar("P")
S = TypeVar("S", bound=MapScenario[Any, Any])
U = TypeVar("U", bound=Numbered)


class MapContext(Naming[U], Generic[U, S, C]):
    """A scenario under its rulings, with units and hexes by name: everything that stays the same while positions change."""

    # Returns the board of a position.
    board: Callable[[Any], Any]

    def __init__(self, scenario: S, card: C) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.grid = scenario.map.grid

    def target(self, actor: str) -> HexId | None:
        """Return the hex that an actor names, if orders are given against it; None for a unit and for the end of a phase."""
        return None if not actor or actor in self.scenario.by_id else self.hex(actor)


X = TypeVar("X", bound=MapContext[Any, Any, Any])


class MapBoard(Generic[X, P, U]):
    """One position on the map of its scenario; `cache` has what was worked out for it."""

    __slots__ = ("cache", "card", "context", "grid", "position", "scenario")

    def __init__(self, context: X, position: P) -> None:
        self.context = context
        self.position = position
        self.scenario = context.scenario
        self.card = context.card
        self.grid = context.grid
        self.cache: dict[Callable[..., Any], Any] = {}

    def after(self, position: P) -> Self:
        """Return the same board with another position on it."""
        board: Self = self.context.board(position)
        return board

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""
        option: str = self.card.ruled(ruling)
        return option

    @property
    def stacks(self) -> dict[HexId, list[U]]:
        """The units in each hex."""
        raise NotImplementedError

    # By the names that orders use

    def unit(self, unit_id: str) -> U:
        """Return a unit by its id."""
        unit: U = self.context.unit(unit_id)
        return unit

    def units(self, ids: Iterable[str]) -> list[U]:
        """Return units by their ids."""
        return [self.unit(unit_id) for unit_id in ids]

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""
        return self.grid.parse_hex(name)

    # Where units are

    def place(self, unit: U) -> Place:
        """Return where a unit is, on the map or off it; most positions have a place for each unit by its number."""
        position: Any = self.position
        place: Place = position.at[unit.number]
        return place

    def is_on_map(self, unit: U) -> bool:
        """Return whether a unit is on the map."""
        return isinstance(self.place(unit), int)

    def at(self, unit: U) -> HexId:
        """Return the hex that a unit is in; a unit that is not on the map is an error."""
        at = self.place(unit)
        if not is_on_map(at):
            raise NotAllowed(f"{unit.name} is not on the map")
        return at

    def units_at(self, hex_id: HexId) -> list[U]:
        """Return the units in a hex."""
        return self.stacks.get(hex_id, [])

    def units_around(self, hex_id: HexId) -> list[U]:
        """Return the units in the hexes around one."""
        stacks = self.stacks
        return [unit for at in self.grid.neighbours(hex_id) for unit in stacks.get(at, ())]
