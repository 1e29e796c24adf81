# SPDX-License-Identifier: Apache-2.0
"""`grognard work`: let programs think on another machine than the servers."""

from typing import Annotated

import typer

from grognard.cli.options import STORE


def work(
    store: Annotated[str, STORE],
    workers: Annotated[
        int, typer.Option("--workers", min=0, max=64, help="Processes that think; 0 thinks in this one.")
    ] = 2,
) -> None:
    """Play the turns of programs at the tables of servers that share a database, until Ctrl-C."""
    # The other commands do without a server.
    from grognard.server.library import Shipped  # noqa: PLC0415
    from grognard.server.serve import play_programs  # noqa: PLC0415
    from grognard.server.store import check_database, open_store  # noqa: PLC0415

    check_database("--store", store)
    tables = open_store(store)
    typer.echo(f"Grognard plays the turns of programs at the tables in {tables.told}. Ctrl-C ends.")
    play_programs(tables, Shipped(), workers)
