# SPDX-License-Identifier: Apache-2.0
"""What a board shows of a game made of chapters, in the types of `play.board`; parts are in `map_view` and `reach_view`."""

import msgspec

from grognard.hexes import HexId
from grognard.play.board import Battle, Marker, Piece, Preview, Reachable, Status, Trace
from grognard.play.boxes import Box, boxes_of
from grognard.play.game import Lens, ViewDefaults
from grognard.play.places import is_on_map
from grognard.play.states import State
from grognard.rules import reach_view
from grognard.rules.board import Board
from grognard.rules.context import Context
from grognard.rules.costs import cost_text
from grognard.rules.map_view import hexes_by_side, line_meanings, place_text, points_by_hex, threats
from grognard.rules.orders import Arrive, Move
from grognard.rules.position import Position
from grognard.rules.units import Unit


class View(ViewDefaults[Position]):
    """What a board shows; nothing here decides anything."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.board = context.board
        book = context.book
        self.lenses: tuple[Lens, ...] = ("supply", "threat") if book.supply else ("threat",)
        self.states: tuple[State, ...] = tuple(
            {shown.id: shown for chapter in book.chapters for shown in chapter.said_of_counters}.values()
        )
        if book.supply:
            self.lines = line_meanings(book.supply.states)
        self.printed = ((book.game.units.example, book.game.units.printed),)
        self.marks = tuple(kind for chapter in book.chapters for kind in chapter.marker_kinds)
        self._with_states = context.overriding("state")
        self._with_notes = context.overriding("note")
        self._with_markers = context.overriding("markers")
        # The order in which the words for a counter are said.
        shown = (*book.game.units.states, *(state.id for state in self.states))
        self._rank = {word: shown.index(word) for word in shown}

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board, context = self.board(position), self.context
        victory = context.book.victory
        lead = victory.lead(board) if position.over else None
        return Status(
            turn=position.turn,
            turns=context.scenario.turns,
            when=context.book.sequence.when(context.scenario, position.turn),
            phase=board.now.name,
            side=None if position.over else board.now.side,
            points=victory.points(board),
            held=hexes_by_side(context.grid, [(context.sides[0], position.held)]),
            worth=points_by_hex(context.grid, context.scenario.worth),
            tally=tuple(victory.tally(board)),
            verdict=lead.verdict if lead else "",
            winner=lead.winner if lead else None,
            needed=tuple(lead.needed()) if lead else (),
        )

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter."""
        board = self.board(position)
        return [
            Piece(
                id=unit.id,
                name=unit.name,
                side=unit.side,
                kind=unit.kind,
                size=unit.size,
                values=self._values(board, unit),
                at=self._at(position, unit),
                states=self._states(position, unit),
                above=board.book.losses.above(board, unit) if board.book.losses else "",
                rank=board.attack(unit) if unit.fights and board.is_on_map(unit) else -1,
            )
            for unit in self.context.scenario.units
        ]

    def _values(self, board: Board, unit: Unit) -> str:
        return "" if unit.off_map else unit.written[min(board.hurt(unit), len(unit.written) - 1)]

    def _at(self, position: Position, unit: Unit) -> str:
        return place_text(self.context.grid, position.at[unit.number], unit, position.turn)

    def boxes(self, position: Position) -> list[Box]:
        """Return the places off the map."""
        return boxes_of(self.context.scenario.units, position.turn)

    def _states(self, position: Position, unit: Unit) -> tuple[str, ...]:
        if not is_on_map(position.at[unit.number]) and not unit.off_map:
            return ()
        words = [word for chapter in self._with_states if (word := chapter.state(position, unit))]
        words += [mark for mark in self.context.marks if unit.number in getattr(position, mark)]
        return tuple(sorted(words, key=self._rank.__getitem__))

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and paths; for every other hex the reason why not."""
        board, unit = self.board(position), self.context.naming.unit(piece)
        movement = board.book.movement
        if not board.is_on_map(unit):
            return self._arrivals(board, unit)
        if reason := movement.cannot_move(board, unit):
            return Reachable(piece, reason)
        return reach_view.walks(
            board.grid,
            board.reach(unit),
            self.context.land,
            piece=piece,
            allowed=f"{movement.points_text(board.allowed(unit))} MP",
            cost=cost_text,
            order=lambda to: self.move_order(piece, to),
            why_not=lambda at: movement.why_not_to(board, unit, at),
            note=lambda at: self.note(board, at),
        )

    def move_order(self, piece: str, to: str) -> msgspec.Struct:
        """Return the order to move a unit."""
        return Move(piece, to)

    def note(self, board: Board, at: HexId) -> str:
        """Say what awaits a unit that moves to a hex; empty if nothing."""
        notes = (chapter.note(board.position, at) for chapter in self._with_notes)
        return next(filter(None, notes), "")

    def markers(self, position: Position) -> list[Marker]:
        """Return the markers that lie on the map."""
        return [
            marker for chapter in self._with_markers for marker in chapter.markers(self.context, position)
        ]

    def _arrivals(self, board: Board, unit: Unit) -> Reachable:
        entry = board.book.entry
        if entry is None:
            return Reachable(unit.id, f"{unit.name} is not on the map")
        if reason := entry.cannot_arrive(board, unit):
            return Reachable(unit.id, reason)
        return reach_view.arrivals(
            board.grid,
            self.context.land,
            piece=unit.id,
            says=f"{unit.name} {entry.comes(unit)} a hex",
            order=lambda to: Arrive(unit.id, to),
            why_not=lambda at: entry.why_not_there(board, unit, at),
        )

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with all units that might take part."""
        if position.over:
            return []
        board = self.board(position)
        return [
            battle
            for chapter in self.context.book.chapters
            if set(chapter.order_names) & set(board.now.orders)
            for battle in chapter.battles(board)
        ]

    # Previews and lenses

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on, and every outcome."""
        return self.context.kinds.preview(self.board(position), order)

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the current supply of every unit on the map."""
        board = self.board(position)
        if board.book.supply is None:
            return {}
        states = board.book.supply.states
        return {
            unit.id: board.supply_line(unit).trace(board.grid, states)
            for unit in self.context.scenario.units
            if board.is_on_map(unit)
        }

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex that a side could attack in its next turn, with the strength it could attack with."""
        board = self.board(position)
        able = [unit for unit, at in board.standing_units(side) if is_on_map(at) and unit.fights]
        return threats(board.grid, ((board.attack(unit), self._next_to_reach(board, unit)) for unit in able))

    def _next_to_reach(self, board: Board, unit: Unit) -> set[HexId]:
        if self.context.disrupts and unit.number in board.position.disrupted:
            return set()
        reach = board.reach(unit, self.context.full_allowance(board, unit))
        beside = {there for at in reach for there in self.context.open_ways.open_around[at]}
        return {at for at in beside if not board.occupied_by(at, unit.side)}
