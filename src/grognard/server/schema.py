# SPDX-License-Identifier: Apache-2.0
"""Print the OpenAPI schema, from which the page's types are made: `python -m grognard.server.schema`."""

import sys
import tempfile
from pathlib import Path

import msgspec

from grognard.server.app import make_app
from grognard.server.library import Shipped
from grognard.server.openapi import full_description
from grognard.server.page import Page
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables


def schema() -> str:
    """Return the schema as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(SqliteStore(Path(folder)), Shipped())
        app = make_app(tables, Page(Path(folder)))
        text = msgspec.json.encode(full_description(app.openapi_schema.to_schema()), order="sorted")
        tables.close()
    return msgspec.json.format(text, indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())
