# SPDX-License-Identifier: Apache-2.0
"""A game of data alone through the page: it is offered, played a turn against the machine, and looks like any other."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, end_phase, logged, point, sound_in_any_light

from grognard.registry import GAMES_VARIABLE

EXAMPLES = Path(__file__).parents[2] / "examples"
MAP = "lysna/maps/valley"


@pytest.fixture
def lysna(serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch) -> Served:
    """A server that knows the games of the examples."""
    monkeypatch.setenv(GAMES_VARIABLE, str(EXAMPLES))
    return serve()


def begun(lysna: Served, opened: Opened, **options: int | bool) -> Page:
    """Begin a game as the North against the machine."""
    page = opened(lysna.url, bypass_csp=True, **options)
    page.get_by_role("radio", name=re.compile("Lysna")).check()
    page.get_by_label("Eight days on the Lysna").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def press(page: Page, lysna: Served, number: str) -> None:
    page.mouse.click(*point(page, lysna, number, MAP))


def move(page: Page, lysna: Served, start: str, end: str) -> None:
    press(page, lysna, start)
    press(page, lysna, end)
    logged(page, f"{start} to {end}")


def answer_everything(page: Page) -> None:
    """Take the first option of every question, until the phase can be ended."""
    end = page.get_by_role("button", name=re.compile("^End combat"))
    option = page.locator("section:has(#question-title) button").first
    for _ in range(12):
        expect(end.or_(option).first).to_be_visible()
        if end.is_visible():
            return
        before = page.locator("#log").inner_text()
        option.click()
        expect(page.locator("#log")).not_to_have_text(before, use_inner_text=True)
    pytest.fail("questions without end")


def test_a_turn_of_a_game_that_is_data_alone(lysna: Served, opened: Opened) -> None:
    """7 and 6 attack 4 in a town across a river: 3-1, one column to the left, one off the die."""
    page = begun(lysna, opened)
    press(page, lysna, "0704")
    expect(page.locator("#piece-title")).to_have_text("1st Guards")
    expect(page.locator(".cost", has_text=re.compile(r"^0\.5$")).first).to_be_visible()
    press(page, lysna, "0707")
    logged(page, "1st Guards moves from 0704 to 0707")
    move(page, lysna, "0803", "0806")
    # Who has moved bears its sign, and the view of supply has this game's own words.
    expect(page.locator("[data-piece='1gd'] .sign")).to_have_text("➤")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(page.locator(".legend p").nth(0)).to_contain_text("supplied")
    expect(page.locator(".legend p").nth(1)).to_contain_text("unsupplied: too far")
    page.keyboard.press("s")
    end_phase(page)

    press(page, lysna, "0807")
    expect(page.locator("#battle-title")).to_contain_text("Attack on Lysna 0807")
    expect(page.locator("section", has=page.locator("#battle-title"))).to_contain_text(
        "13-4, column 2-1, die -1"
    )
    expect(page.locator(".fraction").first).to_be_visible()
    sound_in_any_light(page, "with a battle open")
    page.get_by_role("button", name=re.compile("^Attack")).click()
    logged(page, "2nd Infantry and 1st Guards attack Lysna 0807 at 13-4, column 2-1, die -1")
    logged(page, "Combat: rolled")
    answer_everything(page)
    end_phase(page)
    # Pursuit, where cavalry can move again; then the machine plays its turn, and the next one begins.
    page.get_by_role("button", name=re.compile("^End pursuit")).click()
    page.locator("dialog .main").click()
    expect(page.locator("header .turn strong")).to_have_text("2/8", timeout=SLOW)
    expect(page.locator("header .whose")).to_have_text("Your turn", timeout=SLOW)
    logged(page, "Southern movement ends")
    # Reserves that are due stand open beside the map, those to come say when.
    trays = page.get_by_role("region", name="Off the map")
    expect(trays).to_contain_text("North edge 1")
    expect(trays).to_contain_text("North edge, turn 3")


def test_on_a_phone_it_fits(lysna: Served, opened: Opened) -> None:
    page = begun(lysna, opened, width=390, height=844, has_touch=True)
    press(page, lysna, "0704")
    expect(page.locator("#piece-title")).to_have_text("1st Guards")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    sound_in_any_light(page, "with a piece in hand")
