"""A round of close combat in turns, where a vehicle is in the hex: one attack at a time (ruling close-combat-order)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import NEW_LEADER, AttackSheet, Outcome
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.groups import has_leader, may_attack, next_group, with_group
from grognard.games.asl_sk.linked_attacks import sheet_in
from grognard.games.asl_sk.losses import Losses, left
from grognard.games.asl_sk.pairing import Team, able, worth
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.simultaneous_attacks import Fight, Manner, ambush_of, facing, lined_up
from grognard.games.asl_sk.stacks import Piece, Unit, afvs, infantry
from grognard.games.asl_sk.terms import Side, enemy
from grognard.games.asl_sk.vehicles import resolve
from grognard.umpire import Call, Rule, again


def in_turns(now: Fight, manner: Manner) -> Call[Fight]:
    """Ask what comes of a round from here on: nobody attacks more than once."""
    return again(one_turn, len(now.attackers) + len(now.defenders), now, manner)


def first_mover(now: Fight) -> Side:
    """Ruling close-combat-order: the ambusher begins, else the side without a vehicle, else the ATTACKER."""
    if now.by != "nobody":
        return now.by
    return "DEFENDER" if afvs(now.attackers) and not afvs(now.defenders) else "ATTACKER"


def next_mover(mover: Side, by: By) -> Side:
    """Ruling close-combat-order: after an attack the ambusher goes on, else it is the other side's turn."""
    return mover if mover == by else enemy(mover)


def one_turn(turn: Fight, manner: Manner) -> Rule[Fight]:
    """Make one attack, the best there is; a side that has none passes, and where both pass the round stays as it is."""
    for mover in (turn.mover, enemy(turn.mover)):
        now = replace(turn, mover=mover)
        own, enemies = facing(mover, now.attackers, now.defenders)
        attack = best_attack(_ready(own), _exposed(enemies), mover, now.by, manner)
        if attack:
            outcome: Outcome = yield Call(resolve, attack)
            return moved(now, attack, outcome, manner)
    return turn


@lru_cache(maxsize=16384)
def _ready(side: Team) -> Team:
    """Return the pieces of a side that can still attack, alike whatever they did in the round."""
    ready = may_attack(side, [not piece.acted and able((piece,)) for piece in side])
    return tuple(_fresh(piece) for piece, is_ready in zip(side, ready, strict=True) if is_ready)


@lru_cache(maxsize=16384)
def _exposed(side: Team) -> Team:
    """Return the pieces of a side that can still be attacked, alike whatever they did in the round."""
    return tuple(_fresh(piece) for piece in side if not piece.hit)


def _fresh(piece: Piece) -> Piece:
    return replace(piece, acted=False, hit=False) if piece.acted or piece.hit else piece


@lru_cache(maxsize=16384)
def best_attack(own: Team, enemies: Team, side: Side, by: By, manner: Manner) -> AttackSheet | None:
    """Return the best attack of the best pairing of pieces that can attack on those that can be attacked."""
    card, ambush = manner.card, ambush_of(side, by)
    planned = [each for each in plan(own, enemies, ambush, card) if worth(*each, ambush, card) > 0]
    if not planned:
        return None
    best = max(planned, key=lambda each: worth(*each, ambush, card))
    return sheet_in(manner, side, best, ambush)


def moved(turn: Fight, attack: AttackSheet, outcome: Outcome, manner: Manner) -> Fight:
    """Return the round after one attack."""
    own, enemies = facing(turn.mover, turn.attackers, turn.defenders)
    own = _attacked(own, attack.attackers, outcome.attackers_lose, _told(outcome.leader, manner))
    enemies = _hit(enemies, attack.targets, outcome.losses)
    return Fight(*facing(turn.mover, own, enemies), turn.by, next_mover(turn.mover, turn.by))


def _told(leader: str, manner: Manner) -> str:
    """Return a leader who was made as he is told."""
    if not leader or manner.leaders == "named":
        return leader
    return NEW_LEADER if manner.leaders == "counted" else ""


# A side is struck alike whatever the other is: both have fewer states each than together.
@lru_cache(maxsize=16384)
def _attacked(side: Team, group: Team, losses: Losses, leader: str) -> Team:
    """Return a side after an attack it made, with the leader that made, who joins when the round is over."""
    attackers, others = _parted(side, group, [not piece.acted for piece in side])
    after = [replace(piece, acted=True) for piece in left(attackers, losses)]
    base = base_unit(infantry(group)) if leader else None
    if base:
        at = list(map(_fresh, after)).index(base)
        after[at] = replace(after[at], made=leader)
    return _back_in(side, group, others, after)


@lru_cache(maxsize=16384)
def _hit(side: Team, group: Team, losses: Losses) -> Team:
    """Return a side after an attack on it; that an AFV was attacked is nothing to remember: it may be again."""
    targets, others = _parted(side, group, [not piece.hit for piece in side])
    after = [replace(piece, hit=isinstance(piece, Unit)) for piece in left(targets, losses)]
    return _back_in(side, group, others, after)


def _parted(side: Team, group: Team, free: Sequence[bool]) -> tuple[list[Piece], list[Piece]]:
    """Part those of a side who fight in a group from the others; of pieces alike the first who are free for it."""
    fighting: list[Piece] = []
    others: list[Piece] = []
    wanted = list(group)
    for piece, is_free in zip(side, free, strict=True):
        fights = is_free and _fresh(piece) in wanted
        (fighting if fights else others).append(piece)
        if fights:
            wanted.remove(_fresh(piece))
    return fighting, others


def _back_in(side: Team, group: Team, others: Iterable[Piece], after: Iterable[Piece]) -> Team:
    """Return a side with what became of a group of it, who are together then if a leader was among them."""
    return lined_up((*others, *(with_group(after, next_group(side)) if has_leader(group) else after)))
