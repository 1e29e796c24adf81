"""What is worked out once for a position, and kept while it is asked for again and again."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Protocol, TypeVar

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
T = TypeVar("T")


class Knowing(Protocol):
    """Something that keeps what was worked out for it."""

    known: dict[Callable[..., Any], Any]


class Meaning(Protocol[P_co]):
    """What a position means on its map."""

    @property
    def position(self) -> P_co:
        """The position it is the meaning of."""


K = TypeVar("K", bound=Knowing)
G = TypeVar("G", bound=Meaning[Any])


def once(work: Callable[[K], T]) -> Callable[[K], T]:
    """Work something out once for each position."""

    @wraps(work)
    def remembered(ground: K) -> T:
        if work not in ground.known:
            ground.known[work] = work(ground)
        found: T = ground.known[work]
        return found

    return remembered


class Latest(Generic[P, G]):
    """Makes what a position means of it, and of what the last one meant, which is kept."""

    def __init__(self, make: Callable[[P, G | None], G]) -> None:
        self._make = make
        self._last: G | None = None

    def __call__(self, position: P) -> G:
        """Return what a position means."""
        last = self._last
        if last is None or last.position is not position:
            last = self._last = self._make(position, last)
        return last
