# SPDX-License-Identifier: Apache-2.0
"""Units that enter a hex, whichever rule brings them there: how they are stacked, and what harms them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.hexes import HexId
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position


def contamination_in(board: "Board", hex_id: HexId) -> Sequence[str]:
    """Return the kinds of contamination in a hex; none in a game without them."""
    contamination = board.book.contamination
    return contamination.kinds_at(board.position, hex_id) if contamination else ()


def enter(board: "Board", position: "Position", units: Sequence[Unit], there: HexId) -> "Rule[Position]":
    """Put units into a hex as this game stacks them; if it is contaminated, they roll."""
    position = board.book.stacking.put(position, units, there)
    contamination = board.book.contamination
    if contamination is not None:
        position = yield from contamination.entered(board, position, units, there)
    return position
