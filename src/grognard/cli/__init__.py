# SPDX-License-Identifier: Apache-2.0
"""The commands. Errors are one sentence on stderr and exit status 2; a traceback is a defect."""

import io
import os
import re
import sys
from pathlib import Path
from typing import Annotated, TextIO

import typer

from grognard import __version__
from grognard.charts.errors import GrognardError
from grognard.cli.chart import chart
from grognard.cli.compare import compare
from grognard.cli.console import INTERRUPTED
from grognard.cli.doubts import doubts
from grognard.cli.fuzz import fuzz_games
from grognard.cli.games import games
from grognard.cli.lab import lab
from grognard.cli.map import draw_map
from grognard.cli.match import play_match
from grognard.cli.odds import odds
from grognard.cli.old_tables import old_tables
from grognard.cli.play import play
from grognard.cli.reach import reach
from grognard.cli.replay import replay, verify
from grognard.cli.resolve import resolve
from grognard.cli.rulings import rulings
from grognard.cli.serve import serve
from grognard.cli.sight import sight
from grognard.cli.situations import SITUATION_SETTINGS
from grognard.cli.solve import solve
from grognard.cli.supply import command, supply
from grognard.cli.unique_options import UniqueOptions
from grognard.cli.units import units
from grognard.cli.work import work

# What the parser of options says of numbers, and what we say instead.
NUMBERS = (
    (
        re.compile(r"Invalid value for '(.+?)': Input should be a valid integer, .*"),
        r"\1 takes a whole number",
    ),
    (re.compile(r"Invalid value for '(.+?)': Input should be a valid number, .*"), r"\1 takes a number"),
    (
        re.compile(r"Invalid value for '(.+?)': Input should be greater than or equal to (.+)"),
        r"\1 is at least \2",
    ),
    (
        re.compile(r"Invalid value for '(.+?)': Input should be less than or equal to (.+)"),
        r"\1 is at most \2",
    ),
)

app = typer.Typer(
    name="grognard",
    help="An umpire for hex-and-counter wargames.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for plain in (games, chart, doubts, rulings, units, play, serve, work, old_tables, replay, verify, solve):
    app.command(cls=UniqueOptions)(plain)
for query in (odds, compare, resolve, reach, supply, command, sight):
    app.command(cls=UniqueOptions, context_settings=SITUATION_SETTINGS)(query)
app.command("map", cls=UniqueOptions)(draw_map)
app.command("fuzz", cls=UniqueOptions)(fuzz_games)
app.command("match", cls=UniqueOptions)(play_match)
app.add_typer(lab)


@app.command()
def browse() -> None:
    """Browse every chart in the terminal."""
    from grognard.cli.browse import browse as open_browser  # noqa: PLC0415 - the other commands do without it

    open_browser()


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def _grognard(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    del version
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _null_stream() -> io.TextIOWrapper:
    return Path(os.devnull).open("w", encoding="utf-8")


def main() -> None:
    """Run a command; an error that a user can fix is reported in one sentence, with exit status 2."""
    # A closed stream gets nothing, and no traceback.
    sys.stdout = sys.stdout or _null_stream()
    sys.stderr = sys.stderr or _null_stream()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a question mark for it, not a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = app(prog_name="grognard", standalone_mode=False) or 0
        sys.stdout.flush()
    except (GrognardError, typer.TyperException) as error:
        status = _say(_sentence(error))
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except BrokenPipeError:
        # The reader of a pipe has closed it.
        _discard(sys.stdout)
        status = 0
    except OSError as error:
        _discard(sys.stdout)
        where = f" ({error.filename})" if error.filename else ""
        status = _say(f"cannot go on: {(error.strerror or str(error)).lower()}{where}")
    sys.exit(status)


def _say(sentence: str) -> int:
    sys.stderr.write(f"grognard: {sentence}\n")
    return 2


def _discard(stream: TextIO) -> None:
    """Point a stream that can no longer be written at the null device, so that closing it raises nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())


def _sentence(error: Exception) -> str:
    if isinstance(error, GrognardError):
        return str(error)
    text = str(error.format_message() if hasattr(error, "format_message") else error).strip().rstrip(".")
    for found, said in NUMBERS:
        text = found.sub(said, text)
    link = " " if text.endswith("?") else "; "
    return f"{text}{link}grognard --help lists the commands, grognard COMMAND --help what they take"
