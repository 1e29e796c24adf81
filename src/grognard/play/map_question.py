# SPDX-License-Identifier: Apache-2.0
"""What a player at a physical table asks of a map: where a unit can go, whether it is in supply, what it sees.

A game answers from a small situation, with the same rules it plays by. Its `questions.py` names them:

QUESTIONS = (MapQuestion("reach", "13.0 Movement", Mover, reach), MapQuestion("supply", "13.0 Supply", Supplied,
supply))

Hexes are given by their printed numbers. The hexes of a field called `enemy` are marked where the answer is drawn.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

A = TypeVar("A")


class MapQuestion(msgspec.Struct, Generic[A], frozen=True):
    """A question about a map: its name and title, its situation, and a function of a map's name, a situation and a card."""

    name: str
    title: str
    situation: type[msgspec.Struct]
    answer: Callable[..., A]
