"""The games that can be played: their scenarios, found by name."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from grognard.charts.errors import NoSuch
from grognard.charts.rulings import parse_profile
from grognard.games import Card, folder, game
from grognard.games.scenarios import Headed
from grognard.play.game import BoardGame
from grognard.play.log import Header, SavedLog
from grognard.play.rules_hash import rules_hash
from grognard.play.table import Table
from grognard.play.verify import verified

# What decides every game: folders and files of the package.
SHARED = (
    "charts", "umpire", "procedures", "hexes", "rules", "play/tuples.py", "games/__init__.py", "games/levels.py",
    "games/order_of_battle.py", "games/scenarios.py",
)  # fmt: skip
# What only shows, says or values something, by the names of folders and modules.
SHOWN = (
    "doubts", "drawing", "evaluation.py", "measure.py", "questions.py", "show.py", "telling.py", "text.py", "view.py",
    "words.py",
)  # fmt: skip


class Scenario(Headed, Protocol):
    """What every scenario says of itself."""

    @property
    def name(self) -> str:
        """Its name in commands and links."""


def scenario_names(name: str) -> tuple[str, ...]:
    """Return the names of a game's scenarios, the teaching one first; none where it cannot be played yet."""
    if not (folder(name) / "play.py").exists():
        return ()
    known = {path.stem for path in (folder(name) / "scenarios").glob("*.toml")}
    named = [each for each in game(name).scenarios if each in known]
    return (*named, *sorted(known - set(named)))


@cache
def scenario(name: str, scenario_name: str) -> Any:
    """Return one scenario of a game."""
    if scenario_name not in scenario_names(name):
        raise NoSuch(f"scenario in {name} called", scenario_name, scenario_names(name))
    return _module(name).load_scenario(folder(name) / "scenarios" / f"{scenario_name}.toml")


def open_game(
    name: str, scenario_name: str, profile: str = "card", switched: Mapping[str, str] | None = None
) -> BoardGame[Any]:
    """Return a scenario ready to play under a profile, with single rulings switched."""
    card = Card(name, parse_profile(profile), tuple(sorted((switched or {}).items())))
    _ = card.rulings.profile  # a ruling that is not there is refused here, before anything is set up
    found: BoardGame[Any] = _module(name).open_scenario(scenario(name, scenario_name), card)
    return found


def header(
    name: str,
    scenario_name: str,
    profile: str = "card",
    switched: Mapping[str, str] | None = None,
    *,
    free: bool = False,
) -> Header:
    """Return the header of a log: what the game is played with, and the hash of its rules."""
    return Header(
        game=name,
        scenario=scenario_name,
        profile=parse_profile(profile),
        switched=dict(switched or {}),
        rules=hash_of_rules(name),
        free=free,
    )


def open_log(log: SavedLog) -> Table[Any]:
    """Open a saved game: set it up by its header, and play it again with everything held against the rules."""
    head = log.header
    return verified(open_game(head.game, head.scenario, head.profile, head.switched), log)


@cache
def hash_of_rules(name: str) -> str:
    """Return the hash of everything that decides a game: what all games share, and its own folder."""
    root = Path(__file__).parent.parent
    return rules_hash([*(root / each for each in SHARED), folder(name)], SHOWN)


def _module(name: str) -> Any:
    return import_module(f"grognard.games.{folder(name).name}.play")
