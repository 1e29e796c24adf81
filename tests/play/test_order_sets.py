# SPDX-License-Identifier: Apache-2.0
"""Orders drawn by lot: each as likely as the next, none that may not be given, and no list of all of them."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from grognard.play.order_sets import AllOf, Filtered, Groups, Orders, shuffled

DRAWS = 6000


def name(units: tuple[str, ...]) -> str:
    return "".join(units)


SOME: list[tuple[Orders[Any], list[Any]]] = [
    (AllOf(["a", "b", "c"], str.upper), ["A", "B", "C"]),
    (Filtered(["a", "b", "c", "d"], str.upper, lambda each: each in "bd"), ["B", "D"]),
    (Groups("abc", name, lambda _: True), ["abc", "ab", "ac", "bc", "a", "b", "c"]),
    (Groups("abc", name, lambda group: "b" in group), ["abc", "ab", "bc", "b"]),
]


@pytest.mark.parametrize(("orders", "listed"), SOME)
def test_orders_run_in_order_and_are_drawn_alike(orders: Orders[Any], listed: list[Any]) -> None:
    assert list(orders) == listed
    rng = Random(1)
    drawn: Counter[Any] = Counter(orders.draw(rng) for _ in range(DRAWS))
    assert sorted(drawn) == sorted(listed)
    share = DRAWS / len(listed)
    # Six standard deviations of a fair draw.
    assert all(abs(count - share) < 6 * share**0.5 for count in drawn.values())


@pytest.mark.parametrize(
    "orders",
    [
        AllOf(()),
        Filtered("abc", str.upper, lambda _: False),
        Groups("abc", name, lambda _: False),
        Groups("", name, bool),
    ],
)
def test_where_nothing_may_be_ordered_nothing_is_drawn(orders: Orders[Any]) -> None:
    assert list(orders) == []
    assert orders.draw(Random(1)) is None


def test_of_more_groups_than_anybody_lists_some_are_had_at_once() -> None:
    groups = Groups([str(each) for each in range(60)], len, lambda _: True)
    assert list(islice(groups, 2)) == [60, 59]
    assert groups.draw(Random(1)) in range(1, 61)


def test_numbers_are_shuffled_without_loss() -> None:
    found = [list(shuffled(4, Random(seed))) for seed in range(200)]
    assert all(sorted(each) == [0, 1, 2, 3] for each in found)
    assert len({tuple(each) for each in found}) == 24
