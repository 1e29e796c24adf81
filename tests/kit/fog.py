# SPDX-License-Identifier: Apache-2.0
"""How a game hides things, for twin worlds: how a twin is drawn, and what orders lay open."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from grognard.hexes import HexId
from grognard.play.log import Entry

Side = str | None


class Opened(msgspec.Struct, frozen=True):
    """What an order lays open to a side, or what decides what it sees of it: in a twin that stays as it is.

    Units stay where and as they are, so does whoever stands in certain hexes, and nobody joins them; by `counts` as many
    units stay in every hex, by `minds` what the enemy knows and has set going. What the side comes to know by it, `knows`,
    must be as true in the twin. Whatever else is hidden may differ, and must stay hidden when the order is carried out.
    """

    units: frozenset[int] = frozenset()
    hexes: frozenset[HexId] = frozenset()
    counts: bool = False
    minds: bool = False
    knows: Any = None


NOTHING_OPEN = Opened()


class Fog(msgspec.Struct, frozen=True):
    """How a game hides things.

    `twin` draws a position that a side, or a watcher, cannot tell from the one given, in which what was laid open is the
    same. `kind` says what a side knows of an enemy's order that opens nothing, beyond what it sees change. `opens` says
    what an order lays open; where a game does not say, nothing is compared once an order has opened something. Some
    orders open a hex only if the dice will have it: `showed` says whether one has, with its answers, from one position to
    the next; if it has not, whoever is in the hex may be somebody else. Others, `scouting`, show as much of it as the
    dice will have: `learns` says, from what was rolled and by the card alone, what a twin must keep, or nothing if that does not
    matter. `instead` returns another order that must look the same to the enemy of whoever gives it.
    """

    twin: Callable[[Any, Any, Side, Random, Opened], Any]
    kind: Callable[[Any, Any, Any, Side], str]
    showed: Callable[[Any, Any, Entry, Any], bool]
    opens: Callable[[Any, Any, Any, Side], Opened] | None = None
    scouting: tuple[type[msgspec.Struct], ...] = ()
    learns: Callable[[Any, Any, Any, dict[str, str]], Opened | None] = lambda *_: None
    instead: Callable[[Any, Any, Any, Random], Any] = lambda _game, _position, order, _rng: order
