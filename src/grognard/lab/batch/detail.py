# SPDX-License-Identifier: Apache-2.0
"""What is told of a game beyond its result: how sides stood when turns ended, where units were and were lost, what was attacked."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.batch.playing import Played
from grognard.lab.batch.rows import AttackRow, LossRow, TurnRow, UnitRow
from grognard.opponent.luck import prospect_of
from grognard.play.board import Piece, Side, Status
from grognard.play.boxes import ELIMINATED
from grognard.play.game import BoardGame
from grognard.play.table import RULE_ERRORS
from grognard.registry.games import scenario
from grognard.umpire import Heard, Roll, Run

NUMBER = re.compile(r"\d+")


def details(games: Sequence[Played]) -> dict[str, list[msgspec.Struct]]:
    """Return the rows of every table but that of the games."""
    told = [_Told(played) for played in games]
    return {
        "turns": [row for each in told for row in each.turns()],
        "units": [row for each in told for row in each.units()],
        "losses": [row for each in told for row in each.losses()],
        "attacks": [row for each in told for row in each.attacks()],
    }


class _Told:
    """A game that was played, with what its positions show."""

    def __init__(self, played: Played) -> None:
        self._number = played.row.game
        self._table = played.game.table
        self._game: BoardGame[Any] = self._table.game  # type: ignore[assignment]
        self._starts = played.turn_starts
        self._first_turn = self._status(0).turn
        header = self._table.log.header
        self._hexes = frozenset(scenario(header.game, header.scenario).map.grid.names)
        self._seen: dict[int, dict[str, Piece]] = {}

    def _status(self, at: int) -> Status:
        return self._game.view.status(self._table.positions[at])

    def _pieces(self, at: int) -> dict[str, Piece]:
        """Return the pieces in a position by their ids."""
        if at not in self._seen:
            pieces = self._game.view.pieces(self._table.positions[at])
            self._seen[at] = {piece.id: piece for piece in pieces}
        return self._seen[at]

    def _on_map(self, at: int) -> list[Piece]:
        return [piece for piece in self._pieces(at).values() if piece.at in self._hexes]

    def _turns(self) -> Iterator[tuple[int, int, int]]:
        """Yield the number of each turn, and the indexes of its first position and of the one that it ended in."""
        for turn, (begin, end) in enumerate(pairwise(self._starts), self._first_turn):
            yield turn, begin, end

    # How sides stood

    def turns(self) -> Iterator[TurnRow]:
        """Yield how each side stood when each turn ended."""
        for turn, _, end in self._turns():
            status, pieces = self._status(end), self._on_map(end)
            for side in self._game.sides:
                own = [piece for piece in pieces if piece.side == side]
                yield TurnRow(
                    game=self._number,
                    turn=turn,
                    side=side,
                    points=status.points.get(side),
                    strength=sum(map(_strength, own)),
                    units=len(own),
                    ground=self._ground(status, side),
                )

    def _ground(self, status: Status, side: Side) -> int | None:
        """Count the hexes of ground that a side holds. Where only those of one side are told, the other has the rest."""
        if not status.worth:
            return None
        held = {one: len(status.worth.keys() & hexes) for one, hexes in status.held.items()}
        return held.get(side, len(status.worth) - sum(held.values()))

    # Where units were

    def units(self) -> Iterator[UnitRow]:
        """Yield where each unit on the map was when each turn ended."""
        for turn, _, end in self._turns():
            for piece in self._on_map(end):
                yield UnitRow(game=self._number, turn=turn, side=piece.side, unit=piece.id, hex=piece.at)

    def losses(self) -> Iterator[LossRow]:
        """Yield every unit that was lost, and where it was last."""
        for turn, begin, end in self._turns():
            for unit in self._lost(end):
                if unit not in self._lost(begin):
                    yield self._loss(turn, unit, begin, end)

    def _lost(self, at: int) -> dict[str, Piece]:
        return {unit: piece for unit, piece in self._pieces(at).items() if piece.at == ELIMINATED.name}

    def _loss(self, turn: int, unit: str, begin: int, end: int) -> LossRow:
        """Find the position that a unit is lost in first: once lost it stays so."""
        at = bisect_left(range(end), 1, lo=begin + 1, key=lambda at: int(unit in self._lost(at)))
        before = self._pieces(at - 1).get(unit)
        where = before.at if before and before.at in self._hexes else ""
        side = self._pieces(at)[unit].side
        return LossRow(game=self._number, turn=turn, side=side, unit=unit, hex=where)

    # What was attacked

    def attacks(self) -> Iterator[AttackRow]:
        """Yield every order with a target on which dice were rolled."""
        for turn, begin, end in self._turns():
            for at in range(begin, end):
                entry = self._table.log.entries[at]
                if hasattr(entry.order, "target") and any(answer.rolled for answer in entry.answers):
                    yield self._attack(turn, at)

    def _attack(self, turn: int, at: int) -> AttackRow:
        game, position, entry = self._game, self._table.positions[at], self._table.log.entries[at]
        side, order = game.rules.to_move(position) or "", entry.order
        prospect = prospect_of(game, position, entry)
        heard = Run(partial(game.rules.carry_out, position, order)).over(entry.answers).heard
        return AttackRow(
            game=self._number,
            turn=turn,
            side=side,
            kind=str(order.__struct_config__.tag),
            hex=getattr(order, "target", ""),
            column=self._column(position, order),
            expected=prospect.expected[side] if prospect else None,
            luck=prospect.dice.luck[side] if prospect else None,
            result=self._result(heard),
        )

    def _column(self, position: Any, order: msgspec.Struct) -> str:
        """Return the column of the chart that an order's dice are read in; empty if its worksheet names none.

        It is that of the whole position: what a side could know of it may be spread over several, and is dear to work out.
        """
        try:
            shown = self._game.view.preview(position, order)
        except (GrognardError, *RULE_ERRORS):
            # The order was carried out: that it could not be foreseen ends no batch.
            return ""
        return next((line.value for line in shown.lines if line.table), "") if shown else ""

    def _result(self, heard: Sequence[Heard]) -> str:
        said = (
            self._game.text.result(asked.ask, asked.means) for asked in heard if isinstance(asked.ask, Roll)
        )
        return "; ".join(filter(None, said))


def _strength(piece: Piece) -> int:
    """Return the first number on a counter; 0 if it has none."""
    found = NUMBER.search(piece.values)
    return int(found[0]) if found else 0
