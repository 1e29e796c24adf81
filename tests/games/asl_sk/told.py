# SPDX-License-Identifier: Apache-2.0
"""Transcripts in text files: cases with their rolls and outcomes, or with the reason why the rules forbid them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from grognard.umpire import Choose, Roll, Rule, drive

T = TypeVar("T")
Cases = list[list[str]]


def cases(name: str) -> tuple[Cases, Cases]:
    """Read the cases of a file, line by line: those that are played, and those that are refused."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    every = [case.splitlines() for case in text.strip().split("\n\n")]
    return [each for each in every if " -> " in each[-1]], [each for each in every if " -> " not in each[-1]]


def rolled(rule: Rule[T], totals: Iterator[int]) -> T:
    """Play a rule that asks for nothing but rolls, with just as many totals as it rolls."""

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        assert isinstance(ask, Roll)
        return ask.read[next(totals)]

    outcome = drive(rule, answer)
    assert not list(totals)
    return outcome
