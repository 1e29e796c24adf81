# SPDX-License-Identifier: Apache-2.0
"""Two who play over weeks: they talk, take back with each other's leave, and play again, without a word outside the page."""

import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, sound_in_any_light

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SPIED = """
window.tones = 0;
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; begin.call(this, at); };
"""


def at_the_table(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


def pass_turn(served: Served, table: dict[str, Any], side: str) -> None:
    """Let a side end its phases past the page until the other is to act."""
    key = table["seats"][side]
    while (view := served.view(table["table"], key))["to_act"] == side:
        served.order(table["table"], key, view["can_end"]["order"])


def talk(page: Page, text: str) -> None:
    page.get_by_label("Say something to everyone at the table").fill(text)
    page.get_by_label("Say something to everyone at the table").press("Enter")


def test_two_talk_take_back_and_play_again(served: Served, opened: Opened) -> None:
    """One by mouse and keys at a desk, the other by finger on a phone."""
    made = served.table(hotseat=False, German="person", British="person")
    links = {side: f"{served.url}/t/{made['table']}#{made['seats'][side]}" for side in ("German", "British")}
    desk = opened(links["German"], width=1440, bypass_csp=True)
    desk.add_init_script(SPIED)
    desk.reload()
    phone = opened(links["British"], bypass_csp=True, **PHONE)
    watcher = opened(f"{served.url}/t/{made['table']}#{made['watch']}")
    for page in (desk, phone, watcher):
        at_the_table(page)
    # What is said is heard at once, and is text whatever it looks like.
    desk.get_by_role("tab", name="Talk").click()
    talk(desk, "Good luck! <img src=x onerror=alert(1)>")
    expect(desk.get_by_label("What was said")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(phone.get_by_role("tab", name="Talk 1 new")).to_be_visible(timeout=SLOW)
    expect(phone).to_have_title(re.compile(r"^\(1\) "))
    phone.get_by_role("tab", name="Talk 1 new").tap()
    expect(phone.get_by_role("tab", name="Talk", exact=True)).to_be_visible()
    expect(phone.get_by_label("What was said")).to_contain_text("German")
    sound_in_any_light(phone, "the talk")
    phone.get_by_label("Say something to everyone at the table").fill("And to you")
    phone.get_by_role("button", name="Send").tap()
    expect(desk.get_by_label("What was said")).to_contain_text("And to you")
    watcher.get_by_role("tab", name=re.compile("^Talk")).click()
    expect(watcher.get_by_label("What was said")).to_contain_text("And to you")
    expect(watcher.get_by_label("Say something to everyone at the table")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    # The turn has passed; the other gives it back.
    pass_turn(served, made, "German")
    expect(phone).to_have_title(re.compile("^● "))
    desk.locator("summary", has_text=re.compile("^Table")).click()
    desk.get_by_label("A sound when it is my turn").check()
    heard = desk.evaluate("window.tones")
    desk.get_by_role("button", name="Ask to take back my last act").click()
    sound_in_any_light(desk, "asking to take back")
    desk.get_by_role("button", name="Ask", exact=True).press("Enter")
    expect(desk.get_by_role("status", name="Taking back")).to_contain_text("You have asked")
    asked = phone.get_by_role("status", name="Taking back")
    expect(asked).to_contain_text("German asks to take back its last act")
    expect(watcher.get_by_role("status", name="Taking back")).to_be_visible()
    expect(watcher.get_by_role("button", name="Agree")).to_have_count(0)
    sound_in_any_light(phone, "being asked")
    asked.get_by_role("button", name="Agree").tap()
    expect(desk.locator("header .whose")).to_have_text("Your turn")
    expect(desk).to_have_title(re.compile("^● "))
    expect(desk.get_by_text("Taken back beyond undo: German once.")).to_be_visible()
    assert desk.evaluate("window.tones") == heard + 2, "two tones, as it is one's turn again"

    # Once more with sides swapped: each goes there by a press.
    desk.get_by_role("button", name="Again, sides swapped").click()
    expect(desk.locator("header .plays")).to_have_text("You playBritish", timeout=SLOW)
    phone.locator("summary", has_text=re.compile("^Table")).tap()
    phone.get_by_role("button", name="Go there").tap()
    expect(phone.locator("header .points .you").first).to_be_attached(timeout=SLOW)
    expect(phone.locator("header .points div", has_text="German")).to_contain_text("(you)")


def test_against_the_machine_it_is_taken_back_and_told(served: Served, opened: Opened) -> None:
    made = served.table(hotseat=False, dice="server", German="person", British="random")
    pass_turn(served, made, "German")
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}", width=1440)
    at_the_table(page)
    expect(page.get_by_role("tab")).to_have_count(0)
    page.get_by_role("button", name="Take back my last act all the same").click(timeout=SLOW)
    expect(page.get_by_text("Nobody is asked; the table tells how often it was done.")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back beyond undo: German once.")).to_be_visible(timeout=SLOW)


class Pair:
    """Two who are apart, each at a page of his own, and both going by the same means."""

    def __init__(self, served: Served, opened: Opened, way: str) -> None:
        self.made = served.table(hotseat=False, German="person", British="person")
        self.served = served
        pages = [
            opened(f"{served.url}/t/{self.made['table']}#{self.made['seats'][side]}", **WAYS[way])
            for side in ("German", "British")
        ]
        for page in pages:
            at_the_table(page)
        expect(pages[0].locator("header .whose")).to_have_text("Your turn", timeout=SLOW)
        self.german, self.british = (Hand(page, served, way) for page in pages)

    def fits(self, way: str) -> None:
        for hand in (self.german, self.british):
            assert hand.page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]


@pytest.mark.parametrize("way", ways())
def test_what_is_said_is_heard_and_answered(served: Served, opened: Opened, way: str) -> None:
    pair = Pair(served, opened, way)
    words = {pair.german: "Good luck!", pair.british: "And to you"}
    for hand, text in words.items():
        hand.press(hand.page.get_by_role("tab", name=re.compile("^Talk")))
        field = hand.page.get_by_label("Say something to everyone at the table")
        hand.write(field, text)
        if hand.way == "keys":
            hand.page.keyboard.press("Enter")
        else:
            hand.press(hand.page.get_by_role("button", name="Send"))
        expect(field).to_have_value("")
    for hand in words:
        for text in words.values():
            said = hand.page.get_by_label("What was said").get_by_text(text)
            expect(said).to_be_visible(timeout=SLOW)
            said.scroll_into_view_if_needed()
            expect(said).to_be_in_viewport()
    pair.fits(way)


@pytest.mark.parametrize("way", ways())
def test_an_act_is_taken_back_when_the_other_agrees(served: Served, opened: Opened, way: str) -> None:
    pair = Pair(served, opened, way)
    german, british = pair.german, pair.british
    pass_turn(served, pair.made, "German")
    expect(british.page.locator("header .whose")).to_have_text("Your turn", timeout=SLOW)
    for answer in ("No", "Agree"):
        german.press(german.page.get_by_role("button", name="Ask to take back my last act"))
        german.press(german.page.get_by_role("button", name="Ask", exact=True))
        asked = british.page.get_by_role("status", name="Taking back")
        expect(asked).to_contain_text("German asks to take back its last act", timeout=SLOW)
        expect(asked).to_be_in_viewport()
        pair.fits(way)
        british.press(asked.get_by_role("button", name=answer, exact=True))
        expect(asked).to_have_count(0)
        expect(german.page.get_by_role("status", name="Taking back")).to_have_count(0)
        expect(german.page.locator("header .whose")).to_have_text(
            "Your turn" if answer == "Agree" else "Waiting for the British player", timeout=SLOW
        )


@pytest.mark.parametrize("way", ways())
def test_two_play_again_with_their_sides_swapped(served: Served, opened: Opened, way: str) -> None:
    pair = Pair(served, opened, way)
    german, british = pair.german, pair.british
    while not (view := served.view(pair.made["table"], pair.made["watch"]))["status"]["verdict"]:
        served.order(pair.made["table"], pair.made["seats"][view["to_act"]], {"type": "end"})
    german.press(german.page.get_by_role("button", name="Again, sides swapped"))
    expect(german.page.locator("header .points div", has_text="British")).to_contain_text(
        "(you)", timeout=SLOW
    )
    british.press(british.page.get_by_role("button", name="Go there"))
    expect(british.page.locator("header .points div", has_text="German")).to_contain_text(
        "(you)", timeout=SLOW
    )
    # Each has come to a seat there: the game begins.
    expect(british.page.locator("header .whose")).to_have_text("Your turn", timeout=SLOW)
    expect(german.page.locator("header .whose")).to_have_text("Waiting for the German player", timeout=SLOW)
    pair.fits(way)
