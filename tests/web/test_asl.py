# SPDX-License-Identifier: Apache-2.0
"""ASL Starter Kit through the page: fire of the plan, ambush and close combat by mouse, keys and finger, and what states look like."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from web_fixtures import SLOW, Opened, Served, end_phase, logged, point, sound_in_any_light

MAP = "asl-sk/maps/village"
Made = dict[str, Any]
Order = dict[str, Any]
END: Order = {"type": "end"}
# Two rifle units and their leader come out of the woods in the north, and go beside the post office.
STORM = ("r4", "r6", "rl2")
# A squad at a squad, two rounds, as worked out in the documentation: 26%, 26%, 43% and 5.1%.
DESK = "/desk/asl-sk/close-combat-round?attackers=g-467&defenders=r-447&rounds=2&ruling.field-promotion=off"


def made(served: Served) -> Made:
    return served.table(scenario="asl-sk/night", Russian="person", German="person")


def seated(served: Served, opened: Opened, table: Made, **options: int | bool | str) -> Page:
    page = opened(f"{served.url}/t/{table['table']}#{table['seats']['Russian']}", **options)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def press(page: Page, served: Served, number: str) -> None:
    page.mouse.click(*point(page, served, number, MAP))


def looked(served: Served, table: Made) -> dict[str, Any]:
    return served.view(table["table"], table["seats"]["Russian"])


def give(served: Served, table: Made, *orders: Order) -> None:
    """Give orders past the page, by the key that plays both sides."""
    for order in orders:
        served.order(table["table"], table["seats"]["Russian"], order)


def until(served: Served, table: Made, side: str, phase: str) -> None:
    """End phases until one of a side begins."""
    for _ in range(24):
        status = looked(served, table)["status"]
        if (status["side"], status["phase"]) == (side, phase):
            return
        give(served, table, END)
    pytest.fail(f"{side} {phase} never came")


def stormed(served: Served, phase: str = "close combat") -> Made:
    """Three Russian units are in the post office with two German squads and their leader; no die has been rolled."""
    table = made(served)
    until(served, table, "Russian", "movement")
    give(served, table, *({"type": "move", "unit": each, "to": "0906"} for each in STORM))
    until(served, table, "Russian", "advance")
    give(served, table, *({"type": "advance", "unit": each, "to": "0806"} for each in STORM))
    until(served, table, "Russian", phase)
    return table


def in_melee(served: Served) -> Made:
    """Nobody attacked in the post office; now the Germans move."""
    table = stormed(served)
    give(served, table, {"type": "close-combat", "units": list(STORM), "target": "0806"})
    until(served, table, "German", "movement")
    return table


def parts(page: Page, name: str) -> list[Fraction]:
    """The chances of a part of the outcomes, exactly."""
    rows = page.get_by_role("list", name=name, exact=True)
    expect(rows).to_be_visible(timeout=SLOW)
    exact = page.get_by_role("button", name="Exact fractions", pressed=False)
    if exact.is_visible():
        exact.click()
    found = rows.locator(".fraction")
    return [Fraction(each) for each in found.all_inner_texts()]


def changed(page: Page, act: Callable[[], None]) -> None:
    """Do something, and wait until the log has it."""
    entries = page.locator("#log .entry")
    count = entries.count()
    act()
    expect(entries).not_to_have_count(count)


def main(page: Page) -> Locator:
    return page.locator("section:has(#battle-title) .main")


def whole_round_is_told(page: Page) -> None:
    """Before the dice: who holds the hex, and how many are left of each side."""
    for name in ("The hex", "Russian keeps", "German keeps"):
        assert sum(parts(page, name)) == 1


def pairing_is_told(page: Page) -> None:
    """The best pairing says whom it sets upon whom and why; each attack has its odds beside it."""
    heading = page.locator("#battle-title")
    expect(heading).to_contain_text("The best pairing in The post office 0806")
    expect(heading).to_contain_text(
        re.compile(
            r" at .*: eliminated \d+%.*By no other pairing tried can the enemy .* \d\.\d\d FP", re.DOTALL
        )
    )
    whole_round_is_told(page)
    attacks = page.get_by_role("group", name="How to attack").get_by_role(
        "button", name=re.compile("^Attack")
    )
    for attack in attacks.all():
        expect(attack).to_contain_text(re.compile(r"[Ee]liminated [\d.]+%"), timeout=SLOW)
        assert sum(map(float, re.findall(r"([\d.]+)%", attack.inner_text()))) == pytest.approx(100, abs=0.3)
    sheet = page.locator("section:has(#battle-title) table", has_text="kill number")
    expect(sheet).to_contain_text(re.compile(r"kill number \d+, DR .*eliminated \d+/36.*worth \d\.\d\d FP"))


def fought(page: Page, does: Callable[[], None], ends: Callable[[], None]) -> None:
    """Fight the close combat to its end: whoever is to act declares the best pairing, and what is declared is rolled.

    Each next step opens by itself.
    """
    phase, orders = page.locator("header .phase strong"), page.get_by_role("region", name="Orders")
    told = 0
    for _ in range(12):
        if not phase.inner_text().startswith("close combat in"):
            break
        if page.locator(".target").count():
            expect(main(page)).to_be_visible(timeout=SLOW)
            if "Declare" in main(page).inner_text():
                pairing_is_told(page)
                changed(page, does)
                expect(orders.get_by_role("listitem").first).to_contain_text(" at ")
                expect(page.locator(".target")).to_have_count(0)
                told += 1
            else:
                expect(main(page)).to_contain_text("Roll")
                whole_round_is_told(page)
                changed(page, does)
                logged(page, "Close combat, ")
        else:
            expect(orders.locator(".main")).to_contain_text("Go on")
            changed(page, ends)
    expect(phase).not_to_contain_text("close combat in")
    assert told >= 1


def end(page: Page) -> None:
    """End a phase by mouse, sure of it where that is asked."""
    page.locator("section[aria-label=Orders] .main").click()
    sure = page.locator("dialog .main")
    if sure.is_visible():
        sure.click()


# A first visit


def test_tanks_on_main_street_is_begun_from_the_first_page(served: Served, opened: Opened) -> None:
    page = opened(served.url)
    page.get_by_role("radio", name=re.compile("^ASL Starter Kit")).check()
    page.get_by_label("Tanks on Main Street").check()
    for side in ("American", "German"):
        expect(page.get_by_role("group", name="I play").get_by_label(side)).to_be_visible()
    page.get_by_label("Together at this screen").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    expect(page.locator("header .whose")).to_have_text("American to act")
    ours, theirs = (
        page.locator(f"[data-piece='{each}'] .body").first.evaluate("each => getComputedStyle(each).fill")
        for each in ("at", "gp")
    )
    assert ours != theirs


# A turn


def test_a_turn_by_mouse(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    # Gruppe 4 in the inn: a squad that checks its morale of 7.
    press(page, served, "0808")
    expect(page.get_by_role("heading", name="Mortar battery at The inn 0808")).to_be_visible()
    aim = page.get_by_role("button", name=re.compile("^Aim"))
    expect(aim).to_be_visible(timeout=SLOW)
    chart = page.get_by_role("region", name="Starter Kit Attack DR Results")
    expect(chart.locator("tr.lit")).to_contain_text("Good Order Full Squad")
    changed(page, aim.click)
    logged(page, "Mortar battery aims at The inn 0808, a plain morale check (NMC)")
    expect(page.get_by_role("heading", name="Mortar battery falls on The inn 0808")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator(".forbidden")).to_have_text(
        "The phase cannot end yet. First: Mortar battery falls on The inn 0808. What the rules say"
    )
    # On 7 it is pinned, on more it breaks; a 12 halves it besides.
    assert parts(page, "Units broken")[:1] == [Fraction(21, 36)]
    assert Fraction(6, 36) in parts(page, "Units pinned")
    changed(page, page.get_by_role("button", name=re.compile("^Roll")).click)
    logged(page, "Morale check of Gruppe 4: rolled")
    expect(page.get_by_role("region", name="The roll")).to_contain_text("Morale check of Gruppe 4")
    end_phase(page)

    press(page, served, "0802")
    expect(page.locator("#piece-title")).to_contain_text("4th Rifle")
    expect(page.locator(".reach").first).to_be_visible()
    press(page, served, "0906")
    logged(page, "1st SMG moves from 0802 to 0906")
    end_phase(page)
    expect(page.locator("header .phase strong")).to_have_text("advance")
    press(page, served, "0906")
    expect(page.locator(".reach").first).to_be_visible()
    press(page, served, "0806")
    logged(page, "1st SMG advances upon the enemy in The post office 0806")
    end_phase(page)

    press(page, served, "0806")
    expect(page.get_by_role("heading", name="Close combat in The post office 0806")).to_be_visible()
    whole_round_is_told(page)
    changed(page, page.get_by_role("button", name=re.compile("^Begin")).click)
    logged(page, "Ambush, the Russian side: rolled")
    logged(page, "Ambush, the German side: rolled")
    fought(page, lambda: main(page).click(), lambda: end(page))


def test_a_close_combat_by_keys_alone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, stormed(served))

    def key(name: str) -> Callable[[], None]:
        return lambda: page.keyboard.press(name)

    def ends() -> None:
        page.keyboard.press("e")
        if page.locator("dialog").count():
            page.keyboard.press("Enter")

    key("b")()
    expect(page.get_by_role("heading", name="Close combat in The post office 0806")).to_be_visible()
    expect(main(page)).to_contain_text("Begin", timeout=SLOW)
    changed(page, key("a"))
    logged(page, "Ambush, the German side: rolled")
    fought(page, key("a"), ends)


def test_the_end_of_declaring_says_what_truly_follows(served: Served, opened: Opened) -> None:
    table = stormed(served)
    give(served, table, {"type": "close-combat", "units": list(STORM), "target": "0806"})
    page = seated(served, opened, table)
    label = page.locator("header .phase .label")
    expect(label).to_have_text("Russian turn")
    first = page.locator("header .whose").inner_text().removesuffix(" to act")
    other = {"Russian": "German", "German": "Russian"}[first]
    expect(main(page)).to_contain_text("Declare", timeout=SLOW)
    page.keyboard.press("e")
    asks = f"1 hex can still be attacked. Then the {other} side acts: close combat in 0806. Attack nobody?"
    expect(page.locator("dialog p")).to_have_text(asks)
    page.keyboard.press("Enter")
    expect(page.locator("header .whose")).to_have_text(f"{other} to act")
    expect(label).to_have_text("Russian turn")


def test_a_melee_stays_over_the_turn_and_holds_everybody(served: Served, opened: Opened) -> None:
    table = in_melee(served)
    page = seated(served, opened, table)
    expect(page.locator("header .whose")).to_have_text("German to act")
    page.mouse.move(*point(page, served, "0806", MAP))
    expect(page.locator(".hint")).to_contain_text("melee")
    for unit in ("r4", "g2"):
        expect(page.locator(f".stack [data-piece='{unit}'] .letter")).to_have_text("M")
    # Both sides stand beside each other, and a press opens all of them.
    press(page, served, "0806")
    expect(page.locator(".fan [data-piece]")).to_have_count(6)
    page.locator(".fan [data-piece='g2']").click()
    expect(page.locator("section:has(#piece-title)")).to_contain_text("is held")
    until(served, table, "German", "close combat")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name="Close combat in The post office 0806")).to_be_visible()


def test_two_sides_in_a_hex_stand_beside_each_other(served: Served, opened: Opened) -> None:
    page = seated(served, opened, in_melee(served))
    both = [
        page.locator(".stack", has=page.locator(f"[data-piece='{each}']"))
        .locator(".body")
        .last.bounding_box()
        for each in ("r4", "g2")
    ]
    left, right = sorted((each for each in both if each is not None), key=lambda each: each["x"])
    # All of the lower edge, where the figures are printed.
    assert left["x"] + left["width"] <= right["x"] + 1


def test_a_replay_from_the_start_draws_no_later_move(served: Served, opened: Opened) -> None:
    """What the enemy has moved is marked; whoever looks back to the start sees nobody moved yet."""
    table = served.table(scenario="asl-sk/night", hotseat=False, Russian="person", German="person")
    give(served, table, END, {"type": "move", "unit": "r4", "to": "0906"})
    page = opened(f"{served.url}/t/{table['table']}#{table['seats']['German']}")
    expect(page.locator(".moved")).to_have_count(1, timeout=SLOW)
    page.keyboard.press("r")
    expect(page.locator("header .whose")).to_have_text("Looking back")
    expect(page.locator(".moved")).to_have_count(0)


# States


STATES = {
    "r1": ["broken", "DM"],
    "r2": ["pinned", "CX"],
    "rl1": ["broken", "DM", "wounded"],
}
SIGNS = {"broken": "B", "DM": "D", "pinned": "P", "CX": "X", "wounded": "W"}


def test_every_state_has_its_sign(served: Served, opened: Opened) -> None:
    """Dice seldom come to all of them: a page that looks back is told that they once did."""
    table = in_melee(served)

    def says(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        for piece in view["pieces"]:
            piece["states"] = STATES.get(piece["id"], piece["states"])
            piece["rank"] = -1 if "broken" in piece["states"] else piece["rank"]
        route.fulfill(response=answer, json=view)

    # Before the page is there: what it asks at once may pass by a route that was just laid.
    page = opened("about:blank")
    page.route(re.compile(rf"/api/tables/{table['table']}\?at="), says)
    page.goto(f"{served.url}/t/{table['table']}#{table['seats']['Russian']}")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    page.keyboard.press("r")
    expect(page.locator("header .whose")).to_have_text("Looking back")
    for unit, states in STATES.items():
        signs = page.locator(f".stack [data-piece='{unit}'] .letter")
        expect(signs).to_have_text([SIGNS[each] for each in states])
    # Of those who lie beneath others too: the broken under who can fight.
    stack = page.locator(".stack", has=page.locator("[data-piece='r2']"))
    expect(stack.locator(".beneath")).to_have_text(["BD", "BDW"])
    expect(stack.locator(".counter").last).to_have_attribute("data-piece", "r2")
    expect(stack.locator(".count")).to_have_text("3★")
    # And in words, on the hex.
    page.mouse.move(*point(page, served, "1203", MAP))
    for state in ("broken", "DM", "pinned", "CX", "wounded"):
        expect(page.locator(".hint")).to_contain_text(state)


def test_a_crew_shows_whether_it_is_exposed_and_a_runner_that_he_ran(served: Served, opened: Opened) -> None:
    table = served.table(scenario="asl-sk/tanks", American="person", German="person")
    key = table["seats"]["American"]
    for order in (END, {"type": "hatches", "unit": "at"}, {"type": "double-time", "unit": "a1"}):
        served.order(table["table"], key, order)
    page = opened(f"{served.url}/t/{table['table']}#{key}")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    for unit, sign in (("at", "C"), ("gp", "U"), ("a1", "X")):
        expect(page.locator(f"[data-piece='{unit}'] .letter")).to_have_text(sign)


def test_the_help_explains_every_sign(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    page.keyboard.press("?")
    told = " ".join(page.get_by_role("dialog").inner_text().split())
    says = [
        *("B broken", "D DM, desperation morale", "P pinned", "X CX, has run", "W wounded", "M in a melee"),
        *("C CE, crew exposed", "U BU, buttoned up", "» in motion", "I immobile", "S stunned", "+ stun +1"),
        *("4-6-7 Fire power, range and morale", "9-1 A leader", "3/5/- An AFV", "a wreck"),
        *(
            "A turn",
            "Rally. Broken units",
            "First ambush, in woods and buildings",
            "is in a Melee: held in the hex",
        ),
    ]
    assert [each for each in says if each not in told] == []


# On a phone, for everybody


def cut_off(page: Page) -> list[str]:
    """What is written in the panel or the header and reaches beyond the screen."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('header *, section *')].filter(each => {
            const box = each.getBoundingClientRect();
            const written = [...each.childNodes].some(part => part.nodeType === 3 && part.textContent.trim());
            return written && box.width && !each.closest('svg, .scroll, .unseen') && (box.left < -1 || box.right > innerWidth + 1);
        }).map(each => each.outerHTML.slice(0, 90))"""
    )
    return found


def test_on_a_phone_nothing_is_cut_off(served: Served, opened: Opened) -> None:
    page = seated(served, opened, stormed(served), width=390, height=844, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert cut_off(page) == []
    page.get_by_role("button", name="Show the whole map").tap()
    page.touchscreen.tap(*point(page, served, "0806", MAP))
    expect(page.get_by_role("list", name="The hex")).to_be_in_viewport(timeout=SLOW)
    begin = page.get_by_role("button", name=re.compile("^Begin"))
    expect(begin).to_be_in_viewport()
    assert cut_off(page) == []
    changed(page, begin.tap)
    expect(page.locator("#battle-title")).to_contain_text("By no other pairing")
    expect(main(page)).to_be_in_viewport(timeout=SLOW)
    assert cut_off(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_whose_turn_it_is_stands_in_one_line(served: Served, opened: Opened) -> None:
    table = stormed(served)
    give(served, table, {"type": "close-combat", "units": list(STORM), "target": "0806"})
    page = seated(served, opened, table, width=1200)
    high = page.locator("header .whose strong").evaluate(
        "each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize)"
    )
    assert high < 2


def test_no_serious_fault_of_access(served: Served, opened: Opened) -> None:
    table = stormed(served)
    page = seated(served, opened, table, bypass_csp=True)
    press(page, served, "0806")
    begin = page.get_by_role("button", name=re.compile("^Begin"))
    expect(begin).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "a close combat that begins")
    changed(page, begin.click)
    expect(page.get_by_role("button", name=re.compile("^Declare"))).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "the best pairing")
    page.goto(f"{served.url}{DESK}")
    parts(page, "The hex")
    sound_in_any_light(page, "the desk")


# The desk


def test_the_desk_tells_who_holds_the_hex_after_two_rounds(served: Served, opened: Opened) -> None:
    page = opened(f"{served.url}{DESK}")
    holds = [Fraction(13621, 52488), Fraction(13621, 52488), Fraction(2821, 6561), Fraction(1339, 26244)]
    assert parts(page, "The hex") == holds
    sheet = page.locator("table", has_text="ruling best-pairing")
    for who in ("ATTACKER: g-467 at r-447", "DEFENDER: r-447 at g-467"):
        row = sheet.locator("tr", has_text=who)
        expect(row).to_contain_text("4-4 is 1-1: kill number 5, DR 0; eliminated 6/36, reduced 4/36")
        expect(row).to_contain_text("worth 0.89 FP")
