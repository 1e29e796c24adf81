# SPDX-License-Identifier: Apache-2.0
"""Armor Superiority Table: columns for having more AT points than the enemy."""

import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from grognard.charts.labels import Odds
from grognard.games.jarama.stacks import ChartUnit
from grognard.games.jarama.terrain import Shift, shifted
from grognard.procedures.procedure import citing
from grognard.registry import Card

TABLE = "armor-superiority"


class Armed(Protocol):
    """A unit with AT points, at the desk or on a map."""

    @property
    def at_points(self) -> int:
        """Its AT points."""


def superiority(attackers: Sequence[ChartUnit], defenders: Sequence[ChartUnit], card: Card) -> Shift:
    """Armor Superiority Table: find the shift for the attacker; by a ruling the defender's AT points shift as well."""
    attack = sum(unit.at_points for unit in attackers)
    defence = sum(unit.at_points for unit in defenders)
    if not attack and not defence:
        return Shift(0, ())
    what = f"AT points {attack} to {defence}"
    if attack < defence and _for_both_sides(card):
        columns, source = _columns(defence, attack, card)
        return shifted(what, -columns, f"{source}, ruling armor-superiority-side")
    if not attack:
        return shifted(what, 0, f"{TABLE}: ruling armor-superiority-side")
    return shifted(what, *_columns(attack, defence, card))


def enough_at_points(attackers: Iterable[Armed], card: Card) -> int:
    """Return the number of the defender's AT points beyond which further ones change nothing."""
    attack = sum(unit.at_points for unit in attackers)
    if _for_both_sides(card):
        return sys.maxsize
    return attack + 1 if attack else 0


def _for_both_sides(card: Card) -> bool:
    """Ruling armor-superiority-side: return whether a defender with more AT points shifts to the left."""
    return card.ruled("armor-superiority-side") == "both-sides"


@lru_cache(maxsize=4096)
def _columns(more: int, less: int, card: Card) -> tuple[int, str]:
    chart = card.chart(TABLE)
    cell = chart[Odds(Fraction(more), Fraction(less))]
    return chart.does(cell.reads)["columns"], f"{TABLE}: {cell.row}{citing(cell.ruling)}"
