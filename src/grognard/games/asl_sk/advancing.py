"""The advance phase (ruling advance): one hex for each, also upon the enemy; men need a PAATC to close with an AFV."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.harm import leadership, morale
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.leader_loss import task_reading
from grognard.games.asl_sk.moves import not_acting
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.rallying import helper
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.stacks import is_inexperienced
from grognard.games.asl_sk.terms import signed
from grognard.hexes import HexId
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.umpire import Reading, Roll, Rule

PASSED = "passed"


class PaatcSheet(Worksheet, frozen=True):
    """A task check before men advance upon an AFV, and `told` in words."""

    told: str
    unit: Infantry
    reading: Reading[str]


class Dared(msgspec.Struct, frozen=True):
    """Whether the check was passed, or the unit is pinned."""

    result: str


def cannot(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not advance in this phase at all; nothing where it may."""
    state = ground.state(unit)
    reason = not_acting(ground, unit, "advance")
    if reason:
        return reason
    if unit.is_afv:
        return f"{unit.name} is an AFV: it moves in the movement phase alone (ruling advance)"
    if state.broken or state.pinned:
        return (
            f"{unit.name} is {'broken' if state.broken else 'pinned'}, and does not advance (ruling advance)"
        )
    if state.tried:
        return f"{unit.name} has advanced (ruling advance)"
    return ground.held(unit)


def why_not_to(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not advance into a hex; nothing where it may."""
    name = ground.grid.names[hex_id]
    if hex_id == ground.at(unit):
        return f"{unit.name} is there"
    reason = cannot(ground, unit)
    if reason:
        return reason
    if ground.grid.distance(ground.hex_of(unit), hex_id) != 1:
        return f"{unit.name} advances one hex, and {name} is not next to it (ruling advance)"
    return "" if ground.has_room(hex_id, unit) else f"{name} is full (ruling stacking)"


def hexes(ground: Ground, unit: Unit) -> list[HexId]:
    """Return the hexes into which a unit may advance."""
    if cannot(ground, unit):
        return []
    return [at for at in ground.grid.neighbours(ground.hex_of(unit)) if ground.has_room(at, unit)]


def paatc(ground: Ground, unit: Unit, hex_id: HexId) -> PaatcSheet | None:
    """Ruling paatc: return the check that an MMC takes before it closes with an AFV; none where there is none to take."""
    foes = ground.foes_at(hex_id, unit.side)
    if unit.is_afv or ground.is_leader(unit) or not any(foe.is_afv for foe in foes):
        return None
    return sheet_of(ground.infantry(unit), helper(ground, unit), ground.card)


@lru_cache(maxsize=4096)
def sheet_of(unit: Infantry, leader: Infantry | None, card: Card) -> PaatcSheet:
    """Work the check out, with the help of a leader."""
    source = "ruling paatc"
    lines = [Line(f"{leader.called} leads", signed(leadership(leader, card)), source)] if leader else []
    lines += [Line("inexperienced, Italian or a minor", "+1", source)] if is_timid(unit, leader) else []
    drm, level = sum(int(line.value) for line in lines), morale(unit, card)
    first = Line(f"morale of {unit.called}", str(level), "units")
    told = f"PAATC: DR {signed(drm)}, {level} or less passes"
    return PaatcSheet((first, *lines), told, unit, task_reading(level, drm))


def is_timid(unit: Infantry, leader: Infantry | None) -> bool:
    """Say whether a unit is inexperienced, Italian, or of an Allied Minor and not elite: it has no step down any more."""
    minor = unit.type.nation == "Allied Minor" and not unit.type.steps_to
    return is_inexperienced(unit, leader is not None) or unit.type.nation == "Italian" or minor


def dare(found: PaatcSheet) -> Rule[Dared]:
    """Roll the check."""
    return Dared((yield Roll(rolls.PreAfvAdvanceTaskCheck(found.unit.called), found.reading)))


def carry_out(ground: Ground, unit: Unit, hex_id: HexId) -> Rule[Position]:
    """Advance a unit; one that dares not close with an AFV is pinned where it is."""
    state = replace(ground.state(unit), tried=True)
    check = paatc(ground, unit, hex_id)
    if check:
        dared = yield from dare(check)
        if dared.result != PASSED:
            return ground.put(unit, replace(state, pinned=True))
    fresh = bool(ground.foes_at(hex_id, unit.side))
    return ground.put(unit, replace(state, at=hex_id, moved=True, came=fresh))


def tell(outcome: Dared) -> str:
    """Say in words how a check ended."""
    return "passes and advances" if outcome.result == PASSED else "is pinned"


PROCEDURE = Procedure("paatc", "PAATC", PaatcSheet, sheet_of, dare, tell, label=label)
