# SPDX-License-Identifier: Apache-2.0
"""Whether a side could attack a hex later in its turn as all stands now, and which phases it would have to end first."""

from typing import Any

import msgspec

from grognard.play.board import Status
from grognard.play.game import BoardGame
from grognard.umpire import Done, after

# No turn has more phases of one side in a row.
MOST = 8


class Ahead(msgspec.Struct, frozen=True):
    """The phases to be ended, in their order, until a hex can be attacked, and the attack by name; both are empty if it cannot be."""

    phases: tuple[str, ...] = ()
    title: str = ""


def ahead(game: BoardGame[Any], position: Any, target: str) -> Ahead:
    """Return what would have to be ended until the side to move can attack a hex, if nothing else is done before.

    Ends that ask something or roll dice are not looked past, nor is the end of the side's turn. Give the position as
    the side sees it.
    """
    phases: list[str] = []
    status = game.view.status(position)
    while len(phases) < MOST:
        at_target = (battle for battle in game.view.battles(position) if battle.target == target)
        if battle := next(at_target, None):
            return Ahead(tuple(phases), battle.title)
        phases.append(status.phase)
        position = _ended(game, position)
        if position is None or not _same_turn(status, now := game.view.status(position)):
            break
        status = now
    return Ahead()


def _ended(game: BoardGame[Any], position: Any) -> Any:
    """Return the position after the end of the phase; None if it may not end now, or leaves something open."""
    if "" not in game.rules.actors(position):
        return None
    order = next(iter(game.rules.orders(position, "")), None)
    if order is None:
        return None
    outcome = after(game.rules.carry_out(position, order), ())
    return outcome.result if isinstance(outcome, Done) else None


def _same_turn(one: Status, other: Status) -> bool:
    return (one.turn, one.side, one.player) == (other.turn, other.side, other.player)
