# SPDX-License-Identifier: Apache-2.0
"""Attacks of both sides at the same time: all are rolled before any unit is hit, including the attackers."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import Ambush, AttackSheet, Blow, Leaders, Strike, losses_from, strike
from grognard.games.asl_sk.losses import NOTHING, Loss, Losses, loss_of
from grognard.games.asl_sk.stacks import Infantry, Piece, infantry
from grognard.games.asl_sk.terms import Side
from grognard.registry import Card
from grognard.umpire import Call, Rule, again, total

T = TypeVar("T")
S = TypeVar("S", "Loss", "NewLeader")


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
    return tuple(sorted(pieces, key=attrgetter("called", "made", "groups", "acted", "hit")))


def facing(side: Side, ours: T, theirs: T) -> tuple[T, T]:
    """Return what belongs to a side and to its enemies, given what belongs to the ATTACKER and the DEFENDER; and vice versa."""
    return (ours, theirs) if side == "ATTACKER" else (theirs, ours)


def ambush_of(side: Side, by: By) -> Ambush:
    """Return whether a side attacks as the ambusher, against one, or neither."""
    return "none" if by == "nobody" else "by" if by == side else "against"


class Mode(msgspec.Struct, frozen=True, cache_hash=True):
    """The detail of outcomes: for new leaders, and whether units are only counted, so that it does not matter which is reduced.

    `leaderless` are sides that can create no leader, `counters` those left to the ATTACKER and the DEFENDER; at the desk
    they are not counted (ruling leader-counters).
    """

    leaders: Leaders
    counted: bool
    card: Card
    leaderless: frozenset[Side] = frozenset()
    counters: tuple[int, int] | None = None


class NewLeader(msgspec.Struct, frozen=True, cache_hash=True, gc=False, order=True):
    """A leader who was created, and the unit that created him with its groups, if he does not join at once."""

    leader: str
    base: str = ""
    groups: tuple[int, ...] = ()


class RoundLosses(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What both sides lose, in one order, and the surviving leaders they created."""

    attackers_lose: Losses = NOTHING
    defenders_lose: Losses = NOTHING
    attackers_made: tuple[NewLeader, ...] = ()
    defenders_made: tuple[NewLeader, ...] = ()


NOBODY_STRUCK = RoundLosses()


def combined(one: RoundLosses, other: RoundLosses) -> RoundLosses:
    """Add up the results of attacks that do not affect each other."""
    if other == NOBODY_STRUCK:
        return one
    return RoundLosses(
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
    mode: Mode
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
        return self.mode.leaders != "untold"


class RolledSoFar(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Attacks rolled one after the other: those whose losses are still open, leaders whose fate is open, and the results."""

    count: int = 0
    waiting: tuple[tuple[int, Strike], ...] = ()
    made: tuple[tuple[int, str], ...] = ()
    struck: RoundLosses = RoundLosses()


def roll_all(attacks: Iterable[tuple[LinkedAttacks]]) -> Call[RoundLosses]:
    """Ask for the results of attacks rolled before any unit is hit, those that affect each other together."""
    return total(roll_linked, attacks, combined, NOBODY_STRUCK)


def roll_linked(linked: LinkedAttacks) -> Rule[RoundLosses]:
    """Ruling new-leader: roll attacks that affect each other; all are rolled, even by units that are then gone."""
    end: RolledSoFar = yield again(roll_one, len(linked.attacks), RolledSoFar(), linked)
    return end.struck


def roll_one(now: RolledSoFar, linked: LinkedAttacks) -> Rule[RolledSoFar]:
    """Roll the next attack, and apply the losses of all attacks that have waited for it."""
    at, attack = now.count, linked.attacks[now.count]
    hit: Strike = yield Call(strike, attack.sheets, linked.mode.leaders)
    waiting = (*now.waiting, (at, Strike(hit.blows)))
    made, struck = _with_leader(now, attack, hit.leader, linked)
    ready = [rolled for rolled in waiting if linked.attacks[rolled[0]].waits_for <= at]
    for number, blows in ready:
        harmed = linked.attacks[number]
        theirs = [new for new in made if linked.attacks[new[0]].on_base == number]
        blow = blows.blows[sum(linked.attacks[maker].defends for maker, _ in theirs)]
        lost: Losses = NOTHING
        if not blow.is_harmless:
            lost = yield _suffer(harmed, blow, theirs, linked)
            struck = combined(struck, _losses_of_side(harmed.side, lost, linked))
        struck = combined(struck, _surviving_leaders(theirs, lost, linked))
        made = tuple(new for new in made if new not in theirs)
    return RolledSoFar(at + 1, tuple(rolled for rolled in waiting if rolled not in ready), made, struck)


def _with_leader(
    now: RolledSoFar, attack: LinkedAttack, leader: str, linked: LinkedAttacks
) -> tuple[tuple[tuple[int, str], ...], RoundLosses]:
    """Record a leader created: his fate is open while an attack on the unit that created him is, otherwise he survives."""
    matters = attack.defends or linked.tells
    if not leader or not matters:
        return now.made, now.struck
    if attack.on_base is not None:
        return tuple(sorted((*now.made, (linked.alike(now.count), leader)))), now.struck
    return now.made, combined(now.struck, _joins(attack, leader, linked))


def _suffer(
    harmed: LinkedAttack, blow: Blow, made: Sequence[tuple[int, str]], linked: LinkedAttacks
) -> Call[Losses]:
    """Ask what becomes of the targets; a unit that created a leader is distinguished from like units."""
    targets = list(infantry(harmed.sheet.targets))
    for at, leader in made if linked.tells else ():
        base = linked.attacks[at].base
        if base is not None:
            targets[targets.index(base)] = replace(base, made=leader)
    return Call(losses_from, tuple(targets), blow, linked.mode.card)


def _surviving_leaders(made: Sequence[tuple[int, str]], lost: Losses, linked: LinkedAttacks) -> RoundLosses:
    """Return the surviving leaders: each is lost with the unit that created him."""
    saved, gone = RoundLosses(), list(lost)
    for at, leader in made if linked.tells else ():
        attack = linked.attacks[at]
        base = attack.base
        loss = loss_of(replace(base, made=leader), "eliminated") if base else None
        if loss in gone:
            gone.remove(loss)
        else:
            saved = combined(saved, _joins(attack, leader, linked))
    return saved


def _joins(attack: LinkedAttack, leader: str, linked: LinkedAttacks) -> RoundLosses:
    if not linked.tells or attack.base is None:
        return RoundLosses()
    base = attack.base
    made = (NewLeader(leader, base.called, base.groups) if linked.later else NewLeader(leader),)
    return RoundLosses(attackers_made=made) if attack.side == "ATTACKER" else RoundLosses(defenders_made=made)


def _losses_of_side(side: Side, losses: Losses, linked: LinkedAttacks) -> RoundLosses:
    """Assign losses to the side that suffers them, in one order; if units are only counted, only those eliminated."""
    told_of = losses if linked.later else tuple(replace(loss, made="") for loss in losses)
    told = tuple(sorted(loss for loss in told_of if not linked.mode.counted or loss.becomes == "eliminated"))
    return RoundLosses(defenders_lose=told) if side == "ATTACKER" else RoundLosses(attackers_lose=told)
