# SPDX-License-Identifier: Apache-2.0
"""What a worksheet says of where its numbers came from, as the page gets it: charts, places on them, and rulings."""

from grognard.procedures.procedure import Line
from grognard.server.worksheet_sources import Source, line_shown, read_source

CHARTS = ("crt", "tec")


def test_a_chart_a_place_on_it_and_a_ruling_are_told_apart() -> None:
    assert read_source("crt: Combat Odds, ruling odds-rounding", CHARTS) == Source(
        "crt: Combat Odds", "crt", ("Combat Odds",), ("odds-rounding",)
    )


def test_the_text_of_a_cell_is_no_part_of_its_place() -> None:
    assert read_source("halved by tec: river, combat: Half, ruling x", CHARTS) == Source(
        "halved by tec: river, combat: Half", "tec", ("river", "combat"), ("x",)
    )


def test_a_rule_names_no_chart() -> None:
    for text in ("printed strengths", "8.8", "roster: Mines"):
        assert read_source(text, CHARTS) == Source(text)


def test_a_line_may_rest_on_rulings_alone() -> None:
    assert read_source("ruling overrun, ruling shift", CHARTS) == Source("", rulings=("overrun", "shift"))


def test_a_line_that_names_two_charts_has_two_sources() -> None:
    line = line_shown(Line("Panther at 5", "8", "crt: 0, 1-1: Ar; halved by tec: river", table="crt"), CHARTS)
    assert (line.what, line.value, line.table, line.modifier) == ("Panther at 5", "8", "crt", False)
    assert [(source.chart, source.place) for source in line.sources] == [
        ("crt", ("0", "1-1")),
        ("tec", ("river",)),
    ]
