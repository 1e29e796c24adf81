"""What each side brings to a battle: factors unit by unit, artillery, and aircraft after antiair fire."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from grognard.games import Card
from grognard.games.jarama.anti_air import Fire, fire_at, fire_lines
from grognard.games.jarama.bands import shifted_points
from grognard.games.jarama.reduction import Multiplier, reduced
from grognard.games.jarama.stacks import Unit, written
from grognard.games.jarama.terrain import Ground, attackers_multipliers, cover, defenders_multipliers
from grognard.rules.procedure import Line, NotAllowed

HALF = Fraction(1, 2)
MOST_POINTS = 999


class Support(msgspec.Struct, frozen=True, kw_only=True):
    """What else fights for a side: artillery points, CAS points, and the enemy's AA factors against these.

    Where it is not known whether anybody fires, the aircraft are `under_fire` all the same: the die tells nothing.
    """

    artillery: int = 0
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
    units: Sequence[Unit], ground: Ground, support: Support, card: Card, *, mobile: bool
) -> Strength:
    """Add up the attackers: those across a hexside, mech units, without supply or on the move are reduced."""

    def multipliers(unit: Unit) -> list[Multiplier]:
        found = [*attackers_multipliers(ground, unit, card), *_states(unit)]
        return [*found, Multiplier("mobile attack", HALF, "ruling mobile-attack")] if mobile else found

    cover_shift = cover(ground, card)
    full = card.ruled("support-terrain") == "full"
    lines = () if full or not (support.artillery or support.cas) else cover_shift.lines
    return _added_up("attack", units, multipliers, support, 0 if full else cover_shift.columns, lines, card)


def defence_strength(units: Sequence[Unit], ground: Ground, support: Support, card: Card) -> Strength:
    """Add up the defenders: doubled in a city, mech units by the terrain, states halved."""
    if support.artillery and card.ruled("artillery-support") == "attack":
        raise NotAllowed("artillery supports attacks alone (ruling artillery-support)")

    def multipliers(unit: Unit) -> list[Multiplier]:
        return [*defenders_multipliers(ground, unit, card), *_states(unit)]

    return _added_up("defence", units, multipliers, support, 0, (), card)


def _states(unit: Unit) -> list[Multiplier]:
    """Ruling states-in-combat: each state halves."""
    states = {
        "out of supply": unit.out_of_supply,
        "disorganised": unit.disorganised,
        "demoralised": unit.demoralised,
    }
    return [Multiplier(state, HALF, "ruling states-in-combat") for state, holds in states.items() if holds]


def _added_up(  # noqa: PLR0913, PLR0917 - what a side is made of
    who: str,
    units: Sequence[Unit],
    multipliers: Callable[[Unit], list[Multiplier]],
    support: Support,
    shift: int,
    shift_lines: tuple[Line, ...],
    card: Card,
) -> Strength:
    _check(support)
    plain: list[Unit] = []
    lines: list[Line] = []
    factor = 0
    for unit in units:
        found = multipliers(unit)
        if not found:
            plain.append(unit)
            factor += unit.factor
            continue
        counts = reduced(unit.factor, [each.by for each in found], card)
        factor += counts.factor
        why = ", ".join(dict.fromkeys([*(each.source for each in found), counts.source]))
        what = f"{unit.called} {', '.join(each.what for each in found)}"
        lines.append(Line(what, str(counts.factor), why.rstrip(", ")))
    if plain:
        lines.insert(0, Line(f"{who} factors", str(sum(unit.factor for unit in plain)), written(plain)))
    why = f"antiair fire on the {who}'s aircraft"
    fire = fire_at(support.cas, support.aa, card, why, always=support.under_fire)
    shells = shifted_points(support.artillery, shift, card)
    if support.artillery or support.cas:
        lines += _support_lines(support, fire, shells, shift_lines, card)
    adds = tuple((code, shifted_points(left, shift, card)) for code, left in fire.leaves)
    lines.append(
        Line(
            f"{who} strength", str(factor + shells), "their sum" + (", aircraft apart" if support.cas else "")
        )
    )
    return Strength(factor + shells, fire, adds, tuple(lines))


def _check(support: Support) -> None:
    given = {"artillery points": support.artillery, "CAS points": support.cas, "AA factors": support.aa}
    for what, points in given.items():
        if not 0 <= points <= MOST_POINTS:
            raise NotAllowed(f"name {what} from 0 to {MOST_POINTS}, not {points}")
    if support.aa and not support.cas:
        raise NotAllowed("AA factors fire at aircraft, and no CAS points are named for them")


def _support_lines(
    support: Support, fire: Fire, shells: int, shift_lines: tuple[Line, ...], card: Card
) -> list[Line]:
    ruling = ", ruling support-terrain" if shift_lines else ""
    found = list(shift_lines)
    if support.artillery:
        found.append(
            Line("artillery", str(shells), f"{support.artillery} points, ruling artillery-support{ruling}")
        )
    if support.cas:
        found.append(Line("close air support", str(support.cas), f"CAS points, ruling cas-in-combat{ruling}"))
        found += fire_lines(fire, support.aa, card)
    return found
