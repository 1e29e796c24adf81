"""Close assault tactics: infantry next to a hex assaults all that is in it."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games import Card
from grognard.games.panzerblitz.attack import (
    AttackSheet,
    Factor,
    OneAttack,
    Shift,
    attack,
    climb,
    modifiers,
    on_one_roll,
    tell,
)
from grognard.games.panzerblitz.labels import label
from grognard.games.panzerblitz.stacks import (
    Attacker,
    Targets,
    Words,
    parse_assault,
    parse_targets,
)
from grognard.games.panzerblitz.terms import CARD, Footing, Level
from grognard.games.panzerblitz.terrain import check_height
from grognard.procedures.procedure import Line, NotAllowed, Procedure

# The hexes from which one can be assaulted.
NEIGHBOURS = 6
BONUS = Line("close assault", "-2", "ruling close-assault")
ENGINEERS = Shift("engineers with a companion: one column up", "ruling close-assault")


class CloseAssault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One close assault on one hex."""

    attackers: Annotated[
        Words,
        Meta(
            description="who assaults, hex by hex: g-rifle; two from one hex g-engineer+g-rifle; from a height g-rifle:slope or :hilltop, over a brown side g-rifle:brown"
        ),
    ]
    targets: Targets
    terrain: Annotated[Footing, Meta(description="the hex assaulted")] = "clear"
    elevation: Annotated[Level, Meta(description="the height of that hex")] = "ground"


@lru_cache(maxsize=4096)
def worksheet(assault: CloseAssault, card: Card = CARD) -> AttackSheet:
    """Ruling close-assault: printed AF, terrain as ever, the hex as one DF, 2 off the die; refuse what is forbidden."""
    if not assault.attackers:
        raise NotAllowed("name the units that assault, such as g-rifle or g-engineer+g-rifle")
    check_height(assault.terrain, assault.elevation)
    if len(assault.attackers) > NEIGHBOURS:
        raise NotAllowed(
            f"a hex has {NEIGHBOURS} neighbours, and here {len(assault.attackers)} hexes assault it; write units of one hex as g-engineer+g-rifle (ruling close-assault)"
        )
    stacks = [parse_assault(word) for word in assault.attackers]
    attackers = [each for stack in stacks for each in stack]
    targets = parse_targets(assault.targets, [each.unit for each in attackers], card)
    for each in attackers:
        if not each.unit.is_infantry:
            raise NotAllowed(
                f"{each.unit.name} is no infantry, and may not close assault (ruling close-assault)"
            )
    one = OneAttack(
        attack="close-assault",
        factors=[_factor(each, assault, card) for each in attackers],
        targets=targets,
        modifiers=(BONUS, *modifiers(targets, assault.terrain, card)),
        shift=ENGINEERS if any(_has_engineers(stack) for stack in stacks) else None,
    )
    return on_one_roll(one, card)


def _factor(attacker: Attacker, assault: CloseAssault, card: Card) -> Factor:
    height = climb(attacker, assault.elevation, card)
    amount = Fraction(attacker.unit.attack, 2 if height.halved else 1)
    return Factor(attacker.unit.name, amount, f"roster, ruling close-assault{height.told}")


def _has_engineers(stack: Sequence[Attacker]) -> bool:
    """Ruling close-assault: engineers count with at least one other unit that assaults from their hex."""
    return len(stack) > 1 and any(each.unit.kind == "engineer" for each in stack)


PROCEDURE = Procedure("close-assault", "Close assault", CloseAssault, worksheet, attack, tell, label=label)
