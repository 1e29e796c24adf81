# SPDX-License-Identifier: Apache-2.0
"""Collections of garbage walk through what is new, and once in a while through everything."""

import gc
import time
import weakref
from collections.abc import Iterator

import pytest

from grognard.server import garbage_collection
from grognard.server.garbage_collection import GarbageCollector


class Node:
    """Something that refers to itself, so that only a collection finds it when nobody uses it any more."""

    def __init__(self) -> None:
        self.itself = self


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_what_outlived_a_collection_is_not_walked_through_again() -> None:
    kept = [Node() for _ in range(50_000)]
    GarbageCollector().collect()
    assert len(gc.get_objects()) < 10_000 < gc.get_freeze_count()
    assert kept[0].itself is kept[0]


def test_garbage_among_what_was_set_aside_is_found_in_time() -> None:
    clock = Clock()
    each_minute = GarbageCollector(whole=60, clock=clock)
    kept = Node()
    gone = weakref.ref(kept)
    each_minute.collect()
    del kept
    each_minute.collect()
    assert gone() is not None
    clock.now = 60
    each_minute.collect()
    assert gone() is None


def test_new_garbage_is_found_without_being_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collection, "PACE", 0.05)
    made = Node()
    gone = weakref.ref(made)
    del made
    now_and_then = GarbageCollector()
    now_and_then.start()
    until = time.monotonic() + 10
    while gone() is not None and time.monotonic() < until:
        time.sleep(0.01)
    now_and_then.stop()
    assert gone() is None
    assert gc.get_threshold()[2] == garbage_collection.NEVER
