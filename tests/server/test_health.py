# SPDX-License-Identifier: Apache-2.0
"""Figures for whoever watches over a server."""

import pytest
from clients import Client, Player
from executing import execute
from test_tables import Players

from grognard.server.health import is_elsewhere
from grognard.server.new_table import NewTable
from grognard.server.tables import Tables

FIGURES = {"tables", "streams", "jobs", "thinking", "turns", "commit_ms"}


def test_the_figures_count_and_tell_nothing_else(client: Client, players: Players) -> None:
    red: Player = players[0]
    red.walk("r1", "0301")
    told = client.get("/api/health")
    found = told.json()
    assert (told.status_code, set(found)) == (200, FIGURES)
    assert (found["tables"], found["streams"], found["thinking"], found["turns"]) == (1, 0, 0, 0)
    assert found["commit_ms"] > 0
    assert red.table not in told.text


@pytest.mark.parametrize("where", ["postgres"], indirect=True)
def test_turns_that_wait_in_a_database_are_counted(client: Client, tables: Tables) -> None:
    assert tables.store.turns is not None
    tables.programs._closing = True
    tables.store.turns.tell()
    tables.make(NewTable(game="skirmish", scenario="open", seats={"Red": "random", "Blue": "random"}))
    assert client.get("/api/health").json()["turns"] == 1


@pytest.mark.parametrize("where", ["postgres"], indirect=True)
def test_a_server_whose_database_is_away_says_so(client: Client, tables: Tables) -> None:
    store = tables.store
    execute(store, "ALTER TABLE turns RENAME TO gone")
    answer = client.get("/api/health")
    assert (answer.status_code, answer.json()) == (
        503,
        {"detail": "the database of the tables cannot be reached; send this once more"},
    )
    execute(store, "ALTER TABLE gone RENAME TO turns")


@pytest.mark.parametrize(
    ("address", "elsewhere"),
    [("127.0.0.1", False), ("::1", False), ("10.0.0.11", False), ("10.0.0.10", True), ("2001:db8::1", True)],
)
def test_figures_are_told_on_the_machine_itself_alone(address: str, *, elsewhere: bool) -> None:
    """A commit that a player sees from afar tells that the enemy has done something, in secret perhaps."""
    assert is_elsewhere(address, "10.0.0.11") == elsewhere
