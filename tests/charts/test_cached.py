# SPDX-License-Identifier: Apache-2.0
"""What is worked out once: by each object for itself, and the same for all who ask."""

import threading
from concurrent.futures import ThreadPoolExecutor

from grognard.charts.cached import cached_property


class Slow:
    """Something whose value is long in coming, for one object alone."""

    def __init__(self, until: threading.Event | None = None) -> None:
        self.until = until
        self.times = 0

    @cached_property
    def value(self) -> object:
        """A new object each time it is worked out."""
        self.times += 1
        if self.until is not None:
            assert self.until.wait(10)
        return object()


def test_it_is_worked_out_once() -> None:
    slow = Slow()
    assert slow.value is slow.value
    assert slow.times == 1
    assert Slow.value.__doc__ == "A new object each time it is worked out."


def test_no_object_waits_for_another() -> None:
    busy = Slow(until=threading.Event())
    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(lambda: busy.value)
        threads.submit(lambda: Slow().value).result(timeout=5)
        assert not waiting.done()
        assert busy.until is not None
        busy.until.set()
        assert waiting.result(timeout=5) is busy.value


def test_two_who_ask_at_once_are_given_the_same() -> None:
    busy = Slow(until=threading.Event())
    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(lambda: busy.value) for _ in range(2)]
        while busy.times < len(asked):
            pass
        assert busy.until is not None
        busy.until.set()
        assert asked[0].result(timeout=5) is asked[1].result(timeout=5) is busy.value
