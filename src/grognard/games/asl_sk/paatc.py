"""PAATC (ruling paatc): the task check of men before they advance upon an AFV."""

from functools import lru_cache

import msgspec

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.leader_loss import task_reading
from grognard.games.asl_sk.losses import leadership, morale
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.stacks import is_inexperienced
from grognard.games.asl_sk.terms import signed
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.registry import Card
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


def dare(sheet: PaatcSheet) -> Rule[Dared]:
    """Roll the check."""
    return Dared((yield Roll(rolls.PreAfvAdvanceTaskCheck(sheet.unit.called), sheet.reading)))


def tell(outcome: Dared) -> str:
    """Say in words how a check ended."""
    return "passes and advances" if outcome.result == PASSED else "is pinned"


PROCEDURE = Procedure("paatc", "PAATC", PaatcSheet, sheet_of, dare, tell, label=label)
