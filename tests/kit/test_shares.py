# SPDX-License-Identifier: Apache-2.0
"""The order that tests are run in."""

from pathlib import Path

import pytest
from shares import SLOW, dealt, folder

TESTS = Path(__file__).parents[1]


def test_each_slow_folder_leads_a_share_and_all_shares_are_equal() -> None:
    slow = [("web", 1), ("server", 2), ("server", 3), ("kit", 4)]
    quick = [("rules", number) for number in range(10, 21)]
    assert dealt([*quick, *slow], 3) == [1, 10, 11, 12, 13, 2, 3, 14, 15, 16, 4, 17, 18, 19, 20]


def test_a_slow_folder_may_be_cut_into_parts_each_for_a_process() -> None:
    assert dealt([("web", number) for number in range(1, 6)], 3) == [1, 2, 3, 4, 5]
    assert dealt([("kit", 4), ("web", 1), ("kit", 5), ("web", 2), ("server", 6), ("lab", 7)], 6) == [
        1,
        2,
        4,
        5,
        6,
        7,
    ]


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 2, 40])
def test_no_test_is_lost_or_run_twice(workers: int, count: int) -> None:
    items = [(("web", "rules", "kit", "")[number % 4], number) for number in range(count)]
    assert sorted(dealt(items, workers)) == list(range(count))


def test_the_slow_folders_are_there() -> None:
    assert [folder(path, TESTS) for path in (TESTS / "web" / "test_asl.py", TESTS.parent / "README.md")] == [
        "web",
        "",
    ]
    assert all((TESTS / name).is_dir() for name in SLOW)
