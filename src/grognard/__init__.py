# SPDX-License-Identifier: Apache-2.0
"""Grognard: an umpire for hex-and-counter wargames.

Look a chart up, open a game and play it; docs/python.md is a tour.

>>> import grognard
>>> grognard.chart("panzerblitz", "crt")["5-2", 3].text
'DD'
>>> game = grognard.open("seelowe/hythe").push("17id arrives 2312")
>>> game.order_text(game.orders[-1])
'17id arrives 2312'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from grognard.charts import Cell, Chart, GrognardError, Odds, load_chart
from grognard.registry import NAMES, chart, game

if TYPE_CHECKING:
    from grognard.front import Game, LegalOrders, Verification, View, load
    from grognard.front import greedy_player as greedy
    from grognard.front import open_game as open  # noqa: A004 - what else would a door do
    from grognard.front import random_player as random
    from grognard.play.loop import Dice
    from grognard.procedures.procedure import NotAllowed
    from grognard.umpire import Chance

__version__ = "0.2.0"

# What plays is brought at its first use, so that nobody who only looks a chart up waits for it: the module, and its name there.
_PLAY = {
    "Chance": ("grognard.umpire", "Chance"),
    "Dice": ("grognard.play.loop", "Dice"),
    "Game": ("grognard.front", "Game"),
    "LegalOrders": ("grognard.front", "LegalOrders"),
    "NotAllowed": ("grognard.procedures.procedure", "NotAllowed"),
    "Verification": ("grognard.front", "Verification"),
    "View": ("grognard.front", "View"),
    "greedy": ("grognard.front", "greedy_player"),
    "load": ("grognard.front", "load"),
    "open": ("grognard.front", "open_game"),
    "random": ("grognard.front", "random_player"),
}

__all__ = [
    "NAMES",
    "Cell",
    "Chance",
    "Chart",
    "Dice",
    "Game",
    "GrognardError",
    "LegalOrders",
    "NotAllowed",
    "Odds",
    "Verification",
    "View",
    "__version__",
    "chart",
    "game",
    "greedy",
    "load",
    "load_chart",
    "open",
    "random",
]


def __getattr__(name: str) -> Any:
    if name not in _PLAY:
        raise AttributeError(f"module 'grognard' has no attribute {name!r}")
    module, there = _PLAY[name]
    return getattr(import_module(module), there)


def __dir__() -> list[str]:
    return sorted(__all__)
