# SPDX-License-Identifier: Apache-2.0
"""The best pairing of one side: ways to set its teams upon enemy teams, gone through (ruling best-pairing).

As ruling declaring has it, each enemy team is attacked by itself, or all men of the enemy are together. Of few teams all
such ways are gone through; of many, up to three go for one team, or all for all.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import prod

from msgspec.structs import replace

from grognard.games.asl_sk.attack import Ambush
from grognard.games.asl_sk.pairing import Attacks, Team, able, attack_pieces, teams, worth
from grognard.games.asl_sk.stacks import Afv, Infantry, Piece
from grognard.registry import Card
from grognard.rules.assignment import Assignment

# So many teams at most go for one enemy team where there are many, unless there are more than that for each.
MOST_UPON_ONE = 3
# All ways are gone through where there are so many groups of ours, times those of the enemy, or fewer: four teams a side.
ALL_WAYS_UP_TO = 256
# One enemy team, or all of its men.
Target = tuple[Team, ...]
# Teams set upon a target.
Planned = tuple[tuple[tuple[Team, ...], Target], ...]


def plan(own: Sequence[Piece], enemies: Sequence[Piece], ambush: Ambush, card: Card) -> Attacks:
    """Ruling best-pairing: return who attacks whom, each team of the enemy once, an AFV as often as one likes."""
    ours, theirs = _Teams(teams(own)), _Teams(teams(enemies))
    attacks: list[tuple[Team, Team]] = []
    for group, targets in planned(ours.bare, theirs.bare, ambush, card):
        target = sum(theirs.taken(targets), ())
        attacks += [
            (attackers, target) for attackers in attack_pieces(ours.taken(group), target, ambush, card)
        ]
    return tuple(attacks)


def nameless(piece: Piece) -> Piece:
    """Return a piece without its name on a map; a leader keeps his, so that nobody takes him for a new one."""
    return replace(piece, told="") if piece.told and not piece.is_smc else piece


def _bare(piece: Piece) -> Piece:
    """Return a piece as it fights, without its name and what it did in this round."""
    if isinstance(piece, Infantry) and (piece.told or piece.made or piece.groups):
        return replace(piece, told="", made="", groups=())
    return nameless(piece)


class _Teams:
    """Teams by what they are without their names, as those alike are alike to a plan, which keeps the search small."""

    def __init__(self, named: Sequence[Team]) -> None:
        self.bare = tuple(tuple(map(_bare, team)) for team in named)
        self.left: dict[Team, list[Team]] = {}
        for bare, team in zip(self.bare, named, strict=True):
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

    def gained(group: Sequence[Team], target: Target) -> int:
        return offer(group, sum(target, ()), ambush, card)

    gain, apart = Assignment(kinds, 1, most).best([*((team,) for team in men), *afvs], gained)
    if len(men) == 1 or not men:
        return apart
    least = 1 if few else kinds.total()
    more, together = Assignment(kinds, least, kinds.total()).best([men, *afvs], gained)
    return together if more > gain else apart


def are_few(own: Sequence[Team], enemies: Sequence[Team]) -> bool:
    """Return whether all ways are gone through to set teams upon enemy teams."""
    counts = (*Counter(filter(able, own)).values(), *Counter(enemies).values())
    return prod(count + 1 for count in counts) <= ALL_WAYS_UP_TO


def offer(group: Sequence[Team], target: Team, ambush: Ambush, card: Card) -> int:
    """Return what teams are worth against a target; 0 if they make several attacks on men, who are attacked once."""
    attacks = attack_pieces(group, target, ambush, card)
    if len(attacks) > 1 and not isinstance(target[0], Afv):
        return 0
    return sum(worth(attackers, target, ambush, card) for attackers in attacks)
