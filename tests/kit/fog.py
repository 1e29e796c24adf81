"""How a game hides things, for twin worlds: how a twin is drawn, and what orders lay open."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from grognard.hexes import HexId

Side = str | None


class Opened(msgspec.Struct, frozen=True):
    """What an order lays open to a side, or what decides what it sees of it: in a twin that stays as it is.

    Units stay where and as they are, so does whoever stands in certain hexes, and nobody joins them; by `counts` as many
    units stay in every hex, by `minds` what the enemy knows and has set going. Whatever else is hidden may differ, and must stay hidden when the order is carried out.
    """

    units: frozenset[int] = frozenset()
    hexes: frozenset[HexId] = frozenset()
    counts: bool = False
    minds: bool = False


NOTHING_OPEN = Opened()


class Fog(msgspec.Struct, frozen=True):
    """How a game hides things.

    `twin` draws a position that a side, or a watcher, cannot tell from the one given, in which what was laid open is the
    same. `kind` says what a side knows of an enemy's order that opens nothing, beyond what it sees change. `opens` says
    what an order lays open; where a game does not say, nothing is compared once an order has opened something.
    """

    twin: Callable[[Any, Any, Side, Random, Opened], Any]
    kind: Callable[[Any, Any, Any, Side], str]
    opens: Callable[[Any, Any, Any, Side], Opened] | None = None
