# SPDX-License-Identifier: Apache-2.0
"""Parts of a view for every game on a map: where a counter is in words, hexes by name, threats, lines of sight.

`view` puts them together for games made of chapters. Other games derive their views and texts from `MapView` and
`MapText`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Generic, TypeVar

import msgspec

from grognard.hexes import Grid, HexId
from grognard.play.board import Battle, Candidate, LineKind, LineMeaning, Preview, Sight
from grognard.play.boxes import ELIMINATED, UNSEEN, Box, Due, box_of
from grognard.play.game import TextDefaults, ViewDefaults
from grognard.play.kinds import Kinds
from grognard.play.places import EXITED, HIDDEN, LOST, Place, is_on_map
from grognard.rules.map_board import MapContext
from grognard.rules.naming import Naming

P = TypeVar("P", bound=msgspec.Struct)
S = TypeVar("S", bound=str)
X = TypeVar("X", bound=MapContext[Any, Any, Any])
OFF_MAP = {LOST: ELIMINATED, HIDDEN: UNSEEN, EXITED: Box("left the map")}


class MapView(ViewDefaults[P], Generic[X, P]):
    """What a board shows of a scenario; previews follow from the kinds of orders."""

    kinds: Kinds[Any, P]

    def __init__(self, context: X) -> None:
        self.context = context
        self.grid = context.grid

    def preview(self, position: P, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on, and every outcome; None if it rolls nothing."""
        return self.kinds.preview(self.context.board(position), order)


class MapText(TextDefaults[P], Generic[X, P]):
    """The words for what happens in a scenario; those of an order follow from its kind."""

    kinds: Kinds[Any, P]

    def __init__(self, context: X) -> None:
        self.context = context

    def tell(self, position: P, order: msgspec.Struct) -> str:
        """Say an order in words."""
        return self.kinds.text(self.context.board(position), order)


def place_text(grid: Grid, place: Place, unit: Due, turn: int) -> str:
    """Say where a counter is: its hex, what became of it, or the box it waits in and the turn it arrives."""
    if is_on_map(place):
        return grid.hex_name(place)
    if place in OFF_MAP:
        return OFF_MAP[place].name
    return box_of(unit, turn).name


def hexes_by_side(grid: Grid, held: Iterable[tuple[S, Iterable[HexId]]]) -> dict[str, tuple[str, ...]]:
    """Name the hexes that each side has."""
    return {side: tuple(map(grid.hex_name, sorted(hexes))) for side, hexes in held}


def points_by_hex(grid: Grid, worth: Mapping[HexId, int]) -> dict[str, int]:
    """Name the hexes that have points."""
    return {grid.hex_name(at): points for at, points in worth.items()}


def threats(grid: Grid, reached: Iterable[tuple[int, Iterable[HexId]]]) -> dict[str, str]:
    """Name the hexes that units could attack, with their total strength there.

    `reached` has the strength of each unit, and the hexes that it could attack.
    """
    strength: dict[HexId, int] = defaultdict(int)
    for brings, hexes in reached:
        for at in hexes:
            strength[at] += brings
    return {grid.hex_name(at): f"{total}" for at, total in sorted(strength.items())}


def day_text(first_day: str, days: int, turn: int) -> str:
    """Return the date on which a turn begins, if each takes so many days."""
    day = date.fromisoformat(first_day) + timedelta(days * (turn - 1))
    return f"{day.day} {day:%B %Y}"


def line_kind(states: Sequence[str], word: str) -> LineKind:
    """Return how a line is drawn that leaves a unit in one of some states, of which the best is first and the worst last."""
    if word == states[0]:
        return "full"
    return "none" if word == states[-1] else "short"


def line_meanings(states: Sequence[str]) -> tuple[LineMeaning, ...]:
    """Return each kind of supply line that is drawn, with the state it leaves a unit in."""
    why = {"full": "", "short": ": far", "none": ": too far"}
    kinds = [(line_kind(states, word), word) for word in states]
    return tuple(LineMeaning("supply", kind, word + why[kind]) for kind, word in kinds)


class Obstruction(msgspec.Struct, frozen=True):
    """What blocks a line of sight, in words, and the hexes it lies in or between."""

    says: str
    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return self.says


def sight_view(
    grid: Grid,
    start: HexId,
    targets: Iterable[HexId],
    obstruction: Callable[[HexId], Obstruction | None],
    why_unspotted: Callable[[HexId], str | None] = lambda _: None,
) -> Sight:
    """Return which hexes are seen from one, how far off, and what blocks the line to the others."""
    obstructions = {at: obstruction(at) for at in targets}
    seen = [at for at, blocks in obstructions.items() if blocks is None]
    unspotted = {at: why_unspotted(at) for at in seen}
    name = grid.hex_name
    return Sight(
        start=name(start),
        seen={name(at): grid.distance(start, at) for at in seen},
        hidden={name(at): blocks.says for at, blocks in obstructions.items() if blocks},
        by={name(at): tuple(map(name, blocks.hexes)) for at, blocks in obstructions.items() if blocks},
        unspotted={name(at): reason for at, reason in unspotted.items() if reason},
    )


def battle_at(
    naming: Naming[Any], kind: str, what: str, at: HexId, pieces: Iterable[Candidate], **more: Any
) -> Battle:
    """Return a battle at a hex; its title is `what` and the name of the hex."""
    title, target = f"{what} {naming.place(at)}", naming.hex_name(at)
    return Battle(type=kind, title=title, target=target, pieces=tuple(pieces), **more)
