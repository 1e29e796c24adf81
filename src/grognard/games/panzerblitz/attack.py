# SPDX-License-Identifier: Apache-2.0
"""CRT: what every attack has in common: odds, shift, die modifier, the roll, and what becomes of the units.

Fire, overrun, close assault and minefields add up different factors; from the odds on they share this module.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Literal

import msgspec

from grognard.charts.chart import Chart
from grognard.charts.errors import OffChart
from grognard.charts.labels import Odds, number
from grognard.games.panzerblitz.attack_limits import Attack
from grognard.games.panzerblitz.roster import unit_type
from grognard.games.panzerblitz.stacks import Attacker, Target
from grognard.games.panzerblitz.terms import CARD, Footing, Level
from grognard.procedures.procedure import Event, Line, NotAllowed, Worksheet, citing, signed
from grognard.procedures.reading import column
from grognard.registry import Card
from grognard.umpire import Question, Reading, Roll, Rule, in_words

Becomes = Literal["nothing", "dispersed", "eliminated"]
# The name of each roll, for the log, the dice and the desk.
ROLLS: dict[Attack, str] = {
    "minefield": "mines under", "fire": "fire at", "overrun": "overrun of", "close-assault": "close assault on",
}  # fmt: skip


class AttackRoll(Question[str], frozen=True):
    """CRT: the roll of an attack: of which kind, and on which types of unit."""

    attack: Attack
    targets: tuple[str, ...]


class Shot(msgspec.Struct, frozen=True):
    """One roll: its question, what the die means, the units the result hits, and in `told` the odds, column and modifier."""

    question: AttackRoll
    told: str
    reading: Reading[str]
    targets: tuple[Target, ...]


class AttackSheet(Worksheet, frozen=True):
    """What an attack rolls on: once for a whole stack, or once for each unit."""

    shots: tuple[Shot, ...]


class Fate(msgspec.Struct, frozen=True):
    """What becomes of one unit."""

    unit: str
    becomes: Becomes


class Outcome(msgspec.Struct, frozen=True):
    """The results of the rolls as the card prints them, and what becomes of each unit attacked."""

    result: str
    fates: tuple[Fate, ...]


class Factor(msgspec.Struct, frozen=True):
    """One attacker's factor, exactly, and its source."""

    what: str
    amount: Fraction
    source: str


class CrtAttack(msgspec.Struct, frozen=True, kw_only=True):
    """One attack on the CRT: its kind, the attackers' factors, the targets, die modifiers, a shift of one column.

    One that needs even odds is refused below 1-1 (ruling techniques).
    """

    attack: Attack
    factors: Sequence[Factor]
    targets: tuple[Target, ...]
    modifiers: Sequence[Line] = ()
    shift: Line | None = None
    needs_even_odds: bool = False


def single_roll_sheet(crt_attack: CrtAttack, card: Card) -> AttackSheet:
    """Return the worksheet of an attack with a single roll."""
    lines, shot = crt_roll(crt_attack, card)
    return AttackSheet(tuple(lines), (shot,))


def attack(sheet: AttackSheet, names: Sequence[str] = ()) -> Rule[Outcome]:
    """CRT: resolve an attack, roll by roll. On the map the units struck have names of their own."""
    results: list[str] = []
    fates: list[Fate] = []
    called = iter(names)
    for shot in sheet.shots:
        about = _rolls_for(shot.question, islice(called, len(shot.targets))) if names else ""
        result: str = yield Roll(shot.question, shot.reading, about)
        results.append(result)
        fates += [
            Fate(target.unit.id, effect_on_unit(result, doomed=target.doomed)) for target in shot.targets
        ]
    return Outcome(" ".join(results), tuple(fates))


def effect_on_unit(result: str, *, doomed: bool) -> Becomes:
    """CRT, ruling dd-memory: what a result does to a unit; DD destroys one that was dispersed by fire this turn."""
    does = CARD.chart("crt").does(result)
    if does.get("eliminates") or (doomed and does.get("eliminates_dispersed")):
        return "eliminated"
    return "dispersed" if does.get("disperses") else "nothing"


def tell(outcome: Outcome, names: Sequence[str] = ()) -> str:
    """Put an outcome into words, units of one name and fate together. On the map units have names of their own."""
    called = names or [unit_type(fate.unit).name for fate in outcome.fates]
    alike = Counter(zip(called, (fate.becomes for fate in outcome.fates), strict=True))
    parts = [
        f"{count} {name} {fate}" if count > 1 else f"{name} {fate}"
        for (name, fate), count in alike.items()
        if fate != "nothing"
    ]
    return f"{outcome.result}: {', '.join(parts) or 'no effect'}"


def _count_of(fate: Becomes) -> Callable[[Outcome], str]:
    return lambda outcome: str(sum(fate_of_unit.becomes == fate for fate_of_unit in outcome.fates))


def label(question: Question[Any] | str) -> str:
    """Name the roll of an attack: `fire at T-34/85`."""
    if not isinstance(question, AttackRoll):
        return in_words(question)
    return _rolls_for(question, (unit_type(target).name for target in question.targets))


def _rolls_for(question: AttackRoll, names: Iterable[str]) -> str:
    return f"{ROLLS[question.attack]} {'+'.join(names)}"


def _comes_to(*fates: Becomes) -> Callable[[Outcome], bool]:
    return lambda outcome: any(one.becomes in fates for one in outcome.fates)


# What is told first of an attack, and of entering a minefield.
EVENTS = (
    Event("a unit is eliminated", "an enemy unit is eliminated", _comes_to("eliminated")),
    Event("a unit is dispersed", "an enemy unit is dispersed", _comes_to("dispersed")),
)
ENTERED = (
    Event("a unit is eliminated", "you lose a unit", _comes_to("eliminated"), good=False),
    Event("a unit is dispersed", "your unit is dispersed", _comes_to("dispersed"), good=False),
)


# What is summed up separately if there are too many outcomes to list.
PARTS = (("units eliminated", _count_of("eliminated")), ("units dispersed", _count_of("dispersed")))


def crt_roll(crt_attack: CrtAttack, card: Card) -> tuple[list[Line], Shot]:
    """CRT: add up the factors, find the column and the net die modifier, each with its line; refuse what the card forbids."""
    factors, total = total_factors(crt_attack.factors, card)
    defence = sum(target.unit.defence for target in crt_attack.targets)
    if crt_attack.needs_even_odds and total < defence:
        raise NotAllowed(
            f"each unit must be attacked at 1-1 or better, and {named(crt_attack.targets)} is at {total}-{defence} (ruling techniques)"
        )
    odds = Odds(Fraction(total), Fraction(defence))
    crt = card.chart("crt")
    label, shifted = _column(crt, odds, crt_attack.shift, card)
    modifier = sum(int(line.value) for line in crt_attack.modifiers)
    added = "+".join(f"{target.unit.defence} {target.unit.name}" for target in crt_attack.targets)
    final = shifted or label
    lines = [
        *factors,
        Line("defence factor", str(defence), f"roster: {added}"),
        *_column_lines(crt, f"odds {odds}", label, crt_attack.shift, shifted),
        *crt_attack.modifiers,
        Line("die modifier", signed(modifier), "crt: note, combined into one net figure", modifier=True),
        *_off_the_table(crt, final, modifier),
        *_dd_lines(crt_attack.targets),
    ]
    told = f"odds {odds}: {final}" + (f", die {signed(modifier)}" if modifier else "")
    question = attack_roll(crt_attack.attack, crt_attack.targets)
    return lines, Shot(question, told, column(crt, final, modifier), crt_attack.targets)


def attack_roll(attack: Attack, targets: Iterable[Target]) -> AttackRoll:
    """Return the roll of an attack on some targets."""
    return AttackRoll(attack, tuple(target.unit.id for target in targets))


def named(targets: Iterable[Target]) -> str:
    """Name the units of one target."""
    return "+".join(target.unit.name for target in targets)


def _column(crt: Chart, odds: Odds, shift: Line | None, card: Card) -> tuple[str, str]:
    """Return the column of the odds, and the one they are shifted to; empty if they are not shifted."""
    axis = crt.column_axes[0]
    lowest = axis.labels[0]
    worse = f"No attacks permitted at worse than {lowest}, and this is {odds}"
    try:
        place = axis.find(odds)
    except OffChart as refusal:
        if shift is None:
            raise NotAllowed(f"{worse} (crt)") from refusal
        # The column that would come before the first: 1-5 before 1-4.
        before = 1 / (1 / axis.odds(0).low + 1)
        if card.ruled("shift-from-below") == "refused" or not odds.reaches(before):
            raise NotAllowed(f"{worse}, before any shift (crt, ruling shift-from-below)") from refusal
        return number(before).replace("/", "-"), lowest
    return place.label, axis.labels[axis.after(axis.labels.index(place.label))] if shift else ""


def _column_lines(crt: Chart, what: str, label: str, shift: Line | None, shifted: str) -> list[Line]:
    """Name the column, the one it is shifted to, and the rulings behind the cells of the last."""
    is_printed = label in crt.column_axes[0].labels
    behind = dict.fromkeys(crt[shifted or label, row].ruling for row in crt.row_axis.labels)
    rulings = citing(*behind)
    source = "crt: ODDS RATIOS" if is_printed else "ruling shift-from-below"
    if not shift:
        return [Line(what, label, source + rulings, table="crt")]
    stays = ", ruling shift-from-4-1" if shifted == label else ""
    return [Line(what, label, source, table="crt"), Line(shift.what, shifted, shift.source + stays + rulings)]


def _off_the_table(crt: Chart, label: str, modifier: int) -> list[Line]:
    """Say what the modified dice come to that fall below the last row."""
    rows = [int(row) for row in crt.row_axis.labels]
    return [
        Line(f"a roll of {die} comes to {die + modifier}", (cell := crt[label, die + modifier]).text, f"crt: {cell.how}")
        for die in column(crt, label, modifier).meanings
        if die + modifier < min(rows)
    ]  # fmt: skip


def _dd_lines(targets: Iterable[Target]) -> list[Line]:
    """Ruling dd-memory: name the units that a DD destroys."""
    names = dict.fromkeys(target.unit.name for target in targets if target.doomed)
    return [Line(f"DD against {name}, dispersed before", "X", "crt: DD, ruling dd-memory") for name in names]


def modifiers(targets: Sequence[Target], terrain: Footing, card: Card) -> list[Line]:
    """TEC and CRT: what the target's terrain adds to the die, and what its dispersal subtracts."""
    lines = []
    tec = card.chart("tec")
    cell = tec[terrain, "defense"]
    if added := tec.does(cell.text).get("die"):
        lines.append(Line(f"defender in {terrain}", signed(added), f"tec: {cell.row}{citing(cell.ruling)}"))
    return lines + dispersal(targets, card)


def dispersal(targets: Sequence[Target], card: Card) -> list[Line]:
    """CRT code D: subtract 1 from the die of attacks on a unit dispersed this turn."""
    dispersed = [target.dispersed for target in targets]
    mixed = len(set(dispersed)) > 1
    if not any(dispersed) or (mixed and card.ruled("dispersed-stack") == "all"):
        return []
    value = signed(card.chart("crt").does("D").get("later", 0))
    return [Line("defender dispersed", value, f"crt: D{citing('dispersed-stack' if mixed else '')}")]


def height_divisor(attacker: Attacker, target: Level, card: Card) -> tuple[int, str]:
    """TEC, TET: return the divisor of an attacker's factor for the height of its target, and the reason if the target is raised."""
    if target == "ground":
        return 1, ""
    is_halved, source = _is_halved(attacker, target, card)
    return (2, f"; halved by {source}") if is_halved else (1, f"; not halved by {source}")


def _is_halved(attacker: Attacker, target: Level, card: Card) -> tuple[bool, str]:
    """TEC, TET: return whether an attacker is halved, firing at a slope or a hilltop, and by which cell or ruling."""
    if attacker.indirect:
        return False, "ruling indirect-fire"
    tec = card.chart("tec")
    cell = tec[target, "defense"]
    source = f"tec: {cell.row}{citing(cell.ruling)}"
    if not tec.does(cell.text).get("halves"):
        return False, source
    adjacent = attacker.range == 1
    excepted = attacker.height == "hilltop" if target == "hilltop" else adjacent and not attacker.brown
    if excepted and card.ruled("elevation-exceptions") == "successor":
        return False, "ruling elevation-exceptions"
    if adjacent and (attacker.height, target) == ("slope", "hilltop"):
        return card.ruled("slope-to-hilltop") == "halved", "ruling slope-to-hilltop"
    return True, source


def total_factors(factors: Sequence[Factor], card: Card) -> tuple[list[Line], int]:
    """Ruling halving: drop fractions unit by unit, or once from the sum; return a line for each unit, and the sum."""
    unit_by_unit = card.ruled("halving") == "each-unit"
    lines, total = [], Fraction(0)
    for factor in factors:
        counted = Fraction(factor.amount.__floor__()) if unit_by_unit else factor.amount
        source = factor.source if counted == factor.amount else f"{factor.source}, ruling halving"
        lines.append(Line(factor.what, number(counted), source))
        total += counted
    whole = total.__floor__()
    why = "their sum" if whole == total else "their sum, ruling halving"
    return [*lines, Line("attack factor", str(whole), why)], whole
