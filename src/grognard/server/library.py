"""Where the server finds games and programs: those that come with Grognard, or others that a test brings."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from grognard.play.game import BoardGame
from grognard.umpire import Choose

# A program is shown the game, the position as its side sees it, and the question put to it if there is one; it
# returns an order or, to a question, an option.
Program = Callable[[BoardGame[Any], Any, Choose[Any] | None, random.Random], Any]


class Scenario(Protocol):
    """What is told of a scenario."""

    @property
    def title(self) -> str:
        """Its name on the page."""

    @property
    def about(self) -> str:
        """What it is about."""

    @property
    def turns(self) -> int:
        """How many turns it has."""

    @property
    def minutes(self) -> int:
        """About how long it takes."""

    @property
    def map(self) -> str:
        """The map it is played on."""


@runtime_checkable
class Library(Protocol):
    """Games that can be played, and programs that play them."""

    @property
    def programs(self) -> Mapping[str, Program]:
        """The programs by name."""

    def scenario_names(self, game: str) -> tuple[str, ...]:
        """Return the scenarios of a game; none where it cannot be played yet."""

    def scenario(self, game: str, name: str) -> Scenario:
        """Return what is told of a scenario."""

    def open_game(
        self, game: str, scenario: str, profile: str, switched: Mapping[str, str]
    ) -> BoardGame[Any]:
        """Return a scenario ready to play under a profile, with single rulings switched."""

    def rules(self, game: str) -> str:
        """Return the hash of everything that decides a game."""
