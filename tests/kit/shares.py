# SPDX-License-Identifier: Apache-2.0
"""In which order tests are run: the slow folders first, each by processes of its own, and the quick tests after them.

Each process is given an equal part of the list, one after the other, and one that has done its own takes over from the end of
another's. So what is slow must not stand at an end, and what shares a browser or a server should stand together.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

# In how many parts the tests of each are run, which then take about as long as one another.
SLOW = {"web": 2, "kit": 2, "server": 1, "lab": 1}
T = TypeVar("T")


def folder(path: Path, tests: Path) -> str:
    """Return the folder of the tests that a file is in; nothing for one outside."""
    return path.relative_to(tests).parts[0] if path.is_relative_to(tests) else ""


def dealt(items: Iterable[tuple[str, T]], workers: int) -> list[T]:
    """Return all items in the order they are best run in, given each with its folder."""
    given = list(items)
    shares: list[list[T]] = [[] for _ in range(workers)]
    parts = (
        part
        for slow, count in SLOW.items()
        for part in _parts([item for name, item in given if name == slow], count)
    )
    for number, part in enumerate(parts):
        shares[number % workers] += part
    quick = [item for name, item in given if name not in SLOW]
    return [item for share in _filled(shares, quick) for item in share]


def _parts(items: list[T], count: int) -> Iterable[list[T]]:
    """Yield items in so many parts, one after the other."""
    each = -(-len(items) // count)
    return (items[number * each : (number + 1) * each] for number in range(count))


def _filled(shares: Sequence[list[T]], quick: list[T]) -> Iterable[list[T]]:
    """Yield each share, filled up with quick items to an equal part of all."""
    whole = sum(map(len, shares)) + len(quick)
    for number, share in enumerate(shares):
        last = number == len(shares) - 1
        room = len(quick) if last else max(0, whole // len(shares) - len(share))
        yield share + quick[:room]
        del quick[:room]
