# SPDX-License-Identifier: Apache-2.0
"""Lanes: separate threads for acts, so that no act waits for requests that only look.

Looks are worked out one at a time: Python lets one thread at a time run, and an act must have its turn soon. In each lane the
addresses take turns, so that a client that asks for much at once waits for itself; and what a client that has left wanted to see is
dropped.
"""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar

import msgspec
from litestar.concurrency import set_asyncio_executor

from grognard.server.errors import Refused, client_left

# How many requests may wait for a lane, of one address and in all.
OF_ADDRESS, WAITING = 1000, 4000
# In the state of a request: its client has left.
LEFT = "grognard left"

P = ParamSpec("P")
T = TypeVar("T")


class Client(msgspec.Struct, frozen=True):
    """Who sent a request: what counts as the address, the state of the request, and whether it only `looks`."""

    address: str = ""
    state: dict[str, Any] = {}
    looks: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether nobody waits for an answer any more; what was to be done is done all the same."""
        return self.looks and LEFT in self.state


# The client of the request that is being answered.
CLIENT: ContextVar[Client] = ContextVar("client", default=Client())  # noqa: B039 - it is never changed


class FairQueue(Generic[T]):
    """What waits, by address: the addresses take turns."""

    def __init__(self, of_address: int = OF_ADDRESS, waiting: int = WAITING) -> None:
        self._of_address = of_address
        self._most = waiting
        self._count = 0
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, address: str, what: T) -> None:
        """Add something for an address, unless too much waits already."""
        with self._lock:
            if len(self._waiting.get(address, ())) >= self._of_address:
                raise Refused(
                    429, f"{self._of_address} requests of your address wait already; wait for one of them"
                )
            if self._count >= self._most:
                raise Refused(503, "too many requests wait just now; ask again in a few seconds")
            self._waiting.setdefault(address, deque()).append(what)
            self._count += 1

    def take(self) -> T:
        """Take what comes next; there must be something."""
        with self._lock:
            address, queue = next(iter(self._waiting.items()))
            what = queue.popleft()
            self._count -= 1
            del self._waiting[address]
            if queue:
                self._waiting[address] = queue
            return what


class Lane(ThreadPoolExecutor):
    """Threads that do what requests ask for, address by address."""

    def __init__(self, threads: int, name: str) -> None:
        super().__init__(threads, name)
        self._queue: FairQueue[Callable[[], None]] = FairQueue()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Do something for the client of the present request when it is the turn of his address."""
        client, done = CLIENT.get(), Future[T]()
        self._queue.put(client.address, partial(_do, client, done, partial(fn, *args, **kwargs)))
        super().submit(self._do_next)
        return done

    def _do_next(self) -> None:
        self._queue.take()()


def _do(client: Client, done: "Future[T]", what: Callable[[], T]) -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        if client.is_gone:
            raise client_left()  # noqa: TRY301 - as any other error of it
        done.set_result(what())
    except BaseException as error:  # noqa: BLE001 - the request is told
        done.set_exception(error)


ACTS = Lane(8, "act")
LOOKS = Lane(1, "look")
# Litestar's own threads, for every route that does not choose: games and charts, new tables, copies, logs.
set_asyncio_executor(LOOKS)


async def acting(act: Callable[[], T]) -> T:
    """Run an act upon a table in the threads for acts."""
    return await asyncio.get_running_loop().run_in_executor(ACTS, act)


async def looking(look: Callable[[], T]) -> T:
    """Run a look-up that may take a while, such as the past of a table, in the thread for looks."""
    return await asyncio.get_running_loop().run_in_executor(LOOKS, look)
