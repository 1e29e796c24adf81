# SPDX-License-Identifier: Apache-2.0
"""The script that plays every scenario, and its table."""

import re
import sys
from pathlib import Path
from shutil import copytree

import balance_all
import pytest

from grognard.registry.games import scenario

# Made by grognard lab sweep seelowe/hythe --games 12 --cell "crt 3-1/*" --as De.
KEPT = Path(__file__).parent / "kept"


def test_the_table_has_a_line_for_each_scenario_that_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copytree(KEPT / "base", tmp_path / "seelowe-hythe")
    copytree(KEPT / "variant-1", tmp_path / "seelowe-sealion")
    names = ["seelowe/hythe", "seelowe/sealion", "asl-sk/night"]
    monkeypatch.setattr(sys, "argv", ["balance_all.py", str(tmp_path), *names, "--tell-only"])
    balance_all.main()
    head, _, first, leaning = (tmp_path / "balance.md").read_text(encoding="utf-8").splitlines()
    assert head.startswith("| scenario | games |")
    assert first.startswith("| seelowe/hythe | 12 | German ")
    # Twelve games cannot tell.
    assert first.endswith(" | unsure, German 62% (35 to 84) |")
    assert leaning.endswith(" | unsure, German 92% (65 to 99) |")
    assert capsys.readouterr().out.startswith(head)
    assert (tmp_path / "seelowe-hythe/report.html").is_file()


ROW = re.compile(r"\| `(\S+/\S+)` \| \d+ \| .*? (\d+)% .*? (\d+)% .*? \|")


def test_a_scenario_that_leans_by_the_table_of_the_docs_says_so_where_it_is_chosen() -> None:
    page = (Path(__file__).parents[2] / "docs/lab.md").read_text(encoding="utf-8")
    rows = ROW.findall(page)
    assert len(rows) == 9
    for place, won, lost in rows:
        # Draws count as halves.
        score = 50 + (int(won) - int(lost)) / 2
        assert bool(scenario(*place.split("/")).lean) == (not 35 <= score <= 65), place
