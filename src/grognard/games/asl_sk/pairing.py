"""Who attacks whom: the odds of each pairing, and the best pairing of one side with its reason.

Ruling best-pairing: a side's leaders join its MMCs, and such a team attacks and is attacked as one. Of all ways to set
teams, alone or together, upon enemy teams it takes the one that is worth most: the fire power that the enemy can expect
to lose, a leader counting 1 more for each -1 he has, an AFV as much as its fire power and 5.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec

from grognard.games import Card
from grognard.games.asl_sk.attack import Ambush, AttackSheet, Figures, figures
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.harm import wounds
from grognard.games.asl_sk.stacks import Afv, Piece, Unit, afvs, infantry, named
from grognard.games.asl_sk.units import roster
from grognard.games.asl_sk.vehicles import afv_figures
from grognard.umpire import TWO_D6
from grognard.umpire.ask import ways

Team = tuple[Piece, ...]
# So many teams at most go for one enemy team, unless there are more than that for each.
TOGETHER = 3
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
    """Form teams: each Good Order MMC with the leaders that join it, the best with the strongest; others by themselves."""
    units = infantry(pieces)
    bases = sorted(
        (unit for unit in units if not unit.is_smc and not unit.broken), key=lambda u: -u.type.fire
    )
    leaders = sorted(
        (unit for unit in units if unit.is_smc and not unit.broken), key=lambda u: u.type.leadership
    )
    found: list[list[Piece]] = [[unit] for unit in bases]
    for at, leader in enumerate(leaders):
        if bases:
            found[at % len(bases)].append(leader)
        else:
            found.append([leader])
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
    return sum(_worth_on(numbers, men, card, broken=broken) for broken in (False, True))


def _worth_on(numbers: Figures, targets: Sequence[Unit], card: Card, *, broken: bool) -> int:
    """Worth of the units that are broken, or of those that are not."""
    units = [unit for unit in targets if unit.broken == broken]
    if not units:
        return 0
    needed = numbers.kill - numbers.drm - (numbers.broken if broken else 0)
    killed, hit = BELOW.get(needed, ALL_WAYS if needed > 0 else 0), ways(TWO_D6).get(needed, 0)
    whole = sum(value(unit) for unit in units) * PARTS
    return killed * whole + hit * (sum(_reduction(unit, card) for unit in units) // len(units))


BELOW = {dr: sum(count for total, count in ways(TWO_D6).items() if total < dr) for dr in range(2, 14)}


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


def pairings(own: Sequence[Piece], enemies: Sequence[Piece], ambush: Ambush, card: Card) -> list[Pairing]:
    """Return each team of one side upon each enemy team, the best first: odds for a player who picks for himself."""
    found = [
        _pairing(team, target, ambush, card)
        for team in dict.fromkeys(filter(able, teams(own)))
        for target in dict.fromkeys(teams(enemies))
        for team in attack_pieces([team], target)
    ]
    return sorted(found, key=lambda each: -each.worth)


def _pairing(attackers: Team, target: Team, ambush: Ambush, card: Card) -> Pairing:
    sheet = attack_sheet(attackers, target, ambush, card)
    gain = Fraction(worth(attackers, target, ambush, card), ALL_WAYS * PARTS)
    shares = Counter[str]()
    for blow, count in sheet.reading.branches:
        shares[blow.does] += count
    told = ", ".join(f"{word} {count}/36" for word, count in shares.items() if word != "no effect")
    why = f"{named(attackers)} at {named(target)}: {sheet.told}; {told or 'no effect'}"
    return Pairing(attackers, target, gain, f"{why}; worth {float(gain):.2f} FP")


def explained(planned: Sequence[tuple[Team, Team]], ambush: Ambush, card: Card) -> list[Pairing]:
    """Return the attacks of a plan with what they are worth and why."""
    return [_pairing(attackers, target, ambush, card) for attackers, target in planned]


def best_pairing(own: Sequence[Piece], enemies: Sequence[Piece], ambush: Ambush, card: Card) -> list[Pairing]:
    """Return the best pairing of one side with its reasons."""
    return explained(plan(tuple(own), tuple(enemies), ambush, card), ambush, card)


@lru_cache(maxsize=16384)
def plan(
    own: tuple[Piece, ...], enemies: tuple[Piece, ...], ambush: Ambush, card: Card
) -> tuple[tuple[Team, Team], ...]:
    """Ruling best-pairing: return who attacks whom, each team of the enemy once, an AFV as often as one likes."""
    kinds = Counter(filter(able, teams(own)))
    targets = sorted(teams(enemies), key=lambda team: isinstance(team[0], Afv))
    if not kinds or not targets:
        return ()
    most = max(TOGETHER, -(-kinds.total() // len(targets)))
    return _Search(tuple(kinds), tuple(kinds.values()), targets, most, ambush, card).best()


class _Search:
    """Sets teams, those alike by their number, upon one enemy team after the other."""

    def __init__(  # noqa: PLR0913, PLR0917 - what is searched
        self,
        kinds: tuple[Team, ...],
        counts: tuple[int, ...],
        targets: list[Team],
        most: int,
        ambush: Ambush,
        card: Card,
    ) -> None:
        self.kinds = kinds
        self.counts = counts
        self.targets = targets
        self.most = most
        self.ambush: Ambush = ambush
        self.card = card
        # What may go for one team: so many of each kind, none first.
        every = product(*(range(count + 1) for count in counts))
        self.groups = sorted((each for each in every if sum(each) <= most), key=sum)

    def best(self) -> tuple[tuple[Team, Team], ...]:
        """Return the attacks that are worth most together; of those equal, the first found."""
        nothing = tuple(0 for _ in self.counts)
        found: dict[tuple[int, ...], tuple[int, tuple[tuple[Team, Team], ...]]] = {nothing: (0, ())}
        for target in self.targets:
            offers = [(group, *self.offer(group, target)) for group in self.groups]
            after = dict(found)
            for used, (gain, attacks) in found.items():
                for group, more, made in offers:
                    now = tuple(map(int.__add__, used, group))
                    if made and gain + more > after.get(now, (-1, ()))[0] and self.fits(now):
                        after[now] = (gain + more, (*attacks, *made))
            found = after
        return max(found.values(), key=lambda each: each[0])[1]

    def fits(self, used: tuple[int, ...]) -> bool:
        """Say whether there are so many teams of each kind."""
        return all(map(int.__le__, used, self.counts))

    def offer(self, group: tuple[int, ...], target: Team) -> tuple[int, tuple[tuple[Team, Team], ...]]:
        """Return what a group is worth against a team, and the attacks it makes."""
        parts = [team for team, count in zip(self.kinds, group, strict=True) for _ in range(count)]
        attacks = tuple((each, target) for each in attack_pieces(parts, target))
        return sum(worth(each, target, self.ambush, self.card) for each, _ in attacks), attacks
