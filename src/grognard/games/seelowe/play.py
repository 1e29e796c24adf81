"""Where the table finds the game: its scenarios, and how one is opened."""

from grognard.games import Card
from grognard.games.seelowe.game import Seelowe
from grognard.games.seelowe.scenario import Scenario, load_scenario

__all__ = ["load_scenario", "open_scenario"]


def open_scenario(scenario: Scenario, card: Card) -> Seelowe:
    """Return a scenario ready to play."""
    return Seelowe(scenario, card)
