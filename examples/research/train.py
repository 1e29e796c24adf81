# SPDX-License-Identifier: Apache-2.0
"""Train a small masked policy on the teaching scenario of Seelöwe, and let it play against `random`.

    python examples/research/train.py --games 600

It needs `pip install 'grognard[research]'`, and no other package: the policy is two layers in NumPy, trained by policy gradient.
Each step is rewarded with the change of the side's own evaluation, which the side sees; the result of the game comes on top.
docs/research.md shows what comes of it.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.lab.research import single_env
from grognard.lab.research.gym_env import GrognardEnv

Array = NDArray[np.float32]
SCENARIO, SIDE = "seelowe/hythe", "German"
HIDDEN = 64
# How much later rewards count at each step, how much evaluation counts beside the result, and how fast the policy learns.
LATER, SHAPED, RATE = 0.97, 0.05, 3e-3
# After so many games the policy learns from them, and after so many updates it is tried.
BATCH, TRIED_EVERY = 10, 10


class Policy:
    """Two layers: from an observation to a score for each action. Actions that are not legal have no chance."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights: dict[str, Array] = {
            "in": (rng.standard_normal((inputs, HIDDEN)) / 10).astype(np.float32),
            "out": np.zeros((HIDDEN, actions), np.float32),
            "bias": np.zeros(actions, np.float32),
        }
        self._speed = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._size = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._updates = 0

    def chances(self, seen: Array, mask: Array) -> tuple[Array, Array]:
        """Return the chance of each action, and what the first layer made of the observation."""
        inner = np.tanh(seen @ self.weights["in"])
        scores = np.where(mask > 0, inner @ self.weights["out"] + self.weights["bias"], -np.inf)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True), inner

    def learn(self, seen: Array, masks: Array, actions: NDArray[np.int64], gains: Array) -> None:
        """Make actions likelier that gained more than usual, and others less likely."""
        chances, inner = self.chances(seen, masks)
        blame = chances * gains[:, None]
        blame[np.arange(len(actions)), actions] -= gains
        blame /= len(actions)
        back = ((blame @ self.weights["out"].T) * (1 - inner**2)).astype(np.float32)
        self._step({"in": seen.T @ back, "out": inner.T @ blame, "bias": blame.sum(axis=0)})

    def _step(self, slopes: dict[str, Array]) -> None:
        """Take a step of Adam."""
        self._updates += 1
        for name, slope in slopes.items():
            self._speed[name] += 0.1 * (slope - self._speed[name])
            self._size[name] += 0.001 * (slope**2 - self._size[name])
            speed = self._speed[name] / (1 - 0.9**self._updates)
            size = self._size[name] / (1 - 0.999**self._updates)
            self.weights[name] -= RATE * speed / (np.sqrt(size) + 1e-8)


def features(seen: dict[str, Any]) -> Array:
    """Return an observation as one row: the pieces and the game; the map is left out, since pieces tell where they stand."""
    pieces = seen["pieces"] / 10
    return np.concatenate([pieces.ravel(), seen["game"], [1.0]]).astype(np.float32)


def episode(
    env: GrognardEnv, policy: Policy, rng: np.random.Generator, seed: int
) -> Iterator[tuple[Array, Array, int, float]]:
    """Play a game, and yield what was seen, what was legal, what was chosen, and the reward."""
    seen, _ = env.reset(seed=seed)
    over = False
    while not over:
        row, mask = features(seen), seen["action_mask"].astype(np.float32)
        chances, _ = policy.chances(row, mask)
        action = int(rng.choice(len(chances), p=chances / chances.sum()))
        seen, reward, ended, cut, _ = env.step(action)
        over = ended or cut
        yield row, mask, action, reward


def returns(rewards: list[float]) -> Array:
    """Return what is still to come at each step, counting later rewards less."""
    total, found = 0.0, []
    for reward in reversed(rewards):
        total = reward + LATER * total
        found.append(total)
    return np.array(found[::-1], np.float32)


def train_once(env: GrognardEnv, policy: Policy, rng: np.random.Generator, seeds: range) -> float:
    """Play some games and learn from them; return the mean of their rewards."""
    rows: list[Array] = []
    masks: list[Array] = []
    actions: list[int] = []
    gains: list[Array] = []
    for seed in seeds:
        played = list(episode(env, policy, rng, seed))
        rows += [row for row, _, _, _ in played]
        masks += [mask for _, mask, _, _ in played]
        actions += [action for _, _, action, _ in played]
        gains.append(returns([reward for _, _, _, reward in played]))
    gained = np.concatenate(gains)
    usual = (gained - gained.mean()) / (gained.std() + 1e-6)
    policy.learn(np.stack(rows), np.stack(masks), np.array(actions), usual)
    return float(np.mean([each[0] for each in gains]))


def tried(env: GrognardEnv, policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """Return the mean result of games against the opponent, from -1 to 1, and the share that is won."""
    rng = np.random.default_rng(seed)
    results = []
    for game in range(games):
        list(episode(env, policy, rng, seed * 1000 + game))
        results.append(env.episode.rewards[env.side])
    return float(np.mean(results)), float(np.mean(np.array(results) > 0))


def main() -> None:
    """Train, and say how the policy does as it learns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=600, help="how many games to learn from")
    parser.add_argument("--tries", type=int, default=40, help="how many games each trial has")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env = single_env(SCENARIO, side=SIDE, opponent="random", shaped=SHAPED)
    seen, _ = env.reset(seed=given.seed)
    policy = Policy(len(features(seen)), env.setting.numbering.size, given.seed)
    rng = np.random.default_rng(given.seed)
    start = time.process_time()
    for update in range(given.games // BATCH + 1):
        if update % TRIED_EVERY == 0:
            mean, won = tried(env, policy, given.tries, seed=900)
            print(
                f"{update * BATCH:5} games, {time.process_time() - start:5.0f} s: mean result {mean:+.2f}, {won:.0%} won",
                flush=True,
            )
        train_once(
            env,
            policy,
            rng,
            range(given.seed * 10**6 + update * BATCH, given.seed * 10**6 + (update + 1) * BATCH),
        )


if __name__ == "__main__":
    main()
