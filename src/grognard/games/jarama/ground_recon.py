# SPDX-License-Identifier: Apache-2.0
"""Ground Reconnaissance Table: what a patrol sees of a hex; one that fails may be counterattacked at once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.games.jarama import attack, combat, recon
from grognard.games.jarama.attack import CombatSheet, Fight
from grognard.games.jarama.combat import Outcome
from grognard.games.jarama.random_loss import check_stack
from grognard.games.jarama.stacks import (
    ATTACKING,
    DEFENDING,
    Attackers,
    ChartUnits,
    Defenders,
    Words,
    parse_units,
)
from grognard.games.jarama.terms import CARD, Side, Terrain, enemy
from grognard.games.jarama.terrain import Ground
from grognard.procedures.procedure import Line, NotAllowed, ToldSheet
from grognard.registry import Card
from grognard.umpire import Choose, Question, Reading, Roll, Rule

TABLE = "ground-recon"
STRIKE, REFRAIN = "counterattack", "no counterattack"


class GroundReconnaissance(Question[str], frozen=True):
    """The roll for what a patrol sees."""


class Counterattack(Question[str], frozen=True):
    """Whether the units in the hex counterattack a patrol that failed."""

    side: Side


class GroundRecon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that reconnoitre one hex; the hex they stand in is attacked if they fail."""

    scouts: Annotated[
        Defenders, Meta(description="the units that reconnoitre, as the defenders of a combat: 3/2/5")
    ]
    units: Annotated[
        Attackers,
        Meta(description="the units in the hex, as the attackers of a combat: 6/3/5,4/2/4:river:dsg"),
    ]
    side: Annotated[Side, Meta(description="who reconnoitres")] = "Nationalist"
    terrain: Annotated[Terrain, Meta(description="the hex of the scouts")] = "clear"
    hill: Annotated[bool, Meta(description="it is a hill")] = False
    fortification: Annotated[bool, Meta(description="it is fortified")] = False
    position: Annotated[bool, Meta(description="a position is prepared there")] = False


class GroundSheet(ToldSheet, frozen=True):
    """What one patrol rolls on, and the counterattack that follows failure, if any unit can make it.

    If units are hidden their owner is asked even then, or the patrol would learn from his silence that all are unfit.
    On a map `target` is the hex reconnoitred.
    """

    side: Side
    reading: Reading[str]
    names: Words
    counterattack: CombatSheet | None
    hidden: bool = False
    target: str = ""


@lru_cache(maxsize=4096)
def worksheet(patrol: GroundRecon, card: Card = CARD) -> GroundSheet:
    """Ground Reconnaissance Table: what each result reveals, and what a counterattack rolls on."""
    scouts = parse_units(patrol.scouts, "units that reconnoitre", DEFENDING)
    units = parse_units(patrol.units, "units in the hex", (*ATTACKING, "dsg", "dem"))
    ground = Ground(patrol.terrain, patrol.hill, patrol.fortification, patrol.position)
    check_stack(len(units))
    able = tuple(unit for unit in units if not unit.unfit)
    sheet = sheet_of(scouts, able, patrol.side, ground, card, len(units))
    return replace(sheet, names=tuple(unit.called for unit in units))


def sheet_of(  # noqa: PLR0913, PLR0917 - what the card asks
    scouts: ChartUnits, able: ChartUnits, side: Side, ground: Ground, card: Card, count: int
) -> GroundSheet:
    """Work out a patrol, written at the desk or on a map; of `count` units those that are `able` counterattack."""
    for unit in scouts:
        if unit.unfit:
            raise NotAllowed(
                f"{unit.called} is {unit.unfit} and may not reconnoitre (ruling states-in-combat)"
            )
    lines = recon.report_lines(TABLE, count, card)
    fight = None
    if any(unit.factor for unit in able):
        fight = attack.sheet_of(
            Fight(side=enemy(side), attackers=able, defenders=scouts, ground=ground), card
        )
        lines += [Line("failure", "counterattack", f"{TABLE}: 8-10, ruling counterattack"), *fight.lines]
    else:
        lines.append(
            Line("failure", "nobody can counterattack", "ruling counterattack, ruling states-in-combat")
        )
    told = f"counterattack {fight.told}" if fight else "no counterattack"
    return GroundSheet(tuple(lines), told, side, recon.reports(TABLE, card), (), fight)


def ground_recon(
    sheet: GroundSheet, fight: Callable[[CombatSheet], Rule[Outcome]] = combat.combat
) -> Rule[recon.ReconOutcome]:
    """Ground Reconnaissance Table: roll, and let the patrol's side pick what it sees; on failure it may be counterattacked.

    On a map the counterattack is fought there.
    """
    result: str = yield Roll(GroundReconnaissance(), sheet.reading)
    question = recon.CounterShown(sheet.side, "ground", len(sheet.names), sheet.target)
    seen = yield from recon.resolve(recon.report_of(TABLE, result), question, sheet.names)
    if not seen.report.fails or (sheet.counterattack is None and not sheet.hidden):
        return seen
    options = (REFRAIN,) if sheet.counterattack is None else (STRIKE, REFRAIN)
    answer: str = yield Choose(enemy(sheet.side), Counterattack(enemy(sheet.side)), options)
    if answer == REFRAIN or sheet.counterattack is None:
        return seen
    outcome = yield from fight(sheet.counterattack)
    return recon.ReconOutcome(seen.report, seen.units, (), outcome)


def _of_counterattack(part: Callable[[Outcome], str]) -> Callable[[recon.ReconOutcome], str]:
    return lambda outcome: part(outcome.counterattack) if outcome.counterattack else "-"


PARTS = (
    ("what is learned", recon.learning),
    *((f"counterattack: {name}", _of_counterattack(part)) for name, part in combat.PARTS),
)
