# SPDX-License-Identifier: Apache-2.0
"""Contaminated hexes: what a weapon leaves behind where it fell, who is harmed by entering, and how long it lasts.

A moving unit stops in a contaminated hex. Each kind of contamination there harms any unit that enters, whether by a
move, an advance, a retreat or an arrival on the map.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import plural
from grognard.hexes import HexId
from grognard.hexes.paths import Zone
from grognard.play.board import Marker, MarkerKind
from grognard.procedures.procedure import Line
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.naming import listed
from grognard.rules.orders import EndPhase
from grognard.rules.step_losses import alive, take_losses
from grognard.rules.step_units import UnitLosses
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position


class Contaminated(msgspec.Struct, frozen=True):
    """A contaminated hex: by what, which side struck it, and the last turn of that side in which it stays so."""

    at: HexId
    by: str
    side: str
    until: int


class Contamination(Chapter, frozen=True, kw_only=True):
    """Hexes that the orders in `by_order` contaminate, each with its kind; `rule` is cited for who is harmed.

    `signs` has the sign of each kind on the map, if it is not written out.
    """

    position_fields = (PositionField("contaminated", tuple[Contaminated, ...], start=()),)
    by_order: ClassVar[dict[type[msgspec.Struct], str]]
    signs: ClassVar[dict[str, str]] = {}

    rule: str = ""

    # To be defined by a game

    def until(self, board: "Board") -> int:
        """Return the last turn of the side to move in which a hex that it strikes now stays contaminated."""
        raise NotImplementedError

    def effect(self, kind: str, side: str) -> str:
        """Name what units of a side roll on when they enter a hex with a kind of contamination."""
        raise NotImplementedError

    def harm(self, board: "Board", units: Sequence[Unit], there: HexId, kind: str) -> Rule[UnitLosses]:
        """Roll for units that have entered a hex with a kind of contamination."""
        raise NotImplementedError

    # The rule

    def kinds_at(self, position: "Position", hex_id: HexId) -> list[str]:
        """Return the kinds of contamination in a hex."""
        here = {marker.by for marker in position.contaminated if marker.at == hex_id}
        return [kind for kind in self.by_order.values() if kind in here]

    def stops(self, position: "Position") -> tuple[Zone, ...]:
        """Return the hexes in which a moving unit must stop, as a zone."""
        hexes = {marker.at for marker in position.contaminated}
        return (Zone(list(hexes), stop=True),) if hexes else ()

    def entered(
        self, board: "Board", position: "Position", units: Sequence[Unit], there: HexId
    ) -> "Rule[Position]":
        """Roll for units that have entered a hex, for every kind of contamination there."""
        for kind in self.kinds_at(position, there):
            left = alive(position, units)
            if left:
                lost = yield from self.harm(board.after(position), left, there, kind)
                position = take_losses(board.context, position, left, lost)
        return position

    def mark(self, board: "Board", there: HexId, kind: str) -> "Position":
        """Place a marker of the side to move where it struck; it replaces one of the same kind and side."""
        marker = Contaminated(there, kind, board.now.side, self.until(board))
        same = there, kind, board.now.side
        others = (other for other in board.position.contaminated if (other.at, other.by, other.side) != same)
        return replace(board.position, contaminated=(*others, marker))

    def ends_turn(self, board: "Board") -> "Position":
        """Remove the side's markers whose last turn is over."""
        markers, turn = board.position.contaminated, board.position.turn
        left = tuple(marker for marker in markers if marker.side != board.now.side or marker.until > turn)
        return replace(board.position, contaminated=left)

    # Words

    def warnings(self, board: "Board", there: HexId) -> list[Line]:
        """Say what units of the side to move that enter a hex would roll on, beyond the odds of a battle for it."""
        return [
            Line(
                f"{kind} contamination: each unit that enters rolls too",
                self.effect(kind, board.now.side),
                self.rule,
            )
            for kind in self.kinds_at(board.position, there)
        ]

    def note(self, position: "Position", at: HexId) -> str:
        """Warn a moving unit of a contaminated hex."""
        kinds = self.kinds_at(position, at)
        return f"contaminated ({kinds[0]}): it stops and rolls" if kinds else ""

    @property
    def marker_kinds(self) -> tuple[MarkerKind, ...]:
        """A kind of marker for each kind of contamination."""
        return tuple(
            MarkerKind(kind, f"{kind} contamination", self.signs.get(kind, ""), covers=True)
            for kind in self.by_order.values()
        )

    def markers(self, context: "Context", position: "Position") -> list[Marker]:
        """Return the contaminated hexes as a board shows them."""
        lying = Counter((marker.by, marker.at) for marker in position.contaminated)
        name = context.grid.hex_name
        return [
            Marker(kind, name(at), count, says=f"{kind} contamination")
            for (kind, at), count in sorted(lying.items())
        ]

    def changes(self, context: "Context", before: "Position", after: "Position") -> list[str]:
        """Say which hexes are no longer contaminated."""
        gone = {marker.at for marker in before.contaminated} - {marker.at for marker in after.contaminated}
        if not gone:
            return []
        places = listed(map(context.place, sorted(gone)))
        return [f"{places} {plural(len(gone), 'is', 'are')} contaminated no more"]

    # What must always hold

    def faults(self, board: "Board") -> Iterator[str]:
        """Contamination ends on its last turn."""
        for marker in board.position.contaminated:
            if not board.position.over and marker.until < board.position.turn:
                yield f"{board.grid.hex_name(marker.at)} is still contaminated after turn {marker.until}"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """Only weapons contaminate; only the end of a player-turn clears."""
        was, now = set(before.position.contaminated), set(after.position.contaminated)
        struck = type(order) in self.by_order
        if now - was and not struck:
            yield "a hex is contaminated, and no warhead fell"
        if was - now and not struck and not isinstance(order, EndPhase):
            yield "contamination is gone in the middle of a turn"
