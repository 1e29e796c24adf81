"""The shape of the tree: no module grows beyond a few pages, and what all games share names none of them."""

import re
from pathlib import Path

import pytest

from grognard.games import NAMES, folder, game
from grognard.games.registry import scenario, scenario_names

PACKAGE = Path(__file__).parent.parent / "src" / "grognard"
MODULES = sorted(PACKAGE.rglob("*.py"))
# The most lines of a module.
LONGEST = 350
# The most lines of Python in the folder of the game that is made of chapters and has two of its own.
DIFFERENCES = 700
# What knows no game.
SHARED = ("rules", "play", "opponent")


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_module_is_too_long() -> None:
    assert not {str(path.relative_to(PACKAGE)): lines(path) for path in MODULES if lines(path) > LONGEST}


def names_of(name: str) -> set[str]:
    """Return what a game, its folder and its scenarios are called."""
    titles = {game(name).title, game(name).title.partition(":")[0]}
    scenarios = {scenario(name, each).title for each in scenario_names(name)}
    return {name, folder(name).name, *titles, *scenarios}


@pytest.mark.parametrize("name", NAMES)
def test_what_games_share_names_none_of_them(name: str) -> None:
    """Neither in code nor in a comment or docstring, where a name would be an example that only one game has."""
    # A title such as Jarama is a word; one such as Seelöwe is written either way.
    words = {word for each in names_of(name) for word in (each, each.replace("ö", "oe"))}
    named = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in sorted(words)), re.IGNORECASE)
    for path in (path for shared in SHARED for path in (PACKAGE / shared).rglob("*.py")):
        said = [line for line in path.read_text(encoding="utf-8").splitlines() if named.search(line)]
        assert said == [], path.relative_to(PACKAGE)
