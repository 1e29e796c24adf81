# SPDX-License-Identifier: Apache-2.0
"""Cut a list down to what matters: as few of its items as still fail, by delta debugging."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrunk(items: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """Drop items, many at a time and then one by one, while what is left still fails.

    What is returned fails, and no single item of it can be spared. If the items do not fail, they are returned.

    >>> shrunk(range(100), lambda some: 17 in some and 83 in some)
    (17, 83)
    """
    kept, chunk = tuple(items), len(items)
    if not fails(kept):
        return kept
    while chunk:
        spared = _without_a_chunk(kept, chunk, fails)
        if len(spared) < len(kept) and chunk == 1:
            kept = spared
            continue  # what was needed may be so no longer
        kept, chunk = spared, min(chunk // 2, len(spared)) if chunk > 1 else 0
    return kept


def _without_a_chunk(items: tuple[T, ...], chunk: int, fails: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """Go through the items from the end, and leave out every run of them that can be spared."""
    at = len(items)
    while at > 0:
        shorter = items[: max(at - chunk, 0)] + items[at:]
        if shorter != items and fails(shorter):
            items = shorter
        at -= chunk
    return items
