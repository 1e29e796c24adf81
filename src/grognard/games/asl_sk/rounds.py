"""One round of close combat in a location: at the same time, after an ambush, or in turns where a vehicle is there.

Ruling close-combat-order. Who attacks whom follows ruling best-pairing, worked out again whenever a side attacks.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk.ambush import By
from grognard.games.asl_sk.attack import Ambush, AttackSheet, Outcome
from grognard.games.asl_sk.bouts import at_once, one_by_one, sheet_in
from grognard.games.asl_sk.exchange import (
    NEW_LEADER,
    Bout,
    Fight,
    Made,
    Manner,
    Struck,
    both,
    bout,
    fight,
    lined_up,
)
from grognard.games.asl_sk.groups import (
    grouped,
    groups_of,
    has_leader,
    may_attack,
    next_group,
    ungrouped,
    with_group,
)
from grognard.games.asl_sk.harm import Losses, after_loss, left
from grognard.games.asl_sk.pairing import Attacks, Team, able, worth
from grognard.games.asl_sk.planning import plan
from grognard.games.asl_sk.promotion import base_unit
from grognard.games.asl_sk.stacks import MOST_LEADERS, Afv, Piece, Unit, afvs, infantry
from grognard.games.asl_sk.terms import Side, enemy
from grognard.games.asl_sk.units import unit_type
from grognard.games.asl_sk.vehicles import resolve
from grognard.umpire import Call, Rule, again, total


def one_round(now: Fight, manner: Manner) -> Rule[Fight]:
    """Ruling close-combat-order: fight one round, and return who is left."""
    if now.is_over:
        return now
    if has_vehicles(now):
        # Nobody attacks more than once.
        most = len(now.attackers) + len(now.defenders)
        last: Turn = yield again(one_turn, most, first_turn(now), manner)
        return joined(last.fight, manner)
    if now.by != "nobody":
        half: Half = yield again(half_round, 2, Half(now, now.by), manner)
        return joined(half.fight, manner)
    struck: Struck = yield total(bout, bouts(now, manner), both, Struck())
    return joined(after(now, struck, manner), manner)


@lru_cache(maxsize=16384)
def has_vehicles(now: Fight) -> bool:
    """Say whether there is an AFV on either side, which is asked again for every end of a round."""
    return bool(afvs((*now.attackers, *now.defenders)))


class Half(msgspec.Struct, frozen=True, cache_hash=True):
    """A round with an ambush, and whose attacks come next."""

    fight: Fight
    side: Side


def half_round(half: Half, manner: Manner) -> Rule[Half]:
    """Make all attacks of one side; who is eliminated by them does not strike back."""
    ambush = ambush_of(half.side, half.fight.by)
    now, attacks = one_sided(half.fight, half.side, ambush, manner)
    struck: Struck = yield total(bout, attacks, both, Struck())
    by = half.fight.by if half.side == half.fight.by else "nobody"
    return Half(replace(after(now, struck, manner), by=by), enemy(half.side))


@lru_cache(maxsize=16384)
def bouts(now: Fight, manner: Manner) -> tuple[tuple[Bout], ...]:
    """Plan the attacks of both sides, each with the one that answers it."""
    return at_once(*plans(now, manner.card), manner)


@lru_cache(maxsize=16384)
def plans(now: Fight, card: Card) -> tuple[Attacks, Attacks]:
    """Plan the attacks of the ATTACKER and of the DEFENDER, as if nobody were lost to those who attack first.

    The DEFENDER declares after the ATTACKER, unless he ambushes: who is then together stays so (ruling lone-smc).
    """
    first: Side = "DEFENDER" if now.by == "DEFENDER" else "ATTACKER"
    own, foes = sides(now, first)
    attacks = plan(own, foes, ambush_of(first, now.by), card)
    own, foes, _ = grouped(own, foes, attacks)
    answer = plan(foes, own, ambush_of(enemy(first), now.by), card)
    answers = tuple((ungrouped(group), ungrouped(target)) for group, target in answer)
    return (attacks, answers) if first == "ATTACKER" else (answers, attacks)


def ambush_of(side: Side, by: By) -> Ambush:
    """Say whether a side attacks as the ambusher, against one, or neither."""
    return "none" if by == "nobody" else "by" if by == side else "against"


@lru_cache(maxsize=16384)
def one_sided(
    now: Fight, side: Side, ambush: Ambush, manner: Manner
) -> tuple[Fight, tuple[tuple[Bout], ...]]:
    """Plan the attacks of one side alone; after those of an ambusher units are with whom they fought (ruling lone-smc)."""
    own, enemies = sides(now, side)
    attacks = plan(own, enemies, ambush, manner.card)
    if side == now.by:
        own, enemies, attacks = grouped(own, enemies, attacks)
        now = fight(own, enemies) if side == "ATTACKER" else fight(enemies, own)
    return now, one_by_one(attacks, side, ambush, manner)


def sides(now: Fight, side: Side) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return a side and its enemies."""
    return (now.attackers, now.defenders) if side == "ATTACKER" else (now.defenders, now.attackers)


def after(now: Fight, struck: Struck, manner: Manner) -> Fight:
    """Return who is left; who made a leader has him until the round is over."""
    ours, theirs = manner.counters or (None, None)
    return Fight(
        side_after(now.attackers, struck.attackers_lose, struck.attackers_made, ours),
        side_after(now.defenders, struck.defenders_lose, struck.defenders_made, theirs),
    )


@lru_cache(maxsize=65536)
def side_after(
    pieces: tuple[Piece, ...], losses: Losses, made: tuple[Made, ...], counters: int | None = None
) -> tuple[Piece, ...]:
    """Return who is left of one side, in order; a leader whom no unit is known to have made joins at once."""
    found = list(pieces)
    for each in made:
        if each.base:
            known = each.base, each.groups
            at = next(
                at for at, piece in enumerate(found)
                if (piece.called, groups_of(piece)) == known and not _made(piece)
            )  # fmt: skip
            found[at] = with_leader(found[at], each.leader)
    alive = left(found, losses)
    return lined_up((*alive, *_joining([each.leader for each in made if not each.base], alive, counters)))


def _joining(made: list[str], pieces: Sequence[Piece], counters: int | None) -> list[Unit]:
    """Ruling leader-counters: return the leaders who join; of more than there is room for the best."""
    if counters is not None:
        room = min(counters, MOST_LEADERS - sum(unit.is_smc for unit in infantry(pieces)))
        made = sorted(made, reverse=True)[: max(0, room)]
    return [new_leader(each) for each in made]


def _made(piece: Piece) -> str:
    return piece.made if isinstance(piece, Unit) else ""


def with_leader(piece: Piece, leader: str) -> Piece:
    """Return a unit with the leader it has made, who joins when the round is over."""
    return replace(piece, made=leader) if isinstance(piece, Unit) else piece


def joined(now: Fight, manner: Manner) -> Fight:
    """End a round. Ruling new-leader: leaders who were made join, if the units that made them are left."""
    ours, theirs = manner.counters or (None, None)
    return Fight(_with_leaders(now.attackers, ours), _with_leaders(now.defenders, theirs))


@lru_cache(maxsize=16384)
def _with_leaders(pieces: tuple[Piece, ...], counters: int | None) -> tuple[Piece, ...]:
    made = [_made(piece) for piece in pieces if _made(piece)]
    rested = (calmed(with_leader(piece, "")) for piece in ungrouped(pieces))
    return lined_up((*rested, *_joining(made, pieces, counters)))


def calmed(piece: Piece) -> Piece:
    """Ruling between-rounds: pins come off, stun is flipped, and who has fired in the turn has not in the next."""
    if isinstance(piece, Afv):
        return replace(piece, stunned=False, recovering=piece.stunned)
    return replace(piece, pinned=False, fired=False) if piece.pinned or piece.fired else piece


def new_leader(made: str) -> Unit:
    """Return a leader who was made; one that is counted only is told so."""
    return Unit(unit_type("g-8-0"), told=made) if made == NEW_LEADER else Unit(unit_type(made))


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


@lru_cache(maxsize=16384)
def next_attack(turn: Turn, manner: Manner) -> AttackSheet | None:
    """Return the best attack of the best pairing that the side can still make."""
    (ours, theirs), card = _entries(turn), manner.card
    side = [each.piece for each in ours]
    ready = may_attack(side, [not each.acted and able((each.piece,)) for each in ours])
    own = tuple(piece for piece, is_ready in zip(side, ready, strict=True) if is_ready)
    enemies = tuple(each.piece for each in theirs if not each.hit or isinstance(each.piece, Afv))
    ambush = ambush_of(turn.mover, turn.by)
    planned = [each for each in plan(own, enemies, ambush, card) if worth(*each, ambush, card) > 0]
    if not planned:
        return None
    best = max(planned, key=lambda each: worth(*each, ambush, card))
    return sheet_in(manner, turn.mover, best, ambush)


def _entries(turn: Turn) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    return (turn.attackers, turn.defenders) if turn.mover == "ATTACKER" else (turn.defenders, turn.attackers)


def moved(turn: Turn, attack: AttackSheet, outcome: Outcome, manner: Manner) -> Turn:
    """Return the round after one attack."""
    ours, theirs = _entries(turn)
    number = next_group(each.piece for each in (*turn.attackers, *turn.defenders))
    own = _marked(ours, attack.attackers, outcome.attackers_lose, number, acted=True)
    if outcome.leader and manner.leaders != "untold":
        base = base_unit(infantry(_in_group(attack.attackers, number)))
        own = _with_leader(own, base, outcome.leader if manner.leaders == "named" else NEW_LEADER)
    enemies = _marked(theirs, attack.targets, outcome.losses, number + 1, acted=False)
    own, enemies = entries_in_order(own), entries_in_order(enemies)
    ours, theirs = (own, enemies) if turn.mover == "ATTACKER" else (enemies, own)
    return Turn(ours, theirs, next_mover(turn.mover, turn.by), turn.by)


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
            found.insert(at, Entry(became, entry.acted or acted, entry.hit or not acted))
    return tuple(found)


def entries_in_order(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Put the pieces of a side in one order, so that equal states are one."""
    return tuple(
        sorted(
            entries,
            key=lambda each: (
                each.piece.called,
                _made(each.piece),
                groups_of(each.piece),
                each.acted,
                each.hit,
            ),
        )
    )
