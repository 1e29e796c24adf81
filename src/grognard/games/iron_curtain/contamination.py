"""Contaminated hexes: what a warhead leaves behind, who rolls on entering, and how long it lasts."""

from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec
from msgspec.structs import replace

from grognard.games.iron_curtain import weapons
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.losses import defending
from grognard.games.iron_curtain.orders import ChemicalStrike, NuclearStrike
from grognard.games.iron_curtain.position import Contaminated, Position
from grognard.games.iron_curtain.terms import Poison
from grognard.hexes import HexId
from grognard.procedures.procedure import Line
from grognard.rules.chapter import Chapter, Remembered
from grognard.rules.hidden_stacks import put_into
from grognard.rules.orders import EndPhase
from grognard.rules.step_losses import alive, suffer
from grognard.rules.units import Unit
from grognard.umpire import Rule

POISONS: tuple[Poison, ...] = get_args(Poison)


def poisons(position: Position, hex_id: HexId) -> list[Poison]:
    """Ruling contaminated-entry: return what a hex is contaminated by, each kind once, nuclear first."""
    here = {marker.by for marker in position.contaminated if marker.at == hex_id}
    return [poison for poison in POISONS if poison in here]


def entry_column(poison: Poison, side: str) -> str:
    """Return the column that units of a side roll in on entry: in the chemical table each side has its own."""
    return "Entry" if poison == "nuclear" else f"Entry: {side}"


def entry_lines(position: Position, side: str, there: HexId) -> list[Line]:
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
            position = suffer(board.context, position, left, (yield from weapons.weapon(sheet)).lose)
    return position


def mark(board: Board, there: HexId, poison: Poison, side: str) -> Position:
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


class Contamination(Chapter, frozen=True, kw_only=True):
    """Hexes that warheads have struck; what lies there is gone when its time is over."""

    remembers = (Remembered("contaminated", tuple[Contaminated, ...], start=()),)

    def ends_turn(self, board: Board) -> Position:
        """Ruling contamination: a side's markers are gone when the last turn of its own is over."""
        markers, turn = board.position.contaminated, board.position.turn
        left = tuple(each for each in markers if each.side != board.now.side or each.until > turn)
        return replace(board.position, contaminated=left)

    def faults(self, board: Board) -> Iterator[str]:
        """Contamination does not last."""
        for marker in board.position.contaminated:
            if not board.position.over and marker.until < board.position.turn:
                yield f"{board.grid.hex_name(marker.at)} is contaminated since long ago"

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """Warheads alone contaminate; only the end of a player-turn clears."""
        was, now = set(before.position.contaminated), set(after.position.contaminated)
        if now - was and not isinstance(order, NuclearStrike | ChemicalStrike):
            yield "a hex is contaminated, and no warhead fell"
        if was - now and not isinstance(order, EndPhase | NuclearStrike | ChemicalStrike):
            yield "contamination is gone in the middle of a turn"
