"""What the kit is parametrised over: every scenario of every game that can be played, found by being registered."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.games import NAMES, game
from grognard.games.playing import header, open_game, scenario, scenario_names
from grognard.opponent import PROGRAMS
from grognard.opponent.fuzz import Failure, decided
from grognard.play.game import BoardGame
from grognard.play.log import Header, save_log
from grognard.play.table import Table, begin, given_again

SCENARIOS = [f"{name}/{each}" for name in NAMES for each in scenario_names(name)]
# The first scenario of a game is its teaching one: short, so everything is checked there.
TEACHING = [f"{name}/{scenario_names(name)[0]}" for name in NAMES if scenario_names(name)]

every_scenario = pytest.mark.parametrize("name", SCENARIOS)
every_game = pytest.mark.parametrize("name", TEACHING)


def parts(name: str) -> tuple[str, str]:
    game_name, _, scenario_name = name.partition("/")
    return game_name, scenario_name


def opened(name: str) -> BoardGame[Any]:
    return open_game(*parts(name))


def headed(name: str) -> Header:
    return header(*parts(name))


def begun(name: str) -> Table[Any]:
    return begin(opened(name), headed(name))


def title(name: str) -> str:
    return f"{game(parts(name)[0]).title}: {scenario(*parts(name)).title}"


def playthrough(name: str, ending: str) -> Path:
    """The file a playthrough is kept in, `jsonl` for the log and `txt` for what it tells."""
    game_name, scenario_name = parts(name)
    folder = Path(__file__).parent.parent / "games" / game_name.replace("-", "_") / "playthroughs"
    return folder / f"{scenario_name}.{ending}"


@cache
def moments_of(name: str, seed: int, most: int = 400) -> tuple[Table[Any], ...]:
    """Tables of a random game, step by step from the first: in the middle of orders and of questions too."""
    table, rng = begun(name), Random(seed)
    tables = [table]
    while len(tables) < most and (table.in_hand or table.game.to_move(table.position)):
        table = given_again(table.before_order, decided(table, PROGRAMS["random"], rng))
        tables.append(table)
    return tuple(tables)


def fail_with(failure: Failure, folder: Path) -> None:
    """Fail a test with a short game that shows why, written to a file."""
    path = folder / "failing-game.jsonl"
    save_log(failure.log, path)
    pytest.fail(f"{failure.fault}; a game of {len(failure.log.entries)} orders shows it: {path}")
