# SPDX-License-Identifier: Apache-2.0
"""The tables in a folder's file, and how a file of an older version is brought up to date.

`remarks` has what is said at a table, which is no part of its game; `served` how long the file was served, by which clocks go,
and when that was last counted. An event has the time `at` which it was kept where its table has a clock. `standings` has how each
table stands, for lists of tables; `people` and `places` who sits where (`sqlite_people.py`); `own_keys`, `browsers` and `mailboxes` by what and where
they are told of their turns (`notice_sql.py`).
"""

from pathlib import Path

import apsw

from grognard.charts.errors import GrognardError
from grognard.server.notice_sql import NOTICES as ANY_NOTICES
from grognard.server.sqlite_people import PEOPLE

VERSION = 5
NOTICES = ANY_NOTICES.format(blob="BLOB", real="REAL", boolean="INTEGER").replace("\n);", "\n) STRICT;")
SAID = """
CREATE TABLE remarks (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    body BLOB NOT NULL,
    command TEXT,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, command)
) STRICT, WITHOUT ROWID;
CREATE TABLE served (seconds REAL NOT NULL, at REAL NOT NULL) STRICT;
INSERT INTO served VALUES (0, 0);
"""
STANDINGS = """
CREATE TABLE standings (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    body BLOB NOT NULL,
    clocked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX clocked ON standings (table_id) WHERE clocked;
"""
SCHEMA = (
    """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    record BLOB NOT NULL,
    secret BLOB NOT NULL,
    over INTEGER NOT NULL DEFAULT 0,
    head BLOB
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    hash BLOB NOT NULL,
    sides TEXT NOT NULL,
    PRIMARY KEY (table_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    command TEXT,
    at REAL,
    UNIQUE (table_id, seq),
    UNIQUE (table_id, command)
) STRICT;
CREATE TABLE acts (count INTEGER NOT NULL) STRICT;
INSERT INTO acts VALUES (0);
"""
    + SAID
    + STANDINGS
    + PEOPLE
    + NOTICES
)
# From each version to the next. Tables of the first have no hash until something is added to them.
STEPS = {
    1: """
ALTER TABLE tables ADD COLUMN head BLOB;
CREATE TABLE acts (count INTEGER NOT NULL) STRICT;
INSERT INTO acts VALUES (0);
""",
    2: "ALTER TABLE events ADD COLUMN at REAL;" + SAID,
    3: STANDINGS + PEOPLE,
    4: NOTICES,
}


def bring_up_to_date(connection: apsw.Connection, path: Path) -> None:
    """Create the tables of a new file, and bring those of an older one up to date."""
    version = connection.pragma("user_version")
    if version == 0:
        with connection:
            connection.execute(SCHEMA)
            connection.execute(f"PRAGMA user_version = {VERSION}")
    elif version > VERSION:
        raise GrognardError(f"{path} is of version {version}, and this Grognard keeps version {VERSION}")
    for older in range(version or VERSION, VERSION):
        with connection:
            connection.execute(STEPS[older])
            connection.execute(f"PRAGMA user_version = {older + 1}")
