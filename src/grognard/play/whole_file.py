# SPDX-License-Identifier: Apache-2.0
"""Files that are written completely or not at all."""

import os
from contextlib import suppress
from pathlib import Path


def part_of(path: Path) -> Path:
    """Return the temporary file that a file is written to first: it is left behind only if the process is killed meanwhile."""
    return path.with_name(f".{path.name}.part")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file to a temporary one beside it, sync, rename and sync the folder. If it cannot be written, nothing is left beside it."""
    temporary = part_of(path)
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the name of a file, too, which after a power cut may else be that of the file before."""
    if os.name != "posix":
        return
    # Some file systems cannot, and some folders may not be opened; the file itself is safe.
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
