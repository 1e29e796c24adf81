# SPDX-License-Identifier: Apache-2.0
"""What is told at a terminal, and to whom."""

from io import StringIO
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from race import Mark, Position, Race
from rich.console import Console

from grognard.cli.inspect import Inspect
from grognard.cli.session import PERSON, Session, give
from grognard.games.jarama.orders import Deploy
from grognard.play.board import Status
from grognard.play.log import Header
from grognard.play.table import begin
from grognard.registry.games import open_game


class Boasting(Race):
    """A race in which every order is told with the plans that whoever looks on can see."""

    @property
    def view(self) -> Self:
        """Itself, like what decides: it is a small game."""
        return self

    text = view

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        return f"{super().tell(position, order)} by {sorted(position.plans.values())}"

    def status(self, position: Position) -> Status:
        phase = f"plans {sorted(position.plans.values())}"
        return Status(turn=1, turns=1, when="now", phase=phase, side=position.side)

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        del before, order, after
        return []


@pytest.mark.parametrize(
    ("red", "blue", "seen"),
    [
        (PERSON, PERSON, "['north', 'south']"),
        ("random", PERSON, "['south']"),
        (PERSON, "random", "['north']"),
    ],
)
def test_a_terminal_tells_what_those_at_it_see(red: str, blue: str, seen: str, tmp_path: Path) -> None:
    """Red marks. Who sits there reads of his own plans alone; two at one terminal read of both."""
    # The map is of no matter; that of a game that has one will do.
    header = Header(game="seelowe", scenario="hythe", seats={"Red": red, "Blue": blue})
    said: Any = StringIO()
    session = Session(begin(Boasting(), header), tmp_path / "race.jsonl", Console(file=said, width=200))
    give(session, Mark())
    assert f"Red: Mark by {seen}" in said.getvalue()
    session.show_heading()
    Inspect(session).log([])
    assert said.getvalue().count(f"plans {seen}") == 2
    assert said.getvalue().count(seen) == 4


@pytest.mark.parametrize(("mine", "told"), [("Republican", 1), ("Nationalist", 2)])
def test_orders_of_the_enemy_that_look_the_same_are_told_once(mine: str, told: int, tmp_path: Path) -> None:
    """Two Nationalist units are set up: the enemy is told that units are, and not how many, at once and in the log."""
    seats = {"Nationalist": "random", "Republican": "random", mine: PERSON}
    header = Header(game="jarama", scenario="pindoque", seats=seats)
    said: Any = StringIO()
    table = begin(open_game("jarama", "pindoque"), header)
    session = Session(table, tmp_path / "log", Console(file=said, width=200))
    for order in (Deploy("8ban", "2115"), Deploy("bhq", "1914")):
        give(session, order)
    line = "Nationalist deploys" if told == 1 else "is set up in"
    assert said.getvalue().count(line) == told
    Inspect(session).log([])
    assert said.getvalue().count(line) == 2 * told
