# SPDX-License-Identifier: Apache-2.0
"""A sample of the dearest requests at once, which `make long ONLY=worst` has in full and measures."""

import gc
from pathlib import Path

import pytest
from worst import ask_the_worst


# Whoever makes the load leaves his connections as they are; what is told of that belongs here, and to no test after this one.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
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
