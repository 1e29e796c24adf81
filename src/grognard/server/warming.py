# SPDX-License-Identifier: Apache-2.0
"""How a process that workers are forked from looks at the games beforehand."""

import contextlib
import os

from grognard.registry import NAMES, names
from grognard.registry.each_game import of_each_game
from grognard.server.library import Library


def load_own_games(library: Library) -> None:
    """Read the games of one's own, all of each, with the hash of their rules: their files may be edited later.

    One that is faulty is reported when it is asked for.
    """
    for name in names():
        with contextlib.suppress(Exception):
            for scenario in library.scenario_names(name) if name not in NAMES else ():
                library.present(name, scenario)


def warm_up(library: Library) -> None:
    """Look at the beginning of every game as a player does, as long as the server is there.

    What fails here fails again, and is told, when a game is played.
    """
    server = os.getppid()
    load_own_games(library)

    def look(name: str) -> None:
        if os.getppid() != server:
            raise SystemExit
        for scenario in library.scenario_names(name)[:1]:
            game = library.open_game(name, scenario, "card", {})
            start = game.rules.start()
            if "supply" in game.view.lenses:
                game.view.supply(start)
            game.view.threat(start, game.sides[0])
            game.view.reach(start, game.view.pieces(start)[0].id)

    # A user's own game with faulty files is reported when it is asked for.
    with contextlib.suppress(Exception):
        of_each_game(look)
