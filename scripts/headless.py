# SPDX-License-Identifier: Apache-2.0
"""The browser that the tests of the page and its pictures use: the machine's own, or the one that `make install-test` fetches."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

FETCHED = Path(__file__).parent.parent / "web" / "browser" / "chromium"
# web/browser/fetch.mjs looks for the same names.
MACHINES = ("chromium", "chromium-browser", "google-chrome")
NONE = "no browser here: make install-test fetches one on Linux for x64, anywhere else install Chromium"


class Headless(NamedTuple):
    """A Chromium, and the environment that it runs in."""

    path: str
    environment: dict[str, str]


def headless() -> Headless | None:
    """Find a browser; None where there is neither one of the machine nor the one from npm."""
    machine = next(filter(None, map(shutil.which, MACHINES)), None)
    if machine is not None:
        return Headless(machine, {**os.environ})
    if not (FETCHED / "chromium").exists():
        return None
    own = {"LD_LIBRARY_PATH": str(FETCHED / "lib"), "FONTCONFIG_FILE": str(FETCHED / "fonts.conf")}
    return Headless(str(FETCHED / "chromium"), {**os.environ, **own})
