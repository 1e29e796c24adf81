"""Where the table finds the game: its scenarios, and how one is opened."""

from grognard.games.asl_sk.game import AslSk
from grognard.games.asl_sk.scenario import Scenario, load_scenario
from grognard.registry import Card

__all__ = ["load_scenario", "open_scenario"]


def open_scenario(scenario: Scenario, card: Card) -> AslSk:
    """Return a scenario ready to play."""
    return AslSk(scenario, card)
