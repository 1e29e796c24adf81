# SPDX-License-Identifier: Apache-2.0
"""The Python interface: open a game, look at it, play it, save it. `import grognard` offers all of this under shorter names.

A `Game` knows everything, like an umpire, and never changes; each act returns another. A `View` is what one side
gets, and nothing more: whatever it offers, refuses or tells is worked out from what that side sees.
"""

from grognard.front.game import Game, Verification, load, open_game
from grognard.front.legal_orders import LegalOrders
from grognard.front.players import Player, greedy_player, program_player, random_player
from grognard.front.view import View

__all__ = [
    "Game",
    "LegalOrders",
    "Player",
    "Verification",
    "View",
    "greedy_player",
    "load",
    "open_game",
    "program_player",
    "random_player",
]
