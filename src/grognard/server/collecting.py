# SPDX-License-Identifier: Apache-2.0
"""Keeps Python's collections of garbage short.

Left to itself, Python walks through every table in memory at some time or other, and nobody is answered meanwhile. Here a thread
collects every few seconds, and sets aside whatever is in use by then, so that the next time it walks through what is new since. What
was set aside and is in a cycle that nobody uses any more is found once in a while, by a collection that walks through everything.
"""

import gc
import threading
import time
from collections.abc import Callable

# How often there is a collection, and how long what was set aside may hold garbage, in seconds.
PACE, WHOLE = 3.0, 3600.0
# So often the oldest objects are never collected by Python itself.
NEVER = 1_000_000


class Collecting:
    """Collects, and sets aside what is in use; every `whole` seconds it takes all of it up again first."""

    def __init__(self, whole: float = WHOLE, clock: Callable[[], float] = time.monotonic) -> None:
        self._whole = whole
        self._clock = clock
        self._taken_up = clock()
        self._ends = threading.Event()

    def start(self) -> None:
        """Collect now and then, from now on."""
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        threading.Thread(target=self._keep_on, name="collecting", daemon=True).start()

    def stop(self) -> None:
        """Collect no more."""
        self._ends.set()

    def collect(self) -> None:
        """Collect what is new, or everything when it is time."""
        if self._clock() - self._taken_up >= self._whole:
            self._taken_up = self._clock()
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _keep_on(self) -> None:
        while not self._ends.wait(PACE):
            self.collect()
