# SPDX-License-Identifier: Apache-2.0
"""Figures for whoever watches over a server: counts and one time, and nothing of any table.

They are told on the server's own machine alone: of a server with one table, each commit would tell its players that somebody
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
    """How a server is: `turns` are those of programs that wait in a database, whoever will play them.

    `commit_ms` is how long the last act took to be kept.
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
    """Show how the server is: tables in memory, open streams, jobs of requests, programs that think, and the last commit.

    It is answered with 503 where the store cannot be reached.
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
    """Return whether an address is another machine's than the one that has the address `own`; a socket of this one has none."""
    try:
        return address != own and not ip_address(address).is_loopback
    except ValueError:
        return False
