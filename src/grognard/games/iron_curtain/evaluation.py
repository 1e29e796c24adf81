# SPDX-License-Identifier: Apache-2.0
"""How well a position stands, for programs that play: a simple measure, described here in full.

It is the library's sum, with the weights of `rules.toml`: units count with their present attack and defence, and
unseen ones in full. The side that moves first aims for towns it does not hold, the other for enemies and
lost towns. Besides, strikes are saved for a worthwhile target. In the strikes phase a contaminated hex costs
the side 4 for each step that its units within 2 hexes would lose on average by entering it, counting two more units if
it is a town for victory, but no more than it holds; the enemy a quarter, since units struck there do not come in.
"""

from functools import lru_cache

from grognard.games.iron_curtain.strike_orders import AIR, CHEMICAL, NUCLEAR, Strikes
from grognard.games.iron_curtain.weapons import entry_column
from grognard.hexes import HexId
from grognard.procedures.reading import column
from grognard.rules import evaluation
from grognard.rules.board import Board
from grognard.rules.card import Card
from grognard.rules.supply_at_end import is_short
from grognard.rules.units import Unit

# How near units are that may enter a contaminated hex, what a step lost there is worth, and the enemy's share of it.
NEAR, LOSS, ENEMY_SHARE = 2, 4.0, 0.25
# How many units of either side are sure to come for a town that counts.
EXPECTED = 2
STRIKE_WORTH = ((AIR, 0.1), (CHEMICAL, 0.6), (NUCLEAR, 1.2))


class Evaluation(evaluation.Evaluation, frozen=True, kw_only=True):
    """How well the positions of a scenario stand."""

    def measure(self, board: Board, side: str) -> float:
        """Return how well a position stands for a side."""
        strikes: Strikes = board.book.chapter("strikes")
        kept = sum(worth * strikes.left(board, weapon, side) for weapon, worth in STRIKE_WORTH)
        return super().measure(board, side) + _contamination(board, side) + kept

    def supply_of(self, board: Board, unit: Unit) -> str:
        """Return a unit's supply as it was last judged."""
        return "out of supply" if is_short(board, unit) else "in supply"

    def wanted(self, board: Board, side: str) -> frozenset[HexId]:
        """Return the hexes a side wants to reach: towns to be taken; for the side that moves second, enemies and lost towns."""
        scenario, held = board.scenario, board.position.held
        if side == board.context.sides[0]:
            return frozenset(scenario.worth.keys() - held) or board.foes(side)
        return board.foes(side) | (held - scenario.held)


def _contamination(board: Board, side: str) -> float:
    """Return what contaminated hexes may still cost the enemy, less what they may cost the side itself."""
    if board.now.name != "strikes":
        return 0.0
    # Sorted, so that the sum of floats is the same in every process.
    struck = sorted({(marker.at, marker.by) for marker in board.position.contaminated})
    return sum(
        ENEMY_SHARE * _risk(board, at, warhead, board.context.enemy[side]) - _risk(board, at, warhead, side)
        for at, warhead in struck
    )


def _risk(board: Board, at: HexId, warhead: str, side: str) -> float:
    """Return what it would cost a side to enter a contaminated hex with the units that are near."""
    around = (hex_id for hex_id in board.grid.within(at, NEAR) if hex_id != at)
    near = sum(unit.side == side for hex_id in around for unit in board.units_at(hex_id))
    near += EXPECTED if at in board.scenario.worth else 0
    most: int = board.scenario.file.stacking
    return LOSS * min(near, most) * _entry_steps(board.card, warhead, side)


@lru_cache(maxsize=4096)
def _entry_steps(card: Card, warhead: str, side: str) -> float:
    """Return how many steps a unit of a side loses on average by entering a hex."""
    chart = card.chart(warhead)
    reading = column(chart, entry_column(warhead, side))
    lost = sum(chart.does(code).get("steps", 0) * weight for code, weight in reading.branches)
    return float(lost / reading.ways)
