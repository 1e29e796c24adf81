# SPDX-License-Identifier: Apache-2.0
"""At the desk: units picked by their counters, dice rolled, two situations side by side; and the notice of one's turn."""

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Locator, Page, expect
from web_fixtures import SLOW, Opened, Served, sound_in_any_light, until

# Keeps what notices a page shows; the browser of the tests has no place for them, and no service that wakes a closed page.
NOTICES = """
window.shown = [];
delete window.PushManager;
window.Notification = class {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = "granted");
  constructor(title, { body }) { window.shown.push(`${title}: ${body}`); }
  close() {}
};
Object.defineProperty(document, "hasFocus", { value: () => false });
"""


def units_of(page: Page, field: str) -> Locator:
    return page.locator(".field", has=page.locator("label", has_text=field)).get_by_role(
        "group", name="Units"
    )


def pick(hand: Hand, field: str, *names: str) -> None:
    units = units_of(hand.page, field)
    hand.press(units.get_by_role("button", name="Pick units"))
    for name in names:
        hand.write(units.get_by_label("Find a counter"), name)
        hand.press(units.get_by_role("list", name="Counters").get_by_role("button").first)
    hand.press(units.get_by_role("button", name="Done"))


@pytest.mark.parametrize("way", ways("mouse", "finger"))
def test_a_fight_is_put_together_by_counters(served: Served, opened: Opened, way: str) -> None:
    options = {**WAYS[way], "is_mobile": way == "finger"}
    page = opened(f"{served.url}/desk/panzerblitz/fire", bypass_csp=True, **options)
    hand = Hand(page, served, way)
    expect(units_of(page, "Attackers")).to_be_visible(timeout=SLOW)
    pick(hand, "Attackers", "Panther")
    pick(hand, "Targets", "T-34/85")
    # What is lacking is said in words, and on a phone where it is seen.
    lacking = page.get_by_text("The odds stand here once you fill in “hexes away” for Panther.")
    expect(lacking.locator("visible=true").first).to_be_in_viewport(timeout=SLOW)
    hand.write(page.get_by_label("hexes away"), "5")
    outcomes = page.get_by_role("list", name="Outcomes").first
    # At less than half its range a Panther doubles: 32 to 10 is 3-1. Whoever is dispersed has 1 taken off the die against him.
    expect(outcomes.locator(".fraction")).to_have_text(["1/2", "1/3", "1/6"], timeout=SLOW)
    dispersed = page.get_by_role("button", name="dispersed by fire this turn")
    hand.press(dispersed)
    expect(dispersed).to_have_attribute("aria-pressed", "true")
    expect(outcomes.locator(".fraction")).not_to_have_text(["1/2", "1/3", "1/6"], timeout=SLOW)
    # The shorthand is what was picked, for those who like it; the address has all of it.
    expect(page.get_by_role("textbox", name="Attackers")).to_have_value("panther@5")
    assert "panther%405" in page.url or "panther@5" in page.url
    if options["width"] == 390:
        expect(page.locator("p.short")).to_be_in_viewport()

    hand.press(page.get_by_role("button", name="Compare with another"))
    hand.press(dispersed)
    expect(page.get_by_role("region", name="Side by side")).to_contain_text("Targets")
    hand.press(page.get_by_role("button", name="Roll the dice"))
    roll = page.get_by_role("region", name="Roll")
    expect(roll.get_by_role("status")).to_be_visible(timeout=SLOW)
    hand.press(roll.get_by_role("button", name="Put the dice away"))
    hand.press(roll.get_by_role("button", name="My own dice"))
    fell = roll.get_by_label("what fell on your 1d6?")
    hand.write(fell, "7")
    page.keyboard.press("Enter")
    expect(roll.get_by_role("alert")).to_contain_text("cannot fall")
    fell.press("Backspace")
    hand.write(fell, "1")
    page.keyboard.press("Enter")
    expect(roll.get_by_role("status")).to_be_visible(timeout=SLOW)
    assert page.evaluate("document.documentElement.scrollWidth") <= options["width"]
    sound_in_any_light(page, "the desk")
    # Whoever opens the address sees both situations.
    page.reload()
    expect(page.get_by_role("region", name="Side by side")).to_contain_text("Targets", timeout=SLOW)


@pytest.mark.parametrize("way", ways("mouse"))
def test_the_page_tells_whoever_asked_for_it_that_it_is_his_turn(
    served: Served, opened: Opened, way: str
) -> None:
    made = served.table(hotseat=False, dice="server")
    page = opened("about:blank", **WAYS[way])
    page.add_init_script(NOTICES)
    page.goto(f"{served.url}/t/{made['table']}#{made['seats']['British']}")
    switch = page.get_by_label("Notify me when it is my turn")
    expect(switch).to_be_enabled(timeout=SLOW)
    Hand(page, served, way).choose(switch)
    expect(switch).to_be_checked()
    german = made["seats"]["German"]
    while served.view(made["table"], german)["to_act"] == "German":
        served.order(made["table"], german, served.view(made["table"], german)["can_end"]["order"])
    until(page, "() => window.shown.length === 1")
    assert page.evaluate("window.shown[0]").startswith("Your turn: The first morning: Folkestone: turn 1, ")


@pytest.mark.parametrize("way", ways("finger"))
def test_a_link_to_the_desk_is_copied_and_shows_the_same(served: Served, opened: Opened, way: str) -> None:
    """The units are picked, and what was picked stands in the link: strengths, terrain, odds."""
    granted = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = opened(f"{served.url}/desk/seelowe/combat", **granted, **WAYS[way])
    hand = Hand(page, served, way)
    hand.write(page.get_by_role("textbox", name="Attackers"), "6,5")
    hand.write(page.get_by_role("textbox", name="Defenders"), "4")
    # 11-4 is 2-1.
    odds = page.get_by_role("list", name="Outcomes").locator(".fraction")
    expect(odds).to_have_text(["1/6", "1/3", "1/3", "1/6"], timeout=SLOW)
    hand.press(page.get_by_role("button", name="Copy link"))
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    friend = opened(page.evaluate("navigator.clipboard.readText()"), **WAYS[way])
    expect(friend.get_by_role("textbox", name="Attackers")).to_have_value("6,5", timeout=SLOW)
    expect(friend.get_by_role("list", name="Outcomes").locator(".fraction")).to_have_text(
        ["1/6", "1/3", "1/3", "1/6"], timeout=SLOW
    )
