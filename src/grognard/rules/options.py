# SPDX-License-Identifier: Apache-2.0
"""Options in words, for the player who is asked: a hex, units, a word of the rule."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grognard.play.board import Option
from grognard.rules.naming import names

if TYPE_CHECKING:
    from grognard.rules.board import Board


def hex_option(board: "Board", name: str) -> Option:
    """Return the option to choose a hex: its number, the town and the terrain in it."""
    at = board.context.naming.hex(name)
    return Option(name, board.context.place(at), hexes=(name,), about=board.terrain(at))


def units_option(board: "Board", ids: Iterable[str], value: Any, into: str = "", about: str = "") -> Option:
    """Return the option to choose units, which may go `into` a hex; `about` is further information."""
    chosen = tuple(ids)
    units = board.context.naming.units(chosen)
    return Option(value, names(units), hexes=(into,) if into else (), pieces=chosen, about=about)


def word_option(value: str, about: str = "") -> Option:
    """Return an option that is a word of the rule."""
    return Option(value, value, about=about)
