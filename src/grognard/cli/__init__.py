"""The commands. Errors are one sentence on stderr and exit status 2; a traceback is a defect."""

import sys
from typing import Annotated

import typer

from grognard import __version__
from grognard.charts.errors import GrognardError
from grognard.cli.chart import chart
from grognard.cli.doubts import doubts
from grognard.cli.games import games
from grognard.cli.map import draw_map
from grognard.cli.rulings import rulings

app = typer.Typer(
    name="grognard",
    help="An umpire for hex-and-counter wargames.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (games, chart, doubts, rulings):
    app.command()(command)
app.command("map")(draw_map)


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


def main() -> None:
    """Run a command; whatever a user can mend is said in one sentence, with exit status 2."""
    try:
        status = app(prog_name="grognard", standalone_mode=False)
    except (GrognardError, typer.TyperException) as error:
        sys.stderr.write(f"grognard: {_sentence(error)}\n")
        status = 2
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:
        # The reader has enough; there is nobody to tell.
        sys.stderr.close()
        status = 0
    sys.exit(status or 0)


def _sentence(error: Exception) -> str:
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    return str(text).strip()
