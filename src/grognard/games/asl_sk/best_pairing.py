# SPDX-License-Identifier: Apache-2.0
"""The best pairing of one side: a search of the ways to assign its teams to enemy teams (ruling best-pairing).

By ruling declaring, each enemy team is attacked by itself, or all enemy men together. With few teams all
such ways are tried; with many, up to three teams for each enemy team, or all for all.
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

# With many teams, at most so many attack one enemy team, unless there are more than that for each.
MOST_UPON_ONE = 3
# All ways are tried up to so many combinations of groups on both sides: about four teams a side.
ALL_WAYS_UP_TO = 256
# One enemy team, or all of its men.
Target = tuple[Team, ...]
# Teams assigned to a target.
Plan = tuple[tuple[tuple[Team, ...], Target], ...]


def plan(own: Sequence[Piece], enemies: Sequence[Piece], ambush: Ambush, card: Card) -> Attacks:
    """Ruling best-pairing: return the attacks of one side, on each enemy team once, on an AFV any number of times."""
    ours, theirs = _Teams(teams(own)), _Teams(teams(enemies))
    attacks: list[tuple[Team, Team]] = []
    for group, targets in planned(ours.bare, theirs.bare, ambush, card):
        target = sum(theirs.taken(targets), ())
        attacks += [
            (attackers, target) for attackers in attack_pieces(ours.taken(group), target, ambush, card)
        ]
    return tuple(attacks)


def nameless(piece: Piece) -> Piece:
    """Return a piece without its name on a map; a leader keeps his, so as not to be taken for a new one."""
    return replace(piece, told="") if piece.told and not piece.is_smc else piece


def _bare(piece: Piece) -> Piece:
    """Return a piece as it fights, without its name and what it did in this round."""
    if isinstance(piece, Infantry) and (piece.told or piece.made or piece.groups):
        return replace(piece, told="", made="", groups=())
    return nameless(piece)


class _Teams:
    """Teams without their names, so that a plan treats like teams alike, which keeps the search small."""

    def __init__(self, named: Sequence[Team]) -> None:
        self.bare = tuple(tuple(map(_bare, team)) for team in named)
        self.left: dict[Team, list[Team]] = {}
        for bare, team in zip(self.bare, named, strict=True):
            self.left.setdefault(bare, []).append(team)

    def taken(self, planned: Sequence[Team]) -> list[Team]:
        """Return named teams for teams that were planned without names."""
        return [self.left[team].pop(0) for team in planned]


@lru_cache(maxsize=16384)
def planned(own: tuple[Team, ...], enemies: tuple[Team, ...], ambush: Ambush, card: Card) -> Plan:
    """Return the teams assigned to each target; of plans equal in worth the first, which attacks teams by themselves."""
    kinds = Counter(filter(able, own))
    men = tuple(team for team in enemies if not isinstance(team[0], Afv))
    afvs = [(team,) for team in enemies if isinstance(team[0], Afv)]
    if not kinds or not enemies:
        return ()
    few = are_few(own, enemies)
    most = kinds.total() if few else max(MOST_UPON_ONE, -(-kinds.total() // len(enemies)))

    def gained(group: Sequence[Team], target: Target) -> int:
        return group_worth(group, sum(target, ()), ambush, card)

    gain, apart = Assignment(kinds, 1, most).best([*((team,) for team in men), *afvs], gained)
    if len(men) == 1 or not men:
        return apart
    least = 1 if few else kinds.total()
    more, together = Assignment(kinds, least, kinds.total()).best([men, *afvs], gained)
    return together if more > gain else apart


def are_few(own: Sequence[Team], enemies: Sequence[Team]) -> bool:
    """Return whether all ways to assign teams to enemy teams are tried."""
    counts = (*Counter(filter(able, own)).values(), *Counter(enemies).values())
    return prod(count + 1 for count in counts) <= ALL_WAYS_UP_TO


def group_worth(group: Sequence[Team], target: Team, ambush: Ambush, card: Card) -> int:
    """Return what teams are worth against a target; 0 if they make several attacks on men, who are attacked once."""
    attacks = attack_pieces(group, target, ambush, card)
    if len(attacks) > 1 and not isinstance(target[0], Afv):
        return 0
    return sum(worth(attackers, target, ambush, card) for attackers in attacks)
