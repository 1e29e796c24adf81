# SPDX-License-Identifier: Apache-2.0
"""Measure how far it is from the first page to the first attack resolved, in every game: inputs, scrolls and seconds.

python scripts/first_attack.py [GAME ...]

A real server, a real Chromium without a window, by mouse at 1440x900 and by finger at 390x844. An input is a click, a
tap or a key; what lies outside the window must be scrolled or dragged to first, which is counted by itself. Seconds are
those of the page: the script presses at once what it sees, and reads nothing.
"""

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from headless import NONE, headless
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from take_pictures import server

from grognard.registry import GAMES_VARIABLE

EXAMPLES = Path(__file__).parent.parent / "examples"
SLOW = 60_000
WAYS: dict[str, dict[str, Any]] = {
    "mouse, 1440x900": {"viewport": {"width": 1440, "height": 900}},
    "touch, 390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
# Whether the middle of an element can be seen and is under nothing else; a moment later a finger would press it.
IN_SIGHT = """each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return !!found && (each.contains(found) || found.contains(each) || found.closest("label")?.control === each);
}"""
# Whether something lies over a point of the map, such as its buttons or its legend.
UNDER_A_BUTTON = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('button, .mini, .legend')"


class Newcomer:
    """A newcomer at a page: every press is counted, and so is what must be scrolled to first."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.inputs = self.scrolls = 0
        self.touch = bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))

    def press(self, wanted: Locator) -> None:
        """Press something when it is there."""
        wanted = wanted.first
        expect(wanted).to_be_enabled(timeout=SLOW)
        if not wanted.evaluate(IN_SIGHT):
            self.scrolls += 1
            wanted.scroll_into_view_if_needed()
        self.inputs += 1
        if self.touch:
            wanted.tap()
        else:
            wanted.click()

    def button(self, says: str) -> None:
        """Press a button by how its text begins."""
        self.press(self.page.get_by_role("button", name=re.compile("^" + says)))

    def choose(self, title: str) -> None:
        """Choose a game by its picture."""
        cards = self.page.locator("form li", has=self.page.get_by_role("radio", name=re.compile("^" + title)))
        self.press(cards.locator(".picture"))

    def piece(self, name: str) -> None:
        """Press a counter beside the map."""
        self.press(self.page.locator(".trays button", has=self.page.locator(f"[data-piece='{name}']")))

    def hex(self, number: str) -> None:
        """Press a hex of the map; drag the map first if it is out of sight."""
        self._at_rest()
        if not self._in_frame(number):
            self.scrolls += 1
            self._drag_to(number)
        self.inputs += 1
        x, y = self._point(number)
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(x, y)

    def end(self) -> None:
        """End the phase, and say so once more where that is asked."""
        expect(self.page.get_by_role("button", name=re.compile("^End ")).first).to_be_enabled(timeout=SLOW)
        before = self._moment()
        self.button("End ")
        sure = self.page.locator("dialog[open] .main")
        while self._moment() == before:
            if sure.is_visible():
                self.press(sure)
                break
            self.page.wait_for_timeout(20)
        while self._moment() == before:
            self.page.wait_for_timeout(20)

    def until(self, script: str) -> None:
        """Wait for the page."""
        deadline = time.monotonic() + SLOW / 1000
        while not self.page.evaluate(script):
            if time.monotonic() > deadline:
                raise TimeoutError(script)
            self.page.wait_for_timeout(20)

    def phase(self, name: str) -> None:
        """Wait for a phase of one's own."""
        self.until(
            f"document.querySelector('header .phase strong')?.innerText.startsWith({name!r})"
            " && /Your turn/.test(document.querySelector('header .whose').innerText)"
        )

    def _moment(self) -> str:
        heads = self.page.locator("header .phase strong, header .whose, header .turn strong")
        return " ".join(heads.all_inner_texts())

    def _at_rest(self) -> None:
        expect(self.page.get_by_role("application")).to_be_visible(timeout=SLOW)
        paper, before = self.page.locator(".paper"), None
        while (now := paper.bounding_box()) != before or now is None:
            before = now
            self.page.wait_for_timeout(60)

    def _point(self, number: str) -> tuple[float, float]:
        sheet, box = self._sheet(), self.page.locator(".paper").bounding_box()
        if box is None:
            raise LookupError("there is no map")
        scale, spot = box["width"] / sheet["width"], sheet["hexes"][number]
        return box["x"] + spot["x"] * scale, box["y"] + spot["y"] * scale

    def view(self) -> dict[str, Any]:
        """Return the table as it stands."""
        table, _, key = self.page.url.rpartition("/")[2].partition("#")
        headers = {"Authorization": f"Bearer {key}"}
        found: dict[str, Any] = httpx.get(f"{self.url}/api/tables/{table}", headers=headers).json()
        return found

    def _sheet(self) -> dict[str, Any]:
        view = self.view()
        sheet: dict[str, Any] = httpx.get(f"{self.url}/api/games/{view['game']}/maps/{view['map']}").json()
        return sheet

    def _in_frame(self, number: str) -> bool:
        x, y = self._point(number)
        frame: dict[str, float] = self._frame()
        if self.page.evaluate(UNDER_A_BUTTON, [x, y]):
            return False
        return frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < frame["y"] + frame["height"]

    def _frame(self) -> Any:
        return self.page.locator(".frame").bounding_box()

    def _drag_to(self, number: str) -> None:
        frame = self._frame()
        middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
        x, y = self._point(number)
        self.page.mouse.move(*middle)
        self.page.mouse.down()
        self.page.mouse.move(middle[0] * 2 - x, middle[1] * 2 - y, steps=4)
        self.page.mouse.up()
        self._at_rest()


def seelowe(one: Newcomer) -> None:
    """Land one division, and send it against the port beside the beach."""
    one.button("Begin")
    one.piece("17id")
    one.hex("2312")
    one.hex("2411")
    one.button("End .* weigh the attack")
    one.button("Attack")


def seelowe_with_both(one: Newcomer) -> None:
    """Land both divisions first, as the README does."""
    one.button("Begin")
    one.piece("17id")
    one.hex("2312")
    one.piece("35id")
    one.hex("2312")
    one.hex("2411")
    one.button("End .* weigh the attack")
    one.button("Attack")


def panzerblitz(one: Newcomer) -> None:
    """Fire at the hill of Kurgan as the Soviets, who begin: in the shorter scenario nobody sees an enemy in the first turn."""
    one.choose("PanzerBlitz")
    one.press(one.page.locator("label", has_text="Kurgan"))
    one.press(one.page.get_by_role("group", name="I play").locator("label", has_text="Soviet"))
    one.button("Begin")
    one.phase("fire")
    one.hex(one.view()["battles"][0]["target"])
    one.button("Announce")
    one.end()
    one.button("Roll")


def iron_curtain(one: Newcomer) -> None:
    """Strike from the air at a hex on the Elbe."""
    one.choose("Iron Curtain")
    one.button("Begin")
    one.hex("4122")
    one.button("Strike")


def iron_curtain_on_land(one: Newcomer) -> None:
    """Attack over the Elbe with the units that stand there."""
    one.choose("Iron Curtain")
    one.button("Begin")
    one.end()
    one.end()
    one.hex("4122")
    one.button("Attack")


def jarama(one: Newcomer) -> None:
    """Bomb the hex over the river."""
    one.choose("Jarama")
    one.button("Begin")
    one.end()
    one.phase("air")
    one.hex("2214")
    one.press(one.page.get_by_role("button", name=re.compile("[Bb]omb")))
    one.press(one.page.locator(".do .main"))


def asl_sk(one: Newcomer) -> None:
    """Let the mortars fire at the school."""
    one.choose("ASL")
    one.button("Begin")
    one.hex("1006")
    one.button("Aim")
    one.button("Roll")


def lysna(one: Newcomer) -> None:
    """Send a division over the bridge, and attack the town."""
    one.choose("The Bridges of Lysna")
    one.button("Begin")
    one.hex("0803")
    one.hex("0806")
    # On a phone the map follows the division when it has come there; a press meanwhile would land elsewhere.
    one.until("document.querySelector('#log').innerText.includes('to 0806')")
    one.hex("0807")
    one.button("End .* weigh the attack")
    one.button("Attack")


JOURNEYS: dict[str, tuple[str, Callable[[Newcomer], None]]] = {
    "seelowe": ("Seelöwe, one division", seelowe),
    "seelowe-both": ("Seelöwe, both divisions", seelowe_with_both),
    "panzerblitz": ("PanzerBlitz, fire at Kurgan", panzerblitz),
    "iron-curtain": ("Iron Curtain, air strike", iron_curtain),
    "iron-curtain-land": ("Iron Curtain, over the Elbe", iron_curtain_on_land),
    "jarama": ("Jarama, bombs", jarama),
    "asl-sk": ("ASL Starter Kit, mortars", asl_sk),
    "lysna": ("Lysna, the town", lysna),
}


def measured(browser: Browser, url: str, journey: Callable[[Newcomer], None], **way: Any) -> str:
    """Go a journey, and return its inputs, scrolls and seconds as cells of a table."""
    context = browser.new_context(**way)
    page = context.new_page()
    page.goto(url)
    expect(page.locator("form [data-piece]").first).to_be_visible(timeout=SLOW)
    page.wait_for_load_state("networkidle")
    one, began = Newcomer(page, url), time.monotonic()
    journey(one)
    expect(page.locator("#log")).to_contain_text(": rolled", timeout=SLOW)
    seconds = time.monotonic() - began
    context.close()
    return f"{one.inputs} | {one.scrolls} | {seconds:.1f}"


def main() -> None:
    """Print the table, of all games or of those that are named."""
    found = headless()
    if found is None:
        raise SystemExit(NONE)
    os.environ[GAMES_VARIABLE] = str(EXAMPLES)
    print("| game, first attack | " + " | ".join(f"{way}: inputs | scrolls | seconds" for way in WAYS) + " |")
    print("|---|" + "---|" * 3 * len(WAYS))
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.path, args=["--no-sandbox"], env={**found.environment}
        )
        for name in sys.argv[1:] or JOURNEYS:
            title, journey = JOURNEYS[name]
            cells = [measured(browser, url, journey, **way) for way in WAYS.values()]
            print(f"| {title} | " + " | ".join(cells) + " |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
