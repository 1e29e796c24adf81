# SPDX-License-Identifier: Apache-2.0
"""Bombardment Table: artillery or aircraft on the units of a hex, and on its road, railroad and bridge."""

from functools import lru_cache
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted
from grognard.games.jarama.anti_air import (
    NO_EFFECT,
    Fire,
    aborts,
    check_points,
    fire_at,
    fire_lines,
    fire_result,
)
from grognard.games.jarama.demoralization import Fates, morale_lines, points, tell_fates, test_morale
from grognard.games.jarama.features import FeatureKind, Harm
from grognard.games.jarama.random_loss import Lost, Row, Shown, assign_losses, check_stack, row_lines
from grognard.games.jarama.reduction import after_moving, moved_lines
from grognard.games.jarama.stacks import DEFENDING, ChartUnits, Words, parse_units
from grognard.games.jarama.terms import CARD, Side, Terrain, enemy
from grognard.games.jarama.terrain import Ground, cover
from grognard.procedures.procedure import Event, Line, NotAllowed, ToldSheet
from grognard.procedures.reading import column
from grognard.registry import Card
from grognard.umpire import Call, Question, Reading, Roll, Rule

TABLE = "bombardment"
By = Literal["artillery", "aircraft"]
Aim = Literal["units", "road", "railroad", "bridge"]
Condition = Literal["none", "whole", "damaged"]
FEATURES: tuple[FeatureKind, ...] = get_args(FeatureKind)
# Both rows for roads say the same for artillery.
ROWS: dict[str, str] = {"road": "secondary road", "railroad": "railroad", "bridge": "bridge"}


class BombardmentResult(Question[str], frozen=True, tag="bombardment"):
    """The roll on the table."""


class Bombardment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bombardment of one hex."""

    points: Annotated[int, Meta(description="bombardment points of artillery, or FB of aircraft")] = 0
    by: Annotated[By, Meta(description="who bombards")] = "artillery"
    aa: Annotated[int, Meta(description="AA factors that cover the hex, against aircraft")] = 0
    moved: Annotated[
        tuple[int, ...],
        Meta(description="bombardment points of batteries that have moved this turn, each for itself: 3,3"),
    ] = ()
    side: Annotated[Side, Meta(description="who bombards")] = "Nationalist"
    units: Annotated[
        Words, Meta(description="the units in the hex from the top, as in combat: 5/4/4,tanks6/2/5/3:dsg")
    ] = ()
    aim: Annotated[Aim, Meta(description="what is aimed at")] = "units"
    road: Annotated[Condition, Meta(description="the road in the hex")] = "none"
    railroad: Annotated[Condition, Meta(description="the railroad in the hex")] = "none"
    bridge: Annotated[Condition, Meta(description="the bridge at the hex")] = "none"
    terrain: Annotated[Terrain, Meta(description="the hex bombarded")] = "clear"
    hill: Annotated[bool, Meta(description="it is a hill")] = False
    fortification: Annotated[bool, Meta(description="it is fortified")] = False
    position: Annotated[bool, Meta(description="a position is prepared there")] = False


class Damage(msgspec.Struct, frozen=True):
    """What becomes of a road, railroad or bridge."""

    feature: FeatureKind
    becomes: Harm


class ResultEffects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a result of the table does to the units of a hex, and to its roads, railroads and bridges."""

    points_lost: int = 0
    disorganises: int = 0
    damages: int = 0
    destroys: int = 0

    @property
    def harm(self) -> Harm | None:
        """What becomes of whole roads, railroads and bridges."""
        return "destroyed" if self.destroys else "damaged" if self.damages else None


class BombardmentOutcome(msgspec.Struct, frozen=True):
    """The result as the card prints it, whether units are disorganised, what becomes of them, and of roads and bridges."""

    result: str
    disorganised: bool
    losses: Fates
    damage: tuple[Damage, ...]


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A hex under fire as the charts take it, whether written at the desk or on a map."""

    side: Side
    units: ChartUnits
    ground: Ground
    features: tuple[tuple[FeatureKind, Condition], ...]
    aim: Aim

    @property
    def there(self) -> list[str]:
        """The rows of the terrain chart for what is in the hex."""
        return [ROWS[feature] for feature, state in self.features if state != "none"]


class BombardmentSheet(ToldSheet, frozen=True):
    """What one bombardment rolls on after each result of antiair fire, None if it has no effect."""

    fire: Fire
    readings: tuple[tuple[str, Reading[str] | None], ...]
    row: Row
    features: tuple[tuple[FeatureKind, Condition], ...]
    card: Card


@lru_cache(maxsize=4096)
def worksheet(bombardment: Bombardment, card: Card = CARD) -> BombardmentSheet:
    """Bombardment Table: find the column for a bombardment written at the desk; refuse what the rules forbid."""
    # Batteries that moved may fire without others.
    stood = (bombardment.points,) if bombardment.points else ()
    for points_given in (*stood, *bombardment.moved, bombardment.points + sum(bombardment.moved)):
        check_points(points_given, "bombardment points")
    air = bombardment.by == "aircraft"
    if bombardment.aa and not air:
        raise NotAllowed("AA factors fire at aircraft, and this is artillery")
    if bombardment.moved and air:
        raise NotAllowed("batteries move, aircraft do not; leave --moved out")
    if bombardment.moved and card.ruled("artillery-capacity") == "either":
        raise NotAllowed("a battery moves or fires in a turn, not both (ruling artillery-capacity)")
    units = parse_units(bombardment.units, "units", DEFENDING) if bombardment.units else ()
    if bombardment.aim == "units" and not units:
        raise NotAllowed("name the units in the hex, or aim at a road, railroad or bridge")
    states = tuple((feature, getattr(bombardment, feature)) for feature in FEATURES)
    ground = Ground(bombardment.terrain, bombardment.hill, bombardment.fortification, bombardment.position)
    target = Target(
        side=enemy(bombardment.side), units=units, ground=ground, features=states, aim=bombardment.aim
    )
    return sheet_of(bombardment.points, target, card, aa=bombardment.aa, air=air, moved=bombardment.moved)


def sheet_of(  # noqa: PLR0913 - what the card asks
    points_given: int,
    target: Target,
    card: Card,
    *,
    aa: int,
    air: bool,
    moved: tuple[int, ...] = (),
    under_fire: bool = False,
) -> BombardmentSheet:
    """Work out a bombardment of a hex, by the points of those that stood still, and of each battery that has moved.

    Aircraft `under_fire` are rolled for even without AA factors.
    """
    _check(target)
    lines = [Line("bombardment points", str(points_given), "FB of the aircraft" if air else "artillery")]
    lines += moved_lines(moved, card)
    strength = points_given + after_moving(moved, card)
    fire = fire_at(strength, aa, card, always=under_fire)
    lines += fire_lines(fire, aa, card) if air else []
    shift = cover(target.ground, card, features=target.there, aim=ROWS.get(target.aim, ""))
    lines += shift.lines
    columns = {code: _column(left, shift.columns, card) for code, left in fire.leaves}
    lines += [line for line, _ in columns.values()]
    readings = [
        (code, column(card.chart(TABLE), label) if label else None) for code, (_, label) in columns.items()
    ]
    row = Row(target.units, target.side, card)
    if target.units:
        lines += [*row_lines(row, "the hex's"), *morale_lines(target.units, card)]
    told = " or ".join(dict.fromkeys(line.value for line, _ in columns.values()))
    return BombardmentSheet(tuple(lines), told, fire, tuple(readings), row, target.features, card)


def _check(target: Target) -> None:
    check_stack(len(target.units))
    states = dict(target.features)
    if target.aim != "units" and states[target.aim] == "none":
        raise NotAllowed(f"no {target.aim} is there to aim at; say --{target.aim} whole or damaged")


def _column(strength: int, shift: int, card: Card) -> tuple[Line, str]:
    """Find the column and shift it; ruling bombardment-shift: left of the first, it has no effect."""
    what = f"{counted(strength, 'point')} on the table"
    if not strength:
        return Line(what, "no effect", "anti-air: Mission aborted"), ""
    axis = card.chart(TABLE).column_axes[0]
    place = axis.find(strength)
    wanted = (place.index or 0) + shift
    last = len(axis.labels) - 1
    ruling = "" if 0 <= wanted <= last else ", ruling bombardment-shift"
    source = f"{TABLE}: {place.label}" + (f", shifted {shift:+d}{ruling}" if shift else "")
    if wanted < 0 and card.ruled("bombardment-shift") == "no-effect":
        return Line(what, "no effect", source, table=TABLE), ""
    label = axis.labels[max(0, min(wanted, last))]
    return Line(what, f"column {label}", source, table=TABLE), label


def table_result(sheet: BombardmentSheet) -> Rule[str]:
    """Bombardment Table: fire at aircraft, and roll, whichever units are in the hex."""
    left = yield from fire_result(sheet.fire)
    reading = dict(sheet.readings)[left]
    result = left if aborts(left) else NO_EFFECT
    if reading:
        result = yield Roll(BombardmentResult(), reading)
    return result


def bombardment(sheet: BombardmentSheet, shown: Shown | None = None) -> Rule[BombardmentOutcome]:
    """Bombardment Table: fire at aircraft, roll, and take the losses; units that lost enough test their morale."""
    result = yield from table_result(sheet)
    fates: Fates = ()
    if sheet.row.units:
        lost: Lost = yield Call(
            assign_losses, sheet.row, result_effects(result, sheet.card).points_lost, shown=shown
        )
        fates = yield Call(test_morale, sheet.row, lost)
    return outcome_of(result, sheet, fates, units=bool(sheet.row.units))


@lru_cache(maxsize=4096)
def result_effects(result: str, card: Card) -> ResultEffects:
    """Bombardment Table: return what a result does, as the chart says."""
    return msgspec.convert(card.chart(TABLE).does(result), ResultEffects)


def outcome_of(result: str, sheet: BombardmentSheet, fates: Fates, *, units: bool) -> BombardmentOutcome:
    """Bombardment Table: return what a result does to a hex, with or without units; two dmd results mean destroyed."""
    effects = result_effects(result, sheet.card)
    damage = tuple(
        Damage(feature, "destroyed" if state == "damaged" else effects.harm)
        for feature, state in sheet.features
        if effects.harm and state != "none"
    )
    return BombardmentOutcome(result, units and bool(effects.disorganises), fates, damage)


def tell(outcome: BombardmentOutcome) -> str:
    """Put an outcome into words."""
    if aborts(outcome.result):
        return f"{outcome.result}: mission aborted"
    parts = ["units disorganised"] if outcome.disorganised else []
    parts += [tell_fates(outcome.losses)] if outcome.losses else []
    parts += [f"{damage.feature} {damage.becomes}" for damage in outcome.damage]
    return f"{outcome.result}: {'; '.join(parts) or 'no effect'}"


def _damage(outcome: BombardmentOutcome) -> str:
    return ", ".join(dict.fromkeys(damage.becomes for damage in outcome.damage)) or "no damage"


# What is told first of a bombardment.
EVENTS = (
    Event("units lose points", "the enemy loses points", lambda outcome: points(outcome.losses) > 0),
    Event("units are disorganised", "the enemy is disorganised", lambda outcome: outcome.disorganised),
    Event("a road or bridge is damaged", "a road or bridge is damaged", lambda outcome: bool(outcome.damage)),
)
# What cannot be said of the bombardment of unknown units.
DEMORALISED = ("units demoralised", lambda outcome: str(sum(fate.demoralised for fate in outcome.losses)))
PARTS = (
    ("units are disorganised", lambda outcome: "yes" if outcome.disorganised else "no"),
    ("points lost", lambda outcome: str(points(outcome.losses))),
    DEMORALISED,
    ("roads, railroads, bridges", _damage),
)
