# SPDX-License-Identifier: Apache-2.0
"""What the page tells somebody new: odds in plain words, who had better stay out, what to do first."""

import base64
import gzip
import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Error, Locator, Page, expect
from web_fixtures import SLOW, Opened, Served, point, sound_in_any_light

from grognard.play.log import print_log
from grognard.play.table import Table, begin
from grognard.registry.games import header, open_game
from grognard.rules.orders import Arrive, Attack, EndPhase

PHONE = {"width": 390, "height": 844, "has_touch": True}
# What stands in the log when a guide was followed; who is seen, or has not fled, depends on the other side.
ATTACKED = {
    "Seelöwe": re.compile("attack Folkestone"),
    "PanzerBlitz": re.compile("German vehicles end"),
    "Iron Curtain": re.compile("attack 4122"),
    "Jarama": re.compile("Nationalist combat ends"),
    "ASL": re.compile("advances? upon the enemy in The school|advances? to 1006|Russian advance ends"),
}
GUIDES = [
    ("Seelöwe", "finger"),
    *(
        pytest.param(title, way, marks=pytest.mark.long)
        for title in ATTACKED
        for way in (WAYS if title == "Seelöwe" else ("mouse", "finger"))
        if (title, way) != ("Seelöwe", "finger")
    ),
]


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
        told_in_plain_words(page)
        sound_in_any_light(page, "a battle")


def told_in_plain_words(page: Page) -> None:
    """Both divisions may attack Folkestone: what that comes to."""
    short = page.get_by_role("list", name="In short")
    expect(short).to_contain_text("33% that you take the hex", timeout=SLOW)
    expect(short).to_contain_text("33% that you lose a unit")
    above_the_button(page)


@pytest.mark.parametrize("way", ways())
def test_plain_words_come_with_the_press_on_an_enemy(served: Served, opened: Opened, way: str) -> None:
    """They change with who attacks."""
    table = ordered(served, *LANDED, END, END, scenario="seelowe/hythe")
    page = seated(served, opened, table, "German", **WAYS[way])
    hand = Hand(page, served, way)
    expect(page.locator("header .phase")).to_contain_text("combat", timeout=SLOW)
    hand.hex("2411")
    told_in_plain_words(page)
    short, second = (
        page.get_by_role("list", name="In short"),
        page.get_by_role("checkbox", name=re.compile("35")),
    )
    hand.choose(second)
    expect(second).not_to_be_checked()
    expect(short).not_to_contain_text("33% that you take the hex")
    hand.choose(second)
    expect(short).to_contain_text("33% that you take the hex")


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


@pytest.mark.parametrize("way", ways("keys"))
def test_who_had_better_stay_out_is_left_out_by_a_button(served: Served, opened: Opened, way: str) -> None:
    """Whoever landed this turn takes 2 off the die, and the column is the same without him: the server finds it out."""
    saved = base64.b64encode(gzip.compress(print_log(folkestone_taken().log).encode())).decode()
    how = {"save": saved, "dice": "server", "hotseat": True}
    made = served.http.post("/api/saves/tables", json=how).raise_for_status().json()
    page = seated(served, opened, made, "German", **WAYS[way])
    hand = Hand(page, served, way)
    expect(page.locator("header .phase")).to_contain_text("combat", timeout=SLOW)
    (target,) = {each["target"] for each in served.view(made["table"], made["seats"]["German"])["battles"]}
    hand.hex(target)
    said = page.get_by_text(
        "Without Großdeutschland: 12-3, column 4-1 5-1 instead of 16-3, column 4-1 5-1, die -2; 100% instead of 67% that you take the hex"
    )
    expect(said).to_be_visible(timeout=SLOW)
    short = page.get_by_role("list", name="In short")
    expect(short).to_contain_text("67% that you take the hex")
    hand.press(page.get_by_role("button", name="Leave it out"))
    expect(page.get_by_role("checkbox", name=re.compile("Großdeutschland"))).not_to_be_checked()
    expect(said).to_have_count(0)
    expect(short).to_contain_text("100% that you take the hex")


def test_on_a_phone_what_can_be_answered_stands_before_what_led_to_the_question(
    served: Served, opened: Opened
) -> None:
    """What led to it can be as long as the panel is high: many units that attack many, and two rolls."""
    ashore = begin(open_game("seelowe", "hythe"), header("seelowe", "hythe"))
    for order in (Arrive("17id", "2312"), Arrive("35id", "2312"), EndPhase(), EndPhase()):
        ashore = ashore.give(order)
    asked = ashore.give(Attack(("17id", "35id"), "2411")).roll([3])
    saved = base64.b64encode(gzip.compress(print_log(asked.log).encode())).decode()
    how = {"save": saved, "dice": "server", "hotseat": True}
    made = served.http.post("/api/saves/tables", json=how).raise_for_status().json()
    page = seated(served, opened, made, "British", **PHONE)
    question = page.locator("section[aria-labelledby=question-title]")
    answer, told = question.get_by_role("button").first, question.get_by_text("attack Folkestone")
    expect(answer).to_be_in_viewport(ratio=1, timeout=SLOW)
    above, below = answer.bounding_box(), told.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


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


def followed(hand: Hand) -> None:
    """Do what the guide says until it ends: read, press what is marked, answer with the first option.

    Nothing is scrolled to and no map is dragged: what is to be pressed is in sight.
    """
    page = hand.page
    for _ in range(120):
        title = page.locator("#guide-title")
        expect(title).to_be_visible(timeout=SLOW)
        if title.inner_text() == "The guide ends here":
            return
        at_rest(page)
        for pressed in (
            page.locator("dialog[open] .main"),
            page.locator("section[aria-labelledby=question-title] ol:not([hidden]) button").first,
            page.get_by_role("button", name="Next", exact=True),
            # What cannot be done now, as the other side came in between, is passed over.
            page.get_by_role("button", name="Go on", exact=True),
            page.locator("button.guided").first,
        ):
            if pressed.is_visible() and pressed.is_enabled():
                pressed_in_sight(hand, pressed)
                break
        else:
            press_marked(hand)
        page.wait_for_timeout(350)
    raise AssertionError(f"the guide does not end: {page.locator('#guide-title').inner_text()}")


def pressed_in_sight(hand: Hand, what: Locator) -> None:
    """Press something that is in sight; nothing if the game has gone on and it is there no longer."""
    try:
        expect(what).to_be_in_viewport(timeout=2000)
        if hand.way == "keys":
            what.press("Enter", timeout=2000)
        else:
            what.click(timeout=2000)
    except (AssertionError, Error):
        if what.is_visible():
            raise


def at_rest(page: Page) -> None:
    """Wait until the map lies still."""
    paper, before = page.locator(".paper"), None
    while (now := paper.bounding_box()) != before:
        before = now
        page.wait_for_timeout(60)


def press_marked(hand: Hand) -> None:
    """Press the first piece that is marked, or else the first hex; nothing if neither is."""
    page = hand.page
    marked = page.evaluate(MARKED)
    if marked["piece"] and not marked["at"].isdigit():
        hand.press(
            page.locator(".trays button").filter(has=page.locator(f"[data-piece='{marked['piece']}']"))
        )
        return
    for number in (marked["at"], *marked["hexes"]):
        if number:
            if hand.way == "keys":
                # The map follows the cursor there, from wherever it was.
                hand.hex(number)
                return
            x, y = point(page, hand.served, number, marked["map"])
            under = page.evaluate(UNDER, [x, y])
            assert under, f"{page.locator('#guide-title').inner_text()}: {number} is out of sight"
            page.mouse.click(x, y)
            return


# The step that is shown: of its pieces the first that is not in hand, with where it stands; and its hexes.
MARKED = """async () => {
  const table = `/api/tables/${location.pathname.split("/").pop()}`;
  const ask = async (rest) => (await fetch(table + rest, { headers: { Authorization: `Bearer ${location.hash.slice(1)}` } })).json();
  const [guide, view] = [await ask("/guide"), await ask("")];
  const title = document.querySelector("#guide-title").innerText;
  const inHand = document.querySelector("#piece-title")?.innerText ?? "";
  const step = guide.steps.find((each) => each.title === title) ?? { pieces: [], hexes: [] };
  const pieces = step.pieces.map((id) => view.pieces.find((each) => each.id === id)).filter((each) => each);
  const piece = pieces.find((each) => !inHand.includes(each.name));
  return { piece: piece?.id ?? "", at: piece?.at ?? "", hexes: step.hexes, map: `${view.game}/maps/${view.map}` };
}"""
# Whether a point of the map can be seen, and is under nothing but the map and what stands on it.
UNDER = """([x, y]) => {
  const found = document.elementFromPoint(x, y);
  return !!found?.closest(".frame") && !found.closest("button, .mini, .legend");
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


@pytest.mark.parametrize(("title", "way"), GUIDES)
def test_what_a_guide_marks_is_in_sight_up_to_its_end(
    served: Served, opened: Opened, title: str, way: str
) -> None:
    page = opened(served.url, bypass_csp=True, **WAYS[way])
    hand = Hand(page, served, way)
    game = page.get_by_role("radio", name=re.compile(f"^{title}"))
    expect(game).to_be_visible(timeout=SLOW)
    hand.choose(game)
    hand.press(page.get_by_role("button", name=re.compile("Learn by playing")))
    begin_it = page.get_by_role("button", name="Begin the guided turn")
    expect(begin_it).to_be_visible(timeout=SLOW)
    hand.press(begin_it)
    if way == "finger":
        told = page.locator("[aria-labelledby=guide-title]").bounding_box()
        board = page.locator("main.board").bounding_box()
        assert told is not None
        assert board is not None
        assert told["y"] >= board["y"] + board["height"], "the map is free"
        sound_in_any_light(page, "a guided turn on a phone")
    followed(hand)
    expect(page.locator("#log")).to_contain_text(ATTACKED[title])
