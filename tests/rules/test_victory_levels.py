# SPDX-License-Identifier: Apache-2.0
"""Verdicts by lead: which is given, and what was missing to those beside it."""

import pytest

from grognard.rules.victory_levels import Lead, Level

LEVELS = [Level(4, "The road is open"), Level(-2, "Both hold on"), Level(-99, "The spearhead is broken")]


@pytest.mark.parametrize(
    ("points", "verdict", "needed"),
    [
        (5, "The road is open", ["2 points fewer: Both hold on."]),
        (4, "The road is open", ["1 point fewer: Both hold on."]),
        (3, "Both hold on", ["1 point more for the German side: The road is open.", "6 points fewer: The spearhead is broken."]),
        (-2, "Both hold on", ["6 points more for the German side: The road is open.", "1 point fewer: The spearhead is broken."]),
        (-7, "The spearhead is broken", ["5 points more for the German side: Both hold on."]),
    ],
)  # fmt: skip
def test_a_lead_gives_a_verdict_and_says_what_others_needed(
    points: int, verdict: str, needed: list[str]
) -> None:
    lead = Lead("German", points, LEVELS)
    assert lead.verdict == verdict
    assert list(lead.needed()) == needed
