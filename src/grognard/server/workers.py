# SPDX-License-Identifier: Apache-2.0
"""Processes that work things out for requests and programs, each job within a budget of time and memory.

A job that takes too long, or is no longer wanted, is ended with its process, which is replaced. So the server itself
stays free for acts, whatever is asked of it.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from grognard.server.errors import Refused, client_left
from grognard.server.job_queue import JobQueue
from grognard.server.jobs import JOB, Doing, Job, decoded, is_long, is_of_game, pack
from grognard.server.library import Library
from grognard.server.looking_back import LookBack
from grognard.server.quiet_log import write_log

LOG = logging.getLogger(__name__)
# Seconds between checks whether a job is still wanted, and how long an unwanted one may go on: replacing a process is slow.
LOOK, GRACE = 0.05, 0.5
# Loaded in the process that others are forked from.
WARM = "grognard.server.warm_worker"
FAILED = b"\2"
ENDED = (503, "the process that worked this out ended unexpectedly; send this once more")
# How a process ends that may take no more memory.
OUT_OF_MEMORY = 3


class Budget(msgspec.Struct, frozen=True):
    """What a job may use: seconds, and megabytes besides those a process begins with; how many may wait, and of one asker.

    `long_seconds` are those of a job that looks at a whole game, `views_of_asker` counts looks at the past of tables.
    """

    seconds: float = 5.0
    long_seconds: float = 30.0
    megabytes: int = 512
    waiting: int = 200
    of_asker: int = 8
    views_of_asker: int = 32


class Asker:
    """The client that asks for a job: an address, and whether it has left meanwhile."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.left = False


@runtime_checkable
class Work(Protocol):
    """Where jobs are done."""

    def submit(self, job: Job, asker: Asker) -> "Future[bytes]":
        """Take a job; its result is JSON. It is dropped when the asker leaves."""

    @property
    def waiting(self) -> int:
        """The number of jobs that wait or are being done."""

    def close(self) -> None:
        """End all jobs."""


class Here:
    """Does jobs in threads of this process, without a budget: for a server of friends, and for tests."""

    def __init__(self, library: Library) -> None:
        self._doing = Doing(library)
        self._threads = ThreadPoolExecutor(2, "work")

    def submit(self, job: Job, asker: Asker) -> "Future[bytes]":  # noqa: ARG002 - one that has begun goes on
        """Do a job."""
        return self._threads.submit(lambda: decoded(self._doing.encoded(job)))

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        return self._threads._work_queue.qsize()  # noqa: SLF001 - it has no other name

    def close(self) -> None:
        """Finish the jobs in hand, and drop the rest."""
        self._threads.shutdown(cancel_futures=True)


class _Asked(msgspec.Struct, eq=False):
    """A job, its asker, and its result to come."""

    job: Job
    asker: Asker
    done: "Future[bytes]"
    seconds: float
    is_long: bool

    @property
    def address(self) -> str:
        """Who asks."""
        return self.asker.address


class Workers:
    """A number of processes, each with a thread here that hands it one job after another."""

    def __init__(self, library: Library, count: int, budget: Budget) -> None:
        self.budget = budget
        self._library = library
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([WARM])
        self._jobs: JobQueue[_Asked] = JobQueue(count)
        self._lock = threading.Lock()
        # How many wait of each address: things to be worked out, and looks at the past.
        self._askers: tuple[Counter[str], Counter[str]] = Counter(), Counter()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._serve, name=f"worker {number}", daemon=True)
            for number in range(count)
        ]
        self._started = False

    def start(self) -> None:
        """Start the processes, without waiting for them; the first job starts them too."""
        with self._lock:
            begins = not (self._started or self._closing.is_set())
            self._started = True
        for thread in self._threads if begins else ():
            thread.start()

    def submit(self, job: Job, asker: Asker) -> "Future[bytes]":
        """Take a job, unless too many wait already, or too many of this asker's."""
        looks_back = isinstance(job, LookBack)
        most = self.budget.views_of_asker if looks_back else self.budget.of_asker
        askers = self._askers[looks_back]
        with self._lock:
            if askers[asker.address] >= most:
                raise Refused(
                    429, f"{most} things are being worked out for your address; wait for one of them"
                )
            if askers.total() >= self.budget.waiting:
                raise Refused(503, "too much is being worked out just now; ask again in a few seconds")
            askers[asker.address] += 1
        self.start()
        long = is_long(job)
        seconds = self.budget.long_seconds if long else self.budget.seconds
        asked = _Asked(job, asker, Future(), seconds, long)
        asked.done.add_done_callback(lambda _: self._leave(askers, asker.address))
        self._jobs.put(asked)
        return asked.done

    @property
    def waiting(self) -> int:
        """The number of jobs that wait or are being done."""
        with self._lock:
            return sum(askers.total() for askers in self._askers)

    def _leave(self, askers: Counter[str], address: str) -> None:
        with self._lock:
            askers[address] -= 1
            if not askers[address]:
                del askers[address]

    def close(self) -> None:
        """End every process, without waiting for one that is still starting: it ends when it finds its line closed."""
        with self._lock:
            self._closing.set()
            started = self._started
        self._jobs.close()
        until = time.monotonic() + 1
        for thread in self._threads if started else ():
            thread.join(timeout=max(0.0, until - time.monotonic()))

    # In the thread of one process

    def _serve(self) -> None:
        # Ctrl-C goes to all processes of a terminal. It ends the server, which ends these: they inherit that it is blocked. Python's
        # resource tracker, which starts with the first of them, would unblock it again.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        worker = self._new_worker()
        while (asked := self._jobs.take()) is not None:
            try:
                if not asked.done.set_running_or_notify_cancel():
                    continue
                if worker is None or not worker.is_there:
                    worker = _Worker(self._context, self._library, self.budget)
                asked.done.set_result(decoded(worker.ask(asked, self._closing)))
            except Exception as error:  # noqa: BLE001 - the client is told
                asked.done.set_exception(error)
            finally:
                self._jobs.done(asked)
        if worker is not None:
            worker.end()

    def _new_worker(self) -> "_Worker | None":
        """Start a process before it is needed; if that fails it is tried again with the first job."""
        try:
            return _Worker(self._context, self._library, self.budget)
        except Exception:
            # Whatever it is, this thread must not end: the jobs that come to it would wait for ever.
            if not self._closing.is_set():
                LOG.exception("a worker could not be started")
            return None


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self, context: ForkServerContext, library: Library, budget: Budget) -> None:
        self.is_there = True
        self._budget = budget
        self._line, theirs = context.Pipe()
        self._process: ForkServerProcess = context.Process(
            target=_work, args=(theirs, library, budget.megabytes), daemon=True
        )
        self._process.start()
        theirs.close()
        # No job's time runs until it is ready.
        self._line.recv_bytes()

    def ask(self, asked: _Asked, closing: threading.Event) -> bytes:
        """Have a job done. If it takes too much, or its asker has left, the process is ended."""
        if asked.asker.left or closing.is_set():
            raise client_left()
        try:
            # Written only now: those that wait are many, and some are long.
            self._line.send_bytes(pack(asked.job))
            self._wait(asked, closing)
            answer = self._line.recv_bytes()
        except (EOFError, OSError):
            raise self._ended(asked.job) from None
        except Refused:
            self.end()
            raise
        if answer == FAILED:
            raise RuntimeError("a worker failed; its own log says why")
        return answer

    def _wait(self, asked: _Asked, closing: threading.Event) -> None:
        asker, until = asked.asker, time.monotonic() + asked.seconds
        left_at = 0.0
        while not self._line.poll(LOOK):
            now = time.monotonic()
            if now > until:
                raise _too_much(asked.job, f"{asked.seconds:g} seconds")
            left_at = left_at or (now if asker.left else 0.0)
            if closing.is_set() or (left_at and now > left_at + GRACE):
                raise client_left()

    def _ended(self, job: Job) -> Refused:
        """Return why the process has ended by itself: it took too much memory, or something else killed it."""
        self._process.join(timeout=1)
        out_of_memory = self._process.exitcode == OUT_OF_MEMORY
        self.end()
        return _too_much(job, f"{self._budget.megabytes} MB") if out_of_memory else Refused(*ENDED)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.is_there = False
        self._process.kill()
        self._line.close()
        self._process.join(timeout=1)


def _too_much(job: Job, what: str) -> Refused:
    """Return what is answered to a job that takes more than its budget: how to ask for less, where that is possible."""
    said = f"this takes more than {what} to work out, which is all that this server gives it"
    return Refused(422, f"{said}{'' if is_of_game(job) else '; ask for fewer units at once'}")


# In the process


def _work(line: Connection, library: Library, megabytes: int) -> None:
    """Do jobs until the pipe is closed."""
    write_log()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(10)
    _limit_memory(megabytes)
    doing = Doing(library)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        line.send_bytes(b"ready")
        while True:
            body = line.recv_bytes()
            line.send_bytes(_done(doing, body))


def _done(doing: Doing, body: bytes) -> bytes:
    try:
        return doing.encoded(JOB.decode(body))
    except MemoryError:
        # Its memory may be inconsistent.
        raise SystemExit(OUT_OF_MEMORY) from None
    except Exception:
        LOG.exception("a job failed")
        return FAILED


def _limit_memory(megabytes: int) -> None:
    """Limit this process to so much more memory than it uses now, if the system supports it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not every system has it

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


# In the event loop


async def answered(
    work: Work, job: Job, address: str, leaves: Callable[[], Coroutine[Any, Any, None]]
) -> bytes:
    """Have a job done for a request; it is dropped when the client leaves."""
    asker = Asker(address)
    done = asyncio.wrap_future(work.submit(job, asker))
    # A result that is no longer waited for needs no answer and no log entry.
    done.add_done_callback(lambda came: came.cancelled() or came.exception())
    left: asyncio.Future[Any] = asyncio.ensure_future(leaves())
    try:
        await asyncio.wait({done, left}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise client_left()
        return done.result()
    finally:
        asker.left = True
        left.cancel()
