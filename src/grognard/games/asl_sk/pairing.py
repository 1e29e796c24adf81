# SPDX-License-Identifier: Apache-2.0
"""Pairings of attackers and targets: the odds of each, and the worth by which the best pairing of one side is found.

Ruling best-pairing: a side's leaders join its MMCs, and such a team attacks and is attacked as one; a leader who hinders
an attack stays out of it. Of all ways to assign teams, alone or together, to enemy teams it takes the one worth
most: the fire power that the enemy can expect to lose, a leader counting 1 more for each -1 he has, an AFV 5 more than
its fire power, and 2 if it is only immobilised. The search itself is in `best_pairing`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations

import msgspec

from grognard.games.asl_sk.attack import Ambush, AttackSheet, Figures, figures
from grognard.games.asl_sk.close_combat import ORIGINAL_2, afv_figures, attack_sheet
from grognard.games.asl_sk.groups import together
from grognard.games.asl_sk.losses import leadership, wounds
from grognard.games.asl_sk.promotion import created
from grognard.games.asl_sk.stacks import Afv, Infantry, Piece, afvs, infantry, named
from grognard.games.asl_sk.terms import TWO
from grognard.games.asl_sk.units import roster
from grognard.registry import Card
from grognard.umpire import TWO_D6
from grognard.umpire.ask import ways

Team = tuple[Piece, ...]
Attacks = tuple[tuple[Team, Team], ...]
AFV_WORTH = 5
IMMOBILE_WORTH = 2
ALL_WAYS = 36
# Worth is counted in fractions of one fire power that are divisible by all group sizes.
PARTS = 27720


class Pairing(msgspec.Struct, frozen=True):
    """One attack: its attackers and targets, its worth in fire power, and its odds in words."""

    attackers: Team
    targets: Team
    worth: Fraction
    odds: str

    @property
    def who(self) -> str:
        """The attackers and targets, in words."""
        return f"{named(self.attackers)} at {named(self.targets)}"

    @property
    def why(self) -> str:
        """The attackers and targets, and the odds."""
        return f"{self.who}: {self.odds}"


def teams(pieces: Sequence[Piece]) -> tuple[Team, ...]:
    """Form teams: each Good Order MMC with the leaders that join it, the best with the strongest; others by themselves.

    Ruling lone-smc: leaders who fought together with others in this round are with those, and by themselves if alone.
    """
    units = infantry(pieces)
    bases = sorted(
        (unit for unit in units if not unit.is_smc and not unit.broken), key=lambda u: -u.type.fire
    )
    leaders = sorted(
        (unit for unit in units if unit.is_smc and not unit.broken), key=lambda u: u.type.leadership
    )
    formed: list[list[Piece]] = [[unit] for unit in bases]
    apart: list[list[Piece]] = []
    for group in together(units):
        joining: list[Piece] = [leader for leader in leaders if leader in group]
        leaders = [leader for leader in leaders if leader not in joining]
        mates = [team for team in formed if team[0] in group]
        if mates:
            _join(mates, joining)
        elif joining:
            apart.append(joining)
    if formed:
        _join(formed, leaders)
    else:
        apart += [[leader] for leader in leaders]
    apart += [[unit] for unit in units if unit.broken]
    apart += [[afv] for afv in afvs(pieces)]
    return tuple(map(tuple, (*formed, *apart)))


def _join(formed: Sequence[list[Piece]], leaders: Iterable[Piece]) -> None:
    """Let leaders join teams in turn."""
    for at, leader in enumerate(leaders):
        formed[at % len(formed)].append(leader)


def able(team: Team) -> bool:
    """Return whether a team can attack: it is not broken, and an AFV has fire power."""
    return all(piece.fire > 0 if isinstance(piece, Afv) else not piece.broken for piece in team)


def attack_pieces(parts: Sequence[Team], target: Team, ambush: Ambush, card: Card) -> list[Team]:
    """Return the attacks that teams make on one team: together on infantry, AFVs and attacks on AFVs each separately."""
    if isinstance(target[0], Afv):
        return [unhindered(team[:2], target, ambush, card) for team in parts if not isinstance(team[0], Afv)]
    men = tuple(piece for team in parts for piece in team if not isinstance(piece, Afv))
    by_men = [unhindered(men, target, ambush, card)] if men else []
    return [*by_men, *(team for team in parts if isinstance(team[0], Afv))]


def unhindered(attackers: Team, target: Team, ambush: Ambush, card: Card) -> Team:
    """Return an attack without the leaders who make it worth less; they stay out of it."""
    hindering = [at for at, piece in enumerate(attackers) if _may_hinder(piece, card)]
    if not hindering or not counts_all(card) or all(piece.is_smc for piece in attackers):
        return attackers
    left_out = chain.from_iterable(combinations(hindering, count) for count in range(len(hindering) + 1))
    ways = [tuple(piece for at, piece in enumerate(attackers) if at not in out) for out in left_out]
    return max(ways, key=lambda way: worth(way, target, ambush, card))


def _may_hinder(piece: Piece, card: Card) -> bool:
    """Return whether an attack may be worth less with a leader: he is CX or pinned, or must lead and is a +1 leader."""
    if not isinstance(piece, Infantry) or not piece.is_smc:
        return False
    hinders = leadership(piece, card) > 0 and card.ruled("leadership-in-close-combat") == "forced"
    return piece.cx or piece.pinned or hinders


def counts_all(card: Card) -> bool:
    """Ruling best-pairing: return whether all possible effects of an attack are counted, an Original 2 as well."""
    return card.ruled("best-pairing") == "expected-loss"


@lru_cache(maxsize=65536)
def worth(attackers: Team, target: Team, ambush: Ambush, card: Card) -> int:
    """Return the worth of one attack, in 36ths of the fractions of a fire power."""
    if isinstance(target[0], Afv):
        return _worth_on_afv(attack_sheet(attackers, target, ambush, card))
    men = infantry(target)
    first = attackers[0]
    numbers = (
        afv_figures(first, men, ambush, card)
        if isinstance(first, Afv)
        else figures(infantry(attackers), men, ambush, card)
    )
    stakes = _at_stake(men, numbers, card)
    gain = sum(
        BELOW.get(needed, ALL_WAYS) * whole + WAYS.get(needed, 0) * one for needed, whole, one in stakes
    )
    if isinstance(first, Afv) or not counts_all(card):
        return gain
    return gain + _by_new_leader(infantry(attackers), men, ambush, card)


def _at_stake(men: tuple[Infantry, ...], numbers: Figures, card: Card) -> list[tuple[int, int, int]]:
    """Return what units lose if the DR is below a number, and if it is that number: the number, all of them, one of them.

    Ruling broken-in-group: broken units suffer by themselves, by another number.
    """
    needed = numbers.kill.number - numbers.drm
    if not numbers.broken:
        return [(needed, *_stakes(men, card))]
    whole = tuple(unit for unit in men if not unit.broken)
    broken = tuple(unit for unit in men if unit.broken)
    return [(needed, *_stakes(whole, card)), (needed - numbers.broken, *_stakes(broken, card))]


def _by_new_leader(
    attackers: tuple[Infantry, ...], men: tuple[Infantry, ...], ambush: Ambush, card: Card
) -> int:
    """Ruling field-promotion: return how much more an Original 2 is worth, read again with the leader it creates."""
    plain = figures(attackers, men, ambush, card)
    # A DR that eliminates with one to spare does so with any leader.
    made = created(attackers, plain.kill.label, card) if plain.kill.number - plain.drm <= TWO + 1 else None
    if made is None:
        return 0

    def worth_of_two(numbers: Figures) -> int:
        stakes = _at_stake(men, numbers, card)
        return sum(whole if needed > TWO else one if needed == TWO else 0 for needed, whole, one in stakes)

    leaders, again = dict(made.leaders), 0
    for name, count in made.reading.branches:
        leader = leaders[name]
        led = figures((*attackers, leader), men, ambush, card) if leader else plain
        again += count * worth_of_two(led)
    more: int = again // made.reading.ways - worth_of_two(plain)
    return more


@lru_cache(maxsize=4096)
def _stakes(men: tuple[Infantry, ...], card: Card) -> tuple[int, int]:
    """Return what units are worth together, and what the reduction of one of them is on average, in the same fractions."""
    reductions = sum(_reduction(unit, card) for unit in men)
    return sum(map(value, men)) * PARTS, reductions // max(1, len(men))


WAYS = ways(TWO_D6)
BELOW = {dr: sum(count for total, count in WAYS.items() if total < dr) for dr in range(-20, 14)}


def value(piece: Piece) -> int:
    """Return what a piece is worth: its fire power, more for a leader who helps, an AFV as the ruling says."""
    if isinstance(piece, Afv):
        return AFV_WORTH + piece.fire
    return piece.type.fire + max(0, -piece.type.leadership)


def _reduction(unit: Infantry, card: Card) -> int:
    """Return what the reduction of a unit is worth, in the same fractions."""
    if unit.is_smc:
        dead = dict(wounds(card, unit.wounded).branches).get("eliminated", 0)
        return value(unit) * PARTS * dead // 6
    half = roster()[unit.type.half].fire if unit.type.half else 0
    return (unit.type.fire - half) * PARTS


def _worth_on_afv(sheet: AttackSheet) -> int:
    """Return the worth of an attack on an AFV: an immobile one is not immobilised again; an Original 12 is ignored."""
    (afv,) = sheet.targets
    all_counts = counts_all(sheet.card)
    immobile = all_counts and isinstance(afv, Afv) and afv.immobile
    worths = {"destroyed": value(afv) * PARTS, "immobilised": 0 if immobile else IMMOBILE_WORTH * PARTS}
    lucky = sum(count * worths.get(does, 0) for does, count in ORIGINAL_2.branches) // ORIGINAL_2.ways
    return sum(
        count * (lucky if all_counts and blow.original == TWO else worths.get(blow.does, 0))
        for blow, count in sheet.reading.branches
    )


def pairing(attackers: Team, target: Team, ambush: Ambush, card: Card) -> Pairing:
    """Return one attack with its worth and its odds."""
    sheet = attack_sheet(attackers, target, ambush, card)
    gain = Fraction(worth(attackers, target, ambush, card), ALL_WAYS * PARTS)
    ends = shares(sheet, "{}/36".format)
    but = " but by an Original 2" if gain and ends == "no effect" else ""
    odds = f"{sheet.told}; {ends}{but}; worth {float(gain):.2f} FP"
    return Pairing(attackers, target, gain, odds)


def shares(sheet: AttackSheet, told: Callable[[int], str]) -> str:
    """Give the share of each result in 36 ways, as `told` writes it; of broken units too, if theirs differ."""
    does = _shares([(blow.does, count) for blow, count in sheet.reading.branches], told)
    to_broken = _shares([(blow.to_broken, count) for blow, count in sheet.reading.branches], told)
    return f"{does}; the broken {to_broken}" if to_broken != does else does


def _shares(results: Iterable[tuple[str, int]], told: Callable[[int], str]) -> str:
    counts = Counter[str]()
    for word, count in results:
        counts[word] += count
    words = [f"{word} {told(count)}" for word, count in counts.items() if word != "no effect"]
    return ", ".join(words) or "no effect"
