# SPDX-License-Identifier: Apache-2.0
"""Fire of the scenario's plan: all units under it check by the attack DR table, and the crews of AFVs.

The card has no table for fire itself, only the check that fire makes its targets take. The plan says which.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import morale_check, rolls
from grognard.games.asl_sk.check_counts import counted
from grognard.games.asl_sk.losses import attack_dr_row
from grognard.games.asl_sk.morale_check import Checked, CheckSheet, Fate, is_large
from grognard.games.asl_sk.stacks import Infantry
from grognard.games.asl_sk.terms import GAME
from grognard.games.asl_sk.unit_check import Member, task_reading
from grognard.play.board import Expected, Part, Preview
from grognard.play.preview import preview, yours
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.umpire import Call, Chance, Roll, Rule

# Ruling stun: the morale of the crew of an AFV.
CREW = 8
MARKS = (("wounded", "wounded"), ("pinned", "pinned"), ("broken", "broken"), ("dm", "DM"))


class FireSheet(Worksheet, frozen=True):
    """The stacks that check, side by side, and the AFVs whose crews do; `told` in words."""

    told: str
    checks: tuple[CheckSheet, ...]
    crews: tuple[str, ...]
    number: int


class Fired(msgspec.Struct, frozen=True, cache_hash=True):
    """What became of the units under fire that did not stay as they were."""

    fates: tuple[Fate, ...]
    stunned: tuple[str, ...] = ()


def fire_sheet(what: str, number: int, checks: tuple[CheckSheet, ...], crews: tuple[str, ...]) -> FireSheet:
    """Work out fire: the check of each side's stack, and of the crews of AFVs."""
    called = "NMC" if not number else f"{number}MC"
    kind = f"morale check with {number} added" if number else "plain morale check"
    told = f"a {kind} ({called})"
    crew = Line("a CE crew is stunned above", f"{CREW - number}", "ruling stun")
    lines = (
        Line(what, called, "ruling fire-plan"),
        *(line for check in checks for line in _lines(check)),
        *([crew] if crews else []),
    )
    return FireSheet(lines, told, checks, crews, number)


def _lines(sheet: CheckSheet) -> Iterator[Line]:
    """Yield the lines of a stack's check, each unit with its row of the attack DR table."""
    rows = {f"morale of {unit.called}": attack_dr_row(unit) for unit in (*sheet.leaders, *sheet.others)}
    for line in sheet.lines[1:]:
        row = rows.get(line.what)
        yield replace(line, source=f"attack-dr: {row}, {line.source}", table="attack-dr") if row else line


def fired(sheet: FireSheet) -> Rule[Fired]:
    """Let all units check: each side's stack by the attack DR table, and then the crews."""
    fates: tuple[Fate, ...] = ()
    for stack in sheet.checks:
        ended: Checked = yield Call(morale_check.morale_check, stack)
        before = {unit.called: unit for unit in (*stack.leaders, *stack.others)}
        fates += tuple(fate for fate in ended.fates if fate.now != before[fate.unit])
    stunned: tuple[str, ...] = ()
    for crew in sheet.crews:
        fate: str = yield Roll(rolls.CrewCheck(crew), task_reading(CREW, sheet.number))
        stunned += (crew,) if fate == "pinned" else ()
    return Fired(fates, stunned)


def tell(outcome: Fired) -> str:
    """Put into words what became of the units."""
    told = map(_told, outcome.fates)
    return ", ".join([*told, *(f"{crew} is stunned" for crew in outcome.stunned)]) or "no effect"


def _told(fate: Fate) -> str:
    return f"{fate.unit}: {_words(fate.now)}" if fate.now else f"{fate.unit} is eliminated"


def _words(unit: Infantry) -> str:
    return " ".join([unit.type.name, *(word for mark, word in MARKS if getattr(unit, mark))])


def fire_preview(sheet: FireSheet) -> Preview:
    """Preview fire: all units together, or a large stack unit by unit."""
    units = [unit for check in sheet.checks for unit in (*check.leaders, *check.others)]
    events = yours(PROCEDURE.events)
    return unit_by_unit(sheet) if is_large(units) else preview(GAME, PROCEDURE, sheet, foretold=events)


def unit_by_unit(sheet: FireSheet) -> Preview:
    """Give what becomes of each unit by itself, by its own check and by those for leaders lost."""
    parts = [_part(*fate) for check in sheet.checks for fate in counted(check).fates]
    parts += [_crew(crew, sheet.number) for crew in sheet.crews]
    whole = Expected("", "everybody checks, one by one", Fraction(1))
    return Preview(GAME, PROCEDURE.name, sheet.lines, (whole,), (), tuple(parts), sheet.told)


def _crew(name: str, number: int) -> Part:
    """Return the outcomes of the check of an AFV's crew."""
    reading = task_reading(CREW, number)
    words = {"pinned": "stunned", "passed": "no effect"}
    return Part(name, tuple((words[fate], Fraction(count, reading.ways)) for fate, count in reading.branches))


def _part(unit: Infantry, ends: Chance[Member]) -> Part:
    def told(member: Member) -> str:
        if member.unit is None:
            return "eliminated"
        return "no effect" if member.unit == unit else _words(member.unit)

    return Part(unit.called, tuple(ends.map(told).items()))


PROCEDURE = Procedure(
    "fire", "Fire of the plan", FireSheet, fire_sheet, fired, tell, morale_check.PARTS, label=rolls.label,
    events=morale_check.EVENTS,
)  # fmt: skip
