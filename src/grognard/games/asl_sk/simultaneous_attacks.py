# SPDX-License-Identifier: Apache-2.0
"""Attacks of both sides at the same time: all are rolled before any unit is hit, including the attackers."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import Ambush, AttackSheet, Blow, Leaders, Strike, strike, suffered
from grognard.games.asl_sk.losses import NOTHING, Loss, Losses, loss_of
from grognard.games.asl_sk.stacks import Infantry, Piece, infantry
from grognard.games.asl_sk.terms import Side
from grognard.registry import Card
from grognard.umpire import Call, Rule, again, total

T = TypeVar("T")
S = TypeVar("S", "Loss", "Made")


class Fight(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Both sides in a location, each in one order, the ambusher in the round, and the side to attack next."""

    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    by: By = "nobody"
    mover: Side = "ATTACKER"

    @property
    def is_over(self) -> bool:
        """Whether one side is gone."""
        return not (self.attackers and self.defenders)


def fight(attackers: Sequence[Piece], defenders: Sequence[Piece], by: By = "nobody") -> Fight:
    """Put both sides in order, so that equal ends are one."""
    return Fight(lined_up(attackers), lined_up(defenders), by)


def lined_up(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Put the pieces of a side in one order."""
    return tuple(sorted(pieces, key=_in_line))


def _in_line(piece: Piece) -> tuple[str, str, tuple[int, ...], bool, bool]:
    return piece.called, piece.made, piece.groups, piece.acted, piece.hit


def facing(side: Side, ours: T, theirs: T) -> tuple[T, T]:
    """Return what belongs to a side and to its enemies, given what belongs to the ATTACKER and the DEFENDER; and vice versa."""
    return (ours, theirs) if side == "ATTACKER" else (theirs, ours)


def ambush_of(side: Side, by: By) -> Ambush:
    """Return whether a side attacks as the ambusher, against one, or neither."""
    return "none" if by == "nobody" else "by" if by == side else "against"


class Manner(msgspec.Struct, frozen=True, cache_hash=True):
    """The detail of outcomes: for new leaders, and whether units are only counted, so that it does not matter which is reduced.

    `leaderless` are sides that can create no leader, `counters` those left to the ATTACKER and the DEFENDER; at the desk
    they are not counted (ruling leader-counters).
    """

    leaders: Leaders
    counted: bool
    card: Card
    leaderless: frozenset[Side] = frozenset()
    counters: tuple[int, int] | None = None


class Made(msgspec.Struct, frozen=True, cache_hash=True, gc=False, order=True):
    """A leader who was created, and the unit that created him with its groups, if he does not join at once."""

    leader: str
    base: str = ""
    groups: tuple[int, ...] = ()


class Struck(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What both sides lose, in one order, and the surviving leaders they created."""

    attackers_lose: Losses = NOTHING
    defenders_lose: Losses = NOTHING
    attackers_made: tuple[Made, ...] = ()
    defenders_made: tuple[Made, ...] = ()


NOBODY_STRUCK = Struck()


def both(one: Struck, other: Struck) -> Struck:
    """Add up the results of attacks that do not affect each other."""
    if other == NOBODY_STRUCK:
        return one
    return Struck(
        in_order(one.attackers_lose, other.attackers_lose),
        in_order(one.defenders_lose, other.defenders_lose),
        in_order(one.attackers_made, other.attackers_made),
        in_order(one.defenders_made, other.defenders_made),
    )


def in_order(some: tuple[S, ...], more: tuple[S, ...]) -> tuple[S, ...]:
    """Add up losses, or leaders created, in one order, so that equal ones are one."""
    return tuple(sorted(some + more)) if some and more else some or more


class LinkedAttack(msgspec.Struct, frozen=True, cache_hash=True):
    """One attack among those that affect each other.

    `on_base` is the number of the enemy attack, if any, on the unit that may create a leader here; with `defends` he then
    counts against it. `sheets` is what it rolls on with 0, 1 and more new leaders among its targets; its losses are
    applied once the attack number `waits_for` is rolled, the last whose leader may count.
    """

    side: Side
    sheets: tuple[AttackSheet, ...]
    base: Infantry | None = None
    on_base: int | None = None
    defends: bool = False
    waits_for: int = 0

    @property
    def sheet(self) -> AttackSheet:
        """The attack as it was declared."""
        return self.sheets[0]


class LinkedAttacks(msgspec.Struct, frozen=True, cache_hash=True):
    """Attacks that affect each other by the leaders they may create; if `later`, those do not join at once."""

    attacks: tuple[LinkedAttack, ...]
    manner: Manner
    later: bool = False

    def alike(self, number: int) -> int:
        """Return the first attack whose leader would be as good as this one's: it does not matter which of them created him."""
        makers = [
            (attack.side, attack.on_base, attack.defends, attack.base if self.tells else None)
            for attack in self.attacks
        ]
        return makers.index(makers[number])

    @property
    def tells(self) -> bool:
        """Whether new leaders are described, so that it matters whose they are."""
        return self.manner.leaders != "untold"


class RolledSoFar(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Attacks rolled one after the other: those whose losses are still open, leaders whose fate is open, and the results."""

    count: int = 0
    waiting: tuple[tuple[int, Strike], ...] = ()
    made: tuple[tuple[int, str], ...] = ()
    struck: Struck = Struck()


def roll_all(attacks: Iterable[tuple[LinkedAttacks]]) -> Call[Struck]:
    """Ask for the results of attacks rolled before any unit is hit, those that affect each other together."""
    return total(roll_linked, attacks, both, NOBODY_STRUCK)


def roll_linked(one: LinkedAttacks) -> Rule[Struck]:
    """Ruling new-leader: roll attacks that affect each other; all are rolled, even by units that are then gone."""
    end: RolledSoFar = yield again(roll_one, len(one.attacks), RolledSoFar(), one)
    return end.struck


def roll_one(now: RolledSoFar, one: LinkedAttacks) -> Rule[RolledSoFar]:
    """Roll the next attack, and apply the losses of all attacks that have waited for it."""
    at, attack = now.count, one.attacks[now.count]
    hit: Strike = yield Call(strike, attack.sheets, one.manner.leaders)
    waiting = (*now.waiting, (at, Strike(hit.blows)))
    made, struck = _with_leader(now, attack, hit.leader, one)
    ready = [rolled for rolled in waiting if one.attacks[rolled[0]].waits_for <= at]
    for number, blows in ready:
        harmed = one.attacks[number]
        theirs = [new for new in made if one.attacks[new[0]].on_base == number]
        blow = blows.blows[sum(one.attacks[maker].defends for maker, _ in theirs)]
        lost: Losses = NOTHING
        if not blow.is_harmless:
            lost = yield _suffer(harmed, blow, theirs, one)
            struck = both(struck, _harm(harmed.side, lost, one))
        struck = both(struck, _saved(theirs, lost, one))
        made = tuple(new for new in made if new not in theirs)
    return RolledSoFar(at + 1, tuple(rolled for rolled in waiting if rolled not in ready), made, struck)


def _with_leader(
    now: RolledSoFar, attack: LinkedAttack, leader: str, one: LinkedAttacks
) -> tuple[tuple[tuple[int, str], ...], Struck]:
    """Record a leader created: his fate is open while an attack on the unit that created him is, otherwise he survives."""
    matters = attack.defends or one.tells
    if not leader or not matters:
        return now.made, now.struck
    if attack.on_base is not None:
        return tuple(sorted((*now.made, (one.alike(now.count), leader)))), now.struck
    return now.made, both(now.struck, _joins(attack, leader, one))


def _suffer(
    harmed: LinkedAttack, blow: Blow, made: Sequence[tuple[int, str]], one: LinkedAttacks
) -> Call[Losses]:
    """Ask what becomes of the targets; a unit that created a leader is distinguished from like units."""
    targets = list(infantry(harmed.sheet.targets))
    for at, leader in made if one.tells else ():
        base = one.attacks[at].base
        if base is not None:
            targets[targets.index(base)] = replace(base, made=leader)
    return Call(suffered, tuple(targets), blow, one.manner.card)


def _saved(made: Sequence[tuple[int, str]], lost: Losses, one: LinkedAttacks) -> Struck:
    """Return the surviving leaders: each is lost with the unit that created him."""
    saved, gone = Struck(), list(lost)
    for at, leader in made if one.tells else ():
        attack = one.attacks[at]
        base = attack.base
        loss = loss_of(replace(base, made=leader), "eliminated") if base else None
        if loss in gone:
            gone.remove(loss)
        else:
            saved = both(saved, _joins(attack, leader, one))
    return saved


def _joins(attack: LinkedAttack, leader: str, one: LinkedAttacks) -> Struck:
    if not one.tells or attack.base is None:
        return Struck()
    base = attack.base
    made = (Made(leader, base.called, base.groups) if one.later else Made(leader),)
    return Struck(attackers_made=made) if attack.side == "ATTACKER" else Struck(defenders_made=made)


def _harm(side: Side, losses: Losses, one: LinkedAttacks) -> Struck:
    """Assign losses to the side that suffers them, in one order; if units are only counted, only those eliminated."""
    told_of = losses if one.later else tuple(replace(loss, made="") for loss in losses)
    told = tuple(sorted(loss for loss in told_of if not one.manner.counted or loss.becomes == "eliminated"))
    return Struck(defenders_lose=told) if side == "ATTACKER" else Struck(attackers_lose=told)
