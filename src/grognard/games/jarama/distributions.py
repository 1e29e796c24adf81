# SPDX-License-Identifier: Apache-2.0
"""Every kind of force that may stand in a hex with unknown units, as far as a battle or bombardment distinguishes them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from grognard.games.jarama.attack_orders import defensive_fire
from grognard.games.jarama.board import Board
from grognard.games.jarama.estimates import as_last_seen, stands_as_set_up, unlocated
from grognard.games.jarama.guns import gun_points, gun_range
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.stacks import ChartUnit
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.units import on_rails
from grognard.hexes import HexId
from grognard.registry import Card
from grognard.rules.hidden_deals import Force, PossibleForces, Target, deal_out, deal_out_in_zones
from grognard.rules.hidden_placements import Hidden, Limits, limits_of
from grognard.rules.knowledge import Knowledge

# What a battle needs of the units in a hex: their factors with the points of batteries, AT points, and their
# effectiveness: points and number of the largest, or how many they are and all their numbers for the average.
Sum = tuple[int, int, tuple[int, int]]


class HiddenUnit(Hidden, frozen=True, kw_only=True):
    """A unit that may be anywhere, and its factor as a defender, with its points if it is a battery."""

    factor: int


class Defenders(Force[Sum]):
    """What a battle needs of unknown units beside the known ones; from `most_at` on, more AT points change nothing."""

    empty = (0, 0, (0, 0))

    def __init__(self, known: Sequence[ChartUnit], most_at: int, card: Card) -> None:
        self.largest = max(map(_size, known), default=(0, 0))
        self.most_at = most_at
        self.average = card.ruled("effectiveness-units") == "average"

    def with_unit(self, total: Sum, unit: Hidden, *, in_order: bool) -> Sum:
        """Add a unit to a force: the effectiveness of the largest counts, or all are added up for the average."""
        assert isinstance(unit, HiddenUnit)  # noqa: S101 - nothing else is dealt out
        factors, at_points, (first, second) = total
        if self.average:
            number = first + 1, second + unit.unit.effectiveness
        else:
            number = max((first, second), _size(unit.unit), self.largest)
            if in_order:
                # The largest come first, so that only the effectiveness of the first matters.
                number = (first, second) if second else (0, number[1])
        at_points = min(at_points + unit.unit.at_points, self.most_at)
        return factors + unit.factor, at_points, number

    def with_support(self, total: Sum, points: int) -> Sum:
        """Add the points of batteries to a force."""
        return total[0] + points, *total[1:]

    def kind(self, total: Sum) -> Sum:
        """Return what distinguishes forces in the end: of the largest unit only the effectiveness."""
        factors, at_points, number = total
        return factors, at_points, number if self.average else (0, number[1])


def _size(unit: ChartUnit) -> tuple[int, int]:
    """Return the sort key for the largest unit, whose effectiveness counts (ruling effectiveness-units)."""
    return unit.points, unit.effectiveness


def possible_forces(
    board: Board, hex_id: HexId, factor: Callable[[ChartUnit], int], known: Sequence[ChartUnit], most_at: int
) -> PossibleForces:
    """Return every kind of force that may stand in a hex with the known units, each with its number of ways.

    Until the side has moved, units are only where their formations were set up; unless that is impossible, for in free play
    they may be elsewhere. Batteries add their points there, and from wherever else they reach the hex for their formation.
    """
    side = board.holder(hex_id)
    assert side is not None  # noqa: S101 - only a hex that is held is not seen through
    limits = _limits(board, side)
    here = limits.pop(hex_id)
    counters = [_counter(board, unit, hex_id, factor, limits) for unit in unlocated(board, side)]
    counters.sort(key=lambda counter: _size(counter.unit), reverse=True)
    present = frozenset(unit.formation for unit in board.units_at(hex_id))
    guns = {
        name: gun_points(board, defensive_fire(board, hex_id, {name}))
        for name in {counter.group for counter in counters} - present
    }
    target, force = Target(hex_id, here, present, guns), Defenders(known, most_at, board.card)
    if not stands_as_set_up(board, side):
        return deal_out(counters, limits, target, force)
    zones = {
        formation.name: board.position.held[side].intersection(formation.zone)
        for formation in board.scenario.formations
        if formation.side == side
    }
    return deal_out_in_zones(counters, limits, target, force, zones)


def _limits(board: Board, side: Side) -> dict[HexId, Limits]:
    """Return what is known of each hex that a side holds, if that is not everything."""
    knowledge, units = board.position.known[enemy(side)], board.scenario.units
    return {
        at: limits_of(knowledge, at, board.scenario.stacking, lambda number: units[number].kind)
        for at in sorted(board.position.held[side])
        if not knowledge.is_whole(at)
    }


def _counter(
    board: Board,
    unit: Unit,
    hex_id: HexId,
    factor: Callable[[ChartUnit], int],
    others: Mapping[HexId, Limits],
) -> HiddenUnit:
    charted, knowledge = as_last_seen(board, unit, hex_id), board.position.known[enemy(unit.side)]
    fires = unit.is_artillery and board.card.ruled("artillery-support") != "attack"
    train, rails = unit.mobility == "train", partial(on_rails, board.scenario.map)
    places = frozenset(filter(rails, others)) if train else None
    near = _in_reach(board, unit, hex_id, others if places is None else places, knowledge) if fires else ()
    points = unit.bombardment if fires and not charted.disorganised else 0
    return HiddenUnit(
        unit=charted,
        number=unit.number,
        points=charted.points,
        factor=factor(charted) + points,
        support=points,
        kind=unit.kind,
        group=unit.formation,
        may_wait=unit.at is None,
        gives=unit.bombardment if fires else 0,
        near=frozenset(near),
        places=places,
        may_be_here=not train or rails(hex_id),
    )


def _in_reach(
    board: Board, gun: Unit, target: HexId, others: Iterable[HexId], knowledge: Knowledge
) -> Iterator[HexId]:
    """Yield the hexes from which a battery would fire at one."""
    for at in others:
        if board.grid.distance(at, target) <= gun_range(board, gun) and not knowledge.is_disorganised(at):
            yield at
