# SPDX-License-Identifier: Apache-2.0
"""The chart browser, driven by its keys."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Input, Static, Tree

from grognard import NAMES, chart, game
from grognard.cli.answers import look_up
from grognard.cli.browse import ChartBrowser, example


def browse(script: Callable[[Pilot[None]], Awaitable[None]], width: int = 100) -> None:
    async def run() -> None:
        async with ChartBrowser().run_test(size=(width, 40)) as pilot:
            await pilot.pause()
            await script(pilot)

    # In a thread of its own: the browser that tests of the page share leaves a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


def page(pilot: Pilot[None], where: str = "#chart") -> str:
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(pilot.app.query_one(where, Static).content)
    return capture.get()


def test_the_cursor_leads_through_the_charts() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "CRT Combat Results Table" in page(pilot)
        await pilot.press("down")
        assert "TEC Terrain Effects Chart" in page(pilot)
        await pilot.press("down", "down", "down", "enter", "down")
        assert "jarama tec, profile card" in page(pilot)

    browse(script)


def test_a_cell_is_looked_up_and_lit() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        line = pilot.app.query_one(Input)
        assert line.has_focus
        assert line.placeholder == "/ look up: 1-1, 3  (ODDS RATIOS, DIE ROLL)"
        await pilot.press(*"5-2,5", "enter")
        assert "5 at 2-1: -: No Effect." in page(pilot, "#answer")
        await pilot.press("escape", "e")
        assert "5 at 2-1: D: Unit dispersed" in page(pilot, "#answer")
        assert pilot.app.query_one(Tree).has_focus

    browse(script)


@pytest.mark.parametrize(("name", "each"), [(name, each) for name in NAMES for each in game(name).charts])
def test_the_example_can_be_typed(name: str, each: str) -> None:
    table = chart(name, each)
    typed, _ = example(table).split("  (")
    cell = look_up(table, typed)
    labels = [axis.labels[len(axis.labels) // 2] for axis in table.key_axes]
    found = f"{cell.row} / {cell.column}".split(" / ")
    assert sorted(labels) == sorted(label for label in found if label in labels)


def test_the_example_has_short_names_for_long_headings() -> None:
    assert example(chart("panzerblitz", "wec")).startswith("A, armored far  (")
    assert example(chart("iron-curtain", "tec")).startswith("Rough, Defender Terrain?  (")


def test_a_bad_look_up_is_answered_in_words() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"1-9,5", "enter")
        assert "ODDS RATIOS 1-9 is below the table, which runs from 1-4 to 4-1" in page(pilot, "#answer")

    browse(script)


def test_errata_doubts_and_the_whole_width() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("e")
        assert "profile errata" in page(pilot)
        assert "D!" in page(pilot)
        await pilot.press("d")
        assert "panzerblitz crt, profile errata: 11 doubts" in page(pilot)
        await pilot.press("r")
        assert "corrected (errata): D" in page(pilot)
        await pilot.press("r", "t")
        assert "profile errata" in page(pilot)
        assert not pilot.app.query_one(Tree).display
        await pilot.press("escape")
        assert pilot.app.query_one(Tree).display

    browse(script, width=60)


def test_the_page_turns() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("pagedown")
        assert pilot.app.query_one("#page").scroll_y > 0
        await pilot.press("pageup")
        assert pilot.app.query_one("#page").scroll_y == 0

    browse(script)


def test_a_cell_far_down_is_brought_into_view() -> None:
    async def script(pilot: Pilot[None]) -> None:
        tree = pilot.app.query_one(Tree)
        game = tree.root.children[-1]
        game.expand()
        await pilot.pause()
        tree.move_cursor(game.children[0])
        await pilot.pause()
        await pilot.press("slash", *"27,28", "enter")
        await pilot.pause()
        assert "27 at 28: 1-1" in page(pilot, "#answer")
        assert pilot.app.query_one("#page").scroll_y > 30

    browse(script, width=80)
