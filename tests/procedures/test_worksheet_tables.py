# SPDX-License-Identifier: Apache-2.0
"""The chart that is laid beside a worksheet, and what is added to the dice, as its lines say."""

import pytest

from grognard.procedures.forms import fill
from grognard.registry import Card, game
from grognard.registry.games import procedure


@pytest.mark.parametrize(
    ("of", "name", "given", "table"),
    [
        ("seelowe", "combat", {"attackers": "6,6,5", "defenders": "5"}, "crt"),
        # What it costs to overrun in the terrain is told first.
        ("iron-curtain", "overrun", {"period": "1945", "attackers": "4/4", "defenders": "4/4"}, "crt-1945"),
        # A patrol that fails is counterattacked on another table.
        ("jarama", "ground-recon", {"scouts": "4/2/5", "units": "6/3/5,2/1/4"}, "ground-recon"),
        ("panzerblitz", "minefield", {"targets": "t34c"}, "crt"),
        ("asl-sk", "close-combat", {"attackers": "g-467", "targets": "r-447"}, "cct"),
        # What is checked by definitions is rolled on no chart.
        ("asl-sk", "morale-check", {"units": "g-467"}, ""),
    ],
)
def test_the_first_line_that_names_a_table_has_the_one_rolled_on_first(
    of: str, name: str, given: dict[str, str], table: str
) -> None:
    asked = procedure(of, name)
    lines = asked.worksheet(fill(asked.situation, given), Card(of)).lines
    tables = [line.table for line in lines if line.table is not None]
    assert tables[0] == table
    assert set(tables) - {""} <= set(game(of).charts)


def test_the_modifier_is_marked_and_its_parts_are_not() -> None:
    asked = procedure("seelowe", "combat")
    given = {"attackers": "6,6,5", "defenders": "5", "river": "yes"}
    lines = asked.worksheet(fill(asked.situation, given), Card("seelowe")).lines
    assert [(line.what, line.value) for line in lines if line.modifier] == [("die modifier", "-2")]
