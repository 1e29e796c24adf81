"""A small change to a frozen position."""

from typing import TypeVar

T = TypeVar("T")


def placed(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """Return a tuple with one value put in the place of another.

    >>> placed(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*values[:number], value, *values[number + 1 :])
