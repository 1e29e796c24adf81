"""Contaminated hexes: what a warhead leaves behind, who rolls on entering, and how long it lasts."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import weapons
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.losses import alive, defending, suffer
from grognard.games.iron_curtain.position import POISONS, Contaminated, Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacking import put_into
from grognard.games.iron_curtain.terms import Poison, Side
from grognard.hexes import HexId
from grognard.procedures.procedure import Line
from grognard.umpire import Rule


def poisons(position: Position, hex_id: HexId) -> list[Poison]:
    """Ruling contaminated-entry: return what a hex is contaminated by, each kind once, nuclear first."""
    here = {marker.by for marker in position.contaminated if marker.at == hex_id}
    return [poison for poison in POISONS if poison in here]


def entry_column(poison: Poison, side: Side) -> str:
    """Return the column that units of a side roll in on entry: in the chemical table each side has its own."""
    return "Entry" if poison == "nuclear" else f"Entry: {side}"


def entry_lines(position: Position, side: Side, there: HexId) -> list[Line]:
    """Say what units of a side would roll on that enter a hex, beyond the odds of the battle for it."""
    return [
        Line(
            f"{poison} contamination: each unit that enters rolls too",
            entry_column(poison, side),
            "ruling contaminated-entry",
        )
        for poison in poisons(position, there)
    ]


def enter(board: Board, position: Position, units: Sequence[Unit], there: HexId) -> Rule[Position]:
    """Ruling contaminated-entry: bring units into a hex, whichever rule moves them; each rolls for every kind there."""
    position = put_into(position, units, there)
    for poison in poisons(position, there):
        left = alive(position, units)
        if left:
            column, rolling = entry_column(poison, left[0].side), defending(board.after(position), left)
            sheet = weapons.sheet_of(poison, column, rolling, board.card, board.grid.names[there])
            position = suffer(position, left, (yield from weapons.weapon(sheet)).lose)
    return position


def mark(board: Board, there: HexId, poison: Poison, side: Side) -> Position:
    """Ruling contamination: leave a marker where a warhead struck, to the end of the striker's next turn or for good."""
    until = board.position.turn + board.scenario.file.contaminated
    if board.card.ruled("contamination") == "for-good":
        until = board.scenario.turns + 1  # which never comes
    marker = Contaminated(there, poison, side, until)
    others = (
        other
        for other in board.position.contaminated
        if (other.at, other.by, other.side) != (there, poison, side)
    )
    return replace(board.position, contaminated=(*others, marker))


def cleared(position: Position, side: Side) -> tuple[Contaminated, ...]:
    """Return the markers that are left when a side's player-turn ends."""
    markers = position.contaminated
    return tuple(marker for marker in markers if marker.side != side or marker.until > position.turn)
