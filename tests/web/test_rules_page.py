# SPDX-License-Identifier: Apache-2.0
"""The rules in the page: read in the order of play, and found from the board and the charts."""

import re

import pytest
from playwright.sync_api import expect
from web_fixtures import SLOW, Opened, Served, point, sound

from grognard.registry import NAMES
from grognard.registry.rules_text import rules_text


@pytest.mark.parametrize("width", [1440, 390])
def test_the_rules_are_read_from_the_first_page_on(opened: Opened, served: Served, width: int) -> None:
    page = opened(f"{served.url}/", width=width, height=900 if width > 400 else 844)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Seelöwe").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(rules_text("seelowe").title, timeout=SLOW)
    contents = page.get_by_role("navigation", name="Contents")
    if width < 400:
        contents.get_by_text("Contents").click()
    expect(contents.get_by_role("link")).to_have_text(
        [section.title for section in rules_text("seelowe").sections]
    )
    contents.get_by_role("link", name="Combat", exact=True).press("Enter")
    heading = page.get_by_role("heading", name="Combat", exact=True)
    expect(heading).to_be_in_viewport()
    # A word in a text leads to the section that tells of it, and back again.
    page.get_by_role("region", name="Disruption").get_by_role("link", name="zone of control").click()
    expect(page.get_by_role("heading", name="Zones of control")).to_be_in_viewport()
    page.go_back()
    expect(heading).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_ruling_is_opened_by_its_address(opened: Opened, served: Served) -> None:
    page = opened(f"{served.url}/rules/seelowe#ruling-odds-rounding")
    ruling = page.locator("#ruling-odds-rounding")
    expect(ruling).to_be_in_viewport(timeout=SLOW)
    expect(ruling.get_by_role("listitem")).to_have_text(
        [
            "Down, in the defender's favour: 7-2 is 3-1 as printed",
            "To the nearest whole odds, halves up: 7-2 is 4-1",
        ]
    )
    page.get_by_role("region", name="Combat", exact=True).get_by_role(
        "link", name="[8.8] Combat Results Table"
    ).click()
    expect(page).to_have_url(f"{served.url}/charts/seelowe/crt")


def test_the_board_leads_to_what_it_names(opened: Opened, served: Served) -> None:
    """The phase in the status bar, and what is said of a counter; each beside the table, which stays open."""
    table = served.table()
    for unit in ("17id", "35id"):
        served.order(table["table"], table["seats"]["German"], {"type": "arrive", "unit": unit, "to": "2312"})
    page = opened(f"{served.url}/t/{table['table']}#{table['seats']['German']}")
    with page.expect_popup() as popup:
        page.get_by_role("banner").get_by_role("link", name="movement").click()
    expect(popup.value.locator("#phase-movement")).to_be_in_viewport(timeout=SLOW)
    expect(page.get_by_role("link", name="movement").first).to_be_visible()
    page.keyboard.press("?")
    with page.expect_popup() as popup:
        page.get_by_role("dialog").get_by_role("link", name="disrupted").click()
    expect(popup.value.locator("#state-disrupted")).to_be_in_viewport()


def test_a_refusal_leads_to_its_paragraph(opened: Opened, served: Served) -> None:
    """By the key while the mouse rests on a hex, by the link after a press, and beside a unit that cannot act."""
    table = served.table()
    key = table["seats"]["German"]
    for unit in ("17id", "35id"):
        served.order(table["table"], key, {"type": "arrive", "unit": unit, "to": "2312"})
    page = opened(f"{served.url}/t/{table['table']}#{key}", bypass_csp=True)
    page.get_by_role("button", name=re.compile("^German Infanterie 21")).click(timeout=SLOW)
    expect(page.locator(".reach").first).to_be_visible()
    page.mouse.move(*point(page, served, "2311"))
    expect(page.locator(".hint")).to_contain_text("W: what the rules say")
    with page.expect_popup() as popup:
        page.keyboard.press("w")
    expect(popup.value.get_by_role("heading", name="Coming ashore")).to_be_in_viewport(timeout=SLOW)
    page.mouse.click(*point(page, served, "2311"))
    link = page.locator(".forbidden").get_by_role("link", name="What the rules say")
    expect(link).to_have_attribute("href", "/rules/seelowe#order-arrive-in-movement")
    sound(page, "a refusal")
    # Who has come by sea moves no farther: the panel says so, and where that stands.
    page.keyboard.press("Escape")
    page.mouse.click(*point(page, served, "2312"))
    page.locator(".fan [data-piece='17id']").click()
    why = page.locator("[aria-labelledby=piece-title]").get_by_role("link", name="What the rules say")
    expect(why).to_have_attribute("href", "/rules/seelowe#state-ashore")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1440, 390])
def test_every_game_has_its_rules_within_the_screen_and_reach(
    opened: Opened, served: Served, name: str, width: int
) -> None:
    page = opened(f"{served.url}/rules/{name}", width=width, height=844, bypass_csp=True)
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=SLOW)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sound(page, f"the rules of {name}")


def test_a_game_that_is_not_there_is_said(opened: Opened, served: Served) -> None:
    answer = served.http.get("/api/games/nothing/rules")
    assert answer.status_code == 404
    assert "nothing" in answer.json()["detail"]
    page = opened(f"{served.url}/rules/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no game nothing here.")
