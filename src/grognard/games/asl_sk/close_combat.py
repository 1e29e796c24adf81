# SPDX-License-Identifier: Apache-2.0
"""Close combat, one attack: infantry on infantry, infantry on an AFV, an AFV on infantry."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.labels import number
from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.attack import (
    Ambush,
    AttackSheet,
    Blow,
    Figures,
    Outcome,
    Result,
    attack,
    broken_lines,
    check_attackers,
    drm_total,
    sheet_of,
    tell,
)
from grognard.games.asl_sk.kill_number import ambush_lines, ccv, cx_lines, drm_line, kill_number, leader_lines
from grognard.games.asl_sk.losses import NOTHING, Loss, Losses, all_reduced, one_reduced
from grognard.games.asl_sk.rolls import label
from grognard.games.asl_sk.stacks import (
    Afv,
    Forces,
    Infantry,
    Piece,
    afvs,
    infantry,
    named,
    names,
    parse_sides,
)
from grognard.games.asl_sk.terms import CARD, TWELVE, TWO
from grognard.procedures.procedure import Event, Line, NotAllowed, Procedure, signed
from grognard.registry import Card
from grognard.umpire import D6, TWO_D6, Call, Reading, Roll, Rule

# Ruling original-2-v-afv: what the further die means if the DR alone could do nothing.
ORIGINAL_2: Reading[Result] = Reading(
    D6, {1: "destroyed", 2: "destroyed", 3: "immobilised", 4: "no effect", 5: "no effect", 6: "no effect"}
)
MOST_ON_AN_AFV = 2


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
    """Work out an attack of units on units, whether written at the desk or on a map."""
    ours, theirs = afvs(attackers), afvs(targets)
    if ours and theirs:
        raise NotAllowed("an AFV does not attack AFVs in close combat")
    if len(ours or theirs) > 1 or (ours and len(attackers) > 1) or (theirs and len(targets) > 1):
        raise NotAllowed(
            "an AFV attacks by itself, and is attacked by itself: name each such attack apart (ruling afv-attackers)"
        )
    if ours:
        return afv_attack_sheet(ours[0], infantry(targets), ambush, card)
    if theirs:
        return attack_on_afv_sheet(infantry(attackers), theirs[0], ambush, card)
    return sheet_of(infantry(attackers), infantry(targets), ambush, card)


def summary(sheet: AttackSheet, outcome: Outcome) -> str:
    """Sum up an attack in a word or two: above all whether all of its targets are lost."""
    lost = [loss.becomes for loss in outcome.losses]
    gone = [fate for fate in lost if fate in {"eliminated", "destroyed"}]
    if gone and len(gone) == len(sheet.targets):
        return gone[0] if len(gone) == 1 else f"all {gone[0]}"
    if lost:
        return f"some {gone[0]}" if gone else lost[0] if len(sheet.targets) == 1 else f"one {lost[0]}"
    return f"an attacker {outcome.attackers_lose[0].becomes}" if outcome.attackers_lose else "no effect"


def vehicle_reading(value: int, drm: int, *, stunned: bool = False) -> Reading[Blow]:
    """CCV list: what a DR does to an AFV: below the CCV it is destroyed, on it immobilised.

    Rulings original-2-v-afv and original-12-v-afv: an Original 2 counts if CCV less DRM is below 2, an Original 12
    if the AFV is not stunned.
    """
    meanings = {}
    for dr in TWO_D6.totals:
        original = dr if (dr == TWO and value - drm < TWO) or (dr == TWELVE and not stunned) else 0
        final = dr + drm
        does: Result = "destroyed" if final < value else "immobilised" if final == value else "no effect"
        meanings[dr] = Blow(does, does, original)
    return Reading(TWO_D6, meanings)


def afv_lines(afv: Afv, card: Card) -> list[Line]:
    """cc-drm 6 to 9: the modifiers against an AFV, which add up (ruling afv-drm)."""
    rows = (
        (afv.ce, "against a CE AFV", "ce afv"),
        (afv.motion, "against an AFV in motion", "motion"),
        (afv.immobile, "against an immobile AFV", "immobile afv"),
        (not afv.has_mg, "no manned, usable MG", "no mg"),
    )
    return [drm_line(card, what, row, also=", ruling afv-drm") for counts, what, row in rows if counts]


@lru_cache(maxsize=4096)
def attack_on_afv_sheet(attackers: tuple[Infantry, ...], afv: Afv, ambush: Ambush, card: Card) -> AttackSheet:
    """CCV list: work out an attack of infantry on an AFV; refuse what the rules forbid."""
    check_attackers(attackers)
    if len(attackers) > MOST_ON_AN_AFV or (
        len(attackers) == MOST_ON_AN_AFV and not any(unit.is_smc for unit in attackers)
    ):
        raise NotAllowed(
            f"{named(attackers)}: at most two units attack an AFV together, and one of the two is an SMC (ruling afv-attackers)"
        )
    value, lines = ccv(attackers, card, attacking=True)
    modifiers = [
        *ambush_lines(card, ambush),
        *cx_lines(card, attackers, ()),
        *leader_lines(attackers, card),
        *afv_lines(afv, card),
    ]
    drm = sum(int(line.value) for line in modifiers)
    told = (*lines, Line("CCV", str(value), "their sum: the kill number"), *modifiers, drm_total(drm))
    return AttackSheet(
        (*told, *_original_lines(value - drm, afv)),
        f"CCV {value}, DR {signed(drm)}",
        rolls.CloseCombat(names(attackers), (afv.called,)),
        attackers,
        (afv,),
        vehicle_reading(value, drm, stunned=afv.stunned),
        None,
        card,
    )


def _original_lines(margin: int, afv: Afv) -> list[Line]:
    lines = []
    if margin < TWO:
        lines.append(Line("an Original 2", "1-2 destroyed, 3 immobilised", "ruling original-2-v-afv"))
    if not afv.stunned:
        lines.append(Line("an Original 12", "attackers reduced", "ruling original-12-v-afv"))
    return lines


def attack_on_afv(sheet: AttackSheet) -> Rule[Outcome]:
    """CCV list: resolve an attack of infantry on an AFV; an Original 2 or 12 needs further dice."""
    (target,) = sheet.targets
    blow: Blow = yield Roll(sheet.asks, sheet.reading)
    does = blow.does
    if blow.original == TWO:
        does = yield Roll(rolls.Original2(target.called), ORIGINAL_2)
    backlash: Losses = NOTHING
    if blow.original == TWELVE:
        backlash = yield Call(original_12_losses, infantry(sheet.attackers), sheet.card)
    if does == "destroyed":
        return Outcome((Loss(target.called, "destroyed"),), backlash)
    # Ruling immobile-again: one that cannot move is not immobilised once more.
    immobile = does == "immobilised" and isinstance(target, Afv) and not target.immobile
    return Outcome((Loss(target.called, "immobilised"),) if immobile else NOTHING, backlash)


def original_12_losses(units: tuple[Infantry, ...], card: Card) -> Rule[Losses]:
    """Ruling original-12-v-afv: one attacker, chosen at random, is reduced; or each of them."""
    reduce = one_reduced if card.ruled("original-12-v-afv") == "one" else all_reduced
    losses = yield from reduce(units, card)
    return losses


@lru_cache(maxsize=4096)
def afv_attack_sheet(afv: Afv, targets: tuple[Infantry, ...], ambush: Ambush, card: Card) -> AttackSheet:
    """Odds grid and CCT: work out an attack of an AFV on infantry, its fire power over their CCV."""
    if not afv.fire:
        why = "it is stunned" if afv.stunned else "name its usable cmg, rmg or ife, or its aamg with ce"
        raise NotAllowed(f"{afv.called} has no fire power to attack with: {why} (ruling afv-fire-power)")
    numbers = afv_figures(afv, targets, ambush, card)
    half = "half, cc-drm: 10, By Motion AFV, " if afv.motion else ""
    lines = (
        Line(f"{afv.called} attacks", number(numbers.attack), f"{half}ruling afv-fire-power"),
        *ccv(targets, card, attacking=False)[1],
        Line("CCV defends", number(numbers.defence), "their sum"),
        *numbers.lines,
    )
    reading = Reading(TWO_D6, {dr: numbers.blow(dr) for dr in TWO_D6.totals})
    asks = rolls.CloseCombat((afv.called,), names(targets))
    return AttackSheet(lines, numbers.told, asks, (afv,), targets, reading, None, card)


@lru_cache(maxsize=4096)
def afv_figures(afv: Afv, targets: tuple[Infantry, ...], ambush: Ambush, card: Card) -> Figures:
    """cc-drm 10, ruling afv-fire-power: work out the numbers of an AFV's attack; in motion its fire power is halved."""
    fire = Fraction(afv.fire, 2 if afv.motion else 1)
    value = Fraction(ccv(targets, card, attacking=False)[0])
    broken, alone = broken_lines(targets, card)
    stun = [Line("after a Stun +1", "+1", "ruling afv-fire-power")] if afv.recovering else []
    modifiers = (*ambush_lines(card, ambush), *cx_lines(card, (), targets), *broken, *stun)
    drm = sum(int(line.value) for line in modifiers) - alone
    return Figures(fire, value, kill_number(fire, value, card), drm, alone, modifiers)


def resolve(sheet: AttackSheet) -> Rule[Outcome]:
    """Resolve any attack in close combat: on an AFV, or on infantry."""
    return attack_on_afv(sheet) if isinstance(sheet.targets[0], Afv) else attack(sheet)


EVENTS = (
    Event("a target is lost or hurt", "an enemy unit is lost or hurt", lambda outcome: bool(outcome.losses)),
    Event(
        "an attacker is lost or hurt", "one of yours is lost or hurt",
        lambda outcome: bool(outcome.attackers_lose), good=False,
    ),
)  # fmt: skip
PROCEDURE = Procedure(
    "close-combat", "Close combat: one attack", CloseCombat, worksheet, resolve, tell, label=label,
    events=EVENTS,
)  # fmt: skip
