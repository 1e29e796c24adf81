# SPDX-License-Identifier: Apache-2.0
"""Units that may be anywhere: what is known of each, and for programs an average one in its place."""

from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from grognard.charts.labels import half_up
from grognard.charts.plurals import ordinal
from grognard.games.jarama.board import Board
from grognard.games.jarama.losses import charted
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.stacks import ChartUnit, ChartUnits
from grognard.games.jarama.terms import Side, enemy
from grognard.hexes import HexId
from grognard.play.places import HIDDEN


def unlocated(board: Board, side: Side) -> list[Unit]:
    """Return a side's units that may be anywhere."""
    at = board.position.at
    return [unit for unit in board.scenario.of_side[side] if at[unit.number] == HIDDEN]


def stands_as_set_up(board: Board, side: Side) -> bool:
    """Return whether everyone knows that a side's unseen units stand in the zones they were set up in: it was not active yet.

    Units that retreat, or advance after a counterattack, are seen where they go, until others leave them there later.
    """
    position = board.position
    strayed = any(
        sighting.at not in board.formation(board.scenario.units[sighting.unit]).zone
        for sighting in position.known[enemy(side)].sightings
        if not sighting.fresh
    )
    return position.turn == 1 and not position.activations[side] and not strayed


def average_units(board: Board, hex_id: HexId) -> ChartUnits:
    """Return average units in place of the unknown ones in a hex: as many as there are, or may be."""
    side = board.holder(hex_id)
    assert side is not None  # noqa: S101 - only a hex that is held is not seen through
    hidden = unlocated(board, side)
    if not hidden:
        return ()
    knowledge = board.position.known[enemy(side)]
    report, seen = knowledge.of(hex_id), len(knowledge.seen_at(hex_id))
    if report is not None and report.units is not None:
        count = report.units - seen
    else:
        unseen = [at for at in board.position.held[side] if not knowledge.is_whole(at)]
        count = max(half_up(Fraction(len(hidden), len(unseen))), 0 if seen else 1)
    count = min(count, len(hidden), board.scenario.stacking - seen)
    disorganised = knowledge.is_disorganised(hex_id)
    return tuple(_average(tuple(hidden), place, disorganised) for place in range(1, count + 1))


@lru_cache(maxsize=4096)
def _average(units: tuple[Unit, ...], place: int, disorganised: bool) -> ChartUnit:  # noqa: FBT001 - a state
    def mean(name: str) -> int:
        return half_up(Fraction(sum(getattr(unit, name) for unit in units), len(units)))

    factor, points, effectiveness = mean("factor"), max(mean("points"), 1), mean("effectiveness")
    return ChartUnit(
        factor=factor,
        points=points,
        effectiveness=effectiveness,
        at_points=mean("at_points"),
        disorganised=disorganised,
        written=f"{factor}/{points}/{effectiveness}",
        told=f"{ordinal(place)} unknown counter",
    )


def as_last_seen(board: Board, unit: Unit, hex_id: HexId) -> ChartUnit:
    """Return a unit that may be in a hex as the charts take it: with the points last seen, as none are lost unseen."""
    knowledge = board.position.known[enemy(unit.side)]
    seen = (sighting.points for sighting in knowledge.sightings if sighting.unit == unit.number)
    points = next(seen, unit.points)
    return replace(charted(board, unit, points), disorganised=knowledge.is_disorganised(hex_id))
