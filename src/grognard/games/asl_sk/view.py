# SPDX-License-Identifier: Apache-2.0
"""What the board shows of ASL Starter Kit, in the terms of `play.board`."""

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import close_combat_sequence, reach_view, rout_orders, targets, victory
from grognard.games.asl_sk.board import Board, Context
from grognard.games.asl_sk.kinds import KINDS
from grognard.games.asl_sk.order_text import action_text
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.units import afv_type, unit_type
from grognard.hexes import HexId
from grognard.hexes.sight import hexes_between
from grognard.play.board import Action, Battle, Marker, MarkerKind, Piece, Plan, Reachable, Sight, Status
from grognard.play.boxes import ELIMINATED
from grognard.play.places import WAITING, is_on_map
from grognard.play.states import MOVED, State
from grognard.rules.held_ground import status
from grognard.rules.map_view import MapView, Obstruction, sight_view
from grognard.rules.naming import names

COUNTERS = {
    "squad": ("infantry", "squad"), "hs": ("infantry", "team"), "crew": ("infantry", "team"), "smc": ("leader", ""),
}  # fmt: skip
MARKS = (("broken", "broken"), ("dm", "DM"), ("pinned", "pinned"), ("cx", "CX"), ("wounded", "wounded"))
AFV_MARKS = (
    ("motion", "motion"), ("immobile", "immobile"), ("stunned", "stunned"), ("recovering", "stun +1"),
)  # fmt: skip
FAR = 30

STATES = (
    MOVED,
    State.of("attacks", "✕", "done"),
    State.of("broken", effect="hurt"),
    State.of("DM", effect="hurt", meaning="DM, desperation morale: rallies with +4"),
    State.of("pinned", effect="hurt"),
    State.of("CX", "X", meaning="CX, has run: exhausted until its side's next movement phase"),
    State.of("wounded", effect="hurt"),
    State.of("melee", meaning="in a melee: held in its hex"),
    State.of("CE", "C", meaning="CE, crew exposed: its hatches are open"),
    State.of("BU", "U", meaning="BU, buttoned up: its hatches are shut"),
    State.of("motion", "»", meaning="in motion"),
    State.of("immobile", effect="hurt"),
    State.of("stunned", effect="hurt"),
    State.of("stun +1", "+", meaning="stun +1: recovering"),
)


class View(MapView[Context, Position]):
    """What a board shows of a scenario; nothing here decides anything."""

    kinds = KINDS
    lenses = ("threat", "sight")
    states = STATES
    printed = (
        ("4-6-7", "fire power, range and morale; range is for fire, which the scenario's plan stands for"),
        ("9-1", "a leader: his morale, and what he adds to the DR of those he leads"),
        ("3/5/-", "an AFV: its machine guns in the bow, in the turret and on its roof"),
    )
    marks = (MarkerKind("wreck", "a wreck", "wreck"),)

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board = self.context.board(position)
        when, phase = board.scenario.file.when, self._phase(position)
        shown = status(board, victory, when=when, phase=phase, side=board.side)
        step = position.phase if position.combat else ""
        return replace(shown, player=None if position.over else position.player, ends=_ends(board), step=step)

    def _phase(self, position: Position) -> str:
        if position.combat:
            return f"close combat in {self.grid.hex_name(position.combat.at)}"
        return "rout" if position.phase == "enemy rout" else position.phase

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter, without leaders not created yet."""
        board = self.context.board(position)
        return [_piece(board, unit) for unit in self.context.scenario.units if board.place(unit) != WAITING]

    def markers(self, position: Position) -> list[Marker]:
        """Return wrecks."""
        name = self.grid.hex_name
        return [Marker("wreck", name(at), count) for at, count in sorted(Counter(position.wrecks).items())]

    def plans(self, position: Position) -> list[Plan]:
        """Return the attacks that were declared."""
        combat, units = position.combat, self.context.scenario.units
        if combat is None:
            return []
        where = self.grid.hex_name(combat.at)
        return [
            Plan(
                tuple(units[n].id for n in attack.units),
                where,
                f"{names(units[n] for n in attack.units)} at {names(units[n] for n in attack.targets)}",
            )
            for attack in combat.attacks
        ]

    def abandoned(self, position: Position) -> list[str]:
        """Return the units that are eliminated if a rout phase ends now."""
        left = rout_orders.fleeing(self.context.board(position)) if not position.over else []
        return [f"{unit.name} does not rout and is eliminated (ruling rout)" for unit in left]

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go in this phase, and what else it can do; for every other hex the reason why not."""
        board = self.context.board(position)
        orders = () if position.over else KINDS.orders(board, position.phase, piece)
        actions = [Action(says, order) for order in orders if (says := action_text(board, order))]
        return replace(reach_view.reach(board, board.unit(piece)), actions=tuple(actions))

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be rolled for or declared now, with every unit that might take part."""
        return [] if position.over else list(targets.battles(self.context.board(position)))

    # What is seen at a glance

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could advance into in its next turn, with the fire power it could bring there."""
        return reach_view.threat(self.context.board(position), msgspec.convert(side, Nation))

    def sight(self, position: Position, hex_name: str) -> Sight:
        """Return what fire from a hex would see: woods and buildings between block it (ruling fire-plan)."""
        board, here = self.context.board(position), self.context.hex(hex_name)

        def obstruction(at: HexId) -> Obstruction | None:
            cover = next(filter(board.is_cover, hexes_between(board.grid, here, at)), None)
            if cover is None:
                return None
            says = f"{board.terrain(cover)} in {board.grid.hex_name(cover)} blocks the line"
            return Obstruction(says, (cover,))

        return sight_view(board.grid, here, board.grid.within(here, FAR)[1:], obstruction)


def _ends(board: Board) -> str:
    """Name the end of attacking in the close combat in hand; empty if a phase simply ends."""
    combat = board.position.combat
    if combat is None or combat.stage == "resolve":
        return ""
    if combat.stage == "turns":
        return "attack no more" if combat.passed else "pass"
    if all(attack.side != combat.mover for attack in combat.attacks):
        return "attack nobody"
    then = close_combat_sequence.settle(board.after(close_combat_sequence.pass_on(board))).combat
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
    """Return a unit's rank: leaders lie beneath the units they lead, broken ones beneath both; an AFV counts by all its guns."""
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
