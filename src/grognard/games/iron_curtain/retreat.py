"""Retreat: the owner moves his stack away from the battle, as many hexes as the result says; who cannot is eliminated.

Ruling retreat: every hex is farther from the battle than the one before; not onto enemies, nor over what is
prohibited; a zone of control costs the stack a step for each hex entered where no friend stands. Ruling retreat-split:
units go together, or by their owner's choice one after another.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat_1945 import shared_out
from grognard.games.iron_curtain.contamination import enter, poisons
from grognard.games.iron_curtain.losses import alive, defending, eliminated, suffer
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.stacks import Words
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.rules import board as rules_board
from grognard.rules.chapter import Chapter, Wording
from grognard.rules.naming import listed
from grognard.rules.rulebook import Rulebook
from grognard.rules.units import Unit
from grognard.umpire import Choose, Question, Rule, choose

STEPS = re.compile(r"(?P<name>.+?)(?:x(?P<steps>[1-9]))?")
# What an owner answers who sends the units of a stack back one after another.
SPLIT = "split"


class RetreatTo(Question[str], frozen=True, tag="retreat"):
    """Where a unit retreats to from a hex; no unit is named where the whole stack goes together."""

    unit: str
    start: str


class ZoneLoss(Question[Words], frozen=True):
    """Which unit loses the step that the zone of control in a hex costs those who retreat."""

    at: str


class WayBack(msgspec.Struct, frozen=True, order=True):
    """A way to retreat by: how much it harms, how far its end is from supply, and its hexes after the first."""

    harm: int
    far: int
    path: tuple[HexId, ...]

    @property
    def end(self) -> HexId:
        """Where it leads to."""
        return self.path[-1]


def retreat(board: Board, units: Sequence[Unit], far: int) -> Rule[Position]:
    """Move a stack back by its owner's choice: together where a hex has room for all, or one unit after another."""
    ways = {board.grid.names[way.end]: way for way in ways_back(board, units, far)}
    may_split = not ways or board.card.ruled("retreat-split") == "may"
    options = (*ways, SPLIT) if len(units) > 1 and may_split else tuple(ways)
    if not options:
        return eliminated(board, units)
    chosen = yield from _asked(board, units, ways, options)
    position = board.position
    if chosen == SPLIT:
        for unit in units:
            position = yield from retreat(board.after(position), [unit], far)
        return position
    for there in ways[chosen].path:
        left = alive(position, units)
        if left:
            position = yield from _step_back(board.after(position), left, there)
    return position


def _asked(
    board: Board, units: Sequence[Unit], ways: Mapping[str, WayBack], options: tuple[str, ...]
) -> Rule[str]:
    """Ask the owner where to; of an only way not, unless it is the end of all the units: then the log must tell it."""
    unit = units[0].id if len(units) == 1 else ""
    why = RetreatTo(unit, board.grid.names[board.hex_of(units[0])])
    side = units[0].side
    only = ways.get(options[0]) if len(options) == 1 else None
    if only and lost_in(board, units, only) is not None:
        chosen: str = yield Choose(side, why, options, board.position)
        return chosen
    return (yield from choose(side, why, options, board.position))


def lost_in(board: Board, units: Sequence[Unit], way: WayBack) -> HexId | None:
    """Return where on a way back zones of control take the last step of all units; none if one of them gets there."""
    steps = sum(map(board.steps, units))
    zones = [at for at in way.path if costs_a_step(board, units[0].side, at)]
    return zones[steps - 1] if len(zones) >= steps > 0 else None


def _step_back(board: Board, units: Sequence[Unit], there: HexId) -> Rule[Position]:
    """Move a stack back one hex: it loses a step to a zone of control there, and rolls if it is contaminated."""
    if not costs_a_step(board, units[0].side, there):
        return (yield from enter(board, board.position, units, there))
    ways = shared_out(defending(board, units), 1, spread=True)
    asked = ZoneLoss(board.grid.names[there])
    picked = yield from choose(units[0].side, asked, tuple(ways), board.position)
    position = suffer(board.position, units, ways[picked])
    left = alive(position, units)
    return (yield from enter(board, position, left, there)) if left else position


def costs_a_step(board: Board, side: str, there: HexId) -> bool:
    """Say whether a hex is in an enemy zone of control, and no friend stands there."""
    return there in board.zone_against(side) and not board.units_at(there)


def ways_back(board: Board, units: Sequence[Unit], far: int) -> list[WayBack]:
    """Return the best way to each hex that units can retreat to together, the least harmful first."""
    battle, side = board.hex_of(units[0]), units[0].side
    best: dict[HexId, tuple[int, tuple[HexId, ...]]] = {battle: (0, ())}
    for step in range(1, far + 1):
        ahead: dict[HexId, tuple[int, tuple[HexId, ...]]] = {}
        for here, (harm, path) in best.items():
            for there in _next_hexes(board, units, battle, here, step):
                more = costs_a_step(board, units[0].side, there) + len(poisons(board.position, there))
                found = harm + more, (*path, there)
                ahead[there] = min(found, ahead.get(there, found))
        best = ahead
    roomy = [at for at in best if board.room(at) >= len(units)]
    return sorted(WayBack(best[at][0], board.supply_length(side, at), best[at][1]) for at in roomy)


def _next_hexes(
    board: Board, units: Sequence[Unit], battle: HexId, here: HexId, step: int
) -> Iterator[HexId]:
    """Run through the hexes next to one that are so many steps from the battle and open to all the units."""
    foes, away = board.foes(units[0].side), board.context.around(battle)
    for there in board.grid.neighbours(here):
        is_open = away[there] == step and there not in foes and not board.scenario.map.is_water(there)
        if is_open and all(there in board.context.ways_of[unit.number].open_around[here] for unit in units):
            yield there


# Words


class Retreats(Chapter, frozen=True, kw_only=True):
    """Retreats as results say; what is asked in them, and its words."""

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for where to retreat, and for who loses a step on the way."""
        del book
        return {
            RetreatTo: Wording(
                label=lambda context, asked: f"retreat of {_who(context, asked.unit)} from {asked.start}",
                ask=lambda board, _order, asked: (
                    f"Where does {_who(board.context, asked.unit)} in {_there(board, asked.start)} retreat to?"
                ),
                option=_retreat_option,
            ),
            ZoneLoss: Wording(
                label=lambda _context, asked: f"step lost to the zone of control in {asked.at}",
                ask=lambda _board, _order, asked: f"Step lost to the zone of control in {asked.at}: whose?",
                option=step_option,
            ),
        }


def _who(context: Any, unit: str) -> str:
    return context.naming.unit(unit).name if unit else "the stack"


def _there(board: rules_board.Board, name: str) -> str:
    return board.context.place(board.context.naming.hex(name))


def step_option(board: Board, _asked: Question[Any], option: Words) -> Option:
    """Say what it means that units lose steps: `3rd Shockx2` loses two of them."""
    ids = {unit.name: unit.id for unit in board.scenario.units}
    found = [match for word in option if (match := STEPS.fullmatch(word))]
    said = [f"{each['name']} ({each['steps']} steps)" if each["steps"] else each["name"] for each in found]
    return Option(option, listed(said), pieces=tuple(ids.get(each["name"], "") for each in found))


def _retreat_option(board: Board, asked: RetreatTo, option: str) -> Option:
    """Say what it means to retreat to a hex: what is found there, and where on the way the last step is lost."""
    if option == SPLIT:
        return Option(option, "one unit after another")
    start, end = board.context.naming.hex(asked.start), board.context.naming.hex(option)
    stack = board.units_at(start)
    units = [unit for unit in stack if unit.id == asked.unit] or stack
    ways = ways_back(board, units, board.grid.distance(start, end)) if units else []
    way = next((way for way in ways if way.end == end), None)
    lost = lost_in(board, units, way) if way else None
    ends = "" if lost is None else f", is eliminated by the zone of control in {board.context.place(lost)}"
    about = _ground_at(board, end, units[0].side) if units else ""
    return Option(option, _there(board, option) + ends, hexes=(option,), about=about, fatal=bool(ends))


def _ground_at(board: Board, at: HexId, side: str) -> str:
    """Say what units that retreat to a hex find there: terrain, contamination, an enemy zone that costs a step."""
    said = [board.scenario.map.terrain[at]]
    if poisons(board.position, at):
        said.append("contaminated")
    if costs_a_step(board, side, at):
        said.append("in an enemy zone: costs a step")
    return ", ".join(said)
