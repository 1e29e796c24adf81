# SPDX-License-Identifier: Apache-2.0
"""Group commit: what several threads want kept while the disk is busy is kept in one go, by one of them."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Request(msgspec.Struct, Generic[T], eq=False):
    """What a thread wants kept, whether that has been seen to, and the error if it could not be."""

    what: T
    done: bool = False
    failure: BaseException | None = None


class GroupCommit(Generic[T]):
    """Hands everything that was requested while another thread held the lock to `keep_all` at once.

    `keep_all` notes in each request what failed of it alone. Where it raises an error nothing is kept, and that is the error of
    all that have none of their own.
    """

    def __init__(self, lock: threading.Lock, keep_all: Callable[[Sequence[Request[T]]], None]) -> None:
        self._lock = lock
        self._keep_all = keep_all
        self._waiting: deque[Request[T]] = deque()

    def keep(self, what: T) -> None:
        """Keep something; on return it is kept, or its error is raised."""
        mine = Request(what)
        self._waiting.append(mine)
        with self._lock:
            # Whoever had the lock before may have kept this, too.
            if not mine.done:
                requests: list[Request[T]] = []
                while self._waiting:
                    requests.append(self._waiting.popleft())
                try:
                    self._keep_all(requests)
                except BaseException as error:  # noqa: BLE001 - it is raised in the thread of each; none may take it for done
                    for each in requests:
                        each.failure = each.failure or error
                for each in requests:
                    each.done = True
        if mine.failure is not None:
            try:
                raise mine.failure
            finally:
                # An error remembers this frame, which must not remember the error.
                del mine
