"""Serve the skirmish from a folder: `python serving.py FOLDER`. Prints its address."""

import sys
from pathlib import Path

from skirmish import SkirmishLibrary

from grognard.server.serve import listen, serve_tables
from grognard.server.store import Store

if __name__ == "__main__":
    taken = listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{taken.getsockname()[1]}", flush=True)  # noqa: T201
    serve_tables(taken, Store(Path(sys.argv[1])), SkirmishLibrary())
