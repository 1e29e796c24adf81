"""Close combat, one attack: infantry on infantry, infantry on an AFV, an AFV on infantry."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.asl_sk.attack import Ambush, AttackSheet, Outcome, sheet_of, tell
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.stacks import Forces, Piece, afvs, infantry, parse_sides
from grognard.games.asl_sk.terms import CARD
from grognard.games.asl_sk.vehicles import at_afv, by_afv, resolve
from grognard.procedures.procedure import NotAllowed, Procedure
from grognard.registry import Card


class CloseCombat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack in one location."""

    attackers: Forces
    targets: Forces
    ambush: Annotated[Ambush, Meta(description="by ambushers, against them, or none; none in a Melee")] = (
        "none"
    )


@lru_cache(maxsize=4096)
def worksheet(combat: CloseCombat, card: Card = CARD) -> AttackSheet:
    """Work out one attack; refuse what the rules forbid."""
    sides = parse_sides(combat.attackers, combat.targets, "units attacked")
    return attack_sheet(*sides, combat.ambush, card)


def attack_sheet(
    attackers: Sequence[Piece], targets: Sequence[Piece], ambush: Ambush, card: Card
) -> AttackSheet:
    """Work out an attack of units on units, written at the desk or standing on a map."""
    ours, theirs = afvs(attackers), afvs(targets)
    if ours and theirs:
        raise NotAllowed("an AFV does not attack AFVs in close combat")
    if len(ours or theirs) > 1 or (ours and len(attackers) > 1) or (theirs and len(targets) > 1):
        raise NotAllowed(
            "an AFV attacks by itself, and is attacked by itself: name each such attack apart (ruling afv-attackers)"
        )
    if ours:
        return by_afv(ours[0], infantry(targets), ambush, card)
    if theirs:
        return at_afv(infantry(attackers), theirs[0], ambush, card)
    return sheet_of(infantry(attackers), infantry(targets), ambush, card)


def outright(sheet: AttackSheet, outcome: Outcome) -> str:
    """Say what an attack comes to in a word or two: above all whether everybody attacked is lost."""
    lost = [each.becomes for each in outcome.losses]
    gone = [each for each in lost if each in {"eliminated", "destroyed"}]
    if gone and len(gone) == len(sheet.targets):
        return gone[0] if len(gone) == 1 else f"all {gone[0]}"
    if lost:
        return f"some {gone[0]}" if gone else lost[0] if len(sheet.targets) == 1 else f"one {lost[0]}"
    return f"an attacker {outcome.attackers_lose[0].becomes}" if outcome.attackers_lose else "no effect"


PROCEDURE = Procedure(
    "close-combat", "Close combat: one attack", CloseCombat, worksheet, resolve, tell, label=label
)
