# SPDX-License-Identifier: Apache-2.0
"""Changing values of a tuple."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def placed(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """Return a tuple with one value replaced.

    >>> placed(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    changed = list(values)
    changed[number] = value
    return tuple(changed)


def placed_all(values: tuple[T, ...], numbers: Iterable[int], value: T) -> tuple[T, ...]:
    """Return a tuple with several values replaced by the same one.

    >>> placed_all(("a", "b", "c"), (0, 2), "x")
    ('x', 'b', 'x')
    """
    changed = list(values)
    for number in numbers:
        changed[number] = value
    return tuple(changed)
