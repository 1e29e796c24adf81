"""What a side could close with in its next turn: where its men can move to, and one hex on."""

from collections import defaultdict

from msgspec.structs import replace

from grognard.games.asl_sk import move_orders
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.pairing import value
from grognard.games.asl_sk.terms import Nation
from grognard.hexes import HexId


def threatened_by(board: Board, side: Nation) -> dict[HexId, int]:
    """Return each hex a side could be in by its next advance, with the fire power it could bring there."""
    fresh = tuple(
        replace(each, spent=0, moved=False, tried=False, pinned=False) for each in board.position.units
    )
    position = replace(board.position, player=side, phase="movement", units=fresh, combat=None)
    then = board.after(position)
    strength: dict[HexId, int] = defaultdict(int)
    for unit in then.of_side(side):
        if move_orders.cannot_move(then, unit):
            continue
        reached = set(move_orders.reached(then, unit))
        if not unit.is_afv:
            reached |= {there for at in reached for there in then.grid.neighbours(at)}
        for at in reached - then.hexes_of(side):
            strength[at] += value(then.piece(unit))
    return dict(sorted(strength.items()))
