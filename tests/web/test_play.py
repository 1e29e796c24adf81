# SPDX-License-Identifier: Apache-2.0
"""At the board of any game: what a player finds, is told and is not left to guess."""

from typing import Any

from playwright.sync_api import Page, expect
from web_fixtures import SLOW, Opened, Served

PHONE = {"width": 390, "height": 844, "has_touch": True}


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
