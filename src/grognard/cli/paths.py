"""Which names on the command line are files."""

from pathlib import Path

from grognard.charts.errors import GrognardError
from grognard.games import NAMES


def is_path(name: str) -> bool:
    """A game's name is a game; anything else with a dot or a stroke in it, or lying there, is a file."""
    return name not in NAMES and (any(sign in name for sign in "./\\") or Path(name).is_file())


def refuse_path(name: str) -> None:
    """Point whoever names a chart file to the command that takes one."""
    if is_path(name):
        raise GrognardError(f"{name} is no game; grognard chart {name} draws a chart file, with its doubts")
