# SPDX-License-Identifier: Apache-2.0
"""The same game in another process, with another order of hashes, is the same to the last byte."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from kit import SCENARIOS, moments_of

from grognard.play.canonical import fingerprint
from grognard.play.log import print_log

STEPS = 120


def print_of(name: str) -> str:
    """One hash of a game: of its log and of every position."""
    table = moments_of(name, 5, STEPS)[-1]
    found = sha256(print_log(table.log).encode())
    for position in table.positions:
        found.update(fingerprint(position).encode())
    return found.hexdigest()


def test_a_game_is_the_same_in_another_process() -> None:
    """This process has an order of hashes of its own, drawn by lot."""
    assert sys.flags.hash_randomization
    code = "from test_other_process import *\nfor name in SCENARIOS: print(print_of(name))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(Path(__file__).parent)},
    )
    assert done.stdout.split() == [print_of(name) for name in SCENARIOS]
