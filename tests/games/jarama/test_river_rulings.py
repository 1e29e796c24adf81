# SPDX-License-Identifier: Apache-2.0
"""Rulings on what random play hardly ever comes to: each is brought about on the map by hand, and its switch moves it."""

from typing import Any

import pytest
from msgspec.structs import replace
from river import Board

from grognard.games.jarama.orders import Activate, Bomb, Bombard, GroundRecon, Pass
from grognard.games.jarama.victory import verdict
from grognard.registry import Card
from grognard.rules.knowledge import NOTHING, Knowledge, Report, Sighting
from grognard.rules.orders import Attack, EndPhase, MoveTogether

UPLANDS = {"ifni": "2415", "u8ban": "2415"}


def fight(switched: dict[str, str], **units: str) -> Board:
    """A combat phase of the Nationalists; 2414, 2415 and 2515 are open uplands, with a position in 2414."""
    return Board(**switched).set_up("Nationalist", "combat", **units)


def read(board: Board, order: Any) -> dict[str, str]:
    """The worksheet of an order."""
    shown = board.game.view.preview(board.position, order)
    assert shown is not None
    return {line.what: line.value for line in shown.lines}


@pytest.mark.parametrize(
    ("switched", "line"),
    [({}, {"not all attack uphill": "0"}), ({"tec_note_b": "corrected"}, {"defender in hill": "-1"})],
)
def test_a_hill_and_those_who_attack_from_another(switched: dict[str, str], line: dict[str, str]) -> None:
    """2417 and 2517 are both hills of the uplands: note B at the Hill spares who is as high; at the Slope it does not."""
    board = fight(switched, ifni="2417", gari="2517")
    assert line.items() <= read(board, Attack(("ifni",), "2517")).items()


@pytest.mark.parametrize(
    ("switched", "line"),
    [({}, {"not all attack uphill": "0"}), ({"hill_shift": "any-uphill"}, {"defender in hill": "-1"})],
)
def test_a_hill_and_one_of_two_who_attacks_uphill(switched: dict[str, str], line: dict[str, str]) -> None:
    """2417 is a hill as high as 2517, and 2416 lies lower."""
    board = fight(switched, ifni="2417", u8ban="2416", gari="2517")
    assert line.items() <= read(board, Attack(("ifni", "8ban"), "2517")).items()


@pytest.mark.parametrize(
    ("switched", "line"),
    [
        ({}, "Panzer I Company across a slope, mech in clear, mech up a slope: 2"),
        ({"mech_slope": "once"}, "Panzer I Company across a slope, mech in clear: 4"),
    ],
)
def test_tanks_up_a_slope(switched: dict[str, str], line: str) -> None:
    """From 2206 up to 2106: 4 x 2 in the open, halved for the slope, and halved again as mech."""
    board = fight(switched, pz1="2206", gari="2106")
    found = read(board, Attack(("pz1",), "2106"))
    assert line in [f"{what}: {value}" for what, value in found.items()]


@pytest.mark.parametrize(("switched", "left"), [({}, "8"), ({"reduction_figures": "corrected"}, "9")])
def test_twelve_bombs_under_fire(switched: dict[str, str], left: str) -> None:
    """8 + 2 + 2 under fire of 5 AA factors: three quarters are 9, and the table prints 8."""
    board = Board("jarama", **switched).set_up("Nationalist", "air", ifni="2415", c76="2720")
    found = read(board, Bomb(("ju52a", "he51", "he46"), "2720"))
    assert found["antiair fire: 2-4 of 5 AA"] == f"{left} points"


@pytest.mark.parametrize(("switched", "losses"), [({}, "3"), ({"losses_plus": "or-more"}, "2")])
def test_from_how_many_losses_effectiveness_six_tests(switched: dict[str, str], losses: str) -> None:
    found = read(fight(switched, **UPLANDS, gari="2515"), Attack(("ifni",), "2515"))
    assert f"effectiveness 6 tests from {losses} losses" in found


@pytest.mark.parametrize(("switched", "tests"), [({}, True), ({"losses_beyond": "refuse"}, False)])
def test_three_losses_of_effectiveness_five(switched: dict[str, str], tests: bool) -> None:  # noqa: FBT001
    """Five battalions, 26 to 4 and stood still, are 7-1: a 9 or 10 costs three points and more of the four."""
    five = {**UPLANDS, "tet": "2415", "mel": "2415", "laf": "2415"}
    board = fight(switched, **five, marty="2515")
    shown = board.game.view.preview(
        board.position, Attack(tuple(name.removeprefix("u") for name in five), "2515")
    )
    assert shown is not None
    worst = [each.says for each in shown.outcomes if each.result == "D3R2"]
    assert worst
    assert any("demoralised" in says for says in worst) == tests


@pytest.mark.parametrize(("switched", "result"), [({}, "D1R1"), ({"crt_7_1_at_5": "corrected"}, "D2R1")])
def test_the_cell_that_is_out_of_order(switched: dict[str, str], result: str) -> None:
    """5 + 2 against the staff's 1, after a march, are 7-1; effectiveness 7 to 6: a 9 is nothing, and 5 stays 5."""
    board = fight(switched, ifni="2415", beng="2415", u12hq="2515", gari="2720")
    board.now(spent=tuple(12 for _ in board.position.spent))
    board.give(Attack(("ifni", "beng"), "2515")).rolls(9, 5)
    assert board.told()[2] == f"combat: rolled 5: {result}"


@pytest.mark.parametrize(("switched", "shift"), [({}, "0"), ({"armor_superiority_side": "refuse"}, "-3")])
def test_men_against_tanks(switched: dict[str, str], shift: str) -> None:
    found = read(fight(switched, **UPLANDS, t26a="2515"), Attack(("ifni",), "2515"))
    assert found["AT points 0 to 5"] == shift


@pytest.mark.parametrize(
    ("switched", "chooser"), [({}, "Republican"), ({"random_loss_any": "opponent"}, "Nationalist")]
)
def test_who_says_where_a_loss_falls_that_any_unit_takes(switched: dict[str, str], chooser: str) -> None:
    """6 against 4 + 5 + 5 stood still: 1-2 becomes 1-1. Effectiveness 7 to 6: 9 is nothing. 8 is D1; of three, a 10 is any."""
    board = fight(switched, u8ban="2415", marty="2515", gari="2515", domb="2515")
    board.give(Attack(("8ban",), "2515")).rolls(9, 8, 10)
    board.asks(
        f"{chooser} any unit of the Republican side loses a point",
        *(
            ("Garibaldi Battalion", "Dombrowski Battalion", "André Marty Battalion")
            if chooser == "Republican"
            else ("André Marty Battalion", "Garibaldi Battalion", "Dombrowski Battalion")
        ),
    )


@pytest.mark.parametrize(("switched", "factor"), [({}, "1"), ({"reduction_combined": "one-by-one"}, "2")])
def test_over_a_bridge_and_out_of_supply(switched: dict[str, str], factor: str) -> None:
    """A quarter of 5 is 1; half of it is 3, and half of that 2."""
    board = fight(switched, ifni="2115", marty="2214")
    board.now(short=frozenset({board.unit("ifni").number}))
    found = read(board, Attack(("ifni",), "2214"))
    assert found["3rd Ifni Tabor across a bridge, out of supply"] == factor


@pytest.mark.parametrize(
    ("switched", "shifts"),
    [
        ({}, {"defender in hill": "-1"}),
        ({"tec_combat": "added"}, {"defender in hill": "-1", "defender in position": "-1"}),
    ],
)
def test_a_position_on_a_hill(switched: dict[str, str], shifts: dict[str, str]) -> None:
    board = fight(switched, ifni="2515", gari="2516")
    board.now(features=replace(board.position.features, positions=(board.hex("2516"),)))
    found = read(board, Attack(("ifni",), "2516"))
    assert {what: value for what, value in found.items() if what.startswith("defender in")} == shifts


@pytest.mark.parametrize(("switched", "points"), [({}, "2"), ({"support_terrain": "full"}, "4")])
def test_shells_on_a_position(switched: dict[str, str], points: str) -> None:
    """4 points, one column to the left of 3-4, are 2."""
    board = fight(switched, ifni="2415", b75="2315", gari="2414")
    assert read(board, Attack(("ifni", "b75"), "2414"))["artillery"] == points


@pytest.mark.parametrize(("switched", "column"), [({}, "3-1"), ({"stand_still": "none"}, "2-1")])
def test_who_attacks_from_where_he_stood(switched: dict[str, str], column: str) -> None:
    """5 + 6 to 4 is 2-1, and a column more for who has not moved."""
    board = fight(switched, **UPLANDS, marty="2515")
    assert read(board, Attack(("ifni", "8ban"), "2515"))["odds 11-4"] == column


def test_at_points_are_those_that_are_printed() -> None:
    """Ruling at-points: tanks that lost two of three points, out of supply and demoralised, still have 5."""
    board = fight({}, ifni="2415", b37="2415", t26a="2515-2")
    tanks = frozenset({board.unit("t26a").number})
    board.now(short=tanks, demoralised=tanks)
    assert read(board, Attack(("ifni", "b37"), "2515"))["AT points 4 to 5"] == "0"


def test_a_staff_under_fire_is_disorganised() -> None:
    """Ruling combat-units: 7 points in the open are column 5-7, and a 7 is dsg/dmd."""
    board = Board().set_up("Nationalist", "bombardment", a105="2116", marty="2515", u12hq="2515")
    board.give(Bombard(("a105",), "2515")).rolls(7)
    assert board.position.disorganised == {board.unit(each).number for each in ("marty", "12hq")}


def test_an_attack_where_no_way_leads_and_nobody_follows() -> None:
    """Ruling who-attacks: tanks cannot go over the river from 2116 into 2216, but they fire over it.

    4 x2 in clear ground and halved is 4 to 1, and stood still: 5-1, AT 2 to 0: 8-1+. Equal effectiveness; a 1 is D1R2.
    """
    board = fight({}, pz1="2116", u12hq="2216")
    board.give(Attack(("pz1",), "2216")).rolls(1)
    board.answers(board.table.asked.options[0])  # type: ignore[union-attr]
    assert board.table.asked is None
    assert board.where("pz1") == ["2116"]


def test_eleven_attackers() -> None:
    """Of eleven the ten with most points are in the row; or no more than ten attack."""
    eight = ["ifni", "tet", "mel", "8ban", "bcav", "beng", "b37", "laf"]
    three = ["2tet", "6ban", "pz1"]
    units = {f"u{each}": "2415" for each in eight} | {f"u{each}": "2514" for each in three}
    order = Attack((*eight, *three), "2515")
    assert read(fight({}, **units, marty="2515"), order)["attacker's losses"] == "row 10"
    assert fight({"attackers_row": "ten-attack"}, **units, marty="2515").refuses(order) == (
        "at most 10 units attack together, and here are 11 (ruling attackers-row)"
    )


@pytest.mark.parametrize(
    ("switched", "won", "needs"),
    [
        ({}, "Total Victory", "more than 50% a total victory"),
        (
            {"victory_between": "whole"},
            "Limited Victory",
            "51% or more a total victory; fractions of a per cent",
        ),
    ],
)
def test_a_lead_between_two_lines(switched: dict[str, str], won: str, needs: str) -> None:
    """Arganda, Vaciamadrid, Pajares and El Pingarrón besides their own are 49; with 52 for losses 101, to 33 and 34: 50.7% more."""
    board = Board("jarama", **switched)
    own = ["0211", "0519", "0824", "0712", "3112", "2310", "2517", "2516", "2417", "2222", "2223"]
    board.now(taken=frozenset(map(board.hex, own)), bled=(34, 52), over=True)
    assert board.game.view.status(board.position).points == {"Nationalist": 101, "Republican": 67}
    assert verdict(board.on_map(board.position)) == f"Nationalist {won}"
    assert needs in " ".join(board.game.view.status(board.position).tally)


def printed(chart: str, ruling: str, *cell: object) -> list[str]:
    """A cell as the card has it, and as a ruling corrects it."""
    cards = (Card("jarama", "card", switched) for switched in ((), ((ruling, "corrected"),)))
    return [str(card.chart(chart)[cell if len(cell) > 1 else cell[0]]) for card in cards]


def test_slips_of_the_card_are_shown_as_they_are_printed() -> None:
    """1=7 can only be 1-7; and by the lines below it, 51% or more VP's are 51% more than the opponent has."""
    assert printed("demoralization", "demoralization-slip", 5, 2) == ["1=7 = R 8-10 = D", "1-7 = R 8-10 = D"]
    assert printed("victory", "victory-more", "Total Victory") == ["51% or more VP's", "51% more VP's"]


@pytest.mark.parametrize(
    ("switched", "way"),
    [
        ({}, ("2216", "2117", "2017")),
        ({"supply_line": "motorized"}, ("2216", "2217", "2218", "2119", "2018")),
    ],
)
def test_supply_on_mules_or_on_wheels(switched: dict[str, str], way: tuple[str, ...]) -> None:
    """From the far bank mules wade through the river at once; wheels go down to the ford of 2119."""
    board = fight(switched, ifni="2216", marty="2818")
    assert board.game.view.supply(board.position)["ifni"].path[: len(way)] == way


def test_losses_fall_from_the_top_of_the_stack_and_on_attackers_hex_by_hex() -> None:
    """Ruling loss-order: the 8th Bandera lies on the Ifni Tabor, the Tetuán Tabor is in another hex and named between them.

    6 + 5 + 5 to 4 + 5, stood still, are 2-1; effectiveness 7 to 6: a 9 is nothing. A 4 is A1D2: of three attackers a 4
    is the second, the Ifni Tabor; of two defenders a 5 is the first, André Marty's, a 6 the second, Garibaldi's.
    """
    board = fight({}, u8ban="2415", ifni="2415", tet="2414", marty="2515", gari="2515")
    order = Attack(("8ban", "tet", "ifni"), "2515")
    shown = board.game.view.preview(board.position, order)
    assert shown is not None
    (row,) = (line.source for line in shown.lines if line.what == "attacker's losses")
    assert row == (
        "random-loss: 8th Bandera, 3rd Ifni Tabor, 1st Tetuán Tabor, ruling loss-order, ruling random-loss-any"
    )
    board.give(order).rolls(9, 4, 4, 5, 6)
    assert board.where("8ban", "ifni", "tet") == ["2415", "2415-", "2414"]
    assert board.where("marty", "gari") == ["2515-", "2515-"]


@pytest.mark.parametrize("named", [("ifni", "8ban"), ("8ban", "ifni")])
def test_losses_of_a_patrol_fall_from_the_top_in_whatever_order_it_is_named(named: tuple[str, str]) -> None:
    """Ruling loss-order: the Ifni Tabor lies on the 8th Bandera, so that of the two it is the first.

    An 8 fails, and 4 + 5 counterattack 5 + 6: 1-2. Effectiveness 6 to 7: a 10 is nothing, and a 9 is A1D1. Of two a 6
    is the second, Garibaldi's; a 5 the first.
    """
    board = Board().set_up("Nationalist", "recon", ifni="2415", u8ban="2415", marty="2515", gari="2515")
    shown = board.game.view.preview(board.position, GroundRecon(named, "2515"))
    assert shown is not None
    (row,) = (line.source for line in shown.lines if line.what == "defender's losses")
    assert row == "random-loss: 3rd Ifni Tabor, 8th Bandera, ruling loss-order"
    board.give(GroundRecon(named, "2515")).rolls(8).answers("counterattack").rolls(10, 9, 6, 5)
    assert board.where("ifni", "8ban", "marty", "gari") == ["2415-", "2415", "2515", "2515-"]


@pytest.mark.parametrize(("face", "asked"), [(7, False), (4, True)])
def test_who_is_demoralised_in_the_attack_does_not_advance(face: int, asked: bool) -> None:  # noqa: FBT001
    """Ruling advance: the 65th has 3 to 1, stood still 4-1; effectiveness 4 to 7: a 6 is -2, and 4 becomes 2, A1D2.

    The Ifni Tabor had one point left and is gone; one loss at effectiveness 4: a 7 is D, and by the switch he stays.
    """
    board = Board(demoralized_retreat="stays").set_up("Republican", "combat", u65b="2515", ifni="2415-3")
    board.give(Attack(("65b",), "2415")).rolls(6, 4, face)
    if asked:
        board.asks("Republican advance into 2415", "65b", "nobody")
    else:
        assert board.table.asked is None
        assert board.where("ifni", "65b") == ["eliminated", "2515-"]
        assert board.position.demoralised == {board.unit("65b").number}


def test_a_turn_goes_through_its_phases_in_order() -> None:
    """Ruling sequence-of-play: the Nationalists move first, and win the first roll; then who has not passed acts."""
    board = Board()
    seen = [board.phase]

    def then(order: Any, *faces: int) -> None:
        board.give(order).rolls(*faces)
        seen.append(board.phase)

    for _ in range(5):
        then(EndPhase())
    then(EndPhase(), 7, 3)
    then(Activate("Barrón's Brigade"))
    then(EndPhase())
    then(EndPhase())
    then(EndPhase(), 3, 7)
    then(Pass())
    assert board.position.turn == 1
    then(Pass(), 5, 5)
    assert seen == [
        "Nationalist deployment", "Republican deployment", "Nationalist air", "Republican air",
        "Nationalist bombardment", "Republican bombardment", "Nationalist activation", "Nationalist recon",
        "Nationalist movement", "Nationalist combat", "Republican activation", "Nationalist activation",
        "Nationalist air",
    ]  # fmt: skip
    assert board.position.turn == 2


@pytest.mark.parametrize(("switched", "rolls"), [({}, True), ({"activation": "alternate"}, False)])
def test_the_help_tells_the_turn_to_its_end_as_it_is_ruled(switched: dict[str, str], rolls: bool) -> None:  # noqa: FBT001
    """Ruling activation: only where a die says who is active do both sides roll for it."""
    told = dict(Board(**switched).game.text.sequence)
    assert list(told)[-2:] == ["combat", "end of turn"]
    assert ("both sides roll" in told["activation"], "both sides roll" in told["combat"]) == (rolls, rolls)
    assert all(word in told["end of turn"] for word in ("demoralised", "repairs", "places", "supply"))


def test_phases_in_which_nothing_can_be_done_are_passed_over() -> None:
    """Ruling sequence-of-play: nobody is next to an enemy, so there is neither recon nor combat; nor a gun to fire."""
    board = Board().set_up("Nationalist", "air", ifni="1920", marty="2820")
    board.give(EndPhase()).give(EndPhase()).rolls(7, 3)
    assert board.phase == "Nationalist activation"
    board.give(Activate("Barrón's Brigade"))
    assert board.phase == "Nationalist movement"
    board.give(EndPhase())
    assert board.phase == "Republican activation"


def beside_a_staff(turn: int) -> Board:
    """A staff in 2515 was seen in a turn, alone; in the second the Ifni Tabor comes up to it."""
    board = Board().set_up("Nationalist", "movement", ifni="2316", u12hq="2515")
    staff, at = board.unit("12hq"), board.hex("2515")
    known = Knowledge((Report(at, turn, 1),), (Sighting(staff.number, at, turn, staff.points),))
    return board.now(known=(known, NOTHING)).give(MoveTogether(("ifni",), "2415"))


def beside_a_battalion(*, bombed: bool) -> Board:
    """A battalion in 2515 that was not seen, but bombed into disorder before everybody's eyes; or was not."""
    board = Board().set_up("Nationalist", "movement", ifni="2316", marty="2515")
    report = Report(board.hex("2515"), 2, 1, disorganised=bombed)
    shaken = frozenset({board.unit("marty").number} if bombed else ())
    board.now(known=(Knowledge((report,)), NOTHING), disorganised=shaken)
    return board.give(MoveTogether(("ifni",), "2415"))


def test_only_who_is_known_this_turn_to_have_no_zone_stops_nobody() -> None:
    """Ruling fog-zones: a staff has no zone, if it was seen this turn; nor has whoever bombs have disorganised."""
    stopped = "3rd Ifni Tabor has stopped, and moves no farther this turn"
    back = MoveTogether(("ifni",), "2316")
    assert beside_a_staff(turn=1).refuses(back) == stopped
    assert beside_a_staff(turn=2).give(back).where("ifni") == ["2316"]
    assert beside_a_battalion(bombed=False).refuses(back) == stopped
    assert beside_a_battalion(bombed=True).give(back).where("ifni") == ["2316"]


def test_roads_are_bombarded_under_the_enemy_alone_and_bridges_where_no_friend_stands() -> None:
    """Ruling feature-targets: 2514 and 2515 lie on one road; the bridge of Pindoque is between 2115 and 2214."""
    forces = {"a105": "2315", "ifni": "2115", "marty": "2515"}
    board = Board().set_up("Nationalist", "bombardment", **forces)
    assert board.refuses(Bombard(("a105",), "2514", "road")) == (
        "a road is bombarded only where the enemy stands (ruling feature-targets)"
    )
    assert board.refuses(Bombard(("a105",), "2115", "bridge")) == "units of Nationalist are in 2115"
    assert (
        board.refuses(Bombard(("a105",), "2415", "bridge"))
        == "there is no bridge in 2415 that is not destroyed"
    )
    for order in (Bombard(("a105",), "2214", "bridge"), Bombard(("a105",), "2515", "road")):
        assert not board.game.rules.why_illegal(board.position, order)
