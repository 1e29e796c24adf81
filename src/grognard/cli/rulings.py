# SPDX-License-Identifier: Apache-2.0
"""`grognard rulings`: how a card is read where it is silent or doubtful."""

from typing import Annotated

import typer
from rich.text import Text

from grognard.charts.rulings import Ruling
from grognard.cli.console import console
from grognard.cli.each_game import each_game
from grognard.cli.paths import by_name, refuse_path
from grognard.registry import rulings as rulings_of


def rulings(
    game_name: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A game; all of them without it.", callback=by_name)
    ] = "",
) -> None:
    """List the rulings: question, options, the answer of each profile, and why."""
    refuse_path(game_name)
    page = console()
    for name, book in each_game(rulings_of, game_name).items():
        for title, ruling in book.items():
            page.print(ruling_text(name, title, ruling))
        if not book:
            page.print(f"{name} has no rulings.")


def ruling_text(game: str, title: str, ruling: Ruling) -> Text:
    """Return one ruling for a reader."""
    text = Text(f"{title}", style="bold").append(
        f"  {game}: {', '.join(ruling.charts)}\n", style="dim not bold"
    )
    text.append(f"{ruling.question}\n", style="not bold")
    for option, answer in ruling.options.items():
        profiles = [profile for profile in ("card", "errata") if getattr(ruling, profile) == option]
        where = f" ({' and '.join(profiles)})" if profiles else ""
        text.append(f"  {option}{where}: {answer}\n", style="not bold" + (" cyan" if profiles else ""))
    return text.append(f"Why: {ruling.why} Confidence: {ruling.sure}.\n", style="not bold")
