# SPDX-License-Identifier: Apache-2.0
"""`grognard fuzz`: let a program play whole games, and check every step by the invariants."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.plurals import counted, plural
from grognard.cli.console import INTERRUPTED, console
from grognard.cli.each_game import each_game
from grognard.cli.paths import by_name
from grognard.opponent import PROGRAMS
from grognard.opponent.fuzz import Played, fuzz
from grognard.play.log import save_log
from grognard.registry import NAMES
from grognard.registry.games import header, open_game, playable_scenarios, scenario, scenario_names
from grognard.registry.guides import guide
from grognard.registry.rules_text import rules_text


class Tally(msgspec.Struct):
    """The results of the games of one scenario."""

    name: str
    verdicts: Counter[str]
    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    failures: tuple[str, ...] = ()

    def add(self, played: Played, seconds: float) -> None:
        """Count one game."""
        game: Any = played.table.game
        self.games += 1
        self.steps += played.steps
        self.seconds += seconds
        self.verdicts[game.view.status(played.table.position).verdict or "broken off"] += 1


def fuzz_games(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[GAME[/SCENARIO]]", help="A game, or one scenario of it; else all.", callback=by_name
        ),
    ] = "",
    games: Annotated[int, typer.Option(help="How many games of each scenario.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The seed of the first game; the next has the next.")] = 1,
    program: Annotated[str, typer.Option(help="Who plays.", metavar="random|greedy")] = "random",
    into: Annotated[Path, typer.Option(help="The folder for games that fail.")] = Path(),
) -> None:
    """Let a program play, check every invariant after every order, and keep the games that break one."""
    if program not in PROGRAMS:
        raise NoSuch("program", program, PROGRAMS)
    if not into.is_dir():
        raise GrognardError(f"there is no folder {into} to keep games in that fail")
    tallies = [(full_name, Tally(full_name, Counter())) for full_name in _scenarios(name)]
    stopped = False
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        try:
            for full_name, tally in tallies:
                task = progress.add_task(full_name, total=games)
                for played, number, seconds in _games(full_name, range(seed, seed + games), program):
                    tally.add(played, seconds)
                    _keep(
                        tally,
                        played,
                        into / f"{full_name.replace('/', '-')}-{program}-{number}.jsonl",
                        progress,
                    )
                    progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    done = [tally for _, tally in tallies if tally.games]
    _summary(done)
    if any(tally.failures for tally in done):
        raise typer.Exit(1)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _scenarios(name: str) -> list[str]:
    """Return the scenarios that a user names, each as game/scenario."""
    if not name:
        return [
            f"{game}/{name}" for game, scenarios in each_game(scenario_names).items() for name in scenarios
        ]
    game, _, wanted = name.partition("/")
    scenarios = playable_scenarios(game)
    if wanted:
        scenario(game, wanted)
    chosen = [wanted] if wanted else scenarios
    if game not in NAMES:
        _read_texts(game, chosen)
    return [f"{game}/{scenario_name}" for scenario_name in chosen]


def _read_texts(game: str, scenarios: Iterable[str]) -> None:
    """Read what else a game of one's own may have: its rules to read, and its guides. Every fault is an error."""
    for scenario_name in scenarios:
        guide(game, scenario_name)
    rules_text(game)


def _games(name: str, seeds: range, program: str) -> Iterator[tuple[Played, int, float]]:
    game, _, scenario_name = name.partition("/")
    ready, head = open_game(game, scenario_name), header(game, scenario_name)
    for seed in seeds:
        begun = perf_counter()
        yield fuzz(ready, head, PROGRAMS[program], seed), seed, perf_counter() - begun


def _keep(tally: Tally, played: Played, path: Path, progress: Progress) -> None:
    """Write a failed game to a file, and say so at once."""
    if played.failure is None:
        return
    save_log(played.failure.log, path)
    says = f"{played.failure.fault} (in {counted(len(played.failure.log.entries), 'order')}: {path})"
    tally.failures = (*tally.failures, says)
    progress.console.print(f"{tally.name}: {says}", markup=False)


def _summary(tallies: list[Tally]) -> None:
    table = Grid.grid(padding=(0, 2))
    for tally in tallies:
        pace = f"{tally.steps / max(tally.seconds, 1e-9):,.0f} a second"
        games = f"{tally.games:,} {plural(tally.games, 'game')}"
        steps = f"{tally.steps:,} {plural(tally.steps, 'step')}"
        failed = f"{len(tally.failures)} failed" if tally.failures else "none failed"
        table.add_row(tally.name, games, failed, f"{steps}, {pace}")
        for verdict, count in tally.verdicts.most_common():
            table.add_row("", f"{count:,}", f"{count / tally.games:.0%}", verdict)
    console().print(table)
