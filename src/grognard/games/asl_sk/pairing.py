"""Who attacks whom: the odds of each pairing, and the best pairing of one side with its reason.

Ruling best-pairing: a side's leaders join its MMCs, and such a team attacks and is attacked as one. Of all ways to set
teams, alone or together, upon enemy teams it takes the one that is worth most: the fire power that the enemy can expect
to lose, a leader counting 1 more for each -1 he has, an AFV as much as its fire power and 5. The ways themselves are
gone through in `planning`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from grognard.games import Card
from grognard.games.asl_sk.attack import Ambush, AttackSheet, figures
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.groups import together
from grognard.games.asl_sk.harm import wounds
from grognard.games.asl_sk.stacks import Afv, Piece, Unit, afvs, infantry, named
from grognard.games.asl_sk.units import roster
from grognard.games.asl_sk.vehicles import afv_figures
from grognard.umpire import TWO_D6
from grognard.umpire.ask import ways

Team = tuple[Piece, ...]
Attacks = tuple[tuple[Team, Team], ...]
AFV_WORTH = 5
IMMOBILE_WORTH = 2
ALL_WAYS = 36
# Worth is counted in parts of a fire power that all shares of a group divide.
PARTS = 27720


class Pairing(msgspec.Struct, frozen=True):
    """One attack: who attacks whom, what it is worth in fire power, and why."""

    attackers: Team
    targets: Team
    worth: Fraction
    why: str


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
    found: list[list[Piece]] = [[unit] for unit in bases]
    apart: list[list[Piece]] = []
    for group in (*together(units), bases):
        mates = [team for team in found if team[0] in group]
        joining = [leader for leader in leaders if group is bases or leader in group]
        leaders = [leader for leader in leaders if leader not in joining]
        for at, leader in enumerate(joining):
            if mates:
                mates[at % len(mates)].append(leader)
        if not mates:
            apart += (
                [[leader] for leader in joining] if group is bases else [list(joining)] if joining else []
            )
    found += apart
    found += [[unit] for unit in units if unit.broken]
    found += [[afv] for afv in afvs(pieces)]
    return tuple(tuple(team) for team in found)


def able(team: Team) -> bool:
    """Say whether a team can attack: it is not broken, and an AFV has fire power."""
    return all(each.fire > 0 if isinstance(each, Afv) else not each.broken for each in team)


def attack_pieces(parts: Sequence[Team], target: Team) -> list[Team]:
    """Return the attacks that teams make on one team: together on infantry, AFVs and attacks on AFVs each apart."""
    if isinstance(target[0], Afv):
        return [team[:2] for team in parts if not isinstance(team[0], Afv)]
    men = tuple(each for team in parts for each in team if not isinstance(each, Afv))
    return [*([men] if men else []), *(team for team in parts if isinstance(team[0], Afv))]


@lru_cache(maxsize=65536)
def worth(attackers: Team, target: Team, ambush: Ambush, card: Card) -> int:
    """Return what one attack is worth, in 36ths of the parts of a fire power."""
    if isinstance(target[0], Afv):
        return _worth_on_afv(attack_sheet(attackers, target, ambush, card))
    men = infantry(target)
    first = attackers[0]
    numbers = (
        afv_figures(first, men, ambush, card)
        if isinstance(first, Afv)
        else figures(infantry(attackers), men, ambush, card)
    )
    needed = numbers.kill - numbers.drm
    if not numbers.broken:
        return _expected(men, needed, card)
    # Ruling broken-in-group: the broken suffer by themselves, by another number.
    whole = tuple(unit for unit in men if not unit.broken)
    broken = tuple(unit for unit in men if unit.broken)
    return _expected(whole, needed, card) + _expected(broken, needed - numbers.broken, card)


def _expected(men: tuple[Unit, ...], needed: int, card: Card) -> int:
    """Return what units can expect to lose if a DR below a number eliminates them and one of it reduces one."""
    whole, reduced = _stakes(men, card)
    return BELOW.get(needed, ALL_WAYS) * whole + ways(TWO_D6).get(needed, 0) * reduced


@lru_cache(maxsize=4096)
def _stakes(men: tuple[Unit, ...], card: Card) -> tuple[int, int]:
    """Return what units are worth together, and what the reduction of one of them is on average, in parts."""
    reductions = sum(_reduction(unit, card) for unit in men)
    return sum(map(value, men)) * PARTS, reductions // max(1, len(men))


BELOW = {dr: sum(count for total, count in ways(TWO_D6).items() if total < dr) for dr in range(-20, 14)}


def value(piece: Piece) -> int:
    """What a piece is worth: its fire power, more for a leader who helps, an AFV as the ruling says."""
    if isinstance(piece, Afv):
        return AFV_WORTH + piece.fire
    return piece.type.fire + max(0, -piece.type.leadership)


def _reduction(unit: Unit, card: Card) -> int:
    """What the reduction of a unit is worth, in parts."""
    if unit.is_smc:
        dead = dict(wounds(card, unit.wounded).branches).get("eliminated", 0)
        return value(unit) * PARTS * dead // 6
    half = roster()[unit.type.half].fire if unit.type.half else 0
    return (unit.type.fire - half) * PARTS


def _worth_on_afv(sheet: AttackSheet) -> int:
    """Worth of an attack on an AFV, an Original 2 and an Original 12 left aside."""
    (afv,) = sheet.targets
    shares = {blow.does: 0 for blow, _ in sheet.reading.branches}
    for blow, count in sheet.reading.branches:
        shares[blow.does] += count
    return (shares.get("destroyed", 0) * value(afv) + shares.get("immobilised", 0) * IMMOBILE_WORTH) * PARTS


def pairing(attackers: Team, target: Team, ambush: Ambush, card: Card) -> Pairing:
    """Return one attack with what it is worth and why."""
    sheet = attack_sheet(attackers, target, ambush, card)
    gain = Fraction(worth(attackers, target, ambush, card), ALL_WAYS * PARTS)
    why = f"{named(attackers)} at {named(target)}: {sheet.told}; {shares(sheet, '{}/36'.format)}"
    return Pairing(attackers, target, gain, f"{why}; worth {float(gain):.2f} FP")


def shares(sheet: AttackSheet, told: Callable[[int], str]) -> str:
    """Say how often each result comes up, as it is told of so many ways in 36; of the broken too, if it is another."""
    does = _shares([(blow.does, count) for blow, count in sheet.reading.branches], told)
    to_broken = _shares([(blow.to_broken, count) for blow, count in sheet.reading.branches], told)
    return f"{does}; the broken {to_broken}" if to_broken != does else does


def _shares(results: Iterable[tuple[str, int]], told: Callable[[int], str]) -> str:
    found = Counter[str]()
    for word, count in results:
        found[word] += count
    words = [f"{word} {told(count)}" for word, count in found.items() if word != "no effect"]
    return ", ".join(words) or "no effect"
