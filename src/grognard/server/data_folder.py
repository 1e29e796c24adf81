# SPDX-License-Identifier: Apache-2.0
"""Where tables and games are kept unless the user names another folder."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for data: $GROGNARD_DATA, or the one that XDG prescribes."""
    if own := os.environ.get("GROGNARD_DATA"):
        return Path(own)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "grognard"
