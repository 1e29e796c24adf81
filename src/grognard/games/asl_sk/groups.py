"""Ruling lone-smc: who attacked or was attacked with a leader is with him for the round.

Each such group of a round has a number, and its units bear it; so it is known of every unit, whatever becomes of it.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.asl_sk.stacks import Piece, Unit

Group = tuple[Piece, ...]


def groups_of(piece: Piece) -> tuple[int, ...]:
    """Return the groups that a piece has fought with in this round; an AFV attacks alone."""
    return piece.groups if isinstance(piece, Unit) else ()


def together(pieces: Iterable[Piece]) -> list[Group]:
    """Return the groups that have fought together, as they stand, in the order in which they did."""
    found: dict[int, list[Piece]] = {}
    for piece in pieces:
        for number in groups_of(piece):
            found.setdefault(number, []).append(piece)
    return [tuple(found[number]) for number in sorted(found)]


def next_group(pieces: Iterable[Piece]) -> int:
    """Return the number of the next group."""
    return 1 + max((number for piece in pieces for number in groups_of(piece)), default=0)


def has_leader(pieces: Iterable[Piece]) -> bool:
    """Say whether a leader is among units, so that they stay together."""
    return any(isinstance(piece, Unit) and piece.is_smc for piece in pieces)


def with_group(piece: Piece, number: int) -> Piece:
    """Return a piece that has fought with a group."""
    return replace(piece, groups=(*piece.groups, number)) if isinstance(piece, Unit) else piece


def ungrouped(pieces: Iterable[Piece]) -> Group:
    """Return pieces as the next round finds them."""
    return tuple(replace(each, groups=()) if groups_of(each) else each for each in pieces)


def grouped(
    own: Iterable[Piece], enemies: Iterable[Piece], attacks: Iterable[tuple[Group, Group]]
) -> tuple[Group, Group, tuple[tuple[Group, Group], ...]]:
    """Return both sides, and attacks of one on the other, with every unit in the group that it then has fought with."""
    ours, theirs, found = list(own), list(enemies), []
    for attackers, targets in attacks:
        number = next_group((*ours, *theirs))
        found.append((_grouped(ours, attackers, number), _grouped(theirs, targets, number + 1)))
    return tuple(ours), tuple(theirs), tuple(found)


def _grouped(side: list[Piece], group: Group, number: int) -> Group:
    """Put units of a side into a group; of units alike any."""
    if not has_leader(group):
        return group
    found = tuple(with_group(piece, number) for piece in group)
    for piece, now in zip(group, found, strict=True):
        side[side.index(piece)] = now
    return found


def may_attack(side: Sequence[Piece], ready: Sequence[bool]) -> list[bool]:
    """Say of each piece of a side whether it may attack: it is ready, and no leader whose mates are there and are not."""
    return [is_ready and _is_free(at, side, ready) for at, is_ready in enumerate(ready)]


def _is_free(at: int, side: Sequence[Piece], ready: Sequence[bool]) -> bool:
    piece = side[at]
    if not isinstance(piece, Unit) or not piece.is_smc:
        return True
    for number in piece.groups:
        mates = [ready[n] for n, each in enumerate(side) if n != at and number in groups_of(each)]
        if mates and not any(mates):
            return False
    return True


def made_by(piece: Piece) -> str:
    """Return the leader that a unit has made in this round, if any."""
    return piece.made if isinstance(piece, Unit) else ""


def with_leader(piece: Piece, leader: str) -> Piece:
    """Return a unit with the leader it has made, who joins when the round is over."""
    return replace(piece, made=leader) if isinstance(piece, Unit) else piece
