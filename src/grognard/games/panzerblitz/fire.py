# SPDX-License-Identifier: Apache-2.0
"""Normal attacks: direct fire at a hex, by three techniques. Lines of sight are judged on the map."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.charts.plurals import counted
from grognard.games.panzerblitz import attack, stacks
from grognard.games.panzerblitz.roster import UnitType
from grognard.games.panzerblitz.stacks import Attacker, Target
from grognard.games.panzerblitz.terms import CARD, Footing, Level
from grognard.games.panzerblitz.terrain import check_height
from grognard.procedures.procedure import Line, NotAllowed, Procedure, citing
from grognard.registry import Card

Technique = Literal["combination", "selective", "each"]


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One normal attack on one hex."""

    attackers: Annotated[
        stacks.Words,
        Meta(
            description="who fires, and from how far: panther@5; from a height panther@5:hilltop or :slope, over a brown side panther@1:brown, each at his own unit panther@5/1; at what a command post sees 81mm@9:indirect"
        ),
    ]
    targets: stacks.Targets
    technique: Annotated[
        Technique, Meta(description="the whole stack, its weakest unit, or each unit by attackers of its own")
    ] = "combination"
    pick: Annotated[
        int, Meta(description="selective: which unit of the stack, where several are the weakest")
    ] = 0
    terrain: Annotated[Footing, Meta(description="the hex fired at")] = "clear"
    elevation: Annotated[Level, Meta(description="the height of that hex")] = "ground"
    seen: Annotated[bool, Meta(description="every attacker has a line of sight")] = True
    spotted: Annotated[bool, Meta(description="a friend of the attackers is next to the hex fired at")] = True


@lru_cache(maxsize=4096)
def worksheet(fire: Fire, card: Card = CARD) -> attack.AttackSheet:
    """WEC, TEC, CRT: work out factors, odds and die modifier, for the stack or for each unit; refuse what is forbidden."""
    if not fire.attackers:
        raise NotAllowed("name the units that fire, each with its range, such as panther@5")
    attackers = [stacks.parse_firer(word) for word in fire.attackers]
    targets = stacks.parse_targets(fire.targets, [firer.unit for firer in attackers], card)
    _check(fire, attackers, targets, card)
    lines: list[Line] = []
    shots: list[attack.Shot] = []
    for firing, hit in _volleys(fire, attackers, targets, card):
        volley_lines, shot = _volley(fire, firing, hit, card)
        lines += volley_lines
        shots.append(shot)
    return attack.AttackSheet(tuple(lines), tuple(shots))


def _check(fire: Fire, attackers: Sequence[Attacker], targets: Sequence[Target], card: Card) -> None:
    """Roster, TET, ruling techniques: refuse attackers out of range or sight, or aiming at no unit of the stack."""
    check_height(fire.terrain, fire.elevation)
    for firer in attackers:
        if not firer.unit.fires_as(card):
            raise NotAllowed(f"{firer.unit.name} has no weapon (wec: class {firer.unit.weapon})")
        if firer.range > firer.unit.range:
            raise NotAllowed(
                f"{firer.unit.name} reaches {counted(firer.unit.range, 'hex', 'hexes')}, and the target is at {firer.range} (roster)"
            )
        if firer.indirect and (reason := why_not_indirect(firer.unit, firer.range, card)):
            raise NotAllowed(reason)
        if firer.aim and fire.technique != "each":
            raise NotAllowed(
                f"{firer.written} picks a unit, which only technique each does (ruling techniques)"
            )
        if firer.aim > len(targets):
            raise NotAllowed(f"{firer.written} fires at unit {firer.aim}, and the stack has {len(targets)}")
    if not fire.seen and not all(firer.indirect for firer in attackers):
        raise NotAllowed("the target cannot be seen (tet)")
    _check_hidden(fire, attackers, card)


def _check_hidden(fire: Fire, attackers: Sequence[Attacker], card: Card) -> None:
    """Rulings spotting and gully-sight: what woods, towns and gullies hide from attackers that are not adjacent."""
    nearest = min(firer.range for firer in attackers)
    spotted = fire.spotted or nearest == 1 or card.ruled("spotting") == "none"
    if fire.terrain in ("woods", "town") and not spotted:
        raise NotAllowed(
            f"a target in {fire.terrain} is fired at from {nearest} hexes only if a friend is next to it (ruling spotting)"
        )
    low = [
        firer for firer in attackers if firer.height == "ground" and firer.range > 1 and not firer.indirect
    ]
    if fire.terrain == "gully" and fire.elevation == "ground" and low and card.ruled("gully-sight") == "low":
        raise NotAllowed(
            f"{low[0].unit.name} at {low[0].range} is at ground level, and sees into a gully only from next to it (ruling gully-sight)"
        )


def why_not_indirect(unit: UnitType, distance: int, card: Card) -> str:
    """Ruling indirect-fire: say why a unit may not fire at a target it does not see; empty if it may."""
    if card.ruled("indirect-fire") == "off":
        return f"{unit.name} must see what it fires at (ruling indirect-fire)"
    if unit.kind == "SP artillery":
        near = distance <= _half_range(unit, card)
        return f"{unit.name} fires indirectly only beyond half range (ruling indirect-fire)" if near else ""
    if unit.fires_as(card) != "M":
        return f"{unit.name} does not fire indirectly: mortars and self-propelled artillery do (ruling indirect-fire)"
    return ""


Volley = tuple[Sequence[Attacker], tuple[Target, ...]]


def _volleys(
    fire: Fire, attackers: Sequence[Attacker], targets: tuple[Target, ...], card: Card
) -> list[Volley]:
    """Ruling techniques: divide the attackers among their targets, one roll for each target."""
    if fire.terrain == "town" and len(targets) > 1 and fire.technique != "combination":
        raise NotAllowed(as_one(card))
    if fire.pick and fire.technique != "selective":
        raise NotAllowed("only selective fire picks a unit of the stack (ruling techniques)")
    match fire.technique:
        case "combination":
            return [(attackers, targets)]
        case "selective":
            return [(attackers, (_weakest(fire.pick, targets),))]
        case "each":
            return _divided_by_aim(attackers, targets)


def as_one(card: Card) -> str:
    """TEC: say in the words of the card that units in a town are attacked as one."""
    cell = card.chart("tec")["town", "defense"]
    return f"{cell.text[cell.text.index('Units') :]} (tec: {cell.row})"


def _weakest(pick: int, targets: tuple[Target, ...]) -> Target:
    """Ruling techniques: return the weakest unit; of several equal ones the one picked."""
    weakest = min(targets, key=lambda target: target.unit.defence)
    if not pick:
        return weakest
    if not 1 <= pick <= len(targets):
        raise NotAllowed(f"there is no unit {pick} in a stack of {len(targets)}")
    picked = targets[pick - 1]
    if picked.unit.defence > weakest.unit.defence:
        raise NotAllowed(
            f"selective fire takes the weakest unit, {weakest.unit.name}, and unit {pick} is {picked.unit.name} (ruling techniques)"
        )
    return picked


def _divided_by_aim(attackers: Sequence[Attacker], targets: tuple[Target, ...]) -> list[Volley]:
    """Ruling techniques: divide the attackers among the units of the stack, as they aim."""
    if len(targets) > 1 and not all(firer.aim for firer in attackers):
        raise NotAllowed(
            "say at which unit of the stack each attacker fires, such as panther@6/1 (ruling techniques)"
        )
    volleys: list[Volley] = []
    for place, target in enumerate(targets, 1):
        firing = [firer for firer in attackers if firer.aim in (place, 0)]
        if not firing:
            raise NotAllowed(
                f"each unit of the stack must be attacked, and nobody fires at {target.unit.name} (ruling techniques)"
            )
        volleys.append((firing, (target,)))
    return volleys


def _volley(
    fire: Fire, attackers: Sequence[Attacker], targets: tuple[Target, ...], card: Card
) -> tuple[list[Line], attack.Shot]:
    """Work out one roll: as what the target counts, each attacker's factor, and the rest by the CRT."""
    armoured, source = _counts_as_armoured(fire, attackers, targets, card)
    names = attack.named(targets)
    crt_attack = attack.CrtAttack(
        attack="fire",
        factors=[_factor(firer, fire, card, armoured=armoured) for firer in attackers],
        targets=targets,
        modifiers=attack.modifiers(targets, fire.terrain, card),
        needs_even_odds=fire.technique == "each",
    )
    lines, shot = attack.crt_roll(crt_attack, card)
    return [Line(f"{names} counts as", "armored" if armoured else "other", source), *lines], shot


def _counts_as_armoured(
    fire: Fire, attackers: Sequence[Attacker], targets: tuple[Target, ...], card: Card
) -> tuple[bool, str]:
    """WEC: is the target armoured? In a town all are; a mixed stack goes by ruling mixed-stack."""
    kind = kind_of(fire.terrain, [target.unit for target in targets], card)
    if kind is not None:
        return kind
    # To the attacker's disadvantage: the type with the lower sum; if equal, the one that bars weapons.
    against_armour, against_others = (_sum(attackers, fire, card, armoured=it_is) for it_is in (True, False))
    return against_armour <= against_others, "ruling mixed-stack"


def counts_as_armoured(fire: Fire, card: Card) -> bool:
    """WEC: return whether the target counts as armoured, given all attackers."""
    attackers = [stacks.parse_firer(word) for word in fire.attackers]
    targets = stacks.parse_targets(fire.targets, [firer.unit for firer in attackers], card)
    return _counts_as_armoured(fire, attackers, targets, card)[0]


def kind_of(terrain: Footing, targets: Sequence[UnitType], card: Card) -> tuple[bool, str] | None:
    """WEC: return whether a target is armoured, and why; None if that depends on the attackers."""
    if terrain == "town":
        return True, "wec: note, units in towns"
    armoured = [unit.is_armoured for unit in targets]
    if len(set(armoured)) == 1:
        in_fort = targets[0].kind == "fort"
        return armoured[0], "wec: note, units in fortifications" if in_fort else "wec: TYPE OF TARGET"
    more = sum(armoured) * 2 - len(armoured)
    if more and card.ruled("mixed-stack") == "majority":
        return more > 0, "ruling mixed-stack"
    return None


class Effect(msgspec.Struct, frozen=True):
    """A weapon's effect on its AF, in percent, None if it may not fire; the words of the cell, and where it stands."""

    percent: int | None
    cell: str
    where: str


@lru_cache(maxsize=4096)
def effect(unit: UnitType, distance: int, card: Card, *, armoured: bool) -> Effect:
    """WEC: look up a weapon's effect on a type of target at a range in hexes."""
    near = "armored near" if distance <= _half_range(unit, card) else "armored far"
    weapon, column = unit.fires_as(card), near if armoured else "others"
    cell = card.chart("wec")[weapon, column]
    percent: int | None = card.chart("wec").does(cell.text).get("percent")
    return Effect(percent, cell.text, f"wec: {weapon}, {column}")


def is_barred(unit: UnitType, distance: int, card: Card) -> bool:
    """WEC: return whether a unit may not fire at armour at a range in hexes."""
    return effect(unit, distance, card, armoured=True).percent is None


def _sum(attackers: Sequence[Attacker], fire: Fire, card: Card, *, armoured: bool) -> int:
    """Add up what the attackers would have against this type of target, without those that may not fire at it."""
    effects = {firer: effect(firer.unit, firer.range, card, armoured=armoured) for firer in attackers}
    allowed = [firer for firer in attackers if effects[firer].percent is not None]
    return attack.total_factors([_factor(firer, fire, card, armoured=armoured) for firer in allowed], card)[1]


def _factor(attacker: Attacker, fire: Fire, card: Card, *, armoured: bool) -> attack.Factor:
    """WEC, TEC: an attacker's AF, doubled or halved by its weapon and its range, halved by the target's height."""
    unit, distance = attacker.unit, attacker.range
    weapon = effect(unit, distance, card, armoured=armoured)
    if weapon.percent is None:
        raise NotAllowed(f"{unit.name} may not fire at armor at {distance}: {weapon.cell} ({weapon.where})")
    divisor, height = attack.height_divisor(attacker, fire.elevation, card)
    amount = Fraction(unit.attack * weapon.percent, 100 * divisor)
    source = f"{weapon.where}: {weapon.cell}{citing(unit.ruling)}{height}"
    return attack.Factor(f"{unit.name} at {distance}", amount, source)


def _half_range(unit: UnitType, card: Card) -> int:
    """Return half the range of a unit (ruling half-range)."""
    return (unit.range + (card.ruled("half-range") == "up")) // 2


PROCEDURE = Procedure(
    "fire", "Fire: a normal attack", Fire, worksheet, attack.attack, attack.tell, attack.PARTS,
    label=attack.label, events=attack.EVENTS,
)  # fmt: skip
