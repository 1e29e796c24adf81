# SPDX-License-Identifier: Apache-2.0
"""A clock for each side, on a desk and on a phone: set up, seen going, up, given more of, claimed; and a game that is given up."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, sound, sound_in_any_light

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def at_the_table(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


def nearly_up(folder: Path, seconds: float) -> None:
    """Leave little time to whoever is waited for at any table of a server that does not run."""
    connection = apsw.Connection(str(folder / "tables.sqlite"))
    for table, body in list(connection.execute("SELECT table_id, body FROM standings WHERE clocked")):
        told: dict[str, Any] = msgspec.json.decode(body)
        told["clocks"]["left"][told["clocks"]["side"]] = seconds
        written = msgspec.json.encode(told)
        connection.execute("UPDATE standings SET body = ? WHERE table_id = ?", (written, table))
    connection.close()


def size(page: Page) -> tuple[int, int]:
    root = "document.documentElement"
    width, height = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
    return width, height


def set_up(server: Served, opened: Opened) -> Page:
    """Set a table up, behind a word beside the dice: the page stays on one screen, and on two of a phone."""
    desk = opened(server.url, width=1440, height=900, bypass_csp=True)
    expect(desk.locator("[data-piece]").first).to_be_visible(timeout=SLOW)
    expect(desk.locator("summary", has_text="Clock")).to_have_count(0)
    desk.get_by_label("Apart, by link").check()
    assert size(desk) == (1440, 900)
    desk.set_viewport_size({"width": 390, "height": 844})
    assert size(desk)[0] == 390
    assert size(desk)[1] <= 2 * 844
    desk.set_viewport_size({"width": 1440, "height": 900})
    desk.locator("summary", has_text="Clock: none").click()
    desk.get_by_label("Minutes a side").select_option("30")
    expect(desk.locator("summary", has_text="Clock (30 min each, and 15 s for each act)")).to_be_visible()
    sound(desk, "the clock is set")
    desk.get_by_role("button", name="Begin").click()
    at_the_table(desk)
    expect(desk.get_by_role("timer", name=re.compile("^German: 30 minutes"))).to_be_visible()
    return desk


def give_up(desk: Page, phone: Page) -> None:
    """Resign by keys: asked once more, not meant, asked again, and meant."""
    desk.locator("summary", has_text=re.compile("^Table")).click()
    desk.get_by_role("button", name="Resign…").press("Enter")
    expect(desk.get_by_role("button", name="No", exact=True)).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Resign…")).to_be_focused()
    desk.keyboard.press("Enter")
    desk.get_by_role("button", name="Resign", exact=True).press("Enter")
    for page in (desk, phone):
        expect(page.locator("header .whose")).to_contain_text("The German side has resigned", timeout=SLOW)
        expect(page.get_by_label("Link to the replay")).to_be_visible()
        expect(page.get_by_role("button", name="Resign…")).to_have_count(0)
    # The page's own check of the dice knows the event.
    desk.locator("summary", has_text=re.compile("^Dice")).click()
    desk.get_by_role("button", name=re.compile("^Check")).click()
    expect(desk.get_by_text("They hold.")).to_be_visible(timeout=SLOW)


def test_two_play_by_the_clock(serve: Callable[..., Served], opened: Opened, tmp_path: Path) -> None:
    server = serve()
    desk = set_up(server, opened)
    # Both have come: it runs for the side to act.
    made = server.table_with({"clock": {"minutes": 20}})
    other = server.table_with({"clock": {"days": 2}})
    server.join(other["table"])
    link = "{}/t/{}#{}".format
    desk.goto(link(server.url, made["table"], made["seats"]["German"]))
    phone = opened(link(server.url, made["table"], made["seats"]["British"]), bypass_csp=True, **PHONE)
    for page in (desk, phone):
        at_the_table(page)
        expect(page.get_by_role("timer", name=re.compile("^German: 19 minutes"))).to_be_visible(timeout=SLOW)
        expect(page.get_by_role("timer", name=re.compile("^British: 20 minutes"))).to_be_visible()
        assert size(page)[0] <= page.viewport_size["width"] if page.viewport_size else True
    sound_in_any_light(phone, "a clock on a phone")

    # The server is away for a while; then little is left, and none.
    server.end()
    nearly_up(tmp_path, 2.0)
    server = serve(server.port)
    up = phone.get_by_role("status", name="Time")
    expect(up).to_contain_text("The time of the German side is up.", timeout=SLOW)
    expect(desk.get_by_role("status", name="Time")).to_contain_text("Your time is up.", timeout=SLOW)
    expect(desk.get_by_role("status", name="Time").get_by_role("button")).to_have_count(0)
    sound_in_any_light(phone, "time is up")
    phone.get_by_role("button", name="Give five more minutes").first.tap()
    expect(up).to_have_count(0)
    for page in (desk, phone):
        expect(page.get_by_role("timer", name=re.compile("^German: (5|4) minutes"))).to_be_visible(
            timeout=SLOW
        )
    desk.get_by_role("tab", name=re.compile("^Talk")).click()
    expect(desk.get_by_label("What was said")).to_contain_text(
        "British gave the German side five minutes more."
    )

    give_up(desk, phone)
    # At the other table it is claimed.
    phone.goto(link(server.url, other["table"], other["seats"]["British"]))
    at_the_table(phone)
    expect(phone.get_by_role("timer")).to_have_count(1)
    phone.get_by_role("button", name="End the game…").tap()
    phone.get_by_role("button", name="End it").tap()
    expect(phone.locator("header .whose")).to_contain_text("The German side has lost on time", timeout=SLOW)


@pytest.mark.parametrize("way", ways())
def test_a_clock_is_set_and_the_game_given_up(served: Served, opened: Opened, way: str) -> None:
    page = opened(served.url, **WAYS[way])
    hand = Hand(page, served, way)
    hand.choose(page.get_by_role("group", name="Who plays").get_by_label("Apart, by link"))
    hand.press(page.locator("summary", has_text="Clock: none"))
    minutes = page.get_by_label("Minutes a side")
    if hand.way == "keys":
        hand.write(minutes, "45")
    else:
        minutes.select_option("45")
    expect(page.locator("summary", has_text="Clock (45 min each")).to_be_visible()
    hand.press(page.get_by_role("button", name="Begin"))
    at_the_table(page)
    clock = page.get_by_role("timer", name=re.compile("^German: 45 minutes"))
    expect(clock).to_be_visible(timeout=SLOW)
    expect(clock).to_be_in_viewport()
    # It runs when the other has come.
    friend = opened(page.get_by_label("Link for British", exact=True).input_value(), **WAYS[way])
    at_the_table(friend)
    for each in (page, friend):
        expect(each.get_by_role("timer", name=re.compile("^German: 44 minutes"))).to_be_visible(timeout=SLOW)
    hand.press(page.locator("summary", has_text=re.compile("^Table")))
    hand.press(page.get_by_role("button", name="Resign…"))
    hand.press(page.get_by_role("button", name="Resign", exact=True))
    for each in (page, friend):
        expect(each.locator("header .whose")).to_contain_text("The German side has resigned", timeout=SLOW)
        assert size(each)[0] <= WAYS[way]["width"]
