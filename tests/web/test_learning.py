# SPDX-License-Identifier: Apache-2.0
"""What the page tells somebody new: odds in plain words, who had better stay out, what to do first."""

import base64
import gzip
import re
from typing import Any

from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, point, sound_in_any_light

from grognard.play.log import print_log
from grognard.play.table import Table, begin
from grognard.registry.games import header, open_game
from grognard.rules.orders import Arrive, Attack, EndPhase

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


def above_the_button(page: Page) -> None:
    """What an attack comes to in plain words is in sight, and the button that rolls is below it."""
    short, button = page.get_by_role("list", name="In short"), page.locator(".do .main")
    expect(short).to_be_in_viewport(ratio=1, timeout=SLOW)
    box, attack = short.bounding_box(), button.bounding_box()
    assert box is not None
    assert attack is not None
    assert box["y"] + box["height"] <= attack["y"] + 1


def test_an_attack_is_told_in_plain_words_before_its_odds(served: Served, opened: Opened) -> None:
    table = ordered(served, *LANDED, END, END, scenario="seelowe/hythe")
    for options in ({"bypass_csp": True}, {**PHONE, "bypass_csp": True}):
        page = seated(served, opened, table, "German", **options)
        expect(page.locator("header .phase")).to_be_visible(timeout=SLOW)
        page.keyboard.press("b")
        short = page.get_by_role("list", name="In short")
        expect(short).to_contain_text("33% that you take the hex", timeout=SLOW)
        expect(short).to_contain_text("33% that you lose a unit")
        above_the_button(page)
        sound_in_any_light(page, "a battle")


def folkestone_taken() -> Table[Any]:
    """Hythe, turn 2: both divisions have taken Folkestone, its garrison is beside it, and Großdeutschland lands in the port."""
    ashore = begin(open_game("seelowe", "hythe"), header("seelowe", "hythe"))
    for order in (Arrive("17id", "2312"), Arrive("35id", "2312"), EndPhase(), EndPhase()):
        ashore = ashore.give(order)
    fought = ashore.give(Attack(("17id", "35id"), "2411")).roll([3])
    for chosen in ("retreat", "2511", "17id", "35id"):
        fought = fought.choose(chosen)
    while fought.game.rules.start().turn == fought.position.turn:
        fought = fought.give(EndPhase())
    return fought.give(Arrive("gd", "2411")).give(EndPhase()).give(EndPhase())


def test_who_had_better_stay_out_is_left_out_by_a_button(served: Served, opened: Opened) -> None:
    """Whoever landed this turn takes 2 off the die, and the column is the same without him: the server finds it out."""
    saved = base64.b64encode(gzip.compress(print_log(folkestone_taken().log).encode())).decode()
    how = {"save": saved, "dice": "server", "hotseat": True}
    made = served.http.post("/api/saves/tables", json=how).raise_for_status().json()
    page = seated(served, opened, made, "German")
    expect(page.locator("header .phase")).to_contain_text("combat", timeout=SLOW)
    page.keyboard.press("b")
    said = page.get_by_text(
        "Without Großdeutschland: 12-3, column 4-1 5-1 instead of 16-3, column 4-1 5-1, die -2; 100% instead of 67% that you take the hex"
    )
    expect(said).to_be_visible(timeout=SLOW)
    short = page.get_by_role("list", name="In short")
    expect(short).to_contain_text("67% that you take the hex")
    page.get_by_role("button", name="Leave it out").click()
    expect(page.get_by_role("checkbox", name=re.compile("Großdeutschland"))).not_to_be_checked()
    expect(said).to_have_count(0)
    expect(short).to_contain_text("100% that you take the hex")


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


def followed(page: Page, served: Served, drawn: str) -> None:
    """Do what the guide says until it ends: read, press what is marked, answer with the first option."""
    for _ in range(90):
        title = page.locator("#guide-title")
        expect(title).to_be_visible(timeout=SLOW)
        if title.inner_text() == "The guide ends here":
            return
        if page.locator("dialog[open] .main").is_visible():
            page.locator("dialog[open] .main").click()
        elif page.locator("section[aria-labelledby=question-title] ol:not([hidden]) button").count():
            page.keyboard.press("1")
        elif page.get_by_role("button", name="Next", exact=True).is_visible():
            page.get_by_role("button", name="Next", exact=True).click()
        elif page.locator("button.guided").count() and page.locator("button.guided").first.is_enabled():
            page.locator("button.guided").first.click()
        else:
            step = page.evaluate(STEP)
            at = next(
                (
                    each["at"]
                    for each in step["pieces"]
                    if not page.get_by_role("heading", name=each["name"]).count()
                ),
                None,
            )
            if at is not None and at.isdigit():
                page.mouse.click(*point(page, served, at, drawn))
            elif at is not None:
                page.locator(f"[data-piece='{step['pieces'][0]['id']}']").first.click()
            elif step["hexes"]:
                page.mouse.click(*point(page, served, step["hexes"][0], drawn))
        page.wait_for_timeout(350)
    raise AssertionError("the guide does not end")


# The step that is shown, with where its pieces stand.
STEP = """async () => {
  const table = `/api/tables/${location.pathname.split("/").pop()}`;
  const ask = async (rest) => (await fetch(table + rest, { headers: { Authorization: `Bearer ${location.hash.slice(1)}` } })).json();
  const [guide, view] = [await ask("/guide"), await ask("")];
  const title = document.querySelector("#guide-title").innerText;
  const step = guide.steps.find((each) => each.title === title) ?? { pieces: [], hexes: [] };
  return { hexes: step.hexes, pieces: step.pieces.slice(0, 1).map((id) => view.pieces.find((each) => each.id === id)) };
}"""


def test_a_guided_first_turn_is_begun_from_the_first_page_left_and_resumed(
    served: Served, opened: Opened
) -> None:
    page = opened(served.url, bypass_csp=True)
    page.get_by_role("button", name=re.compile("Learn by playing")).click()
    expect(page.get_by_role("heading", name="Before you begin")).to_be_visible(timeout=SLOW)
    expect(page.locator("[aria-labelledby=guide-title]")).to_contain_text("Who wins.")
    page.get_by_role("button", name="Begin the guided turn").press("Enter")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("heading", name="Land the first division")).to_be_visible()
    sound_in_any_light(page, "a guided turn")
    # Left, and taken up again after the page was loaded anew.
    page.get_by_role("button", name="Leave the guide").click()
    expect(page.locator("#guide-title")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Go on with the guide").click(timeout=SLOW)
    expect(page.get_by_role("heading", name="Land the first division")).to_be_visible()
    # Another legal thing: the phase ends, and the guide goes on from there.
    page.keyboard.press("e")
    page.locator("dialog .main").click()
    expect(page.get_by_text("It went another way")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("heading", name="Send the air force")).to_be_visible()
    # What the attack may come to is in sight beside what the guide says of it.
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".guide .ants")).to_have_count(1)
    page.mouse.click(*point(page, served, "2209"))
    above_the_button(page)


def test_on_a_phone_the_guide_leaves_the_map_free_and_leads_to_the_end(
    served: Served, opened: Opened
) -> None:
    page = opened(served.url, bypass_csp=True, **PHONE)
    page.get_by_role("button", name=re.compile("Learn by playing")).click()
    page.get_by_role("button", name="Begin the guided turn").click(timeout=SLOW)
    told, board = (
        page.locator("[aria-labelledby=guide-title]").bounding_box(),
        page.locator("main.board").bounding_box(),
    )
    assert told is not None
    assert board is not None
    assert told["y"] >= board["y"] + board["height"]
    sound_in_any_light(page, "a guided turn on a phone")
    followed(page, served, "seelowe/maps/kent")
    expect(page.locator("#log")).to_contain_text("attack Folkestone")
