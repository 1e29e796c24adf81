# SPDX-License-Identifier: Apache-2.0
"""What the end of a phase leaves undone and what follows it, in words: for the page and the terminal alike."""

import msgspec

from grognard.charts.plurals import counted
from grognard.play.board import Status
from grognard.play.shown import Shown
from grognard.umpire import Done, after


class Follows(msgspec.Struct, frozen=True):
    """What comes after a phase: a sentence if another side acts then, and whether the turn of a side ends with it."""

    says: str = ""
    ends_turn: bool = False


def what_follows(seen: Shown, order: msgspec.Struct) -> Follows:
    """Say what comes after the order that ends a phase, as far as the side that gives it can see; empty if the order asks something."""
    game = seen.game
    outcome = after(game.rules.carry_out(seen.position, order), ())
    if not game.view.taking_turns or not isinstance(outcome, Done):
        return Follows()
    now, then = seen.status, game.view.status(outcome.result)
    if then.side is None:
        return Follows("That ends the game.", ends_turn=True)
    if _whose(now) != _whose(then):
        return Follows(f"That ends the {_whose(now)} turn.", ends_turn=True)
    return Follows("" if now.side == then.side else f"Then the {then.side} side acts: {then.phase}.")


def _whose(status: Status) -> str | None:
    return status.player or status.side


def attacks_undone(seen: Shown, *, ends_turn: bool) -> list[str]:
    """Say what was announced and comes to nothing, and in a phase of attacks, or the last of a turn, what is not attacked.

    While units can still move, who does not attack is not asked about: he may do so in a later phase.
    """
    undone = list(seen.game.view.abandoned(seen.position))
    targets = len({battle.target for battle in seen.battles})
    done = " or ".join(sorted({battle.done for battle in seen.battles}))
    if not targets or (not ends_turn and _is_anyone_able(seen)):
        return undone
    left = seen.status.left
    hexes = counted(targets, "hex", "hexes")
    return [*undone, f"not used: {left}" if left else f"{hexes} can still be {done}"]


def _is_anyone_able(seen: Shown) -> bool:
    """Return whether some piece can still be ordered something."""
    pieces = {piece.id for piece in seen.pieces}
    return any(actor in pieces and not why for actor, why in seen.why_idle.items())
