# SPDX-License-Identifier: Apache-2.0
"""The tables in a database, and how those of an older version are brought up to date."""

from typing import Any

import psycopg

from grognard.charts.errors import GrognardError
from grognard.server.notice_sql import NOTICES as ANY_NOTICES
from grognard.server.postgres_people import PEOPLE
from grognard.server.postgres_talk import SAID, STANDINGS
from grognard.server.postgres_turns import SCHEMA as TURNS

VERSION = 4
NOTICES = ANY_NOTICES.format(blob="bytea", real="double precision", boolean="boolean")
SCHEMA = (
    """
CREATE TABLE grognard (version integer NOT NULL);
CREATE TABLE tables (
    id text PRIMARY KEY,
    record bytea NOT NULL,
    secret bytea NOT NULL,
    over boolean NOT NULL DEFAULT false,
    seq integer NOT NULL,
    head bytea NOT NULL
);
CREATE TABLE seats (
    table_id text NOT NULL REFERENCES tables (id),
    hash bytea NOT NULL,
    sides text NOT NULL,
    PRIMARY KEY (table_id, hash)
);
CREATE TABLE events (
    table_id text NOT NULL REFERENCES tables (id),
    seq integer NOT NULL,
    body bytea NOT NULL,
    command text,
    at double precision,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, command)
);
"""
    + TURNS
    + SAID
    + STANDINGS
    + PEOPLE
    + NOTICES
)
# From each version to the next.
STEPS = {1: "ALTER TABLE events ADD COLUMN at double precision;" + SAID, 2: STANDINGS + PEOPLE, 3: NOTICES}
# Two servers that start at once make the tables once.
PREPARING = 0x67726F67
Connection = psycopg.Connection[Any]


def prepare(connection: Connection, told: str) -> None:
    """Create the tables in an empty database; bring older ones up to date, and refuse those of a later version."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (PREPARING,))
    is_there = connection.execute("SELECT to_regclass('grognard') IS NOT NULL").fetchone()
    if is_there == (False,):
        connection.execute(SCHEMA)
        connection.execute("INSERT INTO grognard VALUES (%s)", (VERSION,))
    version: Any = connection.execute("SELECT max(version) FROM grognard").fetchone()
    for older in range(version[0], VERSION):
        connection.execute(STEPS[older].encode())
        connection.execute("UPDATE grognard SET version = %s", (older + 1,))
    if version[0] > VERSION:
        raise GrognardError(f"{told} is of version {version[0]}, and this Grognard keeps version {VERSION}")
