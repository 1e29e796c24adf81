"""13.0 on the map of Kent: movement, zones and supply, each counted by hand."""

import pytest

from grognard.games import Card, game_map
from grognard.games.seelowe.movement import Front, allowance, figures, move_reach, ways, why_not
from grognard.games.seelowe.supply import german_sources, supply_state
from grognard.hexes import HexId
from grognard.hexes.paths import points, supply_marks

KENT = game_map("seelowe", "kent")


def at(number: str) -> HexId:
    return KENT.grid.parse_hex(number)


def names(hexes: object) -> set[str]:
    assert hasattr(hexes, "__iter__")
    return {KENT.grid.hex_name(each) for each in hexes}


def test_the_figures_are_the_charts() -> None:
    found = figures()
    assert (found.clear, found.enter_zone, found.leave_zone) == (1, 2, 1)
    assert found.additional == {
        "river": 1,
        "forest": 1,
        "rough": 1,
        "swamp": 1,
        "city": 0,
        "clear": 0,
        "beach": 0,
    }


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
    for pays, wanted in (("terrain", payer), ("exempt", exempt)):
        found = ways("kent", pays).step_cost(at(here), at(there))
        assert found == (None if wanted is None else points(wanted))


ENEMY = Front(ways("kent", "exempt"), [at("1806")])


def test_a_zone_costs_2_to_enter_and_1_to_leave() -> None:
    """Clear ground around an enemy at 1806: into its zone is 1 + 2, out of it 1 + 1, from zone to zone 1 + 2 + 1."""
    found = move_reach(ways("kent", "terrain"), at("1605"), 4, ENEMY)
    assert found[at("1706")] == points(3)
    assert why_not(KENT, found, at("1806"), 4) == "enemy units are in 1806"
    inside = move_reach(ways("kent", "terrain"), at("1706"), 4, ENEMY)
    assert inside[at("1605")] == points(2)
    assert inside[at("1707")] == points(4)


def test_a_british_3_cannot_go_from_zone_to_zone() -> None:
    inside = move_reach(ways("kent", "exempt"), at("1706"), 3, ENEMY)
    assert why_not(KENT, inside, at("1707"), 3) == "1707 costs 4 MP, and the unit has 3 MP"


def test_a_supply_unit_never_enters_a_zone() -> None:
    found = move_reach(ways("kent", "terrain"), at("1605"), 2, ENEMY)
    assert why_not(KENT, found, at("1706"), 2) == "1706 costs 3 MP, and the unit has 2 MP"


def test_why_a_hex_cannot_be_reached() -> None:
    found = move_reach(ways("kent", "terrain"), at("1605"), 2, full=[at("1606")])
    assert why_not(KENT, found, at("1606"), 2) == "1606 is full: 3 combat units to a hex (ruling stacking)"
    assert why_not(KENT, found, at("2515"), 2) == "2515 is sea"
    assert why_not(KENT, found, at("1608"), 2).startswith("1608 costs ")
    assert why_not(KENT, found, at("1605"), 2) == ""


def test_halved_allowances_drop_fractions() -> None:
    assert [allowance(printed, "unsupplied") for printed in (2, 3, 4, 5, 6)] == [1, 1, 2, 2, 3]
    assert allowance(5, "isolated") == 2
    assert allowance(5, "supplied") == 5


EXEMPT = ways("kent", "exempt")


def test_german_supply_thins_with_distance_and_british_does_not() -> None:
    port = at("2411")
    judged: dict[int, set[str]] = {}
    for unit in KENT.grid.within(port, 12):
        found = supply_state(EXEMPT, "German", unit, supply_marks([port]))
        if not KENT.is_water(unit) and found.path:
            judged.setdefault(len(found.path) - 1, set()).add(found.supply)
    for length in range(13):
        wanted = "supplied" if length <= 5 else "unsupplied" if length <= 10 else "isolated"
        assert judged[length] == {wanted}
    assert supply_state(EXEMPT, "British", port, supply_marks([at("0101")])).supply == "supplied"


def test_a_ring_of_enemies_isolates_and_shows_where() -> None:
    unit = at("1505")
    ring = frozenset(each for each in KENT.grid.neighbours(unit) if not KENT.is_water(each))
    for side in ("German", "British"):
        found = supply_state(EXEMPT, side, unit, supply_marks([at("2411")], ring))
        assert (found.supply, found.path) == ("isolated", ())
        assert found.cut == ring


def test_supply_units_carry_supply_on_by_chain() -> None:
    """Folkestone feeds a depot 4 hexes away, that one the next; a third beyond 5 hexes of both is not fed."""
    bases, depots = [at("2411")], [at("2009"), at("1707"), at("0909")]
    assert names(german_sources(EXEMPT, bases, depots, [])) == {"2411", "2009", "1707"}
    assert german_sources(EXEMPT, [], depots, []) == set()


def test_a_ruling_reaches_the_figures() -> None:
    assert figures(Card("seelowe", "errata")) == figures()
