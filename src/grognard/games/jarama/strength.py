# SPDX-License-Identifier: Apache-2.0
"""The strength of each side in a battle: factors unit by unit, artillery, and aircraft after antiair fire."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama.anti_air import MOST_POINTS, Fire, FiredAt, fire_at, fire_lines
from grognard.games.jarama.reduction import HALF, Multiplier, after_moving, moved_lines, reduced
from grognard.games.jarama.stacks import ChartUnit, written
from grognard.games.jarama.terrain import (
    Ground,
    Shift,
    attackers_multipliers,
    cover,
    defenders_multipliers,
    shifted_points,
)
from grognard.procedures.procedure import Line, NotAllowed
from grognard.registry import Card

NO_SHIFT = Shift(0, ())


class Support(msgspec.Struct, frozen=True, kw_only=True):
    """A side's support: artillery points, CAS points, and the enemy's AA factors against these.

    Batteries that `moved` are separate, each with its points before they are reduced. Aircraft `under_fire` are rolled for
    even without AA factors, so that the die reveals nothing.
    """

    artillery: int = 0
    moved: tuple[int, ...] = ()
    cas: int = 0
    aa: int = 0
    under_fire: bool = False


class Strength(msgspec.Struct, frozen=True):
    """A side's factor without aircraft, what each result of antiair fire adds to it, and every line of it."""

    factor: int
    fire: Fire
    adds: tuple[tuple[str, int], ...]
    lines: tuple[Line, ...]


def attack_strength(
    units: Sequence[ChartUnit], ground: Ground, support: Support, card: Card, *, mobile: bool
) -> Strength:
    """TEC, Reduction Table: add up the attackers, reduced across hexsides, as mech units, without supply, on the move."""
    on_the_move = [Multiplier("mobile attack", HALF, "ruling mobile-attack")] if mobile else []

    def multipliers(unit: ChartUnit) -> list[Multiplier]:
        return [*attackers_multipliers(ground, unit, card), *_states(unit), *on_the_move]

    supported = (
        bool(support.artillery or support.moved or support.cas) and card.ruled("support-terrain") == "bands"
    )
    shift = cover(ground, card) if supported else NO_SHIFT
    return _total(_units("attack", units, multipliers, card), "attack", support, shift, card)


def defence_strength(units: Sequence[ChartUnit], ground: Ground, support: Support, card: Card) -> Strength:
    """TEC, Reduction Table: add up the defenders: doubled in a city, mech units by the terrain, states halved."""
    if support.artillery and card.ruled("artillery-support") == "attack":
        raise NotAllowed("artillery supports attacks alone (ruling artillery-support)")

    def multipliers(unit: ChartUnit) -> list[Multiplier]:
        return [*defenders_multipliers(ground, unit, card), *_states(unit)]

    return _total(_units("defence", units, multipliers, card), "defence", support, NO_SHIFT, card)


def _states(unit: ChartUnit) -> list[Multiplier]:
    """Ruling states-in-combat: each state halves."""
    states = {
        "out of supply": unit.out_of_supply,
        "disorganised": unit.disorganised,
        "demoralised": unit.demoralised,
    }
    return [Multiplier(state, HALF, "ruling states-in-combat") for state, holds in states.items() if holds]


def in_their_states(units: Iterable[ChartUnit], card: Card) -> int:
    """Add up the factors of units with their states, whatever the ground."""
    return sum(reduced(unit.factor, [state.by for state in _states(unit)], card).factor for unit in units)


def _units(
    who: str, units: Sequence[ChartUnit], multipliers: Callable[[ChartUnit], list[Multiplier]], card: Card
) -> tuple[int, list[Line]]:
    """Reduce units one by one, and add them up; those that count in full share a line."""
    plain, lines, total = [], [], 0
    for unit in units:
        applied = multipliers(unit)
        if not applied:
            plain.append(unit)
            continue
        result = reduced(unit.factor, [multiplier.by for multiplier in applied], card)
        total += result.factor
        why = dict.fromkeys(filter(None, [*(multiplier.source for multiplier in applied), result.source]))
        what = f"{unit.called} {', '.join(multiplier.what for multiplier in applied)}"
        lines.append(Line(what, str(result.factor), ", ".join(why)))
    if plain:
        whole = sum(unit.factor for unit in plain)
        return total + whole, [Line(f"{who} factors", str(whole), written(plain)), *lines]
    return total, lines


def _total(
    units: tuple[int, list[Line]], who: FiredAt, support: Support, shift: Shift, card: Card
) -> Strength:
    """Add artillery to the units' factors, and say what aircraft add after each result of antiair fire."""
    _check(support)
    fire = fire_at(support.cas, support.aa, card, who, always=support.under_fire)
    gun_points = shifted_points(_artillery(support, card), shift.columns, card)
    factor = units[0] + gun_points
    adds = tuple((code, shifted_points(left, shift.columns, card)) for code, left in fire.leaves)
    lines = [*units[1], *_support_lines(support, fire, gun_points, shift, card)]
    lines.append(
        Line(f"{who} strength", str(factor), "their sum, aircraft apart" if support.cas else "their sum")
    )
    return Strength(factor, fire, adds, tuple(lines))


def _artillery(support: Support, card: Card) -> int:
    """Add up the points of batteries as they fire."""
    return support.artillery + after_moving(support.moved, card)


def _check(support: Support) -> None:
    given = {"artillery points": support.artillery, "CAS points": support.cas, "AA factors": support.aa}
    for what, points in given.items():
        if not 0 <= points <= MOST_POINTS:
            raise NotAllowed(f"name {what} from 0 to {MOST_POINTS}, not {points}")
    if support.aa and not support.cas:
        raise NotAllowed("AA factors fire at aircraft, and no CAS points are named for them")


def _support_lines(support: Support, fire: Fire, gun_points: int, shift: Shift, card: Card) -> list[Line]:
    ruling = ", ruling support-terrain" if shift.columns else ""
    lines = [*shift.lines, *moved_lines(support.moved, card)]
    if points := _artillery(support, card):
        source = f"{counted(points, 'point')}, ruling artillery-support{ruling}"
        lines.append(Line("artillery", str(gun_points), source))
    if support.cas:
        lines.append(Line("close air support", str(support.cas), f"CAS points, ruling cas-in-combat{ruling}"))
        lines += fire_lines(fire, support.aa, card)
    return lines
