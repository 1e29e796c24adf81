# SPDX-License-Identifier: Apache-2.0
"""What is worked out once for an object and then remembered by it."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801 - named like the one in the standard library
    """A property that is worked out when it is first needed.

    Until Python 3.12 the one in functools has a single lock for all objects of a class, so that working out what one table offers
    would keep all other tables waiting. Here two threads that ask at once both work it out, and both get what was found first.
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
        """Work the value out and remember it in the object's own dictionary, where Python looks first from now on."""
        if of is None:
            return self
        found: T = of.__dict__.setdefault(self._name, self._work_out(of))
        return found
