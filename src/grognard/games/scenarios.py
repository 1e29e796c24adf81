"""What the scenarios of the games on a map have in common: what they say of themselves, their map and their units."""

from functools import cached_property
from typing import Generic, Protocol, TypeVar

import msgspec

from grognard.hexes import Map


class Headed(Protocol):
    """The head of a scenario file."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """What it is about."""

    @property
    def turns(self) -> int:
        """How many turns it lasts."""

    @property
    def minutes(self) -> int:
        """How long it takes to play."""


class Identified(Protocol):
    """A unit with an id."""

    @property
    def id(self) -> str:
        """By what it goes in orders."""


F = TypeVar("F", bound=Headed)
U = TypeVar("U", bound=Identified)


class OnMap(msgspec.Struct, Generic[F, U], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario that passed every check. It is shared by all positions and never copied."""

    name: str
    file: F
    map: Map
    units: tuple[U, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.file.title

    @property
    def about(self) -> str:
        """What it is about."""
        return self.file.about

    @property
    def turns(self) -> int:
        """How many turns it lasts."""
        return self.file.turns

    @property
    def minutes(self) -> int:
        """How long it takes to play."""
        return self.file.minutes

    @cached_property
    def by_id(self) -> dict[str, U]:
        """Every unit by its id."""
        return {unit.id: unit for unit in self.units}
