"""Every way in which the units that are not known may be spread over the hexes that are not seen through."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from grognard.games.jarama import stacks
from grognard.games.jarama.attack_orders import defensive_fire
from grognard.games.jarama.board import Board
from grognard.games.jarama.estimates import set_up_around, stands_as_set_up, thought, unlocated
from grognard.games.jarama.guns import reaches, shells
from grognard.games.jarama.placements import Counter, Elsewhere, Limits, Numbers
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.units import on_rails
from grognard.hexes import HexId
from grognard.registry import Card
from grognard.rules.knowledge import Knowledge, less_one

Key = TypeVar("Key")
# How many forces are told apart in detail.
MOST = 10_000
# What a battle makes of the units in a hex: their factors with the points of batteries, AT points, and their
# effectiveness: points and number of the largest, or how many they are and all their numbers for the average.
Sum = tuple[int, int, tuple[int, int]]
# In the midst of dealing: what stands in the hex, what is left of its limits, how many of each group are there, and
# which batteries fire from other hexes.
State = tuple[Sum, Limits, Numbers, frozenset[int]]
# While a formation is dealt: whether any of it is in the hex, and which of its batteries.
Dealing = tuple[State, bool, frozenset[int]]


class Spread(msgspec.Struct, frozen=True):
    """One kind of force that may stand in a hex: in how many ways, units that would be one, points that batteries add."""

    ways: int
    units: tuple[stacks.Unit, ...]
    shells: int = 0


class Spreads(msgspec.Struct, frozen=True):
    """Every kind of force that may stand in a hex, and what was left out of account because they are too many.

    So many `units` may be there; `by_zones` if all are where they were set up. `by_number` if of other hexes only numbers
    were reckoned with; `by_itself` if no batteries in them.
    """

    kinds: list[Spread]
    units: int
    by_zones: bool = False
    by_number: bool = False
    by_itself: bool = False


class Target(msgspec.Struct, frozen=True):
    """The hex asked about: its limits, who is known there, from how many AT points on more of them change nothing.

    `present` are formations that are known to be there; `guns` what known batteries add for one that may be.
    """

    limits: Limits
    known: Sequence[stacks.Unit]
    most_at: int
    present: frozenset[str]
    guns: Mapping[str, int]


def spreads(
    board: Board,
    hex_id: HexId,
    factor: Callable[[stacks.Unit], int],
    known: Sequence[stacks.Unit],
    most_at: int,
) -> Spreads:
    """Return every kind of force that may stand in a hex with those who are known, each with its number of ways.

    A way is where every unit of the side is that is not known: in a hex that is not seen through, as many to each as
    are known to be there, else at least one and no more than a hex holds; or, once due, still off the map. All ways are
    equally likely. Until the side has moved, units are only where their formations were set up; unless that cannot be,
    for in free play they may be elsewhere. Forces that are alike in factors, AT points as far as they matter, and
    effectiveness are one kind. Batteries add their points there, and from wherever else they reach the hex for their
    formation. Where that are too many, only the numbers of units are reckoned with that were reported of other hexes;
    and where these are too many still, no batteries in them.
    """
    side = board.holder(hex_id)
    assert side is not None  # noqa: S101 - only a hex that is held is not seen through
    is_whole = board.position.known[enemy(side)].is_whole
    limits = {at: limits_of(board, side, at) for at in sorted(board.position.held[side]) if not is_whole(at)}
    here = limits.pop(hex_id)
    counters = [_counter(board, unit, hex_id, factor, limits) for unit in unlocated(board, side)]
    present = frozenset(unit.formation for unit in board.units_at(hex_id))
    guns = {
        name: shells(board, defensive_fire(board, hex_id, {name}))
        for name in {each.formation for each in counters} - present
    }
    target = Target(here, known, most_at, present, guns)
    if stands_as_set_up(board, side):
        hexes = set_up_around(board, side, hex_id)
        around = {at: each for at, each in limits.items() if at in hexes}
        zoned = list(_set_up_in(board, counters, hexes, hex_id, frozenset(around)))
        found = _dealt(zoned, around, target, board.card)
        if found.kinds:
            return replace(found, by_zones=True)
    return _dealt(counters, limits, target, board.card)


def _dealt(
    counters: Sequence[Counter], limits: Mapping[HexId, Limits], target: Target, card: Card
) -> Spreads:
    """Deal units out to the hex asked about and to others with their limits, in as much detail as can be."""
    # The others must be left enough.
    spare = len(counters) - sum(each.least for each in limits.values())
    here = replace(target.limits, most=max(0, min(target.limits.most, spare)))
    target = replace(target, limits=here)
    units = sum(each.may_be_here for each in counters)
    numbers = {at: Limits(each.least, each.most) for at, each in limits.items()}
    strict = limits != numbers
    for others, by_number in ((limits, False), (numbers, True)) if strict else ((limits, False),):
        found = _Deal(counters, others, target, card).out(MOST)
        if found is not None:
            return Spreads(found, units, by_number=by_number)
    quiet = [replace(each, near=frozenset()) for each in counters]
    found = _Deal(quiet, numbers, target, card).out(sys.maxsize)
    by_itself = any(each.near for each in counters)
    return Spreads(found or [], units, by_number=strict, by_itself=by_itself)


def _set_up_in(
    board: Board,
    counters: Sequence[Counter],
    hexes: frozenset[HexId],
    hex_id: HexId,
    others: frozenset[HexId],
) -> Iterator[Counter]:
    """Run through the units that may be in some hexes by their set-up zones, each with those of the others it may be in."""
    for each in counters:
        zone = board.scenario.formation_of[each.formation].zone
        if not hexes.isdisjoint(zone):
            places = (others if each.places is None else each.places).intersection(zone)
            here = each.may_be_here and hex_id in zone
            yield replace(each, places=places, near=each.near & places, may_be_here=here)


def _counter(
    board: Board,
    unit: Unit,
    hex_id: HexId,
    factor: Callable[[stacks.Unit], int],
    others: Mapping[HexId, Limits],
) -> Counter:
    found, known = thought(board, unit, hex_id), board.position.known[enemy(unit.side)]
    fires = unit.is_artillery and board.card.ruled("artillery-support") != "attack"
    train, rails = unit.mobility == "train", partial(on_rails, board.scenario.map)
    places = frozenset(filter(rails, others)) if train else None
    near = _in_reach(board, unit, hex_id, others if places is None else places, known) if fires else ()
    points = unit.bombardment if fires and not found.disorganised else 0
    return Counter(
        unit=found,
        number=unit.number,
        factor=factor(found) + points,
        shells=points,
        kind=unit.kind,
        formation=unit.formation,
        may_wait=unit.at is None,
        fires=unit.bombardment if fires else 0,
        near=frozenset(near),
        places=places,
        may_be_here=not train or rails(hex_id),
    )


def _in_reach(
    board: Board, gun: Unit, target: HexId, others: Iterable[HexId], known: Knowledge
) -> Iterator[HexId]:
    """Run through the hexes from which a battery would fire at one."""
    for at in others:
        if board.grid.distance(at, target) <= reaches(board, gun) and not known.is_disorganised(at):
            yield at


def limits_of(board: Board, side: Side, hex_id: HexId) -> Limits:
    """Return what is known of the units in a hex that are not known one by one."""
    known = board.position.known[enemy(side)]
    report, seen = known.of(hex_id), known.seen_at(hex_id)
    most = board.scenario.stacking - len(seen)
    if report is None:
        return Limits(0 if seen else 1, most)
    least = 0 if seen else 1
    if report.units is not None:
        least = most = report.units - len(seen)
    points = None if report.points is None else report.points - sum(each.points for each in seen)
    kinds = report.kinds
    for each in seen if kinds is not None else ():
        kinds = less_one(kinds or (), board.scenario.units[each.unit].kind)
    return Limits(least, most, points, kinds)


class _Deal:
    """Deals units out one after another, to the hex asked about or elsewhere, formation by formation."""

    def __init__(
        self, counters: Sequence[Counter], others: Mapping[HexId, Limits], target: Target, card: Card
    ) -> None:
        self.elsewhere = Elsewhere(counters, others)
        self.target = target
        self.largest = max(map(_size, target.known), default=(0, 0))
        self.average = card.ruled("effectiveness-units") == "average"
        self.formations: dict[str, list[Counter]] = defaultdict(list)
        fire = {each.formation for each in counters if each.near or target.guns.get(each.formation)}
        for each in sorted(counters, key=lambda each: _size(each.unit), reverse=True):
            # Formations for which nobody fires are dealt out as if they were one.
            self.formations[each.formation if each.formation in fire else ""].append(each)

    def out(self, most: int) -> list[Spread] | None:
        """Return every kind of force that may be in the hex asked about; none where they are more than so many.

        Where only numbers of units are reckoned with in other hexes, they never are.
        """
        guns = any(each.near for units in self.formations.values() for each in units)
        most = most if guns or self.elsewhere.strict else sys.maxsize
        nobody = (0,) * len(self.elsewhere.size)
        first: State = (0, 0, (0, 0)), self.target.limits, nobody, frozenset()
        dealt: dict[State, Spread] = {first: Spread(1, ())}
        for name in self.formations:
            more = self._with_formation(dealt, name, most)
            if more is None:
                return None
            dealt = more
        return self._weighed(dealt)

    def _with_formation(
        self, dealt: Mapping[State, Spread], name: str, most: int
    ) -> dict[State, Spread] | None:
        """Deal a formation out: any of it in the hex brings its batteries to fire, wherever they reach it from."""
        counters, target = self.formations[name], self.target
        matters = bool(target.guns.get(name)) or any(each.near for each in counters)
        begun = name in target.present
        found: dict[Dealing, Spread] = {
            (state, begun, frozenset()): spread for state, spread in dealt.items()
        }
        for counter in counters:
            for (state, present, guns), spread in list(found.items()):
                then = self._with(state, counter)
                if then is not None:
                    key = (
                        then,
                        present or matters,
                        guns | {counter.number} if counter.near else guns,
                    )
                    _add(found, key, spread, (counter.unit,), counter.shells)
            if len(found) > most:
                return None
        result: dict[State, Spread] = {}
        for (state, present, guns), spread in found.items():
            away = [each for each in counters if each.near and each.number not in guns]
            if present:
                added = target.guns.get(name, 0)
                self._fired(result, _more(state, added), replace(spread, shells=spread.shells + added), away)
            else:
                _add(result, state, spread)
        return result

    def _fired(
        self, result: dict[State, Spread], state: State, spread: Spread, away: Sequence[Counter]
    ) -> None:
        """Let each battery of a formation that is elsewhere be in reach of the hex, or not.

        Who is not in reach is everybody less those who are.
        """
        if not away:
            _add(result, state, spread)
            return
        gun, rest = away[0], away[1:]
        near = (*state[:3], state[3] | {gun.number})
        self._fired(result, state, spread, rest)
        self._fired(result, near, replace(spread, ways=-spread.ways), rest)
        self._fired(result, _more(near, gun.fires), replace(spread, shells=spread.shells + gun.fires), rest)

    def _with(self, state: State, counter: Counter) -> State | None:
        """Put one more unit in the hex; none where it cannot be there."""
        total, left, numbers, near = state
        less = left.less(counter.unit.points, counter.kind)
        if less is None or not counter.may_be_here:
            return None
        place = self.elsewhere.place[counter.number]
        more = (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])
        return self._added(total, counter), less, more, near

    def _weighed(self, dealt: Mapping[State, Spread]) -> list[Spread]:
        """Return the kinds of force that meet the limits of the hex, each with all the ways of the others."""
        weighed: dict[Sum, Spread] = {}
        for ((factors, at_points, number), left, numbers, near), spread in dealt.items():
            ways = spread.ways * self.elsewhere.ways(numbers, near) if left.are_met else 0
            if ways:
                best = number if self.average else (0, number[1])
                _add(weighed, (factors, at_points, best), replace(spread, ways=ways))
        return [each for each in weighed.values() if each.ways]

    def _added(self, total: Sum, counter: Counter) -> Sum:
        """Add a unit to a force: the largest one's effectiveness counts, or all are added up for the average."""
        factors, at_points, (first, second) = total
        if self.average:
            number = first + 1, second + counter.unit.effectiveness
        else:
            number = max((first, second), _size(counter.unit), self.largest)
            if len(self.formations) == 1:
                # The largest come first, so that of who is first only the effectiveness matters.
                number = (first, second) if second else (0, number[1])
        at_points = min(at_points + counter.unit.at_points, self.target.most_at)
        return factors + counter.factor, at_points, number


def _more(state: State, points: int) -> State:
    """Add the points of batteries to a force."""
    (factors, at_points, number), left, numbers, near = state
    return (factors + points, at_points, number), left, numbers, near


def _add(
    found: dict[Key, Spread], key: Key, spread: Spread, units: tuple[stacks.Unit, ...] = (), points: int = 0
) -> None:
    """Add the ways of a force to those of its kind, with one of them to stand for all."""
    was = found.get(key)
    if was is not None:
        found[key] = replace(was, ways=was.ways + spread.ways)
    else:
        found[key] = Spread(spread.ways, (*spread.units, *units), spread.shells + points)


def _size(unit: stacks.Unit) -> tuple[int, int]:
    """Return what makes a unit the one whose effectiveness counts (ruling effectiveness-units)."""
    return unit.points, unit.effectiveness
