# SPDX-License-Identifier: Apache-2.0
"""Run a server, or play programs for others that share a store."""

import asyncio
import signal
import socket
import sys
import threading
import types
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import uvicorn

from grognard.charts.errors import GrognardError
from grognard.server.app import make_app, served
from grognard.server.connections import Limits, settings
from grognard.server.events import Streams
from grognard.server.garbage_collection import GarbageCollector
from grognard.server.guard import Guard
from grognard.server.library import Library
from grognard.server.notices import Notices, NoticeSettings
from grognard.server.quiet_log import write_log
from grognard.server.store import Store
from grognard.server.tables import Tables
from grognard.server.turn_news import all_listeners
from grognard.server.webhook import Webhook
from grognard.server.workers import Budget, Workers

# The file in a data folder that says where its server is.
ADDRESS = "address"
# The greatest number of a port.
PORTS = 65_535
# Bytes of an answer that the system buffers until the client reads them.
UNREAD = 64 * 1024
# Seconds that a thread runs before another has its turn.
TURN = 0.0005
# What a program may use for one act.
THINKING = Budget(seconds=120, megabytes=1024)


class Serving(msgspec.Struct, frozen=True):
    """How a server is run: whom it lets in, and how many workers it has for requests, and as many for programs; 0 is none.

    Without `programs`, they are left to other processes that share its store. Changes of turn are posted to the `webhook`, and
    players are told of them as `notices` says.
    """

    guard: Guard = Guard()
    limits: Limits = Limits()
    workers: int = 0
    programs: bool = True
    webhook: str = ""
    notices: NoticeSettings = NoticeSettings()


def note_address(folder: Path, address: str) -> None:
    """Note where the server of a folder is, for others that find the folder in use."""
    (folder / ADDRESS).write_text(f"{address}\n", encoding="utf-8")


def noted_address(folder: Path) -> str:
    """Return where the server that uses a folder is; empty if it has not said so."""
    path = folder / ADDRESS
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def listen(host: str, port: int) -> socket.socket:
    """Take an address; port 0 takes any that is free."""
    if not 0 <= port <= PORTS:
        raise GrognardError(f"there is no port {port}; --port takes a number from 0 to {PORTS}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # By default the system buffers megabytes of unread answers for each connection.
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
    try:
        taken.bind((host, port))
        # A client that comes before the server is ready waits instead of being turned away.
        taken.listen()
    except OSError as error:
        taken.close()
        why = (error.strerror or str(error)).lower()
        raise GrognardError(
            f"cannot listen at {host} port {port}: {why}; name another with --port"
        ) from error
    return taken


class _Server(uvicorn.Server):
    """Ends the streams when it is told to end: they would never end by themselves. Once it serves, it calls `at_first`."""

    def __init__(
        self,
        config: uvicorn.Config,
        streams: Streams,
        at_first: Callable[[], object],
        end_signals: Sequence[int],
    ) -> None:
        super().__init__(config)
        self._streams = streams
        self._at_first = at_first
        self._end_signals = end_signals

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._end_signals:
            self.should_exit = True
        # By now it can be told to end, and whatever was begun ends with it.
        if not self.should_exit:
            await asyncio.to_thread(self._at_first)

    def handle_exit(self, sig: int, frame: types.FrameType | None) -> None:
        self._streams.close()
        super().handle_exit(sig, frame)


def told_to_end() -> list[int]:
    """Return a list that records the signals to end from now on, until the server handles them itself.

    An exception instead could be lost: some libraries catch any that is raised inside them.
    """
    told: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda heard, _: told.append(heard))
    return told


def serve_tables(  # noqa: PLR0913, PLR0917 - all the parts of a server
    taken: socket.socket,
    store: Store,
    library: Library,
    serving: Serving | None = None,
    at_first: Callable[[Tables], object] | None = None,
    end_signals: Sequence[int] = (),
) -> None:
    """Serve the tables of a store until told to end; once serving, call `at_first` with them."""
    write_log()
    streams, serving = Streams(), serving or Serving()
    # Threads take turns to run; an act needs several turns, and would wait the usual 5 ms for every busy thread in each.
    sys.setswitchinterval(TURN)
    notices = Notices(store, serving.notices)
    hear = all_listeners(notices.kept, Webhook(serving.webhook).kept if serving.webhook else None)
    workers: tuple[Workers, ...] = ()
    if serving.workers:
        budgets = (Budget(), THINKING) if serving.programs else (Budget(),)
        workers = tuple(Workers(library, serving.workers, budget) for budget in budgets)
        tables = Tables(
            store,
            library,
            thinking=workers[-1] if serving.programs else None,
            programs=serving.programs,
            turns=hear,
        )
        app = make_app(tables, streams=streams, work=workers[0], notices=notices)
    else:
        tables = Tables(store, library, programs=serving.programs, turns=hear)
        app = make_app(tables, streams=streams, notices=notices)

    def begin() -> None:
        for working in workers:
            working.start()
        if at_first:
            at_first(tables)
        GarbageCollector().start()

    config = uvicorn.Config(
        served(app, serving.guard),
        # Faulty requests are answered, and must not fill a log; what the HTTP server itself says goes to the same one.
        log_level="error",
        log_config=None,
        # A server that cannot begin says so, and does not run on without its programs.
        lifespan="on",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **settings(serving.limits.within_files()),
    )
    _Server(config, streams, begin, end_signals).run(sockets=[taken])


def play_programs(store: Store, library: Library, workers: int) -> None:
    """Play the turns of programs that wait in a store, until told to end."""
    write_log()
    told = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: told.set())
    work = Workers(library, workers, THINKING) if workers else None
    if work is not None:
        work.start()
    tables = Tables(store, library, thinking=work)
    told.wait()
    tables.close()
