# SPDX-License-Identifier: Apache-2.0
"""The list of units, the small map, and what the end of a game says."""

import re

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served


def placed(page: Page) -> str:
    """Return where the map lies."""
    style: str = page.locator(".paper").evaluate("paper => paper.style.transform")
    return style


@pytest.mark.parametrize("way", ways("finger"))
def test_units_are_listed_and_found_and_the_small_map_moves_the_map(
    served: Served, opened: Opened, way: str
) -> None:
    table = served.table(scenario="seelowe/sealion", hotseat=False, German="person", British="person")
    served.join(table["table"])
    page = opened(f"{served.url}/t/{table['table']}#{table['seats']['German']}", **WAYS[way])
    hand = Hand(page, served, way)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    small = page.locator(".mini")
    expect(small).to_be_visible(timeout=SLOW)
    if hand.way == "keys":
        for _ in range(4):
            page.keyboard.press("+")
    else:
        before = placed(page)
        (small.tap if hand.way == "finger" else small.click)(position={"x": 8, "y": 8})
        expect(page.locator(".paper")).not_to_have_attribute("style", re.compile(re.escape(before)))
    hand.key("o", page.get_by_text("Units", exact=True))
    units = page.locator("#units")
    expect(units.locator("h3").first).to_have_text("German")
    expect(units.locator("h4").first).to_contain_text("Can act")
    # However long the panel is, it scrolls by itself: the page stays as it is.
    assert page.evaluate("document.documentElement.scrollHeight") == WAYS[way]["height"]
    hand.press(units.get_by_role("button", name="17. Infanterie"))
    expect(page.locator("#piece-title")).to_have_text("17. Infanterie")
    # Of the enemy, who stands on the map is found there, and shown.
    page.keyboard.press("Escape")
    before = placed(page)
    page.keyboard.press("o")
    units.get_by_role("button").filter(has_text="Maidstone").first.press("Enter")
    expect(page.locator("#piece-title")).to_be_visible()
    assert placed(page) != before


@pytest.mark.parametrize("way", ways("mouse"))
def test_the_end_says_what_another_verdict_would_have_needed(
    served: Served, opened: Opened, way: str
) -> None:
    table = served.table()
    (key,) = {each for each in table["seats"].values() if each}
    while not served.view(table["table"], key)["status"]["verdict"]:
        served.order(table["table"], key, {"type": "end"})
    page = opened(f"{served.url}/t/{table['table']}#{key}", **WAYS[way])
    expect(page.locator("aside h2").first).to_contain_text("British", timeout=SLOW)
    needed = page.get_by_role("list", name="What another verdict would have needed")
    expect(needed).to_contain_text("more for the German side")
    needed.scroll_into_view_if_needed()
    expect(needed).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("What counts:")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
