# SPDX-License-Identifier: Apache-2.0
"""Orders as they are typed in Python: units may be written in capitals or not."""

from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.notation import ACTORS, read_order


def read_typed(game: Any, position: Any, order: object) -> msgspec.Struct:
    """Read an order of a game; the id of a unit that is not there may be that of one written in other capitals."""
    read = read_order(game.order, order)
    if not isinstance(order, str) or order == order.lower():
        return read
    known = {piece.id: piece.id for piece in game.view.pieces(position)}
    meant = {unit.lower(): unit for unit in known} | known
    for name in ACTORS:
        given = getattr(read, name, ())
        if isinstance(given, str):
            read = replace(read, **{name: meant.get(given, meant.get(given.lower(), given))})
        elif given:
            units = tuple(meant.get(unit, meant.get(unit.lower(), unit)) for unit in given)
            read = replace(read, **{name: units})
    return read
