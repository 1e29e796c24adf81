# SPDX-License-Identifier: Apache-2.0
"""An attack before the dice: what the card asks about it, and the worksheet with its strengths, odds and columns."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.labels import Odds
from grognard.games.jarama import effectiveness
from grognard.games.jarama.anti_air import Fire
from grognard.games.jarama.armor import superiority
from grognard.games.jarama.demoralization import morale_lines
from grognard.games.jarama.random_loss import LAST_ROW, Row, check_stack, row_lines
from grognard.games.jarama.stacks import ATTACKING, DEFENDING, Attackers, ChartUnits, Defenders, parse_units
from grognard.games.jarama.strength import Strength, Support, attack_strength, defence_strength
from grognard.games.jarama.terms import CARD, Side, Terrain, enemy
from grognard.games.jarama.terrain import Ground, Shift, combat_shift, shifted
from grognard.procedures.procedure import Line, NotAllowed, ToldSheet, citing
from grognard.registry import Card
from grognard.rules.worksheet import found_column

TABLE = "crt"


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack on one hex."""

    attackers: Attackers
    defenders: Defenders
    side: Annotated[Side, Meta(description="who attacks")] = "Nationalist"
    terrain: Annotated[Terrain, Meta(description="the hex attacked")] = "clear"
    hill: Annotated[bool, Meta(description="it is a hill")] = False
    fortification: Annotated[bool, Meta(description="it is fortified")] = False
    position: Annotated[bool, Meta(description="a position is prepared there")] = False
    artillery: Annotated[int, Meta(description="artillery points allotted to the attack")] = 0
    cas: Annotated[int, Meta(description="CAS points of the attacker's aircraft")] = 0
    aa: Annotated[int, Meta(description="the defender's AA factors against them")] = 0
    defending_artillery: Annotated[int, Meta(description="artillery points allotted to the defence")] = 0
    defending_cas: Annotated[int, Meta(description="CAS points of the defender's aircraft")] = 0
    attacking_aa: Annotated[int, Meta(description="the attacker's AA factors against them")] = 0
    stood: Annotated[bool, Meta(description="no attacker has moved this turn")] = False
    mobile: Annotated[bool, Meta(description="a mobile attack, in the midst of movement")] = False


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as the charts take it, whether written at the desk or on a map."""

    side: Side
    attackers: ChartUnits
    defenders: ChartUnits
    ground: Ground = Ground()
    support: Support = Support()
    defending_support: Support = Support()
    stood: bool = False
    mobile: bool = False


class CombatSheet(ToldSheet, frozen=True):
    """What one attack rolls on.

    `columns` has the column of the CRT for each result of antiair fire on the attacker's and the defender's aircraft.
    `counterattack` has the ids of units on a map that counterattack a patrol.
    """

    side: Side
    attackers: Row
    defenders: Row
    fire: Fire
    defending_fire: Fire
    columns: tuple[tuple[tuple[str, str], str], ...]
    attack_effectiveness: tuple[int, ...]
    defence_effectiveness: tuple[int, ...]
    card: Card
    counterattack: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def worksheet(combat: Combat, card: Card = CARD) -> CombatSheet:
    """CRT: work out an attack written at the desk; refuse what the rules forbid."""
    fight = Fight(
        side=combat.side,
        attackers=parse_units(combat.attackers, "attacking units", (*ATTACKING, "dsg", "dem")),
        defenders=parse_units(combat.defenders, "defending units", DEFENDING),
        ground=Ground(combat.terrain, combat.hill, combat.fortification, combat.position),
        support=Support(artillery=combat.artillery, cas=combat.cas, aa=combat.aa),
        defending_support=Support(
            artillery=combat.defending_artillery, cas=combat.defending_cas, aa=combat.attacking_aa
        ),
        stood=combat.stood,
        mobile=combat.mobile,
    )
    return sheet_of(fight, card)


@lru_cache(maxsize=4096)
def sheet_of(fight: Fight, card: Card) -> CombatSheet:
    """CRT: work out an attack: strengths, odds, the column for each result of antiair fire, effectiveness, rows of losses."""
    check(fight, card)
    attack, defence, shift = strengths(fight, card)
    columns = {codes: _column(odds, shift.columns, card) for codes, odds in _odds(attack, defence)}
    ours = effectiveness.effectiveness_numbers(fight.attackers, card)
    theirs = effectiveness.effectiveness_numbers(fight.defenders, card)
    rows = Row(fight.attackers, fight.side, card), Row(fight.defenders, enemy(fight.side), card)
    lines = (
        *attack.lines,
        *defence.lines,
        *shift.lines,
        *(line for line, _ in columns.values()),
        *effectiveness.difference_lines(ours, theirs, card),
        *row_lines(rows[0], "attacker's"),
        *row_lines(rows[1], "defender's"),
        *morale_lines((*fight.attackers, *fight.defenders), card),
    )
    labels = {codes: label for codes, (_, label) in columns.items()}
    told = f"{' or '.join(dict.fromkeys(labels.values()))}, effectiveness {ours[0]} to {theirs[0]}"
    fires = attack.fire, defence.fire
    return CombatSheet(lines, told, fight.side, *rows, *fires, tuple(labels.items()), ours, theirs, card)


def strengths(fight: Fight, card: Card) -> tuple[Strength, Strength, Shift]:
    """Work out the strength of each side, and all shifts of columns."""
    attack = attack_strength(fight.attackers, fight.ground, fight.support, card, mobile=fight.mobile)
    return (
        attack,
        defence_strength(fight.defenders, fight.ground, fight.defending_support, card),
        _shift(fight, card),
    )


def rolls_on(fight: Fight, card: Card) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return what the dice of a battle depend on: the columns it is rolled on, and the defenders' effectiveness numbers."""
    attack, defence, shift = strengths(fight, card)
    columns = tuple(_column(odds, shift.columns, card)[1] for _, odds in _odds(attack, defence))
    return columns, effectiveness.effectiveness_numbers(fight.defenders, card)


def check(fight: Fight, card: Card) -> None:
    """Refuse an attack that the rules forbid."""
    for unit in fight.attackers:
        if unit.unfit:
            raise NotAllowed(f"{unit.called} is {unit.unfit} and may not attack (ruling states-in-combat)")
        if unit.level and "slope" in unit.crossing and card.ruled("slope-uphill") == "uphill":
            raise NotAllowed(
                f"{unit.called} attacks up a slope, so it does not stand as high as what it attacks; leave out slope or level (ruling slope-uphill)"
            )
    if not any(unit.factor for unit in fight.attackers):
        raise NotAllowed("an attack needs some combat factor, and the attackers have 0")
    if fight.mobile and fight.stood:
        raise NotAllowed("a mobile attack is made by units that move; they have not stood still")
    if fight.mobile and fight.support != Support():
        raise NotAllowed("neither batteries nor aircraft support a mobile attack (ruling mobile-attack)")
    check_stack(len(fight.defenders))
    if reason := why_too_many(len(fight.attackers), card):
        raise NotAllowed(reason)


def why_too_many(units: int, card: Card) -> str:
    """Ruling attackers-row: say why so many units may not attack together; empty if they may."""
    if units <= LAST_ROW or card.ruled("attackers-row") != "ten-attack":
        return ""
    return f"at most {LAST_ROW} units attack together, and here are {units} (ruling attackers-row)"


def _shift(fight: Fight, card: Card) -> Shift:
    """Add up every shift of columns: terrain, armour superiority, attackers that stood still."""
    shifts = [
        combat_shift(fight.ground, fight.attackers, card),
        superiority(fight.attackers, fight.defenders, card),
    ]
    if fight.stood:
        gained = 1 if card.ruled("stand-still") == "one-column" else 0
        shifts.append(shifted("attackers stood still", gained, "ruling stand-still"))
    lines = tuple(line for shift in shifts for line in shift.lines)
    return Shift(sum(shift.columns for shift in shifts), lines)


def _odds(attack: Strength, defence: Strength) -> Iterator[tuple[tuple[str, str], Odds]]:
    """Yield the odds after each result of antiair fire on both sides' aircraft."""
    for ours, added in attack.adds:
        for theirs, more in defence.adds:
            yield (ours, theirs), Odds(Fraction(attack.factor + added), Fraction(defence.factor + more))


def _column(odds: Odds, by: int, card: Card) -> tuple[Line, str]:
    """CRT: find the column of the odds, and shift it; ruling shift-beyond: no farther than the table goes."""
    chart = card.chart(TABLE)
    axis, place = chart.column_axes[0], found_column(chart, odds)
    wanted = (place.index or 0) + by
    index = max(0, min(wanted, len(axis.labels) - 1))
    rulings = [*place.rulings, *(["shift-beyond"] if index != wanted else [])]
    moved = f", shifted {by:+d}" if by else ""
    source = f"{TABLE}: {place.label}{moved}{citing(*rulings)}"
    return Line(f"odds {odds}", axis.labels[index], source, table=TABLE), axis.labels[index]
