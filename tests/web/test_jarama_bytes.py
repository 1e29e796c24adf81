# SPDX-License-Identifier: Apache-2.0
"""What no page is ever sent of Jarama: every byte that two browsers are sent is held against what their sides may know."""

import re
from collections import Counter
from typing import Any

from playwright.sync_api import expect
from test_jarama import COMBAT, END, Made, Order, looked, made, press
from web_fixtures import SLOW, Opened, Served, caught_up, listening, logged, received


def order_of_battle(served: Served, side: str) -> dict[str, dict[str, Any]]:
    """Return the counters of a side as its enemy sees them before anything has happened."""
    table = made(served, hotseat=False)
    other = {"Nationalist": "Republican", "Republican": "Nationalist"}[side]
    pieces = looked(served, table, other)["pieces"]
    return {each["id"]: each for each in pieces if each["side"] == side and each["kind"] != "Aircraft"}


def told_of(data: Any, hidden: dict[str, dict[str, Any]], where: str = "") -> list[str]:
    """Return where units are spoken of, but as the counters of the order of battle that all know, which say nothing else."""
    if isinstance(data, dict):
        if data.get("id") in hidden and "values" in data:
            return [] if data == hidden[data["id"]] else [f"{where} has the counter {data}"]
        spoken = [each for name in data for each in told_of(name, hidden, f"{where} key")]
        return spoken + [each for name in data for each in told_of(data[name], hidden, f"{where}.{name}")]
    if isinstance(data, list):
        return [each for at, value in enumerate(data) for each in told_of(value, hidden, f"{where}[{at}]")]
    named = [each["name"] for each in hidden.values() if isinstance(data, str) and each["name"] in data]
    return [f"{where} has {data!r}"] if named or data in hidden else []


FORMATIONS = {
    "Nationalist": ("Barrón's Brigade", "Asensio's Brigade"),
    "Republican": ("XII International Brigade", "17th Brigade", "Pavlov's Brigade"),
}
ENEMY = {"Nationalist": "Republican", "Republican": "Nationalist"}


class Watch:
    """A page of one side, every byte of which is looked at for what that side must not know."""

    def __init__(self, served: Served, opened: Opened, table: Made, side: str) -> None:
        self.served, self.table, self.side = served, table, side
        self.page = listening(opened, f"{served.url}/t/{table['table']}#{table['seats'][side]}")
        self.hidden = order_of_battle(served, ENEMY[side])
        self.taken = Counter[int]()

    def views(self) -> list[dict[str, Any]]:
        return [
            each
            for each in received(self.page, "/api/tables/")
            if isinstance(each, dict) and "pieces" in each
        ]

    def now(self) -> dict[str, Any]:
        return looked(self.served, self.table, self.side)

    def order(self, order: Order) -> None:
        self.served.order(self.table["table"], self.table["seats"][self.side], order)

    def sees(self, *units: str) -> None:
        """From the last act on these are no secret."""
        for unit in units:
            self.hidden.pop(unit, None)

    def check(self) -> None:
        """What came since the last look names nobody who was not shown, nor what the enemy has activated."""
        caught_up(self.page, self.now()["seq"])
        # Charts and maps are everybody's.
        news = received(self.page, "/api/tables/", self.taken)
        assert told_of(news, self.hidden) == []
        assert [each for each in FORMATIONS[ENEMY[self.side]] if f"activates {each}" in str(news)] == []


def set_up_in_secret(mine: Watch, other: Watch) -> None:
    """8th Bandera comes to 2115 and the staff to 1914: until both sides are set up all see what the scenario suggests."""
    suggested = {each["at"] for each in other.views()[-1]["markers"] if each["kind"] == "force"}
    mine.order({"type": "deploy", "unit": "8ban", "to": "2115"})
    mine.order({"type": "deploy", "unit": "bhq", "to": "1914"})
    mine.order(END)
    logged(other.page, "Nationalist deployment ends")
    for view in other.views():
        assert {each["at"] for each in view["markers"] if each["kind"] == "force"} == suggested
        assert "1914" not in str(view["log"])
    other.order(END)


def fly_over_2516(mine: Watch, other: Watch) -> None:
    """Reconnoitre from the air, by mouse: half of two counters is one, which the other side chooses."""
    press(mine.page, mine.served, "2516")
    mine.page.get_by_role("button", name=re.compile("^Reconnoitre")).click(timeout=SLOW)
    logged(mine.page, "Air reconnaissance: rolled")
    rolled = mine.now()["log"][-1]["rolls"][0]["total"]
    if rolled in (5, 6):
        expect(other.page.locator("#question-title")).to_be_visible()
        mine.check()
        other.page.keyboard.press("1")
        expect(other.page.locator("#question-title")).to_have_count(0)
    seen = [each["id"] for each in mine.now()["pieces"] if each["at"] == "2516"]
    assert len(seen) == {1: 0, 2: 0, 3: 1, 4: 2, 5: 0}[(rolled + 1) // 2]
    assert set(seen) <= {"gari", "12l"}
    mine.sees(*seen)


def come_to_an_activation(mine: Watch, other: Watch) -> None:
    """End phases until one's own formation can be activated; then both look at all there is to be looked at."""
    for _ in range(40):
        acting = next(each for each in (mine, other) if each.now()["to_act"] == each.side)
        if acting is mine and mine.now()["status"]["phase"] == "activation":
            break
        acting.order(acting.now()["can_end"]["order"])
    mine.order({"type": "activate", "formation": "Barrón's Brigade"})
    for page in (mine.page, other.page):
        for key in "smtti":
            page.keyboard.press(key)
            caught_up(page, 0)
        page.keyboard.press("Escape")


def send_a_patrol(mine: Watch, other: Watch) -> None:
    """Reconnoitre 2214 without 8th Bandera; if that fails, nobody counterattacks, and nobody is seen."""
    press(mine.page, mine.served, "2214")
    mine.page.get_by_role("checkbox", name=re.compile("8th Bandera")).uncheck()
    mine.page.get_by_role("button", name=re.compile("^Reconnoitre")).click(timeout=SLOW)
    logged(mine.page, "Ground reconnaissance: rolled")
    if mine.now()["log"][-1]["rolls"][0]["total"] < 8:
        mine.sees("marty")
    if mine.now()["question"] is not None:
        other.page.get_by_role("button", name=re.compile("No counterattack", re.IGNORECASE)).click()
        expect(other.page.locator("#question-title")).to_have_count(0)


def weigh_an_attack(mine: Watch) -> None:
    """Look at the odds of an attack on 2214, without 8th Bandera and the guns."""
    mine.order(END)
    mine.order(END)
    expect(mine.page.locator("header .phase strong")).to_have_text("combat")
    press(mine.page, mine.served, "2214")
    for name in ("8th Bandera", "75 mm Mountain Guns"):
        mine.page.get_by_role("checkbox", name=re.compile(name)).uncheck()
    expect(mine.page.get_by_role("button", name=re.compile("^Attack"))).to_be_visible(timeout=SLOW)


def attack(mine: Watch, other: Watch) -> None:
    """Fight: two battalions, and one that defends with its battery; nobody advances."""
    mine.page.get_by_role("button", name=re.compile("^Attack")).click()
    logged(mine.page, COMBAT)
    mine.sees("marty", "12l")
    other.sees("ifni", "tet")
    for _ in range(20):
        asked = mine.now()["question"]
        if asked is None:
            break
        who = mine if asked["side"] == mine.side else other
        before = who.now()["seq"]
        who.page.locator("section:has(#question-title) button").last.click()
        caught_up(who.page, before + 1)


def go_on_to_turn_2(mine: Watch, other: Watch) -> None:
    for _ in range(40):
        acting = next(each for each in (mine, other) if each.now()["to_act"] == each.side)
        if acting.now()["status"]["turn"] > 1:
            return
        acting.order(acting.now()["can_end"]["order"])


def test_no_page_is_ever_sent_what_its_side_does_not_know(served: Served, opened: Opened) -> None:
    """Two browsers through a turn: every byte that either is sent is held against what its side may know by then."""
    table = made(served, hotseat=False)
    mine, other = (Watch(served, opened, table, side) for side in ("Nationalist", "Republican"))
    for act in (set_up_in_secret, fly_over_2516, come_to_an_activation, send_a_patrol):
        act(mine, other)
        mine.check()
        other.check()
    weigh_an_attack(mine)
    mine.check()
    other.check()
    attack(mine, other)
    mine.check()
    other.check()
    go_on_to_turn_2(mine, other)
    mine.check()
    other.check()
    assert {"8ban", "mel", "bcav", "bhq", "pz1"} <= other.hidden.keys()
    assert {"domb", "12at", "t26a", "17hq"} <= mine.hidden.keys()
    assert len(other.views()) > 5
