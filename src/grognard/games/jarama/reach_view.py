"""Where units can go and what else they can do, or why not, in the words of `play.board`."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard.charts.labels import number
from grognard.charts.plurals import counted, plural
from grognard.games.jarama import engineering, move_orders, sequence
from grognard.games.jarama.board import Board
from grognard.games.jarama.features import feature_name
from grognard.games.jarama.movement import cost_text
from grognard.games.jarama.orders import Activate, Arrive, Deploy, Lay, Move, Repair, TakeUp
from grognard.games.jarama.position import WAITING, Position
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.targets import Battles
from grognard.hexes.paths import SCALE
from grognard.play.board import Deed, Reachable, Step


class Going(Battles):
    """What a board offers units besides battles; nothing here decides anything."""

    def actions(self, position: Position) -> list[Deed]:
        """Return the formations that can be activated now."""
        board = self.board(position)
        return [
            Deed(
                f"activate {formation.name}",
                Activate(formation.name),
                tuple(unit.id for unit in formation.units if board.at(unit) >= 0),
            )
            for formation in sequence.formations(board, position.side)
            if not sequence.why_not_activate(board, formation.name)
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Say how many formations a side gives up that passes."""
        left = len(self.actions(position))
        return (
            [f"{counted(left, 'formation')} {plural(left, 'has', 'have')} not been active this turn"]
            if left
            else []
        )

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways, and what else it can do; elsewhere why not."""
        if piece in self.context.planes:
            return Reachable(piece, "aircraft fly missions and are never on the map")
        board, unit = self.board(position), self.unit(piece)
        if position.over:
            return Reachable(piece, "the game is over")
        if position.phase == "deployment":
            return self._set_up(board, unit)
        if board.at(unit) == WAITING:
            return self._arrivals(board, unit)
        found = self._moves(board, unit)
        idle = engineering.why_not_mending(board, unit)
        allowed = f"{found.allowed}; it repairs nothing: {idle}" if idle else found.allowed
        return msgspec.structs.replace(found, allowed=allowed, deeds=tuple(self._deeds(board, unit)))

    def _deeds(self, board: Board, unit: Unit) -> Iterator[Deed]:
        if not sequence.why_not_activate(board, unit.formation):
            yield Deed(f"activate {unit.formation}", Activate(unit.formation))
        for feature in engineering.mends(board, unit):
            yield Deed(
                f"repair {feature_name(self.scenario.map, feature)}",
                Repair(unit.id, engineering.feature_text(board, feature)),
            )
        for side in engineering.spans(board, unit):
            name = board.grid.hexside_name(side)
            yield Deed(f"lay pontoons over {name}", Lay(unit.id, name))
        if unit.kind == "Pontoons" and not engineering.why_not_take_up(board, unit):
            yield Deed("take the pontoons up", TakeUp(unit.id))

    def _set_up(self, board: Board, unit: Unit) -> Reachable:
        if reason := move_orders.cannot_deploy(board, unit):
            return Reachable(unit.id, reason)
        steps, refusals = {}, {}
        for at in board.grid.hexes:
            name = board.grid.hex_name(at)
            if why := move_orders.why_not_deploy(board, unit, at):
                refusals[name] = why
            else:
                steps[name] = Step("", (name,), Deploy(unit.id, name))
        return Reachable(unit.id, f"{unit.name} is set up in the zone of {unit.formation}", steps, refusals)

    def _moves(self, board: Board, unit: Unit) -> Reachable:
        if reason := move_orders.cannot_move(board, unit):
            refused = self.not_against(board, unit)
            return Reachable(unit.id, next(iter(refused.values()), reason), refusals=refused)
        name, found = board.grid.hex_name, board.reach(unit)
        steps, refusals = {}, {}
        able = set(move_orders.destinations(board, unit))
        for at in board.grid.hexes:
            if at in able:
                path = tuple(map(name, found.path(at)))
                note = "in an enemy zone: it stops" if at in board.zone_against(unit.side) else ""
                steps[name(at)] = Step(cost_text(found[at]), path, Move((unit.id,), name(at)), note)
            else:
                refusals[name(at)] = move_orders.why_not_to(board, unit, at)
        left = board.allowed(unit)
        allowed = "any number of hexes" if left is None else f"{number(Fraction(left, SCALE))} MP"
        return Reachable(unit.id, allowed, steps, refusals)

    def _arrivals(self, board: Board, unit: Unit) -> Reachable:
        if reason := move_orders.cannot_arrive(board, unit):
            return Reachable(unit.id, reason)
        steps, refusals = {}, {}
        for at in board.grid.hexes:
            name = board.grid.hex_name(at)
            if why := move_orders.why_not_arrive(board, unit, at):
                refusals[name] = why
            else:
                steps[name] = Step("", (name,), Arrive(unit.id, name))
        return Reachable(unit.id, f"{unit.name} arrives at a hex", steps, refusals)
