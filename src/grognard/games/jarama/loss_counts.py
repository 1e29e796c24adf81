# SPDX-License-Identifier: Apache-2.0
"""Losses of a whole hex, counted: how many units lose points, and how many of them all they have.

Ten units and ten points make some ninety thousand ways to lose them, too many to list. Here the ways are
worked out roll by roll in arrays, equal ones added up after each, and counted after the last; the weights stay whole. The
rule itself is `random_loss.assign_losses`, and a test compares the two.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.games.jarama.desk_text import label
from grognard.games.jarama.random_loss import AnyUnit, LossCount, LossSheet, LossTable, Row, loss_table
from grognard.games.jarama.terms import enemy
from grognard.procedures.procedure import Coarse
from grognard.umpire import D10, Chance

Ints = NDArray[np.int64]
# The points that each unit has lost are the digits of one number.
BASE = 11
MOST_POINTS = 99
UNTOUCHED, HURT, GONE = "loses nothing", "loses points", "eliminated"


class LossCounts(msgspec.Struct, frozen=True, eq=False):
    """How likely so many units lose points and so many are eliminated, and what becomes of each unit by itself."""

    counts: Chance[tuple[int, int]]
    fates: tuple[Chance[str], ...]


class _Ways(msgspec.Struct, frozen=True, eq=False):
    """Every way to lose the points so far, as a number, with how many ways of the dice lead to it."""

    codes: Ints
    weights: Ints

    def lost(self, units: int) -> Ints:
        """Return the points each unit has lost, one way a line."""
        return self.codes[:, None] // BASE ** np.arange(units) % BASE


def coarse(sheet: LossSheet) -> Coarse:
    """Count the units that lose points, and state the assumption made for any question to a player."""
    row, table = sheet.row, loss_table(sheet.row.card)
    points = sorted(unit.points for unit in row.units)
    losses = losses_counted([unit.points for unit in row.units], sheet.points, table)
    asked = [
        len(row.units) - units
        for units, faces in enumerate(table.any_unit, 1)
        if faces and units <= len(row.units)
    ]
    # A question arises if enough units may be gone with a roll to come.
    granted = any(sum(points[:gone]) < sheet.points for gone in asked)
    counts = {LossCount(*count): weight for count, weight in losses.counts.weights()}
    fates = zip((unit.called for unit in row.units), losses.fates, strict=True)
    return Coarse(
        Chance.known(counts, losses.counts.total),
        (_granted(row, most=table.most),) if granted else (),
        tuple(fates),
    )


def _granted(row: Row, *, most: bool) -> str:
    chooser = row.side if most else enemy(row.side)
    return f"{chooser} {label(AnyUnit(row.side))}: one with {'most' if most else 'fewest'} points left"


def losses_counted(units: Sequence[int], points: int, table: LossTable) -> LossCounts:
    """Count the outcomes for up to ten units, given by their points, that lose from 1 to 10 points together."""
    points_each = np.array(units, dtype=np.int64)
    ways = _Ways(np.zeros(1, np.int64), np.ones(1, np.int64))
    for rolls in range(points, 1, -1):
        ways = _after_a_roll(_merge_alike(ways, points_each, rolls, table), points_each, table)
    return _after_the_last(_merge_alike(ways, points_each, 1, table), points_each, table)


def _merge_alike(ways: _Ways, points_each: Ints, rolls: int, table: LossTable) -> _Ways:
    """Merge ways whose difference no longer matters with so many rolls to come.

    Of a unit with more points left than there are rolls it matters only whether it has lost any; provided so many
    units are safe that the question for any unit, which depends on who has most left, cannot arise.
    """
    lost = ways.lost(len(points_each))
    safe = points_each - lost > rolls
    safe &= safe.sum(axis=1, keepdims=True) > table.last_asked
    codes = np.where(safe, np.minimum(lost, 1), lost) @ BASE ** np.arange(len(points_each))
    return _merged(codes, ways.weights)


def _after_a_roll(ways: _Ways, points_each: Ints, table: LossTable) -> _Ways:
    faces = _faces(points_each - ways.lost(len(points_each)), table)
    over = ways.weights * (D10.sides - faces.sum(axis=1))
    way, unit = np.nonzero(faces)
    codes = np.concatenate([ways.codes[way] + BASE**unit, ways.codes[over > 0]])
    weights = np.concatenate([ways.weights[way] * faces[way, unit], over[over > 0]])
    return _merged(codes, weights)


def _merged(codes: Ints, weights: Ints) -> _Ways:
    """Add up the weights of equal ways."""
    order = np.argsort(codes, kind="stable")
    codes, weights = codes[order], weights[order]
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    return _Ways(codes[first], np.add.reduceat(weights, first))


def _after_the_last(ways: _Ways, points_each: Ints, table: LossTable) -> LossCounts:
    """Roll once more, and count: it no longer matters which unit lost what."""
    lost, weights = ways.lost(len(points_each)), ways.weights[:, None]
    faces = _faces(points_each - lost, table)
    new, last = lost == 0, lost + 1 == points_each
    side = len(points_each) + 1
    # The counts so far, what each roll adds to them, and what rolls that hit no unit leave unchanged.
    before = (lost > 0).sum(axis=1) * side + (lost == points_each).sum(axis=1)
    counts = np.zeros(side * side, np.int64)
    np.add.at(counts, before[:, None] + new * side + last, weights * faces)
    np.add.at(counts, before, ways.weights * (D10.sides - faces.sum(axis=1)))
    untouched = (weights * (D10.sides - faces) * new).sum(axis=0)
    gone = (weights * D10.sides * (lost == points_each) + weights * faces * last).sum(axis=0)
    by_count = {divmod(at, side): weight for at, weight in enumerate(counts.tolist()) if weight}
    total = sum(by_count.values())
    return LossCounts(
        Chance.known(by_count, total),
        tuple(_fate(some, all_, total) for some, all_ in zip(untouched.tolist(), gone.tolist(), strict=True)),
    )


def _fate(untouched: int, gone: int, total: int) -> Chance[str]:
    hurt = total - untouched - gone
    return Chance({UNTOUCHED: untouched, HURT: hurt, GONE: gone})


def _faces(left: Ints, table: LossTable) -> Ints:
    """Return how many faces of the die hit each unit, by the points that are left to all, one way a line."""
    standing = left > 0
    count = standing.sum(axis=1)
    places, any_unit = _arrays(table)
    # The places of the standing units, from the 1st; an eliminated unit has no place in the row.
    place = np.where(standing, standing.cumsum(axis=1), 0)
    faces: Ints = places[count[:, None], place]
    picked = left.argmax(axis=1) if table.most else np.where(standing, left, MOST_POINTS + 1).argmin(axis=1)
    faces[np.arange(len(left)), picked] += any_unit[count]
    return faces


@lru_cache(maxsize=512)
def _arrays(table: LossTable) -> tuple[Ints, Ints]:
    """Return the faces for each row and each place in it, both from 1, and those for any unit."""
    rows = len(table.places)
    places = np.zeros((rows + 1, rows + 1), np.int64)
    for row, faces in enumerate(table.places, 1):
        places[row, 1 : row + 1] = faces
    return places, np.array([0, *table.any_unit], dtype=np.int64)
