# SPDX-License-Identifier: Apache-2.0
"""Play every scenario many times between equal programs, and say which of them lean: a folder for each, and one table.

    python scripts/balance_all.py OUT --games 400 --workers 16
    python scripts/balance_all.py OUT --games 400 --play-only       no reports, and of the extra lab only polars is needed
    python scripts/balance_all.py OUT --games 400 --tell-only       the table and the reports, from what is there

Scenarios that are played quickly come first. Broken off, the same command goes on where it was. `OUT/balance.md` has the table,
each `OUT/GAME-SCENARIO` the results and the report of one scenario.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from grognard.lab.balance.figures import Balance
from grognard.lab.balance.page import number_range, percent, percent_range
from grognard.lab.batch.match import has_match
from grognard.lab.batch.opening import new_match
from grognard.lab.batch.processes import Processes, cores
from grognard.lab.batch.run import Progress, play_match
from grognard.registry import NAMES
from grognard.registry.games import scenario, scenario_names

TABLE = "balance.md"
HEADS = ("scenario", "games", "first side wins", "second side wins", "draws", "lead", "leans to")


def main() -> None:
    """Play, and write the table."""
    asked = _asked()
    wanted = asked.scenarios or [f"{name}/{each}" for name in NAMES for each in scenario_names(name)]
    for place in sorted(wanted, key=_minutes) if not asked.tell_only else ():
        _play(place, asked)
    if asked.play_only:
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / TABLE).write_text("\n".join(_table(asked.out, wanted)) + "\n", encoding="utf-8")
    print((asked.out / TABLE).read_text(encoding="utf-8"))


def _asked() -> argparse.Namespace:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("out", type=Path)
    options.add_argument("scenarios", nargs="*", metavar="GAME/SCENARIO", help="all of them without any")
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--program", default="greedy")
    options.add_argument("--seed", default="1")
    options.add_argument("--workers", type=int, default=cores())
    options.add_argument("--play-only", action="store_true", help="write no report")
    options.add_argument("--tell-only", action="store_true", help="play nothing")
    return options.parse_args()


def _minutes(place: str) -> int:
    """Return how long a scenario takes people, which goes with how long it takes programs."""
    name, _, each = place.partition("/")
    minutes: int = scenario(name, each).minutes
    return minutes


def _play(place: str, asked: argparse.Namespace) -> None:
    """Play what is missing of one scenario."""
    program = asked.program
    match = new_match(place, (program, program), games=asked.games, seed=asked.seed, detail=True)
    begun = monotonic()

    def watch(progress: Progress) -> None:
        sys.stderr.write(f"\r{place}: {progress.done} of {progress.games}, {monotonic() - begun:.0f} s ")

    play_match(match, _folder(asked.out, place), lambda each: Processes(each, asked.workers), watch=watch)
    sys.stderr.write("\n")


def _folder(out: Path, place: str) -> Path:
    return out / place.replace("/", "-")


def _table(out: Path, wanted: list[str]) -> Iterator[str]:
    """Yield the lines of the table; each report is written on the way."""
    from grognard.lab.balance.batches import write_balance  # noqa: PLC0415 - where only games are played there are no plots

    yield f"| {' | '.join(HEADS)} |"
    yield f"|{'---|' * len(HEADS)}"
    for place in wanted:
        if has_match(_folder(out, place)):
            yield f"| {' | '.join(_row(place, write_balance(_folder(out, place))))} |"


def _row(place: str, told: Balance) -> Iterator[str]:
    yield place
    yield str(told.games)
    for side in told.sides:
        yield f"{side} {percent_range(told.wins[side])}"
    yield percent(told.draws.mean)
    yield number_range(told.lead) if told.lead is not None else ""
    yield _lean(told)


def _lean(told: Balance) -> str:
    """Say to which side a scenario leans, and whether so few games can tell."""
    if told.leans is False:
        return "even"
    unsure = "" if told.leans else "unsure, "
    return f"{unsure}{told.stronger} {percent_range(told.score[told.stronger])}"


if __name__ == "__main__":
    main()
