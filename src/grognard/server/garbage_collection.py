# SPDX-License-Identifier: Apache-2.0
"""Keeps Python's garbage collections short.

Left to itself, Python now and then walks through every table in memory, and no request is answered meanwhile. Here a thread
collects every few seconds and then freezes all objects in use, so that the next collection walks only through newer ones.
Garbage cycles among frozen objects are found by a rare collection of everything.
"""

import gc
import threading
import time
from collections.abc import Callable

# Seconds between collections, and the longest that frozen objects may hold garbage.
PACE, WHOLE = 3.0, 3600.0
# Python itself collects the oldest objects only after this many younger collections: in effect never.
NEVER = 1_000_000


class GarbageCollector:
    """Collects garbage and freezes what is in use; every `whole` seconds it unfreezes everything first."""

    def __init__(self, whole: float = WHOLE, clock: Callable[[], float] = time.monotonic) -> None:
        self._whole = whole
        self._clock = clock
        self._taken_up = clock()
        self._ends = threading.Event()

    def start(self) -> None:
        """Start collecting at intervals."""
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        threading.Thread(target=self._keep_on, name="collecting", daemon=True).start()

    def stop(self) -> None:
        """Stop collecting."""
        self._ends.set()

    def collect(self) -> None:
        """Collect new objects, or all objects if that is due."""
        if self._clock() - self._taken_up >= self._whole:
            self._taken_up = self._clock()
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _keep_on(self) -> None:
        while not self._ends.wait(PACE):
            self.collect()
