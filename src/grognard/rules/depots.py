# SPDX-License-Identifier: Apache-2.0
"""Depots: units that carry supply on from its sources, one to the next."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from grognard.hexes import HexId
from grognard.play.places import is_on_map

if TYPE_CHECKING:
    from grognard.hexes.paths import Ways
    from grognard.rules.board import Board


class Depots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units of a `side` and `kind` that carry supply on, if they trace a path of at most `within` hexes to a source."""

    side: str
    kind: str
    within: Annotated[int, Meta(ge=0)]
    asks: str = "hexes of supply units, which carry it on"

    def fed_on_board(
        self, board: "Board", sources: frozenset[HexId], closed: frozenset[HexId]
    ) -> frozenset[HexId]:
        """Return the sources, and the depots on the map that are fed by them."""
        places = board.position.at
        depots = [
            at
            for number in board.scenario.of_kind.get((self.side, self.kind), ())
            if is_on_map(at := places[number])
        ]
        return self.fed(board.context.open_ways, sources, depots, closed) if depots else sources

    def fed(
        self, ways: "Ways", sources: Iterable[HexId], depots: Iterable[HexId], closed: frozenset[HexId]
    ) -> frozenset[HexId]:
        """Return the sources, and the depots that trace a short enough path to one of them or to another such depot."""
        from grognard.hexes.paths import supply_lengths, supply_marks  # noqa: PLC0415 - the desk does without

        feeding, waiting = set(sources), set(depots)
        while feeding and waiting:
            lengths = supply_lengths(ways, supply_marks(feeding, closed))
            chained = {depot for depot in waiting if 0 <= lengths.item(depot) <= self.within}
            if not chained:
                break
            feeding |= chained
            waiting -= chained
        return frozenset(feeding)
