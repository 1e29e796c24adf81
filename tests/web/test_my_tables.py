# SPDX-License-Identifier: Apache-2.0
"""A name, and one's tables on every device, by a link alone."""

import re

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Page, expect
from qr import spelled
from web_fixtures import SLOW, Opened, Served, sound_in_any_light

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def at_the_table(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


def take_name(page: Page, name: str) -> None:
    page.get_by_label("What your opponents read at your tables").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name)).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize("way", ways())
def test_a_name_is_carried_by_its_link_and_by_the_address_in_its_code(
    served: Served, opened: Opened, way: str
) -> None:
    """The link is copied for one device, the QR code is read for another; my table is opened on both."""
    made = served.table(hotseat=False, dice="server", German="person", British="person")
    table = f"{served.url}/t/{made['table']}"
    page = opened(
        f"{table}#{made['seats']['German']}",
        permissions=["clipboard-read", "clipboard-write"],
        **WAYS[way],
    )
    at_the_table(page)
    page.goto(f"{served.url}/me")
    hand = Hand(page, served, way)
    hand.write(page.get_by_label("What your opponents read at your tables"), "Anna")
    hand.press(page.get_by_role("button", name="Take this name"))
    expect(page.get_by_role("heading", name="Anna")).to_be_visible(timeout=SLOW)
    link = page.get_by_label("Link that carries you", exact=True)
    # Nobody reads it over a shoulder before it is shown.
    expect(link).to_have_attribute("type", "password")
    hand.press(page.get_by_role("button", name="Copy", exact=True))
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == link.input_value()
    hand.press(page.get_by_role("button", name="Show, with QR code"))
    code = page.get_by_role("img", name="QR code of the link that carries you")
    expect(code).to_be_visible()
    expect(link).to_have_attribute("type", "text")
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
    for carried in (copied, spelled(code)):
        other = opened(carried, **WAYS[way])
        expect(other.get_by_role("heading", name="Anna")).to_be_visible(timeout=SLOW)
        assert other.url == f"{served.url}/me"
        mine = other.get_by_role("region", name="My tables")
        Hand(other, served, way).press(mine.get_by_role("link", name="The first morning"))
        at_the_table(other)
        assert other.url == table
        expect(other.locator("header .points div", has_text="German")).to_contain_text("(you)")


def test_my_tables_are_on_every_device_of_mine(served: Served, opened: Opened) -> None:
    """At a desk by keys, on a phone by finger; and the opponent reads who plays him."""
    made = served.table(hotseat=False, dice="server", German="person", British="person")
    link = f"{served.url}/t/{made['table']}"
    desk = opened(f"{link}#{made['seats']['German']}", width=1440, bypass_csp=True)
    at_the_table(desk)
    other = opened(f"{link}#{made['seats']['British']}", width=1440)
    at_the_table(other)
    desk.goto(f"{served.url}/me")
    take_name(desk, "Anna")
    mine = desk.get_by_role("region", name="My tables").get_by_role("listitem")
    expect(mine).to_contain_text("German, against British")
    expect(mine).to_contain_text("your turn, since just now")
    # At once, and not when presence is next asked for, after 20 seconds.
    expect(other.get_by_role("region", name="Other players")).to_contain_text("German (Anna)", timeout=15_000)
    desk.get_by_role("button", name="Show, with QR code").click()
    expect(desk.get_by_role("img", name="QR code of the link that carries you")).to_be_visible()
    sound_in_any_light(desk, "one's own page")
    carried = desk.get_by_label("Link that carries you", exact=True).input_value()
    assert carried.startswith(f"{served.url}/me#")

    phone = opened(carried, bypass_csp=True, **PHONE)
    expect(phone.get_by_role("heading", name="Anna")).to_be_visible(timeout=SLOW)
    assert phone.url == f"{served.url}/me"
    sound_in_any_light(phone, "one's own page on a phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.goto(served.url)
    phone.get_by_role("region", name="My tables").get_by_role("link", name="The first morning").tap(
        timeout=SLOW
    )
    at_the_table(phone)
    # What opens the table there stands in no address, and in no list of links.
    assert phone.url == link
    assert phone.evaluate("localStorage.getItem('grognard-tables')") is None
    expect(phone.locator("header .points div", has_text="German")).to_contain_text("(you)")

    # A device is lost: the others must be told anew.
    desk.get_by_role("button", name="A device is lost?").press("Enter")
    desk.get_by_role("button", name="Make a new link").press("Enter")
    expect(desk.get_by_label("Link that carries you", exact=True)).not_to_have_value(carried, timeout=SLOW)
    expect(phone.get_by_role("heading", name=re.compile("^This link opens no seat"))).to_be_visible(
        timeout=SLOW
    )
    phone.goto(carried)
    expect(phone.get_by_role("alert")).to_be_visible(timeout=SLOW)
    desk.get_by_role("button", name="Forget me here").click()
    desk.get_by_role("button", name="Forget me", exact=True).click()
    expect(desk.get_by_role("heading", name="Your name")).to_be_visible(timeout=SLOW)
    # The link to the seat is still there.
    desk.goto(served.url)
    expect(desk.get_by_role("link", name="The first morning").first).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize("way", ways("mouse"))
def test_a_finished_table_of_mine_tells_its_result_and_is_replayed(
    served: Served, opened: Opened, way: str
) -> None:
    made = served.table(hotseat=False, dice="server", German="person", British="person")
    table, seats = made["table"], made["seats"]
    while not (view := served.view(table, made["watch"]))["status"]["verdict"]:
        served.order(table, seats[view["to_act"]], {"type": "end"})
    page = opened(f"{served.url}/t/{table}#{seats['German']}", **WAYS[way])
    at_the_table(page)
    page.goto(f"{served.url}/me")
    take_name(page, "Anna")
    mine = page.get_by_role("region", name="My tables").get_by_role("listitem")
    expect(mine).to_contain_text(view["status"]["verdict"])
    hand = Hand(page, served, way)
    hand.press(mine.get_by_role("link", name="Replay", exact=True))
    at_the_table(page)
    replay = page.get_by_role("region", name="Replay")
    expect(replay).to_contain_text("0 of ")
    assert page.url.startswith(f"{served.url}/replay/{table}")
    hand.press(replay.get_by_role("button", name="One step on"))
    expect(replay).to_contain_text("1 of ")
    expect(page.locator("header .whose")).to_have_text("Looking back")
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
