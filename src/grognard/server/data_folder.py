# SPDX-License-Identifier: Apache-2.0
"""Where tables and games are kept unless a user names another place."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return where data is kept: $GROGNARD_DATA, or where XDG says."""
    if own := os.environ.get("GROGNARD_DATA"):
        return Path(own)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "grognard"
