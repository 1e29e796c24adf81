# SPDX-License-Identifier: Apache-2.0
"""What a position means on the map: where units are, what each counter is by now, which are held, which are threatened."""

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from grognard.games.asl_sk.position import OTHERS, Position, State
from grognard.games.asl_sk.scenario import Scenario, TerrainName, Unit, holds
from grognard.games.asl_sk.stacks import AFV_MARKS, Afv, Infantry, Piece
from grognard.games.asl_sk.terms import Nation, Side
from grognard.games.asl_sk.units import afv_type, unit_type
from grognard.hexes import HexId
from grognard.play.places import Place, is_on_map
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.rules.cache import BoardCache, cached_on_board
from grognard.rules.map_board import MapBoard, MapContext

MARKS = ("broken", "dm", "pinned", "cx", "wounded")
COVER = ("building", "woods")


class Context(MapContext[Unit, Scenario, Card]):
    """A scenario under its rulings: all that stays the same from position to position."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)
        self.board: BoardCache[Position, Board] = BoardCache(partial(Board, self))


class Board(MapBoard[Context, Position, Unit]):
    """One position on the map of its scenario."""

    __slots__ = ("on_map", "stacks")
    scenario: Scenario
    card: Card

    def __init__(self, context: Context, position: Position, before: "Board | None" = None) -> None:
        """Take over the stacks of the board before, if no unit has changed since."""
        super().__init__(context, position)
        self.stacks: dict[HexId, list[Unit]]
        self.on_map: dict[Nation, list[Unit]]
        if before is not None and before.position.units is position.units:
            self.stacks, self.on_map = before.stacks, before.on_map
        else:
            self.stacks, self.on_map = self._placed()

    def _placed(self) -> tuple[dict[HexId, list[Unit]], dict[Nation, list[Unit]]]:
        """Return the units on the map, by hexes and by sides."""
        stacks: dict[HexId, list[Unit]] = {}
        on_map: dict[Nation, list[Unit]] = {side: [] for side in self.scenario.sides}
        for unit, state in zip(self.scenario.units, self.position.units, strict=True):
            if isinstance(state.at, int):
                stacks.setdefault(state.at, []).append(unit)
                on_map[unit.side].append(unit)
        return stacks, on_map

    def man(self, unit: Unit) -> Unit:
        """Return a unit that is on the map and no AFV; refuse others, which make no such check."""
        if unit.is_afv or not self.is_on_map(unit):
            raise NotAllowed(f"{unit.name} makes no such check")
        return unit

    # Whose turn it is

    @property
    def side(self) -> Nation:
        """The side that acts now: the one whose player turn it is, in some phases the other, in close combat in turns."""
        position = self.position
        if position.combat:
            return position.combat.mover
        return self.scenario.enemy(position.player) if position.phase in OTHERS else position.player

    @property
    def sides(self) -> tuple[Nation, Nation]:
        """The ATTACKER and the DEFENDER of this player turn."""
        return self.position.player, self.scenario.enemy(self.position.player)

    def role(self, side: Nation) -> Side:
        """Return what the card calls a side in this player turn."""
        return "ATTACKER" if side == self.position.player else "DEFENDER"

    def nation(self, role: Side) -> Nation:
        """Return the side that the card calls so in this player turn."""
        player = self.position.player
        return player if role == "ATTACKER" else self.scenario.enemy(player)

    # Units and their hexes

    def state(self, unit: Unit) -> State:
        """Return a unit as it stands."""
        return self.position.units[unit.number]

    def place(self, unit: Unit) -> Place:
        """Return where a unit is, on the map or off it."""
        return self.position.units[unit.number].at

    def is_on_map(self, unit: Unit) -> bool:
        """Return whether a unit is on the map."""
        return isinstance(self.position.units[unit.number].at, int)

    def at(self, unit: Unit) -> HexId:
        """Return the hex that a unit is in; refuse if it is in none."""
        at = self.position.units[unit.number].at
        if not isinstance(at, int):
            raise NotAllowed(f"{unit.name} is not on the map")
        return at

    def units_at(self, hex_id: HexId, side: Nation | None = None) -> list[Unit]:
        """Return the units in a hex, of one side or of both."""
        stack = self.stacks.get(hex_id, [])
        return stack if side is None else [unit for unit in stack if unit.side == side]

    def foes_at(self, hex_id: HexId, side: Nation) -> list[Unit]:
        """Return the enemies of a side in a hex."""
        return [unit for unit in self.stacks.get(hex_id, []) if unit.side != side]

    def of_side(self, side: Nation) -> list[Unit]:
        """Return the units of a side that are on the map."""
        return self.on_map[side]

    def hexes_of(self, side: Nation) -> frozenset[HexId]:
        """Return the hexes where a side has units."""
        return frozenset(self.at(unit) for unit in self.of_side(side))

    def terrain(self, hex_id: HexId) -> TerrainName:
        """Return the terrain of a hex."""
        return self.scenario.terrain[hex_id]

    def is_cover(self, hex_id: HexId) -> bool:
        """Return whether a hex is woods or a building."""
        return self.scenario.terrain[hex_id] in COVER

    # What a unit is by now

    def piece(self, unit: Unit) -> Piece:
        """Return a unit as the card's procedures take it, under its own name, with what it did in close combat."""
        piece = piece_of(self.state(unit), unit.name, is_afv=unit.is_afv)
        if isinstance(piece, Afv):
            return piece
        piece = replace(piece, engineers=True) if unit.engineers else piece
        combat = self.position.combat
        if combat is None or not (combat.together or combat.made):
            return piece
        groups = tuple(at for at, group in enumerate(combat.together, 1) if unit.number in group)
        return replace(piece, groups=groups, made=dict(combat.made).get(unit.number, ""))

    def pieces(self, units: Iterable[Unit]) -> tuple[Piece, ...]:
        """Return units as the card's procedures take them."""
        return tuple(self.piece(unit) for unit in units)

    def infantry(self, unit: Unit) -> Infantry:
        """Return a unit that is no AFV as the procedures take it."""
        piece = self.piece(unit)
        assert isinstance(piece, Infantry)  # noqa: S101 - the caller has checked that it is no AFV
        return piece

    def is_broken(self, unit: Unit) -> bool:
        """Return whether a unit is broken; an AFV never is."""
        return self.state(unit).broken

    def is_leader(self, unit: Unit) -> bool:
        """Return whether a unit is a leader."""
        return not unit.is_afv and unit_type(self.state(unit).type).is_smc

    # Units held and threatened

    def in_melee(self, hex_id: HexId) -> bool:
        """Ruling melee: return whether both sides have had infantry here since before this advance, not all of it broken."""
        men = [u for u in self.units_at(hex_id) if not u.is_afv and not self.state(u).came]
        return len({unit.side for unit in men}) > 1 and not all(map(self.is_broken, men))

    def is_held(self, unit: Unit) -> bool:
        """Ruling melee: infantry is held by a Melee, and by an enemy AFV that is not in motion; AFVs never are."""
        at = self.place(unit)
        if unit.is_afv or not is_on_map(at):
            return False
        parked = any(foe.is_afv and not self.state(foe).motion for foe in self.foes_at(at, unit.side))
        return parked or self.in_melee(at)

    def held(self, unit: Unit) -> str:
        """Say that the enemy holds a unit in its hex; empty if he does not."""
        return f"{unit.name} is held by the enemy in its hex (ruling melee)" if self.is_held(unit) else ""

    def has_room(self, hex_id: HexId, unit: Unit) -> bool:
        """Ruling stacking: return whether a hex takes one more unit of its side."""
        states = self.position.units
        types = [states[friend.number].type for friend in self.units_at(hex_id, unit.side)]
        return holds((*types, states[unit.number].type))

    def full(self, unit: Unit) -> frozenset[HexId]:
        """Return the hexes of friends that do not take this unit too."""
        hexes = {self.at(friend) for friend in self.of_side(unit.side)} - {self.place(unit)}
        return frozenset(at for at in hexes if not self.has_room(at, unit))

    def changed(self, units: Iterable[Unit], **marks: Any) -> Position:
        """Return the position with some units changed alike."""
        states = list(self.position.units)
        for unit in units:
            states[unit.number] = replace(states[unit.number], **marks)
        return replace(self.position, units=tuple(states))

    def put(self, unit: Unit, state: State) -> Position:
        """Return the position with one unit in another state."""
        return replace(self.position, units=placed(self.position.units, unit.number, state))


@cached_on_board
def threatened(board: Board) -> dict[Nation, frozenset[HexId]]:
    """Return for each side the hexes in or next to which an unbroken enemy stands."""
    near = {}
    for side in board.scenario.sides:
        foes = board.of_side(board.scenario.enemy(side))
        at = {board.at(foe) for foe in foes if not board.is_broken(foe)}
        near[side] = frozenset(at).union(*(board.grid.neighbours(hex_id) for hex_id in at))
    return near


@lru_cache(maxsize=65536)
def piece_of(state: State, name: str, *, is_afv: bool) -> Piece:
    """Return a counter as the card's procedures take it, under its own name."""
    if is_afv:
        guns = afv_type(state.type)
        marks = {mark: getattr(state, mark) for mark in AFV_MARKS}
        return Afv(cmg=guns.cmg, aamg=guns.aamg, bmg=guns.bmg, told=name, **marks)
    return Infantry(unit_type(state.type), **{mark: getattr(state, mark) for mark in MARKS}, told=name)


def state_of(piece: Piece, before: State) -> State:
    """Return the state of a counter after a procedure of the card has turned it into another piece."""
    if isinstance(piece, Afv):
        return replace(before, **{mark: getattr(piece, mark) for mark in AFV_MARKS})
    return replace(before, type=piece.type.id, **{mark: getattr(piece, mark) for mark in MARKS})
