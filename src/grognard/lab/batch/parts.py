# SPDX-License-Identifier: Apache-2.0
"""How the games of a match are cut into parts: one part is one task of a worker, and one file of each table."""

from collections.abc import Iterable, Iterator

# How many seconds a part is to take: a task's own cost then counts for nothing, and little is lost if a worker ends.
SECONDS = 3.0
# A match has at least so many parts if it has as many games, so that many workers have something to do at its end, too.
FEWEST = 32
MOST_GAMES = 256

Span = tuple[int, int]


def games_in_part(games: int, seconds: float | None) -> int:
    """Return how many games make a part: a power of two, 1 if a game takes so long that its seconds are not known.

    >>> games_in_part(1000, 0.1), games_in_part(100, 0.1), games_in_part(1000, None)
    (16, 2, 1)
    """
    most = min(MOST_GAMES, games // FEWEST, int(SECONDS / max(seconds, 1e-6)) if seconds else 1)
    return 1 << max(most.bit_length() - 1, 0) if most > 0 else 1


def missing_spans(done: Iterable[Span], games: int, part: int) -> Iterator[Span]:
    """Yield the first and last game of each part that is not done yet, in order.

    >>> list(missing_spans([(4, 7), (10, 10)], games=14, part=4))
    [(0, 3), (8, 9), (11, 11), (12, 13)]
    """
    at = 0
    for first, last in (*done, (games, games)):
        while at < min(first, games):
            end = min(at - at % part + part, first, games)
            yield at, end - 1
            at = end
        at = max(at, last + 1)


def played(done: Iterable[Span], games: int) -> int:
    """Count the games of parts that are done, of the first so many.

    >>> played([(0, 3), (8, 11)], games=10)
    6
    """
    return sum(max(0, min(last, games - 1) - first + 1) for first, last in done)
