# SPDX-License-Identifier: Apache-2.0
"""Balances and sweeps as they are printed, in lines for a terminal or as data for other programs."""

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.lab.balance.figures import Balance
from grognard.lab.balance.page import number_range, percent, percent_range
from grognard.lab.balance.report import conclusion
from grognard.lab.balance.sweep import Compared
from grognard.lab.balance.sweep import conclusion as change_in_words
from grognard.lab.batch.match import Match


def balance_lines(told: Balance, match: Match) -> Iterator[str]:
    """Say in a few lines what a batch came to."""
    yield conclusion(told, match)
    for words, count in told.verdicts.items():
        yield f"  {percent(count / told.games):>5}  {words}"
    if told.lead is not None:
        yield f"Lead of the {told.sides[0]} side at the end: {number_range(told.lead)} points."
    if told.losses:
        listed = ", ".join(f"{side} {number_range(lost)}" for side, lost in told.losses.items())
        yield f"Units lost in a game: {listed}."
    for player, shares in told.players.items():
        listed = ", ".join(f"{percent_range(share)} as {side}" for side, share in shares.items())
        yield f"{player} wins {listed}."
    if told.luck is not None:
        yield f"Dice: {percent(told.luck)} of what tells the leads apart goes with them."


def balance_data(told: Balance, match: Match) -> dict[str, Any]:
    """Return what a batch came to as plain data."""
    return {"match": msgspec.to_builtins(match), "balance": msgspec.to_builtins(told)}


def sweep_lines(told: Compared) -> Iterator[str]:
    """Say in a few lines what each variant of a sweep changes."""
    for name, one in told.balances.items():
        shares = ", ".join(f"{side} {percent_range(share)}" for side, share in one.wins.items())
        yield f"{name}: {shares}, draws {percent(one.draws.mean)}"
    for changed in told.changes:
        first, *rest = change_in_words(changed)
        yield first
        yield from (f"  {line}" for line in rest)


def sweep_data(told: Compared) -> dict[str, Any]:
    """Return what a sweep found as plain data."""
    return {
        "match": msgspec.to_builtins(told.base.match),
        "balances": msgspec.to_builtins(told.balances),
        "changes": msgspec.to_builtins(told.changes),
    }
