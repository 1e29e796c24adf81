# SPDX-License-Identifier: Apache-2.0
"""Figures for the operator of a server: counts and one time, and nothing about any table.

They are given on the server's own machine alone: on a server with one table, each commit would tell its players that another
has done something, which may be a secret.
"""

from ipaddress import ip_address
from typing import Any

import msgspec
from litestar import Request, get
from litestar.di import NamedDependency

from grognard.server.errors import Refused
from grognard.server.events import Streams
from grognard.server.tables import Tables
from grognard.server.workers import Work


class Health(msgspec.Struct, frozen=True):
    """The state of a server: `turns` are the programs' turns that wait in a database, for any server to play.

    `commit_ms` is how long the last commit took.
    """

    tables: int
    streams: int
    jobs: int
    thinking: int
    turns: int
    commit_ms: float


@get("/api/health", sync_to_thread=True)
def show_health(
    tables: NamedDependency[Tables],
    streams: NamedDependency[Streams],
    work: NamedDependency[Work],
    request: Request[Any, Any, Any],
) -> Health:
    """Show the state of the server: tables in memory, open streams, jobs of requests, programs thinking, and the last commit.

    Answers 503 if the store cannot be reached.
    """
    client, own = request.scope["client"], request.scope["server"]
    if client and is_elsewhere(client[0], own[0] if own else ""):
        raise Refused(403, "the figures of this server are told on its own machine alone")
    waiting = tables.store.turns
    return Health(
        tables=tables.count,
        streams=streams.count,
        jobs=work.waiting,
        thinking=tables.programs.count,
        turns=0 if waiting is None else waiting.count(),
        commit_ms=round(tables.store.commit_ms, 3),
    )


def is_elsewhere(address: str, own: str) -> bool:
    """Return whether an address is that of another machine than the one with the address `own`; a local socket has none."""
    try:
        return address != own and not ip_address(address).is_loopback
    except ValueError:
        return False
