# SPDX-License-Identifier: Apache-2.0
"""What is worked out once for an object and then remembered by it."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801 - it is used as the one of the standard library is
    """A property that is worked out when it is first asked for.

    Until Python 3.12 the one of functools has a single lock for a property of all objects, so that a thread that works out what one
    table offers would keep those of all other tables waiting. Here two threads that ask at once both work it out, and both are given
    what was found first.
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, owner: type) -> Self: ...

    @overload
    def __get__(self, of: object, owner: type) -> T: ...

    def __get__(self, of: object | None, owner: type) -> Self | T:
        """Return what is remembered from now on; it stands in the object's own dictionary, where it is found first."""
        if of is None:
            return self
        found: T = of.__dict__.setdefault(self._name, self._work_out(of))
        return found
