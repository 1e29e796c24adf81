# SPDX-License-Identifier: Apache-2.0
"""Map markers other than counters: forces with unknown units, ghosts, works, and what is damaged or laid."""

from collections.abc import Iterator

from grognard.games.jarama.board import Board
from grognard.games.jarama.effects import FORCES
from grognard.games.jarama.features import Feature, feature_name
from grognard.hexes import HexId, Hexside
from grognard.play.board import Marker, MarkerKind
from grognard.rules import hidden_forces_view

KINDS = (
    *hidden_forces_view.MARKERS,
    MarkerKind("position", "a position, dug in", "diamond"),
    MarkerKind("pontoons", "pontoons, laid over a river", "pontoons"),
    *(
        MarkerKind(f"{harm}-{what}", f"a {harm} {what}", what, strokes)
        for what in ("road", "railroad", "bridge")
        for strokes, harm in enumerate(("damaged", "destroyed"), 1)
    ),
)
SUGGESTED = "it may be set up elsewhere in the zones of its formations"


def markers(board: Board) -> list[Marker]:
    """Return everything that is shown besides counters."""
    suggested = SUGGESTED if board.position.phase == "deployment" else ""
    return [*FORCES.markers(board, suggested), *_works(board)]


def _works(board: Board) -> Iterator[Marker]:
    """Mark what the scenario dug, what was laid, and what bombardment harmed; a bridge on its hexside."""
    grid, features = board.grid, board.position.features
    for at in features.positions:
        yield Marker("position", grid.hex_name(at), says="a position")
    for pontoon in features.pontoons:
        here, there = map(grid.hex_name, grid.beside(pontoon.hexside))
        says = f"pontoons over {grid.hexside_name(pontoon.hexside)}"
        yield Marker("pontoons", here, says=says, beside=there)
    for feature in (*features.damaged, *features.destroyed):
        yield _harmed(board, feature)


def _harmed(board: Board, feature: Feature) -> Marker:
    state, grid = board.position.features.state(feature), board.grid
    kind, says = f"{state}-{feature.kind}", f"{feature_name(board.scenario.map, feature)} is {state}"
    if feature.kind != "bridge":
        return Marker(kind, grid.hex_name(HexId(feature.at)), says=says)
    here, there = map(grid.hex_name, grid.beside(Hexside(feature.at)))
    return Marker(kind, here, says=says, beside=there)
