# SPDX-License-Identifier: Apache-2.0
"""What several threads ask for at once is done in one go, by one of them."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Asked(msgspec.Struct, Generic[T], eq=False):
    """Something a thread has asked for, whether that has been seen to, and the error if it could not be done."""

    what: T
    done: bool = False
    failure: Exception | None = None


class Together(Generic[T]):
    """Does whatever was asked for while somebody else held the lock in one go, by `do_all`.

    `do_all` notes in each what failed of it; an error that it raises is that of all which have none of their own.
    """

    def __init__(self, lock: threading.Lock, do_all: Callable[[Sequence[Asked[T]]], None]) -> None:
        self._lock = lock
        self._do_all = do_all
        self._waiting: deque[Asked[T]] = deque()

    def do(self, what: T) -> None:
        """Do something; on return it is done, or its error is raised."""
        mine = Asked(what)
        self._waiting.append(mine)
        with self._lock:
            # Whoever had the lock before may have done this, too.
            if not mine.done:
                asked: list[Asked[T]] = []
                while self._waiting:
                    asked.append(self._waiting.popleft())
                try:
                    self._do_all(asked)
                except Exception as error:  # noqa: BLE001 - it is raised in the thread of each
                    for each in asked:
                        each.failure = each.failure or error
                for each in asked:
                    each.done = True
        if mine.failure is not None:
            raise mine.failure
