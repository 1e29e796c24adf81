# SPDX-License-Identifier: Apache-2.0
"""What `rules.toml` and the game's own chapters say of combat is what the terrain effects chart says in numbers."""

from grognard.games.seelowe.air_attack import SAFE_CITY, AirAttack, worksheet
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.registry.games import definition

CARD = Card("seelowe")
BOOK = definition("seelowe").under(CARD)
TEC = CARD.chart("tec")
ROWS = {row: TEC.does(TEC[row, "combat"].text) for row in TEC.row_axis.labels}


def rows_with(does: str) -> set[str]:
    return {row for row, effects in ROWS.items() if effects.get(does)}


def test_every_modifier_of_the_die_is_that_of_the_cell_it_cites() -> None:
    cited = {
        modifier.source: modifier.die for modifier in BOOK.combat.modifiers if "tec: " in modifier.source
    }
    assert cited == {f"tec: {row}, combat": ROWS[row]["die"] for row in rows_with("die")}


def test_sea_hexsides_bar_attacks() -> None:
    barred = {TEC[flag.hexside, "combat"].row for flag in BOOK.combat.flags if flag.forbidden}
    assert barred == rows_with("no_attack")


def test_units_may_stand_and_are_safe_from_german_aircraft_in_cities() -> None:
    assert BOOK.stand is not None
    assert {TEC[BOOK.stand.terrain, "combat"].row} == rows_with("may_stay")
    refused = set()
    for terrain in BOOK.game.terrain.hexes:
        try:
            worksheet(AirAttack(1, terrain=terrain))  # type: ignore[arg-type]  # the terrain of the game
        except NotAllowed as error:
            assert str(error) == SAFE_CITY  # noqa: PT017 - one terrain of several
            refused.add(TEC[terrain, "combat"].row)
    assert refused == rows_with("no_german_air")
