# SPDX-License-Identifier: Apache-2.0
"""Which names on the command line are files, and which are games in folders of your own."""

import os
from pathlib import Path

from grognard.charts.errors import GrognardError
from grognard.registry import GAMES_VARIABLE, folder, game_and_rest, is_known, names


def is_path(name: str) -> bool:
    """Return whether a name is a path: it is no game's name, and has a dot or slash in it or is an existing file."""
    return name not in names() and (any(sign in name for sign in "./\\") or Path(name).is_file())


def by_name(name: str) -> str:
    """Return a game, or something of a game, by the game's name, if a user may have given the path of its folder.

    A game in a folder of your own is then listed, too, as if it were in $GROGNARD_GAMES.
    """
    if not name or name.startswith("-") or name.endswith(".toml"):
        return name
    game, rest = game_and_rest(name)
    if is_known(game) and game not in names():
        os.environ[GAMES_VARIABLE] = os.pathsep.join(
            filter(None, (os.environ.get(GAMES_VARIABLE), str(folder(game))))
        )
    return f"{game}/{rest}" if rest else game


def refuse_path(name: str) -> None:
    """If a user names a chart file, point to the command that takes one."""
    if is_path(name):
        raise GrognardError(f"{name} is no game; grognard chart {name} draws a chart file, with its doubts")
