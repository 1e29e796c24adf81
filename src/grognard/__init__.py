"""Grognard: an umpire for hex-and-counter wargames.

>>> import grognard
>>> grognard.chart("panzerblitz", "crt")["5-2", 3].text
'DD'
"""

from grognard.charts import Cell, Chart, GrognardError, Odds, load_chart
from grognard.games import NAMES, chart, game

__version__ = "0.1.0"

__all__ = ["NAMES", "Cell", "Chart", "GrognardError", "Odds", "__version__", "chart", "game", "load_chart"]
