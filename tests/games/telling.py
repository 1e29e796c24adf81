# SPDX-License-Identifier: Apache-2.0
"""Procedures played as transcripts tell them: with their dice, and with every question as it was asked."""

from typing import Any

from grognard.procedures.procedure import Procedure, Worksheet
from grognard.umpire import Choose, Roll, drive


def resolved(found: Procedure, sheet: Worksheet, dice: list[int], choices: list[str]) -> str:
    """Play a procedure with dice and choices, each as `WP 1945 step losses [1/2 3/2]: 3/2`; tell the outcome."""
    left, asks = iter(dice), iter(choices)

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        if isinstance(ask, Roll):
            return ask.read[next(left)]
        options = {"+".join(each) if isinstance(each, tuple) else str(each): each for each in ask.options}
        question, _, picked = next(asks).partition("]: ")
        assert f"{found.asks(ask)} [{' '.join(options)}" == question
        return options[picked]

    outcome = drive(found.rule(sheet), answer)
    assert not [*left, *asks]
    return found.tell(outcome)
