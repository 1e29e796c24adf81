# SPDX-License-Identifier: Apache-2.0
"""The dice through the page: it joins and reveals by itself, says what binds them, and checks a finished game."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, logged, point, sound_in_any_light

Made = dict[str, Any]


def sat_down(served: Served, opened: Opened, made: Made, side: str, **options: Any) -> Page:
    page = opened(f"{served.url}/t/{made['table']}#{made['seats'].get(side) or made['watch']}", **options)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def numbers(page: Page) -> Any:
    """Return what the browser keeps of the dice."""
    return page.evaluate("() => Object.values(JSON.parse(localStorage.getItem('grognard-dice')))[0]")


def attacked(served: Served, made: Made, *, land: bool = False) -> None:
    """Go on to combat past the page, and attack somebody."""
    table, key = made["table"], made["seats"]["German"]
    if land:
        served.order(table, key, {"type": "arrive", "unit": "17id", "to": "2312"})
    for _ in range(2):
        served.order(table, key, served.view(table, key)["can_end"]["order"])
    battle = served.view(table, key)["battles"][0]
    units = [each["piece"] for each in battle["pieces"]]
    served.order(table, key, {"type": "attack", "units": units, "target": battle["target"]})


def test_two_players_join_by_opening_the_table(served: Served, opened: Opened) -> None:
    made = served.table(hotseat=False, German="person", British="person")
    german = sat_down(served, opened, made, "German", bypass_csp=True)
    expect(german.locator(".whose")).to_have_text("Waiting for the British player to open the table")
    british = sat_down(served, opened, made, "British")
    expect(german.locator(".whose")).to_have_text("Your turn")
    german.locator("summary", has_text="Dice").click()
    british.locator("summary", has_text="Dice").click()
    dice = served.view(made["table"], made["watch"])["dice"]
    assert [seat["nonce"] for seat in dice["seats"]] == [numbers(british)["nonce"], numbers(german)["nonce"]]
    panel = german.locator("details", has_text="Commitment")
    expect(panel).to_contain_text("The server and the players roll together.")
    expect(panel).to_contain_text("Number of German (made by this browser)")
    for page in (german, british):
        for number in (dice["commitment"], dice["head"], *(seat["nonce"] for seat in dice["seats"])):
            expect(page.locator("details", has_text="Commitment")).to_contain_text(number)
    sound_in_any_light(german, "the numbers of both players")


def test_each_roll_is_shared_without_anybody_doing_anything(served: Served, opened: Opened) -> None:
    """Chosen on the first page, on a narrow screen; a roll falls when both browsers have revealed their links."""
    page = opened(served.url, width=390, height=844, bypass_csp=True)
    page.get_by_label("The first morning: Folkestone").check()
    page.locator("summary", has_text="Dice: by server and players").click()
    page.get_by_label("Each roll together").check()
    page.locator("summary", has_text="Dice (each roll together)").scroll_into_view_if_needed()
    sound_in_any_light(page, "the choice of dice")
    made = served.table(hotseat=False, dice="each-roll", German="person", British="person")
    german = sat_down(served, opened, made, "German", bypass_csp=True)
    british = sat_down(served, opened, made, "British")
    expect(german.locator(".whose")).to_have_text("Your turn")
    german.locator("button:has([data-piece='17id'])").click()
    german.mouse.click(*point(german, served, "2312"))
    logged(german, "17. Infanterie lands at Hythe 2312")
    attacked(served, made)
    expect(german.locator("#log")).to_contain_text("8.8 combat: rolled")
    for page in (german, british):
        expect(page.locator(".whose")).not_to_have_text(re.compile("The dice wait"))
    dice = served.view(made["table"], made["watch"])["dice"]
    assert dice["rolled"] == 1
    assert all(seat["link"] != seat["nonce"] for seat in dice["seats"])


def test_a_seat_is_taken_over_by_another_browser(served: Served, opened: Opened) -> None:
    """The roll waits for a seat that is opened where its seed is not; that says so, and the seed can be brought there."""
    made = served.table(dice="each-roll", German="person", British="person")
    first = sat_down(served, opened, made, "German")
    expect(first.locator(".whose")).to_have_text("German to act")
    seed = numbers(first)["seed"]
    assert re.fullmatch("[0-9a-f]{64}", seed)
    first.close()
    attacked(served, made, land=True)
    again = sat_down(served, opened, made, "German")
    expect(again.locator(".whose")).to_have_text(
        re.compile("The dice wait for the British and German player")
    )
    expect(again.get_by_text("A roll waits for this seat")).to_be_visible()
    again.get_by_label("Seed").fill("0" * 64)
    again.get_by_role("button", name="Take it over").click()
    expect(again.get_by_text("This is not the seed that this seat joined with.")).to_be_visible()
    again.get_by_label("Seed").fill(seed)
    again.get_by_role("button", name="Take it over").click()
    expect(again.locator(".whose")).not_to_have_text(re.compile("The dice wait"))
    assert served.view(made["table"], made["watch"])["dice"]["rolled"] == 1
    expect(again.get_by_text("A roll waits for this seat")).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 390])
def test_a_finished_game_is_checked_in_the_browser(served: Served, opened: Opened, width: int) -> None:
    made = served.table(German="person", British="person")
    page = sat_down(served, opened, made, "German", width=width, bypass_csp=True)
    expect(page.locator(".whose")).to_have_text("German to act")
    key = made["seats"]["German"]
    while (view := served.view(made["table"], key))["to_act"] is not None:
        served.order(made["table"], key, view["can_end"]["order"])
    expect(page.locator(".whose")).not_to_have_text(re.compile("to act|Waiting"))
    page.locator("summary", has_text="Dice").click()
    expect(page.locator("details", has_text="Commitment")).to_contain_text(view["dice"]["secret"])
    check, verdict = page.get_by_role("button", name="Check the dice"), page.locator(".verdict")
    check.click()
    expect(verdict).to_contain_text("They hold.")
    sound_in_any_light(page, "a finished game")
    # What this browser was shown is held against it.
    page.evaluate(
        "() => { const kept = JSON.parse(localStorage.getItem('grognard-dice'));"
        " for (const each of Object.values(kept)) each.heads.push('0123456789abcdef');"
        " localStorage.setItem('grognard-dice', JSON.stringify(kept)); }"
    )
    check.click()
    expect(verdict).to_contain_text("They do not hold. No event of this save has the head 0123")
