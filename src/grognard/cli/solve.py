# SPDX-License-Identifier: Apache-2.0
"""`grognard solve`: solve a small scenario exactly, and say what it is worth and how it is best begun."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer
from rich.table import Table as Grid

from grognard.charts.errors import GrognardError, NoSuch
from grognard.cli.console import INTERRUPTED, console, write_json
from grognard.cli.match_progress import shown_line
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.cli.paths import by_name
from grognard.opponent import PROGRAMS
from grognard.registry import game_and_rest
from grognard.registry.games import playable_scenarios, scenario

if TYPE_CHECKING:
    from grognard.front import Game
    from grognard.lab.solve.search import Search
    from grognard.lab.solve.solution import Solution
    from grognard.lab.solve.trial import Trial


def solve(  # noqa: PLR0913, PLR0917 - each is an option
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME[/SCENARIO]",
            help="The scenario to solve; without its name the exercise of the game.",
            callback=by_name,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="The file to keep every position in; a search that was broken off goes on from it."
        ),
    ] = None,
    most_positions: Annotated[
        int, typer.Option(min=1, help="Give up if the scenario comes to more positions than this.")
    ] = 500_000,
    programs: Annotated[
        list[str] | None,
        typer.Option(
            "--try", metavar="random|greedy", help="Measure what a program gives away; may be repeated."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=2, help="How many games to measure a program by, on each side.")
    ] = 100,
    seed: Annotated[
        int, typer.Option(help="The seed of the first of these games; the next has the next.")
    ] = 1,
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
    output: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to print the answer.")
    ] = "text",
) -> None:
    """Solve a small scenario exactly: its value under best play of both sides, over all that the dice may do, and how to begin."""
    for program in programs or ():
        if program not in PROGRAMS:
            raise NoSuch("program", program, PROGRAMS)
    from grognard.front import open_game  # noqa: PLC0415 - the other commands do without it
    from grognard.lab.solve.trial import trial  # noqa: PLC0415 - likewise

    game = open_game(_to_solve(name), profile=profile, rulings=switches(ruling))
    solution = _solved(game, out, most_positions)
    trials = [
        trial(solution, game, program, side, range(seed, seed + games))
        for program in programs or ()
        for side in game.sides
    ]
    if output == "json":
        write_json(_told(solution, game, trials))
    else:
        console().print(_answer(solution, game))
        if trials:
            console().print(_given_away(trials))


def _to_solve(name: str) -> str:
    """Return the scenario to solve: if only a game is named its exercise, since others are too large."""
    game, scenario_name = game_and_rest(name)
    if scenario_name:
        return name
    listed = playable_scenarios(game)
    exercise = next((each for each in listed if scenario(game, each).exercise), None)
    if exercise is None:
        raise GrognardError(
            f"{game} has no exercise, which would be small enough; name the scenario to solve, such as {game}/{listed[0]}"
        )
    return f"{game}/{exercise}"


def _solved(game: "Game", out: Path | None, most: int) -> "Solution":
    """Solve a game, and show how far it has come."""
    from grognard.lab.solve.cycles import Cyclic  # noqa: PLC0415 - the other commands do without it
    from grognard.lab.solve.search import Hidden, TooLarge  # noqa: PLC0415 - likewise
    from grognard.lab.solve.solution import solve as solve_game  # noqa: PLC0415 - likewise

    def report(search: "Search") -> None:
        show(f"{game.name}: {len(search.solved):,} of {search.met:,} positions met are solved")

    try:
        with shown_line(f"{game.name}: the first positions") as show:
            return solve_game(game, most_positions=most, file=out, report=report)
    except TooLarge as error:
        kept = f"; what is solved is kept in {out}" if out else ""
        raise GrognardError(
            f"{game.name} is too large to be solved: {error}, of which --most-positions allows no more{kept}"
        ) from error
    except (Hidden, Cyclic) as error:
        raise GrognardError(f"{game.name} cannot be solved: {error}") from error
    except KeyboardInterrupt:
        kept = (
            f"what is solved so far is kept in {out}, and the same command goes on"
            if out
            else "nothing is kept without --out"
        )
        sys.stderr.write(f"grognard: stopped; {kept}\n")
        raise typer.Exit(INTERRUPTED) from None


def _exact(value: Fraction) -> str:
    """Write a value: as it is if it is short, and as a number."""
    whole = str(value)
    return f"{float(value):+.4f}" if len(whole) > 15 else f"{whole} = {float(value):+.4f}"


def _answer(solution: "Solution", game: "Game") -> Grid:
    from grognard.lab.solve.best_play import BestPlay  # noqa: PLC0415 - the other commands do without it

    first, second = game.sides
    play = BestPlay(solution, game)
    shares = play.shares()
    table = Grid.grid(padding=(0, 2, 0, 0))
    table.add_row("value", f"{_exact(solution.value(game))} for {first}: 1 is victory, 0 a draw, -1 defeat")
    table.add_row(
        "best play",
        f"{first} wins {float(shares.won):.1%}, draw {float(shares.drawn):.1%}, {second} wins {float(shares.lost):.1%}",
    )
    table.add_row("begins", "; ".join(play.line()))
    table.add_row("positions", f"{solution.positions:,} in which a side decides")
    return table


def _given_away(trials: "list[Trial]") -> Grid:
    table = Grid.grid(padding=(0, 2, 0, 0))
    for each in trials:
        table.add_row(
            each.program,
            f"as {each.side}",
            f"gives away {each.loss:.3f} ± {each.loss_error:.3f} a game",
            f"in {each.mistakes:.1f} decisions",
            f"and comes to {each.result:+.2f} ± {each.result_error:.2f}",
        )
    return table


def _told(solution: "Solution", game: "Game", trials: "list[Trial]") -> dict[str, Any]:
    from grognard.lab.solve.best_play import BestPlay  # noqa: PLC0415 - the other commands do without it

    play, value = BestPlay(solution, game), solution.value(game)
    shares = play.shares()
    return {
        "scenario": game.name,
        "side": game.sides[0],
        "value": {"exact": str(value), "number": float(value)},
        "shares": {
            "won": str(shares.won),
            "drawn": str(shares.drawn),
            "lost": str(shares.lost),
        },
        "begins": play.line(),
        "positions": solution.positions,
        "programs": [msgspec.to_builtins(each) for each in trials],
    }
