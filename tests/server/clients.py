# SPDX-License-Identifier: Apache-2.0
"""A seat at a table, over HTTP, and a server in a process of its own."""

import re
import secrets
import signal
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any, Self

import httpx
from litestar.testing import TestClient

Client = TestClient[Any]
HERE = Path(__file__).parent


class Player:
    """Whoever bears a key."""

    def __init__(self, client: Client | httpx.Client, table: str, key: str) -> None:
        self.client = client
        self.table = table
        self.key = key
        self.path = f"/api/tables/{table}"
        self.headers = {"Authorization": f"Bearer {key}"}

    def get(self, path: str = "") -> Any:
        return self.client.get(self.path + path, headers=self.headers)

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(self.path + path, headers=self.headers, json=body)

    def view(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def act(self, path: str, expect: int | None = None, command: str = "", **what: Any) -> Any:
        expect = self.view()["seq"] if expect is None else expect
        return self.post(path, {"expect": expect, "command": command or uuid.uuid4().hex, **what})

    def order(self, order: dict[str, Any], expect: int | None = None, command: str = "") -> Any:
        return self.act("/orders", expect, command, order=order)

    def join(self, nonce: str = "") -> Any:
        """Sit down with a nonce of one's own."""
        done = self.post("/join", {"nonce": nonce or secrets.token_hex(32)})
        assert done.status_code == 200, done.text
        return done

    def walk(self, piece: str, to: str) -> int:
        done = self.order({"type": "walk", "piece": piece, "to": to})
        assert done.status_code == 200, done.text
        seq: int = done.json()["seq"]
        return seq

    def end(self) -> None:
        done = self.order({"type": "end"})
        assert done.status_code == 200, done.text


class Running:
    """A server in a process of its own."""

    def __init__(self, where: str | Path, how: str = "") -> None:
        command = [sys.executable, str(HERE / "serving.py"), str(where), how]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        address = re.search(r"http://\S+", self.process.stdout.readline())
        assert address, "the server did not start"
        self.client = httpx.Client(base_url=address[0], timeout=60)
        # It may be reached before it is ready to answer.
        self.client.get("/")

    def kill(self) -> None:
        """End it as a power cut would, and wait until it is gone."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        status = self.process.wait(20)
        self.client.close()
        if self.process.stdout:
            self.process.stdout.close()
        return status


class Served:
    """`grognard serve` with the games that come with Grognard, in a process of its own; what it writes to its log is kept."""

    def __init__(self, folder: Path, *options: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder.parent / f"{folder.name}.log"
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--data", str(folder), *options]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        address = re.search(r"http://\S+(?=/ )", self.process.stdout.readline())
        assert address, self.log()
        self.address = address[0]
        self.client = httpx.Client(base_url=self.address, timeout=60)
        self.client.get("/")

    def log(self) -> str:
        return self._log.read_text()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
