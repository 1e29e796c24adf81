# SPDX-License-Identifier: Apache-2.0
"""For everybody: axe looks at every page and at the states of it that other journeys pass by."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from test_saved_games import save_of
from web_fixtures import SLOW, Opened, Served, point, sound_in_any_light

from grognard.registry import NAMES

WIDTHS = [pytest.param(1440, marks=pytest.mark.long), pytest.param(390, marks=pytest.mark.long)]
UNFOLD = "document.querySelectorAll('details').forEach((each) => (each.open = true))"


def looked_at(page: Page, where: str) -> None:
    """Unfold all there is, and look: whoever opens it must find it sound, too."""
    page.evaluate(UNFOLD)
    sound_in_any_light(page, where)
    # Wherever nothing is hidden the page must still fit its window.
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width, where


def opened_at(opened: Opened, url: str, width: int) -> Page:
    return opened(url, width=width, height=900 if width > 400 else 844, bypass_csp=True)


@pytest.mark.parametrize("width", [pytest.param(1440, marks=pytest.mark.long), 390])
def test_the_first_page_unfolded_and_pages_that_are_not_there(
    served: Served, opened: Opened, width: int
) -> None:
    page = opened_at(opened, served.url, width)
    expect(page.locator("form [data-piece]").first).to_be_visible(timeout=SLOW)
    page.get_by_role("group", name="Who plays").get_by_label("Each side by itself").check()
    page.get_by_role("group", name="British").get_by_label("A person").check()
    looked_at(page, "every choice of the first page")
    page.goto(f"{served.url}/nowhere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    looked_at(page, "a page that is not there")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_form_of_the_desk(served: Served, opened: Opened, name: str, width: int) -> None:
    game = next(each for each in served.http.get("/api/games").json() if each["name"] == name)
    page = opened_at(opened, f"{served.url}/desk", width)
    expect(page.get_by_role("heading", name="Which game?")).to_be_visible(timeout=SLOW)
    looked_at(page, "the desk before a game is chosen")
    for form in game["procedures"]:
        page.goto(f"{served.url}/desk/{name}/{form['name']}")
        expect(page.get_by_role("heading", level=1)).to_have_text(form["title"], timeout=SLOW)
        page.wait_for_load_state("networkidle")
        # An opened picker is called otherwise.
        pickers = page.get_by_role("button", name="Pick units")
        for _ in range(pickers.count()):
            pickers.first.press("Enter")
        looked_at(page, f"the desk: {form['title']}")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_chart(served: Served, opened: Opened, name: str, width: int) -> None:
    game = next(each for each in served.http.get("/api/games").json() if each["name"] == name)
    page = opened_at(opened, served.url, width)
    for chart in game["charts"]:
        page.goto(f"{served.url}/charts/{name}/{chart['name']}?profile=errata")
        expect(page.get_by_role("heading", level=1)).to_have_text(chart["title"], timeout=SLOW)
        page.wait_for_load_state("networkidle")
        looked_at(page, f"the chart {chart['title']}")


@pytest.mark.parametrize("width", WIDTHS)
def test_every_state_of_a_table(served: Served, opened: Opened, width: int) -> None:
    table = served.table_with({"clock": {"minutes": 20}}, German="person", British="person")
    key = table["seats"]["German"]
    for unit in ("17id", "35id"):
        served.order(table["table"], key, {"type": "arrive", "unit": unit, "to": "2312"})
    page = opened_at(opened, f"{served.url}/t/{table['table']}#{key}", width)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    looked_at(page, "a table with everything unfolded: units, dice, rules, clock")
    page.keyboard.press("t")
    expect(page.locator(".threat").first).to_be_visible(timeout=SLOW)
    page.mouse.click(*point(page, served, "2312"))
    expect(page.locator(".fan")).to_be_visible()
    looked_at(page, "a stack that is opened, under the view of threat")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_be_visible()
    looked_at(page, "being asked whether to end a phase")
    page.keyboard.press("Enter")
    expect(page.locator("header .phase strong")).to_have_text("air attack")
    page.get_by_role("button", name="Resign…").press("Enter")
    looked_at(page, "being asked whether to resign")
    page.get_by_role("button", name="Resign", exact=True).press("Enter")
    expect(page.locator("header .whose")).to_contain_text("resigned", timeout=SLOW)
    looked_at(page, "a game that was given up")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_luck_of_a_game_roll_by_roll(served: Served, opened: Opened, width: int) -> None:
    page = opened_at(opened, served.url, width)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load a saved game").click(timeout=SLOW)
    saved: Any = save_of("format-1/seelowe-hythe-playthrough")
    chooser.value.set_files(files=[saved])
    page.get_by_role("button", name="Only look at it").click(timeout=SLOW)
    expect(page.get_by_role("region", name="Replay")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Back to now").click()
    luck = page.get_by_role("region", name="Luck")
    expect(luck).to_contain_text("The dice favoured", timeout=SLOW)
    looked_at(page, "every roll with its luck")
    luck.get_by_role("listitem").first.get_by_role("button").press("Enter")
    now = page.get_by_role("region", name="The dice of this moment")
    expect(now).to_contain_text(re.compile(r"Luck for the \w+ side, \d+% of all in this game"))
    looked_at(page, "the dice of a moment")
