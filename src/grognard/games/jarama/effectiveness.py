# SPDX-License-Identifier: Apache-2.0
"""Effectiveness Difference Table: the modifier of the CRT die, for or against the attacker."""

from collections.abc import Sequence
from fractions import Fraction

from grognard.charts.labels import half_up
from grognard.games.jarama.stacks import ChartUnit
from grognard.games.jarama.terms import Side, enemy
from grognard.procedures.procedure import Line, citing
from grognard.procedures.reading import column, faces_of
from grognard.registry import Card
from grognard.umpire import Question, Reading, Roll, Rule, choose

TABLE = "effectiveness"
Numbers = tuple[int, ...]


class EffectivenessNumber(Question[int], frozen=True):
    """Which number counts, if the largest units of a side differ (ruling effectiveness-units)."""

    side: Side


class EffectivenessDifference(Question[str], frozen=True):
    """The roll for the modifier of the CRT die."""


def effectiveness_numbers(units: Sequence[ChartUnit], card: Card) -> Numbers:
    """Ruling effectiveness-units: the numbers a side may choose from, the best first."""
    if card.ruled("effectiveness-units") == "average":
        total = sum(unit.effectiveness for unit in units)
        return (half_up(Fraction(total, len(units))),)
    most = max(unit.points for unit in units)
    return tuple(sorted({unit.effectiveness for unit in units if unit.points == most}, reverse=True))


def difference_lines(attack: Numbers, defence: Numbers, card: Card) -> list[Line]:
    """Say what the die may be modified by, taking the best number if a side may choose."""
    difference = attack[0] - defence[0]
    what = f"effectiveness {_either(attack)} to {_either(defence)}"
    if not difference:
        return [Line(what, "no modifier", "ruling effectiveness-units, ruling effectiveness-equal")]
    place = card.chart(TABLE).column_axes[0].find(abs(difference))
    sizes = faces_of(_signed(difference, card))
    value = ", ".join(f"{size} on {faces}" for size, faces in sizes.items())
    rulings = citing("effectiveness-units", *place.rulings, "crt-die-clamp")
    return [Line(what, value, f"{TABLE}: {place.label}{rulings}")]


def _either(numbers: Numbers) -> str:
    return " or ".join(map(str, numbers))


def _signed(difference: int, card: Card) -> Reading[str]:
    """Read the table: its value is for the attacker, or against him if the defender is better."""
    sign = "+" if difference > 0 else "-"
    read = column(card.chart(TABLE), abs(difference))
    return Reading(
        read.dice, {face: f"{sign}{size}" if size != "0" else size for face, size in read.meanings.items()}
    )


def modifier(attack: Numbers, defence: Numbers, side: Side, card: Card) -> Rule[int]:
    """Effectiveness Difference Table: roll for the modifier: positive if the attacker is better, negative if the defender is."""
    ours: int = yield from choose(side, EffectivenessNumber(side), attack)
    theirs: int = yield from choose(enemy(side), EffectivenessNumber(enemy(side)), defence)
    if ours == theirs:
        return 0
    return int((yield Roll(EffectivenessDifference(), _signed(ours - theirs, card))))
