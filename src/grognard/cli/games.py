# SPDX-License-Identifier: Apache-2.0
"""`grognard games`: the games, their charts, procedures, maps and scenarios."""

from rich.table import Table

from grognard.charts.files import Source
from grognard.cli.console import console
from grognard.cli.each_game import each_game
from grognard.registry import folder, game, map_names
from grognard.registry.games import procedures, scenario_names


def games() -> None:
    """List the games, their charts, procedures, maps and scenarios."""
    table = Table.grid(padding=(0, 2, 1, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, description in each_game(_description).items():
        table.add_row(name, description)
    console().print(table)


def _description(name: str) -> str:
    about = game(name)
    procedure_names = ", ".join(procedure.name for procedure in procedures(name))
    more = f"\nprocedures {procedure_names}" if procedure_names else ""
    more += "".join(f"\nmap {name}/{map_name}" for map_name in map_names(name))
    more += "".join(f"\n{_line(name, scenario_name)}" for scenario_name in scenario_names(name))
    return f"{about.title}\n{about.about}\n{', '.join(about.charts)}{more}"


def _line(name: str, scenario_name: str) -> str:
    """Name a scenario, with what one should know before one chooses it."""
    # Only the file is read: opening a scenario of each game would load the rules of all of them.
    head = Source(folder(name) / "scenarios" / f"{scenario_name}.toml").data()
    kind = "exercise" if head.get("exercise") else "scenario"
    lean = head.get("lean")
    return f"{kind} {name}/{scenario_name}" + (f"\n  {lean}" if lean else "")
