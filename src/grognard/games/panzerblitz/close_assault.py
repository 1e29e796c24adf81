# SPDX-License-Identifier: Apache-2.0
"""Close assault tactics: infantry next to a hex assaults all units in it."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.panzerblitz import attack, stacks
from grognard.games.panzerblitz.terms import CARD, Footing, Level
from grognard.games.panzerblitz.terrain import check_height
from grognard.procedures.procedure import Line, NotAllowed, Procedure
from grognard.registry import Card

# The hexes from which one can be assaulted.
NEIGHBOURS = 6
BONUS = Line("close assault", "-2", "ruling close-assault")
ENGINEERS = Line("engineers with a companion: one column up", "", "ruling close-assault")


class CloseAssault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One close assault on one hex."""

    attackers: Annotated[
        stacks.Words,
        Meta(
            description="who assaults, hex by hex: g-rifle; two from one hex g-engineer+g-rifle; from a height g-rifle:slope or :hilltop, over a brown side g-rifle:brown"
        ),
    ]
    targets: stacks.Targets
    terrain: Annotated[Footing, Meta(description="the hex assaulted")] = "clear"
    elevation: Annotated[Level, Meta(description="the height of that hex")] = "ground"


@lru_cache(maxsize=4096)
def worksheet(assault: CloseAssault, card: Card = CARD) -> attack.AttackSheet:
    """Ruling close-assault: printed AF, terrain as usual, the hex as one DF, 2 off the die; refuse what is forbidden."""
    if not assault.attackers:
        raise NotAllowed("name the units that assault, such as g-rifle or g-engineer+g-rifle")
    check_height(assault.terrain, assault.elevation)
    if len(assault.attackers) > NEIGHBOURS:
        raise NotAllowed(
            f"a hex has {NEIGHBOURS} neighbours, and here {len(assault.attackers)} hexes assault it; write units of one hex as g-engineer+g-rifle (ruling close-assault)"
        )
    groups = [stacks.parse_assault(word) for word in assault.attackers]
    attackers = [attacker for group in groups for attacker in group]
    targets = stacks.parse_targets(assault.targets, [attacker.unit for attacker in attackers], card)
    for attacker in attackers:
        if not attacker.unit.is_infantry:
            raise NotAllowed(
                f"{attacker.unit.name} is no infantry, and may not close assault (ruling close-assault)"
            )
    crt_attack = attack.CrtAttack(
        attack="close-assault",
        factors=[_factor(attacker, assault, card) for attacker in attackers],
        targets=targets,
        modifiers=(BONUS, *attack.modifiers(targets, assault.terrain, card)),
        shift=ENGINEERS if any(map(_has_engineers, groups)) else None,
    )
    return attack.single_roll_sheet(crt_attack, card)


def _factor(attacker: stacks.Attacker, assault: CloseAssault, card: Card) -> attack.Factor:
    divisor, height = attack.height_divisor(attacker, assault.elevation, card)
    amount = Fraction(attacker.unit.attack, divisor)
    return attack.Factor(attacker.unit.name, amount, f"roster, ruling close-assault{height}")


def _has_engineers(stack: Sequence[stacks.Attacker]) -> bool:
    """Ruling close-assault: engineers count with at least one other unit that assaults from their hex."""
    return len(stack) > 1 and any(attacker.unit.kind == "engineer" for attacker in stack)


PROCEDURE = Procedure(
    "close-assault", "Close assault", CloseAssault, worksheet, attack.attack, attack.tell, label=attack.label,
    events=attack.EVENTS,
)  # fmt: skip
