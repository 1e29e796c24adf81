# SPDX-License-Identifier: Apache-2.0
"""What an attack by the combat chapter comes to on the map, told before all its outcomes: who holds the hex, who is lost.

Each outcome is carried out to its end, so that retreats that are closed, and advances, count. Where there is a choice the
first option is taken, as for the outcomes themselves.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.play.preview import Foretold
from grognard.procedures.procedure import Event
from grognard.rules.battle import carried_out, retreating_attackers
from grognard.rules.results import Outcome, StepOutcome
from grognard.rules.units import Unit
from grognard.umpire import Chance, Enumerator, Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board


class End(msgspec.Struct, frozen=True):
    """How an attack ends: whether the attackers hold the hex, whether it is empty, and who lost or was driven back."""

    taken: bool
    emptied: bool
    enemy_loses: bool
    loses: bool
    driven: bool


TAKEN = Event("you take the hex", "you take the hex", lambda end: end.taken)
EMPTIED = Event("you empty the hex", "you empty the hex", lambda end: end.emptied)
DRIVEN = Event("you are driven back", "you are driven back", lambda end: end.driven, good=False)


def foretold(board: "Board", units: Sequence[Unit], target: HexId) -> Foretold:
    """Return what is told first of an attack; where nobody advances, that the hex is emptied."""

    def after(outcome: Outcome) -> Chance[End]:
        return Enumerator().work_out(partial(_end, board, units, target, outcome))

    what = "a unit" if board.book.losses is None else "a step or more"
    events = (
        TAKEN if board.book.advance else EMPTIED,
        Event(f"the enemy loses {what}", "", lambda end: end.enemy_loses),
        Event(f"you lose {what}", "", lambda end: end.loses, good=False),
        DRIVEN,
    )
    return Foretold(events, after)


def _end(board: "Board", units: Sequence[Unit], target: HexId, outcome: Outcome) -> Rule[End]:
    side, defenders = units[0].side, board.units_at(target)
    position = yield from carried_out(board, units, target, outcome)
    was, now = board.position.at, position.at
    # Retreating units may displace others, which may be lost too.
    lost = {unit.side for unit in board.scenario.units if now[unit.number] == LOST != was[unit.number]}
    ours, theirs = (
        (outcome.attacker_steps, outcome.defender_steps) if isinstance(outcome, StepOutcome) else (0, 0)
    )
    return End(
        taken=any(now[unit.number] == target for unit in units),
        emptied=all(now[unit.number] != target for unit in defenders),
        enemy_loses=bool(lost - {side} or theirs),
        loses=side in lost or bool(ours),
        driven=bool(retreating_attackers(board, units, outcome)),
    )
