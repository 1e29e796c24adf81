# SPDX-License-Identifier: Apache-2.0
"""The common part of commands that ask something of a map: which map, which question, what was typed, and help."""

from typing import Annotated, Any

import msgspec
import typer

from grognard.charts.errors import GrognardError
from grognard.cli.console import console
from grognard.cli.map import main_map
from grognard.cli.odds import card
from grognard.cli.paths import by_name
from grognard.cli.positions import place
from grognard.cli.situations import asks, given
from grognard.hexes import HexId, Map
from grognard.procedures.forms import fill
from grognard.registry import game_map, map_names, names
from grognard.registry.games import map_question

MAP_FORMATS = ("text", "json", "map")
MapArgument = Annotated[
    str, typer.Argument(metavar="GAME/MAP", help="A map of a game, such as seelowe/kent.", callback=by_name)
]


class MapAnswer(msgspec.Struct, frozen=True):
    """An answered question: the map, the situation and the answer."""

    board: Map
    situation: Any
    answer: Any

    def place(self, name: str) -> str:
        """Name a hex in words: its number, and the town in it."""
        return place(self.board, name)

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""
        return self.board.grid.parse_hex(name)


def ask_map(context: typer.Context, name: str, profile: str, ruling: list[str] | None) -> MapAnswer | None:
    """Ask a map the question that a command is named after; if help is wanted, print it and return None."""
    command = context.info_name or ""
    helped = "--help" in (name, *context.args)
    if helped:
        typer.echo(context.get_help())
        if name == "--help":
            return None
    game, _, map_name = name.partition("/")
    map_name = map_name or (main_map(game) if game in names() else "")
    if not map_name:
        raise GrognardError(f"name a map, such as {_maps()}")
    board = game_map(game, map_name)
    asked = map_question(game, command)
    if helped or not context.args:
        console().print(asks(f"{asked.title}: grognard {command} {game}/{map_name}", asked.situation))
        return None
    situation = fill(asked.situation, given(asked.situation, command, context.args))
    return MapAnswer(board, situation, asked.answer(map_name, situation, card(game, profile, ruling)))


def _maps() -> str:
    return " or ".join(f"{name}/{board}" for name in names() for board in map_names(name))
