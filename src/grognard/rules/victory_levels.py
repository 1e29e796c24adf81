# SPDX-License-Identifier: Apache-2.0
"""Verdicts by lead in a scenario file."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from grognard.charts.files import Source


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict, and the lead in points of one side from which it is given."""

    lead: int
    verdict: str


def check_levels(source: Source, levels: Iterable[Level]) -> None:
    """Note it if the verdicts do not run from the highest lead to the lowest, or there are none."""
    leads = [level.lead for level in levels]
    if not leads or leads != sorted(set(leads), reverse=True):
        source.fault(("victory", "levels"), "must fall from the highest lead to the lowest")


def verdict_for(lead: int, levels: Sequence[Level]) -> str:
    """Return the verdict for a lead; the last one if no other applies."""
    return next((level.verdict for level in levels if lead >= level.lead), levels[-1].verdict)


def level_lines(side: str, levels: Sequence[Level]) -> Iterator[str]:
    """Say which lead of a side gives which verdict."""
    article = "an" if side.startswith(tuple("AEIO")) else "a"
    for level in levels[:-1]:
        yield f"From {article} {side} lead of {level.lead}: {level.verdict}."
    yield f"Else: {levels[-1].verdict}."
