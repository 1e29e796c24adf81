# SPDX-License-Identifier: Apache-2.0
"""`grognard map`: draw a map."""

from pathlib import Path
from typing import Annotated

import typer

from grognard.charts.errors import GrognardError
from grognard.cli.console import write
from grognard.cli.paths import by_name
from grognard.hexes import Map, load_map
from grognard.hexes.drawing import draw, parse_format
from grognard.registry import game_map, map_names, names
from grognard.registry.games import scenario, scenario_names


def draw_map(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME/MAP",
            help="A map of a game, or the path of a map file of your own.",
            callback=by_name,
        ),
    ] = "",
    form: Annotated[str, typer.Option("--format", metavar="text|svg")] = "text",
) -> None:
    """Draw a map of a game, or a map file of your own, whose faults are all reported."""
    chosen = parse_format(form)
    write(draw(find_map(name), chosen))


def find_map(name: str) -> Map:
    """Return the map that a user names: seelowe/kent, or seelowe for that of its first scenario, or a file."""
    if name.endswith(".toml"):
        return load_map(Path(name))
    game, _, map_name = name.partition("/")
    map_name = map_name or (main_map(game) if game else "")
    if not map_name:
        raise GrognardError(f"name a map, such as {' or '.join(_known(game))}, or the path of a map file")
    return game_map(game, map_name)


def main_map(game: str) -> str:
    """Return the only map of a game, or that of its first scenario; empty if there is none."""
    maps, scenarios = map_names(game), scenario_names(game)
    if len(maps) > 1 and scenarios:
        return str(scenario(game, scenarios[0]).file.map)
    return maps[0] if len(maps) == 1 else ""


def _known(game: str) -> list[str]:
    """List the maps of a game, or of all games if it has none."""
    maps = {name: map_names(name) for name in names()}
    own = [f"{game}/{board}" for board in maps.get(game, ())]
    return own or [f"{name}/{board}" for name, boards in maps.items() for board in boards]
