"""The odds of a round of close combat on the map that is to begin, by the best pairing of both sides."""

from fractions import Fraction

from msgspec.structs import replace

from grognard.games.asl_sk import ambush, close_combat_orders, close_combat_round, new_leaders
from grognard.games.asl_sk.best_pairing import nameless
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.close_combat_round import TOO_MANY
from grognard.games.asl_sk.side_text import preview_by_nation
from grognard.games.asl_sk.terms import GAME
from grognard.hexes import HexId
from grognard.play.board import Expected, Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, NotAllowed


def whole_round(board: Board, at: HexId) -> Preview:
    """Return the odds of the round; where there are too many ways for it to end those of its ambush alone, and why."""
    rolled = close_combat_orders.ambush_sheet(board, at)
    ours, theirs = (board.pieces(board.units_at(at, side)) for side in board.sides)
    # Units alike are told apart by their names if that is not too much.
    for own, foes in ((ours, theirs), (tuple(map(nameless, ours)), tuple(map(nameless, theirs)))):
        try:
            sheet = close_combat_round.sheet_of(own, foes, "roll" if rolled else "none", 1, board.card)
        except NotAllowed:
            continue
        manner = replace(
            sheet.manner,
            leaderless=new_leaders.leaderless(board, at),
            counters=new_leaders.counters(board),
        )
        found = preview(GAME, close_combat_round.PROCEDURE, replace(sheet, manner=manner))
        return preview_by_nation(board, found)
    left_out = Line("the whole round", "left out", TOO_MANY)
    if rolled:
        shown = preview(GAME, ambush.PROCEDURE, rolled)
        return preview_by_nation(board, replace(shown, lines=(*shown.lines, left_out)))
    fought = Expected("", f"the round is fought; {TOO_MANY}", Fraction(1))
    return Preview(GAME, close_combat_round.PROCEDURE.name, (left_out,), (fought,))
