# SPDX-License-Identifier: Apache-2.0
"""Samples of what `make long ONLY="worst thinking"` has in full and measures: the dearest requests at once, and programs that think."""

import gc
from pathlib import Path

import pytest
from thinking import Play, think_beside
from worst import ask_the_worst

# Whoever makes the load leaves his connections as they are; what is told of that belongs here, and to no test after this one.
load = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@load
def test_people_play_on_while_others_ask_for_the_dearest_things(tmp_path: Path) -> None:
    """How long they wait is not held here: others may be at work on the machine."""
    measured, log = ask_the_worst(tmp_path, 1, tables=2, every=0.2)
    gc.collect()
    assert measured.acts > 1
    assert measured.asked
    assert max(measured.asked) < 500
    assert measured.free_after < 15
    assert measured.megabytes < 1500
    assert not log


@load
def test_people_play_on_while_programs_think_elsewhere(database: str, tmp_path: Path) -> None:
    """How long they wait is not held here either."""
    sample = Play(1, tables=1, count=4, program="random", games=("seelowe/sealion",), workers=0)
    thought, log = think_beside(tmp_path, database, sample)
    gc.collect()
    assert thought.acts > 0
    assert thought.events > 0
    assert thought.fewest == 4
    assert not log
