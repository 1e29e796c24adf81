# SPDX-License-Identifier: Apache-2.0
"""Morale check of a stack: leaders first, who then help the others; and the checks that a leader's loss causes."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.games.asl_sk.losses import leadership, morale
from grognard.games.asl_sk.rolls import label
from grognard.games.asl_sk.stacks import MOST_LEADERS, Infantry, InfantryWords, check_friends, parse_unit
from grognard.games.asl_sk.terms import CARD
from grognard.games.asl_sk.unit_check import Losing, Member, Stack, Terms, check, joined, next_check
from grognard.procedures.procedure import Event, Line, NotAllowed, Procedure, Worksheet, signed
from grognard.registry import Card
from grognard.umpire import Call, Rule, again, total

MOST_ELR = 5
# Fire makes checks up to a 4MC; the penalty on a DR is no more than the dice themselves.
MOST_CHECK = 4
MOST_PENALTY = 12
MOST_UNITS = 8
# Up to roughly so many outcomes of a stack are listed: two squads and two leaders, each of its own kind.
TOLD_APART = 1250
WAYS = {"squad": 5, "hs": 4, "crew": 4, "smc": 7}
BROKEN_WAYS = 3
COUNTED = "units are counted, and each is told by itself"
BOUND = (
    f"all are worked out; {MOST_UNITS} units with {MOST_LEADERS} leaders, the most that check here, "
    "take some tenths of a second, and each situation of a comparison as much"
)


class MoraleCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A morale check of the units of one side in one hex."""

    units: InfantryWords
    check: Annotated[
        int, Meta(description="what the check adds to the DR: 0 for a NMC, 1 for a 1MC, 2 for a 2MC")
    ] = 0
    elr: Annotated[int, Meta(description="the side's Experience Level Rating, by the scenario")] = 3
    penalty: Annotated[int, Meta(description="anything else that is added to the DR")] = 0
    fired_upon: Annotated[
        bool, Meta(description="fire that can cause a NMC brings the check about: broken units go under DM")
    ] = True


class CheckSheet(Worksheet, frozen=True):
    """The units that check, leaders first, with what is added to every DR."""

    leaders: tuple[Infantry, ...]
    others: tuple[Infantry, ...]
    drm: int
    terms: Terms


class Fate(msgspec.Struct, frozen=True, cache_hash=True):
    """What a unit was, and what it is then; None if it is lost."""

    unit: str
    now: Infantry | None

    @property
    def becomes(self) -> str:
        """What it is then, as it is written at the desk."""
        return self.now.written if self.now else "eliminated"


class Checked(msgspec.Struct, frozen=True, cache_hash=True):
    """What becomes of every unit of the stack."""

    fates: tuple[Fate, ...]


class Tally(msgspec.Struct, frozen=True, cache_hash=True):
    """How many units of the stack are eliminated, and how many are then broken or pinned."""

    eliminated: int = 0
    broken: int = 0
    pinned: int = 0


@lru_cache(maxsize=4096)
def worksheet(situation: MoraleCheck, card: Card = CARD) -> CheckSheet:
    """Work out what every unit checks against; refuse an impossible ELR, check or penalty."""
    if not situation.units:
        raise NotAllowed("name the units that check, such as g-467,g-9-1; grognard units asl-sk lists them")
    if len(situation.units) > MOST_UNITS:
        raise NotAllowed(f"at most {MOST_UNITS} units check here, and these are {len(situation.units)}")
    if not 0 <= situation.elr <= MOST_ELR:
        raise NotAllowed(f"an ELR is from 0 to {MOST_ELR}, not {situation.elr}")
    if not 0 <= situation.check <= MOST_CHECK:
        raise NotAllowed(
            f"a check is from 0, a NMC, to {MOST_CHECK}, a {MOST_CHECK}MC, not {situation.check}"
        )
    if abs(situation.penalty) > MOST_PENALTY:
        raise NotAllowed(f"a penalty is from -{MOST_PENALTY} to {MOST_PENALTY}, not {situation.penalty}")
    units = tuple(parse_unit(word) for word in situation.units)
    check_friends(units)
    if sum(unit.is_smc for unit in units) > MOST_LEADERS:
        raise NotAllowed(f"at most {MOST_LEADERS} leaders are in a hex (ruling stacking)")
    terms = Terms(situation.elr, situation.fired_upon, card)
    sheet = sheet_of(units, situation.check, situation.penalty, terms)
    counted = [Line("more outcomes than can be told", COUNTED, BOUND)] if is_large(units) else []
    return replace(sheet, lines=(*sheet.lines, *counted))


def is_large(units: Sequence[Infantry]) -> bool:
    """Return whether a stack has too many outcomes to list; like units count together."""
    counts = Counter(units)
    ways = {unit: BROKEN_WAYS if unit.broken else WAYS[unit.type.kind] for unit in counts}
    return prod(comb(count + ways[unit] - 1, count) for unit, count in counts.items()) > TOLD_APART


def sheet_of(units: Sequence[Infantry], number: int, penalty: int, terms: Terms) -> CheckSheet:
    """Work out a check of units, whether written at the desk or on a map."""
    card = terms.card
    leaders = sorted((unit for unit in units if unit.is_smc), key=lambda unit: _first(unit, card))
    others = tuple(Counter(unit for unit in units if not unit.is_smc).elements())
    drm = number + penalty
    lines = [Line("NMC" if not number else f"{number}MC", signed(number), "definitions: MC#", table="")]
    lines += [Line("penalty", signed(penalty), "definitions: MDR")] if penalty else []
    for unit in dict.fromkeys((*leaders, *others)):
        wound = ", ruling wound-effect" if unit.wounded else ""
        broken = ", ruling broken-morale" if unit.broken and not unit.level else ""
        lines.append(Line(f"morale of {unit.called}", str(morale(unit, card)), f"units{wound}{broken}"))
    for leader in leaders:
        if leader.can_lead and leadership(leader, card) < 0:
            what = f"if {leader.called} passes, he helps others"
            lines.append(
                Line(what, signed(_help(leader, card)), "ruling check-order, ruling leadership-in-checks")
            )
    lines.append(Line("ELR", str(terms.elr), "definitions: ELR"))
    return CheckSheet(tuple(lines), tuple(leaders), others, drm, terms)


def _first(unit: Infantry, card: Card) -> tuple[bool, int, int]:
    """Ruling check-order: the best leader first, those who cannot lead last."""
    return not unit.can_lead, leadership(unit, card), -morale(unit, card)


def _help(leader: Infantry, card: Card) -> int:
    """Return what a leader adds to the DR of others; counted twice if MORALE has it too (ruling leadership-in-checks)."""
    times = 2 if card.ruled("leadership-in-checks") == "both" else 1
    return times * min(0, leadership(leader, card))


def help_drm(unit: Infantry, helpers: Sequence[Infantry], card: Card) -> int:
    """Ruling check-order: the best leader who passed helps; another leader only if his morale is lower."""
    able = [leader for leader in helpers if not unit.is_smc or morale(unit, card) < morale(leader, card)]
    return min((_help(leader, card) for leader in able), default=0)


def morale_check(sheet: CheckSheet) -> Rule[Checked]:
    """Attack DR Results: every unit checks, leaders first; then the checks for leaders lost are made."""
    stack, helpers = yield from leaders_check(sheet)
    result: Checked = yield Call(_others, stack, helpers, sheet.others, sheet.drm, sheet.terms)
    return result


def leaders_check(sheet: CheckSheet) -> Rule[tuple[Stack, tuple[Infantry, ...]]]:
    """Let the leaders check, the best first; return what became of them, and those who help others."""
    stack: Stack = ()
    helpers: tuple[Infantry, ...] = ()
    for leader in sheet.leaders:
        drm = sheet.drm + help_drm(leader, helpers, sheet.terms.card)
        member: Member = yield Call(check, leader.called, leader, drm, sheet.terms)
        stack = (*stack, member)
        if member.unit and member.unit.can_lead:
            helpers = (*helpers, member.unit)
    return stack, helpers


def _others(
    stack: Stack, helpers: tuple[Infantry, ...], others: tuple[Infantry, ...], drm: int, terms: Terms
) -> Rule[Checked]:
    checks = [(unit, drm + help_drm(unit, helpers, terms.card), terms) for unit in others]
    members: Stack = yield total(_check_alone, checks, joined, ())
    after = (*stack, *members)
    # Ruling leader-loss-checks: units in a Melee make none.
    if not terms.melee:
        # Each leader breaks at most once, and dies at most once.
        lost: Losing = yield again(next_check, 2 * len(stack), Losing(after), terms)
        after = lost.stack
    return Checked(tuple(Fate(member.was, member.unit) for member in after))


def _check_alone(unit: Infantry, drm: int, terms: Terms) -> Rule[Stack]:
    member: Member = yield Call(check, unit.called, unit, drm, terms)
    return (member,)


def tell(outcome: Checked | Tally) -> str:
    """Put into words what becomes of the stack, like units together."""
    if isinstance(outcome, Tally):
        return _counted(outcome)
    told = Counter(fate for fate in outcome.fates if fate.unit != fate.becomes)
    return ", ".join(_told(fate, count) for fate, count in told.items()) or "no effect"


def _counted(outcome: Tally) -> str:
    told = [f"{count} {word}" for word, count in msgspec.structs.asdict(outcome).items() if count]
    return ", ".join(told) or "no effect"


def _told(fate: Fate, count: int) -> str:
    who = f"{count} x {fate.unit}" if count > 1 else fate.unit
    if fate.now is None:
        return f"{who} eliminated"
    return f"{who} {'become' if count > 1 else 'becomes'} {fate.becomes}"


def _number(word: str) -> Callable[[Checked | Tally], str]:
    def number(outcome: Checked | Tally) -> str:
        if isinstance(outcome, Tally):
            return str(getattr(outcome, word))
        return str(sum(_is_now(fate.now, word) for fate in outcome.fates))

    return number


def _is_now(unit: Infantry | None, word: str) -> bool:
    return word == "eliminated" if unit is None else bool(getattr(unit, word, False))


def _any(word: str) -> Callable[[Checked | Tally], bool]:
    return lambda outcome: _number(word)(outcome) != "0"


# What is told first of the checks of either side.
EVENTS = tuple(
    Event(f"a unit is {word}", f"a unit is {word}", _any(word), good=None)
    for word in ("broken", "pinned", "eliminated")
)
PARTS = (
    ("units eliminated", _number("eliminated")),
    ("units broken", _number("broken")),
    ("units pinned", _number("pinned")),
)
PROCEDURE = Procedure(
    "morale-check", "Morale check", MoraleCheck, worksheet, morale_check, tell, PARTS, label=label,
    events=EVENTS,
)  # fmt: skip
