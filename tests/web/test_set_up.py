# SPDX-License-Identifier: Apache-2.0
"""What is before the board: the first page, by mouse, by keys and by finger."""

import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Locator, Page, expect
from web_fixtures import SLOW, Opened, Served, sound_in_any_light

DESK, PHONE = (1440, 900), (390, 844)


def size(page: Page) -> tuple[int, int]:
    """Return how wide and how high the whole page is."""
    root = "document.documentElement"
    width, height = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
    return width, height


def first_page(served: Served, opened: Opened, at: tuple[int, int] = DESK, **options: Any) -> Page:
    """Open the first page, and wait for the pictures."""
    page = opened(served.url, width=at[0], height=at[1], **options)
    expect(page.locator("[data-piece]").first).to_be_visible(timeout=SLOW)
    return page


def company(page: Page, says: str) -> Locator:
    return page.get_by_role("group", name="Who plays").get_by_label(says)


def side(page: Page, says: str) -> Locator:
    return page.get_by_role("group", name="I play").get_by_label(says)


def begun(page: Page) -> None:
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize(("at", "screens"), [(DESK, 1), (PHONE, 2)])
def test_every_game_is_set_up_without_looking_for_anything(
    served: Served, opened: Opened, at: tuple[int, int], screens: int
) -> None:
    page = first_page(served, opened, at, bypass_csp=True)
    expect(page.get_by_label("The first morning: Folkestone")).to_be_checked()
    for game in page.locator("form li").all():
        game.locator(".picture").first.click()
        expect(game.get_by_role("radio")).to_be_checked()
        width, height = size(page)
        assert width <= at[0]
        assert height <= screens * at[1]
        for needed in (
            company(page, "Against the machine"),
            side(page, ""),
            page.get_by_role("button", name="Begin"),
        ):
            expect(needed.first).to_be_in_viewport(ratio=1)
    sound_in_any_light(page, "the first page")


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize(
    "path",
    ["/", "/desk/jarama/battle", "/desk/seelowe/combat", "/charts/jarama/crt", "/charts/panzerblitz/wec"],
)
def test_no_page_scrolls_sideways(served: Served, opened: Opened, width: int, path: str) -> None:
    page = opened(served.url + path, width=width, height=844)
    expect(page.locator("h1").first).to_be_visible(timeout=SLOW)
    page.wait_for_load_state("networkidle")
    assert size(page)[0] <= width
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    assert size(page)[0] <= width


@pytest.mark.parametrize("at", [DESK, pytest.param(PHONE, marks=pytest.mark.long)])
def test_by_keys_alone(served: Served, opened: Opened, at: tuple[int, int]) -> None:
    """A card is a radio button: Tab comes to the one that is chosen, and arrows choose."""
    page = first_page(served, opened, at)
    page.get_by_role("radio", name=re.compile("^Seelöwe")).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name=re.compile("^Iron Curtain"))).to_be_checked()
    page.keyboard.press("ArrowRight")
    company(page, "Against the machine").focus()
    page.keyboard.press("Tab")
    expect(side(page, "German")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(side(page, "British")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Begin")).to_be_focused()
    page.keyboard.press("Enter")
    begun(page)
    expect(page.locator("header .plays")).to_contain_text("British")


def test_by_finger(served: Served, opened: Opened) -> None:
    page = first_page(served, opened, PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("radio", name=re.compile("^PanzerBlitz")).tap()
    company(page, "Together at this screen").tap()
    expect(page.get_by_role("group", name="I play")).to_have_count(0)
    page.get_by_role("button", name="Begin").tap()
    begun(page)


@pytest.mark.parametrize("way", ways("mouse"))
def test_what_was_chosen_is_there_on_coming_back(served: Served, opened: Opened, way: str) -> None:
    page = opened(served.url, **WAYS[way])
    expect(page.locator("[data-piece]").first).to_be_visible(timeout=SLOW)
    hand = Hand(page, served, way)
    hand.choose(page.get_by_role("radio", name=re.compile("^Jarama")))
    battle = page.get_by_role("radio", name=re.compile("^The Battle of the Jarama"))
    hand.choose(battle)
    hand.choose(side(page, "Republican"))
    hand.press(page.locator("summary", has_text="Dice"))
    hand.choose(page.get_by_label("By the server"))
    hand.press(page.get_by_role("button", name="Begin"))
    begun(page)
    # Whichever button, key or gesture of the browser means it.
    page.go_back()
    expect(battle).to_be_checked(timeout=SLOW)
    expect(side(page, "Republican")).to_be_checked()
    expect(page.locator("summary", has_text="Dice (by the server)")).to_be_visible()


def test_programs_among_themselves(served: Served, opened: Opened) -> None:
    """Every seat can still be chosen by itself."""
    page = first_page(served, opened)
    company(page, "Each side by itself").check()
    page.get_by_role("group", name="German").get_by_label("The machine").check()
    page.get_by_role("group", name="British").get_by_label("A random mover").check()
    page.get_by_role("button", name="Begin").click()
    begun(page)
    expect(page.locator("header .plays")).to_contain_text("watching")


def test_exercises_are_apart_and_a_lean_is_told(served: Served, opened: Opened) -> None:
    page = first_page(served, opened)
    page.get_by_role("radio", name="Seelöwe", exact=False).first.check()
    scenarios, exercises = (page.get_by_role("group", name=name) for name in ("Scenarios", "Exercises"))
    expect(scenarios.get_by_role("radio")).to_have_count(2)
    expect(exercises.get_by_label("Exercise: the isthmus of Sandgate")).to_be_visible()
    expect(scenarios.locator("label", has_text="S-Day")).to_contain_text(
        "Between equal programs the Germans win"
    )
    # What is told of one is not told of the other.
    expect(scenarios.locator("label", has_text="Folkestone")).not_to_contain_text("equal programs")
