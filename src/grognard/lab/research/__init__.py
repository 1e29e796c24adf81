# SPDX-License-Identifier: Apache-2.0
"""Interfaces for research: any scenario as a PettingZoo, an OpenSpiel or a Gymnasium environment.

    from grognard.lab.research import aec_env           # PettingZoo
    from grognard.lab.research import load_spiel_game   # OpenSpiel
    from grognard.lab.research import single_env        # Gymnasium, against a program

A decision is made in small choices: an actor, then what it does, then its units one by one (`moment`, `menus`, `unit_groups`).
Every choice is a number below a bound that belongs to the scenario (`numbering`). What a side observes is worked out from its
view alone (`observation`). docs/research.md tells more.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.lab.research.gym_env import single_env
    from grognard.lab.research.openspiel import load_spiel_game
    from grognard.lab.research.pettingzoo_env import aec_env

# Each needs packages of its own, which are brought at its first use.
_FROM = {"aec_env": "pettingzoo_env", "load_spiel_game": "openspiel", "single_env": "gym_env"}

__all__ = ["aec_env", "load_spiel_game", "single_env"]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module 'grognard.lab.research' has no attribute {name!r}")
    return getattr(import_module(f"grognard.lab.research.{_FROM[name]}"), name)
