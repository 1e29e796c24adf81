# SPDX-License-Identifier: Apache-2.0
"""13.0 on the map of Kent: movement, zones and supply, each counted by hand."""

from collections.abc import Collection, Iterable

import pytest
from channel import SEELOWE

from grognard.hexes import HexId
from grognard.hexes.paths import Reach, points, reach, supply_marks, trace_supply
from grognard.registry import Card, game_map
from grognard.rules.supply import Supply, SupplyLine

KENT = game_map("seelowe", "kent")
BOOK = SEELOWE.printed
TERRAIN, EXEMPT = (BOOK.ways(KENT, pays) for pays in ("terrain", "exempt"))


def at(number: str) -> HexId:
    return KENT.grid.parse_hex(number)


def names(hexes: object) -> set[str]:
    assert hasattr(hexes, "__iter__")
    return {KENT.grid.hex_name(each) for each in hexes}


def test_the_figures_are_the_charts() -> None:
    assert BOOK.zone_costs == (2, 1)
    assert BOOK.movement.hex_costs(BOOK, "movement") == {
        "clear": 1,
        "beach": 1,
        "forest": 2,
        "rough": 2,
        "swamp": 2,
        "city": 1,
    }
    assert BOOK.movement.figure(BOOK, "river", "movement") == 1
    assert BOOK.movement.figure(BOOK, "sea", "movement") is None


@pytest.mark.parametrize(
    ("here", "there", "payer", "exempt"),
    [
        ("1505", "1605", 1, 1),  # clear to clear
        ("1406", "1407", 1, 1),  # into the city of Maidstone
        ("1506", "1507", 2, 1),  # clear to the rough of the Downs
        ("1711", "1811", 2, 1),  # clear to forest
        ("1812", "1813", 3, 1),  # over the Royal Military Canal into the marsh: 1, swamp 1, river 1
        ("1803", "1804", None, None),  # sea
        ("1705", "1804", None, None),  # over the Swale
    ],
)
def test_steps_cost_what_the_card_says(here: str, there: str, payer: int | None, exempt: int | None) -> None:
    for ways, wanted in ((TERRAIN, payer), (EXEMPT, exempt)):
        found = ways.step_cost(at(here), at(there))
        assert found == (None if wanted is None else points(wanted))


ENEMY = BOOK.zones.front(BOOK, EXEMPT, [at("1806")], [at("1806")])


def why_not(found: Reach, there: str, allowed: int) -> str:
    return BOOK.movement.why_not(KENT, found, at(there), allowed, BOOK.stacking.limit_text)


def test_a_zone_costs_2_to_enter_and_1_to_leave() -> None:
    """Clear ground around an enemy at 1806: into its zone is 1 + 2, out of it 1 + 1, from zone to zone 1 + 2 + 1."""
    found = reach(TERRAIN, at("1605"), points(4), marks=ENEMY.marks)
    assert found[at("1706")] == points(3)
    assert why_not(found, "1806", 4) == "enemy units are in 1806"
    inside = reach(TERRAIN, at("1706"), points(4), marks=ENEMY.marks)
    assert inside[at("1605")] == points(2)
    assert inside[at("1707")] == points(4)


def test_a_british_3_cannot_go_from_zone_to_zone() -> None:
    inside = reach(EXEMPT, at("1706"), points(3), marks=ENEMY.marks)
    assert why_not(inside, "1707", 3) == "1707 costs 4 MP, and the unit has 3 MP"


def test_a_supply_unit_never_enters_a_zone() -> None:
    found = reach(TERRAIN, at("1605"), points(2), marks=ENEMY.marks)
    assert why_not(found, "1706", 2) == "1706 costs 3 MP, and the unit has 2 MP"


def test_why_a_hex_cannot_be_reached() -> None:
    found = reach(TERRAIN, at("1605"), points(2), crowded=[at("1606")])
    assert why_not(found, "1606", 2) == "1606 is full: 3 combat units to a hex (ruling stacking)"
    assert why_not(found, "2515", 2) == "2515 is sea"
    assert why_not(found, "1608", 2).startswith("1608 costs ")
    assert why_not(found, "1605", 2) == ""


def supply() -> Supply:
    assert BOOK.supply is not None
    return BOOK.supply


def test_halved_allowances_drop_fractions() -> None:
    share = supply().share
    assert [int(printed * share["unsupplied"]) for printed in (2, 3, 4, 5, 6)] == [1, 1, 2, 2, 3]
    assert int(5 * share["isolated"]) == 2
    assert int(5 * share["supplied"]) == 5


def supply_line(side: str, unit: HexId, source: str, closed: Iterable[HexId] = ()) -> SupplyLine:
    traced = trace_supply(EXEMPT, unit, supply_marks([at(source)], closed))
    return supply().line(side, traced.path, traced.cut)


def test_german_supply_thins_with_distance_and_british_does_not() -> None:
    port = at("2411")
    judged: dict[int, set[str]] = {}
    for unit in KENT.grid.within(port, 12):
        found = supply_line("German", unit, "2411")
        if not KENT.is_water(unit) and found.path:
            judged.setdefault(len(found.path) - 1, set()).add(found.state)
    for length in range(13):
        wanted = "supplied" if length <= 5 else "unsupplied" if length <= 10 else "isolated"
        assert judged[length] == {wanted}
    assert supply_line("British", port, "0101").state == "supplied"


def test_a_ring_of_enemies_isolates_and_shows_where() -> None:
    unit = at("1505")
    ring = frozenset(each for each in KENT.grid.neighbours(unit) if not KENT.is_water(each))
    for side in ("German", "British"):
        found = supply_line(side, unit, "2411", ring)
        assert (found.state, found.path) == ("isolated", ())
        assert found.cut == ring


def sources(bases: Collection[HexId], depots: Collection[HexId]) -> frozenset[HexId]:
    carrying = supply().depots
    assert carrying is not None
    return carrying.fed(EXEMPT, bases, depots, frozenset())


def test_supply_units_carry_supply_on_by_chain() -> None:
    """Folkestone feeds a depot 4 hexes away, that one the next; a third beyond 5 hexes of both is not fed."""
    bases, depots = [at("2411")], [at("2009"), at("1707"), at("0909")]
    assert names(sources(bases, depots)) == {"2411", "2009", "1707"}
    assert sources([], depots) == set()


def test_a_ruling_reaches_the_figures() -> None:
    errata = SEELOWE.under(Card("seelowe", "errata"))
    assert errata.movement.hex_costs(errata, "movement") == BOOK.movement.hex_costs(BOOK, "movement")
