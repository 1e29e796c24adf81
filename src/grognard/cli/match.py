# SPDX-License-Identifier: Apache-2.0
"""`grognard match`: let two programs play many games against each other, and say which is the stronger, and how sure that is."""

import sys
from collections.abc import Callable
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec.structs import replace
from rich.table import Table as Grid

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.cli.console import INTERRUPTED, console, write, write_json
from grognard.cli.match_progress import shown_progress
from grognard.cli.options import ProfileOption, RulingOption, check_format, switches

if TYPE_CHECKING:
    from grognard.lab.batch.certainty import Certainty
    from grognard.lab.batch.elo import Estimate
    from grognard.lab.batch.match import Match
    from grognard.lab.batch.processes import Workers
    from grognard.lab.batch.summary import MatchSummary, PlayerSummary, Spread

FORMATS = ("text", "json", "csv")
# The folder in the data folder for the results of matches that are given none.
MATCHES = "matches"
# Within how many Elo two programs count as equal.
MARGIN, MOST_MARGIN = 50.0, 1000.0

# More processes than any machine has cores.
MOST_WORKERS = 4096
WorkersOption = Annotated[
    int,
    typer.Option(
        "--workers",
        min=0,
        max=MOST_WORKERS,
        help="Processes that play; 0 starts one for each core.",
        metavar="N",
    ),
]
RayOption = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS|local",
        help="Play on the Ray cluster at this address, or on one that is begun on this machine.",
    ),
]


def play_match(  # noqa: PLR0913, PLR0917 - each is an option
    scenario: Annotated[str, typer.Argument(metavar="GAME[/SCENARIO]", help="What is played.")],
    between: Annotated[
        tuple[str, str], typer.Option("--between", metavar="A B", help="The two programs.")
    ] = ("greedy", "random"),
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", help="How many games, or at most how many with --until-sure."),
    ] = 200,
    seed: Annotated[
        str,
        typer.Option(
            "--seed", metavar="TEXT", help="What chance follows from: the same games for the same seed."
        ),
    ] = "1",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Where the results are kept; else in the data folder."),
    ] = None,
    until_sure: Annotated[  # noqa: FBT002
        bool,
        typer.Option(
            "--until-sure", help="Stop as soon as it is sure who is stronger, or that neither is by much."
        ),
    ] = False,
    elo: Annotated[
        float | None,
        typer.Option(
            "--elo",
            min=1,
            max=MOST_MARGIN,
            metavar="N",
            help=f"By how many Elo less is not much, for --until-sure; {MARGIN:g} unless you say otherwise.",
        ),
    ] = None,
    detail: Annotated[  # noqa: FBT002
        bool,
        typer.Option(
            "--detail",
            help="Keep also how each turn ended, where units were and were lost, and every attack.",
        ),
    ] = False,
    workers: WorkersOption = 0,
    ray: RayOption = "",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
    shape: Annotated[
        str,
        typer.Option(
            "--format", metavar="text|json|csv", help="What is printed: the result, or with csv every game."
        ),
    ] = "text",
) -> None:
    """Let two programs play many games, sides swapped in every second one, and say which is stronger and how sure that is.

    Broken off, the same command goes on where it was.
    """
    from grognard.lab.batch.certainty import Certainty  # noqa: PLC0415 - the other commands do without the lab
    from grognard.lab.batch.opening import new_match  # noqa: PLC0415 - likewise
    from grognard.lab.batch.results import Results  # noqa: PLC0415 - likewise
    from grognard.lab.batch.summary import summary  # noqa: PLC0415 - likewise
    from grognard.lab.extras import check_extra  # noqa: PLC0415 - likewise

    check_format(shape, FORMATS)
    if elo is not None and not until_sure:
        raise GrognardError("--elo says when --until-sure is sure enough; without that all games are played")
    match = new_match(
        scenario,
        between,
        games=games,
        seed=seed,
        profile=profile,
        rulings=switches(ruling),
        detail=detail,
    )
    # Last, so that nobody installs something first and is told of a typing error then.
    check_extra("lab")
    folder = out or default_folder(match)
    certainty = Certainty(elo or MARGIN) if until_sure else None
    sure = played(match, folder, workers_for(workers, ray), certainty)
    results = Results(folder)
    if shape == "csv":
        write(results.games().collect().write_csv())
        return
    told = summary(results, sure, certainty.interval if certainty else None)
    if shape == "json":
        write_json(told)
        return
    _print(told, certainty.margin if certainty else None)
    console().print(f"The games are in {folder}", markup=False, soft_wrap=True)


def workers_for(count: int, ray: str) -> "Callable[[Match], Workers]":
    """Return what starts the workers that a user wants: processes here, or a Ray cluster."""
    from grognard.lab.batch.cluster import Cluster  # noqa: PLC0415 - the other commands do without
    from grognard.lab.batch.processes import Processes, cores  # noqa: PLC0415 - likewise

    count = count or cores()
    return lambda match: Cluster(match, ray, count) if ray else Processes(match, count)


def played(
    match: "Match",
    folder: Path,
    workers: "Callable[[Match], Workers]",
    certainty: "Certainty | None" = None,
) -> str:
    """Play what is missing of a match, and show how far it has come; return what is sure. Ctrl-C says how to go on."""
    from grognard.lab.batch import run  # noqa: PLC0415 - the other commands do without the lab

    title = f"{match.scenario}: {match.a} against {match.b}"
    try:
        with shown_progress(title) as watch:
            return run.play_match(match, folder, workers, watch=watch, certainty=certainty)
    except KeyboardInterrupt:
        done = run.games_done(folder)
        sys.stderr.write(
            f"grognard: stopped; {counted(done, 'game')} of {match.games:,} are kept in {folder}, and the same command goes on\n"
        )
        raise typer.Exit(INTERRUPTED) from None


def default_folder(match: "Match") -> Path:
    """Return the folder that the results of a match are kept in if a user names none: the same for the same match."""
    from grognard.server.data_folder import data_folder  # noqa: PLC0415 - the other commands do without

    what = msgspec.json.encode(replace(match, games=0), order="deterministic")
    name = f"{match.scenario.replace('/', '-')}-{match.a}-{match.b}-{sha256(what).hexdigest()[:8]}"
    return data_folder() / MATCHES / name


# Words


def _print(told: "MatchSummary", margin: float | None) -> None:
    page = console()
    page.print(
        f"{told.scenario}: {told.a.name} against {told.b.name}, {counted(told.games, 'game')}", markup=False
    )
    page.print(_players(told))
    page.print(_sides(told), markup=False)
    if told.elo is not None and told.score is not None:
        page.print(_strength(told, told.score, told.elo), markup=False)
    if margin is not None:
        page.print(_certainty(told, margin), markup=False)
    if told.lead is not None:
        first = next(iter(told.sides))
        page.print(f"Lead of the {first} side in points: {_spread(told.lead)}.", markup=False)
    page.print(
        f"A game has {_spread(told.turns)} turns, {_spread(told.orders)} orders and {_spread(told.rolls)} rolls.",
        markup=False,
    )


def _players(told: "MatchSummary") -> Grid:
    table = Grid(box=None, padding=(0, 2, 0, 0))
    names = [side for side in told.sides if side]
    for heading in ("", "won", *(f"as {side}" for side in names), "drawn", "lost", "seconds a turn"):
        table.add_column(heading, justify="left" if not heading else "right")
    for player in (told.a, told.b):
        won_as = (f"{player.won_as.get(side, 0):,}" for side in names)
        table.add_row(
            player.name, f"{player.won:,}", *won_as, f"{player.drawn:,}", f"{player.lost:,}", _seconds(player)
        )
    return table


def _seconds(player: "PlayerSummary") -> str:
    return f"{player.seconds_a_turn:.4f}" if player.seconds_a_turn < 0.1 else f"{player.seconds_a_turn:.2f}"


def _sides(told: "MatchSummary") -> str:
    shares = [
        f"{side} won {count / told.games:.0%}" if side else f"drawn {count / told.games:.0%}"
        for side, count in told.sides.items()
    ]
    return f"Whoever played them: {', '.join(shares)}."


def _strength(told: "MatchSummary", score: "Estimate", elo: "Estimate") -> str:
    return (
        f"Elo of {told.a.name} over {told.b.name}: {_elo(elo.value)} (95%: {_elo(elo.low)} to {_elo(elo.high)}); "
        f"score {score.value:.1%} ({score.low:.1%} to {score.high:.1%})."
    )


def _elo(value: float) -> str:
    return f"{value:+.0f}" if isfinite(value) else ("+" if value > 0 else "-") + "∞"


def _certainty(told: "MatchSummary", margin: float) -> str:
    match told.sure:
        case "a" | "b" as letter:
            stronger = told.a if letter == "a" else told.b
            return f"Sure: {stronger.name} is the stronger."
        case "even":
            return f"Sure: neither is stronger by more than {margin:g} Elo."
    return "Not sure yet who is stronger; more games may tell."


def _spread(spread: "Spread") -> str:
    return f"{spread.mean:.1f} ({spread.least:g} to {spread.most:g})"
