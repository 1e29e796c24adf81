# SPDX-License-Identifier: Apache-2.0
"""Group commit: requests that wait while the disk is busy are committed together, by one of their threads."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class CommitRequest(msgspec.Struct, Generic[T], eq=False):
    """What a thread wants stored, whether that was attempted, and the error if it failed."""

    what: T
    done: bool = False
    failure: BaseException | None = None


class GroupCommit(Generic[T]):
    """Hands all requests made while another thread held the lock to `keep_all` at once.

    `keep_all` notes in a request an error that is its alone. If it raises, nothing is stored, and all requests without an error
    of their own get that one.
    """

    def __init__(self, lock: threading.Lock, keep_all: Callable[[Sequence[CommitRequest[T]]], None]) -> None:
        self._lock = lock
        self._keep_all = keep_all
        self._waiting: deque[CommitRequest[T]] = deque()

    def keep(self, what: T) -> None:
        """Store something; on return it is stored, or its error is raised."""
        mine = CommitRequest(what)
        self._waiting.append(mine)
        with self._lock:
            # The thread that held the lock before may have stored this too.
            if not mine.done:
                requests: list[CommitRequest[T]] = []
                while self._waiting:
                    requests.append(self._waiting.popleft())
                try:
                    self._keep_all(requests)
                except BaseException as error:  # noqa: BLE001 - it is raised in the thread of each request; none may take it for stored
                    for request in requests:
                        request.failure = request.failure or error
                for request in requests:
                    request.done = True
        if mine.failure is not None:
            try:
                raise mine.failure
            finally:
                # An error refers to this frame, which must not refer back to the error.
                del mine
