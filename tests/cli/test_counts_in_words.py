# SPDX-License-Identifier: Apache-2.0
"""One of a thing is never told in the plural, wherever a count is said."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.charts.errors import BadFile, Fault
from grognard.charts.plurals import counted, plural

Here = Callable[..., subprocess.CompletedProcess[str]]
HEADER = '{"grognard":1,"game":"seelowe","scenario":"hythe","profile":"card","switched":{},"rules":"","free":false,"seats":{}}\n'


@pytest.mark.parametrize(("number", "said"), [(0, "0 hexes"), (1, "1 hex"), (2, "2 hexes"), (21, "21 hexes")])
def test_a_count_agrees_with_its_noun(number: int, said: str) -> None:
    assert counted(number, "hex", "hexes") == said
    assert f"{number} {plural(number, 'hex', 'hexes')}" == said


def test_one_fault_is_one() -> None:
    assert str(BadFile("a.toml", [Fault(1, "file", "is empty")])).startswith("a.toml has 1 fault:")


def test_a_point_of_artillery_is_one(here: Here) -> None:
    typed = "combat --attackers 6/3/5 --defenders 5/4/4 --artillery 1"
    said = here("odds", "jarama", *typed.split()).stdout
    assert re.search(r"artillery +1 +1 point, ruling", said)
    assert "1 points" not in said


def test_a_saved_game_of_one_order_has_one(here: Here, tmp_path: Path) -> None:
    """The Germans land one division, and nothing is asked of anybody."""
    save = tmp_path / "one.jsonl"
    save.write_text(HEADER + '{"order":{"type":"arrive","unit":"17id","to":"2312"}}\n', encoding="utf-8")
    said = here("verify", str(save)).stdout
    assert "It holds: 1 order and 0 answers, every one as the rules ask it." in " ".join(said.split())
    beyond = here("replay", str(save), "--at", "2")
    assert (beyond.returncode, beyond.stderr) == (2, f"grognard: {save} has 1 order; --at takes 0 to 1\n")
