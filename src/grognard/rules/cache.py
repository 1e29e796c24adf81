# SPDX-License-Identifier: Apache-2.0
"""Caches of what is worked out for a position."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Protocol, TypeVar

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
T = TypeVar("T")
A = TypeVar("A")
# What has not been worked out yet, where None may be what it comes to.
UNKNOWN: Any = object()


class HasCache(Protocol):
    """Something that keeps what was worked out for it."""

    cache: dict[Any, Any]


class HasPosition(Protocol[P_co]):
    """What a position means on its map."""

    @property
    def position(self) -> P_co:
        """The position that it is about."""


K = TypeVar("K", bound=HasCache)
G = TypeVar("G", bound=HasPosition[Any])


def cached_on_board(work: Callable[[K], T]) -> Callable[[K], T]:
    """Cache a function of a board, on the board."""

    @wraps(work)
    def remembered(board: K) -> T:
        cache = board.cache
        result: T = cache.get(work, UNKNOWN)
        if result is UNKNOWN:
            result = cache[work] = work(board)
        return result

    return remembered


def cached_by_argument(work: Callable[[K, A], T]) -> Callable[[K, A], T]:
    """Cache a function of a board and one argument, on the board."""

    @wraps(work)
    def remembered(board: K, of: A) -> T:
        cache, key = board.cache, (work, of)
        result: T = cache.get(key, UNKNOWN)
        if result is UNKNOWN:
            result = cache[key] = work(board, of)
        return result

    return remembered


class BoardCache(Generic[P, G]):
    """Makes boards of positions, each from the board before it, and keeps the last one or the last few.

    A game that hides things looks alternately at a position and at what a side sees of it.
    """

    def __init__(self, make: Callable[[P, G | None], G], room: int = 1) -> None:
        self._make = make
        self._room = room
        self._last: G | None = None
        self._kept: tuple[G, ...] = ()

    def __call__(self, position: P) -> G:
        """Return what a position means."""
        last = self._last
        if last is not None and last.position is position:
            return last
        board = self._make(position, last) if self._room == 1 else self._among_several(position)
        self._last = board
        return board

    def _among_several(self, position: P) -> G:
        boards = self._kept
        for at, board in enumerate(boards):
            if board.position is position:
                # The most recently used board is dropped last.
                self._kept = (board, *boards[:at], *boards[at + 1 :])
                return board
        new_board = self._make(position, boards[0] if boards else None)
        self._kept = (new_board, *boards[: self._room - 1])
        return new_board
