# SPDX-License-Identifier: Apache-2.0
"""What the board shows of PanzerBlitz, in the terms of `play.board`."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from grognard.games.panzerblitz import (
    close_assault_orders,
    fire_orders,
    minefield_orders,
    move_orders,
    overrun_orders,
    victory,
)
from grognard.games.panzerblitz.attack_orders import AdjacentAttack
from grognard.games.panzerblitz.board import Board, Context
from grognard.games.panzerblitz.fire import Technique
from grognard.games.panzerblitz.kinds import KINDS
from grognard.games.panzerblitz.order_text import action_text, aim_text
from grognard.games.panzerblitz.orders import Announced
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sight import sight_from
from grognard.games.panzerblitz.spotting import spotters
from grognard.games.panzerblitz.terms import SIDES, Side
from grognard.games.panzerblitz.text import abandoned
from grognard.games.panzerblitz.threat import threatened
from grognard.hexes import HexId
from grognard.play.board import (
    Action,
    Battle,
    Candidate,
    Marker,
    MarkerKind,
    Piece,
    Plan,
    Reachable,
    Sight,
    Status,
)
from grognard.play.boxes import Box, boxes_of
from grognard.play.places import EXITED, LOST, is_on_map
from grognard.play.states import FIRED, MOVED, State
from grognard.procedures.forms import Field
from grognard.rules.costs import cost_text
from grognard.rules.held_ground import status
from grognard.rules.map_view import MapView, battle_at, place_text, points_by_hex, threats
from grognard.rules.naming import names
from grognard.rules.reach_view import unit_arrivals, unit_moves

MINUTES_A_TURN = 6
# The ways to fire at a hex: as orders, and in words.
FIRE: dict[Technique, tuple[str, str]] = {
    "combination": ("fire", "Fire at all in"),
    "selective": ("selective-fire", "Fire at the weakest,"),
    "each": ("fire-at-each", "Fire at each: at"),
}


class View(MapView[Context, Position]):
    """What a board shows of a scenario; nothing here decides anything."""

    kinds = KINDS
    lenses = ("threat", "sight")
    states = (
        *(MOVED, State.of("fires"), FIRED, State.of("acted", "✕", "done")),
        *(State.of("dispersed", effect="hurt"), State.of("in a fort", "⌂")),
    )
    printed = (
        ("15 A 8", "attack factor, class of weapon and range in hexes"),
        ("10-11", "defence factor and movement factor"),
    )
    marks = (
        MarkerKind("mines", "mines", "mines"),
        MarkerKind("block", "a block", "block"),
        MarkerKind("wreck", "a wreck", "wreck"),
    )

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board, scenario = self.context.board(position), self.context.scenario
        clock = datetime.fromisoformat(f"{scenario.file.date}T{scenario.file.first_hour}")
        now = clock + timedelta(minutes=MINUTES_A_TURN * (position.turn - 1))
        edges = ((side, scenario.exits[side]) for side in SIDES)
        exits = {
            side: points_by_hex(self.grid, dict(sorted(hexes.items()))) for side, hexes in edges if hexes
        }
        when = f"{now.day} {now:%B %Y, %H:%M}"
        shown = status(board, victory, when=when, phase=position.phase, side=position.side)
        return replace(shown, exits=exits)

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter."""
        board = self.context.board(position)
        return [self._piece(board, unit) for unit in self.context.scenario.units]

    def _piece(self, board: Board, unit: Unit) -> Piece:
        kind, carrier = unit.type, board.carrier(unit)
        coming = self.context.scenario.begins_with(unit)
        return Piece(
            id=unit.id,
            name=unit.name,
            side=unit.side,
            kind=kind.kind,
            size="company" if unit.side == "Soviet" else "platoon",
            values=f"{kind.defence}-{kind.movement}",
            above=f"{kind.attack} {kind.weapon} {kind.range}" if kind.attack else "",
            at=place_text(self.grid, board.place(unit), coming, board.position.turn),
            on=carrier.id if carrier else "",
            states=tuple(_states(board, unit)),
            rank=_rank(board, unit),
        )

    def boxes(self, position: Position) -> list[Box]:
        """Return the places off the map."""
        return boxes_of(self.context.scenario.units, position.turn)

    def markers(self, position: Position) -> list[Marker]:
        """Return mines, blocks and wrecks."""
        name = self.grid.hex_name
        mines, wrecks = self.context.board(position).mines(), Counter(position.wrecks)
        return [
            *(Marker("mines", name(at)) for at in sorted(mines)),
            *(Marker("block", name(at)) for at in sorted(self.context.scenario.blocks)),
            *(Marker("wreck", name(at), count) for at, count in sorted(wrecks.items())),
        ]

    def plans(self, position: Position) -> list[Plan]:
        """Return the fire that was announced."""
        board = self.context.board(position)
        return [
            Plan(
                plan.units, plan.target, f"{names(board.units(plan.units))} at {aim_text(self.context, plan)}"
            )
            for plan in position.announced
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Return the fire at each unit of a hex that is withdrawn if announcing ends now."""
        return list(abandoned(self.context.board(position))) if position.phase == "fire" else []

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways; for every other hex the reason why not."""
        board, unit = self.context.board(position), self.context.unit(piece)
        return replace(_steps(board, unit), actions=tuple(_actions(board, unit)))

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with every unit that might take part."""
        return [] if position.over else list(self._battles(self.context.board(position)))

    def _battles(self, board: Board) -> Iterator[Battle]:
        match board.position.phase:
            case "minefields":
                for at in minefield_orders.minefields(board):
                    victims = [Candidate(unit.id) for unit in minefield_orders.victims(board, at)]
                    yield battle_at(
                        self.context, "mines", "Mines under", at, victims, settled=True, does="roll for them"
                    )
            case "fire":
                for at in fire_orders.targets(board):
                    yield from self._fire_battles(board, at)
            case "resolution":
                yield from map(self._resolution, board.position.announced)
            case "vehicles":
                yield from self._from_beside(board, overrun_orders.OVERRUN, "Overrun")
            case "close assault":
                yield from self._from_beside(board, close_assault_orders.ASSAULT, "Close assault on")

    def _resolution(self, plan: Announced) -> Battle:
        return Battle(
            type="resolve",
            title=f"Fire at {aim_text(self.context, plan)}",
            target=plan.target,
            pieces=tuple(map(Candidate, plan.units)),
            settled=True,
            does="roll",
            in_hand=True,
        )

    def _from_beside(self, board: Board, kind: AdjacentAttack, what: str) -> Iterator[Battle]:
        for at in kind.targets(board):
            around = [u for u in board.units_around(at) if u.side == board.position.side and not u.is_fort]
            who = [Candidate(u.id, kind.why_not_on(board, u, at), kind.way(board, u, at)) for u in around]
            yield battle_at(self.context, kind.attack, what, at, who, does=kind.verb)

    def _fire_battles(self, board: Board, at: HexId) -> Iterator[Battle]:
        units = self.context.scenario.of_side[board.position.side]
        armed = [unit for unit in units if unit.type.fires_as(board.card) and board.is_on_map(unit)]
        alone = len(board.under_attack(at)) == 1
        for way in fire_orders.ways_to_fire(board, at):
            if fire_orders.is_open(board, way):
                kind, what = FIRE[way.technique]
                aim = (Field("at", "which unit of the stack", "choice", (way.at,), way.at),) if way.at else ()
                yield Battle(
                    type=kind,
                    title=" ".join(("Fire at" if alone else what, aim_text(self.context, way))),
                    target=way.target,
                    pieces=tuple(
                        Candidate(unit.id, fire_orders.why_not_in(board, unit, way)) for unit in armed
                    ),
                    options=aim,
                    does="announce",
                )

    # What is seen at a glance

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with the attack factors it could bring there."""
        return threats(self.grid, threatened(self.context.board(position), msgspec.convert(side, Side)))

    def sight(self, position: Position, hex_name: str) -> Sight:
        """Return what is in line of fire from a hex, and what the side to move can spot there (TET)."""
        board, here = self.context.board(position), self.context.hex(hex_name)
        others = self.grid.within(here, self.grid.columns + self.grid.rows)[1:]
        return sight_from(self.context.scenario.map, here, others, spotters(board), board.card)


def _rank(board: Board, unit: Unit) -> int:
    """Return a unit's rank in its stack: riders and noncombatants beneath the others, the strongest on top."""
    if unit.is_fort:
        return -2
    return -1 if board.is_aboard(unit) else unit.type.attack or unit.type.defence


def _states(board: Board, unit: Unit) -> Iterable[str]:
    """Yield the states of a unit: its condition and what it did in this player turn."""
    number, position, place = unit.number, board.position, board.place(unit)
    if place in (LOST, EXITED):
        return
    if number in position.dispersed:
        yield "dispersed"
    if carrier := board.carrier(unit):
        yield f"on {carrier.name}"
    if position.hexes[number]:
        yield "moved"
    if is_on_map(place) and board.fort_at(place) and not unit.is_fort:
        yield "in a fort"
    if number in position.acted:
        # A unit that attacked, or tried to clear mines, does nothing else in a turn.
        fires = any(unit.id in plan.units for plan in position.announced)
        yield "fires" if fires else "fired" if position.phase == "resolution" else "acted"


def _steps(board: Board, unit: Unit) -> Reachable:
    """Return where a unit can go or arrive, without what else it can do."""
    if not board.is_on_map(unit):
        says = f"{unit.name} arrives at a hex"
        return unit_arrivals(board, unit, says, move_orders.cannot_arrive, move_orders.why_not_arrive)
    if reason := move_orders.cannot_move(board, unit):
        return Reachable(unit.id, reason)
    allowed, reach = f"{cost_text(move_orders.movement_left(board, unit))} MF", move_orders.reach(board, unit)
    return unit_moves(board, unit, reach, allowed, overrun_orders.why_not_into, move_orders.warnings)


def _actions(board: Board, unit: Unit) -> Iterator[Action]:
    """Yield what a unit can do besides moving; a carrier with its rider."""
    if board.position.over:
        return
    for who in filter(None, (unit, board.riders.get(unit.number))):
        if move_orders.moves_this_phase(board, who):
            orders = KINDS.orders(board, board.position.phase, who.id)
            yield from (Action(says, order) for order in orders if (says := action_text(board, order)))
