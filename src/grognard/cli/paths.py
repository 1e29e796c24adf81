# SPDX-License-Identifier: Apache-2.0
"""Which names on the command line are files, and which are games in folders of your own."""

import os
from pathlib import Path

from grognard.charts.errors import GrognardError
from grognard.registry import GAMES, folder, is_known, names, parted


def is_path(name: str) -> bool:
    """A game's name is a game; anything else with a dot or a stroke in it, or lying there, is a file."""
    return name not in names() and (any(sign in name for sign in "./\\") or Path(name).is_file())


def by_name(name: str) -> str:
    """Return a game, or something of a game, by the game's name, where a user may have named it by its folder.

    A game in a folder of its own is then listed, too, as if it stood in $GROGNARD_GAMES.
    """
    if not name or name.startswith("-") or name.endswith(".toml"):
        return name
    game, rest = parted(name)
    if is_known(game) and game not in names():
        os.environ[GAMES] = os.pathsep.join(filter(None, (os.environ.get(GAMES), str(folder(game)))))
    return f"{game}/{rest}" if rest else game


def refuse_path(name: str) -> None:
    """Point a user who names a chart file to the command that takes one."""
    if is_path(name):
        raise GrognardError(f"{name} is no game; grognard chart {name} draws a chart file, with its doubts")
