"""What the board shows of Iron Curtain, in the words of `play.board`; nothing here decides anything."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import attack_orders, overrun_orders, strike_orders, victory
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import poisons
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.entry_orders import cannot_enter, why_not_at
from grognard.games.iron_curtain.kinds import KINDS
from grognard.games.iron_curtain.move_orders import cannot_move, why_not_to
from grognard.games.iron_curtain.movement import cost_text
from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike, Strike, Top
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacking import why_not_top
from grognard.games.iron_curtain.strike_orders import WARHEADS, left, released, weapons_left
from grognard.hexes import HexId
from grognard.play.board import (
    Battle,
    Candidate,
    Deed,
    LineMeaning,
    Marker,
    Piece,
    Preview,
    Reachable,
    Status,
    Trace,
)
from grognard.play.boxes import ELIMINATED, UNSEEN, Box, box_of, boxes_of
from grognard.play.game import ViewDefaults
from grognard.play.places import HIDDEN, LOST, Place, is_on_map
from grognard.play.states import ATTACKED, MOVED, OUT_OF_SUPPLY, State
from grognard.rules.orders import Arrive, MoveTogether
from grognard.rules.reach_view import arrivals, walks

DAYS_A_TURN = 3
OFF_MAP: dict[Place, Box] = {LOST: ELIMINATED, HIDDEN: UNSEEN}
WEAPONS: dict[type[Strike], str] = {
    AirStrike: "air strike",
    NuclearStrike: "nuclear warhead",
    ChemicalStrike: "chemical warhead",
}


class View(ViewDefaults[Position]):
    """What a board sees of a scenario."""

    lenses = ("supply", "threat")
    states = (
        *(MOVED, ATTACKED, State.of("overran", "✕", "done"), OUT_OF_SUPPLY),
        State.of("cannot exploit"),
    )
    lines = (LineMeaning("supply", "full", "in supply"),)
    printed = (
        ("9-7-7", "attack, defence and movement, as they are now"),
        ("●○", "steps: a full one is left, a hollow one is lost"),
    )
    stacked = True
    marks = ("nuclear", "chemical")

    def __init__(self, context: Context) -> None:
        self._context = context
        self._board = context.board
        self._scenario = context.scenario
        self._name = context.grid.hex_name

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board, scenario, name = self._board(position), self._scenario, self._name
        day = date.fromisoformat(scenario.file.first_day) + timedelta(DAYS_A_TURN * (position.turn - 1))
        return Status(
            turn=position.turn,
            turns=scenario.turns,
            when=f"{day.day} {day:%B %Y}",
            phase=position.now.name,
            side=None if position.over else position.now.side,
            points=victory.points(board),
            held={
                side: tuple(name(at) for at in sorted(scenario.worth) if victory.holds(board, side, at))
                for side in scenario.sides
            },
            worth={name(at): points for at, points in sorted(scenario.worth.items())},
            left=_left_now(board),
            tally=(*victory.tally(board), *_strikes_left(board)),
            verdict=victory.verdict(board) if position.over else "",
        )

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter, those of a stack from the bottom: its values now, a pip for every step, full or lost."""
        board, units = self._board(position), self._scenario.units
        return [
            Piece(
                id=unit.id,
                name=unit.name,
                side=unit.side,
                kind=unit.kind,
                size=unit.size,
                values=str(board.face(unit)),
                above="●" * board.steps(unit) + "○" * (unit.steps - board.steps(unit)),
                at=self._place(position, unit),
                states=tuple(_states(position, unit)),
            )
            for unit in (units[number] for number in reversed(position.order))
        ]

    def _place(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if is_on_map(at):
            return self._name(at)
        return (OFF_MAP.get(at) or box_of(unit, position.turn)).name

    def boxes(self, position: Position) -> list[Box]:
        """Return the places off the map."""
        return boxes_of(self._scenario.units, position.turn)

    def markers(self, position: Position) -> list[Marker]:
        """Return the contaminated hexes."""
        lying = Counter((marker.by, marker.at) for marker in position.contaminated)
        return [
            Marker(by, self._name(at), count, says=f"{by} contamination")
            for (by, at), count in sorted(lying.items())
        ]

    # What can be done

    def is_spent(self, position: Position, actor: str) -> bool:
        """Ruling stack-order: say whether a unit can no more than be put on top of its stack."""
        orders = KINDS.orders(self._board(position), position.now.name, actor)
        return all(isinstance(order, Top) for order in orders)

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; against a stack over what is seen of it, and it says so."""
        return KINDS.preview(self._board(position), order)

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways, and whether it can be put on top; elsewhere why not."""
        board, unit, top = self._board(position), self._context.unit(piece), Top(piece)
        found = _arrivals(board, unit) if not board.is_on_map(unit) else _moves(board, unit)
        if position.over or why_not_top(board, top):
            return found
        return replace(found, deeds=(Deed("put it on top of its stack", top),))

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with everyone who might take part."""
        board = self._board(position)
        if position.over:
            return []
        match position.now.name:
            case "strikes":
                return list(self._strikes(board))
            case "combat":
                targets, type_, title = attack_orders.targets(board), "attack", "Attack on"
            case _:
                targets, type_, title = overrun_orders.targets(board), "overrun", "Overrun"
        return [self._battle(type_, title, at, _candidates(board, at), type_) for at in targets]

    def _strikes(self, board: Board) -> Iterator[Battle]:
        for at in strike_orders.targets(board):
            top = (Candidate(board.units_at(at)[0].id),)
            for kind in weapons_left(board):
                tag = str(kind.__struct_config__.tag)
                title = f"{tag.replace('-', ' ').capitalize()} on"
                yield replace(self._battle(tag, title, at, top, "strike"), settled=True)

    def _battle(self, kind: str, what: str, at: HexId, who: tuple[Candidate, ...], does: str) -> Battle:
        title = f"{what} {self._context.place(at)}"
        return Battle(type=kind, title=title, target=self._name(at), pieces=who, does=does)

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the supply of every unit on the map, as it is at this moment."""
        board = self._board(position)
        units = (unit for unit in self._scenario.units if board.is_on_map(unit))
        return {unit.id: board.supply_line(unit).trace(board.grid) for unit in units}

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with the strength that is seen to come there."""
        board = self._board(position)
        strength: dict[HexId, int] = defaultdict(int)
        for unit in self._scenario.units:
            if unit.side == side and board.is_on_map(unit) and board.face(unit).attack:
                for at in self._next_to_reach(board, unit):
                    strength[at] += board.face(unit).attack
        return {self._name(at): f"{total}" for at, total in sorted(strength.items())}

    def _next_to_reach(self, board: Board, unit: Unit) -> set[HexId]:
        own = board.front(unit.side).units
        return {
            there
            for at in board.reach(unit, board.allowance(unit))
            for there in self._context.ways(unit).open_around[at]
            if there not in own
            and not self._scenario.map.is_water(there)
            and not board.why_not_across(unit, there, at)
        }


def _left_now(board: Board) -> str:
    """Say how many strikes of each kind the side to move has left in this phase; an empty text if it makes none."""
    if board.now.name != "strikes" or board.position.over:
        return ""
    side = board.now.side
    able = [AirStrike, *(kind for kind in weapons_left(board) if kind is not AirStrike)]
    return ", ".join(counted(left(board, kind, side), WEAPONS[kind]) for kind in able)


def _strikes_left(board: Board) -> Iterator[str]:
    """Say what each side can still strike with, and from when on."""
    for side in board.scenario.sides:
        air = left(board, AirStrike, side)
        said = [f"{counted(air, WEAPONS[AirStrike])} in a turn"] if air else []
        for kind in WARHEADS:
            count, turn = left(board, kind, side), released(board, kind, side)
            if count:
                waits = f" from turn {turn}" if board.position.turn < turn else ""
                said.append(counted(count, WEAPONS[kind]) + waits)
        if said:
            yield f"{side} has left: {', '.join(said)}."


def _states(position: Position, unit: Unit) -> Iterable[str]:
    number = unit.number
    if not is_on_map(position.at[number]):
        return
    if number in position.short:
        yield "out of supply"
    if number in position.acted:
        yield "attacked" if position.now.name == "combat" else "overran"
    elif position.spent[number]:
        yield "moved"
    if number in position.barred:
        yield "cannot exploit"


def _moves(board: Board, unit: Unit) -> Reachable:
    reason = cannot_move(board, unit)
    if reason:
        return Reachable(unit.id, reason)
    return walks(
        board.grid,
        board.reach(unit),
        [at for at in board.grid.hexes if not board.scenario.map.is_water(at)],
        piece=unit.id,
        allowed=f"{cost_text(board.allowed(unit))} MP",
        left=board.allowed(unit),
        cost=cost_text,
        order=lambda to: MoveTogether((unit.id,), to),
        why_not=lambda at: why_not_to(board, unit, at),
        note=lambda at: _dust(board, at),
    )


def _dust(board: Board, at: HexId) -> str:
    """Warn of a contaminated hex."""
    first = poisons(board.position, at)[:1]
    return "".join(f"contaminated ({poison}): it stops and rolls" for poison in first)


def _arrivals(board: Board, unit: Unit) -> Reachable:
    reason = cannot_enter(board, unit)
    if reason:
        return Reachable(unit.id, reason)
    return arrivals(
        board.grid,
        board.grid.hexes,
        piece=unit.id,
        says=f"{unit.name} arrives at a hex",
        order=lambda to: Arrive(unit.id, to),
        why_not=lambda at: why_not_at(board, unit, at),
    )


def _candidates(board: Board, target: HexId) -> tuple[Candidate, ...]:
    """Return who stands next to a hex, and why not every one of them may take part."""
    why_not = (attack_orders if board.now.name == "combat" else overrun_orders).why_not_with
    around = board.units_around(target)
    return tuple(
        Candidate(unit.id, why_not(board, unit, target)) for unit in around if unit.side == board.now.side
    )
