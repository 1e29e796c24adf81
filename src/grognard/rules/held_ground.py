# SPDX-License-Identifier: Apache-2.0
"""Ground that counts for victory and is held by the side that took it last: in the file, in points, in words.

A scenario file has the places that count with their points in `victory.ground`, the verdicts by lead in
`victory.levels`, and the places that each side holds at the start in `held`. A position has the hexes that each
side holds in `held`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from grognard.charts.cached import cached_property
from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.hexes import HexId, Map, NamedPlace
from grognard.hexes.map import PlaceKind
from grognard.play.board import Status
from grognard.play.by_side import BySide
from grognard.rules.map_board import MapBoard
from grognard.rules.map_scenario import (
    Headed,
    Listed,
    TwoSided,
    check_points,
    hexes_of,
    places_of,
    shared_out,
)
from grognard.rules.map_view import hexes_by_side, points_by_hex
from grognard.rules.victory_levels import Lead

S = TypeVar("S", bound=str)


class Counting(Protocol):
    """What counts for victory in a scenario file."""

    @property
    def ground(self) -> Mapping[str, int]:
        """The places that count, with their points."""


class GroundFile(Headed, Protocol):
    """A scenario file with ground that counts."""

    @property
    def victory(self) -> Counting:
        """What counts for victory."""

    @property
    def held(self) -> Mapping[Any, Sequence[str]]:
        """The places that each side holds at the start."""


F = TypeVar("F", bound=GroundFile)
U = TypeVar("U", bound=Listed)


class GroundScenario(TwoSided[F, U, S], Generic[F, U, S], frozen=True, kw_only=True, dict=True, eq=False):
    """A scenario with ground that counts: places of some kinds; if two have one name, that of the last kind counts."""

    ground_kinds: ClassVar[tuple[PlaceKind, ...]] = ("town",)

    @classmethod
    def check_ground(cls, source: Source, file: F, board: Map) -> None:
        """Note ground that is not on the map or cannot share its points evenly, and held ground that does not count."""
        ground, kinds = file.victory.ground, " or ".join(reversed(cls.ground_kinds))
        check_points(source, ("victory", "ground"), ground, places_of(board, *cls.ground_kinds), kinds)
        for side, names in file.held.items():
            for name in names:
                if name not in ground:
                    suggestion = nearest(name, list(ground))
                    source.fault(("held", side), f"{name!r} is no ground that counts; {suggestion}")

    @property
    def _ground(self) -> dict[str, NamedPlace]:
        return places_of(self.map, *self.ground_kinds)

    @cached_property
    def worth(self) -> dict[HexId, int]:
        """The points for each hex of ground that counts."""
        return shared_out(self.file.victory.ground, self._ground)

    @cached_property
    def ground_names(self) -> dict[HexId, str]:
        """The name of each hex of ground that counts."""
        return {at: name for name in self.file.victory.ground for at in self._ground[name].hexes}

    def held(self, side: S) -> frozenset[HexId]:
        """Return the ground that a side holds at the start."""
        return hexes_of(self.file.held.get(side, ()), self._ground)


class VictoryRules(Protocol):
    """The functions that say who is winning; usually a module of a game."""

    def points(self, board: Any, /) -> dict[str, int]:
        """Count the current points of both sides."""

    def tally(self, board: Any, /) -> Iterable[str]:
        """Say how the points come about, and what else counts."""

    def lead(self, board: Any, /) -> Lead:
        """Return the lead that the verdict is given by."""


def ground_points(board: MapBoard[Any, Any, Any], side: str) -> int:
    """Count the points that a side has for ground."""
    worth: dict[HexId, int] = board.scenario.worth
    return sum(worth[at] for at in board.position.held[side])


def taken(
    held: BySide[frozenset[HexId]], side: str, enemy: str, hexes: Collection[HexId]
) -> BySide[frozenset[HexId]]:
    """Return who holds what after a side has taken ground from its enemy or from neither."""
    return held.with_side(side, held[side].union(hexes)).with_side(enemy, held[enemy].difference(hexes))


def ground_text(ground: Mapping[str, int]) -> str:
    """Say which ground counts, and how much."""
    return f"Ground that counts: {', '.join(f'{name} {points}' for name, points in ground.items())}."


def status(
    board: MapBoard[Any, Any, Any], victory: VictoryRules, *, when: str, phase: str, side: str
) -> Status:
    """Return where a game stands, given the date, the phase and the side to move."""
    position, scenario, lead = board.position, board.scenario, victory.lead(board)
    return Status(
        turn=position.turn,
        turns=scenario.turns,
        when=when,
        phase=phase,
        side=None if position.over else side,
        points=victory.points(board),
        held=hexes_by_side(board.grid, ((one, position.held[one]) for one in scenario.sides)),
        worth=points_by_hex(board.grid, scenario.worth),
        tally=(*victory.tally(board), *lead.levels_told()),
        verdict=lead.verdict if position.over else "",
        winner=lead.winner if position.over else None,
        needed=tuple(lead.needed()) if position.over else (),
    )
