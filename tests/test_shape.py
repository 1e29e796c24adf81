# SPDX-License-Identifier: Apache-2.0
"""The shape of the tree: no module grows beyond a few pages, and what all games share names none of them."""

import ast
import re
from pathlib import Path

import pytest

from grognard.registry import NAMES, folder, game
from grognard.registry.games import open_game, scenario, scenario_names

PACKAGE = Path(__file__).parent.parent / "src" / "grognard"
PAGE = Path(__file__).parent.parent / "web" / "src"
MODULES = sorted(PACKAGE.rglob("*.py"))
# The most lines of a module.
LONGEST = 350
# The most lines of Python in the folder of the game that is made of chapters and has two of its own.
DIFFERENCES = 700
# The most lines of Python in the folders of all games: what they have in common is in the library. Some 200 of them are the
# words for what is told first of each game's outcomes.
ALL_DIFFERENCES = 24_500
# Words of the page that charts of some games go by too: a lens, and a kind of axis.
LENSES_AND_KINDS = {"supply", "odds"}
# What knows no game.
SHARED = ("rules", "play", "opponent")


# The clock on the wall, which people and machines set; and those who may tell the time by it.
WALL = re.compile(
    r"\btime\.time(_ns)?\b|\bfrom time import .*\btime\b|\bdatetime\.(now|today|utcnow)\b|\bdate\.today\b"
)
DATED = {
    "server/talk.py": "when something was said",
    "server/timekeeping.py": "how long a store was served",
    "server/standing.py": "since when somebody is to act",
    "server/old_tables.py": "for how long nobody has played at a table",
    "server/notices.py": "until when a mail address can be confirmed",
    "server/web_push.py": "until when a signature holds, for push services",
}


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_module_is_too_long() -> None:
    assert not {str(path.relative_to(PACKAGE)): lines(path) for path in MODULES if lines(path) > LONGEST}


def test_what_waits_or_is_limited_goes_by_a_clock_that_nobody_sets() -> None:
    """Else a clock that jumps ends connections, empties or fills allowances, and lets programs wait for hours."""
    told = {
        str(path.relative_to(PACKAGE)) for path in MODULES if WALL.search(path.read_text(encoding="utf-8"))
    }
    assert told <= DATED.keys(), "use time.monotonic, or say in DATED whom the date is told"


def test_the_games_together_are_what_they_do_differently() -> None:
    assert sum(map(lines, (PACKAGE / "games").rglob("*.py"))) <= ALL_DIFFERENCES


def test_what_depends_on_rulings_is_cached_within_bounds() -> None:
    """Strangers choose rulings: what was worked out under theirs was kept for ever, in Iron Curtain two megabytes each time."""
    unbounded = [
        f"{path.relative_to(PACKAGE)}: {made.name}"
        for path in MODULES
        for made in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(made, ast.FunctionDef)
        and "cache" in map(ast.unparse, made.decorator_list)
        and any(arg.annotation and ast.unparse(arg.annotation) in {"Card", "Chart"} for arg in made.args.args)
    ]
    assert unbounded == []


def test_a_game_made_of_chapters_is_what_it_does_differently() -> None:
    assert sum(map(lines, folder("seelowe").rglob("*.py"))) <= DIFFERENCES


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


def page_modules() -> list[Path]:
    written = [*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")]
    return sorted(path for path in written if path.name != "schema.d.ts")


def code(path: Path) -> str:
    """Return a module of the page without its comments, in which an example may stand."""
    return re.sub(r"(?s:/\*.*?\*/|<!--.*?-->)|//.*", "", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_no_word_of_a_game(name: str) -> None:
    """Neither of a game, a scenario, a side or a chart, nor of what is said of counters: all of that comes from the server."""
    games = [open_game(name, each) for each in scenario_names(name)]
    sides = {side for each in games for side in each.sides}
    # Of states a text in quotes; what is drawn may go by the same word.
    states = {f'"{state.id}"' for each in games for state in each.view.states}
    charts = {f'"{chart}"' for chart in set(game(name).charts) - LENSES_AND_KINDS}
    words = "|".join(re.escape(word) for word in sorted(names_of(name) | sides | states | charts))
    named = re.compile(rf"(?<!class=)(?<!\w)({words})(?!\w)")
    assert {path.name: said for path in page_modules() if (said := named.findall(code(path)))} == {}


def test_no_module_of_the_page_is_too_long() -> None:
    assert not {path.name: lines(path) for path in page_modules() if lines(path) > LONGEST}
