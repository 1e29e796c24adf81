# SPDX-License-Identifier: Apache-2.0
"""Where the commands write: a console for people, plain UTF-8 for other programs."""

import sys
from typing import Any

import msgspec
from rich.console import Console

LEAST = 40
# The exit status of a command that Ctrl-C has ended.
INTERRUPTED = 130


class Page(Console):
    """A console that passes on the error of a closed pipe, so that the command ends."""

    def on_broken_pipe(self) -> None:
        """Let the error pass."""
        raise BrokenPipeError


def console() -> Console:
    """Return a console as wide as the terminal, but never too narrow to write in."""
    page = Page(highlight=False)
    return page if page.width >= LEAST else Page(highlight=False, width=LEAST)


def write(text: str) -> None:
    """Write data in UTF-8, whatever encoding the terminal claims."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()


def write_json(data: Any) -> None:
    """Write data as JSON for another program."""
    write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
