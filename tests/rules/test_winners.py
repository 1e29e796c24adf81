# SPDX-License-Identifier: Apache-2.0
"""Who has won by a verdict: told by the levels of a scenario file, by Jarama's own table, and of nobody if no level says."""

from pathlib import Path

import pytest

from grognard.charts.errors import BadFile
from grognard.charts.files import Source
from grognard.registry import NAMES
from grognard.registry.games import scenario, scenario_names
from grognard.rules.victory_levels import Lead, Level, check_levels

LEVELS = [Level(4, "The road is open", "German"), Level(-2, "Both hold on"), Level(-99, "Broken", "Soviet")]


@pytest.mark.parametrize(("points", "winner"), [(4, "German"), (3, ""), (-2, ""), (-3, "Soviet")])
def test_a_lead_says_who_has_won(points: int, winner: str) -> None:
    assert Lead("German", points, LEVELS).winner == winner


def test_levels_without_a_winner_do_not_say_who_has_won() -> None:
    assert Lead("German", 9, [Level(4, "The road is open"), Level(-99, "It is not")]).winner is None


def faults(tmp_path: Path, *winners: str | None) -> str:
    path = tmp_path / "scenario.toml"
    path.touch()
    source = Source(path)
    levels = [Level(-at, f"verdict {at}", winner) for at, winner in enumerate(winners)]
    check_levels(source, levels, ("German", "Soviet"))
    try:
        source.stop_if_faulty()
    except BadFile as error:
        return str(error)
    return ""


def test_winners_are_sides_and_in_the_order_of_the_lead(tmp_path: Path) -> None:
    assert not faults(tmp_path, "German", "German", "", "Soviet")
    assert not faults(tmp_path, "German", "Soviet")
    assert "has the winner 'Polish', which is no side" in faults(tmp_path, "Polish", "Soviet")
    assert "must be won by German where it leads most" in faults(tmp_path, "Soviet", "", "German")
    assert "must be won by German where it leads most" in faults(tmp_path, "", "German", "Soviet")


def test_a_winner_that_was_forgotten_is_no_draw(tmp_path: Path) -> None:
    assert not faults(tmp_path, "German", None, "Soviet")
    assert "must say who has won by 'verdict 2', as others do" in faults(tmp_path, "German", None, None)
    assert "must say who has won by 'verdict 0'" in faults(tmp_path, None, "Soviet")
    # A side may be able to draw at best, if it is said so.
    assert not faults(tmp_path, "", "Soviet")
    assert not faults(tmp_path, None, None)


LISTED = [
    (name, each)
    for name in NAMES
    for each in scenario_names(name)
    if hasattr(scenario(name, each).file.victory, "levels")
]


@pytest.mark.parametrize(("name", "scenario_name"), LISTED)
def test_a_verdict_that_names_its_winner_is_said_to_be_his(name: str, scenario_name: str) -> None:
    """A draw is called one. The sides of Iron Curtain have longer names in words."""
    words = {"WP": "Warsaw Pact" if "1983" in scenario_name else "Soviet"}
    for level in scenario(name, scenario_name).file.victory.levels:
        said = {level.winner, words.get(level.winner, level.winner)} if level.winner else {"Draw"}
        assert any(word in level.verdict for word in said) or level.verdict.startswith("Allied"), level
