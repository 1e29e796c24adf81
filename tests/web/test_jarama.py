# SPDX-License-Identifier: Apache-2.0
"""Jarama through the page: deployment, reconnaissance, bombs, formations, and fights in the fog."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_fixtures import (
    SLOW,
    Opened,
    Served,
    at_one_screen,
    logged,
    point,
    sound_in_any_light,
)

MAP = "jarama/maps/jarama"
Made = dict[str, Any]
Order = dict[str, Any]
END: Order = {"type": "end"}
COMBAT = re.compile(r"Combat(, [+-]\d to the die)?: rolled")
DESK = "/desk/jarama/combat?attackers=6/3/5:river,tanks8/2/6/4&defenders=5/4/4,3/2/4&terrain=town"


def made(served: Served, scenario: str = "pindoque", *, hotseat: bool = True) -> Made:
    return served.table(
        scenario=f"jarama/{scenario}", hotseat=hotseat, Nationalist="person", Republican="person"
    )


def seated(served: Served, opened: Opened, table: Made, **options: int | bool | str) -> Page:
    page = opened(f"{served.url}/t/{table['table']}#{table['seats']['Nationalist']}", **options)
    at_one_screen(page)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def press(page: Page, served: Served, number: str) -> None:
    page.mouse.click(*point(page, served, number, MAP))


def looked(served: Served, table: Made, side: str = "Nationalist") -> dict[str, Any]:
    return served.view(table["table"], table["seats"][side])


def give(served: Served, table: Made, *orders: Order) -> None:
    """Give orders past the page, by the key that plays both sides."""
    for order in orders:
        served.order(table["table"], table["seats"]["Nationalist"], order)


def answered(served: Served, table: Made) -> None:
    """Take the last option of every open question past the page: nobody advances, nobody counterattacks."""
    key = table["seats"]["Nationalist"]
    for _ in range(30):
        view = looked(served, table)
        if view["question"] is None:
            return
        option = view["question"]["options"][-1]["value"]
        act = {"expect": view["seq"], "command": f"answer {view['seq']}", "option": option}

        url = f"/api/tables/{table['table']}/answers"
        served.http.post(url, json=act, headers={"Authorization": f"Bearer {key}"}).raise_for_status()


def until(served: Served, table: Made, side: str, phase: str) -> None:
    """End phases and pass until a phase of a side begins."""
    for _ in range(80):
        view = looked(served, table)
        if (view["to_act"], view["status"]["phase"]) == (side, phase):
            return
        if view["status"]["phase"] == "activation" and view["to_act"] == side and phase != "air":
            give(served, table, view["actions"][0]["order"])
        else:
            give(served, table, view["can_end"]["order"])
    pytest.fail(f"{side} {phase} never came")


def before_the_bridge(served: Served, phase: str) -> Made:
    """Three battalions stand before the bridge of Pindoque, and one that nobody knows beyond it; Barrón's is active."""
    table = made(served)
    give(served, table, {"type": "deploy", "unit": "8ban", "to": "2115"}, END, END)
    until(served, table, "Nationalist", phase)
    return table


def end(page: Page) -> None:
    """End a phase or pass, sure of it where that is asked, and wait until the log has it."""
    entries = page.locator("#log .entry")
    count = entries.count()
    page.locator("section[aria-label=Orders] button", has_text=re.compile(r"^(End|Pass)")).click()
    sure = page.locator("dialog .main")
    if sure.is_visible():
        sure.click()
    expect(entries).not_to_have_count(count)
    expect(page.get_by_role("application")).to_be_visible()


def answer_everything(page: Page) -> list[str]:
    """Take the first option of every question; return what was asked."""
    asked = list[str]()
    for _ in range(40):
        question = page.locator("#question-title")
        expect(question.or_(page.get_by_role("region", name="Orders")).first).to_be_visible()
        if not question.is_visible():
            return asked
        asked.append(question.inner_text())
        now = page.locator("#log").inner_text()
        page.locator("section:has(#question-title) button").first.click()
        expect(page.locator("#log")).not_to_have_text(now, use_inner_text=True)
    pytest.fail(f"questions without end: {asked}")


def phase_of(page: Page) -> str:
    return page.locator("header .phase strong").inner_text()


def hint(page: Page, served: Served, number: str) -> str:
    """Point at a hex and read what is said of it."""
    page.mouse.move(5, 400)
    page.mouse.move(*point(page, served, number, MAP))
    expect(page.locator(".hint")).to_be_visible()
    return page.locator(".hint").inner_text()


# Two players at one screen


def test_at_one_screen_the_board_is_covered_until_the_other_player_has_taken_over(
    served: Served, opened: Opened
) -> None:
    """What is on the screen between two players is one sentence and one button, for eyes and for readers of screens."""

    def covered(side: str) -> None:
        sentence = f"Hand the screen to the {side} player"
        expect(page.locator("h1")).to_have_text(sentence, timeout=SLOW)
        said = page.locator("body").aria_snapshot()
        assert "Bandera" not in said + page.locator("body").inner_text() + page.title()
        expect(page.get_by_role("application")).to_have_count(0)
        expect(page.locator("[data-piece], #log")).to_have_count(0)
        expect(page.get_by_role("button")).to_have_count(1)

    page = opened(f"{served.url}/t/{(table := made(served))['table']}#{table['seats']['Nationalist']}")
    covered("Nationalist")
    page.keyboard.press("Enter")
    expect(page.locator(".stack [data-piece='8ban']")).to_have_count(1)
    page.keyboard.press("e")
    covered("Republican")
    page.reload()
    covered("Republican")
    page.keyboard.press("Enter")
    expect(page.locator(".stack [data-piece='8ban']")).to_have_count(0)
    # What the other side saw is not shown in looking back, either.
    page.keyboard.press("r")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(".stack [data-piece='8ban']")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("+")
    near = page.locator(".paper").bounding_box()
    page.keyboard.press("e")
    covered("Nationalist")
    page.keyboard.press("Enter")
    # A phase that is the same side's is nobody else's to look at; the map lies as each has left it.
    expect(page.locator("header .phase strong")).to_have_text("air")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    covered("Republican")
    page.keyboard.press("Enter")
    expect(page.get_by_role("application")).to_be_visible()
    assert page.locator(".paper").bounding_box() == near


# A first visit


def test_from_the_first_visit_to_the_end_of_turn_1_by_mouse(served: Served, opened: Opened) -> None:
    page = opened(served.url)
    at_one_screen(page)
    page.get_by_label("Jarama").check()
    page.get_by_role("radio", name=re.compile("^Jarama")).check()
    page.get_by_label("The Pindoque Bridge").check()
    page.get_by_label("Together at this screen").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)

    # Nobody need be set up elsewhere, and nothing is asked.
    press(page, served, "2015")
    page.locator(".fan [data-piece='8ban']").click()
    expect(page.locator("#piece-title")).to_have_text("8th Bandera")
    expect(page.locator(".reach").first).to_be_visible()
    page.locator("[data-go='2115']").click()
    logged(page, "8th Bandera is set up in 2115")
    for side in ("Nationalist", "Republican"):
        page.get_by_role("button", name=re.compile("^End deployment")).click()
        expect(page.locator("dialog")).to_have_count(0)
        logged(page, f"{side} deployment ends")

    expect(page.locator("header .left")).to_contain_text("2 air missions")
    press(page, served, "2516")
    expect(page.get_by_role("heading", name="Reconnaissance of 2516 by He 46 Pava")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Reconnoitre")).click(timeout=SLOW)
    logged(page, "Air reconnaissance: rolled")
    answer_everything(page)
    end(page)
    expect(page.locator("header .whose")).to_have_text("Republican to act")
    for _ in range(6):
        if phase_of(page) == "activation":
            break
        end(page)
    fought = 0
    for _ in range(40):
        if not page.locator("header .turn strong").inner_text().startswith("1"):
            break
        answer_everything(page)
        actions = page.get_by_role("list", name="What can be done").get_by_role("button")
        if phase_of(page) == "activation" and actions.count():
            name = actions.first.inner_text().split("Activate ")[1]
            actions.first.click()
            logged(page, f"activates {name}")
        elif phase_of(page) == "combat" and page.locator(".target").count() and not fought:
            fought += 1
            page.keyboard.press("b")
            page.get_by_role("button", name=re.compile("^Attack")).click(timeout=SLOW)
            logged(page, COMBAT)
        else:
            end(page)
    expect(page.locator("header .turn strong")).to_have_text("2/3")
    assert fought == 1


def ended_by_keys(page: Page) -> None:
    """End a phase by keys, and sure of it where that is asked."""
    entries = page.locator("#log .entry")
    count = entries.count()
    page.keyboard.press("e")
    asked = page.locator("dialog")
    page.wait_for_function(
        "count => document.querySelector('dialog') || document.querySelectorAll('#log .entry').length > count",
        arg=count,
    )
    if asked.is_visible():
        page.keyboard.press("Enter")
    expect(entries).not_to_have_count(count)


def test_deployment_and_air_by_keys_alone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    spoken = page.locator("[aria-live=polite].unseen")
    page.keyboard.press("n")
    expect(spoken).to_contain_text("can act")
    expect(page.locator(".reach").first).to_be_visible()
    page.keyboard.press("h")
    expect(spoken).to_contain_text("can be reached")
    page.keyboard.press("Enter")
    logged(page, "is set up in")
    page.keyboard.press("Escape")
    for side in ("Nationalist", "Republican"):
        page.keyboard.press("e")
        logged(page, f"{side} deployment ends")
    expect(page.locator("header .phase strong")).to_have_text("air")
    # A force under the cursor says what is known of it.
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name=re.compile("^Reconnaissance of"))).to_be_visible()
    expect(spoken).to_contain_text("Republican force: nothing is known of it")
    expect(spoken).to_contain_text("can be bombed or reconnoitred")
    expect(page.locator(".act .main")).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    logged(page, "rolled")
    answer_everything(page)
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("Not used: 1 air mission. End air?")
    page.keyboard.press("Enter")
    expect(page.locator("header .whose")).to_have_text("Republican to act")


def test_an_activation_by_keys_alone(served: Served, opened: Opened) -> None:
    """To pass is asked about; a formation is activated by its number."""
    table = made(served)
    give(served, table, END, END)
    until(served, table, "Nationalist", "activation")
    page = seated(served, opened, table)
    spoken = page.locator("[aria-live=polite].unseen")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("2 formations have not been active this turn. Pass?")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.get_by_role("button", name=re.compile("Activate Barrón's Brigade"))).to_be_focused()
    page.keyboard.press("1")
    logged(page, "activates Barrón's Brigade")
    expect(page.locator("header .phase strong")).to_have_text("recon")
    ended_by_keys(page)
    page.keyboard.press("n")
    expect(page.locator(".reach").first).to_be_visible()
    page.keyboard.press("h")
    expect(spoken).to_contain_text("can be reached")
    page.keyboard.press("Enter")
    logged(page, "from")
    ended_by_keys(page)
    page.keyboard.press("b")
    expect(page.locator("#battle-title")).to_contain_text("odds over what may stand in 2214", timeout=SLOW)
    page.keyboard.press("a")
    logged(page, COMBAT)
    answer_everything(page)
    page.keyboard.press("i")
    expect(page.locator("#known")).to_have_attribute("open", "")
    page.keyboard.press("m")
    expect(page.locator(".legend")).to_contain_text("in command")


def test_on_a_phone(served: Served, opened: Opened) -> None:
    table = before_the_bridge(served, "combat")
    page = seated(served, opened, table, width=390, height=844, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # A tap says why a force cannot be attacked, and what is known of it.
    page.get_by_role("button", name="Show the whole map").tap()
    page.touchscreen.tap(*point(page, served, "2517", MAP))
    expect(page.locator(".forbidden")).to_contain_text("No Nationalist unit is next to 2517")
    expect(page.locator(".forbidden")).to_contain_text("Republican force: nothing is known of it")
    page.touchscreen.tap(*point(page, served, "2214", MAP))
    expect(page.locator("#battle-title")).to_contain_text("odds over what may stand in 2214", timeout=SLOW)
    expect(page.get_by_role("button", name=re.compile("^Attack"))).to_be_in_viewport()
    page.get_by_role("button", name=re.compile("^Attack")).tap()
    logged(page, COMBAT)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# Deployment


def test_whoever_is_set_up_stays_in_the_zone_of_his_formation(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    press(page, served, "2116")
    expect(page.locator("#piece-title")).to_have_text("2nd Melilla Tabor")
    expect(page.locator(".reach").first).to_be_visible()
    assert "zone" in hint(page, served, "2216")
    press(page, served, "2216")
    expect(page.locator(".forbidden")).to_contain_text("zone")
    press(page, served, "2114")
    logged(page, "2nd Melilla Tabor is set up in 2114")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("#log")).not_to_contain_text("is set up")
    # Where the enemy is, is only suggested yet.
    assert "it may be set up elsewhere" in hint(page, served, "2516")


# In the air and by patrols


def reconnoitred(served: Served) -> dict[int, Made]:
    """Fly over 2516, where two units stand, until each result of the table has come up; return a table for each."""
    found = dict[int, Made]()
    for _ in range(40):
        table = made(served)
        give(served, table, END, END, {"type": "air-recon", "units": ["he46"], "target": "2516"})
        (rolled,) = looked(served, table)["log"][-1]["rolls"]
        answered(served, table)
        found.setdefault((rolled["total"] + 1) // 2, table)
        if len(found) == 5:
            break
    return found


def test_reconnaissance_shows_what_its_table_says_and_no_more(served: Served, opened: Opened) -> None:
    """Garibaldi Battalion and a battery, 5 and 2 points: 1-2 number and points, 3-4 types, 5-6 half, 7-8 all, 9-10 nothing."""
    says = {
        1: "Republican force: 2 units with 7 Troop points (turn 1)",
        2: "Republican force: 2 units with 7 Troop points: Infantry, Light Artillery (turn 1)",
        5: "Republican force: nothing is known of it",
    }
    names = {"Garibaldi Battalion", "75 mm Battery"}
    for row, table in reconnoitred(served).items():
        page = seated(served, opened, table)
        counters = page.locator(".stack [data-piece='gari'], .stack [data-piece='12l']")
        back = page.locator("[data-marker=force][data-at='2516']")
        told = hint(page, served, "2516")
        if row in says:
            assert told.splitlines()[-1] == says[row]
            expect(counters).to_have_count(0)
            expect(back).to_have_text("?" if row == 5 else "2")
            assert not any(name in told for name in names)
        elif row == 3:
            expect(counters).to_have_count(1)
            expect(back).to_have_text("1")
            expect(page.locator(".count text", has_text="1+1")).to_have_count(1)
            assert sum(name in told.splitlines()[-1] for name in names) == 1
        else:
            expect(counters).to_have_count(2)
            expect(back).to_have_count(0)
            assert all(name in told for name in names)
        page.keyboard.press("i")
        known = page.locator("#known li", has_text="2516")
        expect(known).to_have_count(0 if row == 5 else 1)
        if row != 5:
            expect(known).to_contain_text("(turn 1)")
            known.get_by_role("button").click()
            expect(page.locator("polygon.cursor")).to_have_count(1)
        page.close()


def test_a_patrol_goes_from_one_hex(served: Served, opened: Opened) -> None:
    table = before_the_bridge(served, "recon")
    page = seated(served, opened, table)
    press(page, served, "2214")
    expect(page.get_by_role("heading", name="Patrol from 2115 to 2214")).to_be_visible()
    expect(page.get_by_role("list", name="Outcomes")).to_contain_text("1 of 1 counter shown", timeout=SLOW)
    page.get_by_role("checkbox", name=re.compile("8th Bandera")).uncheck()
    page.get_by_role("button", name=re.compile("^Reconnoitre")).click(timeout=SLOW)
    logged(page, "Ground reconnaissance: rolled")
    answer_everything(page)


def test_bombs_are_aimed_and_close_support_is_asked_for(served: Served, opened: Opened) -> None:
    table = made(served)
    give(served, table, END, END)
    page = seated(served, opened, table)
    press(page, served, "2214")
    page.get_by_role("button", name=re.compile("^Bombs on 2214")).click()
    # There are two missions for three aircraft.
    boxes = page.get_by_role("group", name="Who takes part").get_by_role("checkbox")
    expect(boxes).to_have_count(3)
    expect(page.get_by_role("group", name="Who takes part").locator("input:checked")).to_have_count(2)
    page.get_by_label("what is aimed at").select_option("bridge")
    expect(page.locator("#battle-title")).to_contain_text("over what may stand in 2214", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Bomb ")).click()
    logged(page, "bomb the bridge in 2214")
    logged(page, "Bombardment: rolled")


def test_batteries_shell_what_is_in_their_range(served: Served, opened: Opened) -> None:
    table = made(served)
    give(served, table, END, END)
    until(served, table, "Nationalist", "bombardment")
    page = seated(served, opened, table)
    press(page, served, "2214")
    expect(page.get_by_role("heading", name=re.compile("^Bombardment of 2214"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Fire")).click(timeout=SLOW)
    logged(page, "75 mm Mountain Guns shells 2214")
    expect(page.locator("header .left")).to_contain_text("1 battery")


# Formations


def test_a_formation_is_activated_from_the_list_or_by_one_of_its_units(
    served: Served, opened: Opened
) -> None:
    table = made(served)
    give(served, table, END, END)
    until(served, table, "Nationalist", "activation")
    page = seated(served, opened, table)
    first = page.get_by_role("button", name=re.compile("Activate Barrón's Brigade"))
    first.hover()
    expect(page.locator(".stack .optional")).to_have_count(9)
    press(page, served, "1822")
    page.locator("section:has(#piece-title)").get_by_role("button", name="Activate Asensio's Brigade").click()
    logged(page, "Nationalist activates Asensio's Brigade")
    expect(page.locator(".stack [data-piece='pz1'] .letter", has_text="A")).to_have_count(1)


def test_a_stack_moves_together_and_the_enemy_sees_one_force(served: Served, opened: Opened) -> None:
    table = before_the_bridge(served, "movement")
    page = seated(served, opened, table)
    press(page, served, "2115")
    expect(page.locator("#piece-title")).to_have_text("8th Bandera, 3rd Ifni Tabor and 1st Tetuán Tabor")
    page.get_by_role("checkbox", name="1st Tetuán Tabor").uncheck()
    page.locator("[data-go='2015']").or_(page.locator(".reach").first).first.wait_for()
    press(page, served, "2014")
    logged(page, "go from 2115 to 2014")
    expect(page.locator("#log .entry").last).to_contain_text("8th Bandera and 3rd Ifni Tabor")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("#log")).not_to_contain_text("go from 2115")


def test_a_mobile_attack(served: Served, opened: Opened) -> None:
    page = seated(served, opened, before_the_bridge(served, "movement"))
    press(page, served, "2214")
    expect(page.get_by_role("heading", name="Mobile attack on 2214")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Attack")).click(timeout=SLOW)
    logged(page, "attack 2214 on the move")
    answer_everything(page)


def test_pontoons_are_laid_and_stand_on_the_hexside(served: Served, opened: Opened) -> None:
    table = made(served)
    give(served, table, {"type": "deploy", "unit": "apon", "to": "1922"}, END, END)
    until(served, table, "Nationalist", "activation")
    give(served, table, {"type": "activate", "formation": "Asensio's Brigade"})
    until(served, table, "Nationalist", "movement")
    page = seated(served, opened, table)
    press(page, served, "1922")
    page.locator(".fan [data-piece='apon']").click()
    page.get_by_role("button", name=re.compile("Lay pontoons over 1922")).first.click()
    logged(page, "Bridging Train lays pontoons over 1922")
    expect(page.locator("[data-marker=pontoons]")).to_have_count(1)
    page.keyboard.press("Escape")
    assert "Pontoons over" in hint(page, served, "1922")


def with_a_damaged_bridge(served: Served) -> Made:
    """The Republican bombers harm the bridge of Pindoque, and disorganise Barrón's sappers there; in turn 2 they are in order."""
    for _ in range(30):
        table = made(served)
        give(served, table, {"type": "deploy", "unit": "beng", "to": "2115"}, END, END)
        until(served, table, "Republican", "air")
        give(served, table, {"type": "bomb", "units": ["sb", "r5"], "target": "2115", "at": "bridge"})
        answered(served, table)
        if any(each["kind"] == "damaged-bridge" for each in looked(served, table)["markers"]):
            until(served, table, "Nationalist", "air")
            return table
    pytest.fail("no bomb ever hit the bridge")


def test_a_damaged_bridge_is_marked_and_repaired(served: Served, opened: Opened) -> None:
    table = with_a_damaged_bridge(served)
    until(served, table, "Nationalist", "activation")
    give(served, table, {"type": "activate", "formation": "Barrón's Brigade"})
    until(served, table, "Nationalist", "movement")
    page = seated(served, opened, table)
    expect(page.locator("[data-marker=damaged-bridge]")).to_have_count(1)
    press(page, served, "2115")
    page.locator(".fan [data-piece='beng']").click()
    page.get_by_role("button", name=re.compile("Repair the Pindoque bridge")).click()
    logged(page, "Barrón's Sappers repairs")


def test_reinforcements_arrive(served: Served, opened: Opened) -> None:
    table = made(served, "jarama")
    give(served, table, END, END)
    for _ in range(400):
        view = looked(served, table)
        offered = [each for each in view["pieces"] if view["offers"].get(each["id"]) == "" and each["at"] == "Valencia"]  # fmt: skip
        if offered:
            break
        wanted = [each["order"] for each in view["actions"] if "Pavlov" in each["says"]]
        give(served, table, wanted[0] if wanted else view["can_end"]["order"])
    page = seated(served, opened, table)
    page.locator("button:has([data-piece='t26a'])").click()
    expect(page.locator(".reach").first).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    logged(page, "1st T-26 Company arrives at")


# Fights in the fog


def test_the_odds_of_an_attack_on_the_unknown_say_that_they_are(served: Served, opened: Opened) -> None:
    """Nobody knows which unit it is; but the Republicans have not moved, and the XII Brigade sets up there, six units."""
    page = seated(served, opened, before_the_bridge(served, "combat"))
    press(page, served, "2214")
    expect(page.locator("#battle-title")).to_contain_text("odds over what may stand in 2214", timeout=SLOW)
    panel = page.locator(".act")
    expect(panel).to_contain_text("Republican force: 1 unit (turn 1).")
    expect(panel).to_contain_text("over 6 units that may be there")
    expect(panel).to_contain_text("batteries not to have moved or fired this turn")
    for part in ("Points the attacker loses", "Points the defender loses", "Hexes the defender retreats"):
        shares = page.get_by_role("list", name=part, exact=True).locator(".fraction").all_inner_texts()
        assert sum(int(a) / int(b or 1) for a, _, b in (each.partition("/") for each in shares)) == pytest.approx(1)  # fmt: skip
    # Aircraft fly only if they are asked to.
    expect(page.get_by_role("checkbox", name=re.compile("Ju 52"))).not_to_be_checked()
    page.get_by_role("checkbox", name=re.compile("He 51")).check()
    expect(panel).to_contain_text("CAS", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Attack")).click()
    logged(page, "with 75 mm Mountain Guns and He 51 of the Legion, held by")
    answer_everything(page)
    expect(page.locator(".target")).to_have_count(0)


# What the page looks like


def test_the_page_fits_the_window_and_what_is_known_comes_into_sight(served: Served, opened: Opened) -> None:
    """With an attack put together the panel scrolls, and not the page; a key goes to the list at the panel's end."""
    page = seated(served, opened, before_the_bridge(served, "combat"))
    press(page, served, "2214")
    expect(page.locator("#battle-title")).to_contain_text("odds over what may stand in 2214", timeout=SLOW)
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1400, "height": 360})
    page.keyboard.press("i")
    expect(page.locator("#known li").last).to_be_in_viewport()


def test_the_view_of_threat_says_that_forces_not_seen_are_not_in_it(served: Served, opened: Opened) -> None:
    table = made(served)
    give(served, table, END, END)
    page = seated(served, opened, table)
    page.keyboard.press("t")
    expect(page.locator(".legend")).to_contain_text("Republican units that are not seen are not in it")


def test_a_flag_leaves_the_middle_of_its_hex_to_names(served: Served, opened: Opened) -> None:
    """The name of Suicide Hill runs through the middle of 2421, where a force stands; in 3121 nobody does."""
    page = seated(served, opened, made(served))
    for hex_ in ("2421", "3121"):
        x, y = point(page, served, hex_, MAP)
        flag = page.locator(f"[data-flag='{hex_}'] .cloth").bounding_box()
        assert flag is not None
        assert flag["y"] + flag["height"] < y - 3
        # Nor does it lie over the number of the hex.
        assert flag["x"] + flag["width"] < x - 3


# For everybody


def test_trays_show_ones_own_first(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    headings = page.get_by_role("region", name="Off the map").get_by_role("heading")
    expect(headings).to_have_text(["Nationalist airfields 3", "Republican airfields 3", "Not seen 16"])


@pytest.mark.parametrize("scenario", ["pindoque", "jarama"])
def test_every_counter_has_its_symbol_and_what_is_printed_fits(
    served: Served, opened: Opened, scenario: str
) -> None:
    page = seated(served, opened, made(served, scenario))
    for fold in page.locator(".trays summary").all():
        fold.click()
    assert page.locator("use[href='#unit-none']").count() == 0
    over = page.locator(".counter").evaluate_all(
        """counters => counters.map(each => {
            const body = each.querySelector('.body').getBoundingClientRect();
            const texts = [...each.querySelectorAll('.values, .above')];
            return texts.filter(text => { const box = text.getBoundingClientRect(); return box.left < body.left - 0.5 || box.right > body.right + 0.5; }).map(text => text.textContent).join();
        }).filter(Boolean)"""
    )
    assert over == []


def test_the_help_explains_counters_and_markers(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served))
    page.keyboard.press("?")
    told = " ".join(page.get_by_role("dialog").inner_text().split())
    for says in (
        "5-7 Combat factor", "Troop points: a full one is left", "at2 are AT points", "On aircraft: bombing (FB)",
        "light artillery battery", "pontoons company", "headquarters brigade", "C out of command", "D disorganised",
        "M demoralised", "units that are not seen", "may be gone", "a damaged bridge", "a destroyed railroad",
    ):  # fmt: skip
        assert says in told, says


def test_no_serious_fault_of_access(served: Served, opened: Opened) -> None:
    table = before_the_bridge(served, "combat")
    page = seated(served, opened, table, bypass_csp=True)
    press(page, served, "2214")
    expect(page.get_by_role("button", name=re.compile("^Attack"))).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "an attack on the unknown")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.keyboard.press("m")
    expect(page.locator(".traced").first).to_be_visible()
    sound_in_any_light(page, "what is known, and the view of command")
    page.goto(f"{served.url}{DESK}")
    expect(page.get_by_text("All 66 outcomes")).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "the desk")
    page.goto(f"{served.url}/charts/jarama/crt")
    expect(page.get_by_role("table").first).to_be_visible(timeout=SLOW)
    sound_in_any_light(page, "a chart")
