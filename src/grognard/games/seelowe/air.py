"""10.0 Air attack, at normal and at extended range."""

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games import Card
from grognard.games.seelowe.terms import CARD, Side, Terrain
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.procedures.reading import column
from grognard.umpire import Reading, Roll, Rule

SAFE_CITY = "German air units may not attack units in a city hex (13.0)"


class AirAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """10.0 One air attack on one hex."""

    units: Annotated[int, Meta(description="how many air units attack")]
    range: Annotated[Literal["normal", "extended"], Meta(description="10.6 or 10.7")] = "normal"
    side: Annotated[Side, Meta(description="whose air units")] = "German"
    terrain: Annotated[Terrain, Meta(description="the hex attacked")] = "clear"


class AirOutcome(msgspec.Struct, frozen=True):
    """What an air attack did."""

    result: str
    disrupted: bool = False
    air_units_lost: int = 0


class AirSheet(Worksheet, frozen=True):
    """What one air attack rolls on."""

    attack: AirAttack
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
    return AirSheet(lines, attack, column(chart, attack.units))


def air_attack(sheet: AirSheet) -> Rule[AirOutcome]:
    """10.6, 10.7 Resolve one air attack."""
    why = "10.6 air attack" if sheet.attack.range == "normal" else "10.7 air attack"
    result: str = yield Roll(why, sheet.reading)
    return AirOutcome(result, disrupted=result == "D", air_units_lost=int(result == "A1"))


def tell(outcome: AirOutcome) -> str:
    """Say in words what an outcome is."""
    words = {"D": "target disrupted", "A1": "one air unit destroyed"}
    return f"{outcome.result}: {words.get(outcome.result, 'no effect')}"


PROCEDURE = Procedure("air-attack", "10.0 Air attack", AirAttack, worksheet, air_attack, tell)
