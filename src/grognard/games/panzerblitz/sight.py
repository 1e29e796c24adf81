"""TET The line of fire: which hexside symbols obstruct it, gullies, hilltop woods and towns; and who must spot.

Every clause is read from the cell of the target elevation table, so that rulings which correct a cell change it here.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.games import Card
from grognard.games.panzerblitz.terms import Level
from grognard.games.panzerblitz.terrain import TERRAIN, Symbol, Terrain
from grognard.hexes import HexId, Hexside, Map
from grognard.hexes.digests import Digests, Part, Symbols, digests_from, steps_of
from grognard.hexes.sight import Crossing, Method, crossings, hexes_between
from grognard.play.board import Sight

SYMBOLS: tuple[Symbol, ...] = ("green", "grey", "brown", "orange")
LEVELS: tuple[Level, ...] = ("ground", "slope", "hilltop")
# The ways to the six neighbours come first.
ADJACENT = 6


class Clause(msgspec.Struct, frozen=True):
    """A reason why a line is blocked: these symbols, on this part of it; and what the card calls it."""

    name: str
    symbols: frozenset[Symbol]
    part: Part = "anywhere"

    @property
    def bits(self) -> int:
        """The symbols as bits."""
        return sum(1 << SYMBOLS.index(each) for each in self.symbols)


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


@cache
def clauses(card: Card, firer: Level, target: Level) -> tuple[Clause, ...]:
    """TET Read a cell of the table; a clause that is not printed names the ruling behind it."""
    cell = card.chart("tet")[firer, target]
    printed = _read(cell.printed)
    return tuple(
        each
        if each in printed
        else msgspec.structs.replace(each, name=f"{each.name} by ruling {cell.ruling}")
        for each in _read(cell.reads)
    )


def _read(cell: str) -> list[Clause]:
    """TET Read the text of a cell: symbols by name, then its notes."""
    named = [each for each in SYMBOLS if each.upper() in cell.split()]
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
    steps = crossings(board.grid, firer, target, _method(card))
    levels = _terrain(board, firer).level, _terrain(board, target).level
    for clause in clauses(card, *levels):
        found = min(_blocking(board, steps, clause), default=None)
        if found is not None:
            at, symbol, hexside = found
            beside = " and ".join(map(board.grid.hex_name, board.grid.beside(hexside)))
            by = f"the {'second ' if clause.part == 'twice' else ''}{symbol} side between {beside}"
            tie = ", touched in a tie by ruling sight-line" if steps[at].is_tied else ""
            return Blocked(by, f"TET {levels[0]} to {levels[1]}, {clause.name}{tie}", hexside=hexside)
    return None


def _blocking(
    board: Map, steps: tuple[Crossing, ...], clause: Clause
) -> Iterator[tuple[int, Symbol, Hexside]]:
    """Find every hexside that blocks by one clause, with its step and symbol."""
    for symbol in SYMBOLS:
        bearing = {
            at: [each for each in steps[at].hexsides if symbol in board.features_at(each)]
            for at in steps_of(clause.part, len(steps))
            if symbol in clause.symbols
        }
        met = [at for at, hexsides in bearing.items() if hexsides]
        for at in met[1:] if clause.part == "twice" else met:
            yield at, symbol, bearing[at][0]


# All hexes at once


class _Ground:
    """What a map has to do with the line of fire, in arrays by hex. Made once for each map."""

    def __init__(self, board: Map) -> None:
        found = [_terrain(board, each) for each in board.grid.hexes]
        self.levels = np.array([LEVELS.index(each.level) for each in found])
        self.gullies = np.array([each.gully for each in found])
        sides = {
            hexside: sum(1 << at for at, each in enumerate(SYMBOLS) if each in features)
            for hexside, features in board.features.items()
        }
        tall = {each: 1 for each in board.grid.hexes if _is_tall(found[each])}
        self.symbols = Symbols(board.grid, sides, tall)


_ground = lru_cache(maxsize=16)(_Ground)


def seen_from(board: Map, start: HexId, distance: int, card: Card) -> frozenset[HexId]:
    """TET Return every hex within a distance that is in line of fire from a hex, as `blocked` says of each."""
    ground = _ground(board)
    found = digests_from(ground.symbols, start, distance, _method(card))
    hidden = _hidden(ground, start, found, card)
    hidden[:ADJACENT] = False
    return frozenset(map(HexId, found.ends[(found.ends >= 0) & ~hidden].tolist()))


def _hidden(ground: _Ground, start: HexId, found: Digests, card: Card) -> NDArray[np.bool_]:
    """Say of each line whether anything on it blocks."""
    mine, theirs = int(ground.levels[start]), ground.levels[found.ends]
    hidden = np.zeros(found.ends.shape, bool)
    for number, level in enumerate(LEVELS):
        for clause in clauses(card, LEVELS[mine], level):
            hidden |= (theirs == number) & (getattr(found, clause.part) & clause.bits != 0)
    if _towers(card):
        hidden |= found.between != 0
    if _hides(card):
        hidden |= bool(ground.gullies[start]) & (theirs == 0)
        hidden |= ground.gullies[found.ends] & (mine == 0)
    return hidden


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
    if any(each in near for each in friends):
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
    name, seen, walls = board.grid.hex_name, {}, {}
    for each in targets:
        wall = blocked(board, start, each, card)
        if wall is None:
            seen[each] = board.grid.distance(start, each)
        else:
            walls[each] = wall
    cover = {each: why_not_spotted(board, start, each, friends, card) for each in seen}
    return Sight(
        start=name(start),
        seen={name(each): far for each, far in seen.items()},
        hidden={name(each): str(wall) for each, wall in walls.items()},
        by={name(each): tuple(map(name, _lies_at(board, wall))) for each, wall in walls.items()},
        unspotted={name(each): reason for each, reason in cover.items() if reason is not None},
    )


def _lies_at(board: Map, wall: Blocked) -> Iterable[HexId]:
    """Return the hexes on both sides of what blocks a line, or the one that does."""
    if wall.hexside is not None:
        return board.grid.beside(wall.hexside)
    return () if wall.hex is None else (wall.hex,)


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
