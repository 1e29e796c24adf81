# SPDX-License-Identifier: Apache-2.0
"""SQL on a store behind its back: a disk spoils things, an operator looks into them."""

from typing import Any

import psycopg

from grognard.server.postgres_store import PostgresStore
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Store


def execute(store: Store, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Execute a statement, its values written as %s; return what it finds."""
    if isinstance(store, SqliteStore):
        return list(store._connection.execute(statement.replace("%s", "?"), values))
    assert isinstance(store, PostgresStore)
    with psycopg.connect(store.url) as connection:
        cursor = connection.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []


def place(store: Store) -> Any:
    """Return what a store is opened by."""
    return (
        store.folder
        if isinstance(store, SqliteStore)
        else store.url
        if isinstance(store, PostgresStore)
        else None
    )
