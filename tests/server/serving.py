# SPDX-License-Identifier: Apache-2.0
"""Serve the skirmish from a folder or a database: `python serving.py WHERE`. Prints its address.

With `without` as second argument its programs are left to others; with `work` it plays them and serves nothing. A turn that it
has taken is taken by another after a second.
"""

import sys

from skirmish import SkirmishLibrary

from grognard.server.postgres_turns import PostgresTurns
from grognard.server.serve import Serving, listen, play_programs, serve_tables
from grognard.server.store import open_store

if __name__ == "__main__":
    store, how = open_store(sys.argv[1]), "".join(sys.argv[2:])
    if isinstance(store.turns, PostgresTurns):
        store.turns.lease = 1.0
    if how == "work":
        print("at work", flush=True)  # noqa: T201
        play_programs(store, SkirmishLibrary(), 0)
    else:
        taken = listen("127.0.0.1", 0)
        print(f"http://127.0.0.1:{taken.getsockname()[1]}", flush=True)  # noqa: T201
        serve_tables(taken, store, SkirmishLibrary(), Serving(programs=how != "without"))
