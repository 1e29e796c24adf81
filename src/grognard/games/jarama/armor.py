"""Armor Superiority Table: columns for more AT points than the enemy has."""

from collections.abc import Sequence
from fractions import Fraction

from grognard.charts.labels import Odds
from grognard.games import Card
from grognard.games.jarama.stacks import Unit
from grognard.rules.procedure import Line

TABLE = "armor-superiority"


def superiority(attackers: Sequence[Unit], defenders: Sequence[Unit], card: Card) -> list[Line]:
    """Find the shift for the attacker's AT points; under a switch the defender's count for him as well."""
    attack = sum(unit.at_points for unit in attackers)
    defence = sum(unit.at_points for unit in defenders)
    if not attack and not defence:
        return []
    what = f"AT points {attack} to {defence}"
    symmetric = card.ruled("armor-superiority-side") == "refuse"
    if attack < defence and symmetric:
        columns, source = _columns(defence, attack, card)
        return [Line(what, f"{-columns:+d}" if columns else "0", source)]
    if not attack:
        return [Line(what, "0", f"{TABLE}: ruling armor-superiority-side")]
    columns, source = _columns(attack, defence, card)
    return [Line(what, f"{columns:+d}" if columns else "0", source)]


def _columns(more: int, less: int, card: Card) -> tuple[int, str]:
    chart = card.chart(TABLE)
    cell = chart[Odds(Fraction(more), Fraction(less))]
    ruling = f", ruling {cell.ruling}" if cell.ruling else ""
    return chart.does(cell.reads)["columns"], f"{TABLE}: {cell.row}{ruling}"
