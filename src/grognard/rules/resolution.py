# SPDX-License-Identifier: Apache-2.0
"""The roll for one attack and what its result does, at the desk as on the map."""

from collections import Counter
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from grognard.procedures.procedure import Event
from grognard.rules.results import Effects, Outcome, StepOutcome, Strengths, tell
from grognard.rules.worksheet import CombatSheet
from grognard.umpire import Choose, Question, Roll, Rule, choose

if TYPE_CHECKING:
    from grognard.rules.rulebook import Rulebook


# What is told of an attack before all its outcomes; at the desk nobody knows who has where to retreat.
EVENTS = (
    Event(
        "the defender loses the hex",
        "you take the hex",
        lambda outcome: bool(outcome.defenders_lost or outcome.defenders_retreat),
    ),
    Event(
        "the defender loses something",
        "the enemy loses something",
        lambda outcome: bool(outcome.defenders_lost or getattr(outcome, "defender_steps", 0)),
    ),
    Event(
        "the attacker loses something",
        "you lose something",
        lambda outcome: bool(outcome.attackers_lost or getattr(outcome, "attacker_steps", 0)),
        good=False,
    ),
    Event(
        "the attacker is driven back",
        "you are driven back",
        lambda outcome: outcome.attackers_retreat,
        good=False,
    ),
)


class CombatRoll(Question[str], frozen=True, tag="combat"):
    """The roll for the result of an attack on a hex; at the desk no hex is named."""

    target: str = ""


class Exchange(Question[Strengths], frozen=True):
    """Which strengths an attacker loses in exchange for the defenders."""

    target: str = ""


class Stand(Question[str], frozen=True):
    """Whether units ignore a result that would make them retreat."""

    result: str


def combat_roll(sheet: CombatSheet, target: str = "") -> Roll[str]:
    """Roll for the result of one attack."""
    return Roll(CombatRoll(target), sheet.reading)


def resolve(sheet: CombatSheet, gone: object = None, target: str = "") -> Rule[Outcome]:
    """Resolve one attack. On a map `gone` is the position without the defenders, who leave first in an exchange."""
    book, battle = sheet.book, sheet.situation
    attacker, defender = battle.side, book.game.enemy[battle.side]
    result: str = yield combat_roll(sheet, target)
    effects: Effects = book.effects(result)
    lost: Strengths = battle.attackers if effects.attacker_eliminated else ()
    if effects.exchange:
        payments = exchanges(battle.attackers, sum(battle.defenders))
        lost = yield from choose(attacker, Exchange(target), payments, gone)
    retreats = {attacker: bool(effects.attacker_retreats), defender: bool(effects.defender_retreats)}
    # If both retreat, the defenders are asked, and retreat, first.
    for side in (defender, attacker):
        if retreats[side] and book.may_stand(battle, result, side):
            answer: str = yield Choose(side, Stand(result), ("ignore", "retreat"))
            retreats[side] = answer == "retreat"
    fields: dict[str, Any] = {
        "attackers_lost": lost,
        "defenders_lost": battle.defenders if effects.defender_eliminated else (),
        "attackers_retreat": retreats[attacker],
        "defenders_retreat": retreats[defender],
    }
    if not book.has_step_results:
        return Outcome(result, **fields)
    return StepOutcome(
        result,
        **fields,
        attacker_steps=effects.attacker_loses,
        defender_steps=effects.defender_loses,
        attackers_disrupted=bool(effects.attacker_disrupted),
        defenders_disrupted=bool(effects.defender_disrupted),
    )


@lru_cache(maxsize=256)
def exchanges(attackers: Strengths, owed: int) -> tuple[Strengths, ...]:
    """Return every loss that pays for the defenders in printed strength, the cheapest first; all attackers if nothing less does.

    >>> exchanges((6, 3, 3), 4)
    ((6,), (3, 3), (6, 3), (6, 3, 3))
    """
    alike = sorted(Counter(attackers).items(), reverse=True)
    # How many of each strength: units of equal strength are not distinguished.
    numbers = product(*(range(count + 1) for _, count in alike))
    losses = (
        tuple(chain.from_iterable((strength,) * n for (strength, _), n in zip(alike, counts, strict=True)))
        for counts in numbers
    )
    enough = [loss for loss in losses if sum(loss) >= owed]
    all_attackers = tuple(sorted(attackers, reverse=True))
    return tuple(sorted(enough, key=lambda loss: (sum(loss), len(loss), loss))) or (all_attackers,)


def outcome_text(book: "Rulebook", outcome: Outcome) -> str:
    """Say an outcome in words."""
    return tell(outcome, book.effects(outcome.result), book.stand.terrain if book.stand else "hex")
