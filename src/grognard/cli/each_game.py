# SPDX-License-Identifier: Apache-2.0
"""What commands list for every game. A game of your own that cannot be read does not hide the others."""

import sys
from collections.abc import Callable
from typing import TypeVar

from grognard.registry import empty_paths
from grognard.registry.each_game import of_each_game

T = TypeVar("T")


def each_game(read: Callable[[str], T], game: str = "") -> dict[str, T]:
    """Read something of one game, or of every game that can be read; report on stderr which cannot, and why."""
    if game:
        return {game: read(game)}
    values, left_out = of_each_game(read)
    for path in empty_paths():
        sys.stderr.write(f"grognard: $GROGNARD_GAMES names {path}, and there is no game in it\n")
    for name, why in left_out.items():
        sys.stderr.write(f"grognard: {name} is left out: {why}\n")
    return values
