# SPDX-License-Identifier: Apache-2.0
"""How well a position stands, for programs that play. A simple measure, said here in full.

It is the library's sum, with the weights that `rules.toml` has: units count with attack and defence, as they are, and
who is not seen counts in full. The side that moves first goes for the towns it does not hold, the other for enemies and
the towns it lost. Besides, strikes are kept for a target that is worth it. While strikes are made a contaminated hex costs
the side 4 for each step that its units within 2 hexes would lose on the average by entering it, and two more where a town
counts, but no more than it holds; the enemy a quarter of that, for whoever was struck there does not come in.
"""

from functools import cache

from grognard.games.iron_curtain.contamination import entry_column
from grognard.games.iron_curtain.strike_orders import AIR, CHEMICAL, NUCLEAR, Strikes
from grognard.hexes import HexId
from grognard.procedures.reading import column
from grognard.rules import evaluation
from grognard.rules.board import Board
from grognard.rules.card import Card
from grognard.rules.supply_at_end import is_short
from grognard.rules.units import Unit

# How near units are that may enter a contaminated hex, what a step lost there is worth, and which share to the enemy.
NEAR, LOSS, SHARE = 2, 4.0, 0.25
# So many units of either side are sure to come for a town that counts.
COMING = 2
KEEP = ((AIR, 0.1), (CHEMICAL, 0.6), (NUCLEAR, 1.2))


class Evaluation(evaluation.Evaluation, frozen=True, kw_only=True):
    """How well the positions of a scenario stand."""

    def measure(self, board: Board, side: str) -> float:
        """Say how well a position stands for a side."""
        strikes: Strikes = board.book.chapter("strikes")
        kept = sum(worth * strikes.left(board, weapon, side) for weapon, worth in KEEP)
        return super().measure(board, side) + _contamination(board, side) + kept

    def supply_of(self, board: Board, unit: Unit) -> str:
        """Return a unit's supply as it was last judged."""
        return "out of supply" if is_short(board, unit) else "in supply"

    def wanted(self, board: Board, side: str) -> frozenset[HexId]:
        """Return where units are wanted: at the towns to be taken; of the side that moves second, at enemies and towns it lost."""
        scenario, held = board.scenario, board.position.held
        if side == board.context.sides[0]:
            return frozenset(scenario.worth.keys() - held) or board.foes(side)
        return board.foes(side) | (held - scenario.held)


def _contamination(board: Board, side: str) -> float:
    """Weigh what contaminated hexes are still to cost the enemy, less what they are to cost the side itself."""
    if board.now.name != "strikes":
        return 0.0
    # In an order that is the same in every process: sums of floats hang on it.
    struck = sorted({(marker.at, marker.by) for marker in board.position.contaminated})
    return sum(
        SHARE * _risk(board, at, warhead, board.context.enemy[side]) - _risk(board, at, warhead, side)
        for at, warhead in struck
    )


def _risk(board: Board, at: HexId, warhead: str, side: str) -> float:
    """Return what it would cost a side to enter a contaminated hex with the units that are near."""
    around = (hex_id for hex_id in board.grid.within(at, NEAR) if hex_id != at)
    near = sum(unit.side == side for hex_id in around for unit in board.units_at(hex_id))
    near += COMING if at in board.scenario.worth else 0
    most: int = board.scenario.file.stacking
    return LOSS * min(near, most) * _entry_steps(board.card, warhead, side)


@cache
def _entry_steps(card: Card, warhead: str, side: str) -> float:
    """Return how many steps a unit of a side loses on the average by entering a hex."""
    chart = card.chart(warhead)
    reading = column(chart, entry_column(warhead, side))
    lost = sum(chart.does(code).get("steps", 0) * weight for code, weight in reading.branches)
    return float(lost / reading.ways)
