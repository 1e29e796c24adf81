# SPDX-License-Identifier: Apache-2.0
"""What commands list of every game: one of your own that cannot be read takes no other game's place away."""

import sys
from collections.abc import Callable
from typing import TypeVar

from grognard.registry import empty_paths
from grognard.registry.each_game import of_each_game

T = TypeVar("T")


def each_game(read: Callable[[str], T], game: str = "") -> dict[str, T]:
    """Read something of one game, or else of every game that can be read; say on stderr which could not, and why."""
    if game:
        return {game: read(game)}
    found, left_out = of_each_game(read)
    for path in empty_paths():
        sys.stderr.write(f"grognard: $GROGNARD_GAMES names {path}, and there is no game in it\n")
    for name, why in left_out.items():
        sys.stderr.write(f"grognard: {name} is left out: {why}\n")
    return found
