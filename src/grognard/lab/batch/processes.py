# SPDX-License-Identifier: Apache-2.0
"""Processes on this machine that do tasks. One that ends, for whatever reason, is replaced, and only its task is done again."""

import os
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import wait
from typing import Any, Protocol, Self

import msgspec

from grognard.lab.batch.match import Match
from grognard.lab.batch.tasks import Broken, Failed, Outcome, Part, Task

# A task that so many processes ended over is given up.
MOST_ENDED = 3
# Where tables are made each process has a core of its own, and polars is to start no more threads.
SETTINGS = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Workers(Protocol):
    """Who does the tasks of a match."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(self, *_: object) -> None:
        """End all that was begun."""

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Do tasks, and yield their outcomes as they come. No more tasks are taken than are needed to keep all workers busy."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Process:
    """A process, the connection to it, and the task it is doing, if any."""

    def __init__(self, match: bytes) -> None:
        self.connection, far = Pipe()
        # In a session of its own, Ctrl-C does not reach it.
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter, and a module of this package
            [sys.executable, "-P", "-m", "grognard.lab.batch.worker", str(far.fileno())],
            stdin=subprocess.DEVNULL,
            env=SETTINGS | os.environ,
            pass_fds=[far.fileno()],
            start_new_session=True,
        )
        far.close()
        self.task: Task | None = None
        self.send(match)

    @property
    def number(self) -> int:
        """The number of the process, as the system has it."""
        return self._process.pid

    def give(self, task: Task) -> None:
        """Give it a task."""
        self.task = task
        self.send(msgspec.msgpack.encode(task))

    def send(self, data: bytes) -> None:
        """Send it something; that it has ended is found out when its answer is read."""
        with suppress(OSError):
            self.connection.send_bytes(data)

    def outcome(self) -> Outcome | None:
        """Return what it sent; None if it has ended."""
        try:
            outcome: Outcome = msgspec.msgpack.decode(self.connection.recv_bytes(), type=Outcome)
        except (EOFError, OSError):
            return None
        self.task = None
        return outcome

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        self.connection.close()


class Processes:
    """So many processes on this machine."""

    def __init__(self, match: Match, count: int) -> None:
        self._match = msgspec.msgpack.encode(match)
        self._count = count
        self._processes: list[_Process] = []
        self._ended: Counter[Task] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.end()
        self._processes = []

    @property
    def numbers(self) -> list[int]:
        """The numbers of the processes, as the system has them."""
        return [process.number for process in self._processes]

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Do tasks, and yield their outcomes as they come."""
        more, again = iter(tasks), deque[Task]()
        while True:
            self._give(more, again)
            busy: dict[Any, _Process] = {
                process.connection: process for process in self._processes if process.task is not None
            }
            if not busy:
                return
            outcomes = [self._outcome(busy[ready], again) for ready in wait(list(busy))]
            # Before anything is made of them, so that no process waits for that.
            self._give(more, again)
            yield from filter(None, outcomes)

    def _give(self, more: Iterator[Task], again: deque[Task]) -> None:
        """Give every idle process a task, if there is one; a process is started when it is needed first."""
        idle = [process for process in self._processes if process.task is None]
        while idle or len(self._processes) < self._count:
            task = again.popleft() if again else next(more, None)
            if task is None:
                return
            if not idle:
                self._processes.append(_Process(self._match))
            (idle.pop() if idle else self._processes[-1]).give(task)

    def _outcome(self, process: _Process, again: deque[Task]) -> Outcome | None:
        """Return what a process sent; if it has ended, its task is to be done again."""
        outcome, task = process.outcome(), process.task
        if outcome is None and task is not None:
            self._processes.remove(process)
            process.end()
            self._ended[task] += 1
            if self._ended[task] >= MOST_ENDED:
                why = f"{MOST_ENDED} processes have ended {_doing(task)}"
                return Broken((), (why,)) if isinstance(task, Part) else Failed(why)
            again.append(task)
        return outcome


def _doing(task: Task) -> str:
    return (
        f"playing games {task.first} to {task.last}" if isinstance(task, Part) else "playing the first game"
    )
