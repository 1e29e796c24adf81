# SPDX-License-Identifier: Apache-2.0
"""What is shown and said of forces of which the enemy sees the hexes they hold: what is known, and since when.

Nothing here decides anything. What was seen before and may be gone is shown as a ghost, with the turn of the
sighting.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.hexes import HexId
from grognard.play.board import Marker, MarkerKind
from grognard.play.boxes import UNSEEN, Box, boxes_of
from grognard.play.places import HIDDEN, LOST, Place, is_on_map
from grognard.rules.force_board import Forces
from grognard.rules.hidden_forces import HeldSeen
from grognard.rules.knowledge import Knowledge, Report, Sighting
from grognard.rules.map_board import MapContext
from grognard.rules.map_view import place_text
from grognard.rules.naming import Fate, driven, names
from grognard.rules.orders import UnitsAgainst

MARKERS = (
    MarkerKind("force", "units that are not seen: so many, or ? where that is not known", "force"),
    MarkerKind("ghost", "units were seen here in that turn, and may be gone", "ghost"),
)


class ForceText(msgspec.Struct, frozen=True):
    """A game's words for what is known of forces, and for what becomes of them.

    Strength is counted in points, each called a `point`. `recovered` has the word for a unit that has lost each
    state. Units that an order of the types `attacks` brings into its target have advanced.
    """

    point: str
    recovered: Mapping[str, str]
    attacks: Any

    # What is known

    def report(self, report: Report) -> str:
        """Say what is known of a hex as a whole."""
        parts = [counted(report.units, "unit")] if report.units is not None else []
        parts += [counted(report.points, self.point)] if report.points is not None else []
        kinds = f": {', '.join(report.kinds)}" if report.kinds else ""
        state = ", disorganised" if report.disorganised else ""
        return f"{' with '.join(parts) or 'units'}{state}{kinds}"

    def dated_report(self, report: Report) -> str:
        """Say what is known of a hex as a whole, older parts separately: `2 units (turn 3); 7 points (turn 1)`."""
        older = {
            name: turn
            for name, turn in (("points", report.points_turn), ("kinds", report.kinds_turn))
            if getattr(report, name) is not None and turn not in (None, report.turn)
        }
        parts = [f"{self.report(replace(report, **dict.fromkeys(older)))} (turn {report.turn})"]
        if "points" in older:
            parts.append(f"{counted(report.points or 0, self.point)} (turn {older['points']})")
        if "kinds" in older:
            parts.append(f"{', '.join(report.kinds or ())} (turn {older['kinds']})")
        return "; ".join(parts)

    def sighting(self, board: Forces, seen: Sighting) -> str:
        """Say what is known of a counter: `1st Battalion 5-5-6, 4 of 5 points, disorganised (turn 1)`."""
        unit = board.scenario.units[seen.unit]
        parts = [f"{unit.name} {unit.values}"]
        if seen.points != unit.points:
            parts.append(f"{seen.points} of {counted(unit.points, self.point)}")
        parts += seen.states or ()
        return f"{', '.join(parts)} (turn {seen.turn})"

    def force(self, board: Forces, knowledge: Knowledge, at: HexId) -> str:
        """Say everything that is known of a force, and since when."""
        report = knowledge.of(at)
        parts = [self.dated_report(report)] if report else []
        parts += [self.sighting(board, seen) for seen in knowledge.seen_at(at)]
        return "; ".join(parts) or "nothing is known of it"

    # On the map

    def markers(self, board: Forces, instead: str = "") -> Iterator[Marker]:
        """Mark the forces and ghosts of each side that is hidden; `instead` replaces what is known of forces."""
        for side in board.scenario.sides:
            if board.hides(side):
                yield from self._forces(board, side, instead)
                yield from self._ghosts(board, side)

    def _forces(self, board: Forces, side: str, instead: str) -> Iterator[Marker]:
        """Mark every hex that a side holds, with the number of its unseen units."""
        knowledge, name = board.position.known[board.scenario.enemy(side)], board.grid.hex_name
        for at in sorted(board.position.held[side]):
            report, seen = knowledge.of(at), knowledge.seen_at(at)
            more = report.units - len(seen) if report and report.units is not None else None
            since = max([*(sighting.turn for sighting in seen), report.turn if report else 0])
            says = f"{side} force: {instead or self.force(board, knowledge, at)}"
            tells_of = () if instead else tuple(board.scenario.units[sighting.unit].id for sighting in seen)
            yield Marker("force", name(at), more, side=side, since=since, says=says, tells_of=tells_of)

    def _ghosts(self, board: Forces, side: str) -> Iterator[Marker]:
        """Mark where counters and forces were seen that may have left."""
        knowledge, name = board.position.known[board.scenario.enemy(side)], board.grid.hex_name
        gone = [seen for seen in knowledge.sightings if not seen.fresh]
        past = [report for report in knowledge.reports if not report.fresh]
        for at in sorted({seen.at for seen in (*gone, *past)}):
            units = [seen for seen in gone if seen.at == at]
            reports = [report for report in past if report.at == at]
            since = max(seen.turn for seen in (*units, *reports))
            parts = [*map(self.dated_report, reports), *(self.sighting(board, seen) for seen in units)]
            says = f"{side} force seen here before: {'; '.join(parts)}"
            yield Marker("ghost", name(at), len(units) or None, side=side, since=since, says=says)

    # What an order did

    def fates(
        self,
        context: MapContext[Any, Any, Any],
        before: HeldSeen,
        order: msgspec.Struct,
        after: HeldSeen,
        unit: Any,
    ) -> Iterator[Fate]:
        """Say what became of a unit, as far as it is seen: lost, hurt, come into sight, driven back, in another state."""
        here: Place = before.at[unit.number]
        there: Place = after.at[unit.number]
        if there == LOST != here:
            yield "is", "are", " eliminated"
            return
        is_seen = here != HIDDEN != there
        lost = after.hurt[unit.number] - before.hurt[unit.number] if is_seen else 0
        if lost:
            yield "loses", "lose", f" {counted(lost, 'point')}"
        if here == HIDDEN and is_on_map(there):
            left = unit.points - after.hurt[unit.number]
            details = ", ".join([f"{left} of {counted(unit.points, 'point')}", *_states_shown(after, unit)])
            yield "is", "are", f" seen in {context.place(there)} ({details})"
        elif isinstance(order, UnitsAgainst) and is_on_map(here) and is_on_map(there) and here != there:
            into = isinstance(order, self.attacks) and there == context.hex(order.target)
            yield driven(context.place(there), advances=into)
        if is_seen and is_on_map(there):
            yield from self._states(before, after, unit)

    def _states(self, before: HeldSeen, after: HeldSeen, unit: Any) -> Iterator[Fate]:
        """Say which states a unit has gained or lost; for the enemy's, only states that are seen to begin."""
        for name, word in before.states.items():
            was, now = unit.number in getattr(before, name), unit.number in getattr(after, name)
            if now and not was:
                yield "is", "are", f" {word}"
            if was and not now and not _is_seen_enemy(before, unit):
                yield "is", "are", f" {self.recovered[name]}"

    def learned(
        self, context: MapContext[Any, Any, Any], before: HeldSeen, after: HeldSeen, at: HexId
    ) -> list[str]:
        """Say what the side that acts was told of a hex; in the other side's view it was told nothing."""
        report, earlier = after.known[before.side].of(at), before.known[before.side].of(at)
        if report is None or report == earlier:
            return []
        seen = [context.scenario.units[sighting.unit] for sighting in after.known[before.side].seen_at(at)]
        shown = f"; {names(seen)} {'is' if len(seen) == 1 else 'are'} known" if seen else ""
        return [f"{context.place(at)} holds {self.report(report)}{shown}"]


def _states_shown(after: HeldSeen, unit: Any) -> tuple[str, ...]:
    """Return the states that a counter was shown with; none if it was shown without them."""
    seen = after.known[after.enemy_of(unit.side)].sighting(unit.number)
    return (seen.states or ()) if seen else ()


def _is_seen_enemy(seen: HeldSeen, unit: Any) -> bool:
    """Return whether a unit is an enemy of the side that sees this position: the side has knowledge of it."""
    if seen.known[seen.enemy_of(unit.side)].sighting(unit.number) is None:
        return False
    hidden = any(at == HIDDEN and seen.owner(number) == unit.side for number, at in enumerate(seen.at))
    return hidden or not seen.known[unit.side].reports


# Off the map


def place_of(board: Forces, unit: Any) -> str:
    """Say where a counter is: its hex, its box, or where it was seen last."""
    at = board.place(unit)
    if at == HIDDEN:
        return _last_seen(board, unit).name
    return place_text(board.grid, at, unit, board.position.turn)


def boxes(board: Forces) -> list[Box]:
    """Return the places off the map, which include where units were last seen."""
    units = board.scenario.units
    seen = [_last_seen(board, unit) for unit in units if board.place(unit) == HIDDEN]
    return list(dict.fromkeys([*boxes_of(units, board.position.turn), *seen]))


def _last_seen(board: Forces, unit: Any) -> Box:
    seen = board.position.known[board.scenario.enemy(unit.side)].sighting(unit.number)
    if seen is None:
        return UNSEEN
    where = f"at {board.grid.hex_name(seen.at)} in turn {seen.turn}"
    return Box(f"last seen {where}", "last-seen", seen.turn, where)
