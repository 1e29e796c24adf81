# SPDX-License-Identifier: Apache-2.0
"""A witness to what was acknowledged: the number of acts, and the last one, in a file of its own that is synced after each."""

import logging
import os
import threading
from pathlib import Path

LOG = logging.getLogger(__name__)
FILE = "last-act"
# One sector, which a disk writes whole or not at all.
SIZE = 512


class Witness:
    """The file `last-act` beside the tables."""

    def __init__(self, folder: Path) -> None:
        self._lock = threading.Lock()
        self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        count, _, last = os.pread(self._file, SIZE, 0).decode("ascii", "replace").strip().partition(" ")
        self.acts = int(count) if count.isdecimal() else 0
        self.last = last

    def begin(self, acts: int) -> None:
        """Begin with so many acts, though there may have been more."""
        self.acts = acts - 1
        self.note(acts, "")

    def note(self, acts: int, last: str) -> None:
        """Record that so many acts are stored; it is on disk on return. Of two at once the later one counts."""
        with self._lock:
            if acts > self.acts:
                self.acts, self.last = acts, last
                try:
                    os.pwrite(
                        self._file, f"{acts} {last}".encode("ascii", "replace")[: SIZE - 1].ljust(SIZE), 0
                    )
                    os.fsync(self._file)
                except OSError:
                    # The act itself is stored, and must not be reported as failed.
                    LOG.exception(
                        "the file %s could not be written: if %s is lost, nobody will notice", FILE, last
                    )

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
