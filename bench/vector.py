# SPDX-License-Identifier: Apache-2.0
"""Steps a second of environments in processes of their own: how many choices one or more processes make against `random`.

    python bench/vector.py [--scenario seelowe/hythe] [--processes 1 2] [--seconds 20]

By the clock, which means something only on a machine with nothing else to do; and the processor time of a choice, in the
environments' processes and in the one that drives them, which means something anywhere. A step is a choice of the agent in every environment, each with what it
observes; the opponent's choices and the dice are part of it.
"""

import argparse
import os
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from grognard.lab.research.gym_env import NAME

# The steps that are not counted.
WARM = 100


def chosen(masks: Any, rng: np.random.Generator) -> Any:
    """Choose at random for each environment; where a game has ended, the next step begins another whatever is chosen."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def processor(numbers: list[int]) -> float:
    """Return the seconds of processor time that processes have used."""
    ticks = 0
    for number in numbers:
        fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(scenario: str, processes: int, seconds: float) -> tuple[float, float, float]:
    """Return the choices that all environments together make in a second, and the milliseconds of each: in them, and outside."""
    envs = gymnasium.make_vec(
        NAME, num_envs=processes, vectorization_mode="async", scenario=scenario, if_illegal="nothing"
    )
    rng = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    own: Any = envs
    numbers = [process.pid for process in own.processes]
    # The first steps compile.
    for _ in range(WARM):
        seen, *_ = envs.step(chosen(seen["action_mask"], rng))
    inside, outside, begun, steps = processor(numbers), time.process_time(), time.perf_counter(), 0
    while (passed := time.perf_counter() - begun) < seconds:
        seen, *_ = envs.step(chosen(seen["action_mask"], rng))
        steps += processes
    used = [1000 * (processor(numbers) - inside) / steps, 1000 * (time.process_time() - outside) / steps]
    envs.close()
    return steps / passed, used[0], used[1]


def main() -> None:
    """Measure and print a line for each number of processes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenario", default="seelowe/hythe")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    for processes in given.processes:
        speed, inside, outside = measured(given.scenario, processes, given.seconds)
        print(
            f"{given.scenario}, {processes} processes: {speed:,.0f} choices a second; a choice takes "
            f"{inside:.2f} ms of processor time in its process, {outside:.2f} ms outside",
            flush=True,
        )


if __name__ == "__main__":
    main()
