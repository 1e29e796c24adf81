# SPDX-License-Identifier: Apache-2.0
"""Jobs that wait for a worker, in the order in which they came; but those that take long never have all workers."""

import threading
from typing import Generic, Protocol, TypeVar


class Waiting(Protocol):
    """A job that waits: whether it may take long."""

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
        self._closed = False
        self._changed = threading.Condition()

    def put(self, job: W) -> None:
        """Add a job."""
        with self._changed:
            self._waiting.append(job)
            self._changed.notify_all()

    def take(self) -> W | None:
        """Wait for a job that may begin, and take it; None if the queue is closed and empty. Whoever took it says when it is `done`."""
        with self._changed:
            self._changed.wait_for(lambda: self._next() is not None or (self._closed and not self._waiting))
            job = self._next()
            if job is not None:
                self._waiting.remove(job)
                self._long += job.is_long
            return job

    def done(self, job: W) -> None:
        """Note that a job is done, or was given up."""
        with self._changed:
            self._long -= job.is_long
            self._changed.notify_all()

    def close(self) -> None:
        """Let those who wait for a job end after the last."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _next(self) -> W | None:
        """Return the first job that may begin now."""
        short_only = self._long >= self._most_long
        return next((job for job in self._waiting if not (short_only and job.is_long)), None)
