# SPDX-License-Identifier: Apache-2.0
"""Games a second of `grognard match`, for each scenario and program on one process and on two, and how it scales beyond.

    python bench/match.py [--seconds 20] [--program random --program greedy] [SCENARIO ...]
    python bench/match.py --beyond

The first measures, after each process has played a game: games a second by the clock, which means something only on a machine with
nothing else to do, and seconds of processor time for a game, which means something anywhere. The second takes what was measured
and simulates: workers that play parts of as many games as a match would cut, and the one process that takes their results, hands
out the next part and writes the files.
"""

import argparse
import heapq
import tempfile
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import cast

import msgspec

from grognard.lab.batch.opening import new_match
from grognard.lab.batch.parts import games_in_part
from grognard.lab.batch.processes import Processes
from grognard.lab.batch.results import write_part
from grognard.lab.batch.run import WRITERS
from grognard.lab.batch.tasks import Done, Outcome, Part, Timed, Timing, do
from grognard.registry import NAMES
from grognard.registry.games import scenario_names

SCENARIOS = tuple(f"{name}/{each}" for name in NAMES for each in scenario_names(name))
# What is simulated: seconds of a game, how much they vary as a share of their mean, and how many games are asked for.
SIMULATED = {
    "quick games": (0.01, 0.6, 1_000_000),
    "games of a quarter of a second": (0.25, 0.5, 200_000),
    "games of half a minute": (30.0, 0.3, 20_000),
}
WORKERS = (1, 2, 16, 64, 256, 1000)
# Seconds until a worker plays its first game, until a message is at its other end, and that a disk takes to sync a file.
START, MESSAGE, SYNC = 2.0, 0.001, 0.005


def measured(scenario: str, program: str, count: int, seconds: float) -> tuple[float, float]:
    """Return how many games are played in a second by the clock, and the processor time of each."""
    match = new_match(scenario, (program, program), games=1_000_000)
    with Processes(match, count) as processes:
        (timed,) = cast("list[Timed]", list(processes.outcomes([Timing()])))
        part = games_in_part(match.games, timed.seconds)
        parts = count * max(1, round(seconds / (part * timed.seconds))) if timed.seconds else count
        # The first games of each process compile and cache.
        list(processes.outcomes(Part(at, at) for at in range(count)))
        processor, begun = _processor(processes.numbers), time.perf_counter()
        list(processes.outcomes(Part(at * part, at * part + part - 1) for at in range(1, parts + 1)))
        clock, games = time.perf_counter() - begun, part * parts
        return games / clock, (_processor(processes.numbers) - processor) / games


def _processor(numbers: list[int]) -> float:
    """Return the processor time that processes have used."""
    ticks = 0
    for number in numbers:
        fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / 100


def measure(scenarios: list[str], programs: list[str], seconds: float) -> None:
    """Print the table of games a second."""
    print(
        f"| scenario | program | games a second on 1 process | on 2 | {'':6} | seconds of processor time a game |"
    )
    print("|---|---|---|---|---|---|")
    for scenario in scenarios:
        for program in programs:
            one, each = measured(scenario, program, 1, seconds)
            two, _ = measured(scenario, program, 2, seconds)
            print(
                f"| `{scenario}` | {program} | {one:.3g} | {two:.3g} | {two / one:.2f}x | {each:.3g} |",
                flush=True,
            )


# Beyond what can be measured


def own_work() -> float:
    """Return the processor time that the process that hands out parts spends on one: reading what was sent, and writing a file."""
    match = new_match("seelowe/hythe", ("random", "random"), games=1000)
    done = cast("Done", do(match, Part(0, 31)))
    sent, parts = msgspec.msgpack.encode(done), 200
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        for at in range(parts):
            outcome = msgspec.msgpack.decode(sent, type=Outcome)
            write_part(Path(folder), at, at, outcome.tables)
        return (time.process_time() - begun) / parts


def simulated(workers: int, games: int, seconds: float, varies: float, own: float) -> float:
    """Return what share of their time workers play, from the command to its result."""
    rng, part = Random(1), games_in_part(games, seconds)
    left = games
    useful = now = 0.0
    busy: list[tuple[float, int]] = []
    writing: deque[float] = deque()

    def next_part(at: float, worker: int) -> None:
        nonlocal left, useful
        count = min(part, left)
        left -= count
        if count:
            takes = sum(max(0.0, rng.gauss(seconds, varies * seconds)) for _ in range(count))
            useful += takes
            heapq.heappush(busy, (at + MESSAGE + takes, worker))

    for worker in range(workers):
        next_part(START, worker)
    while busy:
        came, worker = heapq.heappop(busy)
        now = max(now, came + MESSAGE) + own
        while writing and (writing[0] <= now or len(writing) >= WRITERS):
            now = max(now, writing.popleft())
        writing.append(now + SYNC)
        next_part(now, worker)
    return useful / (workers * now)


def beyond() -> None:
    """Print the table of how much of their time workers play."""
    own = own_work()
    print(f"processor time of the handing process: {own * 1000:.2f} ms a part")
    print(f"| games | in a part | workers: {' | '.join(f'{count:,}' for count in WORKERS)} |")
    print(f"|---|---|{'---|' * len(WORKERS)}")
    for name, (seconds, varies, games) in SIMULATED.items():
        shares = (simulated(count, games, seconds, varies, own) for count in WORKERS)
        print(
            f"| {games:,} {name} | {games_in_part(games, seconds)} | {' | '.join(f'{share:.0%}' for share in shares)} |",
            flush=True,
        )


def main() -> None:
    """Measure or simulate."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    parser.add_argument("--program", action="append")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--beyond", action="store_true")
    given = parser.parse_args()
    if given.beyond:
        beyond()
    else:
        measure(given.scenarios, given.program or ["random", "greedy"], given.seconds)


if __name__ == "__main__":
    main()
