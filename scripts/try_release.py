# SPDX-License-Identifier: Apache-2.0
"""Try what is to be published: install the wheel into a new environment, serve, and fetch the page and a game's board.

Usage: python scripts/try_release.py dist/grognard-X.Y.Z-py3-none-any.whl

Packages come by hash from requirements.txt, as a user's would from the wheel's own bounds.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
import venv
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main(wheel: Path) -> None:
    """Install, serve, look."""
    with tempfile.TemporaryDirectory() as folder:
        python = installed(wheel, Path(folder))
        command = [str(python), "-m", "grognard", "serve", "--port", "0", "--data", f"{folder}/data"]
        elsewhere = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        server = subprocess.Popen(  # noqa: S603 - ours
            command, stdout=subprocess.PIPE, text=True, cwd=folder, env=elsewhere, start_new_session=True
        )
        try:
            look(re.findall(r"http://\S+/", server.stdout.readline() if server.stdout else "")[0])
        finally:
            server.terminate()
            server.wait(10)
            # Workers that are still starting end later than their server, and would write into the folder while it is removed.
            with suppress(AttributeError, ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
    print(f"{wheel.name} installs, serves its page, and deals out a game")


def installed(wheel: Path, folder: Path) -> Path:
    """Make an environment with the wheel in it; return its Python."""
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    for wanted in (
        ["--require-hashes", "-r", str(ROOT / "requirements.txt")],
        ["--no-deps", str(wheel.resolve())],
    ):
        subprocess.run([*pip, *wanted], check=True)  # noqa: S603 - ours
    return python


def look(address: str) -> None:
    """Fetch the page with all it names, and make a table."""
    page = fetched(address).decode()
    parts = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert parts, page  # noqa: S101 - this is a check
    for part in parts:
        assert fetched(address + part), part  # noqa: S101 - likewise
    new = json.dumps({"game": "seelowe", "scenario": "hythe"}).encode()
    asked = urllib.request.Request(  # noqa: S310 - our own server
        f"{address}api/tables", new, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - likewise
        assert json.load(answer)["table"]  # noqa: S101 - likewise


def fetched(address: str) -> bytes:
    """Fetch something of the server."""
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - our own server
        body: bytes = answer.read()
        return body


if __name__ == "__main__":
    main(Path(sys.argv[1]))
