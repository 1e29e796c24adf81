# SPDX-License-Identifier: Apache-2.0
"""The best and the worst a side can make of its choices, exactly, where the tree is small."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from grognard.charts.errors import GrognardError
from grognard.umpire.ask import AnyRule, Choose, Roll
from grognard.umpire.chance import Chance, mixed
from grognard.umpire.drive import Done, after

T = TypeVar("T", bound=Hashable)
ROOM = 20_000


class TooManyLines(GrognardError):
    """A tree too large to search exactly."""


def best(
    rule: Callable[..., AnyRule[T]],
    *arguments: Hashable,
    side: str,
    value: Callable[[T], Fraction | int],
    room: int = ROOM,
) -> Chance[T]:
    """Return the chances when `side` chooses for the highest mean value, and everyone else for the lowest."""
    visited = 0

    def explore(answers: tuple[Any, ...]) -> Chance[T]:
        nonlocal visited
        visited += 1
        if visited > room:
            raise TooManyLines(f"there are more than {room} positions to search; name a policy instead")
        outcome = after(rule(*arguments), answers)
        if isinstance(outcome, Done):
            return Chance.certain(outcome.result)
        if isinstance(outcome.ask, Roll):
            return mixed(
                [(explore((*answers, meaning)), weight) for meaning, weight in outcome.ask.read.branches]
            )
        return choose(outcome.ask, answers)

    def choose(ask: Choose[Any], answers: tuple[Any, ...]) -> Chance[T]:
        pick = max if ask.side == side else min
        return pick(
            (explore((*answers, option)) for option in ask.options), key=lambda chance: chance.mean(value)
        )

    return explore(())


def worst(
    rule: Callable[..., AnyRule[T]],
    *arguments: Hashable,
    side: str,
    value: Callable[[T], Fraction | int],
    room: int = ROOM,
) -> Chance[T]:
    """Return the chances when `side` chooses for the lowest mean value, and everyone else for the highest."""
    return best(rule, *arguments, side=side, value=lambda outcome: -value(outcome), room=room)
