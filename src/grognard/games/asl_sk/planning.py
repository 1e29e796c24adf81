"""The best pairing of one side: ways to set its teams upon enemy teams, gone through (ruling best-pairing).

As ruling declaring has it, each enemy team is attacked by itself, or all men of the enemy are together. Of few teams all
such ways are gone through; of many, up to three go for one team, or all for all.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk.attack import Ambush
from grognard.games.asl_sk.pairing import Attacks, Team, able, attack_pieces, teams, worth
from grognard.games.asl_sk.stacks import Afv, Piece, Unit

# So many teams at most go for one enemy team where there are many, unless there are more than that for each.
MOST_UPON_ONE = 3
# All ways are gone through where there are so many groups of ours, times those of the enemy, or fewer: four teams a side.
ALL_WAYS_UP_TO = 256
# One enemy team, or all of its men.
Target = tuple[Team, ...]
# Teams set upon a target.
Planned = tuple[tuple[tuple[Team, ...], Target], ...]
Counts = tuple[int, ...]


def plan(
    own: Sequence[Piece],
    enemies: Sequence[Piece],
    ambush: Ambush,
    card: Card,
) -> Attacks:
    """Ruling best-pairing: return who attacks whom, each team of the enemy once, an AFV as often as one likes."""
    ours, theirs = _Teams(teams(own)), _Teams(teams(enemies))
    attacks: list[tuple[Team, Team]] = []
    for group, targets in planned(ours.bare, theirs.bare, ambush, card):
        target = sum(theirs.taken(targets), ())
        attacks += [(each, target) for each in attack_pieces(ours.taken(group), target, ambush, card)]
    return tuple(attacks)


def nameless(piece: Piece) -> Piece:
    """Return a piece without its name on a map; a leader keeps his, so that nobody takes him for a new one."""
    is_leader = isinstance(piece, Unit) and piece.is_smc
    return replace(piece, told="") if piece.told and not is_leader else piece


def _bare(piece: Piece) -> Piece:
    """Return a piece as it fights, without its name and what it did in this round."""
    if isinstance(piece, Unit) and (piece.told or piece.made or piece.groups):
        return replace(piece, told="", made="", groups=())
    return nameless(piece)


class _Teams:
    """Teams by what they are without their names, as those alike are alike to a plan, which keeps the search small."""

    def __init__(self, found: Sequence[Team]) -> None:
        self.bare = tuple(tuple(map(_bare, team)) for team in found)
        self.left: dict[Team, list[Team]] = {}
        for bare, team in zip(self.bare, found, strict=True):
            self.left.setdefault(bare, []).append(team)

    def taken(self, planned: Sequence[Team]) -> list[Team]:
        """Take teams that were planned without names, one after the other."""
        return [self.left[team].pop(0) for team in planned]


@lru_cache(maxsize=16384)
def planned(own: tuple[Team, ...], enemies: tuple[Team, ...], ambush: Ambush, card: Card) -> Planned:
    """Return the teams set upon each target; of plans equal in worth the first, which attacks teams by themselves."""
    kinds = Counter(filter(able, own))
    men = tuple(team for team in enemies if not isinstance(team[0], Afv))
    afvs = [(team,) for team in enemies if isinstance(team[0], Afv)]
    if not kinds or not enemies:
        return ()
    few = are_few(own, enemies)
    most = kinds.total() if few else max(MOST_UPON_ONE, -(-kinds.total() // len(enemies)))
    gain, apart = _Search(kinds, 1, most).best([*((team,) for team in men), *afvs], ambush, card)
    if len(men) == 1 or not men:
        return apart
    least = 1 if few else kinds.total()
    more, together = _Search(kinds, least, kinds.total()).best([men, *afvs], ambush, card)
    return together if more > gain else apart


def are_few(own: Sequence[Team], enemies: Sequence[Team]) -> bool:
    """Say whether all ways are gone through to set teams upon enemy teams."""
    counts = (*Counter(filter(able, own)).values(), *Counter(enemies).values())
    return prod(count + 1 for count in counts) <= ALL_WAYS_UP_TO


def offer(group: Sequence[Team], target: Team, ambush: Ambush, card: Card) -> int:
    """Return what teams are worth against a target; nothing where they make several attacks on men, who suffer one."""
    attacks = attack_pieces(group, target, ambush, card)
    if len(attacks) > 1 and not isinstance(target[0], Afv):
        return 0
    return sum(worth(each, target, ambush, card) for each in attacks)


# Counts of up to 31 are packed into one number, six bits each: the highest is a guard.
BITS = 6
GUARD = 1 << (BITS - 1)


def _packed(counts: Sequence[int]) -> int:
    return sum(count << (BITS * at) for at, count in enumerate(counts))


class _Chain(msgspec.Struct, frozen=True, gc=False):
    """Attacks set so far: what they are worth, the last target and the group set upon it, and those before."""

    worth: int
    target: int = 0
    group: int = 0
    before: "_Chain | None" = None


NONE_SET = _Chain(0)


class _Search:
    """Sets teams, those alike by their number, from a least to a most of them, upon one target after the other."""

    def __init__(self, own: Counter[Team], least: int, most: int) -> None:
        self.kinds, counts = tuple(own), tuple(own.values())
        # What may go for one target: so many of each kind.
        every = product(*(range(count + 1) for count in counts))
        self.groups = sorted((each for each in every if least <= sum(each) <= most), key=sum)
        self.packed = [_packed(group) for group in self.groups]
        self.room = _packed(counts) | _packed([GUARD] * len(counts))
        self.guards = _packed([GUARD] * len(counts))
        self.further: dict[int, list[tuple[int, int]]] = {}

    def best(self, targets: Sequence[Target], ambush: Ambush, card: Card) -> tuple[int, Planned]:
        """Return what attacks on these targets are worth at most, and those; of those equal, the first found."""
        found = {0: NONE_SET}
        for at, target in enumerate(targets):
            offers = [offer(self.teams(group), sum(target, ()), ambush, card) for group in self.groups]
            after = dict(found)
            # What each is worth stands by itself, for here the time goes.
            worths = {used: chain.worth for used, chain in found.items()}
            for used, chain in found.items():
                before = chain.worth
                for group, now in self.reached(used):
                    gain = before + offers[group]
                    if gain > worths.get(now, -1):
                        worths[now] = gain
                        after[now] = _Chain(gain, at, group, chain)
            found = after
        most = max(found.values(), key=lambda each: each.worth)
        return most.worth, tuple(self.attacks(most, targets))

    def reached(self, used: int) -> list[tuple[int, int]]:
        """Return the groups that can still be made, each with the teams then used; teams are packed into one number."""
        if used not in self.further:
            # A count that does not suffice borrows from the guard above it.
            room, guards = self.room - used, self.guards
            fitting = [(at, each) for at, each in enumerate(self.packed) if (room - each) & guards == guards]
            self.further[used] = [(at, used + each) for at, each in fitting]
        return self.further[used]

    def teams(self, group: Counts) -> list[Team]:
        """Return the teams of a group, given by the number of each kind."""
        return [team for team, count in zip(self.kinds, group, strict=True) for _ in range(count)]

    def attacks(self, chain: _Chain, targets: Sequence[Target]) -> Iterator[tuple[tuple[Team, ...], Target]]:
        """Run through the attacks of a chain, the first first."""
        if chain.before is None:
            return
        yield from self.attacks(chain.before, targets)
        yield tuple(self.teams(self.groups[chain.group])), targets[chain.target]
