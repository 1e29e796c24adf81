"""The best pairing of one side: all ways to set its teams upon enemy teams, gone through (ruling best-pairing).

A few teams are set upon one enemy team or several together in all ways there are; of many, up to three upon one each,
or all upon all.
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
from grognard.games.asl_sk.pairing import Attacks, Pairing, Team, able, attack_pieces, pairing, teams, worth
from grognard.games.asl_sk.stacks import Afv, Piece

# So many teams at most go for one enemy team where there are many, unless there are more than that for each.
MOST_UPON_ONE = 3
# All ways are gone through where there are so many groups of ours, times those of the enemy, or fewer: four teams a side.
ALL_WAYS_UP_TO = 256
# The attacks upon some teams: who makes them, and the teams attacked, together.
OneAttack = tuple[tuple[Team, ...], tuple[Team, ...]]
Planned = tuple[OneAttack, ...]
Counts = tuple[int, ...]


def best_pairing(
    own: Sequence[Piece],
    enemies: Sequence[Piece],
    ambush: Ambush,
    card: Card,
    together: Sequence[Team] = (),
) -> list[Pairing]:
    """Return the best pairing of one side with its reasons."""
    return [pairing(*each, ambush, card) for each in plan(own, enemies, ambush, card, together)]


def plan(
    own: Sequence[Piece],
    enemies: Sequence[Piece],
    ambush: Ambush,
    card: Card,
    together: Sequence[Team] = (),
) -> Attacks:
    """Ruling best-pairing: return who attacks whom, each team of the enemy once, an AFV as often as one likes.

    `together` are groups that have fought together in this round (ruling lone-smc).
    """
    # Pieces alike but for their names on a map are alike here, which keeps the search small.
    ours, theirs = _Pool(own), _Pool(enemies)
    found = planned(_bare(teams(own, together)), _bare(teams(enemies, together)), ambush, card)
    attacks: list[tuple[Team, Team]] = []
    for attackers, targets in found:
        target = theirs.taken(tuple(piece for team in targets for piece in team))
        attacks += [(ours.taken(each), target) for each in attackers]
    return tuple(attacks)


def _bare(found: Sequence[Team]) -> tuple[Team, ...]:
    return tuple(tuple(map(nameless, team)) for team in found)


def nameless(piece: Piece) -> Piece:
    """Return a piece without its name on a map."""
    return replace(piece, told="") if piece.told else piece


class _Pool:
    """Pieces by what they are without their names, taken one after the other."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces: dict[Piece, list[Piece]] = {}
        for piece in pieces:
            self.pieces.setdefault(nameless(piece), []).append(piece)

    def taken(self, team: Team) -> Team:
        """Take the pieces of a team that was planned without names."""
        return tuple(self.pieces[piece].pop(0) for piece in team)


@lru_cache(maxsize=16384)
def planned(own: tuple[Team, ...], enemies: tuple[Team, ...], ambush: Ambush, card: Card) -> Planned:
    """Return the attacks planned."""
    kinds = Counter(filter(able, own))
    targets = sorted(enemies, key=lambda team: isinstance(team[0], Afv))
    if not kinds or not targets:
        return ()
    if are_few(own, enemies):
        return AllWays(kinds, Counter(targets), ambush, card).best()
    most = max(MOST_UPON_ONE, -(-kinds.total() // len(targets)))
    gain, found = _Search(tuple(kinds), tuple(kinds.values()), most).best(targets, ambush, card)
    men, every = tuple(each for each in targets if not isinstance(each[0], Afv)), list(kinds.elements())
    together = sum(men, ())
    return (
        ((tuple(attack_pieces(every, together)), men),)
        if offer(every, together, ambush, card) > gain
        else found
    )


def are_few(own: Sequence[Team], enemies: Sequence[Team]) -> bool:
    """Say whether all ways are gone through to set teams upon enemy teams."""
    counts = (*Counter(filter(able, own)).values(), *Counter(enemies).values())
    return prod(count + 1 for count in counts) <= ALL_WAYS_UP_TO


def parts(kinds: Sequence[Team], counts: Counts) -> list[Team]:
    """Return teams by the number of each kind."""
    return [team for team, count in zip(kinds, counts, strict=True) for _ in range(count)]


def offer(group: Sequence[Team], target: Team, ambush: Ambush, card: Card) -> int:
    """Return what teams are worth against a target."""
    if not target:
        return 0
    return sum(worth(each, target, ambush, card) for each in attack_pieces(group, target))


class AllWays:
    """Goes through all ways to set teams upon enemy teams, those alike by their number."""

    def __init__(self, own: Counter[Team], enemies: Counter[Team], ambush: Ambush, card: Card) -> None:
        self.kinds, self.foes = tuple(own), tuple(enemies)
        self.all_own, self.all_foes = tuple(own.values()), tuple(enemies.values())
        self.ambush, self.card = ambush, card
        self.groups = [each for each in _fewer(self.all_own) if any(each)]
        self.known: dict[tuple[Counts, Counts], tuple[int, Planned]] = {}
        self.offers: dict[tuple[Counts, Counts], int] = {}

    def best(self) -> Planned:
        """Return the attacks that are worth most together; of those equal, the first found."""
        return self.most(self.all_own, self.all_foes)[1]

    def most(self, own: Counts, foes: Counts) -> tuple[int, Planned]:
        """Return the most that teams left are worth against those left, and by which attacks."""
        if not any(own) or not any(foes):
            return 0, ()
        if (own, foes) not in self.known:
            self.known[own, foes] = self._most(own, foes)
        return self.known[own, foes]

    def _most(self, own: Counts, foes: Counts) -> tuple[int, Planned]:
        """Leave the first enemy team alone, or attack it, by itself or with others."""
        first = next(at for at, count in enumerate(foes) if count)
        best = self.most(own, _less(foes, tuple(int(at == first) for at in range(len(foes)))))
        for target in self.targets(first, foes):
            for group in self.groups:
                if all(count <= there for count, there in zip(group, own, strict=True)):
                    gain = self.offer(group, target)
                    more, rest = self.most(_less(own, group), _less(foes, target))
                    if gain and gain + more > best[0]:
                        best = gain + more, (self.attack(group, target), *rest)
        return best

    def targets(self, first: int, foes: Counts) -> list[Counts]:
        """Return what may be attacked together of enemy teams, one of the first kind among them; an AFV by itself."""
        if isinstance(self.foes[first][0], Afv):
            return [tuple(int(at == first) for at in range(len(foes)))]
        men = tuple(
            0 if isinstance(team[0], Afv) else count for team, count in zip(self.foes, foes, strict=True)
        )
        return [each for each in _fewer(men) if each[first]]

    def offer(self, group: Counts, target: Counts) -> int:
        """Return what a group is worth against a target."""
        if (group, target) not in self.offers:
            attackers, targets = self.attack(group, target)
            together = sum(targets, ())
            self.offers[group, target] = sum(
                worth(each, together, self.ambush, self.card) for each in attackers
            )
        return self.offers[group, target]

    def attack(self, group: Counts, target: Counts) -> OneAttack:
        """Return the attacks of a group on a target."""
        targets = tuple(parts(self.foes, target))
        return tuple(attack_pieces(parts(self.kinds, group), sum(targets, ()))), targets


def _fewer(counts: Counts) -> list[Counts]:
    """Return every choice of some things of each kind, the fewest first."""
    return sorted(product(*(range(count + 1) for count in counts)), key=sum)


def _less(counts: Counts, taken: Counts) -> Counts:
    return tuple(count - each for count, each in zip(counts, taken, strict=True))


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
    """Sets teams, those alike by their number, upon one enemy team after the other."""

    def __init__(self, kinds: tuple[Team, ...], counts: Counts, most: int) -> None:
        self.kinds = kinds
        self.counts = counts
        # What may go for one team: so many of each kind.
        every = product(*(range(count + 1) for count in counts))
        self.groups = sorted((each for each in every if 0 < sum(each) <= most), key=sum)
        self.packed = [_packed(group) for group in self.groups]
        self.room = _packed(counts) | _packed([GUARD] * len(counts))
        self.guards = _packed([GUARD] * len(counts))
        self.further: dict[int, list[tuple[int, int]]] = {}

    def best(self, targets: Sequence[Team], ambush: Ambush, card: Card) -> tuple[int, Planned]:
        """Return what attacks on one team each are worth at most, and those; of those equal, the first found."""
        found = {0: NONE_SET}
        for at, target in enumerate(targets):
            offers = [self.offer(group, target, ambush, card) for group in self.groups]
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

    def offer(self, group: Counts, target: Team, ambush: Ambush, card: Card) -> int:
        """Return what a group is worth against a team."""
        return offer(parts(self.kinds, group), target, ambush, card)

    def attacks(self, chain: _Chain, targets: Sequence[Team]) -> Iterator[OneAttack]:
        """Run through the attacks of a chain, the first first."""
        if chain.before is None:
            return
        yield from self.attacks(chain.before, targets)
        target = targets[chain.target]
        yield tuple(attack_pieces(parts(self.kinds, self.groups[chain.group]), target)), (target,)
