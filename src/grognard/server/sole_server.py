# SPDX-License-Identifier: Apache-2.0
"""A folder of tables belongs to one server at a time, for as long as its process lives."""

from pathlib import Path

import apsw

from grognard.charts.errors import GrognardError


class InUse(GrognardError):
    """A folder that another server is using."""


def sole_server(folder: Path) -> apsw.Connection:
    """Lock a folder for as long as this process lives; the system releases it when the process dies."""
    held = folder / "in-use"
    held.touch(mode=0o600)
    connection = apsw.Connection(str(held))
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError as error:
        raise InUse(
            f"another server is using {folder}; end it, or name another folder by --data or $GROGNARD_DATA"
        ) from error
    return connection
