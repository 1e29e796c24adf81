# SPDX-License-Identifier: Apache-2.0
"""Attacks on a hex by units next to it, whatever table they are rolled on. A hex is attacked once in a phase.

`group_attack` is the order and its words; this adds who may attack what, and the invariants, for a game that does
not use the `combat` chapter.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.board import Candidate
from grognard.play.places import LOST, is_on_map
from grognard.procedures.procedure import Line, NotAllowed
from grognard.rules.group_attack import GroupAttack
from grognard.rules.hidden_stacks import hidden_lines, seen_text
from grognard.rules.position import Position
from grognard.rules.sentences import cited
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board


P = TypeVar("P", bound=Position)


class AdjacentAttack(GroupAttack, frozen=True, kw_only=True):
    """Attacks on a hex by units next to it, once in a phase.

    `again` is the rule cited for attacking a hex only once, `too_weak` the sentence for attackers without strength, and
    `farthest` the most hexes that a result drives units back.
    """

    again: str = ""
    too_weak: str = "an attack needs some strength, and the attackers have 0"
    farthest: int = 1

    def why_not_with(self, board: "Board", unit: Unit, target: HexId) -> str:
        """Say why a unit may not attack a hex, other attackers apart; empty if it may."""
        raise NotImplementedError

    # Who may attack what

    def why_too_weak(self, board: "Board", units: Iterable[Unit]) -> str:
        """Say why units without any strength may not attack; empty if one of them has some."""
        return "" if any(board.face(unit).attack for unit in units) else self.too_weak

    def attackers(self, board: "Board", target: HexId) -> list[Unit]:
        """Return the units that may attack a hex."""
        return [unit for unit in board.units_around(target) if not self.why_not_with(board, unit, target)]

    def targets(self, board: "Board") -> list[HexId]:
        """Return the hexes that can be attacked now."""
        targets: list[HexId] | None = board.cache.get(self.targets)
        if targets is None:
            near = [
                at for at in board.in_contact(board.now.side) if not why_not_target(board, at, self.again)
            ]
            targets = board.cache[self.targets] = [at for at in near if self.can_be_attacked(board, at)]
        return targets

    def can_be_attacked(self, board: "Board", target: HexId) -> bool:
        """Return whether the units that may attack a hex have any strength."""
        return not self.why_too_weak(board, self.attackers(board, target))

    def why_not_attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> str:
        """Say why an attack may not be made; empty if it may."""
        if not units or len(set(units)) != len(units):
            return f"name the units that {self.verb}, each once"
        reasons = [why_not_target(board, target, self.again)]
        reasons += [self.why_not_with(board, unit, target) for unit in units]
        reasons += [self.why_not_as_one(board, units), self.why_too_weak(board, units)]
        return next(filter(None, reasons), "")

    def why_not_as_one(self, board: "Board", units: Sequence[Unit]) -> str:
        """Say why units that may each attack may not do so together; empty if they may."""
        del board, units
        return ""

    def check_known(self, board: "Board", units: Sequence[Unit], target: HexId) -> None:
        """Refuse an attack that cannot be worked out at all, but might be ordered in free play."""
        if not units:
            raise NotAllowed("choose who attacks")
        for unit in units:
            if reason := why_not_next_to(board, unit, target):
                raise NotAllowed(reason)
        if not board.units_at(target):
            raise NotAllowed(f"there is no unit in {board.grid.names[target]} to attack")
        if reason := self.why_too_weak(board, units):
            raise NotAllowed(reason)

    def candidates(self, board: "Board", target: HexId) -> Iterable[Candidate]:
        """Return the units of the side to move next to a hex, each with the reason why it may not attack."""
        around = [unit for unit in board.units_around(target) if unit.side == board.now.side]
        return [Candidate(unit.id, self.why_not_with(board, unit, target)) for unit in around]

    def begun(self, position: P, units: Iterable[Unit], target: HexId) -> P:
        """Return the position as an attack begins: its units have acted, and the hex was attacked."""
        acted = position.acted | {unit.number for unit in units}
        return replace(position, acted=acted, attacked=position.attacked | {target})

    def warnings(self, board: "Board", target: HexId) -> tuple[Line, ...]:
        """Warn that not every unit in the hex is seen, if that is so."""
        return hidden_lines(board, target)

    def target_text(self, board: "Board", target: HexId) -> str:
        """Name the hex and the units in it, as far as they are seen."""
        return seen_text(board, target)

    # What must always hold

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """A battle moves the attackers and the units attacked."""
        del after
        if not isinstance(order, self.order):
            return False
        return unit.id in order.units or unit in before.units_at(before.grid.parse_hex(order.target))

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """No unit attacks twice, no hex is attacked twice in a phase; attackers may only enter the hex, and defenders go no farther than a result drives them."""
        if not isinstance(order, self.order):
            return
        target = before.grid.parse_hex(order.target)
        if target in before.position.attacked:
            yield f"{order.target} is attacked a second time"
        for unit in before.context.naming.units(order.units):
            if unit.number in before.position.acted:
                yield f"{unit.name} attacks a second time"
            if after.at(unit) not in (before.at(unit), target, LOST):
                yield f"{unit.name} attacks, and goes elsewhere"
        for unit in before.units_at(target):
            there = after.at(unit)
            if is_on_map(there) and before.grid.distance(target, there) > self.farthest:
                yield f"{unit.name} is driven too far"


def why_not_target(
    board: "Board", target: HexId, again: str = "", done: str = "attacked", cites: str = ""
) -> str:
    """Say why a hex may not be attacked or struck in this phase; empty if it may."""
    name = board.grid.names[target]
    if target not in board.foes(board.now.side):
        return f"there is no enemy in {name}" + cited(cites)
    if target in board.position.attacked:
        return f"{name} was {done} already in this phase" + cited(again)
    return ""


def why_not_next_to(board: "Board", unit: Unit, target: HexId) -> str:
    """Say that a unit is not next to a hex; empty if it is."""
    if board.grid.distance(board.hex_of(unit), target) == 1:
        return ""
    return f"{unit.name} is not next to {board.grid.names[target]}"
