# SPDX-License-Identifier: Apache-2.0
"""TEC in battle: columns, halving across hexsides, mech modifiers, and cover from artillery and aircraft."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from grognard.charts.chart import Cell
from grognard.games.jarama.reduction import Multiplier
from grognard.games.jarama.stacks import ChartUnit
from grognard.games.jarama.terms import Terrain, plain
from grognard.procedures.procedure import Line, signed
from grognard.registry import Card

HILL = "hill"


class Ground(msgspec.Struct, frozen=True):
    """The hex that is attacked or shelled: its terrain, and what else is in it."""

    terrain: Terrain = "clear"
    hill: bool = False
    fortification: bool = False
    position: bool = False

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the chart for what is in the hex."""
        features = {HILL: self.hill, "fortification": self.fortification, "position": self.position}
        return (plain(self.terrain), *(name for name, there in features.items() if there))


class Shift(msgspec.Struct, frozen=True):
    """How many columns to the right, or to the left below 0, and every reason."""

    columns: int
    lines: tuple[Line, ...]


def shifted(what: str, columns: int, source: str) -> Shift:
    """Make a shift for one reason."""
    return Shift(columns, (Line(what, signed(columns), source),))


# Combat


def combat_shift(ground: Ground, attackers: Sequence[ChartUnit], card: Card) -> Shift:
    """TEC, Combat, ruling tec-combat: the features of the hex attacked that shift columns."""
    spared = ground.hill and is_hill_spared(attackers, card)
    cells = [card.chart("tec")[row, "combat"] for row in ground.rows if not (spared and row == HILL)]
    counting = _best_or_all(cells, card)
    # If some attack uphill and some do not, the ruling has decided whether the hill counts.
    ruled = len({unit.level for unit in attackers}) > 1 and note_b_on_hill(card)
    by_ruling = ", ruling hill-shift" if ruled else ""
    lines = _shift_lines(counting, cells, card, by_ruling)
    if spared:
        source = f"tec: Hill, note B, ruling tec-note-b{by_ruling}"
        lines.insert(0, Line("not all attack uphill", "0", source))
    return Shift(_columns(counting, card), tuple(lines))


def is_hill_spared(attackers: Sequence[ChartUnit], card: Card) -> bool:
    """Note B on the hill: return whether it shifts nothing, since no unit attacks uphill or (ruling hill-shift) not all do."""
    level = [unit.level for unit in attackers]
    spares = any(level) if card.ruled("hill-shift") == "all-uphill" else all(level)
    return spares and note_b_on_hill(card)


def note_b_on_hill(card: Card) -> bool:
    """Ruling tec-note-b: return whether only units that attack uphill suffer from a hill, as printed."""
    tec = card.chart("tec")
    return bool(tec.does(tec[HILL, "notes"].text).get("uphill_only"))


def _shifting(cells: Sequence[Cell], card: Card) -> list[Cell]:
    return [cell for cell in cells if card.chart("tec").does(cell.reads).get("columns")]


def _columns(cells: Sequence[Cell], card: Card) -> int:
    return sum(card.chart("tec").does(cell.reads)["columns"] for cell in cells)


def _best_or_all(cells: Sequence[Cell], card: Card) -> list[Cell]:
    """Ruling tec-combat: the one shift that helps the defender most, or all of them."""
    shifting = _shifting(cells, card)
    if card.ruled("tec-combat") == "added" or not shifting:
        return shifting
    return [min(shifting, key=lambda cell: _columns([cell], card))]


def _shift_lines(counting: Sequence[Cell], cells: Sequence[Cell], card: Card, hill: str) -> list[Line]:
    """Return a line for each shift; that of a hill with the ruling by which it counts."""
    ruling = ", ruling tec-combat" if len(_shifting(cells, card)) > 1 else ""
    return [
        Line(
            f"defender in {cell.row.lower()}",
            f"{_columns([cell], card):+d}",
            f"tec: {cell.row}{hill if cell.row.lower() == HILL else ''}{ruling}",
        )
        for cell in counting
    ]


@lru_cache(maxsize=4096)
def attackers_multipliers(ground: Ground, unit: ChartUnit, card: Card) -> tuple[Multiplier, ...]:
    """TEC, notes A and B: halving for a unit that attacks across a hexside; and the mech modifiers."""
    tec, multipliers = card.chart("tec"), []
    for hexside in unit.crossing:
        cell = tec[hexside, "combat"]
        note = f", note {tec[hexside, 'notes'].text}" if tec[hexside, "notes"].text else ""
        multipliers.append(
            Multiplier(
                f"across a {hexside}", _times(cell, "attacker_percent", card), f"tec: {cell.row}{note}"
            )
        )
    multipliers += mech_modifiers(ground, unit, card, attacks=True)
    if unit.mech and "slope" in unit.crossing and card.ruled("mech-slope") == "twice":
        cell = tec["slope", "mech modifiers"]
        source = "tec: Slope, Mech modifiers, ruling mech-slope"
        multipliers.append(Multiplier("mech up a slope", _times(cell, "percent", card), source))
    return tuple(multipliers)


@lru_cache(maxsize=4096)
def defenders_multipliers(ground: Ground, unit: ChartUnit, card: Card) -> tuple[Multiplier, ...]:
    """TEC, Def x2: what doubles the defender; and the mech modifiers."""
    cells = [card.chart("tec")[row, "combat"] for row in ground.rows]
    doubled = [
        Multiplier(f"in a {cell.row.lower()}", _times(cell, "defender_percent", card), f"tec: {cell.row}")
        for cell in cells
        if card.chart("tec").does(cell.reads).get("defender_percent")
    ]
    return *doubled, *mech_modifiers(ground, unit, card, attacks=False)


def mech_modifiers(ground: Ground, unit: ChartUnit, card: Card, *, attacks: bool) -> list[Multiplier]:
    """TEC, Mech modifiers, by the hex attacked: the least of its features', or all of them."""
    if not unit.mech or (not attacks and card.ruled("mech-modifiers") == "attacker"):
        return []
    # Note B on the hill spares a defender, and an attacker that does not attack uphill.
    spared = note_b_on_hill(card) and (not attacks or unit.level)
    rows = [row for row in ground.rows if not (row == HILL and spared)]
    cells = [card.chart("tec")[row, "mech modifiers"] for row in rows]
    counting = [cell for cell in cells if card.chart("tec").does(cell.reads).get("percent")]
    ruling = ", ruling tec-combat" if len(counting) > 1 else ""
    if counting and card.ruled("tec-combat") == "best-cover":
        counting = [min(counting, key=lambda cell: _times(cell, "percent", card))]
    source = f", Mech modifiers, ruling mech-modifiers{ruling}"
    return [
        Multiplier(f"mech in {cell.row.lower()}", _times(cell, "percent", card), f"tec: {cell.row}{source}")
        for cell in counting
    ]


def _times(cell: Cell, what: str, card: Card) -> Fraction:
    """Return what a cell multiplies by."""
    return Fraction(card.chart("tec").does(cell.reads)[what], 100)


# Artillery fire and aircraft


def cover(ground: Ground, card: Card, *, features: Sequence[str] = (), aim: str = "") -> Shift:
    """TEC, Artillery Fire/CAS, ruling tec-artillery: the best cover of the hex, and of the target itself.

    `features` are the roads and bridges in the hex; added up, they count whether they are aimed at or not.
    """
    tec, added = card.chart("tec"), card.ruled("tec-artillery") == "added"
    covers = _shifting([tec[row, "artillery"] for row in ground.rows], card)
    aimed = _shifting([tec[row, "artillery"] for row in features if added or row == aim], card)
    if covers and not added:
        covers = [min(covers, key=lambda cell: _columns([cell], card))]
    counting = [*covers, *aimed]
    lines = tuple(
        Line(
            f"{'target' if cell in aimed else 'cover'}: {cell.row.lower()}",
            f"{_columns([cell], card):+d}",
            f"tec: {cell.row}, Artillery Fire/CAS, ruling tec-artillery",
        )
        for cell in counting
    )
    return Shift(_columns(counting, card), lines)


@lru_cache(maxsize=4096)
def shifted_points(points: int, columns: int, card: Card) -> int:
    """Ruling support-terrain: move points along the headings, to the near end of the band they come to.

    Left of the first heading no points remain; the last one has no end.
    """
    if not points or not columns:
        return points
    axis = card.chart("bombardment").column_axes[0]
    here = axis.find(points).index or 0
    there = min(here + columns, len(axis.labels) - 1)
    if there < 0:
        return 0
    if there == here:
        return points
    span = axis.span(there)
    return span.low if span.high is None or columns > 0 else span.high
