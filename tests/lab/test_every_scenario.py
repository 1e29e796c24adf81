# SPDX-License-Identifier: Apache-2.0
"""Every scenario can be told in a report: random games of each, those of games that hide something too."""

from pathlib import Path

import pytest

from grognard.lab.balance.batches import write_balance
from grognard.lab.batch.match import save_match
from grognard.lab.batch.opening import new_match
from grognard.lab.batch.results import write_part
from grognard.lab.batch.tasks import Done, Part, do
from grognard.registry import NAMES
from grognard.registry.games import scenario_names

SCENARIOS = [f"{name}/{each}" for name in NAMES for each in scenario_names(name)]


@pytest.mark.long
@pytest.mark.parametrize("scenario", [*SCENARIOS, "examples/lysna"])
def test_a_report_of_random_games_can_be_written(scenario: str, tmp_path: Path) -> None:
    match = new_match(scenario, ("random", "random"), games=2, detail=True)
    save_match(tmp_path, match)
    done = do(match, Part(0, 1))
    assert isinstance(done, Done), done
    write_part(tmp_path, done.first, done.last, done.tables)
    told = write_balance(tmp_path)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert told.games == 2
    assert all(f"Where {side} units were" in text for side in told.sides)
