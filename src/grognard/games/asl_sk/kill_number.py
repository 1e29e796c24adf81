# SPDX-License-Identifier: Apache-2.0
"""Odds, kill numbers and DR modifiers of close combat, with the cell or ruling each comes from."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache

import msgspec

from grognard.charts.labels import number
from grognard.games.asl_sk.losses import best_leader, leadership
from grognard.games.asl_sk.stacks import Infantry, Piece, is_inexperienced
from grognard.procedures.procedure import Line, citing, signed
from grognard.registry import Card

HINT = "odds: hint"


class Kill(msgspec.Struct, frozen=True, gc=False):
    """The odds of an attack, their kill number, and the lines that explain them."""

    label: str
    number: int
    lines: tuple[Line, ...]


@lru_cache(maxsize=4096)
def kill_number(attack: Fraction, defence: Fraction, card: Card) -> Kill:
    """Odds grid and CCT: find the odds of two strengths and their kill number; a doubted cell is named.

    Hint of the card: both are doubled if either ends in .5.
    """
    lines = []
    if attack.denominator > 1 or defence.denominator > 1:
        told = f"{number(attack)}-{number(defence)} is {number(2 * attack)}-{number(2 * defence)}"
        lines.append(Line("a strength ends in .5: both doubled", told, HINT))
        attack, defence = 2 * attack, 2 * defence
    chart = card.chart("odds")
    cell = chart[str(attack), str(defence)]
    source = f"odds: {cell.row} at {cell.column}"
    doubt = chart.doubts.get((cell.row, cell.column))
    if doubt and doubt.ruling == "odds-arithmetic":
        source += f", printed {doubt.printed}, the arithmetic is {doubt.proposal}"
    rulings = dict.fromkeys(ruling for ruling in (cell.ruling, doubt.ruling if doubt else "") if ruling)
    source += citing(*rulings)
    kill = card.chart("cct")[cell.text]
    lines.append(Line(f"odds {number(attack)}-{number(defence)}", cell.text, source))
    lines.append(Line("kill number", kill.text, f"cct: {cell.text}", table="cct"))
    return Kill(cell.text, int(kill.text), tuple(lines))


def fire_power(units: Iterable[Infantry]) -> Fraction:
    """Add up attacking fire power: a pinned unit counts half, a leader 1 (cc-drm 5, ruling lone-smc)."""
    return _halves(sum([unit.type.fire if unit.pinned else 2 * unit.type.fire for unit in units]))


def defence_power(units: Iterable[Infantry]) -> Fraction:
    """Add up defending fire power, which neither a pin nor breaking halves (ruling broken-defence)."""
    return _halves(2 * sum([unit.type.fire for unit in units]))


@cache
def _halves(count: int) -> Fraction:
    """Return a number of halves, each made once, since the same strengths are looked up often."""
    return Fraction(count, 2)


def fire_lines(units: Sequence[Infantry]) -> list[Line]:
    """Return the line of each attacker."""
    return [
        Line(
            f"{unit.called} attacks",
            number(fire_power([unit])),
            "half, cc-drm: 5, By Pinned Unit" if unit.pinned else _printed(unit),
        )
        for unit in units
    ]


def defence_lines(units: Sequence[Infantry]) -> list[Line]:
    """Return the line of each defender."""
    return [
        Line(
            f"{unit.called} defends",
            str(unit.type.fire),
            f"{_printed(unit)}, ruling broken-defence" if unit.broken else _printed(unit),
        )
        for unit in units
    ]


def _printed(unit: Infantry) -> str:
    return "an SMC counts 1, ruling lone-smc" if unit.is_smc else f"units: {unit.type.name}"


def drm_line(card: Card, what: str, row: str, column: str = "DRM", also: str = "") -> Line:
    """Return the line of a modifier in the list under Notes."""
    cell = card.chart("cc-drm")[row, column]
    where = f"cc-drm: {cell.row}, {column}" if column != "DRM" else f"cc-drm: {cell.row}"
    return Line(what, signed(int(cell.text)), where + also)


def ambush_lines(card: Card, ambush: str) -> list[Line]:
    """cc-drm 1: the ambusher's attacks, and those on it, until the close combat is a Melee."""
    if ambush == "by":
        return [drm_line(card, "by the ambusher", "ambush", "By")]
    return [drm_line(card, "against the ambusher", "ambush", "Vs.")] if ambush == "against" else []


def cx_lines(card: Card, attackers: Iterable[Piece], targets: Iterable[Piece]) -> list[Line]:
    """cc-drm 2: CX counts for the whole group if any unit of it is."""
    lines = []
    if any(isinstance(piece, Infantry) and piece.cx for piece in attackers):
        lines.append(drm_line(card, "by CX units", "cx", "By"))
    if any(isinstance(piece, Infantry) and piece.cx for piece in targets):
        lines.append(drm_line(card, "against CX units", "cx", "Vs."))
    return lines


def leader_lines(units: Sequence[Infantry], card: Card) -> list[Line]:
    """cc-drm 3: the modifier of the leader who counts for a group; he does not lead if alone, pinned or broken.

    Ruling leadership-in-close-combat: a modifier that does not help is left out, unless it is forced.
    """
    leader = best_leader(units, card) if len(units) > 1 else None
    if leader is None:
        return []
    by = leadership(leader, card)
    if by >= 0 and card.ruled("leadership-in-close-combat") != "forced":
        return []
    wound = ", ruling wound-effect" if leader.wounded else ""
    return [
        Line(f"{leader.called} leads", signed(by), f"cc-drm: 3, ruling leadership-in-close-combat{wound}")
    ]


def ccv(units: Sequence[Infantry], card: Card, *, attacking: bool) -> tuple[int, list[Line]]:
    """CCV list: the close combat value of units against or under an AFV: the first MMC's, an SMC with it adds 1.

    Rulings smc-once, pinned-v-vehicle: CCV modifiers count for the attackers; being pinned and having fired each count as halved.
    """
    chart, bonus = card.chart("ccv"), "smc using leadership"
    ordered = sorted(units, key=lambda unit: unit.is_smc)
    lines, value = [], 0
    for at, unit in enumerate(ordered):
        cell = chart[bonus if at and unit.is_smc else unit.type.kind, "CCV"]
        ruling = ", ruling smc-once" if at and unit.is_smc else ""
        lines.append(Line(f"{unit.called}", cell.text, f"ccv: {cell.row}{ruling}"))
        value += int(cell.text)
    if attacking:
        for line in _ccv_modifiers(ordered, card):
            lines.append(line)
            value += int(line.value)
    return value, lines


def _ccv_modifiers(units: Sequence[Infantry], card: Card) -> Iterable[Line]:
    """CCV DR Modifiers: these change the CCV; each counts once for the group, halved fire power once for each cause."""
    chart = card.chart("ccv-drm")

    def line(what: str, row: str, ruling: str = "") -> Line:
        cell = chart[row, "CCV"]
        return Line(what, cell.text, f"ccv-drm: {cell.row}{ruling}")

    if any(unit.engineers for unit in units):
        yield line("assault engineers", "assault engineers")
    if any(is_inexperienced(unit, units) for unit in units):
        yield line("inexperienced", "inexperienced", ", ruling inexperienced")
    if len(units) > 1 and card.ruled("smc-once") == "twice":
        yield line("extra SMC", "extra smc", ", ruling smc-once")
    if any(unit.pinned for unit in units):
        yield line("halved: pinned", "halved fp", ", ruling pinned-v-vehicle")
    if any(unit.fired for unit in units):
        yield line("halved: fired before", "halved fp")
