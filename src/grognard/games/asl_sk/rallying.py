"""The rally phase (ruling rally): broken units with a leader try to come into order again; then DM is taken off."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.ground import Ground, state_of, threatened
from grognard.games.asl_sk.harm import DEAD, Loss, leadership, morale, reduced, reduction
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.moves import not_acting
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.terms import TWELVE, signed
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.rules.cache import once
from grognard.umpire import TWO_D6, Reading, Roll, Rule

DM, IN_COVER = 4, -1
RALLIED, STAYS, FATE = "rallies", "stays broken", "original 12"


class RallySheet(Worksheet, frozen=True):
    """Who tries to rally, by which DR, and `told` in words."""

    told: str
    unit: Infantry
    reading: Reading[str]
    card: Card


class Rallied(msgspec.Struct, frozen=True):
    """What became of a unit that tried to rally: it rallied, stays broken, or is reduced, wounded or eliminated."""

    becomes: str


def why_not(ground: Ground, unit: Unit) -> str:
    """Ruling rally: say why a unit may not try to rally; nothing where it may."""
    reason = not_acting(ground, unit, "rally")
    if reason:
        return reason
    state = ground.state(unit)
    if not state.broken:
        return f"{unit.name} is not broken"
    if state.tried:
        return f"{unit.name} has tried to rally in this phase (ruling rally)"
    foes = ground.foes_at(ground.hex_of(unit), unit.side)
    if any(not ground.is_broken(foe) for foe in foes):
        return f"{unit.name} has the enemy upon it, and does not rally (ruling rally)"
    if not ground.is_leader(unit) and helper(ground, unit) is None:
        return f"{unit.name} has no Good Order leader with it (ruling rally)"
    return ""


def helper(ground: Ground, unit: Unit) -> Infantry | None:
    """Return the leader who helps a unit to rally: the best in its hex who can lead, never himself."""
    friends = [each for each in ground.units_at(ground.hex_of(unit), unit.side) if each is not unit]
    leaders = [ground.infantry(each) for each in friends if ground.is_leader(each)]
    able = [leader for leader in leaders if leader.can_lead]
    return min(able, key=lambda leader: leadership(leader, ground.card), default=None)


@once
def hexes(ground: Ground) -> list[HexId]:
    """Return the hexes where somebody may try to rally."""
    return sorted({ground.hex_of(unit) for unit in ground.of_side(ground.side) if not why_not(ground, unit)})


def sheet(ground: Ground, unit: Unit) -> RallySheet:
    """Return the worksheet of a try to rally."""
    at = ground.hex_of(unit)
    cover = ground.terrain(at) if ground.is_cover(at) else ""
    return _sheet(ground.infantry(unit), helper(ground, unit), cover, ground.card)


@lru_cache(maxsize=4096)
def _sheet(unit: Infantry, leader: Infantry | None, cover: str, card: Card) -> RallySheet:
    lines = []
    if leader:
        lines.append(Line(f"{leader.called} leads", signed(leadership(leader, card)), "ruling rally"))
    lines += [Line("DM", signed(DM), "ruling rally")] if unit.dm else []
    lines += [Line(f"in {cover}", signed(IN_COVER), "ruling rally")] if cover else []
    drm, level = sum(int(line.value) for line in lines), morale(unit, card)
    why = "units, ruling broken-morale" + (", ruling wound-effect" if unit.wounded else "")
    first = Line(f"morale of {unit.called}", str(level), why)
    last = Line("an Original 12", "casualty reduction", "ruling rally")
    meanings = {dr: FATE if dr == TWELVE else RALLIED if dr + drm <= level else STAYS for dr in TWO_D6.totals}
    told = f"DR {signed(drm)}, {level} or less rallies"
    return RallySheet((first, *lines, last), told, unit, Reading(TWO_D6, meanings), card)


def rally(found: RallySheet) -> Rule[Rallied]:
    """Roll for a unit that tries to rally; an Original 12 reduces it."""
    fate: str = yield Roll(rolls.Rally(found.unit.called), found.reading)
    if fate != FATE:
        return Rallied(fate)
    loss: Loss = yield from reduction(found.unit, found.card)
    return Rallied(loss.becomes)


def carry_out(ground: Ground, unit: Unit) -> Rule[Position]:
    """Let a unit try to rally."""
    found = sheet(ground, unit)
    ended = yield from rally(found)
    state = replace(ground.state(unit), tried=True)
    if ended.becomes == RALLIED:
        return ground.put(unit, replace(state, broken=False, dm=False))
    if ended.becomes == STAYS:
        return ground.put(unit, state)
    after = reduced(found.unit, ended.becomes)
    return ground.put(unit, replace(state, at=LOST) if after is None else state_of(after, state))


def recovered(ground: Ground) -> Position:
    """End the rally phase: DM is taken off the side's units that no unbroken enemy stands in or beside the hex of."""
    near = threatened(ground)[ground.side]
    calm = [
        unit for unit in ground.of_side(ground.side) if ground.state(unit).dm and ground.at(unit) not in near
    ]
    return ground.changed(calm, dm=False) if calm else ground.position


def shaken(ground: Ground) -> Position:
    """Ruling dm-adjacent: broken units that an unbroken enemy stands in or beside the hex of go under DM."""
    near = threatened(ground)
    calm = [
        unit
        for side in ground.scenario.sides
        for unit in ground.of_side(side)
        if ground.is_broken(unit) and not ground.state(unit).dm and ground.at(unit) in near[side]
    ]
    return ground.changed(calm, dm=True) if calm else ground.position


def tell(outcome: Rallied) -> str:
    """Say in words what became of a unit."""
    words = {"reduced": "is reduced", "wounded": "is wounded", DEAD: "is eliminated"}
    return words.get(outcome.becomes, outcome.becomes)


PROCEDURE = Procedure("rally", "Rally", RallySheet, sheet, rally, tell, label=label)
