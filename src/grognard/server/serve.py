"""Run a server: one process, one folder of data."""

import os
import socket
import types
from pathlib import Path

import uvicorn

from grognard.charts.errors import GrognardError
from grognard.server.app import make_app, served
from grognard.server.events import Streams
from grognard.server.library import Library
from grognard.server.store import Store
from grognard.server.tables import Tables


def data_folder() -> Path:
    """Return where data is kept unless a user names another place: $GROGNARD_DATA, or where XDG says."""
    if own := os.environ.get("GROGNARD_DATA"):
        return Path(own)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "grognard"


def listen(host: str, port: int) -> socket.socket:
    """Take an address; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        # Whoever reads the address and comes at once waits for the server instead of being turned away.
        taken.listen()
    except (OSError, OverflowError) as error:
        taken.close()
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise GrognardError(
            f"cannot listen at {host} port {port}: {why}; name another with --port"
        ) from error
    return taken


class _Server(uvicorn.Server):
    """Ends the streams when it is told to end: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, streams: Streams) -> None:
        super().__init__(config)
        self._streams = streams

    def handle_exit(self, sig: int, frame: types.FrameType | None) -> None:
        self._streams.close()
        super().handle_exit(sig, frame)


def serve_tables(taken: socket.socket, store: Store, library: Library) -> None:
    """Serve the tables of a store until told to end."""
    streams = Streams()
    tables = Tables(store, library)
    tables.warm_up()
    app = make_app(tables, streams=streams)
    config = uvicorn.Config(
        served(app), log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=5
    )
    _Server(config, streams).run(sockets=[taken])
