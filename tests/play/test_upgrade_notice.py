# SPDX-License-Identifier: Apache-2.0
"""What is told of rules that have changed."""

import pytest

from grognard.play.shapes import NoMigration, migrations_between
from grognard.play.upgrade_notice import _named


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("units", "its order of battle has changed"),
        ("hexes", "the hexes of its map have changed"),
        ("phases", "its phases are written in another way by now"),
    ],
)
def test_what_bars_an_older_game_is_named_in_a_player_s_words(name: str, says: str) -> None:
    with pytest.raises(NoMigration, match=f"^{says}, and no migration leads from there$"):
        migrations_between({name: "1"}, {name: "2"}, ())


def test_the_game_s_own_parts_are_named_before_those_that_all_games_share() -> None:
    library = [f"rules/{name}" for name in ("entry", "lines", "retreat", "stacking", "supply", "zones")]
    assert _named(("charts", *library, "game/cards/crt", "game/rulings")) == (
        " (the chart crt, the rulings, the chapter entry, the chapter lines, the chapter retreat, "
        "the chapter stacking, 3 more parts)"
    )
