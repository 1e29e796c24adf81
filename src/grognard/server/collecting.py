# SPDX-License-Identifier: Apache-2.0
"""Keeps Python's collections of garbage short.

A collection of the oldest generation walks through every table in memory, and nobody is answered meanwhile. Here it sets aside
whatever it has found in use, so that the next one walks through what is new since. What was set aside and is in a cycle that nobody
uses any more is found once in a while, by a collection that walks through everything.
"""

import gc
import time
from collections.abc import Callable
from typing import Any

OLDEST = 2
# How long what was set aside may hold garbage, in seconds.
WHOLE = 3600.0


class Collecting:
    """Sets aside what a collection has found in use; every `whole` seconds it takes all of it up again first."""

    def __init__(self, whole: float = WHOLE, clock: Callable[[], float] = time.monotonic) -> None:
        self._whole = whole
        self._clock = clock
        self._taken_up = clock()

    def start(self) -> None:
        """Begin with what is in memory now."""
        gc.callbacks.append(self._collected)
        gc.collect()

    def stop(self) -> None:
        """Leave collections as they were."""
        gc.callbacks.remove(self._collected)
        gc.unfreeze()

    def _collected(self, phase: str, told: dict[str, Any]) -> None:
        if told["generation"] != OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif self._clock() - self._taken_up >= self._whole:
            self._taken_up = self._clock()
            gc.unfreeze()
