# SPDX-License-Identifier: Apache-2.0
"""Moving all tables of a store to another: from a folder to a database, and back into a file as a backup."""

import tempfile
from pathlib import Path

from grognard.charts.errors import GrognardError
from grognard.server.sqlite_store import FILE, SqliteStore
from grognard.server.store import check_database, open_store


def move(folder: Path, address: str) -> tuple[int, str]:
    """Write all tables of a folder to an empty database, or none; return how many, and where. The folder stays unchanged."""
    check_database("--move-to", address)
    if not (folder / FILE).exists():
        raise GrognardError(f"there are no tables in {folder}")
    source = SqliteStore(folder)
    try:
        target = open_store(address)
        try:
            return target.fill(source.every(), source.every_person(), source.every_notice()), target.told
        finally:
            target.close()
    finally:
        source.close()


def back_up_database(address: str, path: Path) -> None:
    """Copy all tables of a database, as of one moment, to a new file like a folder's; servers may go on meanwhile."""
    if path.exists():
        raise GrognardError(f"{path} is there already; name a new file")
    source = open_store(address)
    try:
        # Only its owner can read it, like everything made in it.
        with tempfile.TemporaryDirectory(dir=path.parent) as beside:
            copy = SqliteStore(Path(beside))
            try:
                copy.fill(source.every(), source.every_person(), source.every_notice())
            finally:
                copy.close()
            (Path(beside) / FILE).rename(path)
    except OSError as error:
        raise GrognardError(f"cannot copy the tables to {path}: {(error.strerror or '').lower()}") from error
    finally:
        source.close()
