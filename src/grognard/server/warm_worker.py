# SPDX-License-Identifier: Apache-2.0
"""What every worker has from the start: loaded once, in the process that workers are forked from.

The games are opened and looked at, so that charts are read and searches compiled before the first request.
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

    # A user's own game with faulty files is reported when it is asked for.
    of_each_game(look)


warm_up(Shipped())
