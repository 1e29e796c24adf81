# SPDX-License-Identifier: Apache-2.0
"""A saved game comes back through the page: chosen or dropped, told, gone on from, or only looked at."""

import base64
import gzip
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, sound_in_any_light

DESK, PHONE = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
)
SAVES = Path(__file__).parents[1] / "saves"
DROP = """([name, packed]) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
}"""


def save_of(name: str) -> dict[str, Any]:
    data = gzip.decompress((SAVES / f"{name}.jsonl.gz").read_bytes())
    return {"name": f"{name.rpartition('/')[2]}.jsonl", "mimeType": "application/jsonl", "buffer": data}


def drop(page: Page, save: dict[str, Any]) -> None:
    page.evaluate(DROP, [save["name"], base64.b64encode(save["buffer"]).decode()])


def at_the_table(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize("way", ways("mouse", "finger"))
def test_a_saved_game_is_loaded_and_gone_on_from(served: Served, opened: Opened, way: str) -> None:
    page = opened(served.url, bypass_csp=True, **WAYS[way])
    hand = Hand(page, served, way)
    load = page.get_by_role("button", name="Load a saved game")
    expect(load).to_be_in_viewport(timeout=SLOW)
    # A bad file is told with its line, and another can be taken at once.
    good: Any = save_of("format-2/seelowe-hythe-terminal-choice")
    drop(page, {**good, "buffer": good["buffer"].replace(b'"order"', b'"odrer"', 1)})
    expect(page.get_by_role("alert")).to_contain_text("this file is no saved game: line 2: ", timeout=SLOW)
    with page.expect_file_chooser() as chooser:
        hand.press(load)
    chooser.value.set_files(files=[good])
    told = page.get_by_role("region", name="The first morning: Folkestone")
    expect(told).to_contain_text("orders so far", timeout=SLOW)
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
    sound_in_any_light(page, "a loaded game")
    hand.choose(told.get_by_label("Together at this screen"))
    hand.press(told.get_by_role("button", name="Go on"))
    at_the_table(page)
    expect(page.get_by_role("button", name=re.compile("1st Motor MG"))).not_to_have_count(0)
    # It is one of one's own tables from now on.
    page.goto(served.url)
    expect(page.get_by_role("region", name="Go on where you left off").get_by_role("link")).to_have_count(1)


def test_a_game_with_hidden_units_asks_who_sits_where_or_is_only_looked_at(
    served: Served, opened: Opened
) -> None:
    page = opened(served.url)
    expect(page.get_by_role("button", name="Load a saved game")).to_be_visible(timeout=SLOW)
    drop(page, save_of("format-2/iron-curtain-elbe-1945-terminal-choice"))
    go_on = page.get_by_role("button", name="Go on")
    expect(go_on).to_be_disabled(timeout=SLOW)
    expect(page.get_by_text("say who sits where before the board is shown")).to_be_visible()
    page.get_by_label("Apart, by link").check()
    expect(go_on).to_be_enabled()
    page.get_by_role("button", name="Only look at it").click()
    at_the_table(page)
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    assert "/replay/" in page.url


@pytest.mark.parametrize("options", [DESK, PHONE])
def test_a_finished_game_is_shown_to_anybody(served: Served, opened: Opened, options: dict[str, Any]) -> None:
    """Its address opens the replay, with the news and the dice of each moment; it is no table of the visitor's own."""
    save = save_of("format-1/seelowe-hythe-playthrough")
    packed = base64.b64encode(gzip.compress(save["buffer"])).decode()
    body = {"save": packed}
    made = httpx.post(f"{served.url}/api/saves/tables", json=body, timeout=60).json()
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}", bypass_csp=True, **options)
    at_the_table(page)
    luck = page.get_by_role("region", name="Luck")
    expect(luck).to_contain_text("The dice favoured", timeout=SLOW)
    # Its dice wait for nobody, and its save holds.
    page.locator("summary", has_text="Dice").click()
    proof = page.locator("details", has_text="Commitment")
    proof.get_by_role("button", name="Check the dice").click()
    expect(proof.locator(".verdict")).to_contain_text("They hold. No dice fell")
    expect(proof.locator(".verdict")).to_contain_text("more fell before this table began")
    expect(proof).not_to_contain_text("wait for")
    expect(page.get_by_text("Waiting for the")).to_have_count(0)
    link = page.get_by_label("Link to the replay", exact=True).input_value()
    assert link != page.url
    sound_in_any_light(page, "a game that is over")

    visitor = opened(link, bypass_csp=True, **options)
    at_the_table(visitor)
    expect(visitor.get_by_role("region", name="Replay")).to_be_visible()
    sound_in_any_light(visitor, "a replay")
    visitor.get_by_role("button", name="Back to now").click()
    turned = visitor.get_by_role("region", name="Luck").get_by_role("listitem").first.get_by_role("button")
    turned.press("Enter")
    expect(visitor.get_by_role("region", name="The dice of this moment")).to_contain_text("a chance of")
    assert visitor.evaluate("document.documentElement.scrollWidth") <= options["width"]
    assert visitor.evaluate("localStorage.getItem('grognard-tables')") is None


@pytest.mark.parametrize("way", ways("finger"))
def test_a_replay_rings_what_moved_and_tells_the_news_of_its_moment(
    served: Served, opened: Opened, way: str
) -> None:
    """With its first step a regiment lands; with its ninth a garrison is attacked and driven back."""
    packed = base64.b64encode(gzip.compress(save_of("format-1/seelowe-hythe-playthrough")["buffer"])).decode()
    made = httpx.post(f"{served.url}/api/saves/tables", json={"save": packed}, timeout=60).json()
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['British']}", **WAYS[way])
    at_the_table(page)
    hand = Hand(page, served, way)
    hand.key("r", page.get_by_role("button", name="Replay", exact=True))
    replay = page.get_by_role("region", name="Replay")
    expect(replay).to_contain_text("0 of ")
    expect(page.locator("circle.moved")).to_have_count(0)
    for step in range(1, 10):
        hand.press(replay.get_by_role("button", name="One step on"))
        expect(replay).to_contain_text(f"{step} of ")
        if step == 1:
            expect(page.locator("circle.moved")).to_have_count(1)
    news = page.get_by_role("region", name="What became of your units then")
    expect(news).to_contain_text("Driven back: Folkestone Garrison from 2411 to 2410")
    expect(news).to_be_in_viewport(ratio=1)
    expect(page.locator("circle.moved").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
    hand.key("Escape", page.get_by_role("button", name="Back to now"))
    expect(replay).to_have_count(0)


@pytest.mark.parametrize("way", ways("finger"))
def test_the_link_to_the_replay_is_copied_from_the_page_of_the_finished_game(
    served: Served, opened: Opened, way: str
) -> None:
    packed = base64.b64encode(gzip.compress(save_of("format-1/seelowe-hythe-playthrough")["buffer"])).decode()
    made = httpx.post(f"{served.url}/api/saves/tables", json={"save": packed}, timeout=60).json()
    granted = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}", **granted, **WAYS[way])
    at_the_table(page)
    hand = Hand(page, served, way)
    shown = page.get_by_role("region", name="Show it to others")
    hand.press(shown.get_by_role("button", name="Copy", exact=True))
    expect(shown.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.get_by_label("Link to the replay", exact=True).input_value()
    visitor = opened(link, **WAYS[way])
    at_the_table(visitor)
    expect(visitor.get_by_role("region", name="Replay")).to_contain_text("0 of ", timeout=SLOW)
    expect(visitor.locator("header .whose")).to_have_text("Looking back")
