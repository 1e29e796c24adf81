# SPDX-License-Identifier: Apache-2.0
"""What every worker knows from the start: it is loaded once, in the process that workers are made from.

The games are opened and looked at once, so that charts are read and searches compiled before anybody waits for them.
"""

from grognard.registry.each_game import of_each_game
from grognard.server.jobs import Doing
from grognard.server.library import Library, Shipped

__all__ = ["Doing"]


def warm_up(library: Library) -> None:
    """Look at the beginning of every game as a player does."""

    def look(name: str) -> None:
        for scenario in library.scenario_names(name)[:1]:
            game = library.open_game(name, scenario, "card", {})
            start = game.rules.start()
            if "supply" in game.view.lenses:
                game.view.supply(start)
            game.view.threat(start, game.sides[0])
            game.view.reach(start, game.view.pieces(start)[0].id)

    # One of your own whose files are faulty is told when somebody asks for it.
    of_each_game(look)


warm_up(Shipped())
