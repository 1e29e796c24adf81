# SPDX-License-Identifier: Apache-2.0
"""One game of twin worlds by its seed, for the long run: every pair of it through the doors that its share comes to."""

import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
from doors import Leak, leaks
from rooms import Rooms
from twins import MANY, scenes

# How many leaks are told of each game.
TOLD = 5


class Ran(msgspec.Struct, frozen=True):
    """What came of one game: with how many pairs each door was opened, and the first leaks."""

    doors: dict[str, int]
    leaks: list[Leak]

    @property
    def pairs(self) -> int:
        """How many pairs were tried."""
        return self.doors.get("seen", 0)


@cache
def rooms_of(name: str) -> Rooms:
    """Return the tables of a scenario, made once in each process."""
    return Rooms(name, Path(tempfile.mkdtemp(prefix="twins-")))


def run_twins(name: str, seed: int, many: int = MANY, *, every_door: bool = False) -> Ran:
    """Try every pair of one game: cheap doors with each, dear ones with the share that stands in `DOORS`, or all."""
    doors: Counter[str] = Counter()
    found: list[Leak] = []
    for scene in scenes(name, seed, many=many):
        found += leaks(rooms_of(name), scene, every_door=every_door, tally=doors)
    return Ran(doors, found[:TOLD])
