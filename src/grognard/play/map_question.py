# SPDX-License-Identifier: Apache-2.0
"""What a player at a physical table asks of a map: where a unit can go, whether it is in supply, what it sees.

A game answers from a small situation alone, with the same rules it plays by. Its `questions.py` has them by name:

    QUESTIONS = (MapQuestion("reach", "13.0 Movement", Mover, reach), MapQuestion("supply", "13.0 Supply", Supplied, supply))

Hexes go by their printed numbers. The hexes of a field called `enemy` are marked where the answer is drawn.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

A = TypeVar("A")


class MapQuestion(msgspec.Struct, Generic[A], frozen=True):
    """A question about a map by its name: what it asks, and the answer from a map's name, a situation and a card with its rulings."""

    name: str
    title: str
    situation: type[msgspec.Struct]
    answer: Callable[..., A]
