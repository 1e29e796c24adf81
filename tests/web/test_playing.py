# SPDX-License-Identifier: Apache-2.0
"""At the board of any game: what a player finds, is told and is not left to guess."""

import base64
import gzip
import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Locator, Page, Route, expect
from web_fixtures import SLOW, Opened, Served, logged, point, until

from grognard.play.log import print_log
from grognard.play.table import begin
from grognard.registry.games import header, open_game
from grognard.rules.orders import Arrive, Attack, EndPhase

PHONE = {"width": 390, "height": 844, "has_touch": True}
END = {"type": "end"}


def seated(served: Served, opened: Opened, table: dict[str, Any], side: str, **options: Any) -> Page:
    page = opened(f"{served.url}/t/{table['table']}#{table['seats'][side]}", **options)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def able(served: Served, table: str, key: str, phase: str = "") -> str:
    """Return which counters can act, as a selector; nothing in other phases than one."""
    view = served.view(table, key)
    if phase and view["status"]["phase"] != phase:
        return ""
    return ", ".join(
        f".frame [data-piece='{name}']" for name, why_not in view["offers"].items() if not why_not
    )


def drag(page: Page, right: int) -> None:
    """Drag the map to the right until it goes no further."""
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    for _ in range(6):
        page.mouse.move(box["x"] + 30, box["y"] + 150)
        page.mouse.down()
        page.mouse.move(box["x"] + 30 + right, box["y"] + 150, steps=3)
        page.mouse.up()


def in_window(page: Page, selector: str) -> bool:
    """Whether the middle of one such thing at least can be seen on the map, beside what lies over it."""
    found: bool = page.evaluate(
        """what => [...document.querySelectorAll(what)].some(each => {
          const [one, room] = [each, document.querySelector('.frame')].map(e => e.getBoundingClientRect());
          const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
          return x > room.x && x < room.right && y > room.y && y < room.bottom;
        })""",
        selector,
    )
    return found


def test_on_a_phone_whoever_can_act_comes_into_sight_and_the_next_one_is_a_button(
    served: Served, opened: Opened
) -> None:
    table = served.table(scenario="panzerblitz/stepanovo", hotseat=False, German="person", Soviet="person")
    key = table["seats"]["German"]
    served.join(table["table"])
    page = seated(served, opened, table, "German", **PHONE)
    drag(page, 300)
    assert not in_window(page, able(served, table["table"], key))
    while not able(served, table["table"], key, "infantry"):
        served.order(table["table"], key, {"type": "end"})
    expect(page.locator("header .phase strong")).to_have_text("infantry")
    assert in_window(page, able(served, table["table"], key))
    page.get_by_role("button", name="Next unit").tap()
    expect(page.locator("#piece-title")).to_be_visible()
    expect(page.locator(".reach").first).to_be_visible()


def landed(served: Served, *orders: dict[str, Any]) -> dict[str, Any]:
    """Make a table where one division is ashore at Hythe, and more has happened."""
    table = served.table(German="person", British="person")
    for order in ({"type": "arrive", "unit": "17id", "to": "2312"}, *orders):
        served.order(table["table"], table["seats"]["German"], order)
    return table


@pytest.mark.parametrize("way", ways("mouse"))
def test_who_is_put_down_is_told_of_and_a_click_on_friends_joins_them(
    served: Served, opened: Opened, way: str
) -> None:
    page = seated(served, opened, landed(served), "German", **WAYS[way])
    hand = Hand(page, served, way)
    counter = page.get_by_role("button", name=re.compile("^German 35. Infanterie"))
    hand.press(counter)
    expect(page.locator(".reach").first).to_be_visible()
    # The cursor of the keys never leaves the map.
    if hand.way != "keys":
        press_beside_the_map(hand)
        expect(page.locator(".forbidden")).to_have_text("35. Infanterie is put down.")
        hand.press(counter)
    expect(page.locator("[data-go='2312']")).to_be_visible()
    hand.hex("2312")
    logged(page, "35. Infanterie lands at Hythe 2312")


def press_beside_the_map(hand: Hand) -> None:
    """Make the map smaller than its frame, and press a corner of the frame."""
    for name in ("Show the whole map", "Zoom out", "Zoom out"):
        hand.press(hand.page.get_by_role("button", name=name))
    box = hand.page.get_by_role("application").bounding_box()
    assert box is not None
    press = hand.page.touchscreen.tap if hand.way == "finger" else hand.page.mouse.click
    press(box["x"] + 4, box["y"] + 4)


@pytest.mark.parametrize("way", ways())
def test_a_battle_that_a_press_drops_is_told_of(served: Served, opened: Opened, way: str) -> None:
    page = seated(served, opened, landed(served, END, END), "German", **WAYS[way])
    hand = Hand(page, served, way)
    hand.hex("2411")
    expect(page.get_by_role("heading", name="Attack on Folkestone 2411")).to_be_visible()
    hand.hex("2309")
    expect(page.locator(".forbidden")).to_have_text("Dropped: Attack on Folkestone 2411.")
    expect(page.get_by_role("heading", name="Attack on Folkestone 2411")).to_have_count(0)


def test_a_chart_is_moved_by_its_head_and_by_keys(served: Served, opened: Opened) -> None:
    page = seated(served, opened, landed(served, END, END), "German")
    page.keyboard.press("b")
    head = page.get_by_role("button", name="Move the chart")
    head.focus(timeout=SLOW)
    before = head.bounding_box()
    # All its rows are in sight: there is room for them.
    card = page.locator(".beside.over .card")
    assert card.evaluate("card => card.scrollHeight - card.clientHeight") <= 1
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    after = head.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((32, -32), abs=1)
    page.mouse.move(after["x"] + 40, after["y"] + 6)
    page.mouse.down()
    page.mouse.move(after["x"] + 140, after["y"] + 106, steps=4)
    page.mouse.up()
    dragged = head.bounding_box()
    assert dragged is not None
    assert (dragged["x"] - after["x"], dragged["y"] - after["y"]) == pytest.approx((100, 100), abs=2)
    # What is put away comes back where it keeps off the battle.
    page.keyboard.press("c")
    page.keyboard.press("c")
    expect(head).to_be_visible()
    assert head.bounding_box() == before


def drag_by_finger(page: Page, what: Locator, right: float, down: float) -> None:
    box = what.bounding_box()
    assert box is not None
    x, y = box["x"] + 40, box["y"] + 6
    touch = page.context.new_cdp_session(page)
    for type_, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        points = [{"x": x + right * part, "y": y + down * part}]
        touch.send("Input.dispatchTouchEvent", {"type": type_, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.long
def test_a_chart_is_moved_by_a_finger_where_there_is_room(served: Served, opened: Opened) -> None:
    page = seated(served, opened, landed(served, END, END), "German", **{**WAYS["mouse"], "has_touch": True})
    page.touchscreen.tap(*point(page, served, "2411"))
    head = page.get_by_role("button", name="Move the chart")
    expect(head).to_be_visible(timeout=SLOW)
    # All its rows are in sight, once it has found its place.
    card = "document.querySelector('.beside.over .card')"
    until(page, f"() => {card}.scrollHeight - {card}.clientHeight <= 1")
    before = head.bounding_box()
    drag_by_finger(page, head, 60, -80)
    after = head.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((60, -80), abs=2)


@pytest.mark.long
def test_on_a_phone_a_chart_lies_in_the_panel_with_all_its_rows(served: Served, opened: Opened) -> None:
    page = seated(served, opened, landed(served, END, END), "German", **PHONE)
    hand = Hand(page, served, "finger")
    hand.hex("2411")
    chart = page.get_by_role("region", name=re.compile("Combat Results"))
    expect(chart).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name="Move the chart")).to_have_count(0)
    rows = chart.locator("tbody tr")
    expect(rows).to_have_count(8)
    for row in rows.all():
        row.scroll_into_view_if_needed()
        expect(row).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    hand.press(page.get_by_role("button", name="Close the chart"))
    expect(chart).to_have_count(0)
    hand.press(page.get_by_role("button", name=re.compile("^Show the chart")))
    expect(chart).to_be_visible()


@pytest.mark.parametrize(
    ("options", "light"),
    [
        pytest.param({}, "light", id="desk-light"),
        pytest.param(WAYS["mouse"], "dark", id="desk-dark", marks=pytest.mark.long),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
        pytest.param(PHONE, "dark", id="phone-dark", marks=pytest.mark.long),
    ],
)
def test_a_map_says_that_it_is_coming_and_comes_in_one_light(
    served: Served, opened: Opened, options: dict[str, Any], light: str
) -> None:
    table = landed(served)
    page = opened("about:blank", color_scheme=light, **options)
    pictures, waiting = list[str](), list[Route]()

    def hold(route: Route) -> None:
        pictures.append(route.request.url)
        waiting.append(route)

    page.route("**/maps/*.svg?**", hold)
    page.goto(f"{served.url}/t/{table['table']}#{table['seats']['German']}")
    expect(page.get_by_text("The map is coming")).to_be_visible(timeout=SLOW)
    waiting[0].continue_()
    expect(page.get_by_text("The map is coming")).to_have_count(0)
    assert {each.partition("theme=")[2] for each in pictures} == {light}


def folkestone_empty(served: Served) -> dict[str, Any]:
    """Make a table where the garrison of Folkestone was driven out, and either of two divisions may advance."""
    ashore = begin(open_game("seelowe", "hythe"), header("seelowe", "hythe"))
    for order in (Arrive("17id", "2312"), Arrive("35id", "2312"), EndPhase(), EndPhase()):
        ashore = ashore.give(order)
    fought = ashore.give(Attack(("17id", "35id"), "2411")).roll([3]).choose("retreat").choose("2511")
    save = base64.b64encode(gzip.compress(print_log(fought.log).encode())).decode()
    how = {"save": save, "dice": "server", "hotseat": True}
    made: dict[str, Any] = served.http.post("/api/saves/tables", json=how).raise_for_status().json()
    return made


@pytest.mark.parametrize("way", ways("finger"))
def test_what_is_said_of_a_doubtful_answer_goes_with_the_answer(
    served: Served, opened: Opened, way: str
) -> None:
    """Either division may advance: pressing where they would go says nothing about which is meant."""
    page = seated(served, opened, folkestone_empty(served), "German", **WAYS[way])
    hand = Hand(page, served, way)
    first = page.locator("section[aria-labelledby=question-title] ol button", has_text="17. Infanterie")
    expect(first).to_be_visible(timeout=SLOW)
    hand.hex("2411")
    said = page.locator(".forbidden")
    expect(said).to_contain_text("Say which: 17. Infanterie or 35. Infanterie")
    hand.key("1", first)
    expect(first).to_have_count(0)
    expect(said).to_be_empty()


@pytest.mark.parametrize("way", ways("mouse"))
def test_a_unit_has_one_name_in_the_log_under_the_dice_and_in_the_list(
    served: Served, opened: Opened, way: str
) -> None:
    """Whoever is under the mortars checks; the dice, the log, the news and the list of units call him the same."""
    table = served.table(scenario="asl-sk/night", German="person", Russian="person")
    page = seated(served, opened, table, "Russian", **WAYS[way])
    hand = Hand(page, served, way, "asl-sk/maps/village")
    hand.hex("0808")
    for says in ("Aim", "Roll"):
        button = page.get_by_role("button", name=re.compile(f"^{says}"))
        expect(button).to_be_enabled(timeout=SLOW)
        hand.key("a", button)
    logged(page, "Mortar battery fires at The inn 0808")
    under_fire = [
        each["name"] for each in served.view(table["table"], table["watch"])["pieces"] if each["at"] == "0808"
    ]
    assert under_fire == ["Gruppe 4"]
    roll = page.get_by_role("region", name="The roll")
    hand.key("o", page.get_by_text("Units", exact=True))
    for place in (roll, page.locator("#log"), page.locator("#units")):
        expect(place).to_contain_text("Gruppe 4")
        # The chart card's names of kinds, and the ids that orders go by, are for the desk and for programs.
        expect(place).not_to_contain_text(re.compile(r"\bg-467\b|\bg4\b"))
