# SPDX-License-Identifier: Apache-2.0
"""Attacks on the map: what each rolls on and which units it strikes; and attacks on adjacent hexes: overruns and close assaults."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.panzerblitz.attack import AttackSheet, tell
from grognard.games.panzerblitz.attack_limits import Attack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.losses import with_occupants
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.preview import preview, yours
from grognard.procedures.procedure import Line, NotAllowed, Procedure
from grognard.registry import Card
from grognard.rules.group_attack import why_not_together
from grognard.rules.naming import names
from grognard.rules.orders import UnitsAgainst
from grognard.rules.sentences import Says, says


class MapAttack(msgspec.Struct, frozen=True):
    """The attack that an order makes: its procedure, its worksheet, and the units it strikes, in the order of its results."""

    procedure: Procedure
    sheet: Callable[[Board, Any], AttackSheet]
    struck: Callable[[Board, Any], Sequence[Unit]]

    def preview(self, board: Board, order: UnitsAgainst) -> Preview:
        """Return what an attack would roll on, and every outcome."""
        sheet = self.sheet(board, order)
        called = [_with_others(board, unit) for unit in self.struck(board, order)]
        events = yours(self.procedure.events)
        shown = preview("panzerblitz", self.procedure, sheet, partial(tell, names=called), events)
        waiting = board.units(order.units)
        return replace(shown, lines=tuple(_with_name(line, waiting) for line in sheet.lines))

    def says(self, sentence: str) -> Says:
        """Put an attack into words by a sentence with gaps, with its odds if it can be made."""
        words = says(sentence)
        return lambda board, order: words(board, order) + self.odds(board, order)

    def odds(self, board: Board, order: UnitsAgainst) -> str:
        """Say at what odds an attack is made; empty if it cannot be made."""
        try:
            return f", {self.sheet(board, order).shots[0].told}"
        except GrognardError:
            return ""


def _with_others(board: Board, unit: Unit) -> str:
    """Name a unit and all that share its fate: its rider, or those in a fort."""
    others = [other for other in with_occupants(board, unit) if other is not unit]
    return f"{unit.name} with {names(others)}" if others else unit.name


def _with_name(line: Line, waiting: list[Unit]) -> Line:
    """Put the name of the first waiting unit of the line's type into the line, and take it off the list: charts know only types."""
    unit = next((unit for unit in waiting if line.what.startswith(unit.type.name)), None)
    if unit is None:
        return line
    waiting.remove(unit)
    return replace(line, what=unit.name + line.what.removeprefix(unit.type.name))


class AdjacentAttack(msgspec.Struct, frozen=True, kw_only=True):
    """Attacks on adjacent hexes: the verb, why a unit may not make one, and what the card asks about one.

    `way` are the hexes that a unit goes through as it attacks; by default it stays where it is.
    """

    attack: Attack
    verb: str
    procedure: Procedure
    why_not_on: Callable[[Board, Unit, HexId], str]
    situation: Callable[[Board, Sequence[Unit], HexId], msgspec.Struct]
    worksheet: Callable[[Any, Card], AttackSheet]
    way: Callable[[Board, Unit, HexId], tuple[str, ...]] = lambda *_: ()

    @property
    def on_map(self) -> MapAttack:
        """The attack as an order makes it."""

        def sheet(board: Board, order: UnitsAgainst) -> AttackSheet:
            return self.sheet(board, board.units(order.units), board.hex(order.target))

        return MapAttack(
            self.procedure, sheet, lambda board, order: board.under_attack(board.hex(order.target))
        )

    def units(self, board: Board, target: HexId) -> list[Unit]:
        """Return the units that may attack a hex, each by itself."""
        return [unit for unit in board.units_around(target) if not self.why_not_on(board, unit, target)]

    def targets(self, board: Board) -> list[HexId]:
        """Return the hexes that may be attacked, if need be by all units together."""
        return [at for at in sorted(board.foes(board.position.side)) if self._is_open(board, at)]

    def _is_open(self, board: Board, target: HexId) -> bool:
        # Few enemies have anyone next to them, which is quickly seen.
        units = self.units(board, target)
        if not units or board.why_not_struck(self.attack, target):
            return False
        return not why_not_together(units, "", (), lambda: self.sheet(board, units, target))

    def sheet(self, board: Board, units: Sequence[Unit], target: HexId) -> AttackSheet:
        """Return the worksheet of an attack on the map."""
        if not units:
            raise NotAllowed(f"choose who {self.verb}s")
        if not board.under_attack(target):
            raise NotAllowed(f"there is nobody in {board.grid.names[target]} to {self.verb}")
        return self.worksheet(self.situation(board, units, target), board.card)

    def why_not(self, board: Board, units: Sequence[Unit], target: HexId) -> str:
        """Say why an attack may not be made; empty if it may."""
        reasons = chain(
            (board.why_not_struck(self.attack, target),),
            (self.why_not_on(board, unit, target) for unit in units),
        )
        who = f"units that {self.verb}"
        return why_not_together(units, who, reasons, lambda: self.sheet(board, units, target))
