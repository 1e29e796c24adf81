# SPDX-License-Identifier: Apache-2.0
"""Headings of several lines: a column is found by a value for each line, from the top."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard import Chart, load_chart
from grognard.charts.errors import BadFile, OffChart

Write = Callable[..., Path]

# Losses are counted from 1 in clear terrain and from 4 in rough: each part of the last line by itself has no gap.
THREE = '''
title = "Three lines"
source = "made up"
table = """
Terrain: | clear  | clear  | clear  | clear  | rough  | rough
Who:     | attack | attack | defend | defend | attack | attack
Losses:  | 1      | 2      | 1      | 2      | 4      | 5
---------+--------+--------+--------+--------+--------+-------
Result   | a      | b      | c      | d      | e      | f
"""
[rows]
kind = "named"
[[columns]]
kind = "named"
[[columns]]
kind = "named"
[[columns]]
kind = "band"
above = "clamp"
[codes]
a = "a"
b = "b"
c = "c"
d = "d"
e = "e"
f = "f"
'''


@pytest.mark.parametrize(
    ("keys", "column", "text"),
    [
        (("clear", "attack", 2), "clear / attack / 2", "b"),
        (("clear", "defend", 1), "clear / defend / 1", "c"),
        (("clear", "defend", 9), "clear / defend / 2", "d"),
        (("rough", "attack", 4), "rough / attack / 4", "e"),
        (("rough", "attack", 6), "rough / attack / 5", "f"),
    ],
)
def test_three_lines_find_one_column(write: Write, keys: tuple[object, ...], column: str, text: str) -> None:
    cell = load_chart(write(text=THREE))[keys]
    assert (cell.column, cell.text) == (column, text)


def test_what_the_upper_lines_leave_is_all_there_is(write: Write) -> None:
    table = load_chart(write(text=THREE))
    with pytest.raises(OffChart, match="Losses 1 is below the table, which runs from 4 to 5"):
        table["rough", "attack", 1]


def test_a_gap_under_one_upper_label_is_named_on_its_own_line(write: Write) -> None:
    with pytest.raises(BadFile) as bad:
        load_chart(write(("| 4      | 5", "| 4      | 6"), text=THREE))
    assert [str(fault) for fault in bad.value.faults] == ["line 7: column 6: leaves a gap after 4"]


TWO = '''
title = "Two lines"
source = "made up"
table = """
Number | 1 | 1 | 2 | 2
Number | 1 | 2 | 1 | 2
-------+---+---+---+---
Result | a | b | c | d
"""
[rows]
kind = "named"
[[columns]]
kind = "band"
below = "d"
[[columns]]
kind = "band"
below = "d"
[codes]
a = "a"
b = "b"
c = "c"
d = "d"
'''


@pytest.fixture
def two(write: Write) -> Chart:
    return load_chart(write(text=TWO))


def test_lines_that_look_alike_are_told_apart(two: Chart) -> None:
    assert [two[upper, lower].text for upper in (1, 2) for lower in (1, 2)] == ["a", "b", "c", "d"]


def test_a_result_outside_an_upper_line_is_the_answer_at_once(two: Chart) -> None:
    assert (two[0, 1].text, two[0, 1].how) == ("d", "0 is below the table: d")
    assert (two[1, 0].text, two[1, 0].column) == ("d", "1 / 0")


def test_two_lines_may_be_quite_equal(write: Write) -> None:
    text = TWO.replace("1 | 1 | 2 | 2", "1 | 2 | 3 | 4").replace("1 | 2 | 1 | 2", "1 | 2 | 3 | 4")
    assert load_chart(write(text=text))[3, 3].text == "c"


def test_settings_of_a_line_are_named_with_its_number(write: Write) -> None:
    lower = '[[columns]]\nkind = "band"\nbelow = "q"\n[codes]'
    with pytest.raises(BadFile) as bad:
        load_chart(write(('[[columns]]\nkind = "band"\nbelow = "d"\n[codes]', lower), text=TWO))
    assert [str(fault) for fault in bad.value.faults] == [
        "line 17: columns 2, below: 'q' is neither clamp, refuse, arithmetic nor a code"
    ]
