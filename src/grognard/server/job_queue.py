# SPDX-License-Identifier: Apache-2.0
"""Jobs that wait for a worker. The addresses that ask for them take turns, and those that take long never have all workers."""

import threading
from collections import Counter
from itertools import count
from typing import Generic, Protocol, TypeVar


class Waiting(Protocol):
    """A job that waits: for which address, and whether it may take long."""

    @property
    def address(self) -> str:
        """Who asks for it."""

    @property
    def is_long(self) -> bool:
        """Whether it looks at a whole game."""


W = TypeVar("W", bound=Waiting)


class JobQueue(Generic[W]):
    """A queue for a number of workers, of which one is left for short jobs, if there are two."""

    def __init__(self, workers: int) -> None:
        self._most_long = max(1, workers - 1)
        self._long = 0
        self._waiting: list[W] = []
        # When it was last the turn of each address for which something waits or is done, and how much.
        self._turn: dict[str, int] = {}
        self._numbers = count()
        self._of_address: Counter[str] = Counter()
        self._closed = False
        self._changed = threading.Condition()

    def put(self, job: W) -> None:
        """Add a job."""
        with self._changed:
            self._waiting.append(job)
            self._of_address[job.address] += 1
            self._changed.notify_all()

    def take(self) -> W | None:
        """Wait for a job that may begin, and take it; None if the queue is closed and empty. Who took it says when it is `done`."""
        with self._changed:
            self._changed.wait_for(lambda: self._next() is not None or (self._closed and not self._waiting))
            job = self._next()
            if job is not None:
                self._waiting.remove(job)
                self._turn[job.address] = next(self._numbers)
                self._long += job.is_long
            return job

    def done(self, job: W) -> None:
        """Note that a job is done, or was given up."""
        with self._changed:
            self._long -= job.is_long
            self._of_address[job.address] -= 1
            if not self._of_address[job.address]:
                del self._of_address[job.address], self._turn[job.address]
            self._changed.notify_all()

    def close(self) -> None:
        """Let those who wait for a job end after the last."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _next(self) -> W | None:
        """Return the job that may begin now of the address that has waited longest for its turn; of several the first."""
        short_only = self._long >= self._most_long
        may_begin = (job for job in self._waiting if not (short_only and job.is_long))
        return min(may_begin, key=lambda job: self._turn.get(job.address, -1), default=None)
