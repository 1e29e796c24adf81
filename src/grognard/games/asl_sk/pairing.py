"""Who attacks whom: the odds of each pairing, and the best pairing of one side with its reason.

Ruling best-pairing: a side's leaders join its MMCs, and such a team attacks and is attacked as one. Of all ways to set
teams, alone or together, upon enemy teams it takes the one that is worth most: the fire power that the enemy can expect
to lose, a leader counting 1 more for each -1 he has, an AFV as much as its fire power and 5.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk.attack import Ambush, AttackSheet, figures
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


def teams(pieces: Sequence[Piece], together: Sequence[Team] = ()) -> tuple[Team, ...]:
    """Form teams: each Good Order MMC with the leaders that join it, the best with the strongest; others by themselves.

    Ruling lone-smc: leaders who fought `together` with others in this round are with those, and by themselves if alone.
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
    for group in (*together, bases):
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


def _expected(men: Sequence[Unit], needed: int, card: Card) -> int:
    """Return what units can expect to lose if a DR below a number eliminates them and one of it reduces one."""
    killed, hit = BELOW.get(needed, ALL_WAYS), ways(TWO_D6).get(needed, 0)
    whole = sum(map(value, men)) * PARTS
    return killed * whole + hit * (sum(_reduction(unit, card) for unit in men) // len(men))


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


def pairings(own: Sequence[Piece], enemies: Sequence[Piece], ambush: Ambush, card: Card) -> list[Pairing]:
    """Return each team of one side upon each enemy team, the best first: odds for a player who picks for himself."""
    found = [
        pairing(team, target, ambush, card)
        for team in dict.fromkeys(filter(able, teams(own)))
        for target in dict.fromkeys(teams(enemies))
        for team in attack_pieces([team], target)
    ]
    return sorted(found, key=lambda each: -each.worth)


def pairing(attackers: Team, target: Team, ambush: Ambush, card: Card) -> Pairing:
    """Return one attack with what it is worth and why."""
    sheet = attack_sheet(attackers, target, ambush, card)
    gain = Fraction(worth(attackers, target, ambush, card), ALL_WAYS * PARTS)
    told = _shares([(blow.does, count) for blow, count in sheet.reading.branches])
    to_broken = _shares([(blow.to_broken, count) for blow, count in sheet.reading.branches])
    also = f"; the broken {to_broken}" if to_broken != told else ""
    why = f"{named(attackers)} at {named(target)}: {sheet.told}; {told}{also}"
    return Pairing(attackers, target, gain, f"{why}; worth {float(gain):.2f} FP")


def _shares(results: Iterable[tuple[str, int]]) -> str:
    """Say how often each result comes up in 36."""
    shares = Counter[str]()
    for word, count in results:
        shares[word] += count
    told = [f"{word} {count}/36" for word, count in shares.items() if word != "no effect"]
    return ", ".join(told) or "no effect"


def best_pairing(
    own: Sequence[Piece],
    enemies: Sequence[Piece],
    ambush: Ambush,
    card: Card,
    together: Sequence[Team] = (),
) -> list[Pairing]:
    """Return the best pairing of one side with its reasons."""
    return [pairing(*each, ambush, card) for each in plan(own, enemies, ambush, card, together)]


Attacks = tuple[tuple[Team, Team], ...]


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
    pool = _Pool(own)
    named_teams: dict[Team, list[Team]] = {}
    targets = [(tuple(map(nameless, team)), team) for team in teams(enemies, together)]
    for bare, team in targets:
        named_teams.setdefault(bare, []).append(team)
    ours = tuple(tuple(map(nameless, team)) for team in teams(own, together))
    found = planned(ours, tuple(bare for bare, _ in targets), ambush, card)
    known: dict[int, Team] = {}
    for at, _, target in found:
        if at not in known:
            known[at] = named_teams[target].pop(0)
    return tuple((pool.taken(attackers), known[at]) for at, attackers, _ in found)


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
def planned(
    own: tuple[Team, ...], enemies: tuple[Team, ...], ambush: Ambush, card: Card
) -> tuple[tuple[int, Team, Team], ...]:
    """Return the attacks planned, each with the number of the team it is on."""
    kinds = Counter(filter(able, own))
    targets = sorted(enemies, key=lambda team: isinstance(team[0], Afv))
    if not kinds or not targets:
        return ()
    most = max(TOGETHER, -(-kinds.total() // len(targets)))
    return _Search(tuple(kinds), tuple(kinds.values()), most).best(targets, ambush, card)


Counts = tuple[int, ...]
# Counts of up to 31 are packed into one number, six bits each: the highest is a guard.
BITS = 6
GUARD = 1 << (BITS - 1)


def _packed(counts: Sequence[int]) -> int:
    return sum(count << (BITS * at) for at, count in enumerate(counts))


class _Chain(msgspec.Struct, frozen=True):
    """Attacks set so far: what they are worth, the last target and the group set upon it, and those before."""

    worth: int
    target: int = 0
    group: int = 0
    before: "_Chain | None" = None


NONE_SET = _Chain(0)
WORSE = _Chain(-1)


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

    def best(self, targets: Sequence[Team], ambush: Ambush, card: Card) -> tuple[tuple[int, Team, Team], ...]:
        """Return the attacks that are worth most together; of those equal, the first found."""
        found = {0: NONE_SET}
        for at, target in enumerate(targets):
            offers = [self.offer(group, target, ambush, card) for group in self.groups]
            after = dict(found)
            for used, chain in found.items():
                for group, now in self.reached(used):
                    gain = chain.worth + offers[group]
                    if gain > after.get(now, WORSE).worth:
                        after[now] = _Chain(gain, at, group, chain)
            found = after
        return tuple(self.attacks(max(found.values(), key=lambda each: each.worth), targets))

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
        return sum(worth(each, target, ambush, card) for each in attack_pieces(self.parts(group), target))

    def parts(self, group: Counts) -> list[Team]:
        """Return the teams of a group."""
        return [team for team, count in zip(self.kinds, group, strict=True) for _ in range(count)]

    def attacks(self, chain: _Chain, targets: Sequence[Team]) -> Iterator[tuple[int, Team, Team]]:
        """Run through the attacks of a chain, the first first."""
        if chain.before is None:
            return
        yield from self.attacks(chain.before, targets)
        target = targets[chain.target]
        for attackers in attack_pieces(self.parts(self.groups[chain.group]), target):
            yield chain.target, attackers, target
