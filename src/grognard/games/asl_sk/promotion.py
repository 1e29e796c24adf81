# SPDX-License-Identifier: Apache-2.0
"""Ruling field-promotion: an Original 2 by an attack with an MMC may create a leader, who counts at once.

The card says nothing of it; the table is that of ruling leader-creation.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from grognard.games.asl_sk.stacks import Infantry
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.units import leader_of
from grognard.procedures.procedure import Line, signed
from grognard.registry import Card
from grognard.umpire import D6, Reading

NOBODY = "nobody"
# Ruling leader-creation: the highest modified dr that still gives each leader.
TABLE = ((1, "8-1"), (3, "8-0"), (5, "7-0"), (6, "6+1"))
NATIONS: dict[Nation, int] = {"American": -1, "German": -1, "British": -1, "Russian": 1, "Italian": 1}
HIGH_MORALE, LOW_MORALE = 8, 6


class Created(msgspec.Struct, frozen=True):
    """What the dr creates: each leader by his values with his unit, and None for nobody."""

    reading: Reading[str]
    leaders: tuple[tuple[str, Infantry | None], ...]
    lines: tuple[Line, ...]

    def id_of(self, name: str) -> str:
        """Return the id of the leader created; empty for nobody."""
        unit = dict(self.leaders)[name]
        return unit.type.id if unit else ""


def promotes(card: Card) -> bool:
    """Return whether leaders are created at all."""
    return card.ruled("field-promotion") == "on"


def base_unit(attackers: Sequence[Infantry]) -> Infantry | None:
    """Ruling promotion-base: the MMC of the highest morale, the first of those alike."""
    units = [unit for unit in attackers if not unit.is_smc]
    return max(units, key=lambda unit: unit.level or unit.type.morale) if units else None


def created(attackers: Sequence[Infantry], odds: str, card: Card) -> Created | None:
    """Return what an Original 2 creates; None if the ruling is off, or no MMC attacks."""
    base = base_unit(attackers)
    if base is None or not promotes(card):
        return None
    return created_by(base.type.nation, base.level or base.type.morale, odds, card)


@lru_cache(maxsize=4096)
def created_by(nation: Nation, morale: int, odds: str, card: Card) -> Created:
    """Return what an MMC of a nation and morale creates at these odds."""
    below = _columns_below_even(odds, card)
    drm = NATIONS.get(nation, 0) - below - (morale >= HIGH_MORALE) + (morale <= LOW_MORALE)
    meanings = {
        face: next((name for most, name in TABLE if face + drm <= most), NOBODY) for face in D6.totals
    }
    names = dict.fromkeys(meanings.values())
    leaders = tuple((name, None if name == NOBODY else Infantry(leader_of(nation, name))) for name in names)
    line = Line(
        "an Original 2 creates a leader: drm", signed(drm), "ruling field-promotion, ruling leader-creation"
    )
    return Created(Reading(D6, meanings), leaders, (line,))


def _columns_below_even(odds: str, card: Card) -> int:
    labels = card.chart("cct").column_axes[0].labels
    return max(0, labels.index("1-1") - labels.index(odds))
