# SPDX-License-Identifier: Apache-2.0
"""Strikes on a hex by what does not stand on the map, such as aircraft and missiles: limited per turn or per game.

The visible enemy unit in the hex is named; others beneath it may be struck too. A hex is struck once in a phase.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate, Preview
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import LOST
from grognard.play.preview import preview, yours
from grognard.procedures.procedure import NotAllowed, Procedure, Worksheet
from grognard.rules.adjacent_attack import why_not_target
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.hidden_stacks import hidden_lines, seen_text
from grognard.rules.orders import UnitsAgainst
from grognard.rules.sentences import cited
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position


class Weapon(msgspec.Struct, frozen=True):
    """A weapon: its order, its name, the verb for using it, and the chart procedure.

    Its number is limited per turn of a side if `in_turn`, otherwise per game.
    """

    order: type[UnitsAgainst]
    name: str
    does: str
    procedure: Procedure
    in_turn: bool = False

    @property
    def tag(self) -> str:
        """The name of its order."""
        return str(self.order.__struct_config__.tag)


class Strikes(Chapter, frozen=True, kw_only=True):
    """Strikes with `weapons`. `again` is cited for striking a hex only once, `at_whom` for the possible targets, `when` for the phase."""

    position_fields = (
        # Strikes in this turn of a side, by their orders; strikes limited per game, with the side that made them.
        PositionField("flown", tuple[str, ...], start=(), lasts="turn"),
        PositionField("fired", tuple[tuple[str, str], ...], start=()),
    )
    weapons: ClassVar[tuple[Weapon, ...]]

    again: str = ""
    at_whom: str = ""
    when: str = ""

    # To be defined by a game

    def most(self, board: "Board", weapon: Weapon, side: str) -> int:
        """Return how many strikes a side has, per turn or per game."""
        raise NotImplementedError

    def released(self, board: "Board", weapon: Weapon, side: str) -> int:
        """Return the turn from which a side may strike with a weapon."""
        raise NotImplementedError

    def sheet(self, board: "Board", weapon: Weapon, target: HexId) -> Worksheet:
        """Return the worksheet of a strike on the units in a hex."""
        raise NotImplementedError

    def resolve(self, board: "Board", weapon: Weapon, target: HexId) -> "Rule[Position]":
        """Roll for a strike, and take the losses off the units."""
        raise NotImplementedError

    # Who may strike what

    def left(self, board: "Board", weapon: Weapon, side: str) -> int:
        """Return how many strikes a side has left: in this turn of its own, or in the game."""
        position = board.position
        made = position.flown.count(weapon.tag) if board.now.side == side else 0
        return self.most(board, weapon, side) - (
            made if weapon.in_turn else position.fired.count((weapon.tag, side))
        )

    def cannot_strike(self, board: "Board", weapon: Weapon) -> str:
        """Say why the side to move cannot strike with a weapon in this phase at all; empty if it can."""
        side, turn = board.now.side, self.released(board, weapon, board.now.side)
        if weapon.tag not in board.now.orders:
            return f"strikes are made before movement, and this is {side} {board.now.name}{cited(self.when)}"
        if board.position.turn < turn:
            return f"the {weapon.name}s of {side} are released on turn {turn}"
        return "" if self.left(board, weapon, side) > 0 else f"{side} has no {weapon.name}s left"

    def why_not_at(self, board: "Board", target: HexId) -> str:
        """Say why a hex may not be struck; empty if it may."""
        return why_not_target(board, target, self.again, "struck", self.at_whom)

    def why_not_strike(self, weapon: Weapon, board: "Board", order: UnitsAgainst) -> str:
        """Say why a strike may not be made; empty if it may."""
        target = board.context.naming.hex(order.target)
        if reason := self.cannot_strike(board, weapon) or self.why_not_at(board, target):
            return reason
        top = board.units_at(target)[0]
        return (
            "" if order.units == (top.id,) else f"{top.name} is seen in {board.grid.names[target]}; name it"
        )

    def usable_weapons(self, board: "Board") -> list[Weapon]:
        """Return the weapons that the side to move can strike with now."""
        return [weapon for weapon in self.weapons if not self.cannot_strike(board, weapon)]

    def targets(self, board: "Board") -> list[HexId]:
        """Return the hexes that may be struck."""
        targets: list[HexId] | None = board.cache.get(self.targets)
        if targets is None:
            foes = sorted(board.foes(board.now.side)) if self.usable_weapons(board) else []
            targets = board.cache[self.targets] = [at for at in foes if not self.why_not_at(board, at)]
        return targets

    # In play

    def kinds(self, context: "Context") -> "Iterable[Kind[Any, Any]]":
        """Return the orders to strike a hex."""
        del context
        for weapon in self.weapons:
            yield Kind(
                order=weapon.order,
                actors=lambda board: [board.grid.names[at] for at in self.targets(board)],
                orders=partial(self.strikes, weapon),
                why_illegal=partial(self.why_not_strike, weapon),
                rule=partial(self.strike, weapon),
                preview=partial(self.preview, weapon),
                text=partial(self.text, weapon),
            )

    def strikes(self, weapon: Weapon, board: "Board", actor: str) -> Orders[Any]:
        """Return the strike with a weapon that may be made on a hex."""
        target = None if not actor or actor in board.scenario.by_id else board.context.naming.hex(actor)
        if target is None or self.cannot_strike(board, weapon) or self.why_not_at(board, target):
            return NONE
        return AllOf((weapon.order((board.units_at(target)[0].id,), actor),))

    def strike(self, weapon: Weapon, board: "Board", order: UnitsAgainst) -> "Rule[Position]":
        """Carry out and count a strike."""
        target, side = board.context.naming.hex(order.target), board.now.side
        self.check_known(board, target)
        position = yield from self.resolve(board, weapon, target)
        position = replace(position, attacked=position.attacked | {target})
        if weapon.in_turn:
            return replace(position, flown=(*position.flown, weapon.tag))
        return replace(position, fired=(*position.fired, (weapon.tag, side)))

    def check_known(self, board: "Board", target: HexId) -> None:
        """Refuse to strike an empty hex, as might be ordered in free play."""
        if not board.units_at(target):
            raise NotAllowed(f"there is no unit in {board.grid.names[target]} to strike")

    def preview(self, weapon: Weapon, board: "Board", order: UnitsAgainst) -> Preview:
        """Return what a strike would roll on; if only part of a stack is seen, it says so."""
        target = board.context.naming.hex(order.target)
        self.check_known(board, target)
        shown = preview(
            board.book.card.game,
            weapon.procedure,
            self.sheet(board, weapon, target),
            foretold=yours(weapon.procedure.events),
        )
        return replace(shown, lines=(*hidden_lines(board, target), *shown.lines))

    def text(self, weapon: Weapon, board: "Board", order: UnitsAgainst) -> str:
        """Say a strike, with its targets as far as they are seen."""
        return f"{board.now.side} {weapon.does} {seen_text(board, board.context.naming.hex(order.target))}"

    def can_order(self, board: "Board") -> bool:
        """Return whether something can be struck."""
        return bool(self.targets(board))

    def battles(self, board: "Board") -> Iterator[Battle]:
        """Return what can be struck, with the visible unit there, by every weapon that is left."""
        for at in self.targets(board):
            top = (Candidate(board.units_at(at)[0].id),)
            for weapon in self.usable_weapons(board):
                title = f"{weapon.tag.replace('-', ' ').capitalize()} on {board.context.place(at)}"
                name = board.grid.names[at]
                yield Battle(
                    type=weapon.tag, title=title, target=name, pieces=top, does="strike", settled=True
                )

    # What is left, in words

    def left_now(self, board: "Board") -> str:
        """Say how many strikes of each kind the side to move has left in this phase; empty if it makes none."""
        if board.position.over or not any(weapon.tag in board.now.orders for weapon in self.weapons):
            return ""
        usable_weapons = self.usable_weapons(board)
        weapons = [weapon for weapon in self.weapons if weapon.in_turn or weapon in usable_weapons]
        return ", ".join(counted(self.left(board, weapon, board.now.side), weapon.name) for weapon in weapons)

    def left_in_all(self, board: "Board") -> Iterator[str]:
        """Say what each side can still strike with, and from which turn."""
        for side in board.context.sides:
            parts = []
            for weapon in self.weapons:
                count, turn = self.left(board, weapon, side), self.released(board, weapon, side)
                waits = f" from turn {turn}" if board.position.turn < turn else ""
                if count:
                    parts.append(counted(count, weapon.name) + (" in a turn" if weapon.in_turn else waits))
            if parts:
                yield f"{side} has left: {', '.join(parts)}."

    # What must always hold

    def faults(self, board: "Board") -> Iterator[str]:
        """No side strikes more often than it may, or before the weapon is released."""
        for side in board.context.sides:
            for weapon in self.weapons:
                most = self.most(board, weapon, side)
                made = most - self.left(board, weapon, side)
                if made > most or (made and board.position.turn < self.released(board, weapon, side)):
                    yield f"{side} has made {made} of {counted(most, weapon.name)} on turn {board.position.turn}"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """No hex is struck twice in a phase, and no strike is counted that was not made."""
        struck = self._struck(order)
        if struck and before.grid.parse_hex(struck) in before.position.attacked:
            yield "a hex is struck a second time"
        one, other = before.position, after.position
        if not struck and (len(other.flown), len(other.fired)) > (len(one.flown), len(one.fired)):
            yield "a strike is counted that was not made"

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """A strike moves no unit, but may eliminate those it strikes."""
        struck = self._struck(order)
        return (
            bool(struck) and after.at(unit) == LOST and unit in before.units_at(before.grid.parse_hex(struck))
        )

    def _struck(self, order: msgspec.Struct) -> str:
        """Return the hex that an order strikes; empty if it is not a strike."""
        is_strike = any(isinstance(order, weapon.order) for weapon in self.weapons)
        return order.target if is_strike and isinstance(order, UnitsAgainst) else ""
