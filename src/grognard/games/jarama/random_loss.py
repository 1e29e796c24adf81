"""Random Loss Assignment Table: for each Troop point lost a roll in the row for the units in the hex."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted
from grognard.games import Card
from grognard.games.jarama.stacks import DEFENDING, Defenders, Unit, ordinal, parse_units, written
from grognard.games.jarama.terms import CARD, Side, enemy
from grognard.rules.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.rules.reading import faces_of
from grognard.umpire import D10, Call, Choose, Reading, Roll, Rule

TABLE = "random-loss"
ANY = "Any unit"
# The table ends with ten units.
LAST_ROW = 10
MOST_LOST = 10

# The points that each unit of a row has lost, in its order.
Lost = tuple[int, ...]


class Row(msgspec.Struct, frozen=True, cache_hash=True):
    """The units of a side in one battle or hex, in the order of the table; and `shown` the position on a map.

    What is shown is for whoever looks on while somebody chooses: the position after so many losses.
    """

    units: tuple[Unit, ...]
    side: Side
    card: Card
    shown: Callable[[Lost], object] | None = None

    def standing(self, lost: Lost) -> list[int]:
        """Return the places of the units that are left; ruling attackers-row: of more than ten the ten largest."""
        left = [at for at, unit in enumerate(self.units) if unit.points > lost[at]]
        if len(left) <= LAST_ROW:
            return left
        largest = sorted(left, key=lambda at: lost[at] - self.units[at].points)[:LAST_ROW]
        return sorted(largest)


def lose(row: Row, points: int) -> Rule[Lost]:
    """Take so many Troop points off a row, one after another; a unit without points is removed and the row shrinks."""
    if not points:
        return (0,) * len(row.units)
    # What was lost before is asked for as a rule of its own: however it came about, it is worked out once.
    lost: Lost = yield Call(lose, row, points - 1)
    standing = row.standing(lost)
    if not standing:
        return lost
    hit = standing[0]
    if len(standing) > 1:
        heading: str = yield Roll(
            f"{row.side} {ordinal(points)} Troop point", shares(len(standing), row.card)
        )
        if heading == ANY:
            hit = yield from any_unit(row, lost, standing)
        else:
            hit = standing[int(heading.partition(" ")[0][:-2]) - 1]
    return (*lost[:hit], lost[hit] + 1, *lost[hit + 1 :])


@cache
def shares(units: int, card: Card) -> Reading[str]:
    """Read how the row for so many units shares out the die."""
    chart = card.chart(TABLE)
    return Reading(D10, {face: chart.roll(units, face).column for face in D10.totals})


def any_unit(row: Row, lost: Lost, standing: list[int]) -> Rule[int]:
    """Ruling random-loss-any: the owner picks, who spends points where most are left; or the opponent, where fewest."""
    by_owner = row.card.ruled("random-loss-any") == "owner"
    sign = -1 if by_owner else 1
    order = sorted(standing, key=lambda at: sign * (row.units[at].points - lost[at]))
    names = {row.units[at].called: at for at in order}
    chooser = row.side if by_owner else enemy(row.side)
    now = row.shown(lost) if row.shown else None
    picked: str = yield Choose(chooser, f"any unit of the {row.side} side loses a point", tuple(names), now)
    return names[picked]


def row_lines(row: Row, who: str) -> list[Line]:
    """Say which row a side's losses fall on, and who is which unit of it."""
    first = len(row.standing((0,) * len(row.units)))
    given = faces_of(shares(first, row.card))
    rulings = ", ruling loss-order"
    rulings += ", ruling random-loss-any" if ANY in given else ""
    rulings += ", ruling attackers-row" if len(row.units) > LAST_ROW else ""
    return [Line(f"{who} losses", f"row {first}", f"{TABLE}: {written(row.units)}{rulings}")]


# By itself


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
    """Who loses what."""

    lose: tuple[PointsLost, ...]


class LossSheet(Worksheet, frozen=True):
    """The row, and how many points it loses."""

    told: str
    row: Row
    points: int


@lru_cache(maxsize=4096)
def worksheet(loss: RandomLoss, card: Card = CARD) -> LossSheet:
    """Random Loss Assignment Table: find the row, and how it shares out the die."""
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
    return LossSheet(tuple(lines), f"row {len(units)}", row, loss.points)


def check_stack(units: int) -> None:
    """Refuse more units in one hex than the table has rows."""
    if units > LAST_ROW:
        raise NotAllowed(
            f"a hex holds at most {LAST_ROW} units ({TABLE}: its last row), and here are {units}"
        )


def random_loss(sheet: LossSheet) -> Rule[LossOutcome]:
    """Roll for each point."""
    lost: Lost = yield Call(lose, sheet.row, sheet.points)
    return LossOutcome(points_lost(sheet.row.units, lost))


def points_lost(units: tuple[Unit, ...], lost: Lost) -> tuple[PointsLost, ...]:
    """Name the units that lost points."""
    return tuple(
        PointsLost(unit.called, points, points >= unit.points)
        for unit, points in zip(units, lost, strict=True)
        if points
    )


def tell(outcome: LossOutcome) -> str:
    """Say in words what an outcome is."""
    return ", ".join(
        f"{each.unit} eliminated" if each.eliminated else f"{each.unit} loses {counted(each.points, 'point')}"
        for each in outcome.lose
    )


PARTS = (
    ("units that lose points", lambda outcome: str(len(outcome.lose))),
    ("units eliminated", lambda outcome: str(sum(each.eliminated for each in outcome.lose))),
)
PROCEDURE = Procedure(
    "random-loss", "Random loss assignment", RandomLoss, worksheet, random_loss, tell, PARTS
)
