# SPDX-License-Identifier: Apache-2.0
"""CASUALTY REDUCE of the attack DR table: a squad becomes a half-squad, a leader rolls for his wound, others are lost."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.labels import Dice
from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.stacks import Infantry, Piece, becoming
from grognard.games.asl_sk.terms import with_counts
from grognard.registry import Card
from grognard.umpire import D6, Reading, Roll, Rule, faces, total

Becomes = Literal["eliminated", "reduced", "wounded", "destroyed", "immobilised"]
WOUNDED, DEAD = "wounded", "eliminated"
# Ruling wound-effect: what a wound adds to morale and to the leadership modifier.
WOUND = {"worse": (-1, 1), "as-printed": (1, -1)}


class Loss(msgspec.Struct, frozen=True, cache_hash=True, gc=False, order=True):
    """What becomes of one unit; the leader it `made` and its `groups` in this round distinguish it from like units."""

    unit: str
    becomes: Becomes
    made: str = ""
    groups: tuple[int, ...] = ()

    def is_of(self, piece: Piece) -> bool:
        """Return whether it is this piece, or one like it, that suffers."""
        return (self.unit, self.made, self.groups) == (piece.called, piece.made, piece.groups)


def loss_of(unit: Infantry, becomes: Becomes) -> Loss:
    """Return the loss of a unit."""
    return Loss(unit.called, becomes, unit.made, unit.groups)


Losses = tuple[Loss, ...]
NOTHING: Losses = ()


def morale(unit: Infantry, card: Card) -> int:
    """Return the current morale. Rulings broken-morale, wound-effect: the back's if broken, one worse for a wound."""
    back = unit.broken and card.ruled("broken-morale") == "back"
    printed = unit.level or (unit.type.back if back else unit.type.morale)
    return printed + WOUND[card.ruled("wound-effect")][0] if unit.wounded else printed


def leadership(unit: Infantry, card: Card) -> int:
    """Return a leader's modifier. Ruling wound-effect: a wound makes it one worse."""
    printed = unit.type.leadership
    return printed + WOUND[card.ruled("wound-effect")][1] if unit.wounded else printed


def best_leader(units: Iterable[Infantry], card: Card) -> Infantry | None:
    """Return the leader who counts: the best among units who can lead."""
    leaders = [unit for unit in units if unit.can_lead]
    return min(leaders, key=lambda unit: leadership(unit, card), default=None)


def attack_dr_row(unit: Infantry) -> str:
    """Name the row of the attack DR table a unit stands in."""
    words = ["broken" if unit.broken else "good order", "wounded" if unit.wounded else "", unit.type.kind]
    return " ".join(word for word in words if word)


@lru_cache(maxsize=4096)
def wounds(card: Card, wounded: bool) -> Reading[str]:  # noqa: FBT001 - one fact of the leader
    """attack-dr, CASUALTY REDUCE: what the dr of a leader means; one already wounded adds to it."""
    chart, row = card.chart("attack-dr"), "good order wounded smc" if wounded else "good order smc"
    does = chart.does(chart[row, "casualty reduction"].text)
    least = does["eliminates_from"] - does.get("dr", 0)
    return Reading(D6, {face: DEAD if face >= least else WOUNDED for face in D6.totals})


def reduction(unit: Infantry, card: Card) -> Rule[Loss]:
    """attack-dr, CASUALTY REDUCE: reduce one unit. In close combat that is all (ruling cc-reduction)."""
    if unit.is_smc:
        fate: Becomes = yield Roll(rolls.Wound(unit.called), wounds(card, unit.wounded))
        return loss_of(unit, fate)
    return loss_of(unit, "reduced" if unit.type.half else "eliminated")


def after_reduction(unit: Infantry, becomes: str) -> Infantry | None:
    """Return a unit after a loss: its half-squad, the wounded leader, or None."""
    if becomes == "reduced":
        return becoming(unit, unit.type.half)
    return replace(unit, wounded=True, cx=False) if becomes == WOUNDED else None


class Pick(msgspec.Struct, frozen=True):
    """Which of several units was picked, and its name."""

    at: int
    called: str

    def __str__(self) -> str:
        return self.called


# The highest dr, and the units that rolled it.
Highest = tuple[int, tuple[int, ...]]


def selection(units: Sequence[Infantry], card: Card) -> Rule[tuple[int, ...]]:
    """Ruling random-selection: pick one of several units; or let each roll, and the highest are hit."""
    if len(units) == 1:
        return (0,)
    if card.ruled("random-selection") == "one":
        names = tuple(unit.called for unit in units)
        picked: Pick = yield Roll(rolls.RandomSelection(names), _pick_reading(names))
        return (picked.at,)
    rolling = [(at, unit.called) for at, unit in enumerate(units)]
    highest: Highest = yield total(_dr, rolling, _higher, (0, ()))
    return highest[1]


@lru_cache(maxsize=4096)
def _pick_reading(names: tuple[str, ...]) -> Reading[Pick]:
    die = Dice(1, len(names))
    return Reading(die, {face: Pick(face - 1, names[face - 1]) for face in die.totals})


def _dr(at: int, name: str) -> Rule[Highest]:
    face: int = yield Roll(rolls.RandomSelectionEach(name), faces(D6))
    return face, (at,)


def _higher(one: Highest, other: Highest) -> Highest:
    if one[0] == other[0]:
        return one[0], one[1] + other[1]
    return max(one, other)


def one_reduced(units: Sequence[Infantry], card: Card) -> Rule[Losses]:
    """Reduce one of several units, chosen at random."""
    picked = yield from selection(units, card)
    losses = yield from all_reduced([units[at] for at in picked], card)
    return losses


def all_reduced(units: Iterable[Infantry], card: Card) -> Rule[Losses]:
    """Reduce each of several units."""
    losses: Losses = ()
    for unit in units:
        losses += ((yield from reduction(unit, card)),)
    return losses


def survivors(pieces: Iterable[Piece], losses: Losses) -> tuple[Piece, ...]:
    """Return the surviving units after losses, as they then are; of like units any one is hit."""
    hit = Counter(losses)
    after: list[Piece] = []
    for piece in pieces:
        loss = next((loss for loss in hit if loss.is_of(piece) and hit[loss]), None)
        if loss:
            hit[loss] -= 1
        became = piece if loss is None else after_loss(piece, loss.becomes)
        after += [became] if became else []
    return tuple(after)


def after_loss(piece: Piece, becomes: Becomes) -> Piece | None:
    """Return a piece after a loss; None if it is eliminated or destroyed."""
    if isinstance(piece, Infantry):
        return after_reduction(piece, becomes)
    return replace(piece, immobile=True, motion=False) if becomes == "immobilised" else None


def tell_losses(losses: Losses) -> str:
    """Put losses into words, like ones together."""
    return with_counts(f"{loss.unit} {loss.becomes}" for loss in losses)
