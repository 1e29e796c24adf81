# SPDX-License-Identifier: Apache-2.0
"""What the page tells somebody new: odds in plain words, who had better stay out, what to do first."""

import re
from typing import Any

from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, sound

PHONE = {"width": 390, "height": 844, "has_touch": True}


def seated(served: Served, opened: Opened, table: dict[str, Any], side: str, **options: Any) -> Page:
    page = opened(f"{served.url}/t/{table['table']}#{table['seats'][side]}", **options)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def ordered(served: Served, *orders: dict[str, Any], scenario: str) -> dict[str, Any]:
    """Make a table at which some orders were given, by whose turn it then was."""
    table = served.table(scenario=scenario, German="person", British="person")
    for order in orders:
        side = served.view(table["table"], table["watch"])["to_act"]
        served.order(table["table"], table["seats"][side], order)
    return table


LANDED = [{"type": "arrive", "unit": unit, "to": "2312"} for unit in ("17id", "35id")]
END = {"type": "end"}


def test_an_attack_is_told_in_plain_words_before_its_odds(served: Served, opened: Opened) -> None:
    table = ordered(served, *LANDED, END, END, scenario="seelowe/hythe")
    for options in ({"bypass_csp": True}, {**PHONE, "bypass_csp": True}):
        page = seated(served, opened, table, "German", **options)
        expect(page.locator("header .phase")).to_be_visible(timeout=SLOW)
        page.keyboard.press("b")
        short = page.get_by_role("list", name="In short")
        expect(short).to_contain_text("33% that you take the hex", timeout=SLOW)
        expect(short).to_contain_text("33% that you lose a unit")
        box, attack = short.bounding_box(), page.locator(".do .main").bounding_box()
        assert box is not None
        assert attack is not None
        assert box["y"] + box["height"] <= attack["y"] + 1, "in sight above the button"
        sound(page, "a battle")


def test_who_had_better_stay_out_is_left_out_by_a_button(served: Served, opened: Opened) -> None:
    table = ordered(served, *LANDED, END, END, scenario="seelowe/hythe")
    page = seated(served, opened, table, "German")
    changes = [{"says": "you take the hex", "was": 0.5, "becomes": 0.67}]
    hint = {"without": ["35id"], "was": "3-1, die -2", "becomes": "3-1", "changes": changes}
    page.route("**/hint", lambda route: route.fulfill(json=hint))
    expect(page.locator("header .phase")).to_be_visible(timeout=SLOW)
    page.keyboard.press("b")
    said = "Without 35. Infanterie: 3-1 instead of 3-1, die -2; 67% instead of 50% that you take the hex."
    expect(page.get_by_text(said)).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Leave it out").click()
    expect(page.get_by_role("checkbox", name=re.compile("35. Infanterie"))).not_to_be_checked()
    expect(page.get_by_text(said)).to_have_count(0)


def test_large_fractions_are_behind_a_click_at_the_desk_too(served: Served, opened: Opened) -> None:
    attack = "attackers=6/3/5:river,tanks8/2/6/4&defenders=5/4/4,3/2/4&terrain=town"
    page = opened(f"{served.url}/desk/jarama/combat?{attack}", width=390, height=844)
    expect(page.get_by_role("list", name="In short")).to_contain_text(
        "60% that the attacker can take the hex", timeout=SLOW
    )
    many = page.get_by_role("button", name="Exact fractions")
    longest = "Math.max(...[...document.querySelectorAll('.fraction')].map(e => e.innerText.length))"
    assert page.evaluate(longest) <= 7
    many.click()
    assert page.evaluate(longest) > 7
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
