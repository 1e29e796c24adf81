"""What is told at a terminal, and to whom."""

from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from race import Mark, Position, Race
from rich.console import Console

from grognard.cli.looking import Looking
from grognard.cli.session import PERSON, Session, give
from grognard.play.board import Status
from grognard.play.log import Header
from grognard.play.table import begin


class Boasting(Race):
    """A race in which every order is told with the plans that whoever looks on can see."""

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        return f"{super().tell(position, order)} by {sorted(position.plans.values())}"

    def status(self, position: Position) -> Status:
        phase = f"plans {sorted(position.plans.values())}"
        return Status(turn=1, turns=1, when="now", phase=phase, side=position.side)

    def became(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
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
    session.head()
    Looking(session).log([])
    assert said.getvalue().count(f"plans {seen}") == 2
    assert said.getvalue().count(seen) == 4
