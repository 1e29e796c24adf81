# SPDX-License-Identifier: Apache-2.0
"""By which chapters a game is decided, and that players are told of those alone."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.play.game import every_order
from grognard.play.history import Reopened, saved_game
from grognard.play.log import SavedLog
from grognard.play.table import begin
from grognard.play.upgrade_notice import upgrade_notice
from grognard.registry import current_rules, used_chapters
from grognard.registry.games import header, open_game, reopen_log
from grognard.registry.used_chapters import imported

GAME, SCENARIO = "panzerblitz", "stepanovo"


def test_a_scenario_is_decided_by_its_own_map_alone() -> None:
    """A game that gets another scenario with a map of its own is no other game to those who play it."""
    parts = current_rules.parts_of_rules("seelowe", "hythe")
    own = [part for part in parts if part.startswith(("seelowe/maps/", "seelowe/scenarios/"))]
    assert own == ["seelowe/maps/kent", "seelowe/scenarios/hythe"]


def test_a_game_is_decided_by_what_it_is_made_of_and_imports() -> None:
    tanks, sealion = used_chapters.used_chapters(GAME), used_chapters.used_chapters("seelowe")
    assert {"map_board", "line_of_sight", "costs"} <= tanks
    assert {"supply", "retreat", "victory", "board"} <= sealion
    assert not tanks & {"supply", "hidden_forces", "strikes", "evaluation", "board", "rulebook"}
    assert not sealion & {"line_of_sight", "hidden_stacks", "strikes"}


def test_imports_are_found_however_they_are_written(tmp_path: Path) -> None:
    module = tmp_path / "orders.py"
    module.write_text(
        "import grognard.rules.zones as near\nfrom grognard.rules import strikes\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from grognard.rules.entry import Entry\nelse:\n    from grognard.rules import losses\n"
        "def late():\n    from grognard.rules.supply import Supply\n    return Supply\n"
    )
    assert imported(module) == {"zones", "strikes", "losses", "supply"}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what all games share, which may be changed."""
    here = used_chapters.RULES.parent
    for folder in ("charts", "umpire", "procedures", "hexes", "registry", "rules", "play"):
        shutil.copytree(here / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(current_rules, "__file__", str(tmp_path / "registry" / "current_rules.py"))
    monkeypatch.setattr(used_chapters, "RULES", tmp_path / "rules")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "tanks", "sealion"),
    [
        ("rules/supply.py", "", "rules/supply"),
        ("rules/line_of_sight.py", "rules/line_of_sight", ""),
        ("rules/costs.py", "rules/costs", "rules/costs"),
        ("rules/rulebook.py", "rules", "rules"),
        ("hexes/paths.py", "hexes", "hexes"),
        ("rules/hidden_view.py", "", ""),
    ],
)
def test_a_change_is_one_of_the_games_that_are_decided_by_it(
    library: Path, file: str, tanks: str, sealion: str
) -> None:
    games = (GAME, "seelowe")
    before = [current_rules._parts_of_rules.__wrapped__(game) for game in games]
    with (library / file).open("a", encoding="utf-8") as text:
        text.write("CHANGED = 1\n")
    after = [current_rules._parts_of_rules.__wrapped__(game) for game in games]
    changed = [
        {part for part in now if now[part] != then[part]} for then, now in zip(before, after, strict=True)
    ]
    assert changed == [{part} - {""} for part in (tanks, sealion)]


def reopened(rules: str = "others", gone: str = "", **then: str) -> Reopened[Any]:
    """Open a game of an order that began under other rules, which had other `parts` too."""
    game, head = open_game(GAME, SCENARIO), header(GAME, SCENARIO)
    table = begin(game, head)
    saved = saved_game(table.give(next(every_order(game, table.position))))
    parts = (
        head.parts | {part.replace("__", "/"): "another" for part in then} | ({gone: "was"} if gone else {})
    )
    return reopen_log(SavedLog(replace(saved.header, rules=rules, parts=parts), saved.entries))


def test_nothing_is_said_where_only_other_games_rules_and_the_works_have_changed() -> None:
    assert upgrade_notice(reopened(gone="rules/supply", charts="", hexes="", rules__strikes="")) == ""
    assert upgrade_notice(reopened(gone="rules/supply"), secret=True) == ""


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ("rules__line_of_sight", "the chapter line of sight"),
        ("panzerblitz__rulings", "the rulings"),
        ("panzerblitz__movement", "the rules of the game in movement"),
    ],
)
def test_what_decides_the_game_is_named_and_nothing_else(part: str, named: str) -> None:
    told = upgrade_notice(reopened(charts="", rules__strikes="", **{part: ""}))
    assert told == (
        f"The rules have changed since this game began ({named}). The past is shown as it was. Every order would come "
        "out the same now. It goes on under the rules as they are now, with the rulings it began with."
    )


def test_a_chart_of_the_game_that_is_gone_is_named() -> None:
    assert "(the chart dust)" in upgrade_notice(reopened(gone="panzerblitz/cards/dust"))


def test_where_an_order_would_come_out_otherwise_it_is_said_whatever_has_changed() -> None:
    opened = reopened(charts="")
    other = replace(opened, table=replace(opened.table, otherwise=frozenset({0})))
    assert "(what all games share)" in upgrade_notice(other)
    assert "1 of 1 order would come out otherwise now." in upgrade_notice(other)
    # Whether one would may be the enemy's secret.
    assert upgrade_notice(other, secret=True) == ""
