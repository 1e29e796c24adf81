# SPDX-License-Identifier: Apache-2.0
"""PanzerBlitz through the page: fire announced and resolved, sight, an overrun, a close assault, on and off a carrier."""

import re
from typing import Any

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import APIResponse, FloatRect, Locator, Page, Route, expect
from web_fixtures import SLOW, Opened, Served, end_phase, logged, point, sound_in_any_light

MAP = "panzerblitz/maps/sukhaya"
Made = dict[str, Any]


def press(page: Page, served: Served, number: str) -> None:
    page.mouse.click(*point(page, served, number, MAP))


def hover(page: Page, served: Served, number: str) -> None:
    page.mouse.move(*point(page, served, number, MAP))


def seated(served: Served, opened: Opened, made: Made, **options: int | bool | str) -> Page:
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}", **options)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def made(served: Served, scenario: str, *, free: bool = False) -> Made:
    return served.table(scenario=f"panzerblitz/{scenario}", free=free, German="person", Soviet="person")


def give(served: Served, table: Made, order: dict[str, Any]) -> None:
    served.order(table["table"], table["seats"]["German"], order)


def until(served: Served, table: Made, side: str, phase: str) -> None:
    """End phases until one begins."""
    for _ in range(24):
        status = served.view(table["table"], table["seats"]["German"])["status"]
        if (status["side"], status["phase"]) == (side, phase):
            return
        give(served, table, {"type": "end"})
    pytest.fail(f"{side} {phase} never came")


def pick_by_keys(page: Page, name: str) -> None:
    """Go through the pieces that can act until one is heard of."""
    for _ in range(20):
        page.keyboard.press("n")
        if name in page.locator("[aria-live=polite].unseen").inner_text():
            return
    pytest.fail(f"{name} cannot act")


def at_close_quarters(served: Served) -> Made:
    """In free play the Soviets drive up to the Germans at once; the German second turn begins with fire."""
    table = made(served, "stepanovo", free=True)
    until(served, table, "Soviet", "vehicles")
    for unit in ("k1", "t1"):
        give(served, table, {"type": "move", "unit": unit, "to": "1509"})
    until(served, table, "Soviet", "infantry")
    give(served, table, {"type": "move", "unit": "rc", "to": "1109"})
    until(served, table, "German", "fire")
    return table


def test_fire_is_announced_and_resolved_and_an_overrun_follows_by_mouse(
    served: Served, opened: Opened
) -> None:
    page = seated(served, opened, at_close_quarters(served))
    press(page, served, "1509")
    techniques = page.get_by_role("group", name="How to attack").get_by_role("button")
    expect(techniques).to_have_count(4)
    # All in one hex at 11 DF, the truck alone at 1, or each by fire of its own: the odds of each way stand side by side.
    expect(techniques.nth(0)).to_contain_text("33.3%", timeout=SLOW)
    expect(techniques.nth(1)).to_contain_text("X 100%", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^wec: A, others")).first.click()
    expect(page.locator("td.here")).to_contain_text("Half AF")
    # Whoever rides shares the fate of what carries him.
    expect(page.get_by_role("list", name="Outcomes")).to_contain_text("T-34 1st Company with SMG 1st Company")
    page.get_by_role("checkbox", name=re.compile("Panzer IV")).uncheck()
    expect(page.locator(".aim")).to_have_count(5)
    page.get_by_role("button", name=re.compile("^Announce")).click()
    expect(page.get_by_role("heading", name="Announced")).to_be_visible()
    expect(page.locator(".aim")).to_have_count(5)
    end_phase(page)

    # What was announced is all that can be done: it is there, and one key rolls it.
    expect(page.get_by_role("heading", name="Fire at 1509")).to_be_visible()
    expect(page.locator("thead th.lit")).to_have_text("2-1", timeout=SLOW)
    answers = list[tuple[Route, APIResponse]]()
    page.route("**/orders", lambda route: answers.append((route, route.fetch())))
    page.get_by_role("button", name=re.compile("^Roll")).click()
    logged(page, "Fire at T-34 1st Company+Truck 1: rolled")
    expect(page.locator(".aim")).to_have_count(0)

    press(page, served, "1109")
    expect(page.get_by_role("heading", name="Overrun 1109")).to_be_visible()
    # The board showed the roll before its answer came; that closes nothing that was opened meanwhile.
    for route, answer in answers:
        route.fulfill(response=answer)
    page.unroute("**/orders")
    page.wait_for_timeout(100)
    expect(page.get_by_role("heading", name="Overrun 1109")).to_be_visible()
    expect(page.locator("label", has_text="Panzer IV 1")).to_contain_text("out at 1008")
    # Odds of 3-1 move one column up.
    expect(page.locator("thead th.lit")).to_contain_text("4-1", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Overrun")).click()
    logged(page, "Panzer IV 1 overruns 1109")
    expect(page.locator("td.here")).to_contain_text("X")


@pytest.mark.parametrize("way", ways())
def test_fire_at_a_carrier_says_what_becomes_of_its_rider_and_is_rolled(
    served: Served, opened: Opened, way: str
) -> None:
    page = seated(served, opened, at_close_quarters(served), **WAYS[way])
    hand = Hand(page, served, way, MAP)
    hand.hex("1509")
    all_in_one = page.get_by_role("group", name="How to attack").get_by_role("button").first
    hand.press(all_in_one)
    odds = page.get_by_role("list", name="Outcomes")
    expect(odds).to_contain_text("T-34 1st Company with SMG 1st Company", timeout=SLOW)
    odds.get_by_text("T-34 1st Company with SMG 1st Company").first.scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") <= WAYS[way]["width"]
    hand.key("a", page.get_by_role("button", name=re.compile("^Announce")))
    expect(page.get_by_role("heading", name="Announced")).to_be_visible()
    hand.key("e", page.get_by_role("button", name=re.compile("^End fire")))
    sure = page.locator("dialog .main")
    expect(sure.or_(page.get_by_role("heading", name="Fire at 1509"))).to_be_visible()
    if sure.is_visible():
        hand.press(sure)
    expect(page.get_by_role("heading", name="Fire at 1509")).to_be_visible()
    hand.key("a", page.get_by_role("button", name=re.compile("^Roll")))
    logged(page, "Fire at T-34 1st Company+Truck 1: rolled")
    expect(page.locator(".aim")).to_have_count(0)


def test_fire_is_announced_and_resolved_by_keys_alone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "kurgan"))
    spoken = page.locator("[aria-live=polite].unseen")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name=re.compile(r"^Fire at \d{4}"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Announce"))).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    logged(page, "to fire at")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("can still be attacked. End fire?")
    # A server that has too much to do gives no odds. What was announced can be rolled all the same: nothing else could be done.
    page.route("**/preview", lambda route: route.fulfill(status=422, json={"detail": "this takes too long"}))
    page.keyboard.press("Enter")
    expect(page.locator("header .phase strong")).to_have_text("resolution")
    expect(page.get_by_role("button", name="Try again")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name=re.compile("^Roll"))).to_be_visible()
    page.keyboard.press("a")
    logged(page, ": rolled")
    expect(page.locator("header .phase strong")).to_have_text("vehicles")
    page.keyboard.press("n")
    expect(spoken).to_contain_text("can act")
    # What lies on the map is no counter, and is seen by all.
    expect(page.locator("[data-marker=mines]")).to_have_count(4)


def test_sight_from_a_hex_by_mouse_and_by_keys(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "stepanovo"))
    spoken = page.locator("[aria-live=polite].unseen")
    expect(page.get_by_role("button", name="Supply", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Sight", exact=True).click()
    press(page, served, "1308")
    expect(page.locator(".dark").first).to_be_visible()
    hover(page, served, "1305")
    expect(page.locator(".hint")).to_have_text(
        "1308 does not see 1305: blocked by the green side between 1307 and 1308: TET ground to ground, ALL"
    )
    expect(page.locator("path.wall")).to_have_count(1)
    hover(page, served, "1310")
    expect(page.locator(".hint")).to_have_text("1308 sees 1310: 2 hexes")
    expect(page.locator("path.wall")).to_have_count(0)
    page.get_by_role("button", name="Sight", exact=True).click()
    expect(page.locator(".dark")).to_have_count(0)

    pick_by_keys(page, "German Schützenpanzer 1")
    page.keyboard.press("v")
    expect(page.locator(".dark").first).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(spoken).to_contain_text("1308 does not see 1305: blocked by the green side")
    expect(page.locator("path.wall")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(spoken).to_contain_text("hexes are seen from 1305")
    page.keyboard.press("ArrowDown")
    expect(spoken).to_contain_text("1305 sees 1306: 1 hex")


def test_off_a_carrier_and_on_again_and_a_close_assault(served: Served, opened: Opened) -> None:
    table = made(served, "stepanovo", free=True)
    page = seated(served, opened, table)
    press(page, served, "1308")
    page.locator(".fan [data-piece=r1]").click()
    page.get_by_role("button", name=re.compile("Dismount Schützen 1")).click()
    logged(page, "Schützen 1 dismounts")
    until(served, table, "German", "infantry")
    until(served, table, "Soviet", "infantry")
    give(served, table, {"type": "move", "unit": "rc", "to": "1307"})
    until(served, table, "German", "infantry")
    expect(page.locator("header .turn strong")).to_have_text("2/7")
    expect(page.locator("header .phase strong")).to_have_text("infantry")
    pick_by_keys(page, "German Schützen 1")
    expect(page.get_by_role("button", name=re.compile("Mount Schützenpanzer 1"))).to_be_visible()
    page.keyboard.press("1")
    logged(page, "Schützen 1 mounts Schützenpanzer 1")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("#log")).not_to_contain_text("mounts Schützenpanzer")
    page.keyboard.press("Escape")

    end_phase(page)
    press(page, served, "1307")
    expect(page.get_by_role("heading", name="Close assault on 1307")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Assault")).click(timeout=SLOW)
    logged(page, "Schützen 1 assaults 1307")


FROM_THE_END = "log.scrollHeight - log.scrollTop - log.clientHeight"


def test_the_log_follows_unless_somebody_reads_further_up(served: Served, opened: Opened) -> None:
    table = at_close_quarters(served)
    page = seated(served, opened, table)
    page.wait_for_function(f"() => {FROM_THE_END} < 3")
    # A scroll of the log's own, begun when the last line came, ends when a panel has just taken the log's room.
    page.evaluate(
        "async () => {"
        " document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'b', bubbles: true}));"
        " const high = log.clientHeight;"
        " while (log.clientHeight === high) await Promise.resolve();"
        " log.dispatchEvent(new Event('scroll')); }"
    )
    expect(page.get_by_role("button", name=re.compile("^Announce"))).to_be_visible(timeout=SLOW)
    page.wait_for_function(f"() => {FROM_THE_END} < 3")
    give(served, table, {"type": "fire", "units": ["p2"], "target": "1509"})
    logged(page, "Panther 2 to fire at 1509")
    page.wait_for_function(f"() => {FROM_THE_END} < 3")
    page.locator("#log").hover()
    page.mouse.wheel(0, -5000)
    page.wait_for_function("() => log.scrollTop === 0")
    give(served, table, {"type": "end"})
    logged(page, "German fire ends")
    assert page.evaluate("log.scrollTop") == 0


def test_what_the_enemy_did_is_told_until_ones_next_act(served: Served, opened: Opened) -> None:
    """In free play the Soviets drive into Stepanovo before the German has opened the page."""
    table = served.table(
        scenario="panzerblitz/stepanovo", hotseat=False, free=True, German="person", Soviet="person"
    )
    german, soviet = ({**table, "seats": {"German": table["seats"][side]}} for side in ("German", "Soviet"))
    for _ in range(2):
        give(served, german, {"type": "end"})
    until(served, soviet, "Soviet", "vehicles")
    give(served, soviet, {"type": "move", "unit": "t1", "to": "2307"})
    page = seated(served, opened, german)
    since = page.get_by_role("region", name="Since your last act")
    expect(since).to_have_text(re.compile("None of your units was lost, hurt or driven back"))
    expect(page.locator("circle.moved")).to_have_count(2)
    give(served, soviet, {"type": "end"})
    until(served, soviet, "Soviet", "infantry")
    give(served, soviet, {"type": "end"})
    expect(since).to_contain_text("Ground taken by the enemy: Stepanovo 2307")
    expect(page.locator("header .whose")).to_have_text("Your turn")
    page.keyboard.press("Escape")
    expect(since).to_be_visible()
    end_phase(page)
    expect(since).to_have_count(0)


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def over(one: FloatRect, other: FloatRect) -> bool:
    """Say whether two boxes overlap."""
    beside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    apart = one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
    return not beside and not apart


def test_the_chart_keeps_off_the_battle_and_stays_closed_until_asked_for(
    served: Served, opened: Opened
) -> None:
    page = seated(served, opened, at_close_quarters(served))
    chart = page.locator(".beside.over .card")
    for target in ("1509", "1109"):
        press(page, served, target)
        expect(chart).to_be_visible(timeout=SLOW)
        fighting = [page.locator(".target.on circle"), *page.locator(".stack .chosen").all()]
        assert len(fighting) > 2
        assert not any(over(box(chart), box(each)) for each in fighting)
    expect(chart.locator("details")).not_to_have_attribute("open", "")
    page.get_by_role("button", name="Close the chart").click()
    expect(chart).to_have_count(0)
    press(page, served, "1509")
    expect(page.get_by_role("button", name=re.compile("^Show the chart"))).to_be_visible(timeout=SLOW)
    expect(chart).to_have_count(0)
    page.keyboard.press("c")
    expect(chart).to_be_visible()
    page.keyboard.press("Escape")
    expect(chart).to_have_count(0)
    expect(page.locator("#battle-title")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#battle-title")).to_have_count(0)


def test_a_press_on_a_friend_picks_it_up_and_its_cost_goes_there(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "stepanovo"))
    press(page, served, "1209")
    expect(page.locator("#piece-title")).to_have_text("Panzer IV 1")
    expect(page.locator("[data-go='1309']")).to_be_visible()
    hover(page, served, "1309")
    expect(page.locator(".hint")).to_contain_text("Shift-click, or press its cost")
    press(page, served, "1309")
    expect(page.locator("#piece-title")).to_have_text("Panther 2")
    expect(page.locator("#log")).not_to_contain_text("moves")
    page.locator("[data-go='1408']").click()
    logged(page, "Panther 2 moves from 1309 to 1408")


def test_ground_that_counts_has_a_flag_from_the_first_also_under_a_counter(
    served: Served, opened: Opened
) -> None:
    """The five hexes of Stepanovo and the four of the Knoll, on one of which stand mortars."""
    page = seated(served, opened, made(served, "stepanovo"))
    expect(page.locator("[data-flag]")).to_have_count(9)
    flags = page.evaluate("[...document.querySelectorAll('[data-flag]')].map((each) => each.dataset.flag)")
    assert {"2307", "1312"} <= set(flags)
    drawn = page.evaluate(
        "document.querySelector('.stack').compareDocumentPosition(document.querySelector('[data-flag]'))"
    )
    assert drawn == 4, "a flag is drawn after the counters"
    hover(page, served, "2307")
    expect(page.locator(".hint")).to_contain_text("Counts 1 point")


def test_no_sign_lies_over_the_factors_of_a_counter(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "stepanovo"))
    stack = page.locator(".stack", has=page.locator("[data-piece=h1]"))
    signs = [stack.locator(".count circle"), stack.locator("[data-piece=h1] .rider rect")]
    printed = stack.locator("[data-piece=h1] > text").all()
    assert len(printed) == 4
    for factor in map(box, printed):
        # A box of text is as high as its line; the digits take the middle of it.
        digits: FloatRect = {
            **factor,
            "y": factor["y"] + factor["height"] * 0.3,
            "height": factor["height"] * 0.6,
        }
        assert not any(over(box(sign), digits) for sign in signs)


def test_the_help_speaks_of_what_the_game_has(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "stepanovo"))
    page.keyboard.press("?")
    told = page.get_by_role("dialog", name="How to play here")
    expect(told).to_contain_text("dispersed")
    expect(told).not_to_contain_text(re.compile("suppl|ashore|isolated"))


def test_fire_that_would_be_withdrawn_is_asked_about(served: Served, opened: Opened) -> None:
    table = at_close_quarters(served)
    page = seated(served, opened, table)
    press(page, served, "1509")
    page.get_by_role("group", name="How to attack").get_by_role("button").nth(2).click()
    expect(page.get_by_role("heading", name="Fire at each: at T-34 1st Company in 1509")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    give(served, table, {"type": "fire-at-each", "units": ["p1"], "target": "1509", "at": "t1"})
    expect(page.get_by_role("heading", name="Announced")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text(
        "Panther 1 does not fire: not all in 1509 would be fired at"
    )
    page.keyboard.press("Escape")
    expect(page.locator("header .phase strong")).to_have_text("fire")


def test_hexes_seen_but_not_spotted_look_different(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "stepanovo"))
    page.get_by_role("button", name="Sight", exact=True).click()
    press(page, served, "1308")
    expect(page.locator("polygon.unspotted").first).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("not spotted and cannot be fired at")


def test_the_desk_takes_units_by_their_names(served: Served, opened: Opened) -> None:
    page = opened(f"{served.url}/desk/panzerblitz/fire")
    page.get_by_label("Attackers", exact=False).first.fill("panther@5")
    page.get_by_label("Targets", exact=False).first.fill("t34-85")
    # At less than half its range a Panther doubles: 32 to 10 is 3-1.
    expect(page.locator("thead th.lit")).to_have_text("3-1", timeout=SLOW)
    expect(page.get_by_role("list", name="Outcomes").locator(".fraction")).to_have_text(["1/2", "1/3", "1/6"])


def test_the_desk_lists_the_counters_and_takes_one(served: Served, opened: Opened) -> None:
    page = opened(f"{served.url}/desk/panzerblitz/overrun")
    page.get_by_text("Counters", exact=True).click()
    page.get_by_role("searchbox").fill("german tank")
    page.get_by_role("button", name="panther", exact=True).click()
    page.get_by_role("searchbox").fill("soviet truck")
    page.get_by_role("button", name="s-truck", exact=True).click()
    expect(page.get_by_label("Attackers", exact=False).first).to_have_value("panther")
    expect(page.get_by_label("Targets", exact=False).first).to_have_value("s-truck")
    expect(page.get_by_role("list", name="Outcomes").locator(".fraction")).to_have_text(["1"], timeout=SLOW)


def test_no_serious_fault_of_access(served: Served, opened: Opened) -> None:
    table = at_close_quarters(served)
    page = seated(served, opened, table, bypass_csp=True)
    press(page, served, "1509")
    expect(page.get_by_role("button", name=re.compile("^Announce"))).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "a battle with several techniques")
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="Announced")).to_be_visible()
    page.keyboard.press("v")
    press(page, served, "1308")
    expect(page.locator(".dark").first).to_be_visible()
    sound_in_any_light(page, "the view of sight")


def test_on_a_phone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "stepanovo"), width=390, height=844, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Sight", exact=True).tap()
    page.get_by_role("button", name="Show the whole map").tap()
    page.touchscreen.tap(*point(page, served, "1308", MAP))
    expect(page.locator(".dark").first).to_be_visible()
    # The first press of a finger points, and says why; a second one looks from there.
    page.touchscreen.tap(*point(page, served, "1305", MAP))
    expect(page.locator(".forbidden")).to_contain_text("1308 does not see 1305: blocked by the green side")
    page.touchscreen.tap(*point(page, served, "1305", MAP))
    expect(page.locator(".legend")).to_contain_text("Not seen from 1305")
    page.get_by_role("button", name="Sight", exact=True).tap()
    page.touchscreen.tap(*point(page, served, "1308", MAP))
    expect(page.get_by_role("button", name=re.compile("Dismount Schützen 1"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_the_lost_are_folded_and_the_odds_come_first(served: Served, opened: Opened) -> None:
    """The truck is the weakest in its hex, and is lost whatever is rolled."""
    table = at_close_quarters(served)
    give(served, table, {"type": "selective-fire", "units": ["p1"], "target": "1509", "at": "k1"})
    give(served, table, {"type": "end"})
    give(served, table, {"type": "resolve", "units": ["p1"], "target": "1509"})
    page = seated(served, opened, table, width=390, height=844, has_touch=True)
    expect(page.get_by_role("region", name="Off the map")).to_contain_text("Eliminated")
    assert box(page.get_by_role("region", name="Off the map"))["height"] < 50
    page.keyboard.press("b")
    odds = page.get_by_role("list", name="Outcomes")
    expect(odds).to_be_visible(timeout=SLOW)
    assert box(odds)["y"] + 100 < box(page.locator(".do .main"))["y"], (
        "above the button that is always in reach"
    )


def test_edges_that_units_leave_by_for_points_are_marked(served: Served, opened: Opened) -> None:
    """On the Long Kurgan each Soviet unit that leaves over the west edge counts 1."""
    page = seated(served, opened, served.table(scenario="panzerblitz/kurgan"))
    page.get_by_role("button", name="Show the whole map").click()
    way_out = page.locator("[data-exit='0110']")
    expect(way_out).to_have_text("1")
    hover(page, served, "0110")
    expect(page.locator(".hint")).to_contain_text("A Soviet unit that leaves the map here counts 1 point")
