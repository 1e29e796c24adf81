"""What the end of a phase leaves undone and what follows it, in words: for the page and the terminal alike."""

from typing import Any

import msgspec

from grognard.charts.plurals import counted
from grognard.play.board import Status
from grognard.play.game import BoardGame
from grognard.umpire import Done, after


class Follows(msgspec.Struct, frozen=True):
    """What comes after a phase: a sentence where somebody else acts then, and whether the turn of a side ends with it."""

    says: str = ""
    ends_turn: bool = False


def what_follows(game: BoardGame[Any], seen: Any, order: msgspec.Struct) -> Follows:
    """Say what comes after the order that ends a phase, as far as whoever gives it can see; of one that asks, nothing."""
    found = after(game.rules.carry_out(seen, order), ())
    if not game.view.taking_turns or not isinstance(found, Done):
        return Follows()
    now, then = game.view.status(seen), game.view.status(found.result)
    if then.side is None:
        return Follows("That ends the game.", ends_turn=True)
    if _whose(now) != _whose(then):
        return Follows(f"That ends the {_whose(now)} turn.", ends_turn=True)
    return Follows("" if now.side == then.side else f"Then the {then.side} side acts: {then.phase}.")


def _whose(status: Status) -> str | None:
    return status.player or status.side


def attacks_undone(game: BoardGame[Any], position: Any, *, ends_turn: bool) -> list[str]:
    """Say what was announced and comes to nothing, and in a phase of attacks, or the last of a turn, what is not attacked.

    While units can still move, who does not attack is not asked about: he may do so in a later phase.
    """
    found = list(game.view.abandoned(position))
    battles = game.view.battles(position)
    targets, done = (
        len({each.target for each in battles}),
        " or ".join(sorted({each.done for each in battles})),
    )
    pieces = {each.id for each in game.view.pieces(position)}
    able = {
        actor
        for actor in game.rules.actors(position)
        if actor in pieces and not game.rules.why_idle(position, actor)
    }
    if not targets or (able and not ends_turn):
        return found
    left = game.view.status(position).left
    hexes = counted(targets, "hex", "hexes")
    return [*found, f"not used: {left}" if left else f"{hexes} can still be {done}"]
