"""Where the table finds the game: its scenarios, and how one is opened."""

from grognard.games import Card
from grognard.games.iron_curtain.game import IronCurtain
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Scenario, load_scenario
from grognard.play.game import BoardGame

__all__ = ["load_scenario", "open_scenario"]


def open_scenario(scenario: Scenario, card: Card) -> BoardGame[Position]:
    """Return a scenario ready to play."""
    return IronCurtain(scenario, card)
