# SPDX-License-Identifier: Apache-2.0
"""One journey by mouse at a desk, by finger on a phone, and by keys alone in a wide window and in a narrow one."""

import re
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Locator, Page
from web_fixtures import Served, point

WAYS: dict[str, dict[str, Any]] = {
    "mouse": {"width": 1440, "height": 900},
    "finger": {"width": 390, "height": 844, "has_touch": True},
    "keys": {"width": 1440, "height": 900},
    "keys-390": {"width": 390, "height": 844},
}
# Whether a point of the window is on the map, and under none of what lies over it.
IS_FREE = """([x, y]) => {
  const found = document.elementFromPoint(x, y);
  return !!found?.closest(".frame") && !found.closest("button, .mini, .legend");
}"""


def ways(*in_every_run: str) -> list[ParameterSet]:
    """Return every way as a parameter; those not named are left to the long run."""
    return [pytest.param(way, marks=() if way in in_every_run else pytest.mark.long) for way in WAYS]


class Hand:
    """Whoever goes through a page in one of the ways."""

    def __init__(self, page: Page, served: Served, way: str, drawn: str = "seelowe/maps/kent") -> None:
        self.page, self.served, self.drawn = page, served, drawn
        self.way = way.partition("-")[0]

    def press(self, what: Locator) -> None:
        """Press a button, a link or a counter beside the map."""
        match self.way:
            case "mouse":
                what.click()
            case "finger":
                what.tap()
            case _:
                what.press("Enter")

    def choose(self, what: Locator) -> None:
        """Press a radio button or a box to tick, which keys do by the space bar."""
        if self.way == "keys":
            what.press("Space")
        else:
            self.press(what)

    def write(self, field: Locator, text: str) -> None:
        """Write into a field, letter by letter where that is by keys."""
        if self.way == "keys":
            field.focus()
            self.page.keyboard.type(text)
            return
        self.press(field)
        field.fill(text)

    def key(self, key: str, button: Locator) -> None:
        """Press a key of the board, or else the button that does the same."""
        if self.way == "keys":
            self.page.keyboard.press(key)
        else:
            self.press(button)

    def hex(self, number: str) -> None:
        """Press a hex; by keys walk the cursor there and press Enter."""
        if self.way == "keys":
            self._walk_to(number)
            self.page.keyboard.press("Enter")
            return
        if self.way == "finger":
            self._bring_into_sight(number)
        x, y = point(self.page, self.served, number, self.drawn)
        assert self.page.evaluate(IS_FREE, [x, y]), f"{number} is under something else"
        (self.page.touchscreen.tap if self.way == "finger" else self.page.mouse.click)(x, y)

    def _bring_into_sight(self, number: str) -> None:
        frame = self.page.get_by_role("application").bounding_box()
        assert frame is not None
        x, y = point(self.page, self.served, number, self.drawn)
        if not (
            frame["x"] < x < frame["x"] + frame["width"] - 56
            and frame["y"] < y < frame["y"] + frame["height"]
        ):
            self.page.get_by_role("button", name="Show the whole map").tap()

    def _walk_to(self, number: str) -> None:
        sheet = self.served.sheet(self.drawn)
        flat, hexes = sheet["orientation"] == "flat", sheet["hexes"]
        end = hexes[number]
        # Arrow keys walk over the hexes when the map has the focus; elsewhere they scroll. From a unit beside the map
        # they begin at its corner, so its player goes to the first hex that it can reach.
        self.page.get_by_role("application").focus()
        pressed = "h" if self.page.locator(".reach").count() else "ArrowUp"
        for _ in range(60):
            self.page.keyboard.press(pressed)
            here = self._cursor()
            if here == number:
                return
            right, down = end["x"] - hexes[here]["x"], end["y"] - hexes[here]["y"]
            # First to the column, or where hexes lie in rows to the row.
            is_there = abs(right if flat else down) < sheet["side"] / 2
            level = flat != is_there
            pressed = (
                ("ArrowRight" if right > 0 else "ArrowLeft")
                if level
                else ("ArrowDown" if down > 0 else "ArrowUp")
            )
        pytest.fail(f"the cursor never came to {number}")

    def _cursor(self) -> str:
        said = re.match(r"Hex (\d{4})", self.page.locator("[aria-live=polite].unseen").inner_text())
        assert said, "the cursor is on no hex"
        return said[1]
