# SPDX-License-Identifier: Apache-2.0
"""The conformance tests that PettingZoo, OpenSpiel and Gymnasium have for environments, on ours."""

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from kit import SCENARIOS
from open_spiel.python.algorithms import generate_playthrough, mcts, minimax
from pettingzoo.test import api_test, performance_benchmark, seed_test

import grognard
from grognard.charts.errors import GrognardError, NoSuch
from grognard.lab.research import aec_env, load_spiel_game, single_env
from grognard.lab.research.gym_env import NAME, GrognardEnv
from grognard.lab.research.pettingzoo_env import GrognardAEC
from grognard.lab.solve.solution import solve as solve_exactly

# A game that hides nothing, and one that does.
BOTH = ("seelowe/hythe", "jarama/pindoque")
# A game of so few choices is enough for a conformance test.
FEW = 14
# What PettingZoo's test remarks on and lets pass: an observation of several arrays, and agents with the names of sides.
remarks = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named in the format"),
]


def remarked(test: Any) -> Any:
    for mark in remarks:
        test = mark(test)
    return test


# PettingZoo


@remarked
@pytest.mark.parametrize("name", BOTH)
def test_pettingzoo_finds_no_fault(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec_env(name, most_choices=40), num_cycles=60, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: aec_env(name, most_choices=40), num_cycles=15)


@remarked
@pytest.mark.long
@pytest.mark.parametrize("name", SCENARIOS)
def test_pettingzoo_finds_no_fault_in_whole_games(name: str) -> None:
    api_test(aec_env(name), num_cycles=2000, verbose_progress=False)
    seed_test(lambda: aec_env(name), num_cycles=500)
    performance_benchmark(aec_env(name))


def played(env: GrognardAEC, rng: Random) -> Iterator[tuple[str, dict[str, float]]]:
    """Play an environment at random to its end, and yield who acted and the rewards so far."""
    for side in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        done = over or cut
        env.step(None if done else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        yield side, dict(env.rewards)


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    env = aec_env("seelowe/hythe")
    env.reset(seed=4)
    *before, last = [given for _, given in played(env, Random(4)) if len(given) == len(env.possible_agents)]
    assert not any(any(given.values()) for given in before)
    assert sum(last.values()) == 0
    won = [side for side in env.possible_agents if env.episode.moment.game.result.startswith(side)]
    assert [side for side, given in last.items() if given > 0] == won


def test_a_game_of_too_many_choices_is_cut_off() -> None:
    env = aec_env("seelowe/hythe", most_choices=5)
    env.reset(seed=1)
    count = sum(1 for _ in played(env, Random(1)))
    assert count == 5 + 2, "each agent is told of the end"


def test_a_clone_goes_its_own_way_with_the_same_dice() -> None:
    env = aec_env("jarama/pindoque")
    env.reset(seed=7)
    for _ in zip(range(30), played(env, Random(7)), strict=False):
        pass
    twin = env.clone()
    there = env.episode.moment.game.fingerprint
    ends = []
    for each in (twin, env):
        assert each.episode.moment.game.fingerprint == there
        for _ in zip(range(60), played(each, Random(8)), strict=False):
            pass
        ends.append(each.episode.moment.game.fingerprint)
    assert ends[0] == ends[1] != there


def test_an_action_that_is_not_legal_is_refused() -> None:
    env = aec_env("seelowe/hythe")
    with pytest.raises(AttributeError, match="before reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(GrognardError, match="640 is not a legal action here"):
        env.step(640)
    with pytest.raises(GrognardError, match="German is to choose, and None is no action"):
        env.step(None)
    assert env.in_words(1) == "17id"


# OpenSpiel


@pytest.mark.parametrize("name", BOTH)
def test_openspiel_finds_no_fault(name: str) -> None:
    game = pyspiel.load_game(f"grognard(scenario={name},most_choices={FEW})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENARIOS)
def test_openspiel_finds_no_fault_in_long_games(name: str) -> None:
    """Short games are over by then; what a side knows of one grows with it, and is written out at each of its states."""
    pyspiel.random_sim_test(
        load_spiel_game(name, most_choices=300), num_sims=1, serialize=False, verbose=False
    )
    pyspiel.random_sim_test(load_spiel_game(name, most_choices=60), num_sims=1, serialize=True, verbose=False)


def test_openspiel_writes_and_reads_back_a_playthrough() -> None:
    text = generate_playthrough.playthrough("grognard(scenario=seelowe/sandgate)", action_sequence=[], seed=3)
    assert 'action: "' in text.lower() or "# Apply action" in text
    assert "# State 3" in text


def test_chance_nodes_have_the_chances_of_the_dice() -> None:
    state, rng, met = load_spiel_game("seelowe/hythe").new_initial_state(), Random(1), 0
    while met < 3:
        if state.is_chance_node():
            met += 1
            chances = dict(state.chance_outcomes())
            assert sum(chances.values()) == pytest.approx(1)
            assert {round(chance * 6, 9) % 1 for chance in chances.values()} == {0.0}, "one die"
        state.apply_action(
            rng.choice(
                [action for action, _ in state.chance_outcomes()]
                if state.is_chance_node()
                else state.legal_actions()
            )
        )


def test_a_state_is_cloned_at_no_cost_and_survives_its_text() -> None:
    state = load_spiel_game("jarama/pindoque").new_initial_state()
    rng = Random(3)
    for _ in range(25):
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.clone().moment is state.moment
    again = pickle.loads(pickle.dumps(state.moment))  # noqa: S301 - our own
    assert (again.game.fingerprint, again.actions) == (state.moment.game.fingerprint, state.moment.actions)


def test_openspiels_tree_search_plays() -> None:
    game, rng = load_spiel_game("seelowe/hythe", most_choices=FEW), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 6, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


def solve(state: Any, values: dict[str, float], states: dict[str, Any]) -> float:
    """Work out the value of a state for the first player by backward induction, through OpenSpiel's interface alone."""
    name = str(state)
    if name not in values:
        states[name] = state
        if state.is_terminal():
            value = state.returns()[0]
        elif state.is_chance_node():
            value = sum(
                chance * solve(state.child(at), values, states) for at, chance in state.chance_outcomes()
            )
        else:
            best = max if state.current_player() == 0 else min
            value = best(solve(state.child(action), values, states) for action in state.legal_actions())
        values[name] = value
    return values[name]


def test_the_exercise_is_worth_to_openspiel_what_was_worked_out_by_hand() -> None:
    values: dict[str, float] = {}
    states: dict[str, Any] = {}
    start = load_spiel_game("seelowe/sandgate").new_initial_state()
    assert solve(start, values, states) == pytest.approx(8 / 27, abs=1e-12)
    # Every tenth of the others, as exact play has it, whether an order, an answer or a roll is awaited.
    exact = solve_exactly(grognard.open("seelowe/sandgate"))
    whole = [(name, state) for name, state in states.items() if not state.moment.path]
    assert len(whole) > 1000
    for name, state in whole[::10]:
        assert values[name] == pytest.approx(float(exact.value(state.moment.game)), abs=1e-12)
    # Its own search has no memory of states, so it is asked near the end.
    late = [
        name for name, state in states.items() if state.move_number() > 9 and abs(values[name]) not in (0, 1)
    ]
    value, _ = minimax.expectiminimax(states[late[0]], 99, lambda _: 0, 0)
    assert value == pytest.approx(values[late[0]], abs=1e-12)


@pytest.mark.long
def test_openspiels_regret_minimisation_comes_near_the_value_of_a_short_exercise() -> None:
    game = pyspiel.load_game("grognard(scenario=seelowe/sandgate,edits=turns 1)")
    solver = pyspiel.CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.05


def test_openspiels_game_takes_rulings() -> None:
    by_text = pyspiel.load_game("grognard(scenario=seelowe/sandgate,rulings=city-ignores:also-br)")
    by_name = load_spiel_game("seelowe/sandgate", rulings={"city-ignores": "also-br"})
    for game in (by_text, by_name, pyspiel.load_game(str(by_name))):
        assert game.setting.start.table.log.header.rulings["city-ignores"] == "also-br"
    with pytest.raises(GrognardError, match="city-ignore"):
        load_spiel_game("seelowe/sandgate", rulings={"city-ignore": "also-br"})


def test_observations_take_no_parameters() -> None:
    with pytest.raises(ValueError, match="observations take no parameters"):
        load_spiel_game("seelowe/hythe").make_py_observer(None, {"view": 1})


# Gymnasium


@pytest.mark.parametrize("name", BOTH)
def test_gymnasium_finds_no_fault(name: str) -> None:
    env = gymnasium.make(NAME, scenario=name, opponent="random", if_illegal="nothing", most_choices=60)
    check_env(env.unwrapped)


def whole_game(env: GrognardEnv, seed: int) -> list[float]:
    rng, rewards, over = Random(seed), [], False
    seen, _ = env.reset(seed=seed)
    while not over:
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, ended, cut, _ = env.step(action)
        rewards.append(reward)
        over = ended or cut
    return rewards


def test_an_agent_plays_one_side_against_a_program() -> None:
    env = single_env("seelowe/hythe", side="British", opponent="random")
    one, other = (whole_game(env, 5) for _ in range(2))
    assert one == other
    assert set(one[:-1]) == {0.0}
    assert one[-1] in (-1.0, 0.0, 1.0)
    assert env.episode.moment.is_over


def test_shaped_rewards_add_up_to_how_the_evaluation_changed() -> None:
    env = single_env("seelowe/hythe", shaped=0.5)
    env.reset(seed=5)
    start = env.episode.moment.view("German").value
    rewards = whole_game(env, 5)
    moment = env.episode.moment
    end = moment.view("German").value
    assert sum(rewards) == pytest.approx(0.5 * (end - start) + env.episode.rewards["German"])


def test_what_is_unknown_is_refused_by_name() -> None:
    with pytest.raises(NoSuch, match="there is no side 'Germans'; did you mean German"):
        single_env("seelowe/hythe", side="Germans")
    with pytest.raises(NoSuch, match="there is no program 'gredy'; did you mean greedy"):
        single_env("seelowe/hythe", opponent="gredy")


def test_a_vector_of_environments_plays_in_processes_of_its_own() -> None:
    """The same actions lead to the same as in one process."""
    options = {"scenario": "seelowe/hythe", "if_illegal": "nothing", "most_choices": 30}
    found = []
    for mode in ("sync", "async"):
        envs = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode=mode, **options)  # type: ignore[arg-type]  # any option
        seen, _ = envs.reset(seed=3)
        for _ in range(4):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        found.append(np.concatenate([seen["planes"].ravel(), seen["game"].ravel()]))
        envs.close()
    one, other = found
    assert np.array_equal(one, other)
