# SPDX-License-Identifier: Apache-2.0
"""The log of a server, to the standard error: what strangers cause again and again does not fill a disk."""

import logging
import time
from collections.abc import Callable

# Lines that one place in the code may write in so many seconds.
LINES, SECONDS = 20, 60.0


class Quiet(logging.Filter):
    """Lets some lines of each place in the code through in a minute; the first after that says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        # Since when lines of a place are counted, and how many there were.
        self._counted: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written."""
        place, now = (record.pathname, record.lineno), self._clock()
        since, count = self._counted.get(place, (now, 0))
        if now - since >= SECONDS:
            if count > LINES:
                record.msg = f"{record.getMessage()} ({count - LINES:,} more like this were left out before)"
                record.args = ()
            since, count = now, 0
        self._counted[place] = since, count + 1
        return count < LINES


def write_log() -> None:
    """Write warnings and errors of this process to the standard error, unless it was set up to do otherwise."""
    root = logging.getLogger()
    if not root.handlers:
        handler = logging.StreamHandler()
        handler.setLevel(logging.WARNING)
        handler.addFilter(Quiet())
        root.addHandler(handler)
