# SPDX-License-Identifier: Apache-2.0
"""A process that does the tasks it is sent, until the one that sends them is gone: `python -m grognard.lab.batch.worker NUMBER`.

NUMBER is that of an open file, one end of a connection. The match comes first, then one task after another.
"""

import sys
from multiprocessing.connection import Connection

import msgspec

from grognard.lab.batch.match import Match
from grognard.lab.batch.tasks import Task, do


def serve(connection: "Connection[bytes, bytes]") -> None:
    """Do tasks until the other end is closed."""
    match = msgspec.msgpack.decode(connection.recv_bytes(), type=Match)
    while True:
        task: Task = msgspec.msgpack.decode(connection.recv_bytes(), type=Task)
        connection.send_bytes(msgspec.msgpack.encode(do(match, task)))


if __name__ == "__main__":
    try:
        serve(Connection(int(sys.argv[1])))
    except (EOFError, ConnectionError):
        sys.exit()
