"""A real Chromium before a real server: what the journeys through the page share."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

import grognard

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DIST = Path(grognard.__file__).parent / "web" / "dist"


class Served:
    """A server in a process of its own; it can be ended and started again at the same address."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found, "the server did not say where it is"
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate(timeout=20)

    def table(self, *, hotseat: bool = True, **seats: str) -> dict[str, Any]:
        body = {"game": "seelowe", "scenario": "hythe", "hotseat": hotseat, "seats": seats}
        made: dict[str, Any] = httpx.post(f"{self.url}/api/tables", json=body, timeout=60).json()
        return made

    def view(self, table: str, key: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"}
        view: dict[str, Any] = httpx.get(f"{self.url}/api/tables/{table}", headers=headers, timeout=60).json()
        return view


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium fonts-dejavu-core")
    if os.environ.get("GROGNARD_NO_PAGE"):
        pytest.skip("the page was left out with GROGNARD_NO_PAGE")
    assert (DIST / "index.html").exists(), "the page is not built: make page"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("tables"))
    yield server
    server.end()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start servers upon one folder, one after the other."""
    started = list[Served]()

    def start(port: int = 0) -> Served:
        started.append(Served(tmp_path, port))
        return started[-1]

    yield start
    for server in started:
        server.end()


Opened = Callable[..., Page]


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    """Open pages, each in a browser of its own; anything the browser complains of fails the test."""
    contexts, complaints = [], list[str]()

    def heard(message: ConsoleMessage) -> None:
        # A connection that a test breaks on purpose is no fault of the page.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    def open_page(url: str, *, width: int = 1400, height: int = 900, **options: Any) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
