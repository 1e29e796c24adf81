# SPDX-License-Identifier: Apache-2.0
"""Movement, overruns, close assaults and transport on the map, told move by move."""

import pytest
from steppe import Board

from grognard.games.panzerblitz.orders import CloseAssault, Exit, Fire, Load, Overrun, Unload
from grognard.play.tuples import placed
from grognard.rules.orders import Arrive, EndPhase, Move, Resolve


def german(phase: str = "vehicles", **units: str) -> Board:
    return Board().set_up("German", "infantry" if phase == "infantry" else "vehicles", **units)


# Movement


def test_vehicles_move_before_all_others() -> None:
    board = german(p1="2708", r1="2708")
    assert board.refuses(Move("r1", "2709")) == (
        "Schützen 1 does not move in the German vehicles phase (ruling play-sequence)"
    )
    board.give(Move("p1", "3208"), Move("p1", "3209"))
    assert "costs 6 MF, and Panther 1 has 4" in board.refuses(Move("p1", "2609"))
    board.give(EndPhase(), Move("r1", "2709"))
    assert "does not move in the German infantry phase" in board.refuses(Move("p1", "3208"))
    assert board.refuses(Move("r1", "2708")) == "Schützen 1 has no movement left"


def test_a_hex_holds_3_germans_or_2_soviets_and_wrecks_count() -> None:
    board = german(p1="2708", p2="2808", s1="2808", s2="2908").give(Move("p1", "2808"))
    assert (
        board.refuses(Move("s2", "2808"))
        == "2808 is full: 3 German units or wrecks to a hex (ruling stacking)"
    )
    board.give(Move("s2", "2708"))
    board = Board().set_up("Soviet", "vehicles", t1="2708", t2="2808", j1="2908").wreck("2808")
    assert (
        board.refuses(Move("t1", "2808"))
        == "2808 is full: 2 Soviet units or wrecks to a hex (ruling stacking)"
    )


def test_riders_do_not_count_in_a_stack() -> None:
    board = Board().set_up("Soviet", "vehicles", t1="2708", smg="on t1", t2="2808")
    board.give(Move("t1", "2808"))
    assert board.where("smg") == ["2808"]


def test_enemies_close_their_hex_dispersed_or_not() -> None:
    board = german(p1="2708", i1="2808").mark("dispersed", "i1")
    assert board.refuses(Move("p1", "2808")) == (
        "enemy units are in 2808 (ruling enemy-hexes), but it can overrun them"
    )


def test_who_comes_over_the_edge_pays_for_the_hex_and_moves_on() -> None:
    """A Panther, 10, on the clear hex of 0105 has 9 left; its rifles come with the halftrack."""
    board = german(p1="waits", p2="waits", h1="waits", r5="on h1", i1="3001")
    assert board.refuses(Arrive("p1", "0205")) == "Panther 1 comes over the West edge, and 0205 is not on it"
    board.give(Arrive("p1", "0105"), Arrive("h1", "0106"))
    assert board.where("p1", "h1", "r5") == ["0105", "0106", "0106"]
    assert board.game.view.reach(board.position, "p1").allowed == "9 MF"
    assert board.now(turn=2).refuses(Arrive("p2", "0107")) == "Panther 2 comes on turn 3"


def test_soviets_leave_over_the_west_edge_for_points() -> None:
    board = Board().set_up("Soviet", "vehicles", t1="0105", smg="on t1", t2="0205", p1="3301")
    assert "is not at an edge over which it may leave" in board.refuses(Exit("t2"))
    before = board.game.view.status(board.position).points["Soviet"]
    board.give(Exit("t1"))
    assert board.where("t1", "smg") == ["left the map", "left the map"]
    assert board.game.view.status(board.position).points["Soviet"] == before + 2
    board = german(p1="0105", i1="3301")
    assert "is not at an edge over which it may leave" in board.refuses(Exit("p1"))


# Overruns


def test_an_overrun_goes_straight_through_and_stops() -> None:
    """From 2807 through 2908 to 3008; 16 against 16 is 1-1, one up 2-1, 2 off: a 6 is a 4, D."""
    board = german(p1="2807", i1="2908")
    assert board.odds(Overrun(("p1",), "2908")) == ("2-1", "-2")
    board.give(Overrun(("p1",), "2908")).rolls(6)
    assert board.where("p1") == ["3008"]
    assert board.is_dispersed("i1")
    assert "has attacked" in board.refuses(Move("p1", "3009"))


def test_overrunners_come_from_all_sides_and_are_one_attack() -> None:
    """32 against 16: 2-1, one up 3-1."""
    board = german(p1="2807", p2="3007", i1="2908")
    assert board.odds(Overrun(("p1", "p2"), "2908")) == ("3-1", "-2")
    board.give(Overrun(("p1", "p2"), "2908")).rolls(5)
    assert board.where("p1", "p2", "i1") == ["3008", "2808", "eliminated"]


def test_the_other_side_must_be_open() -> None:
    board = german(p1="2807", i1="2908", i2="3008")
    assert board.refuses(Overrun(("p1",), "2908")) == (
        "enemy units are in 3008, where Panther 1 would come out (ruling overrun)"
    )
    board = german(p1="2807", i1="2908", s1="3008", s2="3008", p2="3008")
    assert board.refuses(Overrun(("p1",), "2908")) == "3008 has no room for 1 more (ruling stacking)"
    board = german(p1="2807", i1="2908", s1="3008", s2="3008")
    board.give(Overrun(("p1",), "2908")).rolls(6)


def test_movement_must_be_left_for_an_overrun() -> None:
    """The assault guns, 8, have moved 7 hexes; two more are needed."""
    board = german(s1="3309", i1="2509").give(Move("s1", "2609"))
    assert "has not movement enough to drive through to 2408" in board.refuses(Overrun(("s1",), "2509"))


def test_an_overrun_is_not_paid_at_the_road_rate() -> None:
    """The Mire Causeway runs from 1110 straight through 1111 to 1112: 2 hexes cost 2, and 1 is left of 8."""
    board = german(s1="1110", i1="1111")
    board.now(spent=placed(board.position.spent, board.game.context.unit("s1").number, 12 * 7))
    assert "has not movement enough to drive through to 1112" in board.refuses(Overrun(("s1",), "1111"))


def test_who_passes_another_unit_on_a_road_has_not_used_it() -> None:
    """From 1009 to 1109 by road; with a friend there the step is off the road, and 1209 can be overrun."""
    alone = german(p1="1009", i1="1209").give(Move("p1", "1109"))
    assert "has moved at the road rate" in alone.refuses(Overrun(("p1",), "1209"))
    board = german(p1="1009", s1="1109", i1="1209").give(Move("p1", "1109"))
    assert board.give(Overrun(("p1",), "1209")).rolls(6).where("p1") == ["1310"]


def test_riders_go_along_in_an_overrun() -> None:
    """Ruling laden-attacks."""
    board = german(p1="2807", r1="on p1", i1="2908").give(Overrun(("p1",), "2908")).rolls(6)
    assert board.where("p1", "r1") == ["3008", "3008"]


def test_no_overrun_in_a_turn_at_road_rate() -> None:
    board = german(p1="2606", i1="2807").give(Move("p1", "2707"))
    assert board.refuses(Overrun(("p1",), "2807")) == (
        "Panther 1 has moved at the road rate, and does not overrun this turn (ruling overrun)"
    )


def test_who_is_not_overrun_and_who_does_not_overrun() -> None:
    board = german(h1="2807", p1="2909", t1="2908", k1="3109", r1="3009")
    assert "Schützenpanzer 1 may not overrun armored units such as T-34 1st Company" in board.refuses(
        Overrun(("h1",), "2908")
    )
    assert "is no armored vehicle" in board.refuses(Overrun(("r1",), "3109"))
    assert "is not next to 3109" in board.refuses(Overrun(("p1",), "3109"))
    board = german(p1="3111", i1="3012", t1="2711")
    assert board.refuses(Overrun(("p1",), "2711")).startswith("Panther 1 is not next to 2711")
    board = german(p1="3010", i1="2911")
    assert board.refuses(Overrun(("p1",), "2911")) == (
        "only units in clear terrain are overrun, and this is slope (ruling overrun)"
    )
    board = german(p1="2807", i1="2908").wreck("2908")
    assert board.refuses(Overrun(("p1",), "2908")) == "units on a wreck are not overrun (ruling overrun)"


def test_who_has_fired_does_not_overrun() -> None:
    board = Board().set_up("German", "fire", p1="2807", i1="2908")
    board.give(Fire(("p1",), "2908"), EndPhase(), Resolve(("p1",), "2908")).rolls(6)
    assert "has attacked" in board.refuses(Overrun(("p1",), "2908"))


# Close assault


def test_infantry_moves_up_and_assaults_and_engineers_help_their_own_hex() -> None:
    """3 and 3 against a T-34, 10: 1-2; with the engineers in one hex 1-1. 2 off the die."""
    board = german("infantry", r1="2808", e1="2807", r2="2810", t1="2909").give(
        Move("e1", "2808"), EndPhase()
    )
    assert board.odds(CloseAssault(("r1", "e1"), "2909")) == ("1-1", "-2")
    assert "is not next to 2909" in board.refuses(CloseAssault(("r2",), "2909"))
    board.give(CloseAssault(("r1", "e1"), "2909")).rolls(4)
    assert board.is_dispersed("t1")


def test_engineers_of_another_hex_do_not_help() -> None:
    board = german("infantry", r1="2808", e1="2809", t1="2909").give(EndPhase())
    assert board.odds(CloseAssault(("r1", "e1"), "2909")) == ("1-2", "-2")


def test_cavalry_moves_one_hex_if_it_is_to_assault() -> None:
    board = (
        Board()
        .set_up("Soviet", "infantry", cv="3109", i1="2907", r1="2908")
        .give(Move("cv", "2909"), EndPhase())
    )
    assert board.refuses(CloseAssault(("cv",), "2908")) == (
        "Cavalry Squadron may move one hex if it is to close assault, and moved 2 (ruling close-assault)"
    )
    board = Board().set_up("Soviet", "infantry", cv="3009", r1="2908").give(Move("cv", "2909"), EndPhase())
    board.give(CloseAssault(("cv",), "2908")).rolls(6)


@pytest.mark.parametrize(("here", "there", "target"), [("2516", "2616", "2716"), ("1603", "1504", "1404")])
def test_cavalry_that_goes_round_to_the_next_hex_has_moved_one(here: str, there: str, target: str) -> None:
    """The step from 2516 onto the slope of 2616 costs 3, all it has; by the South Road's 2517 it is 1 1/2, over two hexes.

    Out of the gully of 1603 the step costs 4, and one hex may always be moved; by the ford of 1604 it is 2.
    """
    board = Board().set_up("Soviet", "infantry", cv=here, r1=target).give(Move("cv", there), EndPhase())
    board.give(CloseAssault(("cv",), target)).rolls(6)


def test_cavalry_that_could_not_have_gone_straight_has_moved_two() -> None:
    """From 2518 by 2517, for 1, it has 2 left, and the slope of 2616 costs 3: on by the road it has moved two hexes."""
    board = Board().set_up("Soviet", "infantry", cv="2518", i1="2816", r1="2716")
    board.give(Move("cv", "2517"), Move("cv", "2616"), EndPhase())
    assert "may move one hex if it is to close assault, and moved 2" in board.refuses(
        CloseAssault(("cv",), "2716")
    )


def test_a_brown_side_halves_an_assault_on_a_slope() -> None:
    """Rifles, 3, against a truck, 1, on the slope of 2413: 3-1; over the ridge from 2414, 1: 1-1."""
    for here, column in (("2412", "3-1"), ("2414", "1-1")):
        board = german("infantry", r1=here, k1="2413").give(EndPhase())
        assert board.odds(CloseAssault(("r1",), "2413")) == (column, "-2")


def test_only_infantry_assaults() -> None:
    board = german("infantry", r1="2808", m1="2808", t1="2909").give(EndPhase())
    assert board.refuses(CloseAssault(("m1",), "2909")) == (
        "Werfer 1 is no infantry, and may not close assault (ruling close-assault)"
    )


def test_who_has_fired_does_not_assault() -> None:
    board = Board().set_up("German", "fire", r1="2808", r2="2808", r3="2808", se1="2909")
    board.give(Fire(("r1", "r2"), "2909"), EndPhase(), Resolve(("r1", "r2"), "2909")).rolls(6)
    board.end("German close assault")
    assert "has attacked" in board.refuses(CloseAssault(("r1", "r3"), "2909"))


# Transport


def test_loading_takes_the_turn_of_both() -> None:
    board = german(l1="2708", g2="2708", i1="2910")
    assert "units are loaded in their infantry phase" in board.refuses(Load("g2", "l1"))
    board.give(EndPhase(), Load("g2", "l1"))
    assert board.refuses(Load("g2", "l1")) == "Pak 2 cannot get onto Lastwagen 1"
    board.end("Soviet infantry").end("German vehicles").give(Move("l1", "2608"))
    assert board.where("g2") == ["2608"]


def test_who_has_moved_does_not_load() -> None:
    board = german(l1="2608", g2="2708", r1="2709").give(Move("l1", "2708"), EndPhase())
    assert board.refuses(Load("g2", "l1")) == (
        "Lastwagen 1 has moved, and loading takes the whole turn of both (ruling loading)"
    )


def test_unloading_is_free_and_who_gets_off_does_nothing_else_this_turn() -> None:
    """The halftrack drives up, unloads and drives on; the rifles fire in their next turn."""
    board = german(h1="2608", r1="on h1", r2="2809", se1="2908", t1="3010")
    board.give(Move("h1", "2808"), Unload("r1"), Move("h1", "2708"), EndPhase())
    assert board.where("h1", "r1") == ["2708", "2808"]
    assert board.refuses(Move("r1", "2807")) == "Schützen 1 was loaded or unloaded this turn (ruling loading)"
    board.give(Move("r2", "2909"), EndPhase())
    assert "was loaded or unloaded this turn" in board.refuses(CloseAssault(("r1", "r2"), "2908"))
    board.end("Soviet infantry").end("German fire")
    assert board.game.rules.why_illegal(board.position, Fire(("r1", "h1"), "2908")) == ""


def test_a_full_hex_has_no_room_to_unload() -> None:
    """Carrier and passenger are two once he is off; the limit is three."""
    board = german(h1="2708", r1="on h1", p1="2708", p2="2708")
    assert "there is no room" in board.refuses(Unload("r1"))
    board.give(Move("p1", "2808"), Unload("r1"))


def test_who_carries_and_has_fired_does_not_unload() -> None:
    board = Board().set_up("German", "fire", h1="2808", r1="on h1", p1="2608", k1="2908")
    board.give(Fire(("h1",), "2908"), EndPhase(), Resolve(("h1",), "2908")).rolls(6)
    assert "has attacked, and unloading is part of its movement" in board.refuses(Unload("r1"))


def test_beside_its_carrier_and_another_unit_a_soviet_unit_has_no_room() -> None:
    board = Board().set_up("Soviet", "vehicles", t1="2708", smg="on t1", t2="2708")
    assert board.refuses(Unload("smg")) == (
        "there is no room for SMG Company: 2 Soviet units or wrecks to a hex (ruling stacking)"
    )
    board.give(Move("t2", "2808"), Unload("smg"))


def test_refusals_name_the_counter_and_not_its_type() -> None:
    """There are two Panthers: it is the first that has fired."""
    board = Board().set_up("German", "fire", p1="2708", p2="2708", t1="3008", r1="2708")
    board.give(Fire(("p1",), "3008"), EndPhase(), Resolve(("p1",), "3008")).rolls(6)
    assert board.refuses(Move("p1", "2808")).startswith("Panther 1 has attacked")
    board.give(Move("p2", "2808"), EndPhase())
    assert board.refuses(Load("r1", "p1")) == (
        "Panther 1 has attacked, and loading takes the whole turn of both (ruling loading)"
    )
    assert board.refuses(Load("r1", "p2")) == (
        "Panther 2 and Schützen 1 must begin the turn in one hex (ruling loading)"
    )


# Rulings switched in play


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ({}, "cavalry may enter swamps only by road (tec: SWAMPS, ruling cavalry-swamp)"),
        ({"cavalry_swamp": "as-foot"}, ""),
    ],
)
def test_cavalry_rides_into_a_swamp_by_ruling_alone(ruling: dict[str, str], said: str) -> None:
    board = Board(**ruling).set_up("Soviet", "infantry", cv="1118")
    if said:
        assert said in board.refuses(Move("cv", "1117"))
    else:
        assert board.give(Move("cv", "1117")).where("cv") == ["1117"]


def test_by_a_ruling_only_units_with_1_mf_move_one_hex_at_any_cost() -> None:
    """A wagon, 3, leaves the gully of 1702 for 4."""
    wagon = {"w1": "1702"}
    assert Board().set_up("Soviet", "vehicles", **wagon).give(Move("w1", "1802")).where("w1") == ["1802"]
    assert Board(one_hex_move="mf-1").set_up("Soviet", "vehicles", **wagon).refuses(Move("w1", "1802")) == (
        "1802 costs 4 MF, and Wagon has 3"
    )


def test_a_block_counts_in_a_stack_by_ruling_alone() -> None:
    """Two T-34 companies and the block of 2907; a truck with its gun, assault guns and the block there."""
    tanks = {"t1": "2908", "t2": "2907"}
    Board().set_up("Soviet", "vehicles", **tanks).give(Move("t1", "2907"))
    counted = Board(blocks_in_stacks="counted")
    assert "2907 is full" in counted.set_up("Soviet", "vehicles", **tanks).refuses(Move("t1", "2907"))
    guns = {"l1": "2907", "g2": "on l1", "s1": "2907"}
    Board().set_up("German", "vehicles", **guns).give(Unload("g2"))
    assert "no room for Pak 2" in counted.set_up("German", "vehicles", **guns).refuses(Unload("g2"))


def test_soviet_tanks_carry_infantry_but_by_ruling() -> None:
    mounting = {"t1": "2708", "smg": "2708"}
    Board().set_up("Soviet", "infantry", **mounting).give(Load("smg", "t1"))
    board = Board(tank_riders="german").set_up("Soviet", "infantry", **mounting)
    assert board.refuses(Load("smg", "t1")) == (
        "T-34 1st Company carries nobody: only German armored vehicles do (ruling tank-riders)"
    )
