# SPDX-License-Identifier: Apache-2.0
"""One round of close combat in a location: simultaneous, after an ambush, or in turns if there is a vehicle.

Ruling close-combat-order. The attacks follow ruling best-pairing, worked out again whenever a side attacks.
In turns one attack is made at a time.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import NEW_LEADER, AttackSheet, Outcome
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.close_combat import resolve
from grognard.games.asl_sk.groups import grouped, has_leader, may_attack, next_group, ungrouped, with_group
from grognard.games.asl_sk.linked_attacks import at_once, one_by_one, sheet_in
from grognard.games.asl_sk.losses import Losses, survivors
from grognard.games.asl_sk.pairing import Attacks, Team, able, worth
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.simultaneous_attacks import (
    Fight,
    LinkedAttacks,
    Mode,
    NewLeader,
    RoundLosses,
    ambush_of,
    facing,
    lined_up,
    roll_all,
)
from grognard.games.asl_sk.stacks import MOST_LEADERS, Afv, Infantry, Piece, afvs, infantry
from grognard.games.asl_sk.terms import Side, enemy
from grognard.games.asl_sk.units import unit_type
from grognard.registry import Card
from grognard.umpire import Call, Rule, again


def one_round(now: Fight, mode: Mode) -> Rule[Fight]:
    """Ruling close-combat-order: fight one round, and return the survivors."""
    if now.is_over:
        return now
    if has_vehicles(now):
        end: Fight = yield in_turns(replace(now, mover=first_mover(now)), mode)
    elif now.by != "nobody":
        end = yield again(half_round, 2, replace(now, mover=now.by), mode)
    else:
        struck: RoundLosses = yield linked(now, mode)
        end = after_attacks(now, struck, mode)
    return end_of_round(end, mode)


@lru_cache(maxsize=16384)
def has_vehicles(now: Fight) -> bool:
    """Return whether there is an AFV on either side; cached, as it is asked for every end of a round."""
    return bool(afvs((*now.attackers, *now.defenders)))


def half_round(half: Fight, mode: Mode) -> Rule[Fight]:
    """Ruling close-combat-order: make all attacks of one side; units eliminated by them do not strike back."""
    now, attacks = one_sided(half, mode)
    struck: RoundLosses = yield roll_all(attacks)
    return replace(after_attacks(now, struck, mode), mover=enemy(now.mover))


@lru_cache(maxsize=16384)
def linked(now: Fight, mode: Mode) -> Call[RoundLosses]:
    """Plan the attacks of both sides, each with the one that answers it, and ask for their results."""
    return roll_all(at_once(*plans(now, mode.card), mode))


@lru_cache(maxsize=16384)
def plans(now: Fight, card: Card) -> tuple[Attacks, Attacks]:
    """Plan the attacks of the ATTACKER and of the DEFENDER, as if no unit were lost before it attacks.

    The DEFENDER declares after the ATTACKER, unless he ambushes: groups formed by then stay (ruling lone-smc).
    """
    first: Side = "DEFENDER" if now.by == "DEFENDER" else "ATTACKER"
    own, foes = facing(first, now.attackers, now.defenders)
    attacks = plan(own, foes, ambush_of(first, now.by), card)
    own, foes, _ = grouped(own, foes, attacks)
    answer = plan(foes, own, ambush_of(enemy(first), now.by), card)
    answers = tuple((ungrouped(group), ungrouped(target)) for group, target in answer)
    return facing(first, attacks, answers)


@lru_cache(maxsize=16384)
def one_sided(now: Fight, mode: Mode) -> tuple[Fight, tuple[tuple[LinkedAttacks], ...]]:
    """Plan the attacks of one side alone; after the ambusher's, units stay with those they fought with (ruling lone-smc)."""
    side, ambush = now.mover, ambush_of(now.mover, now.by)
    own, enemies = facing(side, now.attackers, now.defenders)
    attacks = plan(own, enemies, ambush, mode.card)
    if side == now.by:
        own, enemies, attacks = grouped(own, enemies, attacks)
        now = Fight(*facing(side, lined_up(own), lined_up(enemies)), now.by, side)
    return now, one_by_one(attacks, side, ambush, mode)


def after_attacks(now: Fight, struck: RoundLosses, mode: Mode) -> Fight:
    """Return the survivors; a unit that created a leader keeps him until the round is over."""
    ours, theirs = mode.counters or (None, None)
    return Fight(
        side_after(now.attackers, struck.attackers_lose, struck.attackers_made, ours),
        side_after(now.defenders, struck.defenders_lose, struck.defenders_made, theirs),
        now.by,
        now.mover,
    )


@lru_cache(maxsize=65536)
def side_after(
    pieces: tuple[Piece, ...], losses: Losses, made: tuple[NewLeader, ...], counters: int | None = None
) -> tuple[Piece, ...]:
    """Return the survivors of one side, in order; a leader without a known creator joins at once."""
    side = list(pieces)
    for new in made:
        if new.base:
            base = new.base, new.groups, ""
            at = [(piece.called, piece.groups, piece.made) for piece in side].index(base)
            side[at] = replace(side[at], made=new.leader)
    alive = survivors(side, losses)
    return lined_up((*alive, *_joining([new.leader for new in made if not new.base], alive, counters)))


def _joining(made: list[str], pieces: Sequence[Piece], counters: int | None) -> list[Infantry]:
    """Ruling leader-counters: return the leaders who join; if there is not enough room, the best."""
    if counters is not None:
        room = min(counters, MOST_LEADERS - sum(unit.is_smc for unit in infantry(pieces)))
        made = sorted(made, reverse=True)[: max(0, room)]
    return [new_leader(leader) for leader in made]


def end_of_round(now: Fight, mode: Mode) -> Fight:
    """End a round. Ruling new-leader: leaders created join, if the units that created them are left."""
    ours, theirs = mode.counters or (None, None)
    return Fight(_with_leaders(now.attackers, ours), _with_leaders(now.defenders, theirs))


@lru_cache(maxsize=16384)
def _with_leaders(pieces: tuple[Piece, ...], counters: int | None) -> tuple[Piece, ...]:
    made = [piece.made for piece in pieces if piece.made]
    return lined_up((*map(calmed, pieces), *_joining(made, pieces, counters)))


def calmed(piece: Piece) -> Piece:
    """Ruling between-rounds: pins are removed, stun is flipped, and what was done in the turn is forgotten."""
    if isinstance(piece, Afv):
        return replace(piece, stunned=False, recovering=piece.stunned, acted=False)
    return replace(piece, pinned=False, fired=False, made="", groups=(), acted=False, hit=False)


def new_leader(made: str) -> Infantry:
    """Return a leader who was created; one that is only counted goes by that name."""
    return Infantry(unit_type("g-8-0"), told=made) if made == NEW_LEADER else Infantry(unit_type(made))


# In turns


def in_turns(now: Fight, mode: Mode) -> Call[Fight]:
    """Ask for the rest of a round: each unit attacks at most once."""
    return again(one_turn, len(now.attackers) + len(now.defenders), now, mode)


def first_mover(now: Fight) -> Side:
    """Ruling close-combat-order: the ambusher begins, else the side without a vehicle, else the ATTACKER."""
    if now.by != "nobody":
        return now.by
    return "DEFENDER" if afvs(now.attackers) and not afvs(now.defenders) else "ATTACKER"


def next_mover(mover: Side, by: By) -> Side:
    """Ruling close-combat-order: after an attack the ambusher goes on, otherwise it is the other side's turn."""
    return mover if mover == by else enemy(mover)


def one_turn(turn: Fight, mode: Mode) -> Rule[Fight]:
    """Make one attack, the best there is; a side without one passes, and if both pass the round stays as it is."""
    for mover in (turn.mover, enemy(turn.mover)):
        now = replace(turn, mover=mover)
        own, enemies = facing(mover, now.attackers, now.defenders)
        attack = best_attack(_ready(own), _exposed(enemies), mover, now.by, mode)
        if attack:
            outcome: Outcome = yield Call(resolve, attack)
            return after_turn(now, attack, outcome, mode)
    return turn


@lru_cache(maxsize=16384)
def _ready(side: Team) -> Team:
    """Return the pieces of a side that can still attack, without what they did in the round."""
    ready = may_attack(side, [not piece.acted and able((piece,)) for piece in side])
    return tuple(_fresh(piece) for piece, is_ready in zip(side, ready, strict=True) if is_ready)


@lru_cache(maxsize=16384)
def _exposed(side: Team) -> Team:
    """Return the pieces of a side that can still be attacked, without what they did in the round."""
    return tuple(_fresh(piece) for piece in side if not piece.hit)


def _fresh(piece: Piece) -> Piece:
    return replace(piece, acted=False, hit=False) if piece.acted or piece.hit else piece


@lru_cache(maxsize=16384)
def best_attack(own: Team, enemies: Team, side: Side, by: By, mode: Mode) -> AttackSheet | None:
    """Return the best attack of the best pairing of pieces that can attack on those that can be attacked."""
    card, ambush = mode.card, ambush_of(side, by)
    planned = [attack for attack in plan(own, enemies, ambush, card) if worth(*attack, ambush, card) > 0]
    if not planned:
        return None
    best = max(planned, key=lambda attack: worth(*attack, ambush, card))
    return sheet_in(mode, side, best, ambush)


def after_turn(turn: Fight, attack: AttackSheet, outcome: Outcome, mode: Mode) -> Fight:
    """Return the round after one attack."""
    own, enemies = facing(turn.mover, turn.attackers, turn.defenders)
    own = _after_attacking(own, attack.attackers, outcome.attackers_lose, _leader_name(outcome.leader, mode))
    enemies = _after_being_hit(enemies, attack.targets, outcome.losses)
    return Fight(*facing(turn.mover, own, enemies), turn.by, next_mover(turn.mover, turn.by))


def _leader_name(leader: str, mode: Mode) -> str:
    """Return a leader who was created, in the detail asked for."""
    if not leader or mode.leaders == "named":
        return leader
    return NEW_LEADER if mode.leaders == "counted" else ""


# A side is hit in the same way whatever the other is; each side alone has fewer states than both together.
@lru_cache(maxsize=16384)
def _after_attacking(side: Team, group: Team, losses: Losses, leader: str) -> Team:
    """Return a side after an attack it made, with the leader that created, who joins when the round is over."""
    attackers, others = _split(side, group, [not piece.acted for piece in side])
    after = [replace(piece, acted=True) for piece in survivors(attackers, losses)]
    base = base_unit(infantry(group)) if leader else None
    if base:
        at = list(map(_fresh, after)).index(base)
        after[at] = replace(after[at], made=leader)
    return _rejoined(side, group, others, after)


@lru_cache(maxsize=16384)
def _after_being_hit(side: Team, group: Team, losses: Losses) -> Team:
    """Return a side after an attack on it; an AFV may be attacked again, so that is not recorded."""
    targets, others = _split(side, group, [not piece.hit for piece in side])
    after = [replace(piece, hit=isinstance(piece, Infantry)) for piece in survivors(targets, losses)]
    return _rejoined(side, group, others, after)


def _split(side: Team, group: Team, free: Sequence[bool]) -> tuple[list[Piece], list[Piece]]:
    """Separate the pieces of a side that fight in a group from the others; of like pieces the first that are free for it."""
    fighting: list[Piece] = []
    others: list[Piece] = []
    wanted = list(group)
    for piece, is_free in zip(side, free, strict=True):
        fights = is_free and _fresh(piece) in wanted
        (fighting if fights else others).append(piece)
        if fights:
            wanted.remove(_fresh(piece))
    return fighting, others


def _rejoined(side: Team, group: Team, others: Iterable[Piece], after: Iterable[Piece]) -> Team:
    """Return a side with what became of a group of it, which stays together if a leader was in it."""
    return lined_up((*others, *(with_group(after, next_group(side)) if has_leader(group) else after)))
