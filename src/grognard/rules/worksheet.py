# SPDX-License-Identifier: Apache-2.0
"""The worksheet of an attack: strengths, column and die modifier, each with its line; or why the card forbids it."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from grognard.charts.axis import Lookup
from grognard.charts.chart import Chart
from grognard.charts.errors import OffChart
from grognard.charts.labels import Odds, number
from grognard.procedures.procedure import Line, NotAllowed, Worksheet, citing, signed
from grognard.procedures.reading import column
from grognard.rules.results import Strengths
from grognard.rules.sentences import cited
from grognard.umpire import Reading

if TYPE_CHECKING:
    from grognard.rules.combat import Combat, Flag, Modifier
    from grognard.rules.rulebook import Rulebook


class Situation(Protocol):
    """The fields of every attack's situation; flags and supply are added to them."""

    @property
    def attackers(self) -> Strengths:
        """Printed strengths of the attacking units."""

    @property
    def defenders(self) -> Strengths:
        """Printed strengths of the units attacked."""

    @property
    def side(self) -> str:
        """The side that attacks."""

    @property
    def terrain(self) -> str:
        """The hex attacked."""

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""


class CombatSheet(Worksheet, frozen=True):
    """What one attack rolls on; `told` is the column and die modifier in words."""

    situation: Any
    book: Any
    reading: Reading[str]
    told: str = ""


@lru_cache(maxsize=4096)
def worksheet(book: "Rulebook", combat: Situation) -> CombatSheet:
    """Work out strengths, column and die modifier; an attack that the card forbids is an error. Cached, because attacks are looked up repeatedly."""
    _check(book, combat)
    rules = book.combat
    attack, printed = Fraction(sum(combat.attackers)), Fraction(sum(combat.defenders))
    lines = [
        Line("attack strength", number(attack), "printed strengths"),
        Line("defence strength", number(printed), "printed strengths"),
    ]
    defence = _weakened(book, combat, printed, lines)
    compared, value = _compared(rules.columns, attack, defence)
    crt = book.card.chart(rules.chart)
    axis = crt.column_axes[0]
    try:
        place = found_column(crt, value)
    except OffChart as error:
        raise NotAllowed(_off_the_chart(book, axis.labels[0], value, str(error))) from error
    ruled = axis.file.ruled.get("round", "")
    source = f"{rules.chart}: {axis.name}{citing(ruled)}"
    lines.append(Line(compared, place.label, source, table=rules.chart))
    applied = [modifier for modifier in rules.modifiers if _applies(modifier, combat)]
    label = _shifted(crt, place.label, applied, lines)
    modifier = _die(book, applied, lines)
    compared_value = value if rules.columns == "odds" else compared
    text = f"{compared_value}, column {label}" + (f", die {modifier:+d}" if modifier else "")
    return CombatSheet(tuple(lines), combat, book, column(crt, label, modifier), text)


@lru_cache(maxsize=4096)
def found_column(chart: Chart, value: Hashable) -> Lookup:
    """Find the column for a value; cached, because many attacks share it."""
    return chart.column_axes[0].find(value)


# What the card forbids


def _check(book: "Rulebook", combat: Situation) -> None:
    for who, strengths in (("attackers", combat.attackers), ("defenders", combat.defenders)):
        if not strengths or min(strengths) < 1:
            raise NotAllowed(f"name the printed strengths of the {who}, each at least 1, such as 6,6,5")
    if reason := book.stacking.too_many_around(len(combat.attackers)):
        raise NotAllowed(reason)
    weak = getattr(combat, book.supply.weakened_field) if book.supply and book.weakened else ()
    if Counter(weak) - Counter(combat.defenders):
        what = f"the {book.weakened} units are some of the defenders"
        raise NotAllowed(f"{what}: name their strengths among the defenders, too")
    for reason in _reasons(book, combat):
        if reason:
            raise NotAllowed(reason)


def _reasons(book: "Rulebook", combat: Any) -> Iterator[str]:
    """Yield the card's objections to an attack: hexsides, supply, flags that the side cannot have."""
    flags = [flag for flag in book.combat.flags if getattr(combat, flag.name)]
    supply, defender = book.supply, book.game.enemy[combat.side]
    yield from (why_not_across(book, flag) for flag in flags if flag.forbidden)
    if supply is not None:
        yield supply.too_short_to_attack(combat.attack_supply)
    yield from (flag.others for flag in flags if flag.sides and combat.side not in flag.sides)
    if supply is not None and combat.defence_supply not in (able := supply.states_of(defender)):
        yield f"{defender} units are {' or '.join(able)}, never {combat.defence_supply}{cited(supply.rule)}"


def why_not_across(book: "Rulebook", flag: "Flag") -> str:
    """Say why no attack is made across a kind of hexside, in the chart's words."""
    cell = book.card.chart(book.terrain_chart)[flag.hexside, flag.forbidden]
    return f"across a {flag.hexside} hexside: {cell.text}{cited(flag.cites)}"


def _off_the_chart(book: "Rulebook", lowest: str, value: object, why: str) -> str:
    if book.combat.columns != "odds":
        return why
    return (
        f"attacks at less than {lowest} odds are not permitted, and this is {value}{cited(book.combat.rule)}"
    )


# Lines


def _weakened(book: "Rulebook", combat: Any, printed: Fraction, lines: list[Line]) -> Fraction:
    """Return the defence strength, which is less for units too short of supply to defend in full."""
    if book.supply is None or not (state := book.weakened):
        return printed
    field = book.supply.weakened_field
    weak: Strengths = combat.defenders if combat.defence_supply == state else getattr(combat, field)
    if not weak:
        return printed
    effect = book.supply.effect(state)
    defence = printed + (Fraction(effect.defence) - 1) * sum(weak)
    lines.append(Line(f"{state} {'+'.join(map(str, weak))} {effect.says}", number(defence), effect.source))
    return defence


def _compared(columns: str, attack: Fraction, defence: Fraction) -> tuple[str, Any]:
    """Return the value that finds the column, in words and as the chart takes it."""
    if columns == "odds":
        odds = Odds(attack, defence)
        return f"odds {odds}", odds
    value = attack - defence if columns == "difference" else attack
    return f"{columns} {number(value)}", value.__floor__()


def die_modifiers(combat: "Combat", hexes: Iterable[str]) -> set[int]:
    """Return every possible sum of the die modifiers: in any terrain, with any flags."""
    modifiers = [modifier for modifier in combat.modifiers if modifier.die]
    flags = sorted({name for modifier in modifiers for name in (modifier.flag, modifier.unless) if name})
    sums = set[int]()
    for terrain, *chosen in product(hexes, *[(False, True)] * len(flags)):
        situation = SimpleNamespace(terrain=terrain, **dict(zip(flags, chosen, strict=True)))
        total = sum(modifier.die for modifier in modifiers if _applies(modifier, situation))
        sums.add(_capped(combat, total))
    return sums


def _capped(combat: "Combat", total: int) -> int:
    return max(total, combat.cap.least) if combat.cap else total


def _applies(modifier: "Modifier", combat: Any) -> bool:
    if not modifier.in_force or (modifier.unless and getattr(combat, modifier.unless)):
        return False
    flagged = not modifier.flag or getattr(combat, modifier.flag)
    return bool(flagged and (not modifier.terrain or combat.terrain in modifier.terrain))


def _shifted(crt: Chart, label: str, modifiers: Iterable["Modifier"], lines: list[Line]) -> str:
    """Shift the column, as far as the chart goes."""
    shifts = [shift for shift in modifiers if shift.column]
    if not shifts:
        return label
    lines += [Line(shift.says, f"{shift.column:+d}", shift.source) for shift in shifts]
    labels = crt.column_axes[0].labels
    at = labels.index(label) + sum(shift.column for shift in shifts)
    shifted = labels[min(max(at, 0), len(labels) - 1)]
    lines.append(Line("column after shifts", shifted, "as far as the table goes", table=crt.name))
    return shifted


def _die(book: "Rulebook", modifiers: Iterable["Modifier"], lines: list[Line]) -> int:
    """Add up the die modifiers, with a line for each."""
    counted = [modifier for modifier in modifiers if modifier.die]
    lines += [Line(modifier.says, f"{modifier.die:+d}", modifier.source) for modifier in counted]
    added, cap = sum(modifier.die for modifier in counted), book.combat.cap
    total = _capped(book.combat, added)
    if cap and total != added:
        lines.append(Line(cap.says, f"{total - added:+d}", cap.source))
    lines.append(Line("die modifier", signed(total), book.combat.rule or book.combat.chart, modifier=True))
    return total
