# SPDX-License-Identifier: Apache-2.0
"""TET: the line of fire: which hexside symbols obstruct it, gullies, hilltop woods and towns; and when a target must be spotted.

Every clause is read from the cell of the target elevation table, so that rulings which correct a cell change it here.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache, partial

from msgspec.structs import replace

from grognard.games.panzerblitz.terms import Level
from grognard.games.panzerblitz.terrain import TERRAIN, Symbol
from grognard.hexes import HexId, Map
from grognard.hexes.obstacles import Clause
from grognard.play.board import Sight
from grognard.registry import Card
from grognard.rules.line_of_sight import LinesOfSight

SYMBOLS: tuple[Symbol, ...] = ("green", "grey", "brown", "orange")
LEVELS: tuple[Level, ...] = ("ground", "slope", "hilltop")
# What hides units, in words.
COVER = {"woods": "woods", "town": "a town"}
HILLTOP_COVER = "it obstructs every line of fire, by ruling hilltop-cover"
GULLY_SIGHT = "only adjacent hexes, slopes and hilltops are in line with it, by ruling gully-sight"

LOW: frozenset[Symbol] = frozenset({"green", "grey"})
BROWN: frozenset[Symbol] = frozenset({"brown"})
ORANGE: frozenset[Symbol] = frozenset({"orange"})

# TET, notes A to E: the target's own side, the firing unit's own side, nearer to the target or midway, nearer to the
# firing unit or midway, more than one side.
NOTES = {
    "note_a": Clause("note A", LOW, "last"),
    "note_b": Clause("note B", LOW, "first"),
    "note_c": Clause("note C", BROWN, "far"),
    "note_d": Clause("note D", BROWN, "near"),
    "note_e": Clause("note E", ORANGE, "twice"),
}


@lru_cache(maxsize=4096)
def clauses(card: Card, firer: Level, target: Level) -> tuple[Clause, ...]:
    """TET: read a cell of the table; a clause that is not printed names the ruling behind it."""
    chart = card.chart("tet")
    cell = chart[firer, target]
    printed = _read(chart.does(cell.printed))
    return tuple(
        clause if clause in printed else replace(clause, name=f"{clause.name} by ruling {cell.ruling}")
        for clause in _read(chart.does(cell.reads))
    )


def _read(does: Mapping[str, int]) -> list[Clause]:
    """TET: take what a cell does: symbols by name, then its notes."""
    named = [symbol for symbol in SYMBOLS if does.get(symbol)]
    name = "ALL" if len(named) == len(SYMBOLS) else " ".join(named).upper()
    clauses = [Clause(name, frozenset(named))] if named else []
    return clauses + [clause for note, clause in NOTES.items() if does.get(note)]


@lru_cache(maxsize=64)
def lines(board: Map, card: Card) -> LinesOfSight:
    """TET: return the lines of fire on a map; gullies go by the ruling gully-sight, hilltops by the ruling hilltop-cover."""
    name = board.grid.hex_name
    terrain = {at: TERRAIN[board.terrain[at]] for at in board.grid.hexes}
    hides, obstructs = card.ruled("gully-sight") == "low", card.ruled("hilltop-cover") == "obstruct"
    return LinesOfSight(
        map=board,
        method="paths" if card.ruled("sight-line") == "paths" else "straight",
        table="TET",
        symbols=SYMBOLS,
        levels=LEVELS,
        level=tuple(here.level for here in terrain.values()),
        clauses=partial(clauses, card),
        tall={
            at: f"blocked by the {here.cover} on the hilltop {name(at)}: {HILLTOP_COVER}"
            for at, here in terrain.items()
            if obstructs and here.level == "hilltop" and here.cover in COVER
        },
        low={
            at: f"blocked by the gully in {name(at)}: {GULLY_SIGHT}"
            for at, here in terrain.items()
            if hides and here.gully
        },
        tied=", touched in a tie by ruling sight-line",
    )


# Spotting


def why_not_spotted(
    board: Map, firer: HexId, target: HexId, friends: Collection[HexId], card: Card
) -> str | None:
    """Ruling spotting: say why a target in woods or a town is not spotted: no friend is adjacent. Its line is not judged.

    `friends` are the hexes of friendly units that are not dispersed; a truck spots as well as a tank.
    """
    cover = TERRAIN[board.terrain[target]].cover
    near = board.grid.neighbours(target)
    if card.ruled("spotting") == "none" or cover not in COVER or firer in near:
        return None
    if any(friend in near for friend in friends):
        return None
    name = board.grid.hex_name(target)
    return (
        f"the target in {name} is in {COVER[cover]} and not spotted: "
        f"no friendly unit that is not dispersed is adjacent to it, by ruling spotting"
    )


def sight_from(
    board: Map, start: HexId, targets: Iterable[HexId], friends: Collection[HexId], card: Card
) -> Sight:
    """TET: return which hexes are in line of fire from one, how far off, and what blocks the line to the others."""
    return lines(board, card).sight_from(
        start, targets, lambda at: why_not_spotted(board, start, at, friends, card)
    )
