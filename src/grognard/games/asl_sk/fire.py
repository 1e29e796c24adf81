"""Fire of the scenario's plan: everybody it falls on checks by the attack DR table, and the crews of AFVs.

The card has no table for fire itself; what it has is the check that fire makes its targets take. The plan says which.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import prod

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import morale_check, rolls
from grognard.games.asl_sk.checks import Member, check
from grognard.games.asl_sk.harm import state
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.leader_loss import task_reading
from grognard.games.asl_sk.morale_check import Checked, CheckSheet, Fate, helped
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.stacks import parse_unit
from grognard.games.asl_sk.terms import GAME
from grognard.play.board import Expected, Part, Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.umpire import Call, Chance, Enumerator, Roll, Rule, mixed

# Ruling stun: the morale of the crew of an AFV.
CREW = 8
MARKS = (("wounded", "wounded"), ("pinned", "pinned"), ("broken", "broken"), ("dm", "DM"))


class FireSheet(Worksheet, frozen=True):
    """Who checks, side by side, and the AFVs whose crews do; `told` in words."""

    told: str
    checks: tuple[CheckSheet, ...]
    crews: tuple[str, ...]
    number: int


class Fired(msgspec.Struct, frozen=True, cache_hash=True):
    """What became of those who were fired at and did not stay as they were."""

    fates: tuple[Fate, ...]
    stunned: tuple[str, ...] = ()


def fire_sheet(what: str, number: int, checks: tuple[CheckSheet, ...], crews: tuple[str, ...]) -> FireSheet:
    """Work fire out: the check of each side's stack, and of the crews of AFVs."""
    told = "NMC" if not number else f"{number}MC"
    crew = Line("a CE crew is stunned above", f"{CREW - number}", "ruling stun")
    lines = (
        Line(what, told, "ruling fire-plan"),
        *(line for check in checks for line in _lines(check)),
        *([crew] if crews else []),
    )
    return FireSheet(lines, told, checks, crews, number)


def _lines(found: CheckSheet) -> Iterator[Line]:
    """Run through what a stack checks by, each unit with its row of the attack DR table."""
    rows = {f"morale of {unit.called}": state(unit) for unit in (*found.leaders, *found.others)}
    for line in found.lines[1:]:
        row = rows.get(line.what)
        yield replace(line, source=f"attack-dr: {row}, {line.source}") if row else line


def fired(found: FireSheet) -> Rule[Fired]:
    """Let everybody check: each side's stack by the attack DR table, and then the crews."""
    fates: tuple[Fate, ...] = ()
    for stack in found.checks:
        ended: Checked = yield Call(morale_check.morale_check, stack)
        before = {unit.called: unit.written for unit in (*stack.leaders, *stack.others)}
        fates += tuple(fate for fate in ended.fates if fate.becomes != before[fate.unit])
    stunned: tuple[str, ...] = ()
    for crew in found.crews:
        fate: str = yield Roll(rolls.CrewCheck(crew), task_reading(CREW, found.number))
        stunned += (crew,) if fate == "pinned" else ()
    return Fired(fates, stunned)


def tell(outcome: Fired) -> str:
    """Say in words what became of everybody."""
    told = map(_told, outcome.fates)
    return ", ".join([*told, *(f"{crew} is stunned" for crew in outcome.stunned)]) or "no effect"


def _told(fate: Fate) -> str:
    if fate.becomes == "eliminated":
        return f"{fate.unit} is eliminated"
    unit = parse_unit(fate.becomes)
    return f"{fate.unit}: {_words(unit)}"


def _words(unit: Infantry) -> str:
    return " ".join([unit.type.name, *(word for mark, word in MARKS if getattr(unit, mark))])


# Up to so many ways for a stack to end, roughly, they are all told together.
TOLD_TOGETHER = 2000
WAYS = {"squad": 5, "hs": 4, "crew": 4, "smc": 7}


def is_small(found: FireSheet) -> bool:
    """Say whether what becomes of everybody can be told together."""
    units = [unit for check in found.checks for unit in (*check.leaders, *check.others)]
    return prod(3 if unit.broken else WAYS[unit.type.kind] for unit in units) <= TOLD_TOGETHER


def foreseen(found: FireSheet) -> Preview:
    """Return what fire comes to: all together, of a large stack unit by unit."""
    return preview(GAME, PROCEDURE, found) if is_small(found) else one_by_one(found)


def one_by_one(found: FireSheet) -> Preview:
    """Tell what each unit's own check comes to; what the loss of a leader causes besides is left out."""
    parts = [part for check in found.checks for part in _alone(check)]
    parts += [_crew(crew, found.number) for crew in found.crews]
    left_out = [Line("checks for leaders lost", "left out", "more outcomes than can be told")]
    lines = (*found.lines, *(left_out if not any(check.terms.melee for check in found.checks) else []))
    whole = Expected("", "everybody checks, one by one", Fraction(1))
    return Preview(GAME, PROCEDURE.name, lines, (whole,), (), tuple(parts), found.told)


def _crew(name: str, number: int) -> Part:
    """Return what the check of an AFV's crew comes to."""
    reading = task_reading(CREW, number)
    words = {"pinned": "stunned", "passed": "no effect"}
    return Part(name, tuple((words[fate], Fraction(count, reading.ways)) for fate, count in reading.branches))


def _alone(found: CheckSheet) -> Iterator[Part]:
    """Run through the units of a stack with what becomes of each, whoever of the leaders then helps."""
    work_out = Enumerator()
    leaders = work_out(morale_check.leaders_check, found)
    for at, leader in enumerate(found.leaders):
        yield _part(leader, leaders.map(lambda ended, at=at: ended[0][at]))  # type: ignore[misc]
    helpers = leaders.map(lambda ended: ended[1])
    for unit in found.others:
        chances = [
            (
                work_out(
                    check, unit.called, unit, found.drm + helped(unit, each, found.terms.card), found.terms
                ),
                share,
            )
            for each, share in helpers.weights()
        ]
        yield _part(unit, mixed(chances))


def _part(unit: Infantry, ends: Chance[Member]) -> Part:
    def told(member: Member) -> str:
        if member.unit is None:
            return "eliminated"
        return "no effect" if member.unit == unit else _words(member.unit)

    ways = ends.map(told)
    return Part(unit.called, tuple(ways.items()))


PROCEDURE = Procedure(
    "fire", "Fire of the plan", FireSheet, fire_sheet, fired, tell, morale_check.PARTS, label=label
)
