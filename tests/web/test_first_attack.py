# SPDX-License-Identifier: Apache-2.0
"""From the first page to the first attack resolved: how far it is, by mouse, by finger and by keys, also on a slow line."""

import re
from typing import Any

import pytest
from first_attack import WAYS, Newcomer, seelowe
from playwright.sync_api import Page, Request, expect
from web_fixtures import SLOW, Opened, Served, logged, point, sound_in_any_light

# What the line to the server is like in a train: bytes a second, and milliseconds there and back.
SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
ROLLED = re.compile("8.8 combat|Combat: rolled")


def at_first_page(opened: Opened, url: str, **options: Any) -> Page:
    page = opened(url, **options)
    expect(page.locator("form [data-piece]").first).to_be_visible(timeout=SLOW)
    return page


def ends(page: Page) -> list[str]:
    """Return the entries of the log in which a phase ended."""
    return re.findall(r"German [a-z ]+ ends", page.locator("#log").inner_text())


@pytest.mark.parametrize("way", list(WAYS))
def test_six_inputs_and_no_scrolling_lead_to_the_first_attack(
    served: Served, opened: Opened, way: str
) -> None:
    options = {**WAYS[way], **WAYS[way]["viewport"], "bypass_csp": True}
    del options["viewport"]
    page = at_first_page(opened, served.url, **options)
    one = Newcomer(page, served.url)
    seelowe(one)
    logged(page, ROLLED)
    assert (one.inputs, one.scrolls) == (6, 0)
    assert ends(page) == ["German movement ends", "German air attack ends"]


def test_by_keys_an_enemy_is_asked_about_before_the_phase_in_which_he_is_attacked(
    served: Served, opened: Opened
) -> None:
    page = at_first_page(opened, served.url, bypass_csp=True)
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name=re.compile("^German 17. Infanterie")).press("Enter")
    expect(page.locator(".reach").first).to_be_visible(timeout=SLOW)
    spoken = page.locator(".unseen[aria-live=polite]")
    for _ in range(12):
        page.keyboard.press("h")
        if "2312" in spoken.inner_text():
            break
    page.keyboard.press("Enter")
    logged(page, "lands at Hythe 2312")
    ahead = page.get_by_role("button", name=re.compile("^End movement and air attack, and weigh the attack"))
    for press in ("ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(press)
    expect(spoken).to_contain_text("2411")
    page.keyboard.press("Enter")
    expect(ahead).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "looking ahead")
    # Put down, it is gone; nothing has ended.
    page.keyboard.press("Escape")
    expect(ahead).to_have_count(0)
    assert ends(page) == []
    page.keyboard.press("Enter")
    expect(ahead).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    expect(page.locator("#battle-title")).to_contain_text("Folkestone", timeout=SLOW)
    # It can be taken back step by step, as long as no die has fallen.
    page.keyboard.press("u")
    expect(page.locator("header .phase strong")).to_have_text("air attack", timeout=SLOW)


def test_on_a_slow_line_no_press_is_lost_and_nothing_is_done_twice(served: Served, opened: Opened) -> None:
    """Somebody impatient: everything is pressed as soon as it is there, and buttons twice."""
    page = opened("about:blank", width=390, height=844, has_touch=True)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    made = list[Request]()
    page.on("request", lambda sent: made.append(sent) if sent.method == "POST" else None)
    page.goto(served.url, wait_until="commit", timeout=SLOW)
    expect(page.get_by_text("Fetching the games")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Begin").dblclick(timeout=SLOW)
    expect(page.get_by_text(re.compile("Opening the table|Laying out the map"))).to_be_visible(timeout=SLOW)
    counter = page.get_by_role("button", name=re.compile("^German 17. Infanterie"))
    expect(counter).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("The map is coming")).to_be_visible()
    counter.click()
    page.mouse.click(*point(page, served, "2312"))
    logged(page, "17. Infanterie lands at Hythe 2312")
    page.mouse.click(*point(page, served, "2411"))
    page.get_by_role("button", name=re.compile("weigh the attack")).dblclick(timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Attack")).dblclick(timeout=SLOW)
    expect(page.locator("#log")).to_contain_text(ROLLED, timeout=SLOW)
    assert ends(page) == ["German movement ends", "German air attack ends"]
    assert page.locator("#log").inner_text().count("attacks Folkestone 2411") == 1
    assert [each.url.rpartition("/")[2] for each in made].count("tables") == 1
