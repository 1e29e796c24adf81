"""Where the table finds the game: its scenarios, and how one is opened."""

from grognard.games import Card
from grognard.games.jarama.game import Jarama
from grognard.games.jarama.scenario import Scenario, load_scenario

__all__ = ["load_scenario", "open_scenario"]


def open_scenario(scenario: Scenario, card: Card) -> Jarama:
    """Return a scenario ready to play."""
    return Jarama(scenario, card)
