"""Attacks of both sides at the same time: all are rolled, and units are hit after that, also those who attacked."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from grognard.games import Card
from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import TWO, AttackSheet, Blow, against_new_leader, suffered
from grognard.games.asl_sk.harm import NOTHING, Loss, Losses
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.stacks import Piece, infantry, named
from grognard.games.asl_sk.terms import Side
from grognard.umpire import TWO_D6, Call, Reading, Roll, Rule

# How leaders made in a round are told: by their values, by their number, or not at all.
Leaders = Literal["named", "counted", "untold"]
NEW_LEADER = "new leader"


class Fight(msgspec.Struct, frozen=True, cache_hash=True):
    """Both sides in a location, each in one order, and who ambushes in the round to come."""

    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    by: By = "nobody"

    @property
    def is_over(self) -> bool:
        """Say whether one side is gone."""
        return not (self.attackers and self.defenders)


def fight(attackers: Sequence[Piece], defenders: Sequence[Piece], by: By = "nobody") -> Fight:
    """Put both sides in order, so that equal ends are one."""
    ours, theirs = (tuple(sorted(side, key=lambda each: each.called)) for side in (attackers, defenders))
    return Fight(ours, theirs, by)


class Double(msgspec.Struct, frozen=True, cache_hash=True):
    """One DR read twice: as the attack stands, and with a new leader among those attacked."""

    plain: Blow
    again: Blow

    def __str__(self) -> str:
        return str(self.plain)


class Manner(msgspec.Struct, frozen=True, cache_hash=True):
    """How the outcome is told: new leaders, and whether units are only counted, so that who is reduced does not matter."""

    leaders: Leaders
    counted: bool
    card: Card


class Strike(msgspec.Struct, frozen=True, cache_hash=True):
    """What the dice of an attack do to its targets, also if they have a new leader; and the leader it made."""

    blow: Double
    leader: str


class Struck(msgspec.Struct, frozen=True, cache_hash=True):
    """What both sides lose, in one order, and the leaders they made who are left."""

    attackers_lose: Losses = NOTHING
    defenders_lose: Losses = NOTHING
    attackers_made: tuple[str, ...] = ()
    defenders_made: tuple[str, ...] = ()


def both(one: Struck, other: Struck) -> Struck:
    """Add up what two bouts did."""
    return Struck(
        in_order(one.attackers_lose, other.attackers_lose),
        in_order(one.defenders_lose, other.defenders_lose),
        tuple(sorted(one.attackers_made + other.attackers_made)),
        tuple(sorted(one.defenders_made + other.defenders_made)),
    )


def in_order(some: Losses, more: Losses) -> Losses:
    """Add losses up in one order, so that the same losses are one."""
    return tuple(sorted(some + more)) if some and more else some or more


class Bout(msgspec.Struct, frozen=True, cache_hash=True):
    """Attacks that bear on each other: one alone, or one with that of its target's unit on the unit that makes it."""

    side: Side
    attack: AttackSheet
    answer: AttackSheet | None
    manner: Manner


def strike(sheet: AttackSheet, again: AttackSheet) -> Rule[Strike]:
    """Roll one attack, and for a leader on an Original 2; `again` is its sheet with a new leader among the targets."""
    double: Double = yield Roll(sheet.why, doubled(sheet, again))
    if double.plain.original != TWO or not sheet.promotion or not again.promotion:
        return Strike(double, "")
    made: str = yield Roll(f"leader creation, {named(sheet.attackers)}", sheet.promotion.created.reading)
    double = Double(sheet.promotion.blow(made), again.promotion.blow(made))
    return Strike(double, sheet.promotion.created.id_of(made))


@lru_cache(maxsize=8192)
def doubled(sheet: AttackSheet, again: AttackSheet) -> Reading[Double]:
    """Read a DR on two sheets."""
    return Reading(TWO_D6, {dr: Double(sheet.reading[dr], again.reading[dr]) for dr in TWO_D6.totals})


def bout(one: Bout) -> Rule[Struck]:
    """Ruling new-leader: a leader made by one of two attacks that answer each other stands against the other."""
    if one.answer is None:
        hit: Strike = yield Call(strike, one.attack, one.attack)
        lost: Losses = yield Call(suffered, infantry(one.attack.targets), hit.blow.plain, one.manner.card)
        return _struck(one, lost, NOTHING, hit.leader, "")
    ours: Strike = yield Call(strike, one.attack, against_new_leader(one.attack))
    theirs: Strike = yield Call(strike, one.answer, against_new_leader(one.answer))
    they_lose: Losses = yield _suffer(one.attack, ours.blow, theirs.leader)
    we_lose: Losses = yield _suffer(one.answer, theirs.blow, ours.leader)
    return _struck(one, they_lose, we_lose, ours.leader, theirs.leader)


def _suffer(sheet: AttackSheet, blow: Double, made: str) -> Call[Losses]:
    """Ask what becomes of those attacked, who have made a leader or have not."""
    return Call(suffered, infantry(sheet.targets), blow.again if made else blow.plain, sheet.card)


def _struck(one: Bout, they_lose: Losses, we_lose: Losses, ours: str, theirs: str) -> Struck:
    """Put what a bout did to the sides it was done to; a new leader is lost with the unit that made him."""
    our_made = _alive(one.attack, ours, we_lose, one.manner)
    their_made = _alive(one.answer, theirs, they_lose, one.manner) if one.answer else ()
    lost, killed = _told(we_lose, one.manner), _told(they_lose, one.manner)
    if one.side == "ATTACKER":
        return Struck(lost, killed, our_made, their_made)
    return Struck(killed, lost, their_made, our_made)


def _told(losses: Losses, manner: Manner) -> Losses:
    """Put losses in one order; where units are only counted, only who is gone."""
    return tuple(sorted(each for each in losses if not manner.counted or each.becomes == "eliminated"))


def _alive(sheet: AttackSheet, leader: str, losses: Losses, manner: Manner) -> tuple[str, ...]:
    if not leader or manner.leaders == "untold":
        return ()
    base = base_unit(infantry(sheet.attackers))
    if base and Loss(base.called, "eliminated") in losses:
        return ()
    return (leader if manner.leaders == "named" else NEW_LEADER,)
