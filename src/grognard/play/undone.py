"""What the end of a phase leaves undone, in words: for the page and the terminal alike."""

from typing import Any

from grognard.play.game import BoardGame


def attacks_undone(game: BoardGame[Any], position: Any, *, ends_turn: bool) -> list[str]:
    """Say what was announced and comes to nothing, and in a phase of attacks, or the last of a turn, what is not attacked.

    While units can still move, who does not attack is not asked about: he may do so in a later phase.
    """
    found = list(game.withdrawn(position))
    battles = game.battles(position)
    targets, done = (
        len({each.target for each in battles}),
        " or ".join(sorted({each.done for each in battles})),
    )
    pieces = {each.id for each in game.pieces(position)}
    able = {actor for actor in game.actors(position) if actor in pieces and not game.idle(position, actor)}
    if not targets or (able and not ends_turn):
        return found
    left = game.status(position).left
    hexes = "1 hex" if targets == 1 else f"{targets} hexes"
    return [*found, f"not used: {left}" if left else f"{hexes} can still be {done}"]
