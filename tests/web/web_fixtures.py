# SPDX-License-Identifier: Apache-2.0
"""A real Chromium before a real server: what the journeys through the page share."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from headless import NONE, headless
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

import grognard

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SLOW = 60_000
# How long to wait for anything else: other tests, and workers of the lowest priority, take their time.
expect.set_options(timeout=20_000)
DIST = Path(grognard.__file__).parent / "web" / "dist"
# The command, which gives whatever it works out the time of a busy machine: five seconds by the clock were too few beside other tests.
PATIENT = """
from functools import partial
from grognard.cli import main
from grognard.server import serve
serve.Budget = partial(serve.Budget, seconds=55)
main()
"""


class Served:
    """A server in a process of its own; it can be ended and started again at the same address."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.made: dict[str, dict[str, Any]] = {}
        command = [sys.executable, "-c", PATIENT, "serve", "--port", str(port), "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found, "the server did not say where it is"
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"
        # One client for all requests: to make one takes longer than most answers. Connections are not kept, since servers end.
        self.http = httpx.Client(
            base_url=self.url, timeout=60, limits=httpx.Limits(max_keepalive_connections=0)
        )
        self._sheets: dict[str, dict[str, Any]] = {}

    def end(self) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate(timeout=20)

    def table(
        self,
        *,
        scenario: str = "seelowe/hythe",
        hotseat: bool = True,
        free: bool = False,
        dice: str | None = None,
        **seats: str,
    ) -> dict[str, Any]:
        """Make a table; whoever opens it joins by himself."""
        asked = {"dice": dice} if dice else {}
        return self.table_with(asked, scenario=scenario, hotseat=hotseat, free=free, **seats)

    def table_with(
        self,
        asked: dict[str, Any],
        *,
        scenario: str = "seelowe/hythe",
        hotseat: bool = False,
        free: bool = False,
        **seats: str,
    ) -> dict[str, Any]:
        """Make a table with whatever else is asked for."""
        game, _, name = scenario.partition("/")
        body = {"game": game, "scenario": name, "hotseat": hotseat, "free": free, "seats": seats, **asked}
        made: dict[str, Any] = self.http.post("/api/tables", json=body).json()
        self.made[made["table"]] = made
        return made

    def join(self, table: str) -> None:
        """Let every seat join that has not, past the page."""
        for side in self.view(table, self.made[table]["watch"])["dice"]["joins"]:
            key = self.made[table]["seats"][side]
            if side in self.view(table, key)["dice"]["joins"]:
                url, nonce = f"/api/tables/{table}/join", {"nonce": secrets.token_hex(32)}
                headers = {"Authorization": f"Bearer {key}"}
                self.http.post(url, json=nonce, headers=headers).raise_for_status()

    def order(self, table: str, key: str, order: dict[str, Any]) -> None:
        """Give an order past the page."""
        headers = {"Authorization": f"Bearer {key}"}
        if table in self.made:
            self.join(table)
        seq = self.view(table, key)["seq"]
        act = {"expect": seq, "command": f"past the page {seq}", "order": order}
        self.http.post(f"/api/tables/{table}/orders", json=act, headers=headers).raise_for_status()

    def view(self, table: str, key: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"}
        view: dict[str, Any] = self.http.get(f"/api/tables/{table}", headers=headers).json()
        return view

    def sheet(self, drawn: str) -> dict[str, Any]:
        """Return where things are on a map, such as `seelowe/maps/kent`."""
        if drawn not in self._sheets:
            self._sheets[drawn] = self.http.get(f"/api/games/{drawn}").json()
        return self._sheets[drawn]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = headless()
    if found is None:
        pytest.skip(NONE)
    if os.environ.get("GROGNARD_NO_PAGE"):
        pytest.skip("the page was left out with GROGNARD_NO_PAGE")
    assert (DIST / "index.html").exists(), "the page is not built: make page"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.path,
            # Names of others are led to this machine, as they would be by whoever has such a name.
            args=["--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1"],
            env={**found.environment},
        )
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


def point(page: Page, served: Served, number: str, drawn: str = "seelowe/maps/kent") -> tuple[float, float]:
    """Return where the middle of a hex is on the screen."""
    sheet = served.sheet(drawn)
    spot = sheet["hexes"][number]
    box = page.locator(".paper").bounding_box()
    assert box is not None
    scale = box["width"] / sheet["width"]
    return box["x"] + spot["x"] * scale, box["y"] + spot["y"] * scale


def at_one_screen(page: Page) -> None:
    """Take the screen for whoever it is handed to, whenever it is: both players look on."""
    curtain = page.get_by_role("button", name=re.compile("^I am the"))
    page.add_locator_handler(curtain, lambda button: button.press("Enter"))


def logged(page: Page, text: str | re.Pattern[str]) -> None:
    """Wait until the log says something."""
    expect(page.locator("#log")).to_contain_text(text)


def end_phase(page: Page) -> None:
    """End a phase, sure of it where that is asked, and wait until another has begun."""
    before = page.locator("header .phase strong").inner_text(), page.locator("header .whose").inner_text()
    page.get_by_role("button", name=re.compile("^End ")).click()
    sure = page.locator("dialog .main")
    if sure.is_visible():
        sure.click()
    page.wait_for_function(
        "was => [...document.querySelectorAll('header .phase strong, header .whose')]"
        ".map(e => e.innerText).join() !== was.join()",
        arg=list(before),
    )


def until(page: Page, script: str, argument: object = None) -> None:
    """Wait until something holds in the page. It is asked from outside: the page's own rules forbid it to evaluate texts."""
    for _ in range(SLOW // 50):
        if page.evaluate(script, argument):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"this never came to hold: {script}")


def sound(page: Page, where: str, *rules: str) -> None:
    """Let axe look at the page, by all its rules or by some: nothing serious."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    options = {"resultTypes": ["violations"]} | (
        {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    )
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    serious = [
        f"{each['id']}: {each['help']} {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == [], where


def sound_in_any_light(page: Page, where: str) -> None:
    """Let axe look at the page, and once more in the dark: there only colours are others."""
    shade = "getComputedStyle(document.body).color"
    sound(page, where)
    light = page.evaluate(shade)
    page.emulate_media(color_scheme="dark")
    until(page, f"light => {shade} !== light", light)
    sound(page, f"{where}, in the dark", "color-contrast", "link-in-text-block")
    page.emulate_media(color_scheme="light")
    until(page, f"light => {shade} === light", light)


# Every byte that a page is sent

LISTEN = """
window.wire = [];
const real = window.fetch;
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  const copy = answer.clone();
  const sent = { from: String(asked[0]?.url ?? asked[0]), text: "", whole: false };
  window.wire.push(sent);
  (async () => {
    const [reader, decoder] = [copy.body?.getReader(), new TextDecoder()];
    for (let part = await reader?.read(); part && !part.done; part = await reader.read()) sent.text += decoder.decode(part.value, { stream: true });
  })().catch(() => {}).finally(() => (sent.whole = true));
  return answer;
};
"""


def listening(opened: Opened, url: str) -> Page:
    """Open a page that keeps every byte it is sent, also of streams."""
    page = opened("about:blank")
    page.add_init_script(LISTEN)
    page.goto(url)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def caught_up(page: Page, seq: int) -> None:
    """Wait until a page has been sent an event, and whatever it asked for since."""
    come = "seq => window.wire.some(sent => [...sent.text.matchAll(/^id: (\\d+)$/gm)].some(id => Number(id[1]) >= seq))"
    until(page, come, seq)
    for _ in range(2):
        # What it has just been sent may make it ask for more.
        page.wait_for_timeout(50)
        until(page, "() => window.wire.every(sent => sent.whole || sent.from.endsWith('/events'))")


def received(page: Page, where: str = "/api/", taken: Counter[int] | None = None) -> list[Any]:
    """Return all data that a page was sent from some addresses; with a tally of what was taken of each answer, what is new."""
    found = list[Any]()
    taken = Counter() if taken is None else taken
    for at, sent in enumerate(page.evaluate("window.wire")):
        text = sent["text"] if where in sent["from"] else ""
        # What comes last of a stream may have come only in part.
        events = text.rpartition("\n\n")[0] + "\n"
        parts = re.findall(r"^data: ?(.*)$", events, re.MULTILINE) or [text]
        parts = [part for part in parts if part.startswith(("{", "["))]
        found += [json.loads(part) for part in parts[taken[at] :]]
        taken[at] = len(parts)
    return found
