# SPDX-License-Identifier: Apache-2.0
"""Files that are written completely or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file to a temporary one beside it, sync and rename that. If it cannot be written, nothing is left beside it."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
