"""`grognard games`: the games, their charts and their maps."""

from rich.table import Table

from grognard.cli.console import console
from grognard.games import NAMES, game, map_names


def games() -> None:
    """List the games, their charts and their maps."""
    table = Table.grid(padding=(0, 2, 1, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name in NAMES:
        about = game(name)
        maps = "".join(f"\nmap {name}/{each}" for each in map_names(name))
        table.add_row(name, f"{about.title}\n{about.about}\n{', '.join(about.charts)}{maps}")
    console().print(table)
