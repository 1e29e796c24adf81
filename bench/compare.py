# SPDX-License-Identifier: Apache-2.0
"""Before and after: random play of every scenario in two trees, and what a posted order with one die costs.

    python bench/compare.py --before ../grognard-before

Each tree plays in a process of its own, with its own modules; the two take turns, round by round, so that a busy machine
slows both. What counts is CPU time, and of the rounds the median. The same seeds are played in both; a game that has been
mended since may go another way, so what is compared is time for each decision and roll, and not for a game.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

ROUNDS = 9
HERE = Path(__file__).parent
ROOT = HERE.parent


class Tree:
    """A tree at work in a process of its own: it is asked for a measurement, and answers."""

    def __init__(self, root: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "NUMBA_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "one_tree.py")],
            env=environment, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, what: str, *arguments: object) -> Any:
        """Ask for something by its name."""
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101 - likewise
        self._process.stdin.write(json.dumps([what, *arguments]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{what} failed")
        return json.loads(answer)

    def end(self) -> None:
        """Let the process end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


def random_play(before: Tree, after: Tree, rounds: int, only: str) -> list[str]:
    """Return the rows of the table of random play."""
    rows = ["| scenario | before | after | |", "|---|---|---|---|"]
    scenarios = [name for name in before.ask("scenarios") if name.startswith(only)]
    for name in scenarios:
        speeds: dict[Tree, list[float]] = {before: [], after: []}
        # The first round compiles, and says how many games make a round long enough to measure.
        games = max(tree.ask("games_in_a_round", name) for tree in speeds)
        for at in range(rounds):
            for tree in (before, after) if at % 2 else (after, before):
                speeds[tree].append(tree.ask("play", name, at, games))
        was, now = (statistics.median(speeds[tree]) for tree in (before, after))
        rows.append(f"| `{name}` | {was:,.0f} | {now:,.0f} | {now / was:.2f}x |")
        print(rows[-1], file=sys.stderr, flush=True)
    return rows


def posted_order(before: Tree, after: Tree) -> list[str]:
    """Return the rows of the table of a posted order."""
    rows = [
        "| order | Python calls before | after | | runs of its rule before | after |",
        "|---|---|---|---|---|---|",
    ]
    for name in before.ask("posted_orders"):
        (was, ran), (now, runs) = before.ask("post", name), after.ask("post", name)
        rows.append(f"| {name} | {was:,} | {now:,} | {was / now:.1f}x fewer | {ran} | {runs} |")
    return rows


def main() -> None:
    """Measure and print the tables, as they stand in docs/performance.md."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", type=Path, required=True, metavar="PATH", help="the other tree")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", metavar="NAME", help="only scenarios whose names begin so")
    asked = parser.parse_args()
    before, after = Tree(asked.before.resolve()), Tree(ROOT)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, load {load}\n")
    print(
        "\n".join([*random_play(before, after, asked.rounds, asked.only), "", *posted_order(before, after)])
    )
    for tree in (before, after):
        tree.end()


if __name__ == "__main__":
    main()
