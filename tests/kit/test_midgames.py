# SPDX-License-Identifier: Apache-2.0
"""Every game in the midst of play that a release has kept is opened by this build: none is closed, no past has changed.

A test that fails here says that somebody's game is lost, or shown as it was not. Where the way in which positions are
written has changed, a migration is missing or wrong: see `grognard/play/shapes.py`. Positions that migrations have brought up to date
must show the boards that they showed, and each order must lead from the one before it to the one after it: what no board
shows, such as points that were spent, is held to that.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kit import LATER, SCENARIOS, parts
from midgames import MIDGAMES, Midgame, boards_hash, look_and_go_on, positions_hash, read_midgames
from msgspec.structs import replace
from saved import board_hash, open_question

from grognard.play.history import CurrentRules
from grognard.play.narrate import narrate_at
from grognard.play.shapes import Migration
from grognard.play.table import Table
from grognard.registry.current_rules import shape
from grognard.server.library import Shipped
from grognard.server.store import open_store
from grognard.server.tables import Tables

FOUND = [each for path in sorted(MIDGAMES.glob("*.xz")) for each in read_midgames(path)]
LEAST = 200
# How many entries of each game are told again; `make long` tells them all.
LAST = 2
# Scenarios whose rules were changed together with their positions, so that orders come out otherwise: each with what changed.
OTHERWISE: dict[str, str] = {}
CHANGED = "its past has changed"
Data = dict[str, Any]
Change = Callable[[Data], Data]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    found = Tables(open_store(tmp_path_factory.mktemp("midgames")), Shipped(), pace=0)
    yield found
    found.close()


def opens(tables: Tables, kept: Midgame) -> str:
    """Open a game; say what is wrong with it."""
    stored = kept.stored
    tables.store.create(stored)
    live = tables.find(stored.table)
    table = live.moment.table
    if live.record.header.shape == dict(live.present.shape):
        if positions_hash(table) != kept.positions:
            return CHANGED
    elif wrong := wrong_step(kept, table):
        return wrong
    if board_hash(table.game, table.position) != kept.board:
        return "it stands otherwise than it did"
    if live.reopened.same and open_question(table.asked) != kept.asked:
        return "something else is asked"
    for at in range(max(0, len(table.log.entries) - LAST), len(table.log.entries)):
        narrate_at(table, at)
    return ""


def wrong_step(kept: Midgame, table: Table[Any]) -> str:
    """Say what is wrong with a past that migrations have brought up to date."""
    if boards_hash(table) != kept.boards:
        return f"{CHANGED} by a step"
    if table.otherwise and kept.name not in OTHERWISE:
        orders = ", ".join(str(at + 1) for at in sorted(table.otherwise))
        return f"orders {orders} lead elsewhere than to what a step has made of the past"
    return ""


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_game_that_was_kept_opens_as_it_was(name: str, tables: Tables) -> None:
    wrong = {}
    for number, kept in enumerate(FOUND):
        if kept.name == name and (fault := opens(tables, kept)):
            wrong[f"{number} {kept.kind}"] = fault
    assert wrong == {}


def test_a_game_that_hides_something_is_looked_at_from_every_seat_and_goes_on(tmp_path: Path) -> None:
    """`make long ONLY=midgames` does so with all of them; it asked for events by numbers that seats do not have."""
    assert look_and_go_on("jarama/pindoque", 0, tmp_path, most=4) == ("", "4 games")


def test_there_are_many_of_every_kind() -> None:
    assert len(FOUND) >= LEAST
    kinds = Counter(kept.kind for kept in FOUND)
    assert kinds.keys() >= {
        *("open", "asked", "free", "copy", "taken back", "rulings", "errata"),
        *("players' dice", "each roll", "waits for a link", "against a program"),
    }
    assert {kept.name for kept in FOUND} >= set(SCENARIOS) - LATER
    # In the midst of a question, and under a fog.
    assert sum(kept.asked is not None for kept in FOUND) >= LEAST / 10
    assert all(kinds[kind] >= len(SCENARIOS) - len(LATER) for kind in kinds.keys() - {"copy"})
    assert sum(path.stat().st_size for path in Path(MIDGAMES).glob("*.xz")) < 3_000_000


def test_a_past_that_changed_would_be_found_out(tmp_path: Path) -> None:
    kept = next(kept for kept in FOUND if kept.kind == "open")
    other = next(each for each in FOUND if each.name == kept.name and each.positions != kept.positions)
    tables = Tables(open_store(tmp_path), Shipped(), pace=0)
    if kept_as_now(kept):
        assert opens(tables, replace(kept, positions=other.positions)) == CHANGED
    assert opens(Tables(open_store(tmp_path / "other"), Shipped()), replace(kept, board=other.board)) != ""
    tables.close()


def kept_as_now(kept: Midgame) -> bool:
    """Say whether the positions of a game are written as they are now."""
    found: bool = msgspec.json.decode(kept.record)["header"]["shape"] == shape(*parts(kept.name))
    return found


# Positions that are brought up to date


class Later(Shipped):
    """A build that writes positions in another way, which a step leads to."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def present(self, game: str, scenario: str) -> CurrentRules:
        now = super().present(game, scenario)
        step = Migration(now.shape["fields"], "later", self.change)
        return replace(now, rules="later", shape={**now.shape, "fields": "later"}, migrations=(step,))


def unchanged(data: Data) -> Data:
    return data


def nothing_spent(data: Data) -> Data:
    """Forget what units have spent: no board shows it."""
    return {**data, "spent": [0 for _ in data["spent"]]}


def all_astray(data: Data) -> Data:
    """Put the units in each other's places as long as the first turn lasts: by the end all may be where they should."""
    return {**data, "at": data["at"][::-1]} if data["turn"] == 1 else data


@pytest.mark.parametrize(
    ("change", "found"),
    [(unchanged, {""}), (nothing_spent, {"orders"}), (all_astray, {"its"})],
)
def test_a_step_that_changes_the_past_would_be_found_out(
    change: Change, found: set[str], tmp_path: Path
) -> None:
    tables = Tables(open_store(tmp_path), Later(change), pace=0)
    wrong = {opens(tables, kept) for kept in FOUND if kept.name == "seelowe/hythe" and kept.kind == "open"}
    tables.close()
    # Some of the games have nothing in them that the wrong step could spoil.
    assert {fault.partition(" ")[0] for fault in wrong} - ({""} if found != {""} else set()) == found
