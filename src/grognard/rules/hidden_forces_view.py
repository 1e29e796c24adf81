# SPDX-License-Identifier: Apache-2.0
"""What is shown and said of forces of which the enemy sees the hexes they hold: what is known of them, and since when.

Nothing here decides anything. What was seen once and may be gone is shown as a ghost, with the turn it was seen in.
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
from grognard.rules.naming import Fate, names
from grognard.rules.orders import UnitsAgainst

MARKERS = (
    MarkerKind("force", "units that are not seen: so many, or ? where that is not known", "force"),
    MarkerKind("ghost", "units were seen here in that turn, and may be gone", "ghost"),
)


class ForceText(msgspec.Struct, frozen=True):
    """The words of a game for what is known of forces, and for what becomes of them.

    Their strength is counted in points, each a `point`. `recovered` says what units are that are rid of a state. Those
    whom one of `attacks` brings into its target have advanced.
    """

    point: str
    recovered: Mapping[str, str]
    attacks: Any

    # What is known

    def report(self, report: Report) -> str:
        """Say what is known of a hex as a whole."""
        said = [counted(report.units, "unit")] if report.units is not None else []
        said += [counted(report.points, self.point)] if report.points is not None else []
        kinds = f": {', '.join(report.kinds)}" if report.kinds else ""
        state = ", disorganised" if report.disorganised else ""
        return f"{' with '.join(said) or 'somebody'}{state}{kinds}"

    def dated_report(self, report: Report) -> str:
        """Say what is known of a hex as a whole, what was told before apart: `2 units (turn 3); 7 points (turn 1)`."""
        older = {
            name: turn
            for name, turn in (("points", report.points_turn), ("kinds", report.kinds_turn))
            if getattr(report, name) is not None and turn not in (None, report.turn)
        }
        said = [f"{self.report(replace(report, **dict.fromkeys(older)))} (turn {report.turn})"]
        if "points" in older:
            said.append(f"{counted(report.points or 0, self.point)} (turn {older['points']})")
        if "kinds" in older:
            said.append(f"{', '.join(report.kinds or ())} (turn {older['kinds']})")
        return "; ".join(said)

    def sighting(self, board: Forces, seen: Sighting) -> str:
        """Say what is known of a counter: `1st Battalion 5-5-6, 4 of 5 points, disorganised (turn 1)`."""
        unit = board.scenario.units[seen.unit]
        said = [f"{unit.name} {unit.values}"]
        if seen.points != unit.points:
            said.append(f"{seen.points} of {counted(unit.points, self.point)}")
        said += seen.states or ()
        return f"{', '.join(said)} (turn {seen.turn})"

    def force(self, board: Forces, known: Knowledge, at: HexId) -> str:
        """Say exactly what is known of a force, and since when."""
        report = known.of(at)
        said = [self.dated_report(report)] if report else []
        said += [self.sighting(board, seen) for seen in known.seen_at(at)]
        return "; ".join(said) or "nothing is known of it"

    # On the map

    def markers(self, board: Forces, instead: str = "") -> Iterator[Marker]:
        """Mark the forces and ghosts of each side that is not seen; `instead` is said in place of what is known of forces."""
        for side in board.scenario.sides:
            if board.hides(side):
                yield from self._forces(board, side, instead)
                yield from self._ghosts(board, side)

    def _forces(self, board: Forces, side: str, instead: str) -> Iterator[Marker]:
        """Mark every hex a side holds, with how many of its units there are not seen."""
        known, name = board.position.known[board.scenario.enemy(side)], board.grid.hex_name
        for at in sorted(board.position.held[side]):
            report, seen = known.of(at), known.seen_at(at)
            more = report.units - len(seen) if report and report.units is not None else None
            since = max([*(sighting.turn for sighting in seen), report.turn if report else 0])
            says = f"{side} force: {instead or self.force(board, known, at)}"
            yield Marker("force", name(at), more, side=side, since=since, says=says)

    def _ghosts(self, board: Forces, side: str) -> Iterator[Marker]:
        """Mark where counters and forces were seen that may be there no more."""
        known, name = board.position.known[board.scenario.enemy(side)], board.grid.hex_name
        gone = [seen for seen in known.sightings if not seen.fresh]
        past = [report for report in known.reports if not report.fresh]
        for at in sorted({seen.at for seen in (*gone, *past)}):
            units = [seen for seen in gone if seen.at == at]
            reports = [report for report in past if report.at == at]
            since = max(seen.turn for seen in (*units, *reports))
            told = [*map(self.dated_report, reports), *(self.sighting(board, seen) for seen in units)]
            says = f"{side} force seen here before: {'; '.join(told)}"
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
        known = here != HIDDEN != there
        lost = after.hurt[unit.number] - before.hurt[unit.number] if known else 0
        if lost:
            yield "loses", "lose", f" {counted(lost, 'point')}"
        if here == HIDDEN and is_on_map(there):
            left = unit.points - after.hurt[unit.number]
            said = ", ".join([f"{left} of {counted(unit.points, 'point')}", *_states_shown(after, unit)])
            yield "is", "are", f" seen in {context.place(there)} ({said})"
        elif isinstance(order, UnitsAgainst) and is_on_map(here) and is_on_map(there) and here != there:
            into = isinstance(order, self.attacks) and there == context.hex(order.target)
            verbs = ("advances", "advance") if into else ("retreats", "retreat")
            yield *verbs, f" to {context.place(there)}"
        if known and is_on_map(there):
            yield from self._states(before, after, unit)

    def _states(self, before: HeldSeen, after: HeldSeen, unit: Any) -> Iterator[Fate]:
        """Say what state a unit comes to or is rid of; of the enemy's, only what is seen to come over it."""
        for name, word in before.states.items():
            was, now = unit.number in getattr(before, name), unit.number in getattr(after, name)
            if now and not was:
                yield "is", "are", f" {word}"
            if was and not now and not _is_seen_enemy(before, unit):
                yield "is", "are", f" {self.recovered[name]}"

    def learned(
        self, context: MapContext[Any, Any, Any], before: HeldSeen, after: HeldSeen, at: HexId
    ) -> list[str]:
        """Say what the side that acts was told of a hex; in the view of the other it was told nothing."""
        known, was = after.known[before.side].of(at), before.known[before.side].of(at)
        if known is None or known == was:
            return []
        seen = [context.scenario.units[sighting.unit] for sighting in after.known[before.side].seen_at(at)]
        shown = f"; {names(seen)} {'is' if len(seen) == 1 else 'are'} known" if seen else ""
        return [f"{context.place(at)} holds {self.report(known)}{shown}"]


def _states_shown(after: HeldSeen, unit: Any) -> tuple[str, ...]:
    """Return the states that a counter was shown with; none if it was shown without."""
    seen = after.known[after.enemy_of(unit.side)].sighting(unit.number)
    return (seen.states or ()) if seen else ()


def _is_seen_enemy(seen: HeldSeen, unit: Any) -> bool:
    """Return whether a unit is one of the enemy's, in what a side sees of a position: it sees what it knows of him."""
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
    """Return the places off the map: where units were last seen is one too."""
    units = board.scenario.units
    seen = [_last_seen(board, unit) for unit in units if board.place(unit) == HIDDEN]
    return list(dict.fromkeys([*boxes_of(units, board.position.turn), *seen]))


def _last_seen(board: Forces, unit: Any) -> Box:
    seen = board.position.known[board.scenario.enemy(unit.side)].sighting(unit.number)
    if seen is None:
        return UNSEEN
    where = f"at {board.grid.hex_name(seen.at)} in turn {seen.turn}"
    return Box(f"last seen {where}", "last-seen", seen.turn, where)
