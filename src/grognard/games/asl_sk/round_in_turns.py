"""A round of close combat in turns, where a vehicle is in the hex: one attack at a time (ruling close-combat-order)."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import AttackSheet, Outcome
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.groups import (
    groups_of,
    has_leader,
    made_by,
    may_attack,
    next_group,
    with_group,
    with_leader,
)
from grognard.games.asl_sk.linked_attacks import sheet_in
from grognard.games.asl_sk.losses import Losses, after_loss
from grognard.games.asl_sk.pairing import Team, able, worth
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.simultaneous_attacks import NEW_LEADER, Fight, Manner, ambush_of, fight
from grognard.games.asl_sk.stacks import Afv, Piece, Unit, afvs, infantry
from grognard.games.asl_sk.terms import Side, enemy
from grognard.games.asl_sk.vehicles import resolve
from grognard.umpire import Call, Rule


class Entry(msgspec.Struct, frozen=True, cache_hash=True):
    """One piece in a round of turns: whether it has attacked, and whether it was attacked."""

    piece: Piece
    acted: bool = False
    hit: bool = False


class Turn(msgspec.Struct, frozen=True, cache_hash=True):
    """A round of turns: both sides, whose turn it is, and who ambushed."""

    attackers: tuple[Entry, ...]
    defenders: tuple[Entry, ...]
    mover: Side
    by: By

    @property
    def fight(self) -> Fight:
        """Both sides as they stand."""
        return fight([each.piece for each in self.attackers], [each.piece for each in self.defenders])


def first_turn(now: Fight) -> Turn:
    """Begin a round of turns."""
    ours, theirs = (tuple(map(Entry, side)) for side in (now.attackers, now.defenders))
    return Turn(ours, theirs, first_mover(now), now.by)


def first_mover(now: Fight) -> Side:
    """Ruling close-combat-order: the ambusher begins, else the side without a vehicle, else the ATTACKER."""
    if now.by != "nobody":
        return now.by
    return "DEFENDER" if afvs(now.attackers) and not afvs(now.defenders) else "ATTACKER"


def next_mover(mover: Side, by: By) -> Side:
    """Ruling close-combat-order: after an attack the ambusher goes on, else it is the other side's turn."""
    return mover if mover == by else enemy(mover)


def one_turn(turn: Turn, manner: Manner) -> Rule[Turn]:
    """Make one attack, the best there is; a side that has none passes, and where both pass the round stays as it is."""
    for mover in (turn.mover, enemy(turn.mover)):
        now = replace(turn, mover=mover)
        attack = next_attack(now, manner)
        if attack:
            outcome: Outcome = yield Call(resolve, attack)
            return moved(now, attack, outcome, manner)
    return turn


def next_attack(turn: Turn, manner: Manner) -> AttackSheet | None:
    """Return the best attack of the best pairing that the side can still make."""
    ours, theirs = _entries(turn)
    return best_attack(_ready(ours), _exposed(theirs), turn.mover, turn.by, manner)


@lru_cache(maxsize=16384)
def _ready(entries: tuple[Entry, ...]) -> Team:
    """Return the pieces of a side that can still attack."""
    side = [each.piece for each in entries]
    ready = may_attack(side, [not each.acted and able((each.piece,)) for each in entries])
    return tuple(piece for piece, is_ready in zip(side, ready, strict=True) if is_ready)


@lru_cache(maxsize=16384)
def _exposed(entries: tuple[Entry, ...]) -> Team:
    """Return the pieces of a side that can still be attacked."""
    return tuple(each.piece for each in entries if not each.hit or isinstance(each.piece, Afv))


@lru_cache(maxsize=16384)
def best_attack(own: Team, enemies: Team, side: Side, by: By, manner: Manner) -> AttackSheet | None:
    """Return the best attack of the best pairing of pieces that can attack on those that can be attacked."""
    card, ambush = manner.card, ambush_of(side, by)
    planned = [each for each in plan(own, enemies, ambush, card) if worth(*each, ambush, card) > 0]
    if not planned:
        return None
    best = max(planned, key=lambda each: worth(*each, ambush, card))
    return sheet_in(manner, side, best, ambush)


def _entries(turn: Turn) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    return (turn.attackers, turn.defenders) if turn.mover == "ATTACKER" else (turn.defenders, turn.attackers)


def moved(turn: Turn, attack: AttackSheet, outcome: Outcome, manner: Manner) -> Turn:
    """Return the round after one attack."""
    ours, theirs = _entries(turn)
    own = _attacked(ours, attack.attackers, outcome.attackers_lose, _told(outcome.leader, manner))
    enemies = _hit(theirs, attack.targets, outcome.losses)
    ours, theirs = (own, enemies) if turn.mover == "ATTACKER" else (enemies, own)
    return Turn(ours, theirs, next_mover(turn.mover, turn.by), turn.by)


def _told(leader: str, manner: Manner) -> str:
    """Return a leader who was made as he is told."""
    return (
        leader
        if manner.leaders == "named" or not leader
        else NEW_LEADER
        if manner.leaders == "counted"
        else ""
    )


# A side is struck alike whatever the other is: both have fewer states each than together.
@lru_cache(maxsize=16384)
def _attacked(entries: tuple[Entry, ...], pieces: Team, losses: Losses, leader: str) -> tuple[Entry, ...]:
    """Return a side after an attack it made, with the leader that made."""
    number = next_group(each.piece for each in entries)
    after = _marked(entries, pieces, losses, number, acted=True)
    if leader:
        after = _with_leader(after, base_unit(infantry(_in_group(pieces, number))), leader)
    return entries_in_order(after)


@lru_cache(maxsize=16384)
def _hit(entries: tuple[Entry, ...], pieces: Team, losses: Losses) -> tuple[Entry, ...]:
    """Return a side after an attack on it."""
    number = next_group(each.piece for each in entries)
    return entries_in_order(_marked(entries, pieces, losses, number, acted=False))


def _in_group(pieces: Team, number: int) -> Team:
    """Return pieces that fight together in their group, if a leader is with them."""
    return tuple(with_group(piece, number) for piece in pieces) if has_leader(pieces) else pieces


def _with_leader(entries: tuple[Entry, ...], base: Unit | None, leader: str) -> tuple[Entry, ...]:
    """Give the unit that made a leader its leader, who joins when the round is over."""
    at = next(at for at, each in enumerate(entries) if each.piece == base and each.acted)
    made = replace(entries[at], piece=with_leader(entries[at].piece, leader))
    return (*entries[:at], made, *entries[at + 1 :])


def _marked(
    entries: Sequence[Entry], pieces: Team, losses: Losses, number: int, *, acted: bool
) -> tuple[Entry, ...]:
    """Note that pieces attacked, or were attacked, as a group, and let them suffer; of pieces alike any."""
    found, lost = list(entries), list(losses)
    for piece, now in zip(pieces, _in_group(pieces, number), strict=True):
        at = next(
            at for at, each in enumerate(found)
            if each.piece == piece and not (each.acted if acted else each.hit and isinstance(piece, Unit))
        )  # fmt: skip
        loss = next((each for each in lost if each.is_of(piece)), None)
        if loss:
            lost.remove(loss)
        became = after_loss(now, loss.becomes) if loss else now
        entry = found.pop(at)
        if became:
            # That an AFV was attacked is nothing to remember: it may be again.
            hit = entry.hit or (not acted and isinstance(became, Unit))
            found.insert(at, Entry(became, entry.acted or acted, hit))
    return tuple(found)


def entries_in_order(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Put the pieces of a side in one order, so that equal states are one."""
    return tuple(
        sorted(
            entries,
            key=lambda each: (
                each.piece.called,
                made_by(each.piece),
                groups_of(each.piece),
                each.acted,
                each.hit,
            ),
        )
    )
