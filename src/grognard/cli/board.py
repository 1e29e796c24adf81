# SPDX-License-Identifier: Apache-2.0
"""The board in the local browser: at a server started for it, or at one that is already running."""

import json
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import typer

from grognard.charts.errors import GrognardError

if TYPE_CHECKING:
    import socket

    from grognard.server.new_table import Made, NewTable
    from grognard.server.serve import Serving
    from grognard.server.store import Store
    from grognard.server.tables import Tables

HERE = "127.0.0.1"
USUAL_PORT = 8000
# Limits: requests of an address in a minute, tables that it makes in an hour, acts of a seat in a minute; and processes
# that work out odds.
REQUESTS, TABLES, ACTS, WORKERS = 3000, 200, 1200, 2
# Seconds that a server already running may take to make a table.
TIMEOUT = 60


def open_board(port: int | None, new: "NewTable | None") -> None:
    """Open a new table in the browser, or the first page, and serve it until Ctrl-C.

    If no port is given and another program has the usual one, any free port is taken.
    """
    from grognard.server.data_folder import data_folder  # noqa: PLC0415
    from grognard.server.guard import Guard  # noqa: PLC0415 - the terminal does without
    from grognard.server.notices import NoticeSettings  # noqa: PLC0415
    from grognard.server.serve import Serving, noted_address  # noqa: PLC0415
    from grognard.server.sole_server import InUse  # noqa: PLC0415
    from grognard.server.sqlite_store import SqliteStore  # noqa: PLC0415

    folder = data_folder()
    try:
        store = SqliteStore(folder)
    except InUse:
        address = noted_address(folder)
        if not address:
            raise
        typer.echo(f"Grognard is at {address} already, and keeps its tables in {folder}.")
        _show(address if new is None else _link(address, new, _make_at_running_server(address, new)))
        return
    serving = Serving(Guard((), REQUESTS, TABLES, ACTS), workers=WORKERS, notices=NoticeSettings(push=True))
    run(HERE, _port(port), store, serving, partial(_begin, new))


def _port(port: int | None) -> "socket.socket":
    """Listen at the given port, or the usual one, or if another program has that, at any free one."""
    from grognard.server.serve import listen  # noqa: PLC0415 - likewise

    if port is not None:
        return listen(HERE, port)
    try:
        return listen(HERE, USUAL_PORT)
    except GrognardError:
        typer.echo(f"Another program has port {USUAL_PORT}; this takes one that is free.")
        return listen(HERE, 0)


def run(
    host: str,
    taken: "socket.socket",
    store: "Store",
    serving: "Serving",
    when_serving: "Callable[[str, Tables], object]",
) -> None:
    """Say where the server is, and serve until told to end; once it serves, call a function first."""
    from grognard.server.library import Shipped  # noqa: PLC0415 - likewise
    from grognard.server.serve import note_address, serve_tables, told_to_end  # noqa: PLC0415
    from grognard.server.sqlite_store import SqliteStore  # noqa: PLC0415

    end_signal = told_to_end()
    shown_host = f"[{host}]" if ":" in host else host
    address = f"http://{shown_host}:{taken.getsockname()[1]}/"
    if isinstance(store, SqliteStore):
        note_address(store.folder, address)
    typer.echo(f"Grognard is at {address} and keeps its tables in {store.told}.")
    typer.echo("The link of a seat is a secret: anyone who has it plays that side. Ctrl-C ends.")
    serve_tables(taken, store, Shipped(), serving, partial(when_serving, address), end_signal)


def _begin(new: "NewTable | None", address: str, tables: "Tables") -> None:
    _show(address if new is None else _link(address, new, tables.make(new)))


def _make_at_running_server(address: str, new: "NewTable") -> "Made":
    """Have a table made by a server that is already running."""
    from grognard.server.new_table import Made  # noqa: PLC0415 - likewise

    request = urllib.request.Request(  # noqa: S310 - the address is that of our own server
        f"{address}api/tables", msgspec.json.encode(new), {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - likewise
            return msgspec.json.decode(answer.read(), type=Made)
    except urllib.error.HTTPError as error:
        reason = json.loads(error.read()).get("detail", error.reason)
        raise GrognardError(f"the server at {address} says: {reason}; end it, and try again") from error
    except OSError as error:
        raise GrognardError(f"the server at {address} does not answer; end it, and try again") from error


def _link(address: str, new: "NewTable", made: "Made") -> str:
    """Return the link of the person's seat; if programs play alone, that of a spectator."""
    key = next((key for side, key in made.seats.items() if key and new.seats[side] == "person"), made.watch)
    return f"{address}t/{made.table}#{key}"


def _show(link: str) -> None:
    if "#" in link:
        typer.echo(f"Your table is at {link}")
    webbrowser.open(link)
