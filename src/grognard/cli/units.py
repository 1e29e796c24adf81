# SPDX-License-Identifier: Apache-2.0
"""`grognard units`: the types of units of a game, by the ids that `odds` and `resolve` take; or all of a scenario."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table

from grognard.charts.errors import GrognardError
from grognard.cli.console import console
from grognard.cli.paths import by_name, refuse_path
from grognard.procedures.procedure import Counter
from grognard.registry import names
from grognard.registry.games import counters, open_game, scenario_names


def units(
    game_name: Annotated[
        str, typer.Argument(metavar="GAME[/SCENARIO]", help="A game, or a scenario of it.", callback=by_name)
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Only those with all these words: tank, Soviet, 88mm."),
    ] = None,
) -> None:
    """List the types of units, or those of a scenario: id, side, name, kind and factors as on the counter."""
    game, _, scenario = game_name.partition("/")
    if scenario and game in names():
        counters_listed = _of_scenario(game, scenario)
    else:
        refuse_path(game_name)
        counters_listed = _types(game_name)
    listed = [counter for counter in counters_listed if all(_has_word(counter, word) for word in words or [])]
    if not listed:
        raise GrognardError(
            f"no unit of {game_name} has {' and '.join(words or [])} in its line; leave a word out"
        )
    table = Table.grid(padding=(0, 2))
    for counter in listed:
        table.add_row(f"[bold]{counter.id}[/bold]", counter.side, counter.name, counter.kind, counter.factors)
    console().print(table)


def _types(game_name: str) -> Sequence[Counter]:
    """Return the types of units of a game; raise an error if it has no list of them."""
    if listed_counters := counters(game_name):
        return listed_counters
    listing = ", ".join(name for name in names() if counters(name))
    named = scenario_names(game_name)
    besides = f"; grognard units {game_name}/{named[0]} lists those of a scenario" if named else ""
    raise GrognardError(
        f"{game_name} writes units by their strengths and has no list of them; there are lists for {listing}{besides}"
    )


def _of_scenario(game_name: str, scenario: str) -> Sequence[Counter]:
    """Return every unit of a scenario."""
    game = open_game(game_name, scenario)
    pieces = sorted(game.view.pieces(game.rules.start()), key=lambda piece: (piece.side, piece.id))
    return [Counter(piece.id, piece.side, piece.name, piece.kind, piece.values) for piece in pieces]


def _has_word(counter: Counter, word: str) -> bool:
    line = (counter.id, counter.side, counter.name, counter.kind, counter.factors)
    return word.casefold() in " ".join(line).casefold()
