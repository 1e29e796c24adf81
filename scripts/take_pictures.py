# SPDX-License-Identifier: Apache-2.0
"""Take the pictures of the docs anew, from a running server with a browser: the first page, and a battle of every game.

python scripts/take_pictures.py [GAME ...]     (make pictures)

Every game that has scenarios is played by the program `greedy` up to the last phase of its first player turn in which
something can be attacked; then the page shows the odds of an attack. No dice are rolled, so a picture changes only
where the game or the page has.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from headless import NONE, headless
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright
from small_png import small_png

from grognard.opponent import PROGRAMS
from grognard.opponent.programs import decision
from grognard.play.log import plain
from grognard.play.table import Table, begin
from grognard.play.visibility import as_seen
from grognard.registry import NAMES
from grognard.registry.games import header, open_game, scenario_names

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = ViewportSize(width=1200, height=760)
SLOW = 60_000
# How long the map takes to come to rest, and to be drawn.
REST = 2_500


class Instead:
    """What another has, but for what is set here."""

    def __init__(self, other: Any, **own: Any) -> None:
        self._other = other
        self.__dict__.update(own)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._other, name)


def peaceful(game: Any) -> Any:
    """Return a game in which nobody attacks, for a program to bring the sides together."""

    def orders(position: Any, actor: str) -> list[msgspec.Struct]:
        attacks = {battle.type for battle in game.view.battles(position)}
        return [each for each in game.rules.orders(position, actor) if plain(each)["type"] not in attacks]

    return Instead(game, rules=Instead(game.rules, orders=orders))


def up_to_a_battle(game: str, scenario: str) -> list[dict[str, Any]]:
    """Return the orders that lead to the last phase of a player turn, the first that has one, with something to attack."""
    playing: Any = open_game(game, scenario)
    table: Table[Any] = begin(peaceful(playing), header(game, scenario))
    side, found = playing.rules.to_move(table.position), 0
    while table.in_hand is None and playing.rules.to_move(table.position) is not None:
        if found and playing.rules.to_move(table.position) != side:
            break
        side = playing.rules.to_move(table.position)
        seen = as_seen(table.position, side)
        ends = list(table.game.rules.orders(seen, playing.rules.actors(seen)[-1]))
        order = decision(PROGRAMS["greedy"], table, Random(1)) if ends else None
        if (order is None or order in ends) and playing.view.battles(seen):
            found = len(table.log.entries)
        if order is None:
            break  # nobody goes on before he has attacked
        table = table.give(order)
    return [plain(entry.order) for entry in table.log.entries[:found]]


@contextmanager
def server() -> Iterator[str]:
    """Run a server upon an empty folder; return its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own server
        try:
            said = process.stdout.readline() if process.stdout else ""
            yield re.findall(r"http://[\d.:]+", said)[0]
        finally:
            process.terminate()
            process.communicate(timeout=20)


def set_up(url: str, game: str, scenario: str) -> str:
    """Make a table for two at one screen, give the orders up to a battle, and return the address of the seat that acts."""
    seats = dict.fromkeys(open_game(game, scenario).sides, "person")
    body = {"game": game, "scenario": scenario, "hotseat": True, "seats": seats, "dice": "server"}
    made = httpx.post(f"{url}/api/tables", json=body, timeout=60).raise_for_status().json()
    key = made["seats"][next(iter(seats))]
    keyed = {"Authorization": f"Bearer {key}"}
    for at, order in enumerate(up_to_a_battle(game, scenario)):
        view = httpx.get(f"{url}/api/tables/{made['table']}", headers=keyed, timeout=60).json()
        act = {"expect": view["seq"], "command": f"picture {at}", "order": order}
        path = f"{url}/api/tables/{made['table']}/orders"
        httpx.post(path, json=act, headers=keyed, timeout=60).raise_for_status()
    return f"{url}/t/{made['table']}#{key}"


def board(page: Page, address: str) -> None:
    """Open a table at the first hex that can be attacked, with its odds."""
    page.goto(address)
    board, curtain = page.get_by_role("application"), page.get_by_role("button", name=re.compile("^I am the"))
    expect(board.or_(curtain)).to_be_visible(timeout=SLOW)
    if curtain.is_visible():
        curtain.click()
    expect(board).to_be_visible(timeout=SLOW)
    page.keyboard.press("b")
    expect(page.locator(".bars")).to_be_visible(timeout=SLOW)


def home(page: Page, address: str) -> None:
    """Open the first page with all the pictures that are in sight."""
    page.goto(address)
    expect(page.locator("li svg [data-piece]").first).to_be_visible(timeout=SLOW)
    page.wait_for_load_state("networkidle")


def take(browser: Browser, page: Page, name: str) -> None:
    """Take a picture of a page at rest, and make it small."""
    page.wait_for_timeout(REST)
    path = PICTURES / f"{name}.png"
    path.write_bytes(small_png(browser, page.screenshot()))
    print(f"{path.name} {path.stat().st_size // 1000} kB")


def main() -> None:
    """Take the pictures of the games that are named, or of all, and of the first page."""
    wanted = sys.argv[1:] or list(NAMES)
    found = headless()
    if found is None:
        raise SystemExit(NONE)
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.path, args=["--no-sandbox"], env={**found.environment}
        )
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        home(page, url)
        take(browser, page, "home")
        for game in wanted:
            for scenario in scenario_names(game)[:1]:
                board(page, set_up(url, game, scenario))
                take(browser, page, game)
        browser.close()


if __name__ == "__main__":
    main()
