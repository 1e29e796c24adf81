"""A server with the skirmish on a store of its own, and a client that plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from clients import Client, Player
from litestar.testing import TestClient
from skirmish import SkirmishLibrary

from grognard.server.app import make_app, served
from grognard.server.page import Page
from grognard.server.store import Store
from grognard.server.tables import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    """Tables on a store of their own; the client ends them."""
    return Tables(Store(tmp_path / "data"), SkirmishLibrary(), pace=0)


@pytest.fixture
def client(tables: Tables, tmp_path: Path) -> Iterator[Client]:
    with TestClient(served(make_app(tables, Page(tmp_path / "no page")))) as found:
        yield found


@pytest.fixture
def players(client: Client) -> tuple[Player, Player, Player]:
    """Red, Blue and a watcher at a new table."""
    made = client.post("/api/tables", json={"game": "skirmish", "scenario": "open"}).json()
    keys = (made["seats"]["Red"], made["seats"]["Blue"], made["watch"])
    red, blue, watcher = (Player(client, made["table"], key) for key in keys)
    return red, blue, watcher
