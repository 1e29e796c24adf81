"""`grognard games`: the games and their charts."""

from rich.table import Table

from grognard.cli.console import console
from grognard.games import NAMES, game


def games() -> None:
    """List the games and their charts."""
    table = Table.grid(padding=(0, 2, 1, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name in NAMES:
        about = game(name)
        table.add_row(name, f"{about.title}\n{', '.join(about.charts)}")
    console().print(table)
