# SPDX-License-Identifier: Apache-2.0
"""Seelöwe for its tests: a scenario as a game of chapters, with phases, units and hexes by name."""

from collections.abc import Mapping

from grognard.hexes import HexId
from grognard.registry.games import definition, open_game
from grognard.rules.definition import Definition
from grognard.rules.game import ChapterGame
from grognard.rules.position import Position
from grognard.rules.sequence import SidePhase
from grognard.rules.units import Unit

SEELOWE: Definition = definition("seelowe")


def seelowe(scenario: str = "hythe", switched: Mapping[str, str] | None = None) -> ChapterGame:
    found = open_game("seelowe", scenario, "card", switched)
    assert isinstance(found, ChapterGame)
    return found


def unit(game: ChapterGame, name: str) -> Unit:
    """A unit by its id; `_17id` where Python takes no digit first."""
    return game.context.naming.unit(name.removeprefix("_"))


def at(game: ChapterGame, name: str) -> HexId:
    return game.context.naming.hex(name)


def phase(game: ChapterGame, side: str, name: str) -> int:
    return [(each.side, each.name) for each in game.context.phases].index((side, name))


def now(game: ChapterGame, position: Position) -> SidePhase:
    return game.context.phases[position.phase]
