"""PanzerBlitz through the page: fire announced and resolved, sight, an overrun, a close assault, on and off a carrier."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served, end_phase, logged, point, sound

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
    ways = page.get_by_role("group", name="How to attack").get_by_role("button")
    expect(ways).to_have_count(3)
    # All in one hex at 11 DF, or the truck alone at 1: the odds of each stand side by side.
    expect(ways.nth(0)).to_contain_text("33.3%", timeout=SLOW)
    expect(ways.nth(1)).to_contain_text("X 100%", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^wec: A, others")).first.click()
    expect(page.locator("td.here")).to_contain_text("Half AF")
    page.get_by_role("checkbox", name=re.compile("Panzer IV")).uncheck()
    expect(page.locator(".aim")).to_have_count(5)
    page.get_by_role("button", name=re.compile("^Announce")).click()
    expect(page.get_by_role("heading", name="Announced")).to_be_visible()
    expect(page.locator(".aim")).to_have_count(5)
    end_phase(page)

    press(page, served, "1509")
    expect(page.get_by_role("heading", name="Fire at 1509")).to_be_visible()
    expect(page.locator("thead th.lit")).to_have_text("2-1", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Roll")).click()
    logged(page, "Fire at T-34/85+Truck: rolled")
    expect(page.locator(".aim")).to_have_count(0)

    press(page, served, "1109")
    expect(page.get_by_role("heading", name="Overrun 1109")).to_be_visible()
    expect(page.locator("label", has_text="Panzer IV 1")).to_contain_text("out at 1008")
    # Odds of 3-1 move one column up.
    expect(page.locator("thead th.lit")).to_contain_text("4-1", timeout=SLOW)
    page.get_by_role("button", name=re.compile("^Overrun")).click()
    logged(page, "Panzer IV 1 overruns 1109")
    expect(page.locator("td.here")).to_contain_text("X")


def test_fire_is_announced_and_resolved_by_keys_alone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, made(served, "kurgan"))
    spoken = page.locator("[aria-live=polite].unseen")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name=re.compile(r"^Fire at \d{4}"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Announce"))).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    logged(page, "to fire at")
    page.keyboard.press("e")
    expect(page.locator("header .phase strong")).to_have_text("resolution")
    page.keyboard.press("b")
    expect(page.get_by_role("button", name=re.compile("^Roll"))).to_be_visible(timeout=SLOW)
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_access(served: Served, opened: Opened, scheme: str) -> None:
    table = at_close_quarters(served)
    page = seated(served, opened, table, color_scheme=scheme, bypass_csp=True)
    press(page, served, "1509")
    expect(page.get_by_role("button", name=re.compile("^Announce"))).to_be_visible(timeout=SLOW)
    sound(page, "a battle with several techniques")
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="Announced")).to_be_visible()
    page.keyboard.press("v")
    press(page, served, "1308")
    expect(page.locator(".dark").first).to_be_visible()
    sound(page, "the view of sight")


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
