# SPDX-License-Identifier: Apache-2.0
"""How far a match has come, on stderr: a bar with an estimate on a terminal, elsewhere a line every so often."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from grognard.lab.batch.run import Progress as Played

# Seconds between lines where there is no terminal.
EVERY = 30.0


@contextmanager
def shown_progress(title: str) -> Iterator[Callable[["Played"], None]]:
    """Show how many games are done, and how long the others will take."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield _Lines(title)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(title, total=None)

        def show(played: "Played") -> None:
            bar.update(task, total=played.games, completed=played.done)

        yield show


class _Lines:
    """Writes a line now and then."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._begun = self._last = monotonic()

    def __call__(self, played: "Played") -> None:
        now = monotonic()
        if now - self._last < EVERY:
            return
        self._last = now
        new = played.done - played.before
        left = (played.games - played.done) * (now - self._begun) / new if new else None
        estimate = "" if left is None else f", {in_words(left)} left"
        sys.stderr.write(f"{self._title}: {played.done:,} of {played.games:,} games{estimate}\n")
        sys.stderr.flush()


def in_words(seconds: float) -> str:
    """Say how long something takes.

    >>> in_words(50), in_words(150), in_words(8000)
    ('50 seconds', '2 minutes', '2.2 hours')
    """
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
