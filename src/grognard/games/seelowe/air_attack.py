# SPDX-License-Identifier: Apache-2.0
"""10.0 Air attack, at normal and at extended range."""

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.charts.chart import Chart
from grognard.procedures.procedure import Event, Line, NotAllowed, Procedure, Worksheet
from grognard.procedures.reading import column
from grognard.registry import Card
from grognard.umpire import Question, Reading, Roll, Rule, in_words

CARD = Card("seelowe")
SAFE_CITY = "German air units may not attack units in a city hex (13.0)"
RULES = {"normal": "10.6", "extended": "10.7"}


class AirAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """10.0 One air attack on one hex."""

    units: Annotated[int, Meta(description="how many air units attack")]
    range: Annotated[Literal["normal", "extended"], Meta(description="10.6 or 10.7")] = "normal"
    side: Annotated[Literal["German", "British"], Meta(description="whose air units")] = "German"
    terrain: Annotated[
        Literal["clear", "beach", "forest", "rough", "swamp", "city"], Meta(description="the hex attacked")
    ] = "clear"


class AirRoll(Question[str], frozen=True, tag="air-attack"):
    """The roll for an air attack on a hex; at the desk the hex is empty."""

    range: str
    target: str = ""


class AirOutcome(msgspec.Struct, frozen=True):
    """What an air attack did."""

    result: str
    disrupted: bool = False
    air_units_lost: int = 0


class AirSheet(Worksheet, frozen=True):
    """What one air attack rolls on."""

    attack: AirAttack
    chart: Chart
    reading: Reading[str]


@lru_cache(maxsize=4096)
def worksheet(attack: AirAttack, card: Card = CARD) -> AirSheet:
    """10.6, 10.7 Find the column; refuse what the card forbids."""
    if attack.units < 1:
        raise NotAllowed("an air attack needs at least one air unit (10.0)")
    if attack.side == "German" and attack.terrain == "city":
        raise NotAllowed(SAFE_CITY)
    chart = card.chart(f"air-{attack.range}")
    label = chart.column_axes[0].find(attack.units).label
    lines = (Line("air units attacking", str(attack.units), f"air-{attack.range}: column {label}"),)
    return AirSheet(lines, attack, chart, column(chart, attack.units))


def air_attack(sheet: AirSheet, target: str = "") -> Rule[AirOutcome]:
    """10.6, 10.7 Resolve one air attack; the chart says what each result does."""
    result: str = yield Roll(AirRoll(sheet.attack.range, target), sheet.reading)
    does = sheet.chart.does(result)
    return AirOutcome(result, bool(does.get("disrupted")), does.get("air_units_lost", 0))


def tell(outcome: AirOutcome) -> str:
    """Put an outcome into words."""
    lost = "one air unit destroyed" if outcome.air_units_lost else "no effect"
    return f"{outcome.result}: {'target disrupted' if outcome.disrupted else lost}"


def label(question: Question[str] | str) -> str:
    """Name the roll by its rule."""
    return f"{RULES[question.range]} air attack" if isinstance(question, AirRoll) else in_words(question)


EVENTS = (
    Event("the target is disrupted", "the enemy is disrupted", lambda outcome: outcome.disrupted),
    Event("an air unit is lost", "you lose an air unit", lambda outcome: outcome.air_units_lost > 0, good=False),
)  # fmt: skip
PROCEDURE = Procedure(
    "air-attack", "10.0 Air attack", AirAttack, worksheet, air_attack, tell, label=label, events=EVENTS
)
