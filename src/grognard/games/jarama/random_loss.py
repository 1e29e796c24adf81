# SPDX-License-Identifier: Apache-2.0
"""Random Loss Assignment Table: for each Troop point lost a roll in the row for the units in the hex."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted, plural
from grognard.games.jarama.stacks import DEFENDING, ChartUnits, Defenders, parse_units, written
from grognard.games.jarama.terms import CARD, Side, enemy
from grognard.procedures.procedure import Event, Line, NotAllowed, ToldSheet
from grognard.procedures.reading import faces_of
from grognard.registry import Card
from grognard.umpire import D10, Call, Choose, Question, Reading, Roll, Rule

TABLE = "random-loss"
# The table ends with ten units.
LAST_ROW = 10
MOST_LOST = 10
# A longer list of outcomes could not be read, and should not be waited for.
MOST_NAMED = 1000

# The points that each unit of a row has lost, in its order.
Lost = tuple[int, ...]
# Returns the position on a map after so many losses, to show while a player chooses.
Shown = Callable[[Lost], object]


class TroopPoint(Question[str], frozen=True):
    """The roll for the unit that loses a Troop point: the first of a side, the second and so on."""

    side: Side
    number: int


class AnyUnit(Question[str], frozen=True):
    """Which unit of a side loses a point, if any may."""

    side: Side


class LossTable(msgspec.Struct, frozen=True, cache_hash=True):
    """The card's table: how many faces hit each place, for one unit, two and so on, and how many hit any unit.

    `Any unit` is the one with `most` points left, or the one with fewest; among equals the first.
    """

    places: tuple[tuple[int, ...], ...]
    any_unit: tuple[int, ...]
    most: bool

    @property
    def last_asked(self) -> int:
        """The most units of which any may be hit."""
        return max((row for row, faces in enumerate(self.any_unit, 1) if faces), default=0)


class Row(msgspec.Struct, frozen=True, cache_hash=True):
    """The units of a side in one battle or hex, in the order of the table."""

    units: ChartUnits
    side: Side
    card: Card

    def standing(self, lost: Lost) -> list[int]:
        """Return the places of the units that are left; ruling attackers-row: of more than ten the ten largest."""
        left = [at for at, unit in enumerate(self.units) if unit.points > lost[at]]
        if len(left) <= LAST_ROW:
            return left
        largest = sorted(left, key=lambda at: lost[at] - self.units[at].points)[:LAST_ROW]
        return sorted(largest)


def assign_losses(row: Row, points: int, shown: Shown | None = None) -> Rule[Lost]:
    """Random Loss Assignment Table: take points off a row, one by one; a unit without any is removed, and the row shrinks."""
    if not points:
        return (0,) * len(row.units)
    # The losses before are a rule of their own, so that each is worked out only once however it came about.
    lost: Lost = yield Call(assign_losses, row, points - 1, shown=shown)
    standing = row.standing(lost)
    if not standing:
        return lost
    hit = standing[0]
    if len(standing) > 1:
        heading: str = yield Roll(TroopPoint(row.side, points), shares(len(standing), row.card))
        if place := place_of(heading):
            hit = standing[place - 1]
        else:
            hit = yield from any_unit(row, lost, standing, shown)
    return (*lost[:hit], lost[hit] + 1, *lost[hit + 1 :])


@lru_cache(maxsize=4096)
def shares(units: int, card: Card) -> Reading[str]:
    """Random Loss Assignment Table: read which faces of the die hit which place, in the row for so many units."""
    chart = card.chart(TABLE)
    return Reading(D10, {face: chart.roll(units, face).column for face in D10.totals})


def place_of(heading: str) -> int:
    """Return the place in a row that a heading such as `1st unit` stands for, from 1; 0 for any unit."""
    return CARD.chart(TABLE).does(heading)["place"]


@lru_cache(maxsize=512)
def loss_table(card: Card) -> LossTable:
    """Return the whole table by the faces of the die, and by ruling random-loss-any which unit `any unit` is."""
    rows = [
        {place_of(heading): ways for heading, ways in shares(units, card).branches}
        for units in range(1, LAST_ROW + 1)
    ]
    places = tuple(tuple(row.get(place, 0) for place in range(1, at + 1)) for at, row in enumerate(rows, 1))
    by_owner = card.ruled("random-loss-any") == "owner"
    return LossTable(places, tuple(row.get(0, 0) for row in rows), by_owner)


def any_unit(row: Row, lost: Lost, standing: list[int], shown: Shown | None = None) -> Rule[int]:
    """Ruling random-loss-any: the owner picks, options ordered by most points left; or the opponent, by fewest."""
    by_owner = row.card.ruled("random-loss-any") == "owner"
    sign = -1 if by_owner else 1
    order = sorted(standing, key=lambda at: sign * (row.units[at].points - lost[at]))
    names = {row.units[at].called: at for at in order}
    chooser = row.side if by_owner else enemy(row.side)
    picked: str = yield Choose(chooser, AnyUnit(row.side), tuple(names), shown(lost) if shown else None)
    return names[picked]


def row_lines(row: Row, who: str) -> list[Line]:
    """Say which row a side's losses fall on, and the order of its units; nothing if none has points, as in free play."""
    if not (first := len(row.standing((0,) * len(row.units)))):
        return []
    given = faces_of(shares(first, row.card))
    rulings = ", ruling loss-order"
    rulings += ", ruling random-loss-any" if not all(map(place_of, given)) else ""
    rulings += ", ruling attackers-row" if len(row.units) > LAST_ROW else ""
    return [Line(f"{who} losses", f"row {first}", f"{TABLE}: {written(row.units)}{rulings}")]


# As a procedure of its own


class RandomLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Troop points lost by the units of one hex."""

    units: Defenders
    points: Annotated[int, Meta(description="how many Troop points they lose")]
    side: Annotated[Side, Meta(description="whose units they are")] = "Republican"


class PointsLost(msgspec.Struct, frozen=True, cache_hash=True):
    """What one unit loses: so many Troop points, and whether they were its last."""

    unit: str
    points: int
    eliminated: bool


class LossOutcome(msgspec.Struct, frozen=True):
    """The units that lose points."""

    losses: tuple[PointsLost, ...]

    @property
    def units(self) -> int:
        """How many units lose points."""
        return len(self.losses)

    @property
    def eliminated(self) -> int:
        """How many of them lose all they have."""
        return sum(loss.eliminated for loss in self.losses)


class LossCount(msgspec.Struct, frozen=True):
    """How many units lose points, and how many of them all they have, without saying which."""

    units: int
    eliminated: int


class LossSheet(ToldSheet, frozen=True):
    """The row, and how many points it loses; `counted_only` if there are too many ways to lose them to list."""

    row: Row
    points: int
    counted_only: bool = False


@lru_cache(maxsize=4096)
def worksheet(loss: RandomLoss, card: Card = CARD) -> LossSheet:
    """Random Loss Assignment Table: find the row, and how it divides up the die."""
    units = parse_units(loss.units, "units in the hex", DEFENDING)
    check_stack(len(units))
    if not 1 <= loss.points <= MOST_LOST:
        raise NotAllowed(f"name the Troop points lost, from 1 to {MOST_LOST}, not {loss.points}")
    row = Row(units, loss.side, card)
    given = faces_of(shares(len(units), card)).items()
    lines = [
        *row_lines(row, "the hex's"),
        *(Line(heading, f"on {faces}", f"{TABLE}: {len(units)}, {heading}") for heading, faces in given),
    ]
    ways = ways_to_lose([unit.points for unit in units], loss.points)
    if ways > MOST_NAMED:
        lines.append(Line("more outcomes than can be named", str(ways), "units are counted, and not named"))
    return LossSheet(tuple(lines), f"row {len(units)}", row, loss.points, counted_only=ways > MOST_NAMED)


def check_stack(units: int) -> None:
    """Refuse more units in one hex than the table has rows."""
    if units > LAST_ROW:
        raise NotAllowed(
            f"a hex holds at most {LAST_ROW} units ({TABLE}: its last row), and here are {units}"
        )


def random_loss(sheet: LossSheet) -> Rule[LossOutcome]:
    """Random Loss Assignment Table: roll for each point."""
    lost: Lost = yield Call(assign_losses, sheet.row, sheet.points)
    return LossOutcome(points_lost(sheet.row.units, lost))


def points_lost(units: ChartUnits, lost: Lost) -> tuple[PointsLost, ...]:
    """Return the units that lost points."""
    return tuple(
        PointsLost(unit.called, points, points >= unit.points)
        for unit, points in zip(units, lost, strict=True)
        if points
    )


def ways_to_lose(units: Sequence[int], points: int) -> int:
    """Count the ways for units with so many points each to lose so many together.

    >>> ways_to_lose([1, 2, 9], 2)
    5
    """
    lost = min(points, sum(units))
    ways = [1] + [0] * lost
    for has in units:
        ways = [sum(ways[max(0, total - has) : total + 1]) for total in range(lost + 1)]
    return ways[lost]


def tell(outcome: LossOutcome | LossCount) -> str:
    """Put an outcome into words."""
    if isinstance(outcome, LossCount):
        units = counted(outcome.units, "unit")
        if outcome.eliminated == outcome.units:
            return f"{units} eliminated"
        gone = f", {outcome.eliminated} of them eliminated" if outcome.eliminated else ""
        return f"{units} {plural(outcome.units, 'loses', 'lose')} points{gone}"
    return ", ".join(
        f"{loss.unit} eliminated" if loss.eliminated else f"{loss.unit} loses {counted(loss.points, 'point')}"
        for loss in outcome.losses
    )


EVENTS = (
    Event("a unit is eliminated", "a unit is eliminated", lambda outcome: outcome.eliminated > 0, good=False),
)
PARTS = (
    ("units that lose points", lambda outcome: str(outcome.units)),
    ("units eliminated", lambda outcome: str(outcome.eliminated)),
)
