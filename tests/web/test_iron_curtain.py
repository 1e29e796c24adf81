# SPDX-License-Identifier: Apache-2.0
"""Iron Curtain through the page: strikes, overruns, both tables of combat, stacks, supply, and what an enemy never receives."""

import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import FloatRect, Locator, Page, expect
from web_fixtures import (
    SLOW,
    Opened,
    Served,
    at_one_screen,
    end_phase,
    listening,
    logged,
    point,
    received,
    sound_in_any_light,
)

MAP = "iron-curtain/maps/north-germany"
Made = dict[str, Any]
# 26 to 9 is 3:1, and 2:1 in a city.
DESK = "/desk/iron-curtain/combat-1962?attackers=12/2%2B8/2,6/2:river&defenders=6/2,3&terrain=city"

SLOW_REACH = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    if (String(asked[0]).includes("/reach?")) await new Promise((done) => setTimeout(done, 500));
    return real(...asked);
  };
}"""


def made(served: Served, scenario: str = "hannover-1983") -> Made:
    return served.table(scenario=f"iron-curtain/{scenario}", NATO="person", WP="person")


def seated(served: Served, opened: Opened, table: Made, **options: int | bool | str) -> Page:
    page = opened(f"{served.url}/t/{table['table']}#{table['seats']['WP']}", **options)
    at_one_screen(page)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def press(page: Page, served: Served, number: str) -> None:
    page.mouse.click(*point(page, served, number, MAP))


def give(served: Served, table: Made, *orders: dict[str, Any]) -> None:
    """Give orders past the page, by the key that plays both sides."""
    for order in orders:
        served.order(table["table"], table["seats"]["WP"], order)


def until(served: Served, table: Made, turn: int, side: str, phase: str) -> None:
    """End phases until one begins."""
    for _ in range(48):
        status = served.view(table["table"], table["seats"]["WP"])["status"]
        if (status["turn"], status["side"], status["phase"]) == (turn, side, phase):
            return
        give(served, table, {"type": "end"})
    pytest.fail(f"{side} {phase} of turn {turn} never came")


def move(unit: str, to: str) -> dict[str, Any]:
    return {"type": "move", "units": [unit], "to": to}


def before_braunschweig(served: Served, phase: str = "movement") -> Made:
    """Two tank divisions that began together stand beside a British division in a city: 18 to 8, 2:1, and terrain."""
    table = made(served)
    until(served, table, 1, "WP", "movement")
    give(served, table, move("7gt", "3125"), move("10gt", "3125"))
    until(served, table, 1, "WP", phase)
    return table


def outcomes(page: Page, name: str) -> list[str]:
    found = page.get_by_role("list", name=name, exact=True).locator(".fraction")
    expect(found.first).to_be_visible(timeout=SLOW)
    return found.all_inner_texts()


def answer_everything(page: Page) -> list[str]:
    """Take the first option of every question that an attack leads to; return what was asked."""
    asked = list[str]()
    for _ in range(12):
        question = page.locator("#question-title")
        expect(question.or_(page.get_by_role("region", name="Orders")).first).to_be_visible()
        if not question.is_visible():
            return asked
        asked.append(question.inner_text())
        now = page.locator("#log").inner_text()
        page.locator("section:has(#question-title) button").first.click()
        expect(page.locator("#log")).not_to_have_text(now, use_inner_text=True)
    pytest.fail(f"questions without end: {asked}")


# What a new player looks for


def test_no_copy_and_no_save_of_a_game_that_hides_things(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    why = "copy or the log would show what this game hides before it is over"
    expect(page.get_by_role("region", name="Orders")).to_contain_text(
        f"No What if… and no Save yet: a {why}."
    )
    for name in ("What if…", "Save"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
        expect(page.get_by_role("button", name=name)).to_have_attribute("title", f"A {why}")
    press(page, served, "3025")
    expect(page.get_by_role("button", name="What if…")).to_be_disabled(timeout=SLOW)


def test_what_is_left_to_strike_with_stands_beside_the_phase(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 4, "WP", "strikes")
    page = seated(served, opened, table)
    left = page.locator("header .left")
    expect(left).to_contain_text("5 air strikes, 4 nuclear warheads, 6 chemical warheads")
    give(served, table, {"type": "nuclear-strike", "units": ["1pz"], "target": "2923"})
    expect(left).to_contain_text("5 air strikes, 3 nuclear warheads, 6 chemical warheads")
    end_phase(page)
    expect(left).to_have_count(0)


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        ("iron-curtain/hannover-1983", ["9-7-7 Attack, defence and movement", "●○ Steps", "armour division", "✕ attacked or overran", "O out of supply", "counts 4 points", "nuclear contamination", "chemical contamination"]),
        ("seelowe/hythe", ["6-4 Combat strength and movement", "So many counters lie in the hex", "infantry division", "➤ moved", "counts 4 points"]),
        ("panzerblitz/kurgan", ["15 A 8 Attack factor, class of weapon and range", "10-11 Defence factor", "tank", "Who rides on it", "leaves the map there", "mines", "a wreck"]),
    ],
)  # fmt: skip
def test_the_help_explains_counters_and_map(
    served: Served, opened: Opened, scenario: str, says: list[str]
) -> None:
    table = served.table(scenario=scenario)
    page = opened(f"{served.url}/t/{table['table']}#{next(iter(table['seats'].values()))}")
    at_one_screen(page)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    page.keyboard.press("?")
    told = " ".join(page.get_by_role("dialog").inner_text().split())
    assert [each for each in says if each not in told] == []


def test_what_is_printed_on_a_counter_fits_on_it(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    page.get_by_text("Later turns").click()
    expect(page.locator(".values", has_text="10-10-7").first).to_be_visible()
    over = page.locator(".counter").evaluate_all(
        """counters => counters.map(each => {
            const [body, values] = ['.body', '.values'].map(part => each.querySelector(part).getBoundingClientRect());
            return values.left < body.left || values.right > body.right ? each.querySelector('.values').textContent : '';
        }).filter(Boolean)"""
    )
    assert over == []


def test_the_sample_counter_is_the_one_the_legend_explains_and_the_page_fits_the_window(
    served: Served, opened: Opened
) -> None:
    page = seated(served, opened, made(served))
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator(".counter .values").first).to_have_text("9-7-7")


def test_a_replay_begins_with_the_log_at_its_first_entry(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 3, "WP", "strikes")
    page = seated(served, opened, table)
    first = page.locator("#log .entry").first
    expect(first).not_to_be_in_viewport()
    page.keyboard.press("r")
    expect(first).to_be_in_viewport()


# Strikes


def test_an_air_strike_by_mouse(served: Served, opened: Opened) -> None:
    """Braunschweig is a city: a 5 or more succeeds, on the terrain chart."""
    page = seated(served, opened, made(served))
    press(page, served, "3025")
    expect(page.get_by_role("heading", name="Air strike on Braunschweig 3025")).to_be_visible()
    assert outcomes(page, "Outcomes") == ["2/3", "1/3"]
    # Of the long chart only the row that is read; and the hexes around the target stay in sight.
    expect(page.locator(".beside tbody tr")).to_have_count(1)
    chart = page.locator(".beside .card").bounding_box()
    assert chart is not None
    for number in ("3025", "2925", "2926", "3024", "3026", "3125", "3126"):
        x, y = point(page, served, number, MAP)
        inside = (
            chart["x"] <= x <= chart["x"] + chart["width"] and chart["y"] <= y <= chart["y"] + chart["height"]
        )
        assert not inside, number
    cell = page.locator("tr", has=page.get_by_role("rowheader", name="City", exact=True)).locator("td.here")
    expect(cell).to_have_text("5")
    page.get_by_role("button", name=re.compile("^Strike")).click()
    logged(page, "Air strike: rolled")
    # A hex is struck once a phase.
    expect(page.locator(".target")).to_have_count(17)


def test_a_nuclear_strike_leaves_its_marker(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 4, "WP", "strikes")
    page = seated(served, opened, table)
    press(page, served, "2923")
    techniques = page.get_by_role("group", name="How to attack").get_by_role("button")
    expect(techniques).to_have_count(3)
    # Each way says what it would do, and how likely.
    expect(techniques.nth(0)).to_contain_text("1. Panzer loses a step 50%", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Nuclear strike")).click()
    assert outcomes(page, "Outcomes") == ["1/3", "1/2", "1/6"]
    expect(page.get_by_role("region", name=re.compile("Nuclear Weapons"))).to_be_visible()
    expect(page.locator("thead th.lit")).to_have_text("Strike")
    page.get_by_role("button", name=re.compile("^Strike")).click()
    logged(page, "WP uses a nuclear warhead on Gifhorn 2923")
    expect(page.locator("td.here")).to_have_text(re.compile("-|Step|Elim"))
    expect(page.locator("[data-marker=nuclear]")).to_have_count(1)
    page.mouse.move(*point(page, served, "2923", MAP))
    expect(page.locator(".hint")).to_contain_text("Nuclear contamination")


# Movement


def test_a_move_and_an_overrun(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 1, "WP", "movement")
    page = seated(served, opened, table)
    for unit, name in (("7gt", "7th Guards Tank"), ("10gt", "10th Guards Tank")):
        press(page, served, "3525")
        fanned = page.locator(f".fan [data-piece='{unit}']")
        if fanned.count():
            fanned.click()
        expect(page.locator("#piece-title")).to_have_text(name)
        expect(page.locator(".reach").first).to_be_visible()
        page.keyboard.down("Shift")
        press(page, served, "3125")
        page.keyboard.up("Shift")
        logged(page, f"{name} moves from 3525 to 3125")
        page.keyboard.press("Escape")
    press(page, served, "3025")
    expect(page.get_by_role("heading", name="Overrun Braunschweig 3025")).to_be_visible()
    assert outcomes(page, "Steps the attacker loses") == ["1/2", "1/2"]
    expect(page.get_by_role("region", name=re.compile("1962 - 1989 Combat Results"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Overrun")).click()
    logged(page, "Guards Tank overrun Braunschweig 3025")
    answer_everything(page)
    expect(page.locator(".target")).to_have_count(0)


@pytest.mark.parametrize("way", ways())
def test_an_overrun_by_a_stack_shows_the_chart_it_is_rolled_on(
    served: Served, opened: Opened, way: str
) -> None:
    table = made(served)
    until(served, table, 1, "WP", "movement")
    page = seated(served, opened, table, **WAYS[way])
    hand = Hand(page, served, way, MAP)
    hand.hex("3525")
    expect(page.locator("#piece-title")).to_have_text("7th Guards Tank and 10th Guards Tank")
    expect(page.locator(".reach").first).to_be_visible()
    hand.hex("3125")
    logged(page, "7th Guards Tank and 10th Guards Tank move from 3525 to 3125")
    if hand.way == "keys":
        page.keyboard.press("Escape")
    hand.hex("3025")
    expect(page.get_by_role("heading", name="Overrun Braunschweig 3025")).to_be_visible()
    assert outcomes(page, "Steps the attacker loses") == ["1/2", "1/2"]
    chart = page.get_by_role("region", name=re.compile("1962 - 1989 Combat Results"))
    chart.locator("th.lit, td.lit").first.scroll_into_view_if_needed()
    expect(chart).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
    hand.key("a", page.get_by_role("button", name=re.compile("^Overrun")))
    logged(page, "Guards Tank overrun Braunschweig 3025")


def test_a_stack_moves_together_by_mouse(served: Served, opened: Opened) -> None:
    """Both began in 3525 and go three hexes west together, then one goes on alone."""
    table = made(served)
    until(served, table, 1, "WP", "movement")
    page = seated(served, opened, table)
    press(page, served, "3525")
    expect(page.locator("#piece-title")).to_have_text("7th Guards Tank and 10th Guards Tank")
    expect(page.locator(".stack .selected")).to_have_count(2)
    # An opened stack tells of itself, and what is said of one of its counters stands beside all of it.
    expect(page.locator(".hint")).to_have_count(0)
    page.locator(".fan [data-piece='7gt']").hover()
    expect(page.locator(".hint")).to_contain_text("7th Guards Tank")
    hint, fan = (page.locator(each).bounding_box() for each in (".hint", ".fan"))
    assert hint is not None
    assert fan is not None
    assert hint["x"] >= fan["x"] + fan["width"] or hint["x"] + hint["width"] <= fan["x"]
    press(page, served, "3225")
    logged(page, "7th Guards Tank and 10th Guards Tank move from 3525 to 3225")
    expect(page.locator("#piece-title")).to_have_text("7th Guards Tank and 10th Guards Tank")
    # One may go on without the other.
    page.get_by_role("checkbox", name="10th Guards Tank").uncheck()
    press(page, served, "3125")
    logged(page, "7th Guards Tank moves from 3225 to 3125")
    expect(page.locator("#log")).not_to_contain_text("10th Guards Tank moves from 3225")


def test_a_stack_moves_together_by_keys(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 1, "WP", "movement")
    page = seated(served, opened, table)
    title = page.locator("#piece-title")
    for _ in range(20):
        page.keyboard.press("n")
        if title.inner_text() in ("7th Guards Tank", "10th Guards Tank"):
            break
    page.keyboard.press("g")
    expect(title).to_have_text("7th Guards Tank and 10th Guards Tank")
    expect(page.locator("[aria-live=polite].unseen")).to_contain_text("in hand, together")
    expect(page.locator(".reach").first).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    logged(page, "7th Guards Tank and 10th Guards Tank move from 3525 to 3524")


def test_of_a_stack_that_moves_the_enemy_hears_the_top_and_undo_takes_it_back_whole(
    served: Served, opened: Opened
) -> None:
    """Both have 7 movement points, and 3024 costs as many: once they are spent, whoever lies beneath could only be put on top."""
    table = served.table(scenario="iron-curtain/hannover-1983", hotseat=False, NATO="person", WP="person")
    pact, nato = (
        listening(opened, f"{served.url}/t/{table['table']}#{table['seats'][side]}")
        for side in ("WP", "NATO")
    )
    # The press on 3024 comes before the server has said where the stack can go.
    pact.evaluate(SLOW_REACH)
    end_phase(pact)
    orders, title = pact.get_by_role("region", name="Orders"), pact.locator("#piece-title")
    expect(orders).to_contain_text("20 pieces can act")
    for _ in range(2):
        press(pact, served, "3525")
        expect(title).to_have_text("7th Guards Tank and 10th Guards Tank")
        press(pact, served, "3024")
        logged(pact, "7th Guards Tank and 10th Guards Tank move from 3525 to 3024")
        logged(nato, "7th Guards Tank moves from 3525 to 3024")
        # Who led is still in hand, alone, and says that it has nothing left.
        expect(title).to_have_text("7th Guards Tank")
        expect(pact.locator("section:has(#piece-title)")).to_contain_text("7th Guards Tank has no movement")
        expect(pact.get_by_role("group", name="Who goes")).to_have_count(0)
        expect(orders).to_contain_text("18 pieces can act")
        pact.get_by_role("button", name=re.compile("^Undo")).click()
        expect(orders).to_contain_text("20 pieces can act")
        expect(pact.locator("#log")).not_to_contain_text("Guards Tank move")
        pact.keyboard.press("Escape")
        pact.keyboard.press("Escape")
    assert told_of(received(nato), {"10gt", "10th Guards Tank"}) == []


def test_a_unit_is_put_on_top_of_its_stack(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 1, "WP", "movement")
    page = seated(served, opened, table)
    stack = page.locator(".stack", has=page.locator("[data-piece='7gt']")).locator("[data-piece]")
    below, above = (each.get_attribute("data-piece") for each in stack.all())
    press(page, served, "3525")
    page.locator(f".fan [data-piece='{below}']").click()
    page.get_by_role("button", name="Put it on top of its stack").click()
    logged(page, "on top")
    expect(stack.last).to_have_attribute("data-piece", below or "")
    expect(stack.first).to_have_attribute("data-piece", above or "")


# Combat


def test_combat_of_1983_is_told_by_its_parts_and_fought(served: Served, opened: Opened) -> None:
    """At 1:1, which 2:1 is in a city, a loss of the attacker is a 1-3, of the defender a 5-6, and a 1 is no retreat."""
    page = seated(served, opened, before_braunschweig(served, "combat"))
    press(page, served, "3025")
    assert outcomes(page, "Steps the attacker loses") == ["1/2", "1/2"]
    assert outcomes(page, "Steps the defender loses") == ["2/3", "1/3"]
    expect(page.locator("#battle-title")).to_contain_text("odds 18-8: 2:1, shifted to 1:1")
    assert outcomes(page, "Hexes the defender retreats") == ["1/6", "1/3", "1/3", "1/6"]
    # The panel keeps its width, whatever the worksheet says.
    panel = page.locator("aside").bounding_box()
    button = page.get_by_role("button", name="Close the battle").bounding_box()
    assert panel is not None
    assert button is not None
    assert button["x"] + button["width"] <= panel["x"] + panel["width"]
    expect(page.locator("tr.lit th").first).to_have_text("1:1")
    expect(page.locator("td.here")).to_have_text(["1-3", "5-6"])
    page.get_by_role("button", name=re.compile("^Attack")).click()
    logged(page, "Loss of 1st Armoured: rolled")
    answer_everything(page)
    # The cells of both losses, and that of the retreat as it was rolled; also if the other player was asked meanwhile.
    expect(page.locator("td.here")).to_have_count(3)
    expect(page.locator(".target")).to_have_count(0)


def attacked_braunschweig(served: Served) -> Made | None:
    """Attack, and return the table if the dice make the defender retreat."""
    table = before_braunschweig(served, "combat")
    give(served, table, {"type": "attack", "units": ["10gt", "7gt"], "target": "3025"})
    asked = served.view(table["table"], table["seats"]["WP"])["question"]
    return table if asked and "retreat" in asked["asks"] else None


def test_retreat_and_advance_are_asked_of_either_side(served: Served, opened: Opened) -> None:
    """Five of six rolls make the British go; then the way in is open."""
    tries = (attacked_braunschweig(served) for _ in range(8))
    table = next(each for each in tries if each)
    page = seated(served, opened, table)
    expect(page.locator("#question-title")).to_have_text(
        "Where does 1st Armoured in Braunschweig 3025 retreat to?"
    )
    expect(page.locator("header .whose")).to_have_text("NATO to answer")
    # Each die says whose it was and what for.
    for why in ("Loss of 10th Guards Tank", "Loss of 1st Armoured", "Retreat"):
        expect(page.locator(".rolls .roll", has=page.get_by_text(why, exact=True))).to_have_count(1)
    expect(page.locator("polygon.option").first).to_be_visible()
    questions = answer_everything(page)
    assert any("advance" in each.lower() for each in questions)
    logged(page, "Retreat: rolled")
    # What became of the units stands out from the rolls, which are told once and in words; who retreats does so first.
    fates = page.locator("#log .entry").last.locator(".result").all_inner_texts()
    assert any("1st Armoured" in each for each in fates)
    assert "advance" in fates[-1]
    expect(page.locator("#log .dice")).to_have_count(0)


def test_combat_of_1945_with_losses(served: Served, opened: Opened) -> None:
    """15th Scottish and 7th Armoured, 14, against a rifle corps of 7 in open ground: 2:1 on the table of 1945."""
    table = made(served, "elbe-1945")
    until(served, table, 1, "NATO", "movement")
    give(served, table, move("7ad", "3311"), move("15s", "3311"))
    until(served, table, 1, "NATO", "combat")
    page = seated(served, opened, table)
    press(page, served, "3411")
    expect(page.locator("thead th.lit")).to_have_text("2:1", timeout=SLOW)
    shares = [
        int(top) / int(bottom) for top, bottom in (each.split("/") for each in outcomes(page, "Outcomes"))
    ]
    assert sum(shares) == pytest.approx(1)
    page.get_by_role("button", name=re.compile("^Attack")).click()
    logged(page, "rolled")
    answer_everything(page)
    expect(page.locator("td.here")).to_have_count(1)
    expect(page.locator(".beside tbody tr")).to_have_count(11)


# What is seen at a glance


def test_supply_and_threat(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    page.keyboard.press("s")
    expect(page.locator(".legend")).to_contain_text("in supply")
    expect(page.locator(".legend")).not_to_contain_text("isolated")
    expect(page.locator(".traced.well").first).to_be_visible()
    expect(page.locator(".traced:not(.well)")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".legend")).to_contain_text("The NATO side could attack here")
    expect(page.locator(".threat").first).to_be_visible()


def test_the_map_opens_where_counters_can_be_read_and_later_turns_are_folded(
    served: Served, opened: Opened
) -> None:
    page = seated(served, opened, made(served))
    values = page.locator(".stack .values").first.bounding_box()
    assert values is not None
    assert values["height"] > 9, "a line of the values on a counter, in pixels"
    off = page.get_by_role("region", name="Off the map")
    expect(off.get_by_role("heading")).to_have_text(
        [re.compile(name) for name in ("Saxony", "Denmark", "Netherlands", "Hesse", "Ruhr", "Later turns 14")]
    )
    off.get_by_text("Later turns").click()
    turns = [
        int(each[-1]) for each in off.get_by_role("heading", name=re.compile("turn .$")).all_inner_texts()
    ]
    assert turns == sorted(turns)
    assert set(turns) == {2, 3, 4}
    # What is printed on a counter is said in words.
    expect(off.get_by_role("button", name=re.compile("7. Panzer.*2 of 2 steps, 8-9-7"))).to_have_count(1)


def test_towns_that_count_have_flags_with_their_points(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    wolfsburg = page.locator("[data-flag='3223']")
    expect(wolfsburg).to_have_text("1")
    page.mouse.move(*point(page, served, "3223", MAP))
    expect(page.locator(".hint")).to_contain_text("Counts 1 point, held by the NATO side")


# Apart, in the fog


def told_of(data: Any, names: set[str]) -> list[str]:
    """Return where units are spoken of, but as a counter whose place is not seen, or in a list of all counters."""
    if isinstance(data, dict):
        if data.get("at") == "not seen":
            return []
        named = [each for each in data if each in names]
        return named + [each for value in data.values() for each in told_of(value, names)]
    if isinstance(data, list):
        return [each for value in data for each in told_of(value, names)]
    return (
        [data]
        if isinstance(data, str) and any(each == data or each in data.split(" and ") for each in names)
        else []
    )


def beneath(view: dict[str, Any], side: str) -> dict[str, str]:
    """Return who of a side lies beneath another on the map, by id with its name, as its own view has it."""
    stacks = dict[str, list[dict[str, Any]]]()
    for piece in view["pieces"]:
        if piece["side"] == side and re.fullmatch(r"\d{4}", piece["at"]):
            stacks.setdefault(piece["at"], []).append(piece)
    return {piece["id"]: piece["name"] for stack in stacks.values() for piece in stack[:-1]}


def test_no_page_is_ever_sent_what_lies_beneath_an_enemy_stack(served: Served, opened: Opened) -> None:
    table = served.table(scenario="iron-curtain/hannover-1983", hotseat=False, NATO="person", WP="person")
    keys = table["seats"]
    pact, nato = (
        listening(opened, f"{served.url}/t/{table['table']}#{keys[side]}") for side in ("WP", "NATO")
    )
    hidden = beneath(served.view(table["table"], keys["WP"]), "WP")
    assert len(hidden) == 5
    press(pact, served, "3025")
    pact.get_by_role("button", name=re.compile("^Strike")).click(timeout=SLOW)
    logged(nato, "Air strike: rolled")
    end_phase(pact)
    served.order(table["table"], keys["WP"], move("9pz", "3612"))
    for _ in range(3):
        if pact.locator("header .whose").inner_text() != "Your turn":
            break
        end_phase(pact)
    expect(nato.locator("header .whose")).to_have_text("Your turn")
    # NATO looks at everything there is to be looked at, and weighs a strike on a stack.
    for key in "st":
        nato.keyboard.press(key)
        nato.wait_for_timeout(300)
    nato.keyboard.press("t")
    press(nato, served, "3525")
    expect(nato.get_by_role("button", name=re.compile("^Strike"))).to_be_visible(timeout=SLOW)
    expect(nato.get_by_role("region", name="Off the map")).to_contain_text("Not seen 5")
    nato.get_by_role("button", name="Close the battle").click()
    end_phase(nato)
    data = received(nato)
    assert len([each for each in data if isinstance(each, dict) and "pieces" in each]) > 3
    assert told_of(data, {*hidden, *hidden.values()}) == []

    # And the other way about: who comes second to a hex hides who came first.
    for unit in ("1nl", "4nl"):
        served.order(table["table"], keys["NATO"], {"type": "arrive", "unit": unit, "to": "0117"})
    logged(pact, "4th Netherlands")
    views = [each for each in received(pact) if isinstance(each, dict) and "pieces" in each]
    last = {piece["id"]: piece["at"] for piece in max(views, key=lambda view: int(view["seq"]))["pieces"]}
    assert (last["4nl"], last["1nl"]) == ("0117", "not seen")


# By keys, on a phone, for everybody


def test_a_strike_a_move_and_an_attack_by_keys_alone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    spoken = page.locator("[aria-live=polite].unseen")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name=re.compile("^Air strike on"))).to_be_visible()
    # The first is one that is in sight.
    expect(page.locator(".target.on")).to_be_in_viewport()
    expect(page.get_by_role("button", name=re.compile("^Strike"))).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    logged(page, "rolled")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("Not used: 4 air strikes. End strikes?")
    page.keyboard.press("Enter")
    expect(page.locator("header .phase strong")).to_have_text("movement")
    page.keyboard.press("n")
    expect(spoken).to_contain_text("can act")
    expect(page.locator(".reach").first).to_be_visible()
    page.keyboard.press("h")
    expect(spoken).to_contain_text("can be reached")
    page.keyboard.press("Enter")
    logged(page, "moves from")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("End movement?")
    page.keyboard.press("Enter")
    expect(page.locator("header .phase strong")).not_to_have_text("movement")


def test_on_a_phone(served: Served, opened: Opened) -> None:
    page = seated(
        served, opened, before_braunschweig(served, "combat"), width=390, height=844, has_touch=True
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Show the whole map").tap()
    page.touchscreen.tap(*point(page, served, "3025", MAP))
    parts = page.get_by_role("list", name="Steps the attacker loses")
    expect(parts).to_be_in_viewport(timeout=SLOW)
    expect(page.get_by_role("button", name=re.compile("^Attack"))).to_be_in_viewport()
    # The chart has eight columns, and none of them is out of sight.
    chart = page.get_by_role("region", name=re.compile("1962 - 1989 Combat Results"))
    expect(chart).to_be_attached()
    assert chart.evaluate("chart => chart.scrollWidth <= chart.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def dragged_to_corner(page: Page, stack: Locator) -> tuple[FloatRect, float]:
    """The map's frame and how low the stack stands in it, once the map is dragged until it stands in the upper left."""
    for _ in range(20):
        frame, box = page.get_by_role("application").bounding_box(), stack.bounding_box()
        assert frame is not None
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        dx, dy = frame["x"] + 30 - x, frame["y"] + 40 - y
        if abs(dx) < 4 and abs(dy) < 4:
            return frame, y
        page.mouse.move(200, 300)
        page.mouse.down()
        page.mouse.move(200 + max(-150, min(150, dx)), 300 + max(-150, min(150, dy)), steps=4)
        page.mouse.up()
    raise AssertionError("the map could not be dragged until the stack stands in its corner")


def test_a_stack_opened_at_the_edge_of_a_phone_is_all_in_sight(served: Served, opened: Opened) -> None:
    table = made(served)
    until(served, table, 1, "WP", "movement")
    page = seated(served, opened, table, width=390, height=844, has_touch=True)
    stack = page.locator(".stack", has=page.locator("[data-piece='7gt']"))
    frame, y = dragged_to_corner(page, stack)
    stack.tap()
    fan = page.locator(".fan > rect").bounding_box()
    assert fan is not None
    assert fan["x"] >= frame["x"]
    assert fan["y"] >= frame["y"]
    assert fan["x"] + fan["width"] <= frame["x"] + frame["width"]
    assert fan["y"] + fan["height"] <= frame["y"] + frame["height"]
    # It covers no counter of the hex it is of.
    assert fan["y"] >= y or fan["y"] + fan["height"] <= y


def test_the_desk_shows_many_outcomes_by_their_parts(served: Served, opened: Opened) -> None:
    """Of two stacks that each lose on 1-2, both do in 1 case of 9; of two units on 4-6, in 1 of 4."""
    page = opened(f"{served.url}{DESK}")
    assert outcomes(page, "Steps the attacker loses") == ["4/9", "4/9", "1/9"]
    assert outcomes(page, "Steps the defender loses") == ["1/4", "1/2", "1/4"]
    assert outcomes(page, "Hexes the defender retreats") == ["1/6", "1/6", "1/3", "1/3"]
    assert outcomes(page, "The attacker may advance") == ["1/6", "5/6"]
    whole = page.get_by_role("list", name="Outcomes").locator("li")
    expect(whole.first).not_to_be_visible()
    page.get_by_text("All 64 outcomes").click()
    expect(whole).to_have_count(64)
    expect(whole.first).to_be_visible()


def test_the_ways_of_a_part_stand_on_one_line_each(served: Served, opened: Opened) -> None:
    """Whoever holds the hex after a round of close combat is named in four words."""
    page = opened(f"{served.url}/desk/asl-sk/close-combat-round?attackers=g-467&defenders=r-447")
    said = page.locator(".parts section .says", has_text="holds the hex")
    expect(said.first).to_be_visible(timeout=SLOW)
    numbers = page.locator(".parts section .share").first.bounding_box()
    assert numbers is not None
    for each in said.all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] < 1.5 * numbers["height"]


def test_no_serious_fault_of_access(served: Served, opened: Opened) -> None:
    table = before_braunschweig(served, "combat")
    page = seated(served, opened, table, bypass_csp=True)
    press(page, served, "3025")
    expect(page.get_by_role("button", name=re.compile("^Attack"))).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "a battle told by its parts")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_text("Later turns").click()
    page.keyboard.press("s")
    expect(page.locator(".traced").first).to_be_visible()
    sound_in_any_light(page, "the view of supply")
    page.goto(f"{served.url}{DESK}")
    expect(page.get_by_text("All 64 outcomes")).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "the desk")
