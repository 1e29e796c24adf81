# SPDX-License-Identifier: Apache-2.0
"""Random play of all scenarios, beside OpenSpiel's backgammon, PettingZoo's chess and, where there is a copy of it, Atlatl.

    python bench/play.py [--rounds 9] [--atlatl FOLDER]

Decisions (whom to order, what to order, each question answered) and rolls in a second of CPU time, by the rules alone as programs
play them, and through the interface for research with what is observed at each choice. Contenders are interleaved in each round;
the median of the rounds counts. No two of them play the same game, so nothing is compared but the speed. Every game of every
contender is played to its end: openings of chess go faster than the rest of it. FOLDER is the `server` of a checkout of Atlatl.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel

from grognard.lab.research.moment import Setting, random_play
from grognard.lab.research.observation import Observing
from grognard.opponent import random_play as random_order
from grognard.play.game import BoardGame
from grognard.registry import NAMES
from grognard.registry.games import scenario_names
from grognard.umpire import Roll, drive

# About how long a contender plays in a round, so that each counts for as much.
SECONDS = 0.25
SCENARIOS = [f"{name}/{each}" for name in NAMES for each in scenario_names(name)]
Contender = Callable[[Random], int]


def by_the_rules(game: BoardGame[Any], rng: Random) -> int:
    """Play a scenario at random; return how many decisions and rolls it took."""
    count = 0

    def respond(ask: Any) -> Any:
        nonlocal count
        count += 1
        if isinstance(ask, Roll):
            dice = ask.read.dice
            return ask.read[sum(rng.randint(1, dice.sides) for _ in range(dice.count))]
        return rng.choice(ask.options)

    position = game.rules.start()
    while game.rules.to_move(position) is not None:
        order = random_order(game, position, None, rng)
        count += 2
        position = drive(game.rules.carry_out(position, order), respond)
    return count


def observed(observing: Observing, rng: Random) -> int:
    """Play a scenario at random through the interface for research, and observe it at each choice; return how many there were."""
    count = 0
    for moment in random_play(observing.setting.begin(), rng):
        if moment.side is not None:
            observing.of(moment, moment.side)
            observing.mask(moment, moment.side)
            count += 1
    return count


def backgammon(rng: Random) -> int:
    """Play OpenSpiel's backgammon at random."""
    state, count = BACKGAMMON.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, chances)[0]
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
        count += 1
    return count


def chess(rng: Random) -> int:
    """Play PettingZoo's chess at random."""
    table, count = import_module("pettingzoo.classic").chess_v6.env(), 0
    table.reset(seed=rng.randrange(1000))
    for _ in table.agent_iter():
        seen, _, ended, cut, _ = table.last()
        if ended or cut:
            break
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        count += 1
    return count


def atlatl(folder: Path) -> Contender:
    """Return how to play Atlatl at random, the scenario `city-inf-5` of a copy of it."""
    sys.path.insert(0, str(folder))
    kinds, engine = import_module("scenario_gen_reg"), import_module("game")
    factory, options = kinds.scenario_generator_registry["city-inf-5"]
    scenarios = factory(**options)

    def play(rng: Random) -> int:
        game = engine.Game(scenarios())
        state, count = game.initial_state(), 0
        while not game.is_terminal(state):
            state = game.transition(state, rng.choice(game.legal_actions(state)))
            count += 1
        return count

    return play


BACKGAMMON = pyspiel.load_game("backgammon")


def contenders(copy_of_atlatl: Path | None) -> dict[str, Contender]:
    """Return everything that plays, by name."""
    settings = {name: Setting(name) for name in SCENARIOS}
    return {
        **{name: partial(by_the_rules, setting.game) for name, setting in settings.items()},
        **{f"{name}, observed": partial(observed, Observing(each)) for name, each in settings.items()},
        "OpenSpiel backgammon": backgammon,
        "PettingZoo chess": chess,
        **({"Atlatl city-inf-5": atlatl(copy_of_atlatl)} if copy_of_atlatl else {}),
    }


def speed(play: Contender, rng: Random) -> tuple[float, float]:
    """Play whole games for a while; return decisions and rolls, and games, in a second of CPU time."""
    before, count, games = time.process_time(), 0, 0
    while (passed := time.process_time() - before) < SECONDS:
        count += play(rng)
        games += 1
    return count / passed, games / passed


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--atlatl", type=Path, help="the folder `server` of a checkout of Atlatl")
    given = parser.parse_args()
    playing = contenders(given.atlatl)
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in playing}
    # The first round compiles.
    for number in range(given.rounds + 1):
        for name, play in playing.items():
            speeds[name].append(speed(play, Random(number)))
    medians = {
        name: (statistics.median(of[0] for of in each[1:]), statistics.median(of[1] for of in each[1:]))
        for name, each in speeds.items()
    }
    peers = [
        name for name in ("OpenSpiel backgammon", "PettingZoo chess", "Atlatl city-inf-5") if name in playing
    ]
    print(
        f"{'a second of CPU time':<36}{'decisions':>11}{'games':>8}{''.join(f'{peer.split()[1]:>12}' for peer in peers)}"
    )
    for name, (decisions, games) in medians.items():
        ratios = "".join(f"{decisions / medians[peer][0]:>11.2f}x" for peer in peers)
        print(f"{name:<36}{decisions:>11,.0f}{games:>8.1f}{ratios}")


if __name__ == "__main__":
    main()
