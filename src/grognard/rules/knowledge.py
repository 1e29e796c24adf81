# SPDX-License-Identifier: Apache-2.0
"""What a side knows of enemy forces, and since when: reports of whole hexes, and sightings of counters.

What is `fresh` is still true; anything else that was known is kept, with its date. `hidden_forces` updates
knowledge as forces move.
"""

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId

DISORGANISED = "disorganised"


class Report(msgspec.Struct, frozen=True, order=True):
    """What is known of a hex as a whole, and since when: units, points, kinds. `fresh` while it must be true.

    `turn` is the turn of the number of units; points and kinds have their own if they were told earlier.
    `disorganised` if all units there were seen this turn to be disorganised, whichever they are.
    """

    at: HexId
    turn: int
    units: int | None = None
    points: int | None = None
    kinds: tuple[str, ...] | None = None
    fresh: bool = True
    disorganised: bool = False
    points_turn: int | None = None
    kinds_turn: int | None = None

    def with_older(self, older: "Report") -> "Report":
        """Return a new report completed by what an older one tells and this one does not."""
        return Report(
            self.at,
            self.turn,
            older.units if self.units is None else self.units,
            older.points if self.points is None else self.points,
            older.kinds if self.kinds is None else self.kinds,
            disorganised=older.disorganised,
            points_turn=(older.points_turn or older.turn) if self.points is None else None,
            kinds_turn=(older.kinds_turn or older.turn) if self.kinds is None else None,
        )


class Sighting(msgspec.Struct, frozen=True, order=True):
    """A counter that was seen: the unit's number, where, when, its points, and its states if they were shown."""

    unit: int
    at: HexId
    turn: int
    points: int
    states: tuple[str, ...] | None = None
    fresh: bool = True


class Knowledge(msgspec.Struct, frozen=True):
    """What a side knows of the enemy: at most one report of each hex and one sighting of each unit, sorted."""

    reports: tuple[Report, ...] = ()
    sightings: tuple[Sighting, ...] = ()

    def of(self, hex_id: HexId) -> Report | None:
        """Return what is known of a hex as a whole and is still true."""
        return next((report for report in self.reports if report.at == hex_id and report.fresh), None)

    def seen_at(self, hex_id: HexId) -> list[Sighting]:
        """Return the counters known to stand in a hex."""
        return [seen for seen in self.sightings if seen.at == hex_id and seen.fresh]

    def sighting(self, unit: int) -> Sighting | None:
        """Return when and where a unit was last seen; None if it never was."""
        return next((seen for seen in self.sightings if seen.unit == unit), None)

    def is_disorganised(self, hex_id: HexId) -> bool:
        """Return whether all units in a hex are known to be disorganised, whichever they are."""
        report = self.of(hex_id)
        return report is not None and report.disorganised

    def states_of(self, seen: Sighting) -> tuple[str, ...]:
        """Return the states a counter is known to be in: those it was seen in, and that of all units in its hex."""
        states = seen.states or ()
        if seen.fresh and self.is_disorganised(seen.at) and DISORGANISED not in states:
            return (DISORGANISED, *states)
        return states

    def is_whole(self, hex_id: HexId) -> bool:
        """Return whether every counter in a hex is known."""
        report = self.of(hex_id)
        return report is not None and report.units == len(self.seen_at(hex_id))

    def with_report(self, report: Report) -> "Knowledge":
        """Return what is known with another report of a hex."""
        reports = {older.at: older for older in self.reports} | {report.at: report}
        return replace(self, reports=tuple(reports[at] for at in sorted(reports)))


NOTHING = Knowledge()


def reported(knowledge: Knowledge, report: Report) -> Knowledge:
    """Return what a side knows after a report of a hex; what it knew of the hex and is still true is kept."""
    earlier = knowledge.of(report.at)
    return knowledge.with_report(report if earlier is None else report.with_older(earlier))


def forgotten_states(knowledge: Knowledge) -> Knowledge:
    """Return what is known after units may have recovered unseen: no states."""
    reports = (replace(report, disorganised=False) for report in knowledge.reports)
    return Knowledge(
        tuple(
            report for report in reports if (report.units, report.points, report.kinds) != (None, None, None)
        ),
        tuple(replace(seen, states=None) for seen in knowledge.sightings),
    )


def all_disorganised(knowledge: Knowledge, hex_id: HexId, turn: int) -> Knowledge:
    """Return what is known after all units in a hex were seen to be disorganised, whichever they are."""
    report = replace(knowledge.of(hex_id) or Report(hex_id, turn), disorganised=True)
    sightings = tuple(
        replace(seen, states=tuple(sorted({*seen.states, DISORGANISED})))
        if seen.fresh and seen.at == hex_id and seen.states is not None
        else seen
        for seen in knowledge.sightings
    )
    return replace(knowledge.with_report(report), sightings=sightings)


def less_one(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return kinds of units without one of a kind."""
    at = kinds.index(kind)
    return (*kinds[:at], *kinds[at + 1 :])
