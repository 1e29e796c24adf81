# SPDX-License-Identifier: Apache-2.0
"""What time the clocks of tables go by: the seconds that their store was served by any server.

While no server runs they stand still, so that nobody loses time by that. They are counted in the store, and so are the same for all
servers that share it.
"""

import logging
import threading
import time

from grognard.server.errors import NotKept
from grognard.server.store import Store

LOG = logging.getLogger(__name__)
# Seconds after which the time is counted again, and from which on no server can have run meanwhile.
COUNT, GAP = 20.0, 90.0


class Timekeeper:
    """Counts the time of one store, in a thread of its own, as long as a clock runs at any table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        # The time when it was last counted, and when that was by a clock that nobody sets.
        self._counted = 0.0
        self._when = -COUNT
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._count_on, name="counting time", daemon=True)
        self._thread.start()

    def now(self) -> float:
        """Return the time."""
        with self._lock:
            gone = time.monotonic() - self._when
            if gone >= COUNT or self._when < 0:
                self._count()
                gone = 0.0
            return self._counted + gone

    def _count(self) -> None:
        self._counted = self._store.served(time.time(), GAP)
        self._when = time.monotonic()

    def _count_on(self) -> None:
        while not self._closing.wait(COUNT):
            try:
                if self._store.has_clocks():
                    with self._lock:
                        self._count()
            except NotKept as error:
                LOG.warning("the time is not counted: %s", error)

    def close(self) -> None:
        """Stop counting, before the store is closed."""
        self._closing.set()
        self._thread.join()
