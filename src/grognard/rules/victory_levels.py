"""Verdicts by lead in a scenario file."""

from collections.abc import Iterable

import msgspec

from grognard.charts.files import Source


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict, and the lead in points from which it is given: that of the side the scenario is told for."""

    lead: int
    verdict: str


def check_levels(source: Source, levels: Iterable[Level]) -> None:
    """Note it where verdicts do not run from the highest lead to the lowest, or there is none."""
    leads = [level.lead for level in levels]
    if not leads or leads != sorted(set(leads), reverse=True):
        source.fault(("victory", "levels"), "must fall from the highest lead to the lowest")
