# SPDX-License-Identifier: Apache-2.0
"""Where the library finds the game: its scenarios, and how one is opened."""

from grognard.games.jarama.game import Jarama
from grognard.games.jarama.scenario import load_scenario

__all__ = ["load_scenario", "open_scenario"]

open_scenario = Jarama
