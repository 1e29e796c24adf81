# SPDX-License-Identifier: Apache-2.0
"""A log is bound to the rules it was played under: whatever decides a game is in their hash, and nothing else is."""

import shutil
from pathlib import Path

import pytest

from grognard.play.rules_hash import deciding_data
from grognard.registry import games

DECIDES = (
    "charts/axis.py",
    "charts/labels.py",
    "umpire/chance.py",
    "hexes/__init__.py",
    "procedures/reading.py",
    "play/tuples.py",
    "play/places.py",
    "play/by_side.py",
    "play/kinds.py",
    "registry/__init__.py",
    "rules/victory_levels.py",
    "rules/order_of_battle.py",
)
SHOWS = (
    "play/transcript.py",
    "registry/games.py",
    "hexes/drawing/svg.py",
    "charts/doubts/order.py",
    "rules/paragraphs/stacking.toml",
)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what all games share, which the hash is taken of."""
    here = Path(games.__file__).parent.parent
    for folder in ("charts", "umpire", "procedures", "hexes", "registry", "rules", "play"):
        shutil.copytree(here / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(games, "__file__", str(tmp_path / "registry" / "games.py"))
    return tmp_path


def changed(package: Path, name: str) -> bool:
    """Change a file; say whether the hash does."""
    before, file = games.hash_of_rules.__wrapped__("seelowe"), package / name
    file.write_text(file.read_text(encoding="utf-8") + "CHANGED = 1\n", encoding="utf-8")
    return games.hash_of_rules.__wrapped__("seelowe") != before


@pytest.mark.parametrize("name", DECIDES)
def test_the_hash_changes_with_what_decides_a_game(package: Path, name: str) -> None:
    assert changed(package, name)


@pytest.mark.parametrize("name", SHOWS)
def test_the_hash_stays_where_only_showing_changes(package: Path, name: str) -> None:
    assert not changed(package, name)


def test_what_is_only_told_of_a_scenario_is_not_in_the_hash() -> None:
    told = deciding_data('turns = 4\nexercise = true\nlean = "to Red"\n')
    assert told == deciding_data('turns = 4\nlean = "to Green, and by much"\n')
    assert told != deciding_data("turns = 5\nexercise = true\n")
