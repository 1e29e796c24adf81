# SPDX-License-Identifier: Apache-2.0
"""Threads that search at once: each has working space of its own, and gets the answers it would get alone."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from grognard.hexes import Direction, Grid, HexId
from grognard.hexes.paths import Ways, points, reach, supply_lengths, supply_marks, trace_supply
from grognard.hexes.scratch import scratch_for

THREADS, ROUNDS = 4, 150
SEARCHES = ("spread", "trace", "lengths")


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches without the interpreter's lock, so that they do run at once, as they would where there is none."""
    from grognard.hexes import kernels  # noqa: PLC0415 - it takes a while to load

    for name in SEARCHES:
        plain = getattr(kernels, name).py_func
        monkeypatch.setattr(kernels, name, njit(nogil=True)(plain))


def board() -> Ways:
    rng = Random(5)

    def price(_here: HexId, _side: Direction, _there: HexId) -> int:
        return rng.choice([points(1), points(2), points(3)])

    return Ways(Grid(60, 60), price)


def reached(ways: Ways, start: HexId) -> Any:
    return dict(reach(ways, start, points(20)).items())


def supplied(ways: Ways, start: HexId) -> Any:
    sources = [HexId((start * 7 + 13) % ways.grid.size)]
    return trace_supply(ways, start, sources)


def measured(ways: Ways, start: HexId) -> Any:
    return supply_lengths(ways, supply_marks([start])).tolist()


@pytest.mark.usefixtures("unlocked")
@pytest.mark.parametrize("search", [reached, supplied, measured])
def test_threads_that_search_at_once_get_the_answers_they_would_get_alone(
    search: Callable[[Ways, HexId], Any],
) -> None:
    ways = board()
    starts = [HexId(each) for each in Random(1).sample(range(ways.grid.size), ROUNDS)]
    alone = [search(ways, start) for start in starts]
    begin = threading.Barrier(THREADS)

    def run() -> list[Any]:
        begin.wait()
        return [search(ways, start) for start in starts]

    with ThreadPoolExecutor(THREADS) as pool:
        for found in [each.result() for each in [pool.submit(run) for _ in range(THREADS)]]:
            assert found == alone


def arrays() -> Iterator[Any]:
    yield from scratch_for(77)


def test_no_two_threads_share_working_space() -> None:
    with ThreadPoolExecutor(2) as pool:
        meet = threading.Barrier(2)

        def mine() -> list[Any]:
            meet.wait()
            return list(arrays())

        one, other = (each.result() for each in [pool.submit(mine), pool.submit(mine)])
    assert not any(np.shares_memory(first, second) for first in one for second in other)
    assert all(first is again for first, again in zip(arrays(), arrays(), strict=True))
