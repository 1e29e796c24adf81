# SPDX-License-Identifier: Apache-2.0
"""What the end of a phase leaves undone and what follows it, in words: for the page and the terminal."""

import msgspec

from grognard.charts.plurals import counted
from grognard.play.board import Status
from grognard.play.board_view import BoardView
from grognard.umpire import Done, after


class Follows(msgspec.Struct, frozen=True):
    """What comes after a phase: a sentence if another side acts next, and whether a side's turn ends with it."""

    says: str = ""
    ends_turn: bool = False


def what_follows(seen: BoardView, order: msgspec.Struct) -> Follows:
    """Return what comes after the order that ends a phase, as far as the ordering side can see; empty if the order asks something."""
    game = seen.game
    outcome = after(game.rules.carry_out(seen.position, order), ())
    if not game.view.taking_turns or not isinstance(outcome, Done):
        return Follows()
    status, next_status = seen.status, game.view.status(outcome.result)
    if next_status.side is None:
        return Follows("That ends the game.", ends_turn=True)
    if _whose(status) != _whose(next_status):
        return Follows(f"That ends the {_whose(status)} turn.", ends_turn=True)
    return Follows(
        ""
        if status.side == next_status.side
        else f"Then the {next_status.side} side acts: {next_status.phase}."
    )


def _whose(status: Status) -> str | None:
    return status.player or status.side


def attacks_undone(seen: BoardView, *, ends_turn: bool) -> list[str]:
    """Say what was announced and is lost, and in a phase of attacks, or the last of a turn, what is not attacked.

    As long as units can still move, missing attacks are not mentioned: they may come in a later phase.
    """
    undone = list(seen.game.view.abandoned(seen.position))
    targets = len({battle.target for battle in seen.battles})
    done = " or ".join(sorted({battle.done for battle in seen.battles}))
    if not targets or (not ends_turn and _has_orders_left(seen)):
        return undone
    left = seen.status.left
    hexes = counted(targets, "hex", "hexes")
    return [*undone, f"not used: {left}" if left else f"{hexes} can still be {done}"]


def _has_orders_left(seen: BoardView) -> bool:
    """Return whether some piece still has orders."""
    pieces = {piece.id for piece in seen.pieces}
    return any(actor in pieces and not why for actor, why in seen.why_idle.items())
