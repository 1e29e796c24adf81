# SPDX-License-Identifier: Apache-2.0
"""Combat by the table of the period: the one place that chooses between the two."""

from grognard.games.iron_curtain import combat_1945, combat_1962
from grognard.games.iron_curtain.stacks import Stack, Unit
from grognard.games.iron_curtain.terms import Period, Side, Terrain
from grognard.rules.card import Card
from grognard.rules.step_outcomes import Outcome
from grognard.umpire import Rule

CombatSheet = combat_1962.CombatSheet | combat_1945.CombatSheet


def sheet_of(  # noqa: PLR0913 - what the card asks
    period: Period,
    stacks: tuple[Stack, ...],
    defenders: tuple[Unit, ...],
    terrain: Terrain,
    card: Card,
    *,
    side: Side,
    defenders_oos: bool,
) -> CombatSheet:
    """Work out an attack on the table of the period; only that of 1945 asks for the side and the defenders' supply."""
    if period == "1945":
        return combat_1945.sheet_of(stacks, defenders, terrain, card, side=side, defenders_oos=defenders_oos)
    return combat_1962.sheet_of(stacks, defenders, terrain, card)


def combat(sheet: CombatSheet, now: object = None) -> Rule[Outcome]:
    """Resolve an attack on the table of its worksheet. On a map `now` is the position."""
    if isinstance(sheet, combat_1962.CombatSheet):
        return combat_1962.combat(sheet)
    return combat_1945.combat(sheet, now)
