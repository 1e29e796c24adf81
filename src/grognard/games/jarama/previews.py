"""What orders would roll on, with every outcome: of what is done to the unknown, over all that may be there."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grognard.games.jarama.attack_orders import attack_sheet
from grognard.games.jarama.board import Board
from grognard.games.jarama.bombardment_orders import strike_sheet
from grognard.games.jarama.fog_odds import as_far_as_seen, assumed, foreseen, shelled
from grognard.games.jarama.procedures import AIR_RECON, BOMBARDMENT, COMBAT, GROUND_RECON
from grognard.games.jarama.recon_orders import air_sheet, foretold, ground_sheet
from grognard.games.jarama.terms import enemy
from grognard.play.board import Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Procedure, Worksheet

Previewed = Callable[[Board, Any], Preview]


def _weighed(
    procedure: Procedure, sheet: Callable[[Board, Any], Worksheet], over_unknown: Previewed
) -> Previewed:
    """Make a preview of a worksheet where all counters in a hex are known, and of what may be there where they are not."""

    def shown(board: Board, order: Any) -> Preview:
        target = board.hex(order.target)
        if board.is_seen_through(target):
            weighed = preview("jarama", procedure, sheet(board, order))
            weighed = replace(weighed, assumes=(*weighed.assumes, *assumed(board, target)))
        else:
            weighed = over_unknown(board, order)
        unseen = board.hides(enemy(board.position.side))
        return as_far_as_seen(weighed) if unseen else weighed

    return shown


attack = _weighed(COMBAT, attack_sheet, foreseen)
bombardment = _weighed(BOMBARDMENT, strike_sheet, shelled)
flight = _weighed(AIR_RECON, air_sheet, foretold)
patrol = _weighed(GROUND_RECON, ground_sheet, foretold)


def bombs(board: Board, order: Any) -> Preview:
    """Return what bombs roll on: the first die is for antiair fire, which has a 0 of its own, so words alone tell results."""
    weighed = bombardment(board, order)
    return replace(weighed, outcomes=tuple(replace(each, result="") for each in weighed.outcomes))
