# SPDX-License-Identifier: Apache-2.0
"""Delta debugging: reduce a list to as few of its items as still fail."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrunk(items: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """Drop items, many at a time and then one by one, as long as the rest still fails.

    What is returned fails, and no single item of it can be left out. If the items do not fail, they are returned.

    >>> shrunk(range(100), lambda some: 17 in some and 83 in some)
    (17, 83)
    """
    kept, chunk = tuple(items), len(items)
    if not fails(kept):
        return kept
    while chunk:
        shorter = _without_a_chunk(kept, chunk, fails)
        if len(shorter) < len(kept) and chunk == 1:
            kept = shorter
            continue  # other items may have become superfluous
        kept, chunk = shorter, min(chunk // 2, len(shorter)) if chunk > 1 else 0
    return kept


def _without_a_chunk(items: tuple[T, ...], chunk: int, fails: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """Go through the items from the end, and leave out every run of them that is not needed."""
    at = len(items)
    while at > 0:
        shorter = items[: max(at - chunk, 0)] + items[at:]
        if shorter != items and fails(shorter):
            items = shorter
        at -= chunk
    return items
