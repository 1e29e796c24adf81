# SPDX-License-Identifier: Apache-2.0
"""Random play of the scenarios that come with Grognard, beside OpenSpiel's backgammon and PettingZoo's chess.

Decisions (whom to order, what to order, each question answered) and rolls in a second of CPU time. Contenders are
interleaved in each round; the median of the rounds counts. No two of them play the same game, so nothing is compared
but the speed. Every game of every contender is played to its end: openings of chess go faster than the rest of it.
"""

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel
from pettingzoo.classic import chess_v6

from grognard.opponent import random_play
from grognard.play.game import BoardGame
from grognard.registry.games import open_game
from grognard.umpire import Roll, drive

ROUNDS = 9


def ours(game: BoardGame[Any], rng: Random) -> int:
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
        order = random_play(game, position, None, rng)
        count += 2
        position = drive(game.rules.carry_out(position, order), respond)
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
    table, count = chess_v6.env(), 0
    table.reset(seed=rng.randrange(1000))
    for _ in table.agent_iter():
        seen, _, ended, cut, _ = table.last()
        if ended or cut:
            break
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        count += 1
    return count


BACKGAMMON = pyspiel.load_game("backgammon")
HYTHE, SEALION = (open_game("seelowe", name) for name in ("hythe", "sealion"))
CONTENDERS: dict[str, tuple[Callable[[Random], int], int]] = {
    "seelowe/hythe": (lambda rng: ours(HYTHE, rng), 60),
    "seelowe/sealion": (lambda rng: ours(SEALION, rng), 6),
    "OpenSpiel backgammon": (backgammon, 12),
    "PettingZoo chess": (chess, 1),
}


def main() -> None:
    """Measure and print the table."""
    speeds: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    for round_number in range(ROUNDS + 1):
        for name, (run, games) in CONTENDERS.items():
            rng = Random(round_number)
            before = time.process_time()
            count = sum(run(rng) for _ in range(games))
            speeds[name].append(count / (time.process_time() - before))
    # The first round compiles.
    medians = {name: statistics.median(each[1:]) for name, each in speeds.items()}
    for name, median in medians.items():
        print(f"{name:<22}{median:>10,.0f} decisions and rolls a second")
    best = max(medians["seelowe/hythe"], medians["seelowe/sealion"])
    peers = medians["OpenSpiel backgammon"], medians["PettingZoo chess"]
    print(
        f"\nrandom play: {best / peers[0]:.2f}x backgammon (bar 0.5), {best / peers[1]:.0f}x chess (bar 50)"
    )


if __name__ == "__main__":
    main()
