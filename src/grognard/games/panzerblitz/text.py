# SPDX-License-Identifier: Apache-2.0
"""Questions, rolls and the effects on units, in plain words; kinds of orders have their own words."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from grognard.games.panzerblitz import fire_orders
from grognard.games.panzerblitz.attack import label
from grognard.games.panzerblitz.board import Board, Context
from grognard.games.panzerblitz.kinds import KINDS
from grognard.games.panzerblitz.minefield_orders import MineClearing
from grognard.games.panzerblitz.orders import Overrun
from grognard.games.panzerblitz.position import Position
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.rules.map_view import MapText
from grognard.rules.naming import fate_sentences, listed, names
from grognard.rules.orders import EndPhase
from grognard.umpire import Question, Roll


class Text(MapText[Context, Position]):
    """The words for what happens in a scenario."""

    kinds = KINDS
    sequence = (
        ("minefields", "mines attack the enemies that stand on them"),
        ("fire", "all fire is announced: who fires at which hex"),
        ("resolution", "what was announced is rolled, in any order"),
        ("vehicles", "vehicles move, overrun and unload; units that have fired stay"),
        ("infantry", "all others move, get on, or clear mines"),
        ("close assault", "infantry, engineers and cavalry attack the hex next to them"),
    )

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: lost, dispersed or rallied; and which side took what ground."""
        place, scenario = self.context.place, self.context.scenario
        told = fate_sentences(
            (unit, ("is", "are", f" {fate}"))
            for unit in scenario.units
            for fate in _fates(before, after, unit.number)
        )
        if isinstance(order, Overrun):
            board = self.context.board(after)
            told += [f"{unit.name} comes out in {place(board.at(unit))}" for unit in board.units(order.units)]
        taken = {side: sorted(after.held[side] - before.held[side]) for side in scenario.sides}
        told += [f"the {side}s take {listed(map(self._ground_at, at))}" for side, at in taken.items() if at]
        if isinstance(order, EndPhase) and before.phase == "fire":
            told += abandoned(self.context.board(before))
        cleared = sorted(after.cleared - before.cleared)
        return told + [f"the mines in {place(at)} are cleared" for at in cleared]

    def _ground_at(self, hex_id: HexId) -> str:
        """Name a hex of ground that counts by what it counts as."""
        return f"{self.context.scenario.ground_names[hex_id]} {self.context.grid.hex_name(hex_id)}"

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        return "mines to clear" if isinstance(question, MineClearing) else label(question)

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: the code of the card, and the first words of its meaning."""
        if isinstance(roll.why, MineClearing):
            return f"the mines are {means}"
        words = re.split(r"[.;(]", self.context.card.chart("crt").means(means))[0].strip()
        return f"{means}, {words.lower()}"


def abandoned(board: Board) -> Iterable[str]:
    """Say which units' fire at each unit of a hex is withdrawn when announcing ends."""
    for order in fire_orders.withdrawn_fire(board):
        who = board.units(order.units)
        verb = "does" if len(who) == 1 else "do"
        yield f"{names(who)} {verb} not fire: not all in {order.target} would be fired at (ruling techniques)"


def _fates(before: Position, after: Position, number: int) -> Iterable[str]:
    """Say what became of one unit."""
    if after.at[number] == LOST != before.at[number]:
        yield "eliminated"
    if number in (after.dispersed | after.rallied) - before.dispersed:
        yield "dispersed"
    if number in after.rallied:
        yield "in order again"
