# SPDX-License-Identifier: Apache-2.0
"""What is told of rules that have changed."""

from grognard.play.upgrade_notice import _named


def test_the_game_s_own_parts_are_named_before_those_that_all_games_share() -> None:
    library = [f"rules/{name}" for name in ("entry", "lines", "retreat", "stacking", "supply", "zones")]
    assert _named(("charts", *library, "game/cards/crt", "game/rulings")) == (
        " (the chart crt, the rulings, the chapter entry, the chapter lines, the chapter retreat, "
        "the chapter stacking, 3 more parts)"
    )
