"""The long run of twin worlds: game after game by its seed. `make twins`.

Cheap doors are opened with every pair, dear ones with the share that stands in `DOORS`; with `--all` every door with
every pair. It can be broken off at any time, and says from which seed to go on, and with how many pairs each door was
opened. A leak is told with the game and the step that show it, and the run goes on; its status is then 1.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import cache
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

import msgspec
from doors import Leak, leaks
from kit import SCENARIOS
from rooms import Rooms
from twins import MANY, hides_something, scenes

# Seconds between two lines of progress, and how many leaks are told of each game.
PACE, TOLD = 10.0, 5


class Job(msgspec.Struct, frozen=True):
    """One game by its seed, how many twins are drawn of a position, and whether every door is opened with every pair."""

    name: str
    seed: int
    many: int = MANY
    every_door: bool = False


class Ran(msgspec.Struct, frozen=True):
    """What came of one game: how many pairs were tried, with how many each door was opened, and the first leaks."""

    job: Job
    pairs: int
    doors: dict[str, int]
    leaks: list[Leak]


@cache
def rooms_of(name: str) -> Rooms:
    """Return the tables of a scenario, made once in each process."""
    return Rooms(name, Path(tempfile.mkdtemp(prefix="twins-")))


def run(job: Job) -> Ran:
    """Try every pair of one game."""
    doors: Counter[str] = Counter()
    found: list[Leak] = []
    for scene in scenes(job.name, job.seed, many=job.many):
        found += leaks(rooms_of(job.name), scene, every_door=job.every_door, tally=doors)
    return Ran(job, doors["seen"], doors, found[:TOLD])


def jobs(names: Sequence[str], first: int, many: int, *, every_door: bool) -> Iterator[Job]:
    """Run through games without end."""
    seed = first
    while True:
        yield from (Job(name, seed, many, every_door) for name in names)
        seed += 1


def results(every: Iterator[Job], processes: int) -> Generator[Ran, None, None]:
    """Run games, several at a time; what came of them follows in the order of their seeds."""
    if processes == 1:
        yield from map(run, every)
        return
    with get_context("spawn").Pool(processes) as pool:
        waiting = [pool.apply_async(run, (next(every),)) for _ in range(2 * processes)]
        while True:
            waiting.append(pool.apply_async(run, (next(every),)))
            yield waiting.pop(0).get()


def main(arguments: Sequence[str]) -> int:
    """Try so many pairs, or more: a game that was begun is played to its end, in every scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[each for each in SCENARIOS if hides_something(each)])
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    parser.add_argument("--twins", type=int, default=MANY, help="how many are drawn of a position")
    parser.add_argument("--all", action="store_true", dest="every", help="open every door with every pair")
    asked = parser.parse_args(arguments)
    began = told = time.monotonic()
    tried = leaked = 0
    doors: Counter[str] = Counter()
    every = jobs(asked.names, asked.first, asked.twins, every_door=asked.every)
    done, following = asked.first, results(every, asked.processes)
    try:
        with closing(following):
            for ran in following:
                tried, leaked = tried + ran.pairs, leaked + len(ran.leaks)
                doors.update(ran.doors)
                for leak in ran.leaks:
                    print(leak, flush=True)  # noqa: T201 - a command
                done = ran.job.seed + (ran.job.name == asked.names[-1])
                if done > ran.job.seed and tried >= asked.pairs:
                    break
                if time.monotonic() - told > PACE:
                    told = time.monotonic()
                    print(_progress(tried, told - began, done), flush=True)  # noqa: T201
    except KeyboardInterrupt:
        print("broken off", flush=True)  # noqa: T201
    print("pairs by door:", ", ".join(f"{name} {count:,}" for name, count in doors.items()))  # noqa: T201
    verdict = f"{leaked} leaks" if leaked else "No leak"
    print(f"{verdict}: {_progress(tried, time.monotonic() - began, done)}", flush=True)  # noqa: T201
    return 1 if leaked else 0


def _progress(tried: int, seconds: float, done: int) -> str:
    return f"{tried:,} pairs, {tried / max(seconds, 0.001):.0f} a second; go on with --from {done}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
