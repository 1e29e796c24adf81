# SPDX-License-Identifier: Apache-2.0
"""A friend is let in, and let in again: two browsers, each with nothing but what it was given."""

import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, sound_in_any_light

# The page asks every 20 seconds who is there; it hears at once who comes.
SOON = 12_000
DESK, PHONE = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
)


def at_the_table(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


def apart(served: Served, opened: Opened, **options: Any) -> Page:
    """Set a table up for two who are apart, and sit down at it as the British."""
    return set_up_apart(opened(served.url, bypass_csp=True, **options))


def set_up_apart(page: Page) -> Page:
    page.get_by_label("Apart, by link").check(timeout=SLOW)
    page.get_by_role("group", name="I play").get_by_label("British").check()
    page.get_by_role("button", name="Begin").click()
    at_the_table(page)
    expect(page.get_by_role("heading", name="Invite: waiting for the German player")).to_be_visible()
    return page


def link(page: Page) -> str:
    return page.get_by_label("Link for German", exact=True).input_value()


@pytest.mark.parametrize("options", [DESK, PHONE])
def test_a_friend_is_invited_and_comes(served: Served, opened: Opened, options: dict[str, Any]) -> None:
    page = apart(served, opened, **options)
    panel = page.get_by_role("region", name="Other players")
    panel.locator("summary", has_text="QR code").click()
    expect(page.get_by_role("img", name="QR code of the link for German")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= options["width"]
    sound_in_any_light(page, "an invitation")
    # Nothing is lost by leaving.
    sent = link(page)
    page.goto(served.url)
    page.get_by_role("link", name="The first morning: Folkestone").first.click()
    at_the_table(page)
    assert link(page) == sent

    friend = opened(sent, **options)
    at_the_table(friend)
    expect(friend.get_by_role("region", name="Other players")).to_have_text(re.compile("British: here now"))
    expect(panel).to_contain_text("German: here now", timeout=SLOW)
    expect(page.get_by_label("Link for German", exact=True)).to_have_count(0)
    # The key is his alone from now on.
    assert sent.split("#")[1] not in page.evaluate("JSON.stringify({ ...localStorage })")
    friend.goto(served.url)
    page.reload()
    at_the_table(page)
    expect(panel).to_contain_text("German: here just now", timeout=SLOW)


@pytest.mark.parametrize("way", ways("keys"))
def test_a_lost_link_is_made_anew(served: Served, opened: Opened, way: str) -> None:
    """The friend who had the old one is shut out at once."""
    page = apart(served, opened, **WAYS[way])
    hand = Hand(page, served, way)
    old = link(page)
    friend = opened(old)
    at_the_table(friend)
    panel = page.get_by_role("region", name="Other players")
    expect(panel).to_contain_text("German: here now", timeout=SLOW)
    hand.press(panel.get_by_role("button", name="German has lost the link?"))
    hand.press(panel.get_by_role("button", name="Make a new link"))
    expect(page.get_by_label("Link for German", exact=True)).to_be_visible(timeout=SLOW)
    new = link(page)
    assert new != old
    expect(friend.get_by_role("heading", name=re.compile("^This link opens no seat"))).to_be_visible(
        timeout=SLOW
    )
    # It waits for him however often the page is loaded.
    page.reload()
    at_the_table(page)
    assert link(page) == new
    friend.goto(new)
    friend.reload()
    at_the_table(friend)
    expect(panel).to_contain_text("German: here now", timeout=SOON)


def test_nobody_else_is_shown_an_invitation(served: Served, opened: Opened) -> None:
    made = served.table(hotseat=False, German="person", British="person")
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}")
    at_the_table(page)
    panel = page.get_by_role("region", name="Other players")
    expect(panel).to_have_text(re.compile("British: not here just now"))
    expect(panel.get_by_role("button")).to_have_count(0)


# The part of the browser that hands a link to other programs.
SHARING = """
window.shared = [];
navigator.share = async (what) => { window.shared.push(what); };
"""


@pytest.mark.parametrize("way", ways("finger"))
def test_an_invitation_is_copied_and_shared(served: Served, opened: Opened, way: str) -> None:
    page = opened("about:blank", permissions=["clipboard-read", "clipboard-write"], **WAYS[way])
    page.add_init_script(SHARING)
    page.goto(served.url)
    set_up_apart(page)
    hand, panel = Hand(page, served, way), page.get_by_role("region", name="Other players")
    hand.press(panel.get_by_role("button", name="Copy", exact=True))
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link(page)
    hand.press(panel.get_by_role("button", name="Share", exact=True))
    assert page.evaluate("window.shared") == [{"title": "The first morning: Folkestone", "url": link(page)}]
    friend = opened(page.evaluate("navigator.clipboard.readText()"), **WAYS[way])
    at_the_table(friend)
    expect(panel).to_contain_text("German: here now", timeout=SLOW)
