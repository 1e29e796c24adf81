# SPDX-License-Identifier: Apache-2.0
"""A rule played from its first question to its result, with a record of every answer."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from grognard.charts.labels import Dice
from grognard.umpire import Answer, AnyRule, Asked, Choose, Done, Roll, answer_to, drive, pause

T = TypeVar("T")


def played(
    rule: AnyRule[T],
    dice: Callable[[Dice], tuple[int, ...]],
    players: Mapping[str, Callable[[Choose[Any]], Any]] | None = None,
) -> tuple[T, list[Answer]]:
    """Return a rule's result, and the record of every answer."""
    record: list[Answer] = []

    def respond(ask: Asked) -> Any:
        if isinstance(ask, Roll):
            faces = dice(ask.read.dice)
            record.append(answer_to(ask, faces))
            return ask.read[sum(faces)]
        option = (players or {})[ask.side](ask)
        record.append(answer_to(ask, option))
        return option

    return drive(rule, respond), record


def replayed(rule: AnyRule[T], record: list[Answer]) -> T:
    """Return a rule's result by a whole record."""
    outcome = pause(rule, record)
    assert isinstance(outcome, Done)
    return outcome.result
