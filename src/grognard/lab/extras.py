# SPDX-License-Identifier: Apache-2.0
"""The extras that the lab's packages come with: what is missing is said in one sentence."""

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from grognard.charts.errors import GrognardError

# The modules that each extra brings.
EXTRAS = {
    "lab": ("polars", "altair", "vl_convert"),
    "cluster": ("ray", "polars"),
    "research": ("gymnasium", "pyspiel", "pettingzoo"),
}


def check_extra(extra: str) -> None:
    """Raise an error that says how to install an extra, if a module of it is missing."""
    if any(find_spec(module) is None for module in EXTRAS[extra]):
        raise GrognardError(f"this needs the extra {extra}: {install(extra)}")


def install(extra: str) -> str:
    """Return the command that installs an extra for the Python that runs now: another pip may be the first on the path."""
    python = Path(sys.executable)
    # Shorter, where one stands in the folder that has the environment.
    here = python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python
    return f"{shlex.quote(str(here))} -m pip install 'grognard[{extra}]'"
