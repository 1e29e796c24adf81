# SPDX-License-Identifier: Apache-2.0
"""Looking at a game in the terminal: units, map, reach, supply, what is left to do, what has happened."""

from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from pathlib import Path

from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.plurals import counted, plural
from grognard.cli.parse_attack import ways
from grognard.cli.positions import draw_units, hex_of, markers_text, place, status_text, units
from grognard.cli.replay import narration_lines
from grognard.cli.saves import check_unused
from grognard.cli.session import Session
from grognard.cli.sight import sight_text
from grognard.cli.supply import trace_text
from grognard.hexes import Map
from grognard.hexes.map_text import draw_part
from grognard.play.board import Action, Piece, Reachable
from grognard.play.board_view import BoardView
from grognard.play.history import saved_game
from grognard.play.log import save_log
from grognard.play.phase_end import attacks_undone

# How many hexes are listed at most, how many orders are told, and how far sight is drawn.
MANY = 40
LAST = 10
FAR = 12


class Inspect:
    """What the side to act can ask about a game."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def pieces(self) -> list[Piece]:
        """Return every unit as the side to act may see it."""
        return self.session.game.view.pieces(self.session.seen)

    def piece(self, word: str) -> Piece:
        """Find a unit by its id, or by a unique part of its name; units of the own side come first."""
        pieces = self.pieces()
        for piece in pieces:
            if piece.id.lower() == word.lower():
                return piece
        near = [piece for piece in pieces if word.lower() in f"{piece.id} {piece.name}".lower()]
        mine = [piece for piece in near if piece.side == self.session.table.to_act] or near
        if len(mine) == 1:
            return mine[0]
        if mine:
            names = ", ".join(f"{piece.id} {piece.name}" for piece in mine)
            raise GrognardError(f"{word!r} may be {names}; say which")
        raise NoSuch("unit", word, [piece.id for piece in pieces])

    def hex(self, word: str) -> str:
        """Find a hex by its number, or by the name of a town without its spaces."""
        board = self.session.board
        if hex_of(board, word) is not None:
            return word
        for town in board.places_of("town"):
            if town.name.replace(" ", "").lower() == word.lower() and len(town.hexes) == 1:
                return board.grid.hex_name(town.hexes[0])
        board.grid.parse_hex(word)
        return word

    def reach(self, words: list[str]) -> None:
        """Draw where a unit can go."""
        piece = self.piece(words[0])
        reach = self.session.game.view.reach(self.session.seen, piece.id)
        if not reach.steps:
            self.session.show(Text(reach.allowed if not reach.refusals else f"{piece.name} can go nowhere."))
            return
        grid = self.session.board.grid
        marks = {grid.parse_hex(hex_name): step.cost.text or "+" for hex_name, step in reach.steps.items()}
        here = hex_of(self.session.board, piece.at)
        if here is not None:
            marks[here] = "@"
        self.session.show(Text(draw_part(self.session.board, marks, self.session.page.width)))
        self.session.show(Text(f"{_who(piece, reach)}: {_listed(self.session.board, reach)}"))

    def units(self, words: list[str]) -> None:
        """List the units, or those in a hex."""
        pieces = self.pieces()
        if words:
            at = self.hex(words[0])
            pieces = [piece for piece in pieces if piece.at == at]
            board = self.session.board
            self.session.show(
                Text(f"{place(board, at)}, {board.terrain[board.grid.parse_hex(at)]}", style="bold")
            )
            lying = [
                marker for marker in self.session.game.view.markers(self.session.seen) if marker.at == at
            ]
            if lying:
                self.session.show(Text(f"Here: {markers_text(lying)}."))
        sides = tuple(side for side in self.session.game.sides if any(piece.side == side for piece in pieces))
        boxes = self.session.game.view.boxes(self.session.seen)
        self.session.show(
            units(self.session.board, pieces, sides, boxes) if sides else Text("Nobody is there.")
        )

    def enemy(self, words: list[str]) -> None:
        """Say what is known of the enemy, hex by hex, and since when."""
        del words
        board, markers = self.session.board, self.session.game.view.markers(self.session.seen)
        lines = [
            f"{place(board, marker.at)}: {marker.says}"
            for marker in sorted(markers, key=attrgetter("at"))
            if marker.since
        ]
        unknown = sum(marker.kind == "force" and not marker.since for marker in markers)
        if unknown:
            lines.append(f"Nothing is known of {counted(unknown, 'force')}.")
        self.session.show(Text("\n".join(lines) or "Every unit is seen where it stands."))

    def map(self, words: list[str]) -> None:
        """Draw the map with the units on it."""
        around = self.hex(words[0]) if words else ""
        markers = self.session.game.view.markers(self.session.seen)
        drawn = draw_units(self.session.board, self.pieces(), markers, self.session.page.width, around)
        self.session.show(Text(drawn))

    def supply(self, words: list[str]) -> None:
        """Say which units are in supply, and how."""
        traces = self.session.game.view.supply(self.session.seen)
        if words:
            piece = self.piece(words[0])
            if piece.id not in traces:
                raise GrognardError(f"{piece.name} is not on the map, and supply is traced on it")
            self.session.show(Text(f"{piece.name} at {piece.at}: {trace_text(traces[piece.id])}"))
            return
        table = Grid.grid(padding=(0, 2, 0, 0))
        for piece in self.pieces():
            if piece.id in traces and piece.side == self.session.table.to_act:
                trace = traces[piece.id]
                table.add_row(
                    Text(piece.id, style="bold"),
                    piece.name,
                    Text(place(self.session.board, piece.at)),
                    trace_text(trace),
                )
        self.session.show(table if table.row_count else Text("You have no unit on the map."))

    def sight(self, words: list[str]) -> None:
        """Say what is seen from a hex, or whether another hex is."""
        start, *ends = map(self.hex, words[:2])
        sight = self.session.game.view.sight(self.session.seen, start)
        if not ends:
            grid = self.session.board.grid
            marks = dict.fromkeys(sight.hidden, "-") | dict.fromkeys(sight.seen, "o") | {start: "@"}
            near = set(grid.within(grid.parse_hex(start), FAR))
            drawn = {grid.parse_hex(at): mark for at, mark in marks.items() if grid.parse_hex(at) in near}
            self.session.show(Text(draw_part(self.session.board, drawn, self.session.page.width)))
        else:
            self.session.show(Text(sight_text(sight, ends[0], partial(place, self.session.board))))

    def status(self, words: list[str]) -> None:
        """Say where the game stands and what is left to do."""
        del words
        status = self.session.game.view.status(self.session.seen)
        self.session.show(Text(status_text(status), style="bold"), *map(Text, status.tally))
        self.show_left()

    def show_left(self) -> None:
        """List the actors that still have orders in this phase."""
        game, seen = self.session.game, self.session.seen
        if game.view.battles(seen):
            self.show_battles()
            return
        if actions := game.view.actions(seen):
            self.session.show(Text(f"Say do and a number:\n{numbered(actions)}"))
            return
        left = self._waited_for()
        names = {piece.id: f"{piece.id} {piece.name}" for piece in game.view.pieces(seen)}
        if left:
            self.session.show(
                Text("Can still act:"), Columns([names.get(actor, actor) for actor in left], padding=(0, 3))
            )
        else:
            self.session.show(Text("Nothing is left to do in this phase: end."))

    def _waited_for(self) -> list[str]:
        """Return the actors that still have orders for which the phase should wait."""
        game, seen = self.session.game, self.session.seen
        able = [actor for actor in game.rules.actors(seen) if actor and not game.rules.why_idle(seen, actor)]
        return [actor for actor in able if not game.view.is_spent(seen, actor)]

    def undone(self, *, ends_turn: bool) -> list[str]:
        """Say in sentences what the end of the phase leaves undone: units not moved, attacks and strikes not made."""
        game, seen, board = self.session.game, self.session.seen, self.session.board
        if game.view.status(seen).phase in game.view.set_up:
            return []
        able = self._waited_for()
        done = {state.id for state in game.view.states if state.effect == "done"}
        idle = [piece for piece in self.pieces() if piece.id in able and done.isdisjoint(piece.states)]
        waiting = sum(hex_of(board, piece.at) is None for piece in idle)
        left = {"come onto the map": waiting, "moved": len(idle) - waiting}
        not_done = [
            f"{counted(count, 'unit')} {plural(count, 'has', 'have')} not {what}"
            for what, count in left.items()
            if count
        ]
        return [
            f"{text[:1].upper()}{text[1:]}."
            for text in (*attacks_undone(BoardView(game, seen), ends_turn=ends_turn), *not_done)
        ]

    def log(self, words: list[str]) -> None:
        """Tell the last orders."""
        if words and not words[0].isdecimal():
            raise GrognardError(f"{words[0]!r} is no number of orders")
        wanted = int(words[0]) if words else LAST
        skipped = len(self.session.table.log.entries) - wanted
        lines = list(narration_lines(self.session.game, self.session.table, skipped, self.session.told_to))
        self.session.show(*lines or [Text("Nothing has happened yet.")])

    def save(self, words: list[str]) -> None:
        """Keep a copy of the game."""
        if not words:
            self.session.show(Text(f"The game is kept in {self.session.path}."))
            return
        path = Path(words[0])
        check_unused(path)
        save_log(saved_game(self.session.table), path)
        self.session.show(Text(f"A copy is in {path}."))

    def show_battles(self) -> None:
        """List what can be attacked, and by which units."""
        battles = self.session.game.view.battles(self.session.seen)
        names = {piece.id: piece.name for piece in self.pieces()}
        for battle in battles:
            able = ", ".join(f"{one.piece} {names[one.piece]}" for one in battle.pieces if not one.why_not)
            aims = ways([battle])
            at = f", at {' or '.join(aims)}" if aims else ""
            self.session.show(Text(f"  {battle.title}{at}: ").append(able or "no unit may", style="dim"))
        if not battles:
            self.session.show(Text("Nothing can be attacked now."))


def numbered(actions: Iterable[Action]) -> str:
    """List what can be done, each with its number."""
    return "\n".join(f"{number} {action.says}" for number, action in enumerate(actions, 1))


def _who(piece: Piece, reach: Reachable) -> str:
    """Say which unit can go, and how far; for an arriving unit this is in the words for its arrival."""
    return reach.allowed if piece.name in reach.allowed else f"{piece.name}, {reach.allowed}"


def _listed(board: Map, reach: Reachable) -> str:
    """List the hexes that a unit can go to with their costs, up to a readable number."""
    listed = [f"{place(board, hex_name)} {step.cost.text}".strip() for hex_name, step in reach.steps.items()]
    more = f", and {len(listed) - MANY} more" if len(listed) > MANY else ""
    return ", ".join(listed[:MANY]) + more
