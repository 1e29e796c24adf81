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
    """The roll for the result of an attack on a hex; at the desk it has none."""

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
    """Resolve one attack. On a map `gone` is the position without the defenders, who in an exchange go first."""
    book, battle = sheet.book, sheet.situation
    attacker, defender = battle.side, book.game.enemy[battle.side]
    result: str = yield combat_roll(sheet, target)
    done: Effects = book.effects(result)
    lost: Strengths = battle.attackers if done.attacker_eliminated else ()
    if done.exchange:
        pays = exchanges(battle.attackers, sum(battle.defenders))
        lost = yield from choose(attacker, Exchange(target), pays, gone)
    retreats = {attacker: bool(done.attacker_retreats), defender: bool(done.defender_retreats)}
    # Where both retreat the defenders are asked, and retreat, first.
    for side in (defender, attacker):
        if retreats[side] and book.may_stand(battle, result, side):
            answer: str = yield Choose(side, Stand(result), ("ignore", "retreat"))
            retreats[side] = answer == "retreat"
    ends: dict[str, Any] = {
        "attackers_lost": lost,
        "defenders_lost": battle.defenders if done.defender_eliminated else (),
        "attackers_retreat": retreats[attacker],
        "defenders_retreat": retreats[defender],
    }
    if not book.has_step_results:
        return Outcome(result, **ends)
    return StepOutcome(
        result,
        **ends,
        attacker_steps=done.attacker_loses,
        defender_steps=done.defender_loses,
        attackers_disrupted=bool(done.attacker_disrupted),
        defenders_disrupted=bool(done.defender_disrupted),
    )


@lru_cache(maxsize=256)
def exchanges(attackers: Strengths, owed: int) -> tuple[Strengths, ...]:
    """Return every loss that pays for the defenders in printed strength, the cheapest first; all of them, if nothing less does.

    >>> exchanges((6, 3, 3), 4)
    ((6,), (3, 3), (6, 3), (6, 3, 3))
    """
    alike = sorted(Counter(attackers).items(), reverse=True)
    # So many of each strength: units that are alike are not told apart.
    numbers = product(*(range(count + 1) for _, count in alike))
    losses = (
        tuple(chain.from_iterable((strength,) * n for (strength, _), n in zip(alike, some, strict=True)))
        for some in numbers
    )
    enough = [loss for loss in losses if sum(loss) >= owed]
    everybody = tuple(sorted(attackers, reverse=True))
    return tuple(sorted(enough, key=lambda loss: (sum(loss), len(loss), loss))) or (everybody,)


def outcome_text(book: "Rulebook", outcome: Outcome) -> str:
    """Say in words what an outcome is."""
    return tell(outcome, book.effects(outcome.result), book.stand.terrain if book.stand else "hex")
