"""Overruns: armoured vehicles drive through a hex. Whether the way is open is the map's business."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games import Card
from grognard.games.panzerblitz.attack import (
    AttackSheet,
    Factor,
    OneAttack,
    Shift,
    added_up,
    attack,
    dispersal,
    named,
    on_crt,
    tell,
)
from grognard.games.panzerblitz.roster import UnitType, unit_type
from grognard.games.panzerblitz.stacks import Target, Targets, Words, check_sides, parse_targets
from grognard.games.panzerblitz.terms import CARD, Elevation, Terrain
from grognard.rules.procedure import Line, NotAllowed, Procedure

Marker = Literal["nothing", "mines", "block", "wreck"]
BONUS = Line("overrun", "-2", "ruling overrun")
SHIFT = Shift("overrun: one column up", "ruling overrun")


class Overrun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One overrun of one hex, all that take part together."""

    attackers: Annotated[Words, Meta(description="the units that overrun: panther,g-halftrack")]
    targets: Targets
    terrain: Annotated[Terrain, Meta(description="the hex overrun")] = "clear"
    elevation: Annotated[Elevation, Meta(description="the height of that hex")] = "ground"
    lies_there: Annotated[Marker, Meta(description="what else lies in that hex")] = "nothing"


@lru_cache(maxsize=4096)
def worksheet(overrun: Overrun, card: Card = CARD) -> AttackSheet:
    """Ruling overrun: printed factors, the stack as one, one column up, 2 off the die; refuse what is forbidden."""
    if not overrun.attackers:
        raise NotAllowed("name the units that overrun, such as panther,pz4")
    attackers = [unit_type(word) for word in overrun.attackers]
    targets = parse_targets(overrun.targets, card)
    check_sides(attackers, [each.unit for each in targets])
    reason = why_not_hex(overrun.terrain, overrun.elevation, overrun.lies_there)
    if reason:
        raise NotAllowed(reason)
    for unit in attackers:
        _check_attacker(unit, targets, card)
    factors = [Factor(unit.name, Fraction(unit.attack), "roster, ruling overrun") for unit in attackers]
    lines, total = added_up(factors, card)
    one = OneAttack(
        why=f"overrun of {named(targets)}",
        attack=total,
        targets=targets,
        modifiers=(BONUS, *dispersal(targets, card)),
        shift=SHIFT,
    )
    more, shot = on_crt(one, card)
    return AttackSheet((*lines, *more), (shot,))


def why_not_hex(terrain: Terrain, elevation: Elevation, lies_there: Marker) -> str:
    """Only clear terrain, a ford and a clear hilltop with it; no mines, blocks or wrecks."""
    if terrain not in ("clear", "ford"):
        return f"only units in clear terrain are overrun, and this is {terrain} (ruling overrun)"
    if elevation == "slope":
        return "only units in clear terrain are overrun, and this is slope (ruling overrun)"
    if lies_there == "mines":
        return "units on mines are not overrun (crt: note *)"
    return f"units on a {lies_there} are not overrun (ruling overrun)" if lies_there != "nothing" else ""


def _check_attacker(unit: UnitType, targets: Sequence[Target], card: Card) -> None:
    if not unit.is_armoured_vehicle:
        raise NotAllowed(f"{unit.name} is no armored vehicle, and may not overrun (ruling overrun)")
    if unit.kind == "SP artillery" and card.ruled("spa-overrun") == "forbidden":
        raise NotAllowed(f"{unit.name} is self-propelled artillery, and may not overrun (ruling spa-overrun)")
    if any(target.unit.kind == "fort" for target in targets):
        raise NotAllowed("units in forts are not overrun (ruling overrun)")
    armoured = [target.unit.name for target in targets if target.unit.is_armoured]
    if unit.kind == "halftrack" and armoured:
        raise NotAllowed(f"{unit.name} may not overrun armored units such as {armoured[0]} (ruling overrun)")


PROCEDURE = Procedure("overrun", "Overrun", Overrun, worksheet, attack, tell)
