"""TET The line of fire: which hexside symbols obstruct it, gullies, hilltop woods and towns; and who must spot.

Every clause is read from the cell of the target elevation table, so that rulings which correct a cell change it here.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache

import msgspec
import numpy as np
from msgspec.structs import replace

from grognard.games.panzerblitz.terms import Level
from grognard.games.panzerblitz.terrain import TERRAIN, Symbol, Terrain
from grognard.hexes import HexId, Hexside, Map
from grognard.hexes.obstacles import Clause, Obstacles, first_obstacle
from grognard.hexes.sight import Method, hexes_between
from grognard.play.board import Sight
from grognard.registry import Card
from grognard.rules.map_view import Wall, sight_view

SYMBOLS: tuple[Symbol, ...] = ("green", "grey", "brown", "orange")
LEVELS: tuple[Level, ...] = ("ground", "slope", "hilltop")
# The ways to the six neighbours come first.
ADJACENT = 6

LOW: frozenset[Symbol] = frozenset({"green", "grey"})
BROWN: frozenset[Symbol] = frozenset({"brown"})
ORANGE: frozenset[Symbol] = frozenset({"orange"})

# TET, notes A to E: the target's own side, the firing unit's own side, nearer to the target or midway, nearer to the
# firing unit or midway, more than one side.
NOTES = {
    "A": Clause("note A", LOW, "last"),
    "B": Clause("note B", LOW, "first"),
    "C": Clause("note C", BROWN, "far"),
    "D": Clause("note D", BROWN, "near"),
    "E": Clause("note E", ORANGE, "twice"),
}
NOTE = re.compile(r"\bnote ([a-e])\b", re.IGNORECASE)


class Blocked(msgspec.Struct, frozen=True):
    """What blocks a line of fire, a hexside or a hex, and why; as text, one sentence."""

    by: str
    why: str
    hexside: Hexside | None = None
    hex: HexId | None = None

    def __str__(self) -> str:
        return f"blocked by {self.by}: {self.why}"

    def lies_at(self, board: Map) -> tuple[HexId, ...]:
        """Return the hexes on both sides of it, or the one that it is."""
        if self.hexside is not None:
            return tuple(board.grid.beside(self.hexside))
        return () if self.hex is None else (self.hex,)


@cache
def clauses(card: Card, firer: Level, target: Level) -> tuple[Clause, ...]:
    """TET Read a cell of the table; a clause that is not printed names the ruling behind it."""
    cell = card.chart("tet")[firer, target]
    printed = _read(cell.printed)
    return tuple(
        clause if clause in printed else replace(clause, name=f"{clause.name} by ruling {cell.ruling}")
        for clause in _read(cell.reads)
    )


def _read(cell: str) -> list[Clause]:
    """TET Read the text of a cell: symbols by name, then its notes."""
    named = [symbol for symbol in SYMBOLS if symbol.upper() in cell.split()]
    found = [Clause("ALL", frozenset(SYMBOLS))] if cell == "ALL" else []
    if named:
        found.append(Clause(" ".join(named).upper(), frozenset(named)))
    return found + [NOTES[mark.upper()] for mark in NOTE.findall(cell)]


def blocked(board: Map, firer: HexId, target: HexId, card: Card) -> Blocked | None:
    """TET Say what blocks the line of fire from a hex to another; adjacent hexes always see each other."""
    if firer == target or target in board.grid.neighbours(firer):
        return None
    return (
        _by_gully(board, firer, target, card)
        or _by_hilltop(board, firer, target, card)
        or _by_symbol(board, firer, target, card)
    )


def _by_gully(board: Map, firer: HexId, target: HexId, card: Card) -> Blocked | None:
    """TEC Gullies: see rules, which are the ruling gully-sight."""
    for low, other in ((firer, target), (target, firer)):
        if _hides(card) and _terrain(board, low).gully and _terrain(board, other).level == "ground":
            why = "only adjacent hexes, slopes and hilltops are in line with it, by ruling gully-sight"
            return Blocked(f"the gully in {board.grid.hex_name(low)}", why, hex=low)
    return None


def _by_hilltop(board: Map, firer: HexId, target: HexId, card: Card) -> Blocked | None:
    """TET By the ruling hilltop-cover, find woods or a town on a hilltop between two hexes."""
    if not _towers(card):
        return None
    for each in hexes_between(board.grid, firer, target, _method(card)):
        here = _terrain(board, each)
        if _is_tall(here):
            by = f"the {here.cover} on the hilltop {board.grid.hex_name(each)}"
            return Blocked(by, "it obstructs every line of fire, by ruling hilltop-cover", hex=each)
    return None


def _by_symbol(board: Map, firer: HexId, target: HexId, card: Card) -> Blocked | None:
    """TET Find the hexside that blocks, by the clauses of the table's cell in their order."""
    levels = _terrain(board, firer).level, _terrain(board, target).level
    for clause in clauses(card, *levels):
        met = first_obstacle(board, firer, target, clause, _method(card))
        if met is not None:
            beside = " and ".join(map(board.grid.hex_name, board.grid.beside(met.hexside)))
            by = f"the {'second ' if clause.part == 'twice' else ''}{met.symbol} side between {beside}"
            tie = ", touched in a tie by ruling sight-line" if met.is_tied else ""
            return Blocked(by, f"TET {levels[0]} to {levels[1]}, {clause.name}{tie}", hexside=met.hexside)
    return None


# All hexes at once


class _Ground:
    """What a map has to do with the line of fire, in arrays by hex. Made once for each map."""

    def __init__(self, board: Map) -> None:
        terrain = [_terrain(board, at) for at in board.grid.hexes]
        self.levels = np.array([LEVELS.index(here.level) for here in terrain])
        self.gullies = np.array([here.gully for here in terrain])
        tall = [at for at in board.grid.hexes if _is_tall(terrain[at])]
        self.obstacles = Obstacles(board, SYMBOLS, tall)


_ground = lru_cache(maxsize=16)(_Ground)


def seen_from(board: Map, start: HexId, distance: int, card: Card) -> frozenset[HexId]:
    """TET Return every hex within a distance that is in line of fire from a hex, as `blocked` says of each."""
    ground = _ground(board)
    lines = ground.obstacles.lines_from(start, distance, _method(card))
    mine, theirs = int(ground.levels[start]), ground.levels[lines.ends]
    hidden = np.zeros(lines.ends.shape, bool)
    for number, level in enumerate(LEVELS):
        for clause in clauses(card, LEVELS[mine], level):
            hidden |= (theirs == number) & ground.obstacles.blocked(lines, clause)
    if _towers(card):
        hidden |= lines.between != 0
    if _hides(card):
        hidden |= bool(ground.gullies[start]) & (theirs == 0)
        hidden |= ground.gullies[lines.ends] & (mine == 0)
    hidden[:ADJACENT] = False
    return frozenset(map(HexId, lines.ends[(lines.ends >= 0) & ~hidden].tolist()))


# Spotting


def why_not_spotted(
    board: Map, firer: HexId, target: HexId, friends: Collection[HexId], card: Card
) -> str | None:
    """Say why a target in woods or a town cannot be fired at: nobody is adjacent to it. Its line of fire is not judged.

    `friends` are the hexes of friendly units that are not dispersed; a truck spots as well as a tank.
    """
    cover = _terrain(board, target).cover
    near = board.grid.neighbours(target)
    if card.ruled("spotting") == "none" or cover not in {"woods", "town"} or firer in near:
        return None
    if any(friend in near for friend in friends):
        return None
    name = board.grid.hex_name(target)
    return (
        f"the target in {name} is in {_IN[cover]} and not spotted: "
        f"no friendly unit that is not dispersed is adjacent to it, by ruling spotting"
    )


_IN = {"woods": "woods", "town": "a town"}


def looked(
    board: Map, start: HexId, targets: Iterable[HexId], friends: Collection[HexId], card: Card
) -> Sight:
    """TET Say of hexes which are in line of fire from one, how far off, and what blocks the line to the others."""

    def wall(at: HexId) -> Wall | None:
        found = blocked(board, start, at, card)
        return Wall(str(found), found.lies_at(board)) if found else None

    return sight_view(
        board.grid, start, targets, wall, lambda at: why_not_spotted(board, start, at, friends, card)
    )


# What the rulings and the map say


def _method(card: Card) -> Method:
    return "paths" if card.ruled("sight-line") == "paths" else "straight"


def _hides(card: Card) -> bool:
    return card.ruled("gully-sight") == "low"


def _towers(card: Card) -> bool:
    return card.ruled("hilltop-cover") == "obstruct"


def _terrain(board: Map, hex_id: HexId) -> Terrain:
    return TERRAIN[board.terrain[hex_id]]


def _is_tall(terrain: Terrain) -> bool:
    """Say whether woods or a town stand on a hilltop."""
    return terrain.level == "hilltop" and terrain.cover in {"woods", "town"}
