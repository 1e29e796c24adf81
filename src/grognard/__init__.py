"""Grognard: an umpire for hex-and-counter wargames.

>>> import grognard
>>> grognard.chart("panzerblitz", "crt")["5-2", 3].text
'DD'
>>> game = grognard.open("seelowe/hythe").push("17id arrives 2312")
>>> game.order_text(game.rules.orders[-1])
'17id arrives 2312'
"""

from typing import TYPE_CHECKING, Any

from grognard.charts import Cell, Chart, GrognardError, Odds, load_chart
from grognard.games import NAMES, chart, game

if TYPE_CHECKING:
    from grognard.front import Game, Verdict, View, load
    from grognard.front import greedy_player as greedy
    from grognard.front import open_game as open  # noqa: A004 - what else would a door do
    from grognard.front import random_player as random
    from grognard.play.loop import Dice

__version__ = "0.1.0"

# What plays is brought at the first use, so that whoever only looks a chart up need not wait for it.
_PLAY = {
    "Dice": "Dice",
    "Game": "Game",
    "Verdict": "Verdict",
    "View": "View",
    "greedy": "greedy_player",
    "load": "load",
    "open": "open_game",
    "random": "random_player",
}

__all__ = [
    "NAMES",
    "Cell",
    "Chart",
    "Dice",
    "Game",
    "GrognardError",
    "Odds",
    "Verdict",
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
    from grognard import front  # noqa: PLC0415 - see above

    return getattr(front, _PLAY[name])
