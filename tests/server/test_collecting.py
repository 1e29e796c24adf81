# SPDX-License-Identifier: Apache-2.0
"""Collections of garbage walk through what is new, and once in a while through everything."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from grognard.server.collecting import Collecting


class Node:
    """Something that refers to itself, so that only a collection finds it when nobody uses it any more."""

    def __init__(self) -> None:
        self.itself = self


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    collecting = Collecting(whole=60, clock=clock)
    collecting.start()
    yield clock
    collecting.stop()


def test_what_outlived_a_collection_is_not_walked_through_again(clock: Clock) -> None:
    assert clock.now == 0
    kept = [Node() for _ in range(50_000)]
    gc.collect()
    assert len(gc.get_objects()) < 10_000 < gc.get_freeze_count()
    assert kept[0].itself is kept[0]


def test_garbage_among_what_was_set_aside_is_found_in_time(clock: Clock) -> None:
    kept = Node()
    gone = weakref.ref(kept)
    gc.collect()
    del kept
    gc.collect()
    assert gone() is not None
    clock.now = 60
    gc.collect()
    assert gone() is None


def test_new_garbage_is_found_at_once(clock: Clock) -> None:
    assert clock.now == 0
    made = Node()
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None
