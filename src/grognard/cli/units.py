"""`grognard units`: the types of units of a game, by the ids that `odds`, `compare` and `resolve` take."""

from typing import Annotated

import typer
from rich.table import Table

from grognard.charts.errors import GrognardError
from grognard.cli.console import console
from grognard.cli.paths import refuse_path
from grognard.games import NAMES
from grognard.games.procedures import counters
from grognard.rules.procedure import Counter


def units(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="A game.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Only those with all these words: tank, Soviet, 88mm."),
    ] = None,
) -> None:
    """List the types of units: id, side, name, kind and factors as on the counter."""
    refuse_path(game_name)
    known = counters(game_name)
    if not known:
        listing = ", ".join(name for name in NAMES if counters(name))
        raise GrognardError(
            f"{game_name} writes units by their strengths and has no list of them; there are lists for {listing}"
        )
    found = [each for each in known if all(_says(each, word) for word in words or [])]
    if not found:
        raise GrognardError(
            f"no unit of {game_name} has {' and '.join(words or [])} in its line; leave a word out"
        )
    table = Table.grid(padding=(0, 2))
    for each in found:
        table.add_row(f"[bold]{each.id}[/bold]", each.side, each.name, each.kind, each.factors)
    console().print(table)


def _says(counter: Counter, word: str) -> bool:
    line = (counter.id, counter.side, counter.name, counter.kind, counter.factors)
    return word.casefold() in " ".join(line).casefold()
