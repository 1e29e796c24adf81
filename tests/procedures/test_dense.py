# SPDX-License-Identifier: Apache-2.0
"""A whole table at once is every column by itself."""

from fractions import Fraction

import pytest

from grognard import chart
from grognard.charts.errors import OffChart
from grognard.procedures.dense import whole_table
from grognard.procedures.reading import column
from grognard.umpire import Chance


@pytest.mark.parametrize("profile", ["card", "errata"])
@pytest.mark.parametrize("name", ["panzerblitz", "seelowe"])
def test_the_whole_table_is_every_column_under_every_modifier(name: str, profile: str) -> None:
    """Far enough off the table, too, that no die falls on it."""
    crt = chart(name, "crt", profile)
    modifiers = range(-12, 13)
    table = whole_table(crt, modifiers)
    assert table.columns == crt.column_axes[0].labels
    for label in table.columns:
        for modifier in modifiers:
            alone = Chance(dict(column(crt, label, modifier).branches))
            assert table.chance(label, modifier) == alone, (label, modifier)


def test_weights_by_hand() -> None:
    """PanzerBlitz at 2-1 with 1 off the die: 0 and 1 are X, 2 and 3 DD, 4 is D, 5 nothing."""
    table = whole_table(chart("panzerblitz", "crt"), [-1])
    assert dict(table.chance("2-1", -1).items()) == {
        "X": Fraction(1, 3), "DD": Fraction(1, 3), "D": Fraction(1, 6), "-": Fraction(1, 6),
    }  # fmt: skip
    assert table.ways == 6
    assert table.weights.sum() == 6 * len(table.columns)


def test_a_ruling_off_the_table_is_in_it() -> None:
    """At 1-4 a roll of 1 less 3 is DD, or D where the row is clamped."""
    clamped = chart("panzerblitz", "crt", switched={"crt-below-minus-1": "clamp"})
    assert whole_table(chart("panzerblitz", "crt"), [-3]).chance("1-4", -3)["DD"] == Fraction(1, 6)
    assert whole_table(clamped, [-3]).chance("1-4", -3)["DD"] == 0


def test_a_chart_that_refuses_dice_off_it_has_no_whole_table() -> None:
    with pytest.raises(OffChart):
        whole_table(chart("seelowe", "air-normal"), [0])
