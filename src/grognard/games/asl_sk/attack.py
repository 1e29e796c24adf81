# SPDX-License-Identifier: Apache-2.0
"""One close combat attack of infantry on infantry: odds, kill number, DR, and what becomes of the targets.

The same on a map as at the desk: `sheet_of` takes units, and the rule rolls on its sheet.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.labels import number
from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.kill_number import (
    Kill,
    ambush_lines,
    cx_lines,
    defence_lines,
    defence_power,
    drm_line,
    fire_lines,
    fire_power,
    kill_number,
    leader_lines,
)
from grognard.games.asl_sk.losses import NOTHING, Losses, loss_of, one_reduced, tell_losses
from grognard.games.asl_sk.promotion import Created, created
from grognard.games.asl_sk.stacks import Infantry, Piece, infantry, names
from grognard.games.asl_sk.terms import TWO
from grognard.games.asl_sk.units import unit_type
from grognard.procedures.procedure import Line, NotAllowed, Worksheet, signed
from grognard.registry import Card
from grognard.umpire import TWO_D6, Reading, Roll, Rule

# Whether the attack is by ambushers, against them, or neither.
Ambush = Literal["none", "by", "against"]
# How leaders made in a round are named in outcomes: by their values, by their number, or not at all.
Leaders = Literal["named", "counted", "untold"]
NEW_LEADER = "new leader"
Result = Literal["eliminated", "reduced", "no effect", "destroyed", "immobilised"]


class Blow(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What a DR does: to units in good order or an AFV, and to broken ones. `original` is an Original 2 or 12 that matters."""

    does: Result
    to_broken: Result
    original: int = 0

    @property
    def is_harmless(self) -> bool:
        """Whether no unit is hurt."""
        return self.does == self.to_broken == "no effect"

    def __str__(self) -> str:
        told = self.does if self.does == self.to_broken else f"{self.does}, broken units {self.to_broken}"
        return f"{told}, original {self.original}" if self.original else told


class Strike(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What the dice of an attack do to its targets, as they are and with each number of new leaders; and the leader created."""

    blows: tuple[Blow, ...]
    leader: str = ""

    def __str__(self) -> str:
        return str(self.blows[0])


class Promotion(msgspec.Struct, frozen=True):
    """Ruling field-promotion: what the dr on an Original 2 creates, and the blow re-figured for each leader."""

    created: Created
    blows: tuple[tuple[str, Blow], ...]

    def blow(self, leader: str) -> Blow:
        """Return what the dice do with this leader, or without one."""
        return dict(self.blows)[leader]


class AttackSheet(Worksheet, frozen=True):
    """What one attack rolls on, its attackers and targets, and in `told` the odds or CCV, kill number and modifier."""

    told: str
    asks: rolls.CloseCombat
    attackers: tuple[Piece, ...]
    targets: tuple[Piece, ...]
    reading: Reading[Blow]
    promotion: Promotion | None
    card: Card


class Outcome(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What becomes of the targets; of the attackers, on an Original 12 against an AFV; and the leader created."""

    losses: Losses
    attackers_lose: Losses = NOTHING
    leader: str = ""


def tell(outcome: Outcome) -> str:
    """Put an outcome into words."""
    parts = [tell_losses(outcome.losses)] if outcome.losses else []
    if outcome.attackers_lose:
        parts.append(f"attackers: {tell_losses(outcome.attackers_lose)}")
    if outcome.leader:
        parts.append(f"leader {outcome.leader} created")
    return "; ".join(parts) or "no effect"


class Figures(msgspec.Struct, frozen=True, gc=False):
    """The numbers of an attack: strengths, kill number, the DR modifier, and what is added only against broken units."""

    attack: Fraction
    defence: Fraction
    kill: Kill
    drm: int
    broken: int
    modifiers: tuple[Line, ...]

    def blow(self, total: int, original: int = 0) -> Blow:
        """CCT: return what a DR does."""
        dr, kill = total + self.drm, self.kill.number
        return Blow(result(dr, kill), result(dr + self.broken, kill), original)

    @property
    def told(self) -> str:
        """The numbers in words."""
        broken = f", {signed(self.broken)} against the broken" if self.broken else ""
        odds = f"{number(self.attack)}-{number(self.defence)} is {self.kill.label}"
        return f"{odds}: kill number {self.kill.number}, DR {signed(self.drm)}{broken}"

    @property
    def lines(self) -> tuple[Line, ...]:
        """The worksheet from the odds on."""
        return (*self.kill.lines, *self.modifiers, drm_total(self.drm))


def result(dr: int, kill: int) -> Result:
    """CCT: below the kill number all are eliminated, on it one is reduced."""
    return "eliminated" if dr < kill else "reduced" if dr == kill else "no effect"


def broken_lines(targets: Sequence[Infantry], card: Card) -> tuple[list[Line], int]:
    """cc-drm 4, ruling broken-in-group: the modifier of the whole attack, and the one only against broken units."""
    broken = [unit.broken for unit in targets]
    if not any(broken):
        return [], 0
    if all(broken):
        return [drm_line(card, "against broken units", "broken")], 0
    also = ", ruling broken-in-group"
    if card.ruled("broken-in-group") == "all-broken":
        return [Line("some of them are broken", "0", f"cc-drm: 4{also}")], 0
    line = drm_line(card, "against the broken ones alone", "broken", also=also)
    return [line], int(line.value)


@lru_cache(maxsize=8192)
def figures(
    attackers: tuple[Infantry, ...], targets: tuple[Infantry, ...], ambush: Ambush, card: Card
) -> Figures:
    """Odds grid, CCT, cc-drm: work out odds, kill number and modifiers of infantry against infantry."""
    attack, defence = fire_power(attackers), defence_power(targets)
    kill = kill_number(attack, defence, card)
    broken, alone = broken_lines(targets, card)
    modifiers = (
        *ambush_lines(card, ambush),
        *cx_lines(card, attackers, targets),
        *leader_lines(attackers, card),
        *broken,
    )
    drm = sum(int(line.value) for line in modifiers) - alone
    return Figures(attack, defence, kill, drm, alone, modifiers)


def drm_total(drm: int) -> Line:
    """cc-drm: the line of the modifiers' sum."""
    return Line("DR modifier", signed(drm), "their sum", modifier=True)


@lru_cache(maxsize=8192)
def sheet_of(
    attackers: tuple[Infantry, ...], targets: tuple[Infantry, ...], ambush: Ambush, card: Card
) -> AttackSheet:
    """Work out an attack of infantry on infantry; refuse what the rules forbid."""
    check_attackers(attackers)
    numbers = figures(attackers, targets, ambush, card)
    return _sheet(attackers, targets, ambush, created(attackers, numbers.kill.label, card), card)


@lru_cache(maxsize=8192)
def without_leader(sheet: AttackSheet) -> AttackSheet:
    """Ruling leader-counters: return the same attack if no leader can be created."""
    if sheet.promotion is None:
        return sheet
    meanings = {dr: replace(sheet.reading[dr], original=0) for dr in TWO_D6.totals}
    lines = [line for line in sheet.lines if line not in sheet.promotion.created.lines]
    why = Line("an Original 2 creates no leader", "no counter, or no room", "ruling leader-counters")
    return replace(sheet, lines=(*lines, why), reading=Reading(TWO_D6, meanings), promotion=None)


@lru_cache(maxsize=8192)
def against_new_leaders(sheet: AttackSheet, count: int) -> AttackSheet:
    """Work out the same attack with so many more leaders among its targets: any leader defends with 1."""
    if not count:
        return sheet
    creation = sheet.promotion.created if sheet.promotion else None
    leader = Infantry(unit_type("g-8-0"), told=NEW_LEADER)
    targets = (*infantry(sheet.targets), *(leader,) * count)
    return _sheet(infantry(sheet.attackers), targets, "none", creation, sheet.card)


def _sheet(
    attackers: tuple[Infantry, ...],
    targets: tuple[Infantry, ...],
    ambush: Ambush,
    creation: Created | None,
    card: Card,
) -> AttackSheet:
    numbers = figures(attackers, targets, ambush, card)
    promotion = None
    if creation:
        # The dice that created a leader are read again with him in the attack.
        blows = tuple(
            (name, figures((*attackers, leader) if leader else attackers, targets, ambush, card).blow(TWO))
            for name, leader in creation.leaders
        )
        promotion = Promotion(creation, blows)
    reading = Reading(
        TWO_D6, {dr: numbers.blow(dr, TWO if creation and dr == TWO else 0) for dr in TWO_D6.totals}
    )
    strengths = (*fire_lines(attackers), *defence_lines(targets))
    lines = (*strengths, *numbers.lines, *(creation.lines if creation else ()))
    asks = rolls.CloseCombat(names(attackers), names(targets))
    return AttackSheet(lines, numbers.told, asks, attackers, targets, reading, promotion, card)


def check_attackers(attackers: Sequence[Infantry]) -> None:
    """Refuse attacks by broken units."""
    for unit in attackers:
        if unit.broken:
            raise NotAllowed(f"{unit.called} is broken, and broken units do not attack; they defend")


def losses_from(targets: tuple[Infantry, ...], blow: Blow, card: Card) -> Rule[Losses]:
    """CCT: eliminate all units that a blow eliminates, and reduce one of those that it reduces."""
    if blow.does == blow.to_broken:
        hit = [(targets, blow.does)]
    else:
        whole = tuple(unit for unit in targets if not unit.broken)
        hit = [(whole, blow.does), (tuple(unit for unit in targets if unit.broken), blow.to_broken)]
    losses: Losses = ()
    for units, does in hit:
        if does == "eliminated":
            losses += tuple(loss_of(unit, "eliminated") for unit in units)
        elif does == "reduced" and units:
            losses += yield from one_reduced(units, card)
    return losses


def strike(sheets: tuple[AttackSheet, ...], leaders: Leaders = "named") -> Rule[Strike]:
    """CCT: roll one attack, and on an Original 2 for a leader, with whom its dice are read again."""
    first = sheets[0]
    hit: Strike = yield Roll(first.asks, read_together(sheets))
    if hit.blows[0].original != TWO or not first.promotion:
        return hit
    made: str = yield Roll(rolls.LeaderCreation(first.asks.attackers), first.promotion.created.reading)
    blows = tuple(sheet.promotion.blow(made) for sheet in sheets if sheet.promotion)
    leader = first.promotion.created.id_of(made)
    return Strike(blows, NEW_LEADER if leader and leaders != "named" else leader)


@lru_cache(maxsize=8192)
def read_together(sheets: tuple[AttackSheet, ...]) -> Reading[Strike]:
    """Read a DR on several sheets."""
    return Reading(TWO_D6, {dr: Strike(tuple(sheet.reading[dr] for sheet in sheets)) for dr in TWO_D6.totals})


def attack(sheet: AttackSheet) -> Rule[Outcome]:
    """CCT: resolve an attack on infantry."""
    hit: Strike = yield from strike((sheet,))
    losses: Losses = yield from losses_from(infantry(sheet.targets), hit.blows[0], sheet.card)
    return Outcome(losses, leader=hit.leader)
