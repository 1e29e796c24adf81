# SPDX-License-Identifier: Apache-2.0
"""`grognard lab`: what many games tell about a scenario, what a change of it would change, and the reports on both."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.charts.errors import GrognardError
from grognard.cli.console import console, write_json
from grognard.cli.match import RayOption, WorkersOption, played, workers_for
from grognard.cli.options import ProfileOption, RulingOption, check_format, switches
from grognard.cli.unique_options import UniqueOptions

if TYPE_CHECKING:
    from grognard.lab.balance.sweep import Compared
    from grognard.lab.batch.match import Match


lab = typer.Typer(
    name="lab",
    help="What many games tell: is a scenario balanced, and what would a change of the card change?",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@lab.callback()
def _lab(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


ScenarioArgument = Annotated[str, typer.Argument(metavar="GAME[/SCENARIO]", help="What is played.")]
BetweenOption = Annotated[tuple[str, str], typer.Option("--between", metavar="A B", help="The two programs.")]
GamesOption = Annotated[int, typer.Option("--games", min=2, metavar="N", help="How many games.")]
SeedOption = Annotated[
    str, typer.Option("--seed", help="What chance follows from: the same games for the same seed.")
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="Where the results and the report are kept; else a folder here."
    ),
]
FormatOption = Annotated[str, typer.Option("--format", metavar="text|json", help="What is printed.")]


def balance(  # noqa: PLR0913, PLR0917 - each is an option
    scenario: ScenarioArgument,
    between: BetweenOption = ("greedy", "greedy"),
    games: GamesOption = 400,
    seed: SeedOption = "1",
    out: OutOption = None,
    workers: WorkersOption = 0,
    ray: RayOption = "",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
    shape: FormatOption = "text",
) -> None:
    """Play a scenario many times, sides swapped in every second game, and write a report: who wins, where, by what attacks and what luck.

    Broken off, the same command goes on where it was.
    """
    check_format(shape)
    match = _match(scenario, between, games=games, seed=seed, profile=profile, ruling=ruling)
    folder = out or Path(f"balance-{match.scenario.replace('/', '-')}")
    played(match, folder, workers_for(workers, ray))
    _tell_balance(folder, shape)


def sweep(  # noqa: PLR0913, PLR0917 - each is an option
    scenario: ScenarioArgument,
    cell: Annotated[
        list[str] | None,
        typer.Option(
            "--cell", metavar="'CHART COLUMN/ROW'", help="A cell of a chart, such as 'crt 3-1/4'; * is all."
        ),
    ] = None,
    texts: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="TEXT,TEXT", help="What the cell says instead; each is a variant."),
    ] = None,
    strength: Annotated[
        list[str] | None,
        typer.Option("--strength", metavar="UNIT=+1", help="A unit that is stronger or weaker."),
    ] = None,
    turns: Annotated[
        str, typer.Option("--turns", metavar="N,N", help="How many turns the scenario lasts.")
    ] = "",
    ruling: Annotated[
        list[str] | None,
        typer.Option("--ruling", metavar="NAME=OPTION", help="A ruling that the variant switches."),
    ] = None,
    variant_profile: Annotated[
        str, typer.Option("--variant-profile", metavar="card|errata", help="The profile of the variant.")
    ] = "",
    between: BetweenOption = ("greedy", "greedy"),
    games: GamesOption = 400,
    seed: SeedOption = "1",
    out: OutOption = None,
    workers: WorkersOption = 0,
    ray: RayOption = "",
    profile: ProfileOption = "card",
    shape: FormatOption = "text",
) -> None:
    """Play a scenario as it is and changed, with the same dice, and say what the change changes: who wins, losses, ground held by turn.

    Several values of one thing, with commas between them, are variants of their own. Broken off, the same command goes on where it was.
    """
    from grognard.lab.balance.plan import Asked, variants  # noqa: PLC0415 - the other commands do without the lab

    check_format(shape)
    asked = Asked(
        cells=cell or (), texts=texts or (), strengths=strength or (), turns=turns, rulings=ruling or (),
        profile=variant_profile,
    )  # fmt: skip
    changes = variants(asked)
    match = _match(scenario, between, games=games, seed=seed, profile=profile, ruling=None)

    from grognard.lab.balance.batches import play_sweep  # noqa: PLC0415 - only once the extra is known to be there

    folder = out or Path(f"sweep-{match.scenario.replace('/', '-')}")
    use = workers_for(workers, ray)
    told = play_sweep(match, changes, folder, lambda each, place: played(each, place, use))
    _tell_sweep(folder, told, shape)


def report(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder of results, or that of a sweep.")
    ],
    shape: FormatOption = "text",
) -> None:
    """Write the report of a folder of results again, from the data."""
    from grognard.lab.extras import check_extra  # noqa: PLC0415 - the other commands do without the lab

    check_format(shape)
    if not folder.is_dir():
        raise GrognardError(f"there is no folder {folder}")
    check_extra("lab")
    from grognard.lab.balance.batches import read_sweep  # noqa: PLC0415 - only once the extra is known to be there

    told = read_sweep(folder)
    if told is None:
        _tell_balance(folder, shape)
    else:
        _tell_sweep(folder, told, shape)


def _match(  # noqa: PLR0913 - each is a part of what is played
    scenario: str, between: tuple[str, str], *, games: int, seed: str, profile: str, ruling: list[str] | None
) -> "Match":
    """Return what is played, in detail."""
    from grognard.lab.batch.opening import new_match  # noqa: PLC0415 - the other commands do without the lab
    from grognard.lab.extras import check_extra  # noqa: PLC0415 - likewise

    match = new_match(
        scenario, between, games=games, seed=seed, profile=profile, rulings=switches(ruling), detail=True
    )
    # Last, so that nobody installs something first and is told of a typing error then.
    check_extra("lab")
    return match


def _tell_balance(folder: Path, shape: str) -> None:
    """Write the report of a batch, and say in short what it tells."""
    from grognard.lab.balance.batches import write_balance  # noqa: PLC0415 - an extra
    from grognard.lab.balance.output import balance_data, balance_lines  # noqa: PLC0415 - an extra
    from grognard.lab.balance.sweep import REPORT  # noqa: PLC0415 - an extra
    from grognard.lab.batch.results import Results  # noqa: PLC0415 - an extra

    told, match = write_balance(folder), Results(folder).match
    _print(shape, lambda: balance_lines(told, match), lambda: balance_data(told, match), folder / REPORT)


def _tell_sweep(folder: Path, told: "Compared", shape: str) -> None:
    """Write the report of a sweep, and say in short what it tells."""
    from grognard.lab.balance.batches import write_sweep  # noqa: PLC0415 - an extra
    from grognard.lab.balance.output import sweep_data, sweep_lines  # noqa: PLC0415 - an extra
    from grognard.lab.balance.sweep import REPORT  # noqa: PLC0415 - an extra

    write_sweep(folder, told)
    _print(shape, lambda: sweep_lines(told), lambda: sweep_data(told), folder / REPORT)


def _print(shape: str, lines: Callable[[], Any], data: Callable[[], Any], path: Path) -> None:
    if shape == "json":
        write_json(data())
        return
    page = console()
    for line in lines():
        page.print(line, markup=False)
    page.print(f"The report is {path}", markup=False, soft_wrap=True)


for plain in (balance, sweep, report):
    lab.command(cls=UniqueOptions)(plain)
