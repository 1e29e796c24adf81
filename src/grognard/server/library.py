# SPDX-License-Identifier: Apache-2.0
"""Where the server finds games and programs: those that come with Grognard, or others that a test brings."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from grognard.opponent import PROGRAMS, Program
from grognard.play.game import BoardGame, hides_orders
from grognard.play.history import CurrentRules
from grognard.play.log import Header
from grognard.play.visibility import hides_something
from grognard.registry import games
from grognard.registry.current_rules import current_rules


class Scenario(msgspec.Struct, frozen=True):
    """What players are told of a scenario, and the map it is played on.

    `lean` says to whom it leans between equal players; empty if it is even, or not known.
    """

    title: str
    about: str
    turns: int
    minutes: int
    map: str
    exercise: bool = False
    lean: str = ""


@runtime_checkable
class Library(Protocol):
    """Games that can be played, and programs that play them."""

    def __hash__(self) -> int:
        """Tell libraries apart: drawings are cached by library."""

    @property
    def programs(self) -> Mapping[str, Program]:
        """The programs by name."""

    def scenario_names(self, game: str) -> tuple[str, ...]:
        """Return the scenarios of a game; empty if it cannot be played yet."""

    def scenario(self, game: str, name: str) -> Scenario:
        """Return what players are told of a scenario."""

    def open_game(
        self, game: str, scenario: str, profile: str, switched: Mapping[str, str]
    ) -> BoardGame[Any]:
        """Return a scenario ready to play under a profile, with single rulings switched."""

    def rulings_in_force(self, game: str, profile: str, switched: Mapping[str, str]) -> dict[str, str]:
        """Return the option in force for every ruling of a game that is begun now."""

    def rulings_of(self, header: Header) -> Mapping[str, str]:
        """Return the rulings that a table is played under: all that were in force when it began."""

    def present(self, game: str, scenario: str) -> CurrentRules:
        """Return the present rules of a scenario: what decides it, and how its positions are written."""


class Shipped:
    """The games and programs that come with Grognard."""

    programs: Mapping[str, Program] = PROGRAMS

    def scenario_names(self, game: str) -> tuple[str, ...]:
        """Return the scenarios of a game."""
        return games.scenario_names(game)

    def scenario(self, game: str, name: str) -> Scenario:
        """Return what players are told of a scenario."""
        scenario = games.scenario(game, name)
        return Scenario(
            title=scenario.title,
            about=scenario.about,
            turns=scenario.turns,
            minutes=scenario.minutes,
            map=scenario.file.map,
            exercise=scenario.exercise,
            lean=scenario.lean,
        )

    def open_game(
        self, game: str, scenario: str, profile: str, switched: Mapping[str, str]
    ) -> BoardGame[Any]:
        """Return a scenario ready to play; each table has its own."""
        return games.open_game(game, scenario, profile, switched)

    def rulings_in_force(self, game: str, profile: str, switched: Mapping[str, str]) -> dict[str, str]:
        """Return the option in force for every ruling of a game that is begun now."""
        return games.rulings_in_force(game, profile, switched)

    def rulings_of(self, header: Header) -> Mapping[str, str]:
        """Return the rulings that a table is played under."""
        return games.rulings_of(header)

    def present(self, game: str, scenario: str) -> CurrentRules:
        """Return the present rules of a scenario."""
        return current_rules(game, scenario)


def hides(game: BoardGame[Any]) -> bool:
    """Return whether a game hides something from one of its sides."""
    position: type[msgspec.Struct] = type(game.rules.start())
    return hides_something(position) or hides_orders(game)


def game_of(header: Header, library: Library) -> BoardGame[Any]:
    """Return the game of a table under the rulings it was begun with."""
    return library.open_game(header.game, header.scenario, header.profile, library.rulings_of(header))
