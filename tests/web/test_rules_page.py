# SPDX-License-Identifier: Apache-2.0
"""The rules in the page: read in the order of play, and found from the board and the charts."""

import re

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Locator, Page, expect
from web_fixtures import SLOW, Opened, Served, point, sound_in_any_light

from grognard.registry import NAMES
from grognard.registry.rules_text import rules_text


@pytest.mark.parametrize("way", ways("mouse", "finger"))
def test_the_rules_are_read_from_the_first_page_on(opened: Opened, served: Served, way: str) -> None:
    page = opened(f"{served.url}/", **WAYS[way])
    hand = Hand(page, served, way)
    hand.press(page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules"))
    hand.press(page.get_by_role("navigation", name="Games").get_by_role("link", name="Seelöwe"))
    expect(page.get_by_role("heading", level=1)).to_have_text(rules_text("seelowe").title, timeout=SLOW)
    contents = page.get_by_role("navigation", name="Contents")
    if WAYS[way]["width"] == 390:
        hand.press(contents.locator("summary"))
    expect(contents.get_by_role("link")).to_have_text(
        [section.title for section in rules_text("seelowe").sections]
    )
    hand.press(contents.get_by_role("link", name="Combat", exact=True))
    heading = page.get_by_role("heading", name="Combat", exact=True)
    expect(heading).to_be_in_viewport()
    # A word in a text leads to the section that tells of it, and back again.
    hand.press(page.get_by_role("region", name="Disruption").get_by_role("link", name="zone of control"))
    expect(page.get_by_role("heading", name="Zones of control")).to_be_in_viewport()
    page.go_back()
    expect(heading).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]


def beside(hand: Hand, link: Locator) -> Page:
    """Press a link that opens a page beside this one, and return that page."""
    with hand.page.expect_popup() as popup:
        hand.press(link)
    return popup.value


@pytest.mark.parametrize("way", ways("mouse"))
def test_a_ruling_is_read_where_it_was_applied(opened: Opened, served: Served, way: str) -> None:
    """The desk rounds 11-4 down to 2-1, and names the ruling; the paragraph leads on to the chart."""
    page = opened(f"{served.url}/desk/seelowe/combat?attackers=6,5&defenders=4", **WAYS[way])
    cited = page.get_by_role("table", name="Worksheet").get_by_role("link", name="ruling odds-rounding")
    expect(cited.first).to_be_visible(timeout=SLOW)
    rules = beside(Hand(page, served, way), cited.first)
    expect(rules).to_have_url(f"{served.url}/rules/seelowe#ruling-odds-rounding")
    ruling = rules.locator("#ruling-odds-rounding")
    expect(ruling).to_be_in_viewport(timeout=SLOW)
    expect(ruling.get_by_role("listitem")).to_have_text(
        [
            "Down, in the defender's favour: 7-2 is 3-1 as printed",
            "To the nearest whole odds, halves up: 7-2 is 4-1",
        ]
    )
    combat = rules.get_by_role("region", name="Combat", exact=True)
    Hand(rules, served, way).press(combat.get_by_role("link", name="[8.8] Combat Results Table"))
    expect(rules).to_have_url(f"{served.url}/charts/seelowe/crt")


def ashore(served: Served) -> str:
    """Land two divisions together on one beach, and return the address of their table."""
    table = served.table()
    key = table["seats"]["German"]
    for unit in ("17id", "35id"):
        served.order(table["table"], key, {"type": "arrive", "unit": unit, "to": "2312"})
    return f"{served.url}/t/{table['table']}#{key}"


def look_at_the_17th(hand: Hand) -> None:
    """Open its stack and press it; by keys go through the counters under the cursor."""
    hand.hex("2312")
    hand.key("k", hand.page.locator(".fan [data-piece='17id']"))
    expect(hand.page.locator("#piece-title")).to_have_text("17. Infanterie")


@pytest.mark.parametrize("way", ways("mouse"))
def test_the_board_leads_to_what_it_names(opened: Opened, served: Served, way: str) -> None:
    """The phase in the status bar, what is said of a counter, and its state; each beside the table, which stays open."""
    page = opened(ashore(served), **WAYS[way])
    hand = Hand(page, served, way)
    phase = page.get_by_role("banner").get_by_role("link", name="movement")
    expect(phase).to_be_visible(timeout=SLOW)
    expect(beside(hand, phase).locator("#phase-movement")).to_be_in_viewport(timeout=SLOW)
    expect(page.get_by_role("link", name="movement").first).to_be_visible()
    hand.key("?", page.get_by_role("button", name="Help", exact=True))
    explained = page.get_by_role("dialog").get_by_role("link", name="disrupted")
    expect(beside(hand, explained).locator("#state-disrupted")).to_be_in_viewport(timeout=SLOW)
    hand.key("Escape", page.get_by_role("button", name="Close the help"))
    look_at_the_17th(hand)
    state = page.locator("[aria-labelledby=piece-title] a.state")
    expect(beside(hand, state).locator("#state-ashore")).to_be_in_viewport(timeout=SLOW)


@pytest.mark.parametrize("way", ways("mouse"))
def test_a_refusal_leads_to_its_paragraph(opened: Opened, served: Served, way: str) -> None:
    """By the key while a hex is pointed at, by the link after a press, and beside a unit that cannot act."""
    page = opened(ashore(served), bypass_csp=True, **WAYS[way])
    hand = Hand(page, served, way)
    hand.press(page.get_by_role("button", name=re.compile("^German Infanterie 21")))
    expect(page.locator(".reach").first).to_be_visible()
    if way == "mouse":
        page.mouse.move(*point(page, served, "2311"))
        expect(page.locator(".hint")).to_contain_text("W: what the rules say")
    else:
        hand.hex("2311")
    if way != "finger":
        with page.expect_popup() as popup:
            page.keyboard.press("w")
        expect(popup.value.get_by_role("heading", name="Coming ashore")).to_be_in_viewport(timeout=SLOW)
    if way == "mouse":
        hand.hex("2311")
    link = page.locator(".forbidden").get_by_role("link", name="What the rules say")
    expect(link).to_have_attribute("href", "/rules/seelowe#order-arrive-in-movement")
    refused = beside(hand, link)
    expect(refused.get_by_role("heading", name="Coming ashore")).to_be_in_viewport(timeout=SLOW)
    sound_in_any_light(page, "a refusal")
    # Who has come by sea moves no farther: the panel says so, and where that stands.
    page.keyboard.press("Escape")
    look_at_the_17th(hand)
    why = page.locator("[aria-labelledby=piece-title]").get_by_role("link", name="What the rules say")
    expect(why).to_have_attribute("href", "/rules/seelowe#state-ashore")
    expect(beside(hand, why).locator("#state-ashore")).to_be_in_viewport(timeout=SLOW)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1440, 390])
def test_every_game_has_its_rules_within_the_screen_and_reach(
    opened: Opened, served: Served, name: str, width: int
) -> None:
    page = opened(f"{served.url}/rules/{name}", width=width, height=844, bypass_csp=True)
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=SLOW)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sound_in_any_light(page, f"the rules of {name}")


def test_a_game_that_is_not_there_is_said(opened: Opened, served: Served) -> None:
    answer = served.http.get("/api/games/nothing/rules")
    assert answer.status_code == 404
    assert "nothing" in answer.json()["detail"]
    page = opened(f"{served.url}/rules/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no game nothing here.")
