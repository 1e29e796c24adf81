# SPDX-License-Identifier: Apache-2.0
"""What may be said of a database: where it is, and why it does not answer."""

import psycopg
from psycopg.conninfo import conninfo_to_dict

from grognard.charts.errors import GrognardError


def told_address(url: str) -> str:
    """Return where a database is, without the user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error as error:
        # The driver's message may show a password.
        raise GrognardError(
            "the address of the database cannot be read: postgresql://USER@HOST/NAME is one"
        ) from error
    return f"the database {parts.get('dbname', 'of your name')} of PostgreSQL at {parts.get('host', 'this machine')}"


def reason(error: Exception) -> str:
    """Return what went wrong, in one line of the error; those that are indented only guess why."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and not line.startswith("\t")]
    return lines[-1].lower() if lines else "it does not answer"
