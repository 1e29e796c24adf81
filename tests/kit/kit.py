# SPDX-License-Identifier: Apache-2.0
"""What the kit is parametrised over: every scenario of every game that can be played, found by being registered."""

from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.opponent import PendingChoice, greedy, random_play, self_play
from grognard.opponent.fuzz import Failure
from grognard.play.game import BoardGame
from grognard.play.log import Header, SavedLog, plain, save_log
from grognard.play.table import Table, begin
from grognard.play.verify import verified
from grognard.registry import NAMES, game, game_name
from grognard.registry.current_rules import current_rules
from grognard.registry.games import game_of, header, open_game, scenario, scenario_names, with_rulings

# The games that come with Grognard, and the example of one made of data alone.
GAMES = (*NAMES, game_name(str(Path(__file__).parents[2] / "examples" / "lysna")))
SCENARIOS = [f"{name}/{each}" for name in GAMES for each in scenario_names(name)]
# Those that came after 0.2.0, the last release of which games were kept.
LATER = {"asl-sk/schuppen", "iron-curtain/ahlden", "jarama/ermita", "panzerblitz/balka", "seelowe/sandgate"}
# Those that are solved exactly: nothing is hidden in them, whatever the game.
EXERCISES = {
    f"{name}/{each}" for name in GAMES for each in scenario_names(name) if scenario(name, each).exercise
}
# The first scenario of a game is its teaching one: short, so everything is checked there.
TEACHING = [f"{name}/{scenario_names(name)[0]}" for name in GAMES if scenario_names(name)]
# How many of a piece's attacks are looked at.
LOOK = 40

every_scenario = pytest.mark.parametrize("name", SCENARIOS)
every_game = pytest.mark.parametrize("name", TEACHING)


def parts(name: str) -> tuple[str, str]:
    game, _, scenario_name = name.partition("/")
    return game, scenario_name


def opened(name: str) -> BoardGame[Any]:
    return open_game(*parts(name))


def headed(name: str) -> Header:
    return header(*parts(name))


def begun(name: str) -> Table[Any]:
    return begin(opened(name), headed(name))


def open_log(log: SavedLog) -> Table[Any]:
    """A saved game, played again from its start with everything checked by the rules."""
    log = with_rulings(log)
    return verified(game_of(log.header), log, current_rules(log.header.game, log.header.scenario))


def title(name: str) -> str:
    return f"{game(parts(name)[0]).title}: {scenario(*parts(name)).title}"


def playthrough(name: str, ending: str) -> Path:
    """The file a playthrough is kept in, `jsonl` for the log and `txt` for what it tells."""
    game, scenario_name = parts(name)
    folder = Path(__file__).parent.parent / "games" / game.replace("-", "_") / "playthroughs"
    return folder / f"{scenario_name}.{ending}"


@cache
def moments_of(name: str, seed: int, most: int = 400) -> tuple[Table[Any], ...]:
    """Tables of a random game, step by step from the first: in the middle of orders and of questions too."""
    first = begun(name)
    return (first, *islice(self_play(first, random_play, Random(seed)), most - 1))


def fighting(
    game: BoardGame[Any], seen: Any, pending: PendingChoice | None, rng: Random, sense: float = 0
) -> Any:
    """Attack whatever can be attacked, with any group, else do anything, or by `sense` the best. Decide by lot.

    Of all programs it is this one that comes to the questions of combat.
    """
    if pending is not None:
        return rng.choice(pending.choice.options)
    battles, actors = list(game.view.battles(seen)), set(game.rules.actors(seen))
    for battle in rng.sample(battles, len(battles)):
        # Attacks are ordered of the units that make them, or of the hex that they are made on.
        actor = battle.target if battle.target in actors else rng.choice(battle.pieces).piece
        attacks = [
            each
            for each in islice(game.rules.orders(seen, actor), LOOK)
            if plain(each).get("target") == battle.target
        ]
        if attacks:
            return rng.choice(attacks)
    return (greedy if rng.random() < sense else random_play)(game, seen, None, rng)


# Units that hold together come to rarer questions: who gives way, and which of several alike is lost.
fighting_well = partial(fighting, sense=0.85)


def fail_with(failure: Failure, folder: Path) -> None:
    """Fail a test with a short game that shows why, written to a file."""
    path = folder / "failing-game.jsonl"
    save_log(failure.log, path)
    pytest.fail(f"{failure.fault}; a game of {len(failure.log.entries)} orders shows it: {path}")
