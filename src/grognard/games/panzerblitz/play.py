"""Where the table finds the game: its scenarios, and how one is opened."""

from grognard.games import Card
from grognard.games.panzerblitz.game import PanzerBlitz
from grognard.games.panzerblitz.scenario import Scenario, load_scenario

__all__ = ["load_scenario", "open_scenario"]


def open_scenario(scenario: Scenario, card: Card) -> PanzerBlitz:
    """Return a scenario ready to play."""
    return PanzerBlitz(scenario, card)
