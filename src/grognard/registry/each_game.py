# SPDX-License-Identifier: Apache-2.0
"""What is read of every listed game. A game of your own that cannot be read does not hide the others."""

from collections.abc import Callable
from typing import TypeVar

from grognard.charts.errors import GrognardError
from grognard.registry import NAMES, names

T = TypeVar("T")


def of_each_game(read: Callable[[str], T]) -> tuple[dict[str, T], dict[str, str]]:
    """Read something of every game, by its name. A game of your own that cannot be read is left out: the second table says why."""
    values: dict[str, T] = {}
    left_out: dict[str, str] = {}
    for name in names():
        try:
            values[name] = read(name)
        except Exception as error:
            if name in NAMES:
                raise
            # Any error: a game of your own may contain Python, and must not affect the other games.
            prefix = "" if isinstance(error, GrognardError) else f"{type(error).__name__}: "
            left_out[name] = f"{prefix}{error}"
    return values, left_out
