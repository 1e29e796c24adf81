# SPDX-License-Identifier: Apache-2.0
"""What is worked out once for a position and then kept."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Protocol, TypeVar

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
T = TypeVar("T")
A = TypeVar("A")


class Knowing(Protocol):
    """Something that keeps what was worked out for it."""

    known: dict[Any, Any]


class Meaning(Protocol[P_co]):
    """What a position means on its map."""

    @property
    def position(self) -> P_co:
        """The position it is the meaning of."""


K = TypeVar("K", bound=Knowing)
G = TypeVar("G", bound=Meaning[Any])


def once(work: Callable[[K], T]) -> Callable[[K], T]:
    """Work something out once for each position."""

    @wraps(work)
    def remembered(board: K) -> T:
        if work not in board.known:
            board.known[work] = work(board)
        result: T = board.known[work]
        return result

    return remembered


def kept(work: Callable[[K, A], T]) -> Callable[[K, A], T]:
    """Work something out once for each position and for each thing it is asked of."""

    @wraps(work)
    def remembered(board: K, of: A) -> T:
        known, key = board.known, (work, of)
        if key not in known:
            known[key] = work(board, of)
        result: T = known[key]
        return result

    return remembered


class Latest(Generic[P, G]):
    """Makes boards of positions, each from the board before it, and keeps the last one or the last few.

    A game that hides things looks by turns at a position and at what a side sees of it.
    """

    def __init__(self, make: Callable[[P, G | None], G], room: int = 1) -> None:
        self._make = make
        self._room = room
        self._kept: tuple[G, ...] = ()

    def __call__(self, position: P) -> G:
        """Return what a position means."""
        kept = self._kept
        if kept and kept[0].position is position:
            return kept[0]
        if self._room == 1:
            made = self._make(position, kept[0] if kept else None)
            self._kept = (made,)
            return made
        return self._among_several(position)

    def _among_several(self, position: P) -> G:
        kept = self._kept
        for at, board in enumerate(kept):
            if board.position is position:
                # What was asked for last is let go of last.
                self._kept = (board, *kept[:at], *kept[at + 1 :])
                return board
        made = self._make(position, kept[0] if kept else None)
        self._kept = (made, *kept[: self._room - 1])
        return made
