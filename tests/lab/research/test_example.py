# SPDX-License-Identifier: Apache-2.0
"""The example of training a policy, as far as a moment allows; and the table of sizes in the docs."""

import numpy as np
import research_sizes
import train

from grognard.lab.research import single_env


def test_the_example_learns_from_a_game() -> None:
    env = single_env("seelowe/sandgate", shaped=train.SHAPED)
    seen, _ = env.reset(seed=1)
    policy = train.Policy(len(train.features(seen)), int(env.setting.numbering.size), seed=1)
    before = {name: weights.copy() for name, weights in policy.weights.items()}
    # The first layer learns only once the second has.
    for _ in range(2):
        train.train_once(env, policy, np.random.default_rng(1), range(2))
    assert all((before[name] != policy.weights[name]).any() for name in before)
    mean, won = train.tried(env, policy, games=2, seed=1)
    assert -1 <= mean <= 1
    assert 0 <= won <= 1


def test_the_example_makes_likelier_what_gained_more() -> None:
    policy = train.Policy(3, 4, seed=1)
    seen, mask = np.ones((1, 3), np.float32), np.array([[1, 1, 1, 0]], np.float32)
    for _ in range(20):
        for action, gain in ((1, 1.0), (2, -1.0)):
            policy.learn(seen, mask, np.array([action]), np.array([gain], np.float32))
    (chances,), _ = policy.chances(seen, mask)
    assert chances[1] > chances[0] > chances[2] > chances[3] == 0


def test_later_rewards_count_less() -> None:
    assert train.returns([0.0, 1.0]).tolist() == np.array([train.LATER, 1.0], np.float32).tolist()


def test_the_table_of_sizes_is_that_of_the_scenarios() -> None:
    shown = research_sizes.PAGE.read_text(encoding="utf-8")
    assert shown == research_sizes.page(), "python scripts/research_sizes.py"
