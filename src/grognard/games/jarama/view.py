# SPDX-License-Identifier: Apache-2.0
"""What the board shows of Jarama, in the terms of `play.board`."""

from collections.abc import Iterable, Iterator

from grognard.charts.plurals import counted
from grognard.games.jarama import move_orders, reach_view, sequence, targets, victory
from grognard.games.jarama.attack_orders import why_not_troops
from grognard.games.jarama.board import Board
from grognard.games.jarama.context import Context
from grognard.games.jarama.guns import cannot_fire
from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.markers import KINDS as MARKERS
from grognard.games.jarama.markers import markers
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Air, Unit
from grognard.hexes import HexId
from grognard.play.board import Action, Battle, LineMeaning, Marker, Piece, Reachable, Status, Trace
from grognard.play.boxes import Box
from grognard.play.places import HIDDEN
from grognard.play.states import ATTACKED, FIRED, FLOWN, MOVED, OUT_OF_COMMAND, OUT_OF_SUPPLY, State
from grognard.rules.hidden_forces_view import boxes, place_of
from grognard.rules.lines import TracedLine
from grognard.rules.map_view import MapView, day_text, hexes_by_side, points_by_hex, threats


class View(MapView[Context, Position]):
    """What a board shows of a scenario; nothing here decides anything."""

    kinds = KINDS
    lenses = ("supply", "command", "threat")
    states = (
        *(MOVED, ATTACKED, FIRED, FLOWN, State.of("stopped", "■", "done")),
        *(State.of("at work", "⚒"), State.of("active"), OUT_OF_COMMAND, OUT_OF_SUPPLY),
        *(State.of("disorganised", effect="hurt"), State.of("demoralised", "M", "hurt")),
    )
    lines = (
        LineMeaning("supply", "full", "in supply"),
        LineMeaning("command", "full", "in command"),
        LineMeaning("command", "short", "out of command: too far"),
    )
    printed = (
        ("5-7", "combat factor, as it is now, and effectiveness"),
        ("●●●●", "Troop points: a full one is left, a hollow one is lost"),
        ("1-6 b7", "with bombardment points; at2 are AT points, aa4 AA factors"),
        ("8-1", "on aircraft: bombing (FB) and close air support (CAS)"),
        ("recon", "this aircraft may reconnoitre"),
    )
    marks = MARKERS
    set_up = ("deployment",)
    taking_turns = False

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board, scenario = self.context.board(position), self.context.scenario
        return Status(
            turn=position.turn,
            turns=scenario.turns,
            when=day_text(scenario.file.first_day, scenario.file.days, position.turn),
            phase=position.phase,
            side=None if position.over else position.side,
            points=victory.points(board),
            held=hexes_by_side(board.grid, ((side, victory.held(board, side)) for side in scenario.sides)),
            worth=points_by_hex(board.grid, dict(sorted(scenario.worth.items()))),
            left=self._left_now(board),
            tally=(*victory.tally(board), *self._this_turn(board)),
            verdict=victory.verdict(board) if position.over else "",
            winner=victory.winner(board) if position.over else None,
            needed=tuple(victory.needed(board)) if position.over else (),
        )

    def _left_now(self, board: Board) -> str:
        """Say what the active side has left to use in this phase; its enemy is told nothing of batteries."""
        position, side = board.position, board.position.side
        if position.over:
            return ""
        match position.phase:
            case "air":
                return counted(board.missions_left(side), "air mission")
            case "activation":
                return counted(sequence.activations_left(board, side), "formation")
            case "bombardment" if not board.hides(side):
                guns = [unit for unit in self.context.scenario.of_side[side] if unit.is_artillery]
                return counted(sum(not cannot_fire(board, gun) for gun in guns), "battery", "batteries")
        return ""

    def _this_turn(self, board: Board) -> Iterator[str]:
        """Say what each side has left of the turn, as everyone knows."""
        for side in self.context.scenario.sides:
            left = sequence.activations_left(board, side)
            passed = " and has passed" if side in board.position.passed else ""
            missions = counted(board.missions_left(side), "air mission")
            yield f"{side} has {counted(left, 'formation')} to activate{passed}, and {missions} left."

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter: those that are known to stand somewhere, and the others; and the aircraft."""
        board = self.context.board(position)
        units = map(self.context.scenario.units.__getitem__, reversed(position.order))
        planes = [self._plane(position, plane) for plane in self.context.scenario.air]
        return [*(self._piece(board, unit) for unit in units), *planes]

    def _plane(self, position: Position, plane: Air) -> Piece:
        return Piece(
            id=plane.id,
            name=plane.name,
            side=plane.side,
            kind="Aircraft",
            size="",
            values=f"{plane.fb}-{plane.cas}",
            above="recon" if plane.recon else "",
            at=f"{plane.side} airfields",
            states=("flown",) if plane.number in position.flown else (),
        )

    def _piece(self, board: Board, unit: Unit) -> Piece:
        left = max(board.points(unit), 0)
        return Piece(
            id=unit.id,
            name=unit.name,
            side=unit.side,
            kind=unit.kind,
            size=unit.size,
            values=f"{board.factor(unit) or unit.factor}-{unit.effectiveness}{unit.besides}",
            above="●" * left + "○" * (unit.points - left),
            at=place_of(board, unit),
            states=tuple(self._states(board, unit)),
        )

    def boxes(self, position: Position) -> list[Box]:
        """Return the places off the map, including where units were last seen."""
        return boxes(self.context.board(position))

    def _states(self, board: Board, unit: Unit) -> Iterable[str]:
        position, number = board.position, unit.number
        if not board.is_on_map(unit):
            return
        if number in position.acted:
            yield "attacked"
        if number in position.fired:
            yield "fired"
        if number in position.stopped:
            yield "stopped"
        elif position.spent[number]:
            yield "moved"
        if any(work.unit == number for work in position.works) or move_orders.is_laid(board, unit):
            yield "at work"
        if board.is_active(unit):
            yield "active"
        if number in position.uncommanded:
            yield "out of command"
        yield from (word for name, word in position.states.items() if number in getattr(position, name))

    def markers(self, position: Position) -> list[Marker]:
        """Return forces with unknown units, ghosts of those seen before, works, and what is damaged or laid."""
        return markers(self.context.board(position))

    # What can be done

    def actions(self, position: Position) -> list[Action]:
        """Return the formations that can be activated now."""
        return reach_view.actions(self.context.board(position))

    def abandoned(self, position: Position) -> list[str]:
        """Say how many formations a side gives up by passing."""
        return reach_view.abandoned(self.context.board(position))

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways, and what else it can do; elsewhere why not."""
        return reach_view.reach(self.context.board(position), piece)

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be done to hexes now, with every piece that might take part."""
        return [] if position.over else list(targets.battles(self.context.board(position)))

    def blocked_targets(self, position: Position) -> dict[str, str]:
        """Return the enemy hexes that no unit may attack or reconnoitre in this phase, each with the reason."""
        return {} if position.over else targets.blocked_targets(self.context.board(position))

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the supply and command of every unit that is known to stand somewhere, as far as is known."""
        board = self.context.board(position)
        units = filter(board.is_on_map, self.context.scenario.units)
        return {unit.id: self._supply(board, unit) for unit in units}

    def _supply(self, board: Board, unit: Unit) -> Trace:
        line = board.supply(unit.side).line(board.at(unit))
        return line.trace(board.grid, "supply", self._command(board, unit))

    def _command(self, board: Board, unit: Unit) -> Trace | None:
        """Return the command of a unit; None if it is not known where its Headquarters are."""
        formation = board.formation(unit)
        if any(board.place(staff) == HIDDEN for staff in formation.headquarters):
            return None
        lines = board.command_lines(formation)
        line = lines.line(board.at(unit)) if lines else TracedLine(holds=False)
        return line.trace(board.grid, "command")

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in a turn, with the factors that are known to come there."""
        board = self.context.board(position)
        units = [unit for unit in self.context.scenario.units if unit.side == side and board.is_on_map(unit)]
        able = [unit for unit in units if not board.unfit(unit) and not why_not_troops(board, unit)]
        return threats(board.grid, ((board.factor(unit), self._next_to_reach(board, unit)) for unit in able))

    def _next_to_reach(self, board: Board, unit: Unit) -> set[HexId]:
        beside = {there for at in board.full_move(unit).reach for there in board.grid.neighbours(at)}
        return beside - board.position.held[unit.side]
