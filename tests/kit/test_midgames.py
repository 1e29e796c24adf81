# SPDX-License-Identifier: Apache-2.0
"""Every game in the midst of play that a release has kept is opened by this build: none is closed, no past has changed.

A test that fails here says that somebody's game is lost, or shown as it was not. Where the way in which positions are
written has changed, a step is missing: see `grognard/play/shapes.py`.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from kit import SCENARIOS, parts
from midgames import MIDGAMES, Midgame, positions_hash, read_midgames
from msgspec.structs import replace
from saved import board_hash, open_question

from grognard.play.narrate import told_at
from grognard.registry.present import shape
from grognard.server.library import Shipped
from grognard.server.store import open_store
from grognard.server.tables import Tables

FOUND = [each for path in sorted(MIDGAMES.glob("*.xz")) for each in read_midgames(path)]
LEAST = 200
# How many entries of each game are told again; `make long` tells them all.
LAST = 2


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
    table, header = live.moment.table, live.record.header
    if header.shape == dict(live.present.shape) and positions_hash(table) != kept.positions:
        return "its past has changed"
    if board_hash(table.game, table.position) != kept.board:
        return "it stands otherwise than it did"
    if live.reopened.same and open_question(table.asked) != kept.asked:
        return "something else is asked"
    for at in range(max(0, len(table.log.entries) - LAST), len(table.log.entries)):
        told_at(table, at)
    return ""


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_game_that_was_kept_opens_as_it_was(name: str, tables: Tables) -> None:
    wrong = {}
    for number, kept in enumerate(FOUND):
        if kept.name == name and (fault := opens(tables, kept)):
            wrong[f"{number} {kept.kind}"] = fault
    assert wrong == {}


def test_there_are_many_of_every_kind() -> None:
    assert len(FOUND) >= LEAST
    kinds = Counter(kept.kind for kept in FOUND)
    assert kinds.keys() >= {
        *("open", "asked", "free", "copy", "taken back", "rulings", "errata"),
        *("players' dice", "each roll", "waits for a link", "against a program"),
    }
    assert {kept.name for kept in FOUND} == set(SCENARIOS)
    # In the midst of a question, and under a fog.
    assert sum(kept.asked is not None for kept in FOUND) >= LEAST / 10
    assert all(kinds[kind] >= len(SCENARIOS) for kind in kinds.keys() - {"copy"})
    assert sum(path.stat().st_size for path in Path(MIDGAMES).glob("*.xz")) < 3_000_000


def test_a_past_that_changed_would_be_found_out(tmp_path: Path) -> None:
    kept = next(kept for kept in FOUND if kept.kind == "open")
    other = next(each for each in FOUND if each.name == kept.name and each.positions != kept.positions)
    tables = Tables(open_store(tmp_path), Shipped(), pace=0)
    if kept_as_now(kept):
        assert opens(tables, replace(kept, positions=other.positions)) == "its past has changed"
    assert opens(Tables(open_store(tmp_path / "other"), Shipped()), replace(kept, board=other.board)) != ""
    tables.close()


def kept_as_now(kept: Midgame) -> bool:
    """Say whether the positions of a game are written as they are now."""
    found: bool = msgspec.json.decode(kept.record)["header"]["shape"] == shape(*parts(kept.name))
    return found
