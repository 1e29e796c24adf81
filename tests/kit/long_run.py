# SPDX-License-Identifier: Apache-2.0
"""The long run: thousands of games, twins, spoiled saves and killed servers. `make long`.

It is made of jobs such as `random seelowe/hythe 17`, each with its seed. `--only random twins` runs some kinds alone,
`--times 10` ten times as many of each, and a job can be named by itself. What was done is kept in a folder, so that a
run that is broken off goes on where it was; with other code it begins anew. A game that fails is cut down and written
there.
"""

import argparse
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from multiprocessing import current_process, get_context
from os import cpu_count
from pathlib import Path
from typing import Any

import attacks
import msgspec
from forging import TIERS, forge
from held import HELD
from kept import other_options, pair, parted, set_up
from killing import kill_again_and_again
from kit import GAMES, SCENARIOS, fighting, fighting_well, headed, opened
from midgames import look_and_go_on
from spoiling import is_plain_words, spoil_and_open
from twin_run import run_twins
from twins import HIDING

from grognard.opponent import Program, greedy, random_play
from grognard.opponent.fuzz import Played, fuzz
from grognard.play.invariants import EVERY_STEP
from grognard.play.log import save_log
from grognard.play.step_checks import Checks
from grognard.registry.games import scenario_names

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / ".long-run"
# Seconds between two lines of progress.
PACE = 10.0
# How many saves are spoiled, and how often a server is killed with how many live games, by one job.
SPOILED, KILLED, LIVE = 100, 20, 20
# How many forgeries one job makes: ten of each tier come to more than 10,000.
FORGED = 350
SAME = "nothing came of it"
# A note that counts something.
COUNTS = re.compile(r"\d+ [a-z ]+(, \d+ [a-z ]+)*")


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """A job that was done: how long it took, what was wrong, and what else is to be said of it."""

    job: str
    seconds: float
    fault: str = ""
    note: str = ""


# What a job does: with a target, a seed and a folder for failing games. It returns what is wrong, and a note.
Run = Callable[[str, int, Path], tuple[str, str]]


def play(program: Program, checks: Checks, target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Play a game of a scenario."""
    return _kept(fuzz(opened(target), headed(target), program, seed, checks), folder, target, seed), ""


def under_a_ruling(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Play a game under another ruling, `jarama:contact=nothing`, and note whether it makes a difference."""
    game, _, switched = target.partition(":")
    ruling, _, option = switched.partition("=")
    names = scenario_names(game)
    name = names[(seed + 1) % len(names)]
    table = set_up(game, name, {ruling: option})
    board: Any = table.game
    played = fuzz(board, table.log.header, fighting, seed)
    parts_on = parted(pair(game, name, ruling, option), played.table.log.entries)
    return _kept(played, folder, switched, seed), SAME if parts_on is None else ""


def _kept(played: Played, folder: Path, target: str, seed: int) -> str:
    """Keep the short game of a failure; say what failed, or nothing."""
    if played.failure is None:
        return ""
    path = folder / f"{target.replace('/', '-')}-{seed}.jsonl"
    save_log(played.failure.log, path)
    return f"{played.failure.fault}; a game of {len(played.failure.log.entries)} orders shows it: {path}"


def twins(target: str, seed: int, folder: Path, *, every_door: bool = False) -> tuple[str, str]:
    """Try pairs of worlds that a side must not tell apart."""
    del folder
    ran = run_twins(target, seed, every_door=every_door)
    return "; ".join(map(str, ran.leaks)), f"{ran.pairs} pairs, {sum(ran.doors.values())} doors opened"


def spoil(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Spoil saves and open them."""
    del folder
    with tempfile.TemporaryDirectory() as made:
        refused = spoil_and_open(target, seed, SPOILED, Path(made))
    return "; ".join(each for each in refused if not is_plain_words(each)), ""


def kill(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Kill a server under live play."""
    del target, folder
    with tempfile.TemporaryDirectory() as made:
        return "", f"{KILLED} kills, {kill_again_and_again(Path(made), KILLED, seed, LIVE)} acts"


def forged(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Forge saves of a table whose dice are of a tier."""
    del folder
    return "; ".join(forge(target, seed, FORGED)), f"{FORGED} forgeries"


def marked(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Run the tests that are too long for every run."""
    del target, seed, folder
    command = [sys.executable, "-m", "pytest", "-q", "-m", "long", "tests"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout[-2000:], ""


class Kind(msgspec.Struct, frozen=True):
    """A kind of job: of what, how many of each in a run, and what is done."""

    targets: tuple[str, ...]
    count: int
    run: Run


def midgames(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Open every game of a scenario that a release left in its midst, look at it from every seat, and go on with it."""
    with tempfile.TemporaryDirectory(dir=folder) as store:
        return look_and_go_on(target, seed, Path(store))


OPTIONS = tuple(
    f"{game}:{ruling}={option}"
    for game in GAMES
    for ruling, option in (other_options(game) if scenario_names(game) else ())
)
ALL = tuple(SCENARIOS)
KINDS: dict[str, Kind] = {
    "marked": Kind(("tests",), 1, marked),
    "random": Kind(ALL, 100, partial(play, random_play, EVERY_STEP)),
    "fighting": Kind(ALL, 20, partial(play, fighting, EVERY_STEP)),
    "well": Kind(ALL, 5, partial(play, fighting_well, EVERY_STEP)),
    "greedy": Kind(ALL, 5, partial(play, greedy, EVERY_STEP)),
    "checks": Kind(ALL, 10, partial(play, random_play, EVERY_STEP.all_always)),
    "ruling": Kind(OPTIONS, 4, under_a_ruling),
    "twins": Kind(HIDING, 20, twins),
    "doors": Kind(HIDING, 1, partial(twins, every_door=True)),
    "spoil": Kind(ALL, 10, spoil),
    "kill": Kind(("server",), 50, kill),
    "midgames": Kind(ALL, 1, midgames),
    "forge": Kind(TIERS, 10, forged),
    "fuzz": Kind(("server",), 100, attacks.fuzz),
    "worst": Kind(("server",), 1, attacks.worst),
    "slow": Kind(("server",), 1, attacks.slow),
    "thinking": Kind(("server",), 1, attacks.thinking),
    "schema": Kind(("stranger", "seelowe/hythe", "asl-sk/night"), 1, attacks.schema),
}


def jobs(only: Sequence[str], times: int) -> Iterator[str]:
    """Run through all jobs, a few of every kind first: whoever breaks off early has seen something of each."""
    kinds = {name: KINDS[name] for name in only or KINDS}
    for seed in range(max(kind.count for kind in kinds.values()) * times):
        for name, kind in kinds.items():
            if seed < kind.count * times:
                yield from (f"{name} {target} {seed}" for target in kind.targets)


def do(folder: Path, job: str) -> Done:
    """Do one job; one that breaks down has found something too."""
    name, target, seed = job.split()
    began = time.monotonic()
    try:
        fault, note = KINDS[name].run(target, int(seed), folder)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        fault, note = f"{type(error).__name__}: {error}", ""
    return Done(job, round(time.monotonic() - began, 1), fault, note)


# What was done


@cache
def code_hash() -> str:
    """Return the hash of the code under test, and of the tests."""
    found = sha256()
    code = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py")]
    data = [path for folder in ("src", "examples") for path in (ROOT / folder).rglob("*.toml")]
    for path in sorted([*code, *data]):
        found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:12]


def known(path: Path) -> list[Done]:
    """Return what was done before; a line that was cut off is done again."""
    found = []
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            found.append(msgspec.json.decode(line, type=Done))
        except msgspec.DecodeError:
            continue
    return found


def unshown(done: Sequence[Done]) -> list[str]:
    """Return the rulings that made no difference in any of their games, and that no test holds."""
    tried = [each for each in done if each.job.startswith("ruling ")]
    targets = {each.job.split()[1] for each in tried} - {
        each.job.split()[1] for each in tried if each.note != SAME
    }
    return sorted(
        each for each in targets if each.partition(":")[2] not in HELD.get(each.partition(":")[0], {})
    )


def main(arguments: Sequence[str]) -> int:
    """Do what is left to do; return 1 where something failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("jobs", nargs="*", metavar="JOB", help="such as 'random seelowe/hythe 17'; else all")
    parser.add_argument("--only", nargs="+", default=(), choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(exist_ok=True)
    path = asked.folder / f"done-{code_hash()}.jsonl"
    done = known(path)
    before = {each.job for each in done}
    left = [each for each in asked.jobs or jobs(asked.only, asked.times) if each not in before]
    print(
        f"{len(left):,} jobs to do, {len(before):,} done before; broken off, it goes on from there",
        flush=True,
    )
    stopped = False
    with path.open("ab") as file:
        try:
            for each in told(results(partial(do, asked.folder), left, asked.processes), len(left)):
                done.append(each)
                file.write(msgspec.json.encode(each) + b"\n")
                file.flush()
        except KeyboardInterrupt:
            stopped = True
    return summary(done, stopped=stopped)


def results(run: Callable[[str], Done], left: Sequence[str], processes: int) -> Iterator[Done]:
    """Do jobs, several at a time."""
    if processes == 1:
        yield from map(run, left)
        return
    with get_context("spawn").Pool(processes, _begin) as pool:
        yield from pool.imap_unordered(run, left)


def _begin() -> None:
    """Let whoever breaks off speak to the first process alone, and let jobs have processes of their own, as servers do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # the pool knows no other way


def told(every: Iterator[Done], count: int) -> Iterator[Done]:
    """Say at times how far it has come, and at once what failed."""
    began = said = time.monotonic()
    failed = 0
    for number, each in enumerate(every, 1):
        if each.fault:
            failed += 1
            print(f"FAILED {each.job}: {each.fault}", flush=True)
        now = time.monotonic()
        if now - said > PACE:
            said = now
            minutes = (now - began) / number * (count - number) / 60
            print(
                f"{number:,} of {count:,} jobs, {failed} failed, about {minutes:,.0f} minutes left",
                flush=True,
            )
        yield each


def counted(done: Sequence[Done]) -> Counter[str]:
    """Add up the notes that count something, such as `20 kills, 931 acts`."""
    notes = [each.note for each in done if COUNTS.fullmatch(each.note)]
    found: Counter[str] = Counter()
    for note in notes:
        for count, what in (each.split(" ", 1) for each in note.split(", ")):
            found[what] += int(count)
    return found


def summary(done: Sequence[Done], *, stopped: bool) -> int:
    """Say what came of all jobs so far."""
    failed = [each for each in done if each.fault]
    for name in KINDS:
        of_kind = [each for each in done if each.job.startswith(f"{name} ")]
        if of_kind:
            wrong = sum(bool(each.fault) for each in of_kind)
            print(
                f"{name:>9}: {len(of_kind):,} jobs, {wrong} failed, {sum(each.seconds for each in of_kind):,.0f} s"
                + "".join(f", {count:,} {what}" for what, count in counted(of_kind).items())
            )
    for target in unshown(done):
        print(f"no game of {KINDS['ruling'].count} was another under {target}")
    if stopped:
        print("Broken off; the same command goes on from here.")
    return 1 if failed else 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
