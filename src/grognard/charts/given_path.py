# SPDX-License-Identifier: Apache-2.0
"""A path as it is given from Python: text, or a `pathlib.Path`."""

from os import PathLike, fspath

from grognard.charts.errors import GrognardError, repeated


def given_path(given: object) -> str:
    """Return a path, or the name of a game, as text; what is neither text nor a path is refused."""
    path = fspath(given) if isinstance(given, str | PathLike) else None
    if not isinstance(path, str):
        raise GrognardError(f"{repeated(given)} is neither a name nor a path; give text or a pathlib.Path")
    return path
