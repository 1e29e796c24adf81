# SPDX-License-Identifier: Apache-2.0
"""What is read of every game that is listed: one of your own that cannot be read takes no other game's place away."""

from collections.abc import Callable
from typing import TypeVar

from grognard.charts.errors import GrognardError
from grognard.registry import NAMES, names

T = TypeVar("T")


def of_each_game(read: Callable[[str], T]) -> tuple[dict[str, T], dict[str, str]]:
    """Read something of every game, by its name. One of your own that cannot be read is left out: the second table says why."""
    found: dict[str, T] = {}
    left_out: dict[str, str] = {}
    for name in names():
        try:
            found[name] = read(name)
        except Exception as error:
            if name in NAMES:
                raise
            # Whatever it is: a game of your own may bring Python, too, and the other games can do nothing for it.
            told = "" if isinstance(error, GrognardError) else f"{type(error).__name__}: "
            left_out[name] = f"{told}{error}"
    return found, left_out
