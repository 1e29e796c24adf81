# SPDX-License-Identifier: Apache-2.0
"""What counts if units of some kind attack, or attack across a hexside: "artillery shifts the column"."""

import shutil
from pathlib import Path

import pytest

import grognard as library

FORD = Path(__file__).parent / "ford"
FLAG = """
[[combat.flags]]
name = "guns"
asks = "guns take part"
kinds = ["artillery"]
{more}
[[combat.modifiers]]
flag = "guns"
column = 1
says = "with guns"
source = "combat"

[retreat]"""


def with_guns(folder: Path, unit: str, more: str = "") -> library.Game:
    """Open the small game with one unit as artillery. 1st Red stands across the stream from 2nd Green, 2nd Red on his bank."""
    shutil.copytree(FORD, folder)
    scenario = (folder / "scenarios" / "ford.toml").read_text(encoding="utf-8").splitlines()
    changes = {
        "rules.toml": [
            ("infantry = {}", "infantry = {}\nartillery = {}"),
            ("[retreat]", FLAG.format(more=more)),
        ],
        "cards/tec.toml": [("Stream  | +1   | none", "Stream  | +1   | no guns here")],
        "scenarios/ford.toml": [
            (line, line.replace("infantry", "artillery")) for line in scenario if line.startswith(unit)
        ],
    }
    for file, each in changes.items():
        text = (folder / file).read_text(encoding="utf-8")
        for old, new in each:
            assert old in text
            text = text.replace(old, new)
        (folder / file).write_text(text, encoding="utf-8")
    return library.open(folder).push("r2 moves 0203").push("end")


def lines(game: library.Game, order: str) -> list[str]:
    sheet = game.preview(order)
    assert sheet is not None
    return [line.what for line in sheet.lines]


def test_a_kind_that_takes_part_sets_the_flag(tmp_path: Path) -> None:
    game = with_guns(tmp_path / "ford-guns", "r2")
    assert "with guns" in lines(game, "r1, r2 attack 0303")
    assert "with guns" in lines(game, "r2 attack 0303")
    assert "with guns" not in lines(game, "r1 attack 0303")


@pytest.mark.parametrize(("guns", "set_by_both"), [("r1", True), ("r2", False)])
def test_with_a_hexside_the_kind_itself_must_attack_across_it(
    tmp_path: Path, guns: str, *, set_by_both: bool
) -> None:
    game = with_guns(tmp_path / f"ford-across-{guns}", guns, 'hexside = "stream"\n')
    assert ("with guns" in lines(game, "r1, r2 attack 0303")) is set_by_both
    assert ("with guns" in lines(game, "r1 attack 0303")) is set_by_both
    assert "with guns" not in lines(game, "r2 attack 0303")


@pytest.mark.parametrize(("guns", "why"), [("r1", "across a stream hexside: no guns here"), ("r2", "")])
def test_only_the_kind_is_forbidden_to_attack_across_it(tmp_path: Path, guns: str, why: str) -> None:
    game = with_guns(tmp_path / f"ford-barred-{guns}", guns, 'hexside = "stream"\nforbidden = "Combat"\n')
    assert game.why_illegal("r1 attack 0303") == why
    assert not game.why_illegal("r2 attack 0303")


RULINGS = """\
[which-chart]
charts = ["tec"]
question = "Which chart has the costs?"
card = "tec"
errata = "tec"
why = "There is only one."
sure = "certain"
options = { tec = "the one there is" }
"""


def test_a_ruling_may_decide_which_movement_chart_says_why(tmp_path: Path) -> None:
    with_guns(tmp_path / "ford-as-it-is", "r1", 'hexside = "stream"\nforbidden = "Combat"\n')
    folder = (tmp_path / "ford-as-it-is").rename(tmp_path / "ford-decided")
    rules = (folder / "rules.toml").read_text(encoding="utf-8")
    decided = rules.replace('chart = "tec"', 'chart = { ruling = "which-chart", tec = "tec" }')
    assert decided != rules
    (folder / "rules.toml").write_text(decided, encoding="utf-8")
    (folder / "rulings.toml").write_text(RULINGS, encoding="utf-8")
    game = library.open(folder).push("r2 moves 0203").push("end")
    assert game.why_illegal("r1 attack 0303") == "across a stream hexside: no guns here"
