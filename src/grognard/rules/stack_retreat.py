# SPDX-License-Identifier: Apache-2.0
"""Retreat of whole stacks, several hexes far: the owner moves his units away from the battle, together or one by one.

Every hex is farther from the battle than the one before; enemies and hexes that a unit cannot enter are barred. For
each hex entered in a zone of control the units lose a step, unless a friend is there. A unit that finds no room
anywhere is eliminated.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.play.places import is_on_map
from grognard.rules.chapter import Chapter, Wording
from grognard.rules.entering import contamination_in, enter
from grognard.rules.step_losses import all_steps_lost, step_option, take_losses
from grognard.rules.step_units import StepUnit, shared_out
from grognard.rules.units import Unit
from grognard.umpire import Choose, Question, Rule, choose

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook

# The answer of an owner who retreats the units of a stack one by one.
SPLIT = "split"


class RetreatTo(Question[str], frozen=True, tag="retreat"):
    """Where a unit retreats to from a hex; without a unit the whole stack retreats together."""

    unit: str
    start: str


class ZoneLoss(Question[tuple[str, ...]], frozen=True):
    """Which unit loses the step that the zone of control in a hex costs retreating units."""

    at: str


class WayBack(msgspec.Struct, frozen=True, order=True):
    """A path to retreat along: what it costs, how bad its end is, and its hexes after the first."""

    harm: int
    bad: int
    path: tuple[HexId, ...]

    @property
    def end(self) -> HexId:
        """The hex it leads to."""
        return self.path[-1]


class StackRetreat(Chapter, frozen=True, kw_only=True):
    """Units retreat together if a hex has room for all. With `split` they may always go one by one, otherwise only if there is none."""

    split: bool = False

    # The rule

    def retreat(self, board: "Board", units: Sequence[Unit], far: int) -> "Rule[Position]":
        """Move a stack back by its owner's choice: together if a hex has room for all, or one unit after another."""
        ways = {board.grid.names[way.end]: way for way in self.ways_back(board, units, far)}
        options = (*ways, SPLIT) if len(units) > 1 and (self.split or not ways) else tuple(ways)
        if not options:
            return all_steps_lost(board, board.position, units)
        chosen = yield from self._asked(board, units, ways, options)
        position = board.position
        if chosen == SPLIT:
            for unit in units:
                position = yield from self.retreat(board.after(position), [unit], far)
            return position
        for there in ways[chosen].path:
            left = [unit for unit in units if is_on_map(position.at[unit.number])]
            if left:
                position = yield from self._step_back(board.after(position), left, there)
        return position

    def _asked(
        self, board: "Board", units: Sequence[Unit], ways: Mapping[str, WayBack], options: tuple[str, ...]
    ) -> Rule[str]:
        """Ask the owner where to. A single path is not asked for, unless all units are lost along it: then the log must tell."""
        unit, side = units[0].id if len(units) == 1 else "", units[0].side
        why = RetreatTo(unit, board.grid.names[board.hex_of(units[0])])
        only = ways.get(options[0]) if len(options) == 1 else None
        if only and self.lost_in(board, units, only) is not None:
            chosen: str = yield Choose(side, why, options, board.position)
            return chosen
        return (yield from choose(side, why, options, board.position))

    def _step_back(self, board: "Board", units: Sequence[Unit], there: HexId) -> "Rule[Position]":
        """Move a stack back one hex; a zone of control there costs it a step."""
        if not costs_a_step(board, units[0].side, there):
            return (yield from enter(board, board.position, units, there))
        board = board.after((yield from self._lose_step(board, units, there)))
        left = [unit for unit in units if board.is_on_map(unit)]
        return (yield from enter(board, board.position, left, there)) if left else board.position

    def _lose_step(self, board: "Board", units: Sequence[Unit], there: HexId) -> "Rule[Position]":
        """Take a step off one of the units, chosen by their owner."""
        charted = [StepUnit(board.defence(unit), board.steps(unit), unit.name, unit.id) for unit in units]
        ways = shared_out(tuple(charted), 1, spread=True)
        question = ZoneLoss(board.grid.names[there])
        choice = yield from choose(units[0].side, question, tuple(ways), board.position)
        return take_losses(board.context, board.position, units, ways[choice])

    def lost_in(self, board: "Board", units: Sequence[Unit], way: WayBack) -> HexId | None:
        """Return where on a path zones of control take the last step of all units; None if some unit arrives."""
        steps = sum(map(board.steps, units))
        zones = [at for at in way.path if costs_a_step(board, units[0].side, at)]
        return zones[steps - 1] if len(zones) >= steps > 0 else None

    def ways_back(self, board: "Board", units: Sequence[Unit], far: int) -> list[WayBack]:
        """Return the best path to each hex that has room for all units, the least harmful first, then the nearest to supply."""
        battle, side = board.hex_of(units[0]), units[0].side
        ways = ways_back(
            battle,
            far,
            lambda here, step: _farther(board, units, battle, here, step),
            lambda there: costs_a_step(board, side, there) + len(contamination_in(board, there)),
            lambda there: board.supply_length(side, there),
        )
        return [way for way in ways if board.room(way.end) >= len(units)]

    # Words

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for where to retreat, and for which unit loses a step on the way."""
        del book
        return {
            RetreatTo: Wording(
                label=lambda context, asked: f"retreat of {_who(context, asked.unit)} from {asked.start}",
                ask=lambda board, _order, asked: (
                    f"Where does {_who(board.context, asked.unit)} in {_place(board, asked.start)} retreat to?"
                ),
                option=self.option,
            ),
            ZoneLoss: Wording(
                label=lambda _context, asked: f"step lost to the zone of control in {asked.at}",
                ask=lambda _board, _order, asked: (
                    f"The retreat into the enemy zone of control in {asked.at} costs a step: who loses it?"
                ),
                option=step_option,
            ),
        }

    def option(self, board: "Board", asked: RetreatTo, option: str) -> Option:
        """Return the option to retreat to a hex: what is there, and where on the way the last step is lost."""
        if option == SPLIT:
            return Option(option, "one unit after another", about="each to a hex of its own")
        start, end = board.context.naming.hex(asked.start), board.context.naming.hex(option)
        stack = board.units_at(start)
        units = [unit for unit in stack if unit.id == asked.unit] or stack
        ways = self.ways_back(board, units, board.grid.distance(start, end)) if units else []
        way = next((way for way in ways if way.end == end), None)
        lost = self.lost_in(board, units, way) if way else None
        ends = (
            "" if lost is None else f", is eliminated by the zone of control in {board.context.place(lost)}"
        )
        about = ", ".join(self.found_in(board, end, units[0].side)) if units else ""
        return Option(option, _place(board, option) + ends, hexes=(option,), about=about, fatal=bool(ends))

    def found_in(self, board: "Board", at: HexId, side: str) -> Iterator[str]:
        """Yield what awaits units that retreat to a hex: terrain, contamination, an enemy zone that costs a step."""
        yield board.terrain(at)
        if contamination_in(board, at):
            yield "contaminated"
        if costs_a_step(board, side, at):
            yield "in an enemy zone: costs a step"


def ways_back(
    start: HexId,
    far: int,
    onward: Callable[[HexId, int], Iterable[HexId]],
    harm: Callable[[HexId], int],
    bad: Callable[[HexId], int],
) -> list[WayBack]:
    """Return the best path to each hex that units can retreat to, so many hexes far, the least harmful first.

    `onward` returns the hexes that a step from a hex may lead to, given the number of the step from 1; `harm` what
    it costs to enter one, and `bad` how bad it is to end there.
    """
    best: dict[HexId, tuple[int, tuple[HexId, ...]]] = {start: (0, ())}
    for step in range(1, far + 1):
        ahead: dict[HexId, tuple[int, tuple[HexId, ...]]] = {}
        for here, (cost, path) in best.items():
            for there in onward(here, step):
                way = cost + harm(there), (*path, there)
                ahead[there] = min(way, ahead.get(there, way))
        best = ahead
    return sorted(WayBack(cost, bad(at), path) for at, (cost, path) in best.items())


def costs_a_step(board: "Board", side: str, there: HexId) -> bool:
    """Return whether a hex is in an enemy zone of control, and no friend stands there."""
    return there in board.zone_against(side) and not board.units_at(there)


def _farther(board: "Board", units: Sequence[Unit], battle: HexId, here: HexId, step: int) -> Iterator[HexId]:
    """Yield the hexes next to one that are so many steps from the battle and open to all the units."""
    foes, context = board.foes(units[0].side), board.context
    for there in board.grid.neighbours(here):
        if there in foes or board.scenario.map.is_water(there) or board.grid.distance(battle, there) != step:
            continue
        if all(there in context.ways_of[unit.number].open_around[here] for unit in units):
            yield there


def _who(context: "Context | None", unit: str) -> str:
    return context.naming.unit(unit).name if context and unit else "the stack"


def _place(board: "Board", name: str) -> str:
    return board.context.place(board.context.naming.hex(name))
