"""Where the table finds the game: its scenarios, and how one is opened."""

from grognard.games import Card
from grognard.games.iron_curtain.game import IronCurtain
from grognard.games.iron_curtain.scenario import Scenario, load_scenario

__all__ = ["load_scenario", "open_scenario"]


def open_scenario(scenario: Scenario, card: Card) -> IronCurtain:
    """Return a scenario ready to play."""
    return IronCurtain(scenario, card)
