# SPDX-License-Identifier: Apache-2.0
"""Where a game stands, for people: the status in a line, the units as a list, the map with the units on it."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.charts.errors import GrognardError
from grognard.hexes import HexId, Map
from grognard.hexes.map_text import draw_part
from grognard.play.board import Marker, Piece, Status
from grognard.play.boxes import Box
from grognard.play.game import BoardGame
from grognard.play.log import Header
from grognard.registry import games
from grognard.registry.games import scenario

COLOURS = ("yellow", "cyan", "green", "magenta")


def game_of(header: Header, folder: str = "") -> BoardGame[Any]:
    """Open the game of a log, in a folder that a user gives for it if it is one of his own."""
    games.find_game(header, folder)
    return games.game_of(header)


def board_of(header: Header) -> Map:
    """Return the map a log was played on."""
    board: Map = scenario(header.game, header.scenario).map
    return board


def status_text(status: Status) -> str:
    """Say in a line where the game stands."""
    points = ", ".join(f"{side} {count}" for side, count in status.points.items())
    phase = f"{status.side} {status.phase}" if status.side else "the game is over"
    phase += f" (left: {status.left})" if status.left else ""
    turn = ", ".join(filter(None, (f"Turn {status.turn} of {status.turns}", status.when)))
    text = f"{turn}: {phase}."
    text += f" Points: {points}." if points else ""
    return " ".join((text, f"{status.verdict}.", *status.needed)) if status.verdict else text


def place(board: Map, name: str) -> str:
    """Name a hex in words: the town in it, and its number; a name that is not a hex stays unchanged."""
    at = hex_of(board, name)
    towns = [] if at is None else [named.name for named in board.places_at(at) if named.kind == "town"]
    return " ".join([*towns[:1], name])


def hex_of(board: Map, name: str) -> HexId | None:
    """Return a hex by its printed number; None if the name is that of a box."""
    try:
        return board.grid.parse_hex(name)
    except GrognardError:
        return None


def units(
    board: Map, pieces: Iterable[Piece], sides: tuple[str, ...], boxes: Iterable[Box]
) -> RenderableType:
    """List the units: each side separately, first those on the map, then those to arrive, then those lost."""
    shown, lost = list(pieces), {box.name for box in boxes if box.kind == "lost"}
    return Group(
        *(_side(board, [piece for piece in shown if piece.side == side], side, sides, lost) for side in sides)
    )


def _side(
    board: Map, pieces: list[Piece], side: str, sides: tuple[str, ...], out: set[str]
) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=f"bold {colour(side, sides)}", no_wrap=True)
    for _ in range(4):
        table.add_column()
    on_map = sorted(
        (piece for piece in pieces if hex_of(board, piece.at) is not None), key=lambda piece: piece.at
    )
    waiting = [piece for piece in pieces if hex_of(board, piece.at) is None and piece.at not in out]
    for piece in [*on_map, *waiting]:
        what = " ".join(filter(None, (piece.above, piece.values, piece.kind)))
        table.add_row(piece.id, piece.name, what, place(board, piece.at), ", ".join(piece.states))
    lost = ", ".join(piece.name for piece in pieces if piece.at in out)
    parts: list[RenderableType] = [Text(side, style="bold"), table]
    return Group(*parts, Text(f"lost: {lost}", style="dim")) if lost else Group(*parts)


def colour(side: str, sides: tuple[str, ...]) -> str:
    """Return the colour a side is shown in."""
    return COLOURS[sides.index(side) % len(COLOURS)] if side in sides else "default"


def markers_text(markers: Iterable[Marker]) -> str:
    """Say what lies in a hex: `mines`, `a block`, `2 wrecks`, and for a force what is known of it."""
    return "; ".join(marker.says or _marker_text(marker) for marker in markers)


def _marker_text(marker: Marker) -> str:
    if marker.count is not None and marker.count > 1:
        return f"{marker.count} {marker.kind}s"
    return marker.kind if marker.kind.endswith("s") else f"a {marker.kind}"


def _sign(marker: Marker) -> str:
    """Return the sign of a marker on the map: for a force the first letter of its side and how many it hides."""
    if marker.kind != "force":
        return f"!{marker.kind[:1]}"
    return f"{marker.side[:1]}{'?' if marker.count is None else marker.count}"


def draw_units(
    board: Map, pieces: Iterable[Piece], markers: Iterable[Marker], width: int, around: str = ""
) -> str:
    """Draw the map where units stand: the first letter of the side and their number; or all around one hex.

    Other things on the map are marked with a ! and their first letter, unless a unit is there; hidden units with
    their number, or with a ? if it is unknown.
    """
    stacks: dict[HexId, list[Piece]] = {}
    for piece in pieces:
        at = hex_of(board, piece.at)
        if at is not None:
            stacks.setdefault(at, []).append(piece)
    # Units take precedence over markers.
    lying = sorted(markers, key=lambda marker: marker.kind == "force")
    marks = {board.grid.parse_hex(marker.at): _sign(marker) for marker in lying}
    marks |= {at: f"{stack[0].side[:1]}{len(stack)}" for at, stack in stacks.items()}
    if around:
        near = set(board.grid.within(board.grid.parse_hex(around), 6))
        marks = {at: mark for at, mark in marks.items() if at in near}
        marks.setdefault(board.grid.parse_hex(around), "*")
    kinds = sorted({marker.kind for marker in lying if marker.kind != "force"})
    signs = [
        *((terrain.code, terrain.name) for terrain in board.legend),
        *((f"!{kind[:1]}", kind) for kind in kinds),
    ]
    legend = "   ".join(f"{sign} {name}" for sign, name in signs)
    return f"{draw_part(board, marks, width)}\n{legend}\n"
