"""What the board shows of ASL Starter Kit, in the words of `play.board`."""

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import (
    close_combat_sequence,
    reach_view,
    rout_orders,
    targets,
    victory,
)
from grognard.games.asl_sk.afvs import afv_type
from grognard.games.asl_sk.board import Board, Context
from grognard.games.asl_sk.kinds import KINDS
from grognard.games.asl_sk.order_text import action_text
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.threat import threatened_by
from grognard.games.asl_sk.units import unit_type
from grognard.hexes import HexId
from grognard.hexes.sight import hexes_between
from grognard.play.board import (
    Battle,
    Deed,
    Marker,
    MarkerKind,
    Piece,
    Plan,
    Preview,
    Reachable,
    Sight,
    Status,
)
from grognard.play.boxes import ELIMINATED
from grognard.play.game import ViewDefaults
from grognard.play.places import WAITING, is_on_map
from grognard.play.states import MOVED, State
from grognard.rules.map_view import Wall, hexes_by_side, points_by_hex, sight_view
from grognard.rules.naming import names

COUNTERS = {
    "squad": ("infantry", "squad"),
    "hs": ("infantry", "team"),
    "crew": ("infantry", "team"),
    "smc": ("leader", ""),
}
MARKS = (("broken", "broken"), ("dm", "DM"), ("pinned", "pinned"), ("cx", "CX"), ("wounded", "wounded"))
AFV_MARKS = (
    ("motion", "motion"),
    ("immobile", "immobile"),
    ("stunned", "stunned"),
    ("recovering", "stun +1"),
)
FAR = 30

STATES = (
    MOVED,
    State.of("attacks", "✕", "done"),
    State.of("broken", effect="hurt"),
    State.of("DM", effect="hurt", meaning="DM, desperation morale: rallies with +4"),
    State.of("pinned", effect="hurt"),
    State.of("CX", "X", meaning="CX, has run: exhausted until it moves again"),
    State.of("wounded", effect="hurt"),
    State.of("melee", meaning="in a melee: held in its hex"),
    State.of("CE", "C", meaning="CE, crew exposed: its hatches are open"),
    State.of("BU", "U", meaning="BU, buttoned up: its hatches are shut"),
    State.of("motion", "»", meaning="in motion"),
    State.of("immobile", effect="hurt"),
    State.of("stunned", effect="hurt"),
    State.of("stun +1", "+", meaning="stun +1: recovering"),
)


class View(ViewDefaults[Position]):
    """What a board shows of a scenario; nothing here decides anything."""

    lenses = ("threat", "sight")
    states = STATES
    printed = (
        ("4-6-7", "fire power, range and morale; range is for fire, which the scenario's plan stands for"),
        ("9-1", "a leader: his morale, and what he adds to the DR of those he leads"),
        ("3/5/-", "an AFV: its machine guns in the bow, in the turret and on its roof"),
    )
    marks = (MarkerKind("wreck", "a wreck"),)

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scenario = context.scenario
        self._board = context.board
        self._grid = context.grid

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board, scenario = self._board(position), self._scenario
        return Status(
            turn=position.turn,
            turns=scenario.turns,
            when=scenario.file.when,
            phase=self._phase(position),
            side=None if position.over else board.side,
            player=None if position.over else position.player,
            ends=_ends(board),
            points=victory.points(board),
            held=hexes_by_side(self._grid, position.held.items()),
            worth=points_by_hex(self._grid, scenario.worth),
            tally=tuple(victory.tally(board)),
            verdict=victory.verdict(board) if position.over else "",
        )

    def _phase(self, position: Position) -> str:
        if position.combat:
            return f"close combat in {self._grid.hex_name(position.combat.at)}"
        return "rout" if position.phase == "enemy rout" else position.phase

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter; leaders whom nobody has made yet are none."""
        board = self._board(position)
        return [_piece(board, unit) for unit in self._scenario.units if board.place(unit) != WAITING]

    def markers(self, position: Position) -> list[Marker]:
        """Return wrecks."""
        name = self._grid.hex_name
        return [Marker("wreck", name(at), count) for at, count in sorted(Counter(position.wrecks).items())]

    def plans(self, position: Position) -> list[Plan]:
        """Return the attacks that were declared."""
        combat, units = position.combat, self._scenario.units
        if combat is None:
            return []
        where = self._grid.hex_name(combat.at)
        return [
            Plan(
                tuple(units[n].id for n in attack.units),
                where,
                f"{names(units[n] for n in attack.units)} at {names(units[n] for n in attack.targets)}",
            )
            for attack in combat.attacks
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Return who is eliminated if a rout phase ends now."""
        left = rout_orders.fleeing(self._board(position)) if not position.over else []
        return [f"{unit.name} does not rout and is eliminated (ruling rout)" for unit in left]

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go in this phase, and what else it can do; for every other hex the reason why not."""
        board = self._board(position)
        orders = () if position.over else KINDS.orders(board, position.phase, piece)
        deeds = [Deed(says, order) for order in orders if (says := action_text(board, order))]
        return replace(reach_view.reach(board, board.unit(piece)), deeds=tuple(deeds))

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be rolled for or declared now, with everyone who might take part."""
        return [] if position.over else list(targets.battles(self._board(position)))

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on, and every outcome; of close combat the whole round."""
        return KINDS.preview(self._board(position), order)

    # What is seen at a glance

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could advance into in its next turn, with the fire power it could bring there."""
        board = self._board(position)
        strength = threatened_by(board, msgspec.convert(side, Nation))
        return {board.grid.hex_name(at): f"{total}" for at, total in strength.items()}

    def sight(self, position: Position, hex_name: str) -> Sight:
        """Return what fire from a hex would see: woods and buildings between block it (ruling fire-plan)."""
        board, here = self._board(position), self._context.hex(hex_name)

        def wall(at: HexId) -> Wall | None:
            cover = next(filter(board.is_cover, hexes_between(board.grid, here, at)), None)
            if cover is None:
                return None
            says = f"{board.terrain(cover)} in {board.grid.hex_name(cover)} blocks the line"
            return Wall(says, (cover,))

        return sight_view(board.grid, here, board.grid.within(here, FAR)[1:], wall)


def _ends(board: Board) -> str:
    """Say what it is to attack no more in the close combat in hand; elsewhere a phase simply ends."""
    combat = board.position.combat
    if combat is None or combat.stage == "resolve":
        return ""
    if combat.stage == "turns":
        return "attack no more" if combat.passed else "pass"
    if all(attack.side != combat.mover for attack in combat.attacks):
        return "attack nobody"
    then = close_combat_sequence.settled(board.after(close_combat_sequence.passed(board))).combat
    return "go on to the dice" if then and then.stage == "resolve" else "go on: the enemy declares"


def _piece(board: Board, unit: Unit) -> Piece:
    state = board.state(unit)
    kind, size = ("tank", "") if unit.is_afv else COUNTERS[sort_of(state.type)]
    return Piece(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        kind=kind,
        size=size,
        values=afv_type(state.type).printed if unit.is_afv else unit_type(state.type).name.split()[0],
        at=board.grid.hex_name(state.at) if is_on_map(state.at) else ELIMINATED.name,
        states=tuple(_states(board, unit)),
        rank=_rank(board, unit),
        leads=kind == "leader",
    )


def _rank(board: Board, unit: Unit) -> int:
    """Leaders lie beneath those they lead, the broken beneath both; an AFV counts by all its guns."""
    state = board.state(unit)
    if state.broken:
        return -1
    if unit.is_afv:
        afv = afv_type(state.type)
        return afv.bmg + afv.cmg + afv.aamg
    counter = unit_type(state.type)
    return 0 if counter.is_smc else counter.fire


def _states(board: Board, unit: Unit) -> Iterable[str]:
    state, combat = board.state(unit), board.position.combat
    if not is_on_map(state.at):
        return
    for mark, word in AFV_MARKS if unit.is_afv else MARKS:
        if getattr(state, mark):
            yield word
    if unit.is_afv:
        yield "CE" if state.ce else "BU"
    elif board.in_melee(state.at):
        yield "melee"
    if state.moved:
        yield "moved"
    if combat and combat.at == state.at and unit.number in combat.acted:
        yield "attacks"
