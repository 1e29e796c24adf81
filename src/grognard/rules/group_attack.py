# SPDX-License-Identifier: Apache-2.0
"""Attacks on a hex by a group of units, whatever table they are rolled on: the order, its candidates, its words.

Combat is one such chapter; a game may have others, such as attack from the air.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate, Preview
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import Groups, Orders
from grognard.play.preview import Foretold, preview, yours
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.rules.chapter import Chapter
from grognard.rules.naming import names
from grognard.rules.orders import UnitsAgainst
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position


class GroupAttack(Chapter, frozen=True, kw_only=True):
    """A kind of attack. Its `order` has the `units` that attack and their `target`; `titled` begins its title, `verb` is its verb."""

    order: ClassVar[type[UnitsAgainst]]
    titled: ClassVar[str] = "Attack on"
    verb: ClassVar[str] = "attack"

    # To be defined by each kind of attack

    def targets(self, board: "Board") -> list[HexId]:
        """Return the hexes that can be attacked now."""
        raise NotImplementedError

    def attackers(self, board: "Board", target: HexId) -> list[Unit]:
        """Return the units that can attack a hex; none if not even all of them together may."""
        raise NotImplementedError

    def why_not_attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> str:
        """Say why an attack may not be made; empty if it may."""
        raise NotImplementedError

    def sheet(self, board: "Board", units: Sequence[Unit], target: HexId) -> Worksheet:
        """Return the worksheet of an attack; an attack that cannot be rolled is an error."""
        raise NotImplementedError

    def attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Carry out an attack."""
        raise NotImplementedError

    def candidates(self, board: "Board", target: HexId) -> Iterable[Candidate]:
        """Return the units that might attack a hex, each with the reason if it may not."""
        return [Candidate(unit.id) for unit in self.attackers(board, target)]

    def tells(self, board: "Board", units: Sequence[Unit], target: HexId) -> Callable[[Any], str] | None:
        """Return the function that says an outcome in words, if more can be said on the map than at the desk."""
        del board, units, target
        return None

    def foretold(self, board: "Board", units: Sequence[Unit], target: HexId) -> Foretold:
        """Return what is told first of an attack to the side that makes it: by default the events of the chart procedure."""
        del units, target
        return yours(self.desk(board.context).events)

    def desk(self, context: "Context") -> Procedure:
        """Return the chart procedure of the desk."""
        return next(iter(self.procedures(context.book)))

    def warnings(self, board: "Board", target: HexId) -> tuple[Line, ...]:
        """Return the lines of a preview that come before the worksheet."""
        del board, target
        return ()

    def target_text(self, board: "Board", target: HexId) -> str:
        """Name the target."""
        return board.context.place(target)

    # What follows

    def kinds(self, context: "Context") -> "Iterable[Kind[Board, Position]]":
        """Return the order to attack a hex."""
        units, target = context.naming.units, context.naming.hex
        desk = self.desk(context)

        def preview_of(board: "Board", order: UnitsAgainst) -> Preview:
            attack = units(order.units), target(order.target)
            sheet, tells = self.sheet(board, *attack), self.tells(board, *attack)
            shown = preview(context.card.game, desk, sheet, tells, self.foretold(board, *attack))
            return replace(shown, lines=(*self.warnings(board, target(order.target)), *shown.lines))

        yield Kind(
            order=self.order,
            rule=lambda board, order: self.attack(board, units(order.units), target(order.target)),
            why_illegal=lambda board, order: self.why_not_attack(
                board, units(order.units), target(order.target)
            ),
            text=self.text,
            actors=lambda board: map(board.grid.hex_name, self.targets(board)),
            orders=self.attacks,
            preview=preview_of,
        )

    def can_order(self, board: "Board") -> bool:
        """Return whether some hex can be attacked now."""
        return bool(self.targets(board))

    def attacks(self, board: "Board", actor: str) -> Orders[Any]:
        """Return the attacks on a hex: with all units, with all but some, down to single ones."""
        if not actor or actor in board.scenario.by_id:
            return NONE
        naming = board.context.naming
        target = naming.hex(actor)

        def is_allowed(order: UnitsAgainst) -> bool:
            return not self.why_not_attack(board, naming.units(order.units), target)

        return Groups(
            self.attackers(board, target),
            lambda group: self.order(tuple(unit.id for unit in group), actor),
            is_allowed,
        )

    def battles(self, board: "Board") -> Iterable[Battle]:
        """Return the hexes that can be attacked, with the units that might take part."""
        (name,) = self.order_names
        for target in self.targets(board):
            title = f"{self.titled} {board.context.place(target)}"
            pieces = tuple(self.candidates(board, target))
            yield Battle(
                type=name, title=title, target=board.grid.hex_name(target), pieces=pieces, does=self.verb
            )

    def text(self, board: "Board", order: UnitsAgainst) -> str:
        """Say in words which units attack what."""
        naming = board.context.naming
        units = naming.units(order.units)
        verb = f"{self.verb}s" if len(units) == 1 else self.verb
        return f"{names(units)} {verb} {self.target_text(board, naming.hex(order.target))}"


def why_not_together(
    units: Sequence[Hashable], who: str, reasons: Iterable[str], sheet: Callable[[], Worksheet]
) -> str:
    """Say why units may not attack together: the first of the reasons, or what the worksheet objects; empty if they may.

    `who` says who they are in the message: units that attack.
    """
    if not units or len(set(units)) != len(units):
        return f"name the {who}, each once"
    for reason in reasons:
        if reason:
            return reason
    try:
        sheet()
    except NotAllowed as error:
        return str(error)
    return ""
