# SPDX-License-Identifier: Apache-2.0
"""How far something has come that takes long, on stderr: of a match a bar with an estimate on a terminal, elsewhere a line every so often."""

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


@contextmanager
def shown_line(says: str) -> Iterator[Callable[[str], None]]:
    """Show a line on a terminal, and what it changes to; elsewhere write what is said now and then."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield _NowAndThen()
        return
    with screen.status(says) as status:
        yield status.update


class _NowAndThen:
    """Writes a line, if the last one was long ago."""

    def __init__(self) -> None:
        self._last = monotonic()

    @property
    def is_due(self) -> bool:
        """Whether it is time for a line."""
        return monotonic() - self._last >= EVERY

    def __call__(self, says: str) -> None:
        if self.is_due:
            self._last = monotonic()
            sys.stderr.write(f"{says}\n")
            sys.stderr.flush()


class _Lines:
    """Writes a line now and then."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._begun = monotonic()
        self._say = _NowAndThen()

    def __call__(self, played: "Played") -> None:
        if not self._say.is_due:
            return
        new = played.done - played.before
        left = (played.games - played.done) * (monotonic() - self._begun) / new if new else None
        estimate = "" if left is None else f", {in_words(left)} left"
        self._say(f"{self._title}: {played.done:,} of {played.games:,} games{estimate}")


def in_words(seconds: float) -> str:
    """Say how long something takes.

    >>> in_words(50), in_words(150), in_words(8000)
    ('50 seconds', '2 minutes', '2.2 hours')
    """
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
