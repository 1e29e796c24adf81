# SPDX-License-Identifier: Apache-2.0
"""The page looks the same on every machine: its letters and signs are its own, and they fit where they stand."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Error, Page, expect
from web_fixtures import DIST, SLOW, Opened, Served, until

ROOT = Path(__file__).parents[2]
GAMES = ("panzerblitz", "jarama", "iron-curtain", "seelowe", "asl-sk")
OWN = {"Open Sans", "Open Sans Condensed", "Brygada 1918", "Noto Sans Symbols", "Noto Sans Symbols 2"}


def machine_s(page: Page) -> list[str]:
    """Return what is written in fonts of the machine, when those of the page have had time to come."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    for _ in range(10):
        page.evaluate("() => document.fonts.ready.then(() => true)")
        # What the page has drawn anew meanwhile is asked for again.
        with contextlib.suppress(Error):
            if not list(_foreign(tools)):
                return []
        page.wait_for_timeout(500)
    return list(_foreign(tools))


def _foreign(tools: CDPSession) -> Iterator[str]:
    """Ask the browser itself what it drew each text with."""
    root = tools.send("DOM.getDocument", {"depth": -1})["root"]
    for node, text in _written(root):
        fonts = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        yield from (f"{font['familyName']}: {text}" for font in fonts if not font["isCustomFont"])


def _written(node: dict[str, object]) -> Iterator[tuple[object, str]]:
    """Run through the elements that hold text of their own."""
    children = node.get("children", [])
    assert isinstance(children, list)
    text = "".join(str(each["nodeValue"]).strip() for each in children if each["nodeType"] == 3)
    if text and str(node["nodeName"]).lower() not in ("style", "script", "title", "noscript"):
        yield node["nodeId"], text
    for each in children:
        yield from _written(each)


@pytest.mark.parametrize(
    "path", ["/", "/desk/jarama", "/charts/asl-sk/attack-dr", "/charts/seelowe/air-extended"]
)
def test_a_page_is_written_in_its_own_letters(served: Served, opened: Opened, path: str) -> None:
    """Among it ⁴ and •, of charts."""
    page = opened(served.url + path)
    expect(page.locator("h1").first).to_be_visible(timeout=SLOW)
    page.wait_for_load_state("networkidle")
    assert machine_s(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_board_and_its_help_are_written_in_the_page_s_letters(
    served: Served, opened: Opened, game: str
) -> None:
    """The help shows every sign that may come to stand on a counter, and the arrows of the keys."""
    told = next(each for each in served.http.get("/api/games").json() if each["name"] == game)
    scenario, sides = told["scenarios"][0]["name"], told["scenarios"][0]["sides"]
    seats: dict[str, str] = dict.fromkeys(sides, "person")
    made = served.table(scenario=f"{game}/{scenario}", hotseat=False, free=False, **seats)
    page = opened(f"{served.url}/t/{made['table']}#{made['seats'][sides[0]]}")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    page.keyboard.press("?")
    expect(page.locator("dialog kbd", has_text="←")).to_be_visible()
    assert machine_s(page) == []
    assert overrun(page) == []


def test_what_is_printed_fits_its_counter(served: Served, opened: Opened) -> None:
    """On the first page every game shows counters; "10-10-7" is the longest of them all."""
    page = opened(served.url, height=4000)
    for game in GAMES:
        shown = page.locator("li", has=page.locator(f"img[src*='{game}/opening']")).locator("[data-piece]")
        expect(shown.first).to_be_visible(timeout=SLOW)
    assert machine_s(page) == []
    assert overrun(page) == []


def test_what_is_printed_fits_also_in_letters_that_are_too_wide(served: Served, opened: Opened) -> None:
    page = opened("about:blank", height=4000)
    page.route("**/*.woff2", lambda route: route.abort())
    page.goto(served.url)
    expect(page.locator("[data-piece]").first).to_be_visible(timeout=SLOW)
    page.evaluate("document.documentElement.style.setProperty('--narrow', 'monospace')")
    assert overrun(page) == []


def overrun(page: Page) -> list[str]:
    """Return what runs over the edge of its counter, of those that are shown: in a closed tray they have no size."""
    found: list[str] = page.locator("[data-piece]").evaluate_all(
        """all => all.flatMap(each => {
            const body = each.querySelector('.body').getBoundingClientRect();
            return [...each.querySelectorAll('.values, .above, .pip')]
                .filter(part => { if (!body.width) return false; const box = part.getBoundingClientRect(); return box.left < body.left - 0.5 || box.right > body.right + 0.5; })
                .map(part => `${each.dataset.piece}: ${part.textContent}`);
        })"""
    )
    return found


@pytest.mark.parametrize("path", ["/api/games/seelowe/maps/kent.svg", "/api/games/asl-sk/opening.svg"])
def test_a_drawing_brings_its_letters_along(served: Served, opened: Opened, path: str) -> None:
    """In a page it is a picture, which may fetch none."""
    fetched = list[str]()
    page = opened("about:blank")
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(served.url + path)
    assert machine_s(page) == []
    assert [url for url in fetched if not url.startswith("data:")] == [served.url + path]


def test_the_fonts_are_served_as_such_beside_their_licences(served: Served, opened: Opened) -> None:
    fetched = list[str]()
    page = opened("about:blank")
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(served.url)
    expect(page.locator("h1")).to_be_visible(timeout=SLOW)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    fonts = [url for url in fetched if url.endswith(".woff2")]
    assert fonts
    for url in fonts:
        assert re.match(rf"{served.url}/assets/fonts/[\w-]+\.woff2$", url)
        answer = served.http.get(url)
        assert answer.headers["content-type"] == "font/woff2"
        assert answer.headers["cache-control"].endswith("immutable")
    assert set(page.evaluate("[...document.fonts].map(each => each.family.replaceAll('\"', ''))")) <= OWN
    licences = sorted(path.name for path in (DIST / "assets/fonts").glob("*-LICENSE.txt"))
    assert licences == [
        f"{name}-LICENSE.txt"
        for name in ("brygada-1918", "noto-sans-symbols-2", "noto-sans-symbols", "open-sans")
    ]
    for name in licences:
        text = served.http.get(f"/assets/fonts/{name}").text
        assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_no_page_is_wider_than_a_phone(served: Served, opened: Opened) -> None:
    page = opened(served.url, width=390, height=844)
    paths = [
        "/",
        "/desk",
        "/charts",
        "/me",
        "/nowhere",
        *(f"/{each}/{game}" for game in GAMES for each in ("desk", "charts")),
    ]
    for path in paths:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(served.url + path)
        expect(page.locator("h1").first).to_be_visible(timeout=SLOW)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        page.set_viewport_size({"width": 320, "height": 844})
        until(page, "() => innerWidth === 320")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


# Which signs the fonts have


def signs() -> set[int]:
    """Return every sign that the faces of the page have, as they were cut."""
    faces = (ROOT / "web/src/fonts/faces.css").read_text(encoding="utf-8")
    runs = re.findall(r"U\+([\da-f]+)(?:-([\da-f]+))?", faces)
    return {code for low, high in runs for code in range(int(low, 16), int(high or low, 16) + 1)}


@pytest.mark.parametrize(
    ("folder", "kinds"),
    [
        ("web/src", (".svelte", ".ts")),
        ("src/grognard/games", (".py", ".toml")),
        ("src/grognard/hexes", (".py", ".toml")),
        ("src/grognard/play", (".py",)),
        ("src/grognard/rules", (".py",)),
    ],
)
def test_the_fonts_have_every_sign_that_is_written(folder: str, kinds: tuple[str, ...]) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    assert len(files) > 3
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    had = {*map(chr, signs()), "\n"}
    assert [(name, sign) for name, text in texts.items() for sign in sorted({*text} - had)] == []


def test_the_fonts_have_the_letters_of_the_languages_that_armies_spoke() -> None:
    names = "Żółć Łódź, České Budějovice, Győr, București, İzmir, Iğd\u0131r, Ålesund, Þingvellir, Großdeutschland, Čačak, Œuvre"
    assert {*names} - {*map(chr, signs())} == set()


def test_the_fonts_are_cut_down_to_what_is_used() -> None:
    fonts = list((DIST / "assets/fonts").glob("*.woff2"))
    assert len(fonts) == 12
    assert sum(path.stat().st_size for path in fonts) < 160_000
