# SPDX-License-Identifier: Apache-2.0
"""Work that no request waits for: a thread with an event loop of its own."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

LOG = logging.getLogger(__name__)
# The most coroutines that run at once; more are dropped.
MOST = 1000
# Seconds to wait for cancelled coroutines to end.
PATIENCE = 5
Result = TypeVar("Result")


class Background:
    """Runs coroutines; those that have not ended when it is closed are cancelled."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        # Nothing is started once it is closed.
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def start(self, what: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine soon, from any thread; drop it if too many are running."""
        with self._lock:
            if self._closed:
                what.close()
            else:
                self._loop.call_soon_threadsafe(self._begin, what)

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Call a function after so many seconds. Only coroutines that run here may use this."""
        self._loop.call_later(seconds, what)

    def now(self) -> float:
        """Return the time by the loop's clock, which only goes forward."""
        return self._loop.time()

    def _begin(self, what: Coroutine[Any, Any, None]) -> None:
        if len(self._tasks) >= MOST:
            what.close()
            return
        task = self._loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("%s failed", self._name, exc_info=error)

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(self._break_off())
        self._loop.close()

    async def _break_off(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        """Cancel all that is running."""
        with self._lock:
            if not self._closed:
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._closed = True
        self._thread.join(PATIENCE)


async def in_thread(work: Callable[[], Result]) -> Result:
    """Call a function in a thread of its own and return its result. The server does not wait for that thread when it ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def tell(answer: Callable[[], None]) -> None:
        # The loop may be closed by now.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: None if done.done() else answer())

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - raised where the result is awaited
            failure = error
            tell(lambda: done.set_exception(failure))
        else:
            tell(lambda: done.set_result(result))

    threading.Thread(target=run, daemon=True).start()
    return await done
