# SPDX-License-Identifier: Apache-2.0
"""The extras that the lab's packages come with: what is missing is said in one sentence."""

from importlib.util import find_spec

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
        raise GrognardError(f"this needs the extra {extra}: pip install 'grognard[{extra}]'")
