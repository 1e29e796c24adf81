# SPDX-License-Identifier: Apache-2.0
"""Antiair Defense Table: what fire from the ground leaves of an air mission, before it resolves."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted
from grognard.games.jarama.reduction import Reduced, reduced
from grognard.games.jarama.terms import CARD
from grognard.procedures.procedure import Event, Line, NotAllowed, ToldSheet
from grognard.procedures.reading import column, faces_of
from grognard.registry import Card
from grognard.umpire import D10, Question, Reading, Roll, Rule

TABLE = "anti-air"
NO_EFFECT = "0"
MOST_POINTS = 999
NO_FIRE = Line("antiair fire", "none", "ruling no-aa-factor")

Factors = Annotated[int, Meta(description="the AA factors that cover the hex")]
# The target of the fire: a mission of its own, or aircraft that support one side of a battle.
FiredAt = Literal["mission", "attack", "defence"]


class AntiairFire(Question[str], frozen=True, omit_defaults=True):
    """The roll for fire at aircraft."""

    on: FiredAt = "mission"


class AntiAir(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fire at one air mission."""

    points: Annotated[int, Meta(description="FB or CAS points of the aircraft")]
    aa: Factors


class AntiAirOutcome(msgspec.Struct, frozen=True):
    """The result as the card prints it, and the points that are left."""

    result: str
    points: int


class Fire(msgspec.Struct, frozen=True, cache_hash=True):
    """What fire at a mission rolls on, None if there is no fire; and the points left by each result."""

    roll: Roll[str] | None
    leaves: tuple[tuple[str, int], ...]

    def left(self, result: str) -> int:
        """Return the points that a result leaves."""
        return dict(self.leaves)[result]


class FireSheet(ToldSheet, frozen=True):
    """The worksheet of fire at one mission."""

    fire: Fire


@lru_cache(maxsize=4096)
def worksheet(fired: AntiAir, card: Card = CARD) -> FireSheet:
    """Antiair Defense Table: find the column, and what each result leaves."""
    check_points(fired.points, "FB or CAS points")
    fire = fire_at(fired.points, fired.aa, card)
    told = f"AA {fired.aa}" if fire.roll else "no antiair fire"
    return FireSheet(
        (Line("FB or CAS", str(fired.points), "the aircraft"), *fire_lines(fire, fired.aa, card)), told, fire
    )


def check_points(points: int, what: str) -> None:
    """Refuse points that no counter has."""
    if not 1 <= points <= MOST_POINTS:
        raise NotAllowed(f"name {what} from 1 to {MOST_POINTS}, not {points}")


@lru_cache(maxsize=4096)
def fire_at(points: int, aa: int, card: Card, on: FiredAt = "mission", *, always: bool = False) -> Fire:
    """Antiair Defense Table: work out fire at a mission; ruling no-aa-factor: without a factor there is none.

    With `always`, dice without effect are rolled even then: the target must not learn from the dice what stands below.
    """
    if aa < 0 or aa > MOST_POINTS:
        raise NotAllowed(f"name AA factors from 0 to {MOST_POINTS}, not {aa}")
    if not aa or not points:
        roll = Roll(AntiairFire(on), Reading(D10, dict.fromkeys(D10.totals, NO_EFFECT))) if always else None
        return Fire(roll, ((NO_EFFECT, points),))
    reading = column(card.chart(TABLE), aa)
    leaves = tuple((code, after_fire(points, code, card).factor) for code, _ in reading.branches)
    return Fire(Roll(AntiairFire(on), reading), leaves)


def after_fire(points: int, result: str, card: Card) -> Reduced:
    """Antiair Defense Table: reduce FB or CAS to 75% or 50% by the Reduction Table; A aborts the mission."""
    if aborts(result):
        return Reduced(0, "Mission aborted")
    percent = card.chart(TABLE).does(result).get("percent", 100)
    return reduced(points, [Fraction(percent, 100)], card)


def aborts(result: str) -> bool:
    """Antiair Defense Table: return whether a result aborts the mission."""
    return bool(CARD.chart(TABLE).does(result).get("aborts"))


def fire_lines(fire: Fire, aa: int, card: Card) -> list[Line]:
    """Say what each result leaves of a mission, by the faces of the die."""
    if fire.roll is None or not aa:
        return [NO_FIRE]
    label = card.chart(TABLE).column_axes[0].find(aa).label
    points = max(left for _, left in fire.leaves)
    lines = []
    for code, faces in faces_of(fire.roll.read).items():
        source = after_fire(points, code, card).source
        where = f"{TABLE}: {label}, {code}" + (f", {source}" if source else "")
        lines.append(Line(f"antiair fire: {faces} of {aa} AA", counted(fire.left(code), "point"), where))
    return lines


def fire_result(fire: Fire) -> Rule[str]:
    """Antiair Defense Table: fire at a mission; return the result."""
    if fire.roll is None:
        return NO_EFFECT
    result: str = yield fire.roll
    return result


def anti_air(sheet: FireSheet) -> Rule[AntiAirOutcome]:
    """Antiair Defense Table: roll, and return what is left of the mission."""
    result = yield from fire_result(sheet.fire)
    return AntiAirOutcome(result, sheet.fire.left(result))


EVENTS = (
    Event("the mission is aborted", "your mission is aborted", lambda fire: aborts(fire.result), good=False),
)


def tell(outcome: AntiAirOutcome) -> str:
    """Put an outcome into words."""
    if aborts(outcome.result):
        return f"{outcome.result}: mission aborted"
    return f"{outcome.result}: {counted(outcome.points, 'point')} left"
