# SPDX-License-Identifier: Apache-2.0
"""A player turn in the village, phase by phase: rally, fire of the plan, movement, rout, advance; and who holds what."""

from fractions import Fraction

import pytest
from lerchenau import Board
from msgspec.structs import replace

from grognard.games.asl_sk.orders import (
    Advance,
    CloseCombat,
    DoubleTime,
    Fall,
    Fire,
    Hatches,
    Rally,
    Rout,
    Stop,
)
from grognard.games.asl_sk.position import Phase
from grognard.games.asl_sk.previews import sheet
from grognard.games.asl_sk.rally import paatc_sheet, rally_sheet
from grognard.games.asl_sk.stacks import parse_unit
from grognard.games.asl_sk.terms import CARD, Nation
from grognard.play.by_side import BySide
from grognard.play.places import LOST
from grognard.registry import Card
from grognard.registry.games import open_game
from grognard.rules.orders import EndPhase, Move

# The sequence


@pytest.mark.parametrize(("scenario", "first"), [("night", "Russian"), ("tanks", "American")])
def test_the_scenario_says_who_moves_first(scenario: str, first: str) -> None:
    game = open_game("asl-sk", scenario)
    assert game.rules.to_move(game.rules.start()) == first


def test_a_player_turn_goes_through_its_phases() -> None:
    """A broken Russian with a leader, Germans in the school under mortars, Russians in the steeple's field of fire,
    a broken German beside one of them, and men next to each other."""
    board = Board().set_up(
        "Russian",
        "rally",
        r1="1203 broken dm", rl1="1203", r2="1106", g1="1006", g2="1107 broken", r4="1104",
    )  # fmt: skip
    phases = []
    while board.position.player == "Russian" and board.position.turn == 3:
        phases.append(board.phase)
        board.passes()
    assert phases == [
        *("Russian rally", "Russian fire", "Russian movement", "German defensive fire"),
        *("German rout", "Russian advance"),
    ]
    assert board.unit("g2") == "eliminated", "he did not rout"
    assert board.phase == "German fire"


def test_phases_in_which_nothing_can_be_done_are_passed_over() -> None:
    """Bystanders alone: nobody fires at anybody, so that each side moves and advances, and that is all."""
    board = Board().set_up("Russian", "movement")
    phases = []
    for _ in range(5):
        phases.append(board.phase)
        board.passes()
    assert phases == [
        *("Russian movement", "Russian advance", "German movement", "German advance", "Russian movement")
    ]
    assert board.position.turn == 4


# Rally


def test_a_unit_rallies_by_its_morale_with_a_leader_dm_and_cover() -> None:
    """4-4-7 under DM with a 9-1 in woods: DR - 1 + 4 - 1 must be 7 or less, so that 5 rallies and 6 does not."""
    board = Board().set_up("Russian", "rally", r1="1203 broken dm", r2="1203 broken", rl1="1203")
    board.give(Rally(("r1",), "1203")).rolls(2, 3)
    assert board.unit("r1") == "4-4-7 at 1203"
    board.give(Rally(("r2",), "1203")).rolls(6, 4)
    assert board.unit("r2") == "4-4-7 at 1203 broken", "without DM 9 is the most"
    board.refuses(Rally(("r2",), "1203"), match="has tried to rally")


def test_six_is_one_too_many_under_dm() -> None:
    board = Board().set_up("Russian", "rally", r1="1203 broken dm", rl1="1203")
    assert board.give(Rally(("r1",), "1203")).rolls(3, 3).unit("r1") == "4-4-7 at 1203 broken DM"


def test_a_leader_rallies_by_himself_and_nobody_else_does() -> None:
    board = Board().set_up("Russian", "rally", r1="1203 broken", rl1="1303 broken dm")
    board.refuses(Rally(("r1",), "1203"), match="no Good Order leader")
    assert board.give(Rally(("rl1",), "1303")).rolls(3, 3).unit("rl1") == "9-1 at 1303"


def test_an_original_12_reduces_who_tries_to_rally() -> None:
    board = Board().set_up("Russian", "rally", r1="1203 broken", rl1="1203")
    assert board.give(Rally(("r1",), "1203")).rolls(6, 6).unit("r1") == "2-3-7 at 1203 broken"


def test_dm_is_taken_off_when_the_phase_ends_unless_the_enemy_is_near() -> None:
    board = Board().set_up("Russian", "rally", rl1="1303 broken dm", r1="1106 broken dm", g1="1006")
    board.passes()
    assert board.unit("rl1") == "9-1 at 1303 broken"
    assert board.unit("r1") == "4-4-7 at 1106 broken DM"


def test_who_has_the_enemy_beside_him_when_a_phase_ends_goes_under_dm() -> None:
    """Gruppe 1 advances beside 1st Rifle after it could rout: Orlov -1, the house -1, and 4 for DM."""
    board = Board().set_up("German", "advance", r1="1106 broken", rl1="1106", g1="1005", g2="1304 broken")
    board.give(Advance("g1", "1006"))
    assert board.unit("r1") == "4-4-7 at 1106 broken"
    board.passes()
    assert board.phase == "Russian rally"
    assert (board.unit("r1"), board.unit("g2")) == ("4-4-7 at 1106 broken DM", "4-6-7 at 1304 broken")
    assert (
        sheet(board.game.context.board(board.position), Rally(("r1",), "1106")).told
        == "DR +2, 7 or less rallies"
    )


# Fire of the plan


def under_mortars(**units: str) -> Board:
    return Board().set_up("Russian", "fire", **units)


def test_everybody_under_fire_checks_and_a_leader_who_passes_helps() -> None:
    """NMC in the school: Brandt, 9-1, passes with 8; with his help 8 is 7 for Gruppe 1, just its morale: a pin."""
    board = under_mortars(g1="1006", gl1="1006")
    board.give(Fire(("g1", "gl1"), "1006", "Mortar battery"), Fall(("g1", "gl1"), "1006")).rolls(4, 4, 4, 4)
    assert board.unit("gl1") == "9-1 at 1006"
    assert board.unit("g1") == "4-6-7 at 1006 pinned"


def test_what_a_check_comes_to_is_told_in_words() -> None:
    """NMC: a 9-1 passes with 8; with his help 8 is the 7 of a squad, and 10 is 9, 2 too many."""
    board = under_mortars(g1="1006", g5="1006", gl1="1006")
    board.give(Fire(("g1", "g5", "gl1"), "1006", "Mortar battery"), Fall(("g1", "g5", "gl1"), "1006"))
    board.rolls(4, 4, 4, 4, 5, 5)
    assert board.said[1:] == [
        "morale check of Lt. Brandt: rolled 4 + 4 = 8: passed",
        "morale check of Gruppe 1: rolled 4 + 4 = 8: pinned",
        "morale check of Gruppe 5: rolled 5 + 5 = 10: broken and under DM",
        "Gruppe 1 is pinned",
        "Gruppe 5 is broken and under DM",
    ]


def test_a_broken_unit_that_stands_stays_broken_and_is_under_dm() -> None:
    """A broken 4-4-7 rolls 5; with 9 it fails, and is a broken half-squad."""
    board = under_mortars(g3="1008 broken")
    board.give(Fire(("g3",), "1008", "Mortar battery"), Fall(("g3",), "1008")).rolls(2, 3)
    assert board.said[1:] == [
        "morale check of Gruppe 3: rolled 2 + 3 = 5: stays broken", "Gruppe 3 is under DM"
    ]  # fmt: skip
    board = under_mortars(g3="1008 broken dm")
    board.give(Fire(("g3",), "1008", "Mortar battery"), Fall(("g3",), "1008")).rolls(4, 5)
    assert board.said[1] == "morale check of Gruppe 3: rolled 4 + 5 = 9: reduced to 2-3-7"


def test_a_check_failed_by_more_than_the_elr_replaces_the_unit() -> None:
    """4-4-7 rolls 11: 4 more than 7, and the German ELR is 3."""
    board = under_mortars(g3="1008")
    board.give(Fire(("g3",), "1008", "Mortar battery"), Fall(("g3",), "1008")).rolls(5, 6)
    assert board.unit("g3") == "4-3-6 at 1008 broken DM"
    assert board.said[-2:] == ["Gruppe 3 is replaced by 4-3-6", "Gruppe 3 is broken and under DM"]


def test_a_leader_who_breaks_makes_others_take_a_task_check() -> None:
    """Brandt breaks with 10; Gruppe 1 stands its check; its LLTC is 7 + 1 for the leadership lost: a pin."""
    board = under_mortars(g1="1006", gl1="1006")
    board.give(Fire(("g1", "gl1"), "1006", "Mortar battery"), Fall(("g1", "gl1"), "1006")).rolls(
        5, 5, 3, 3, 4, 3
    )
    assert board.unit("gl1") == "9-1 at 1006 broken DM"
    assert board.unit("g1") == "4-6-7 at 1006 pinned"


def test_a_broken_unit_under_fire_goes_under_dm() -> None:
    board = under_mortars(g3="1008 broken")
    board.give(Fire(("g3",), "1008", "Mortar battery"), Fall(("g3",), "1008")).rolls(2, 2)
    assert board.unit("g3") == "4-4-7 at 1008 broken DM"


def test_in_a_melee_fire_falls_on_everybody() -> None:
    """A 1MC in the open for both: 7 is 8, and breaks a 4-4-7; 5 is 6, and does nothing to a 4-6-7."""
    board = under_mortars(r1="0907", g1="0907")
    board.refuses(Fire(("g1",), "0907", "Mortar battery"), match="r1, g1")
    board.give(Fire(("g1", "r1"), "0907", "Mortar battery"), Fall(("g1",), "0907")).rolls(3, 4, 2, 3)
    assert (board.unit("r1"), board.unit("g1")) == (
        "4-4-7 at 0907 broken DM melee",
        "4-6-7 at 0907 melee",
    )


def test_in_a_melee_nobody_checks_for_a_leader_lost() -> None:
    """Orlov's 10 + 1 is above his 9; 1st Rifle and Gruppe 1 stand with 4 + 1, and no LLTC is asked for."""
    board = under_mortars(r1="0907", rl1="0907", g1="0907")
    board.give(Fire(("g1", "r1", "rl1"), "0907", "Mortar battery"), Fall(("g1",), "0907"))
    board.rolls(5, 5, 2, 2, 2, 2)
    assert board.unit("rl1") == "9-1 at 0907 broken DM melee"
    assert board.unit("r1") == "4-4-7 at 0907 melee"


def test_fire_falls_where_the_plan_says_once_a_phase() -> None:
    board = under_mortars(g1="1006", g3="1008", g5="1105")
    board.refuses(Fire(("g5",), "1105", "Mortar battery"), match="does not reach 1105")
    board.refuses(Fire(("g1",), "1006", "Machine gun in the steeple"), match="does not fire now")
    board.give(Fire(("g1",), "1006", "Mortar battery"), Fall(("g1",), "1006")).rolls(2, 2)
    board.refuses(Fire(("g3",), "1008", "Mortar battery"), match="does not fire now")


def test_fire_that_is_aimed_can_be_taken_back_and_must_be_rolled() -> None:
    board = under_mortars(g1="1006", g3="1008")
    board.give(Fire(("g1",), "1006", "Mortar battery"))
    board.refuses(EndPhase(), match="aimed is rolled")
    board.refuses(Fall(("g3",), "1008"), match="aimed at 1006")
    assert board.table.undo().position.aimed is None


def test_the_crew_of_an_afv_with_open_hatches_may_be_stunned() -> None:
    """2MC in the open: 7 is 9, above 8; buttoned up nothing happens to it. The stun goes off by and by."""
    board = Board("tanks").set_up("American", "fire", gp="0907 ce", a1="0204").now(turn=2)
    board.give(Fire(("gp",), "0907", "Howitzer battery"), Fall(("gp",), "0907")).rolls(3, 4)
    assert board.unit("gp") == "3/5/- at 0907 stunned BU"
    while board.position.player == "American":
        board.passes()
    assert board.unit("gp") == "3/5/- at 0907 stun +1 BU"
    board = Board("tanks").set_up("American", "fire", gp="0907", a1="0204").now(turn=2)
    board.refuses(Fire(("gp",), "0907", "Howitzer battery"), match="nobody in 0907")


def test_of_a_large_stack_under_fire_the_crew_of_its_afv_is_told_too() -> None:
    """2MC in the open: 6 or less stand, 15 of 36; six units are too many to be told together."""
    board = (
        Board("tanks")
        .set_up(
            "American",
            "fire",
            gp="0907 ce",
            g1="0907",
            g4="0907",
            g6="0907",
            gl1="0907",
            gl2="0907",
            a1="0204",
        )
        .now(turn=2)
    )
    found = board.game.view.preview(
        board.position, Fire(("gp", "g1", "g4", "g6", "gl1", "gl2"), "0907", "Howitzer battery")
    )
    assert found is not None
    assert {part.name: dict(part.ways) for part in found.parts}["Panzer IV"] == {
        "no effect": Fraction(15, 36), "stunned": Fraction(21, 36)
    }  # fmt: skip


# Movement


def test_men_pay_by_terrain_and_stay_away_from_the_enemy() -> None:
    """From 1104 it is 1 MF into the field 1204, 2 into the house 1105, 3 over the field into the house 1205."""
    board = Board().set_up("Russian", "movement", r1="1104", g1="1006")
    reach = board.game.view.reach(board.position, "r1")
    costs = {at: reach.steps[at].cost.text for at in ("1204", "1105", "1205")}
    assert costs == {"1204": "1", "1105": "2", "1205": "3"}
    assert "enemies are in 1006" in reach.refusals["1006"]
    board.refuses(Move("r1", "1107"), match="costs 5 MF, and 1st Rifle has 4")


@pytest.mark.parametrize(("mark", "why"), [("broken", "only routs"), ("pinned", "is pinned")])
def test_broken_and_pinned_units_do_not_move(mark: str, why: str) -> None:
    Board().set_up("Russian", "movement", r1=f"1104 {mark}").refuses(Move("r1", "1103"), match=why)


def test_who_runs_goes_farther_and_is_cx_until_his_next_movement() -> None:
    board = Board().set_up("Russian", "movement", r1="1104")
    board.give(DoubleTime("r1"), Move("r1", "1107"))
    assert board.unit("r1") == "4-4-7 at 1107 CX"
    board.refuses(DoubleTime("r1"), match="is CX")
    while board.phase != "Russian movement" or board.position.turn == 3:
        board.passes()
    assert board.unit("r1") == "4-4-7 at 1107"


def test_three_squads_and_four_leaders_fill_a_hex() -> None:
    board = Board().set_up("Russian", "movement", r1="1104", r2="1103", r3="1103", r4="1103", rl1="1104")
    board.refuses(Move("r1", "1103"), match="1103 is full")
    assert board.give(Move("rl1", "1103")).unit("rl1") == "9-1 at 1103"


def test_an_afv_starts_stops_and_opens_its_hatches() -> None:
    """14 MP: 1 to start, 1/2 for each hex of road, 1 to stop."""
    board = Board("tanks").set_up("American", "movement", at="0104")
    assert board.game.view.reach(board.position, "at").allowed == "13 MP"
    board.give(Move("at", "0305"), Hatches("at"))
    assert board.unit("at") == "2/4/4 at 0305 motion CE"
    assert board.game.view.reach(board.position, "at").allowed == "12 MP"
    board.refuses(Hatches("at"), match="has worked its hatches")
    assert board.give(Stop("at")).unit("at") == "2/4/4 at 0305 CE"
    board.refuses(Move("at", "0403"), match="0403 is a building, which an AFV enters by road alone")


# Rout


def fleeing() -> Board:
    """A broken Russian in the house 1106 beside the school; 1105 and 1205 are houses beside his, away from Gruppe 1."""
    return Board().set_up("Russian", "rout", r1="1106 broken", g1="1006")


def test_a_broken_unit_beside_the_enemy_runs_to_the_nearest_cover() -> None:
    board = fleeing()
    assert sorted(board.game.view.reach(board.position, "r1").steps) == ["1105", "1205"]
    board.refuses(Rout("r1", "1203"), match="nearest woods or building")
    assert board.give(Rout("r1", "1205")).unit("r1") == "4-4-7 at 1205 broken DM"


def test_who_does_not_rout_is_eliminated() -> None:
    board = fleeing()
    assert board.game.view.abandoned(board.position) == [
        "1st Rifle does not rout and is eliminated (ruling rout)"
    ]
    assert board.passes().unit("r1") == "eliminated"


def test_who_has_no_enemy_beside_him_need_not_rout() -> None:
    board = Board().set_up("Russian", "rout", r1="1105 broken", r2="1106 broken", g1="1006")
    board.refuses(Rout("r1", "1205"), match="need not rout")


# Advance


def test_a_unit_advances_one_hex_also_upon_the_enemy() -> None:
    board = Board().set_up("Russian", "advance", r1="1106", g1="1006")
    board.refuses(Advance("r1", "1008"), match="advances one hex")
    board.give(Advance("r1", "1006"))
    board.refuses(Advance("r1", "1106"), match="has advanced")
    assert board.passes().phase == "Russian close combat"


@pytest.mark.parametrize(("dice", "where"), [((3, 3), "6-6-6 at 1107"), ((3, 4), "6-6-6 at 1106 pinned")])
def test_men_need_a_check_to_close_with_an_afv(dice: tuple[int, int], where: str) -> None:
    """PAATC of a 6-6-6: 6 passes, 7 pins."""
    board = Board("tanks").set_up("American", "advance", a1="1106", gp="1107")
    assert board.give(Advance("a1", "1107")).rolls(*dice).unit("a1") == where


def test_a_leader_needs_no_check_and_helps_others() -> None:
    board = Board("tanks").set_up("American", "advance", a1="1106", al1="1106", gp="1107")
    board.give(Advance("a1", "1107")).rolls(3, 4)
    assert board.give(Advance("al1", "1107")).table.in_hand is None
    assert board.unit("a1") == "6-6-6 at 1107"


def test_a_hindering_leader_stays_out_of_a_paatc() -> None:
    """A 7-0 who is wounded has +1: a 6-6-6 beside him passes on 6 as it does alone."""
    board = Board("tanks").set_up("American", "advance", a1="1106", al3="1106 wounded", gp="1107")
    assert board.give(Advance("a1", "1107")).rolls(3, 3).unit("a1") == "6-6-6 at 1107"


def test_by_ruling_a_hindering_leader_adds_1() -> None:
    board = Board("tanks", hindering_leader="forced")
    board.set_up("American", "advance", a1="1106", al3="1106 wounded", gp="1107")
    assert board.give(Advance("a1", "1107")).rolls(3, 3).unit("a1") == "6-6-6 at 1106 pinned"
    forced = Card("asl-sk", "card", (("hindering-leader", "forced"),))
    found = rally_sheet(parse_unit("a-9-1:broken"), parse_unit("a-6+1"), "", forced)
    assert found.told == "DR +1, 9 or less rallies"


@pytest.mark.parametrize(
    ("unit", "leader", "told"),
    [("a-9-1", "a-6+1", "DR 0, 9"), ("a-9-1", "a-8-0", "DR 0, 9"), ("a-9-1", "a-8-1", "DR -1, 9"),
     ("a-666", "a-6+1", "DR +1, 8"), ("a-666", "a-7-0:wounded", "DR +1, 8")],
)  # fmt: skip
def test_a_leader_rallies_without_one_who_hinders_and_a_squad_does_not(
    unit: str, leader: str, told: str
) -> None:
    """A squad has nobody else to rally with; broken Americans have 8."""
    found = rally_sheet(parse_unit(f"{unit}:broken"), parse_unit(leader), "", CARD)
    assert found.told == f"{told} or less rallies"


def test_a_pinned_leader_leads_nobody_but_green_men_are_sure_of_themselves_with_him() -> None:
    """Ruling inexperienced: he is in Good Order. A 5-3-6 beside him passes on 6, and its -1 leader does not help on 7."""
    board = Board("tanks").set_up("American", "advance", a1="1106 type=a-536", al1="1106 pinned", gp="1107")
    assert board.give(Advance("a1", "1107")).rolls(3, 3).unit("a1") == "5-3-6 at 1107"
    board = Board("tanks").set_up("American", "advance", a1="1106 type=a-536", al1="1106 pinned", gp="1107")
    assert board.give(Advance("a1", "1107")).rolls(3, 4).unit("a1") == "5-3-6 at 1106 pinned"


@pytest.mark.parametrize(
    ("unit", "leader", "told"),
    [("a-666", "", "DR 0, 6"), ("a-536", "", "DR +1, 6"), ("a-536", "a-8-0", "DR 0, 6"), ("g-436", "g-9-1", "DR 0, 6"),
     ("i-346", "", "DR +1, 6"), ("m-457", "", "DR 0, 7"), ("m-437", "", "DR +1, 7"), ("m-227", "", "DR +1, 7")],
)  # fmt: skip
def test_who_is_timid_has_one_more_to_close_with_an_afv(unit: str, leader: str, told: str) -> None:
    """Green units unless led, conscripts always, Italians, and Allied Minors of the last step."""
    found = paatc_sheet(parse_unit(unit), (parse_unit(leader),) if leader else (), CARD)
    assert found.told == f"PAATC: {told} or less passes"


# Ground and victory


@pytest.mark.parametrize(
    ("player", "phase", "units", "holds"),
    [
        ("Russian", "advance", {"r1": "1006"}, True),
        ("Russian", "advance", {"r1": "1006 broken"}, False),
        ("German", "advance", {"r1": "1006"}, True),
    ],
)
def test_ground_goes_to_unbroken_men_who_stand_there_alone(
    player: Nation,
    phase: Phase,
    units: dict[str, str],
    holds: bool,  # noqa: FBT001 - what is expected
) -> None:
    board = Board().set_up(player, phase, **units).passes()
    assert ("1006" in board.game.view.status(board.position).held["Russian"]) == holds


def test_the_game_ends_when_a_side_has_nobody_left_and_points_decide() -> None:
    """Six German squads and three leaders at 2 each are lost, four Russian squads and three leaders; the school is 4."""
    board = Board().set_up("Russian", "advance", r1="1006")
    gone = [board.game.context.unit("g4").number, board.game.context.unit("r3").number]
    every = enumerate(board.position.units)
    board.now(units=tuple(replace(each, at=LOST) if at in gone else each for at, each in every)).passes()
    status = board.game.view.status(board.position)
    assert status.points == {"Russian": 18 + 4, "German": 14 + 15}
    assert status.verdict == "German victory: the alarm came in time"


def test_close_combat_must_be_fought_before_the_phase_ends() -> None:
    board = Board().set_up("Russian", "close combat", r1="1007", g1="1007")
    board.refuses(EndPhase(), match="close combat is fought in every hex")
    assert board.game.rules.actors(board.position) == ["1007"]
    board.refuses(CloseCombat(("r1", "g1"), "1007"), match="this is about r1")


# What a program thinks of it


def stands(**units: str) -> float:
    """How well the Germans stand, all houses theirs but the post office, which they want back, and no mortars any more."""
    board = Board().set_up("German", "movement", **units)
    houses, post = frozenset(board.game.scenario.worth), frozenset({board.game.context.hex("0806")})
    board.now(turn=5, held=BySide(board.game.sides, post, houses - post))
    return board.game.evaluation.measure(board.position, "German")


def test_the_last_squad_does_not_leave_a_house_the_enemy_is_near() -> None:
    """The post office is two hexes from the school, and one from 0907; with nobody near the school can be left."""
    assert stands(g1="1006", r1="1005") > stands(g1="0907", r1="1005")
    assert stands(g1="1006", r1="1801") < stands(g1="0907", r1="1801")


def test_a_leader_does_not_go_near_the_enemy_alone() -> None:
    """He stays with the squad, though 0907 is nearer to the post office than 1007."""
    assert stands(g1="1007", gl1="1007", r1="1005") > stands(g1="1007", gl1="0907", r1="1005")
    assert stands(g1="1007", gl1="1007", r1="1801") < stands(g1="1007", gl1="0907", r1="1801")


def test_hatches_stay_shut_where_mortars_fall() -> None:
    """In 0606 a crew takes a 2MC from the mill; in 0501 no German fire falls on a Sherman."""

    def exposed(at: str) -> float:
        boards = [Board("tanks").set_up("American", "movement", at=f"{at}{marks}") for marks in ("", " ce")]
        shut, opened = (board.game.evaluation.measure(board.position, "American") for board in boards)
        return opened - shut

    assert exposed("0606") < 0 < exposed("0501")
