# SPDX-License-Identifier: Apache-2.0
"""Ruling lone-smc: units that attacked or were attacked with a leader stay with him for the round.

Each such group of a round has a number, which its units keep; so it is known for every unit, whatever becomes of it.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.asl_sk.stacks import Piece

Group = tuple[Piece, ...]


def together(pieces: Iterable[Piece]) -> list[Group]:
    """Return the groups that have fought together, as they stand, in the order in which they did."""
    numbered: dict[int, list[Piece]] = {}
    for piece in pieces:
        for number in piece.groups:
            numbered.setdefault(number, []).append(piece)
    return [tuple(numbered[number]) for number in sorted(numbered)]


def next_group(pieces: Iterable[Piece]) -> int:
    """Return the number of the next group."""
    return 1 + max((number for piece in pieces for number in piece.groups), default=0)


def has_leader(pieces: Iterable[Piece]) -> bool:
    """Return whether a leader is among units, so that they stay together."""
    return any(piece.is_smc for piece in pieces)


def with_group(pieces: Iterable[Piece], number: int) -> Group:
    """Return pieces that have fought together, in a group of this number."""
    return tuple(replace(piece, groups=(*piece.groups, number)) for piece in pieces)


def ungrouped(pieces: Iterable[Piece]) -> Group:
    """Return pieces as the next round finds them."""
    return tuple(replace(piece, groups=()) if piece.groups else piece for piece in pieces)


def grouped(
    own: Iterable[Piece], enemies: Iterable[Piece], attacks: Iterable[tuple[Group, Group]]
) -> tuple[Group, Group, tuple[tuple[Group, Group], ...]]:
    """Return both sides, and attacks of one on the other, with every unit in the group that it has then fought with."""
    ours, theirs, fought = list(own), list(enemies), []
    for attackers, targets in attacks:
        number = next_group((*ours, *theirs))
        fought.append((_grouped(ours, attackers, number), _grouped(theirs, targets, number + 1)))
    return tuple(ours), tuple(theirs), tuple(fought)


def _grouped(side: list[Piece], group: Group, number: int) -> Group:
    """Put units of a side into a group; of like units any."""
    if not has_leader(group):
        return group
    mates = with_group(group, number)
    for piece, now in zip(group, mates, strict=True):
        side[side.index(piece)] = now
    return mates


def may_attack(side: Sequence[Piece], ready: Sequence[bool]) -> list[bool]:
    """Return for each piece of a side whether it may attack: it is ready and, for a leader, so is one of each of his groups."""
    return [is_ready and not bound_mates(at, side, ready) for at, is_ready in enumerate(ready)]


def bound_mates(at: int, side: Sequence[Piece], attacking: Sequence[bool]) -> list[int]:
    """Return the units that keep a leader from attacking: those of a group of his of which none attacks."""
    for number in side[at].groups if side[at].is_smc else ():
        mates = [n for n, piece in enumerate(side) if n != at and number in piece.groups]
        if mates and not any(attacking[n] for n in mates):
            return mates
    return []
