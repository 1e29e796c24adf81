"""One round of close combat in a location: at the same time, after an ambush, or in turns where a vehicle is there.

Ruling close-combat-order. Who attacks whom follows ruling best-pairing, worked out again whenever a side attacks.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.games.asl_sk.attack import NEW_LEADER
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.groups import grouped, ungrouped
from grognard.games.asl_sk.linked_attacks import at_once, one_by_one
from grognard.games.asl_sk.losses import Losses, left
from grognard.games.asl_sk.pairing import Attacks
from grognard.games.asl_sk.round_in_turns import first_mover, in_turns
from grognard.games.asl_sk.simultaneous_attacks import (
    Fight,
    LinkedAttacks,
    Made,
    Manner,
    Struck,
    ambush_of,
    both,
    facing,
    lined_up,
    roll_linked,
)
from grognard.games.asl_sk.stacks import MOST_LEADERS, Afv, Piece, Unit, afvs, infantry
from grognard.games.asl_sk.terms import Side, enemy
from grognard.games.asl_sk.units import unit_type
from grognard.registry import Card
from grognard.umpire import Rule, again, total


def one_round(now: Fight, manner: Manner) -> Rule[Fight]:
    """Ruling close-combat-order: fight one round, and return who is left."""
    if now.is_over:
        return now
    if has_vehicles(now):
        end: Fight = yield in_turns(replace(now, mover=first_mover(now)), manner)
    elif now.by != "nobody":
        end = yield again(half_round, 2, replace(now, mover=now.by), manner)
    else:
        struck: Struck = yield total(roll_linked, linked(now, manner), both, Struck())
        end = after(now, struck, manner)
    return joined(end, manner)


@lru_cache(maxsize=16384)
def has_vehicles(now: Fight) -> bool:
    """Say whether there is an AFV on either side, which is asked again for every end of a round."""
    return bool(afvs((*now.attackers, *now.defenders)))


def half_round(half: Fight, manner: Manner) -> Rule[Fight]:
    """Make all attacks of the side whose turn it is; who is eliminated by them does not strike back."""
    now, attacks = one_sided(half, manner)
    struck: Struck = yield total(roll_linked, attacks, both, Struck())
    return replace(after(now, struck, manner), mover=enemy(now.mover))


@lru_cache(maxsize=16384)
def linked(now: Fight, manner: Manner) -> tuple[tuple[LinkedAttacks], ...]:
    """Plan the attacks of both sides, each with the one that answers it."""
    return at_once(*plans(now, manner.card), manner)


@lru_cache(maxsize=16384)
def plans(now: Fight, card: Card) -> tuple[Attacks, Attacks]:
    """Plan the attacks of the ATTACKER and of the DEFENDER, as if nobody were lost to those who attack first.

    The DEFENDER declares after the ATTACKER, unless he ambushes: who is then together stays so (ruling lone-smc).
    """
    first: Side = "DEFENDER" if now.by == "DEFENDER" else "ATTACKER"
    own, foes = facing(first, now.attackers, now.defenders)
    attacks = plan(own, foes, ambush_of(first, now.by), card)
    own, foes, _ = grouped(own, foes, attacks)
    answer = plan(foes, own, ambush_of(enemy(first), now.by), card)
    answers = tuple((ungrouped(group), ungrouped(target)) for group, target in answer)
    return facing(first, attacks, answers)


@lru_cache(maxsize=16384)
def one_sided(now: Fight, manner: Manner) -> tuple[Fight, tuple[tuple[LinkedAttacks], ...]]:
    """Plan the attacks of one side alone; after those of an ambusher units are with whom they fought (ruling lone-smc)."""
    side, ambush = now.mover, ambush_of(now.mover, now.by)
    own, enemies = facing(side, now.attackers, now.defenders)
    attacks = plan(own, enemies, ambush, manner.card)
    if side == now.by:
        own, enemies, attacks = grouped(own, enemies, attacks)
        now = Fight(*facing(side, lined_up(own), lined_up(enemies)), now.by, side)
    return now, one_by_one(attacks, side, ambush, manner)


def after(now: Fight, struck: Struck, manner: Manner) -> Fight:
    """Return who is left; who made a leader has him until the round is over."""
    ours, theirs = manner.counters or (None, None)
    return Fight(
        side_after(now.attackers, struck.attackers_lose, struck.attackers_made, ours),
        side_after(now.defenders, struck.defenders_lose, struck.defenders_made, theirs),
        now.by,
        now.mover,
    )


@lru_cache(maxsize=65536)
def side_after(
    pieces: tuple[Piece, ...], losses: Losses, made: tuple[Made, ...], counters: int | None = None
) -> tuple[Piece, ...]:
    """Return who is left of one side, in order; a leader whom no unit is known to have made joins at once."""
    found = list(pieces)
    for each in made:
        if each.base:
            known = each.base, each.groups, ""
            at = [(piece.called, piece.groups, piece.made) for piece in found].index(known)
            found[at] = replace(found[at], made=each.leader)
    alive = left(found, losses)
    return lined_up((*alive, *_joining([each.leader for each in made if not each.base], alive, counters)))


def _joining(made: list[str], pieces: Sequence[Piece], counters: int | None) -> list[Unit]:
    """Ruling leader-counters: return the leaders who join; of more than there is room for the best."""
    if counters is not None:
        room = min(counters, MOST_LEADERS - sum(unit.is_smc for unit in infantry(pieces)))
        made = sorted(made, reverse=True)[: max(0, room)]
    return [new_leader(each) for each in made]


def joined(now: Fight, manner: Manner) -> Fight:
    """End a round. Ruling new-leader: leaders who were made join, if the units that made them are left."""
    ours, theirs = manner.counters or (None, None)
    return Fight(_with_leaders(now.attackers, ours), _with_leaders(now.defenders, theirs))


@lru_cache(maxsize=16384)
def _with_leaders(pieces: tuple[Piece, ...], counters: int | None) -> tuple[Piece, ...]:
    made = [piece.made for piece in pieces if piece.made]
    return lined_up((*map(calmed, pieces), *_joining(made, pieces, counters)))


def calmed(piece: Piece) -> Piece:
    """Ruling between-rounds: pins come off, stun is flipped, and what was done in the turn is not in the next."""
    if isinstance(piece, Afv):
        return replace(piece, stunned=False, recovering=piece.stunned, acted=False)
    return replace(piece, pinned=False, fired=False, made="", groups=(), acted=False, hit=False)


def new_leader(made: str) -> Unit:
    """Return a leader who was made; one that is counted only is told so."""
    return Unit(unit_type("g-8-0"), told=made) if made == NEW_LEADER else Unit(unit_type(made))
