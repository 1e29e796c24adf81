# SPDX-License-Identifier: Apache-2.0
"""Overruns: armoured vehicles drive through a hex. Whether the way is open is judged on the map."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games.panzerblitz import attack
from grognard.games.panzerblitz.roster import UnitType, unit_type
from grognard.games.panzerblitz.stacks import Targets, Words, parse_targets
from grognard.games.panzerblitz.terms import CARD, Footing, Level
from grognard.games.panzerblitz.terrain import check_height
from grognard.procedures.procedure import Line, NotAllowed, Procedure
from grognard.registry import Card

Marker = Literal["nothing", "mines", "block", "wreck"]
BONUS = Line("overrun", "-2", "ruling overrun")
SHIFT = Line("overrun: one column up", "", "ruling overrun")


class Overrun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One overrun of one hex, by all units together."""

    attackers: Annotated[Words, Meta(description="the units that overrun: panther,g-halftrack")]
    targets: Targets
    terrain: Annotated[Footing, Meta(description="the hex overrun")] = "clear"
    elevation: Annotated[Level, Meta(description="the height of that hex")] = "ground"
    lies_there: Annotated[Marker, Meta(description="what else lies in that hex")] = "nothing"


@lru_cache(maxsize=4096)
def worksheet(overrun: Overrun, card: Card = CARD) -> attack.AttackSheet:
    """Ruling overrun: printed factors, the stack as one, one column up, 2 off the die; refuse what is forbidden."""
    if not overrun.attackers:
        raise NotAllowed("name the units that overrun, such as panther,pz4")
    check_height(overrun.terrain, overrun.elevation)
    attackers = [unit_type(word) for word in overrun.attackers]
    targets = parse_targets(overrun.targets, attackers, card)
    attacked = [target.unit for target in targets]
    reasons = [
        why_not_hex(overrun.terrain, overrun.elevation, overrun.lies_there),
        *(why_not_unit(unit, attacked, card) for unit in attackers),
    ]
    if any(reasons):
        raise NotAllowed(next(filter(None, reasons)))
    crt_attack = attack.CrtAttack(
        attack="overrun",
        factors=[
            attack.Factor(unit.name, Fraction(unit.attack), "roster, ruling overrun") for unit in attackers
        ],
        targets=targets,
        modifiers=(BONUS, *attack.dispersal(targets, card)),
        shift=SHIFT,
    )
    return attack.single_roll_sheet(crt_attack, card)


def why_not_hex(terrain: Footing, elevation: Level, lies_there: Marker) -> str:
    """Ruling overrun: say why a hex cannot be overrun: it must be clear, a ford or a clear hilltop, with nothing in it."""
    if terrain not in ("clear", "ford"):
        return f"only units in clear terrain are overrun, and this is {terrain} (ruling overrun)"
    if elevation == "slope":
        return "only units in clear terrain are overrun, and this is slope (ruling overrun)"
    if lies_there == "mines":
        return "units on mines are not overrun (crt: note *)"
    return f"units on a {lies_there} are not overrun (ruling overrun)" if lies_there != "nothing" else ""


def why_not_unit(unit: UnitType, targets: Sequence[UnitType], card: Card) -> str:
    """Rulings overrun and spa-overrun: say why a type of unit may not overrun, or not these targets; empty if it may."""
    if not unit.is_armoured_vehicle:
        return f"{unit.name} is no armored vehicle, and may not overrun (ruling overrun)"
    if unit.kind == "SP artillery" and card.ruled("spa-overrun") == "forbidden":
        return f"{unit.name} is self-propelled artillery, and may not overrun (ruling spa-overrun)"
    if any(target.kind == "fort" for target in targets):
        return "units in forts are not overrun (ruling overrun)"
    armoured = [target.name for target in targets if target.is_armoured]
    if unit.kind == "halftrack" and armoured:
        return f"{unit.name} may not overrun armored units such as {armoured[0]} (ruling overrun)"
    return ""


PROCEDURE = Procedure(
    "overrun", "Overrun", Overrun, worksheet, attack.attack, attack.tell, label=attack.label,
    events=attack.EVENTS,
)  # fmt: skip
