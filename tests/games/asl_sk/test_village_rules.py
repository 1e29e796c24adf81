# SPDX-License-Identifier: Apache-2.0
"""Rulings of play in the village that a game seldom comes to: each by a position set up for it."""

from fractions import Fraction

import pytest
from lerchenau import Board

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.orders import Advance, Attack, CloseCombat, Fall, Fire, Rally, Rout
from grognard.games.asl_sk.pairing import pairing
from grognard.games.asl_sk.previews import sheet
from grognard.games.asl_sk.stacks import Piece, parse_piece
from grognard.games.asl_sk.terms import CARD
from grognard.rules.orders import Arrive, EndPhase, Move
from grognard.umpire import drive


def pieces(words: str) -> tuple[Piece, ...]:
    return tuple(map(parse_piece, words.split()))


# Ambush


def test_in_the_open_nobody_ambushes() -> None:
    board = Board().set_up("Russian", "advance", r1="1107", g1="1007")
    board.give(Advance("r1", "1007"), EndPhase(), CloseCombat(("r1",), "1007"))
    assert board.phase == "Russian close combat in 1007", "no dice were asked for"


def test_where_nobody_advanced_nobody_ambushes() -> None:
    """The Panzer has driven into the wood at 1203, where 1st Squad is."""
    board = Board("tanks").set_up("German", "movement", gp="1204", a1="1203")
    board.give(Move("gp", "1203"))
    while board.position.phase != "close combat":
        board.passes()
    board.give(CloseCombat(("gp",), "1203"))
    assert board.phase == "American close combat in 1203", "no dice were asked for"


def test_an_ambusher_makes_all_its_attacks_first_also_with_a_vehicle() -> None:
    """Two squads advance upon the Panzer in the wood: 1 against 1 + 3 for a buttoned-up AFV."""
    board = Board("tanks").set_up("American", "advance", a1="1204", a2="1204", gp="1203")
    board.give(Advance("a1", "1203")).rolls(1, 2)
    board.give(Advance("a2", "1203")).rolls(1, 2)
    board.give(EndPhase(), CloseCombat(("a1", "a2"), "1203")).rolls(1, 1)
    assert board.said[-1] == "the American side ambushes"
    board.give(Attack(("a1",), "1203", "gp")).rolls(5, 6)
    assert board.phase == "American close combat in 1203"


# What an attack is worth


def test_a_leader_who_may_be_wounded_is_worth_a_third_of_his_death() -> None:
    """4-1 is 4-1: 26 of 36 kill his 1 FP and -1, and 4 of 36 wound him, of which 2 in 6 die."""
    wanted = Fraction(26 * 2, 36) + Fraction(4, 36) * Fraction(2, 6) * 2
    assert pairing(pieces("g-467"), pieces("r-9-1"), "none", CARD).worth == wanted


def test_an_afv_that_is_immobilised_is_worth_2() -> None:
    """CCV 5: 6 of 36 destroy its 4 and 5, 4 of 36 immobilise it."""
    assert pairing(pieces("g-467"), pieces("afv:cmg4"), "none", CARD).worth == Fraction(6 * 9 + 4 * 2, 36)


@pytest.mark.parametrize("mark", ["", ":pinned", ":fired", ":engineers"])
def test_men_defend_against_an_afv_by_their_ccv_alone(mark: str) -> None:
    """Its 5 over a squad's 5; what changes the CCV of who attacks does not change it in defence."""
    assert attack_sheet(pieces("afv:cmg5"), pieces(f"g-467{mark}"), "none", CARD).told.startswith(
        "5-5 is 1-1"
    )


# Melee, and who is held


@pytest.mark.parametrize(("mark", "held"), [("", True), (" motion", False)])
def test_an_afv_holds_men_unless_it_is_in_motion(mark: str, held: bool) -> None:  # noqa: FBT001 - what is expected
    board = Board("tanks").set_up("American", "movement", a1="1107", gp=f"1107{mark}")
    if held:
        board.refuses(Move("a1", "1007"), match="is held by the enemy")
    else:
        assert board.give(Move("a1", "1007")).unit("a1") == "6-6-6 at 1007"


def test_where_all_are_broken_is_no_melee() -> None:
    board = Board().set_up("Russian", "movement", r1="1007 broken", g1="1007 broken")
    assert board.unit("r1") == "4-4-7 at 1007 broken"


def test_a_broken_unit_in_a_melee_does_not_rout() -> None:
    board = Board().set_up("Russian", "rout", r1="1007 broken", r2="1007", g1="1007")
    board.refuses(Rout("r1", "1008"), match="need not rout|does not rout")


def test_a_broken_unit_runs_up_to_6_mf() -> None:
    """Cover nearer than 5 MF has the enemy in or beside it."""
    board = Board().set_up("Russian", "rout", r1="0902 broken", g1="0903", g2="1002", g5="0702")
    steps = board.game.view.reach(board.position, "r1").steps
    assert {at: step.cost.text for at, step in steps.items()} == {
        "0603": "5",
        "1203": "5",
        "1303": "5",
        "0804": "5",
    }


# Rally


def test_nobody_rallies_with_the_enemy_upon_him() -> None:
    board = Board().set_up(
        "Russian", "rally", r1="1007 broken", rl1="1007", g1="1007", r2="1203 broken", rl2="1203"
    )
    board.refuses(Rally(("r1",), "1007"), match="has the enemy upon it")


@pytest.mark.parametrize("mark", ["pinned", "broken"])
def test_a_leader_who_is_pinned_or_broken_rallies_nobody(mark: str) -> None:
    board = Board().set_up(
        "Russian", "rally", r1="1203 broken", rl1=f"1203 {mark}", r2="1303 broken", rl2="1303"
    )
    board.refuses(Rally(("r1",), "1203"), match="no Good Order leader")


def test_a_wounded_leader_helps_by_one_less() -> None:
    """A 9-1 who is wounded is a +0, and the wood gives -1."""
    board = Board().set_up("Russian", "rally", r1="1203 broken", rl1="1203 wounded")
    assert (
        sheet(board.game.context.board(board.position), Rally(("r1",), "1203")).told
        == "DR -1, 7 or less rallies"
    )


def test_dm_is_taken_off_the_side_that_rallies_alone() -> None:
    board = Board().set_up("Russian", "rally", rl1="1303 broken dm", g1="0101 broken dm")
    board.passes()
    assert (board.unit("rl1"), board.unit("g1")) == ("9-1 at 1303 broken", "4-6-7 at 0101 broken DM")


# Fire of the plan


def test_fire_falls_in_its_turns_alone() -> None:
    """The mortars fire up to turn 4; a broken unit with a leader keeps turn 5's rally phase open."""
    board = Board().set_up("Russian", "fire", g1="1006").now(turn=4)
    board.give(Fire(("g1",), "1006", "Mortar battery"))
    board = Board().set_up("Russian", "rally", g1="1006", r1="1203 broken", rl1="1203").now(turn=5)
    assert board.passes().phase == "Russian movement"
    board.refuses(Fire(("g1",), "1006", "Mortar battery"), match="does not fire now: this is turn 5")


def test_fire_does_not_see_through_houses() -> None:
    """From 0205 the house in 0306 is seen, and the street in 0506 behind it is not."""
    board = Board("tanks").set_up("American", "fire", g1="0306", g2="0506")
    board.refuses(Fire(("g2",), "0506", "Heavy machine gun"), match="does not reach 0506")
    board.give(Fire(("g1",), "0306", "Heavy machine gun"))


def test_a_stunned_afv_is_in_motion_no_more() -> None:
    board = Board("tanks").set_up("American", "fire", gp="0907 ce motion", a1="0204").now(turn=2)
    board.give(Fire(("gp",), "0907", "Howitzer battery"), Fall(("gp",), "0907")).rolls(3, 4)
    assert board.unit("gp") == "3/5/- at 0907 stunned BU"


def test_a_hex_says_whose_fire_may_fall_there() -> None:
    board = Board().set_up("Russian", "movement", r1="1104")
    steps = board.game.view.reach(board.position, "r1").steps
    assert steps["1204"].note == "Machine gun in the steeple can fire there"
    assert not steps["1105"].note, "it does nothing in buildings"


# Movement and stacking


def test_an_afv_pays_half_its_movement_for_woods() -> None:
    board = Board("tanks").set_up("American", "movement", at="1204")
    assert board.game.view.reach(board.position, "at").steps["1203"].cost.text == "7"


def test_a_wounded_leader_moves_3() -> None:
    board = Board().set_up("Russian", "movement", rl1="1104 wounded")
    assert board.game.view.reach(board.position, "rl1").allowed == "3 MF"


def test_an_afv_does_not_drive_at_an_afv() -> None:
    board = Board("tanks").set_up("American", "movement", at="1007", gp="1107", g1="0908")
    board.refuses(Move("at", "1107"), match="an enemy AFV is in 1107")
    assert board.give(Move("at", "0908")).unit("at") == "2/4/4 at 0908 motion BU"


def test_nobody_advances_into_a_full_hex() -> None:
    board = Board().set_up("Russian", "advance", r1="1104", r2="1103", r4="1103", r6="1103")
    board.refuses(Advance("r1", "1103"), match="1103 is full")


def test_a_fifth_leader_has_no_room() -> None:
    leaders = {"rl2": "1103", "rl3": "1103", "rnew1": "1103 type=r-8-0", "rnew2": "1103 type=r-7-0"}
    board = Board().set_up("Russian", "movement", rl1="1104", **leaders)
    board.refuses(Move("rl1", "1103"), match="1103 is full")


# Ground, wrecks, threat


def test_an_enemy_afv_denies_ground() -> None:
    """The school is German; Americans stand there alone, or fight a Panzer there and leave it be."""
    board = Board("tanks").set_up("American", "advance", a1="1006").passes()
    assert "1006" in board.game.view.status(board.position).held["American"]
    board = Board("tanks").set_up("American", "close combat", a1="1006", gp="1006 motion")
    board.give(CloseCombat(("a1",), "1006"), EndPhase(), EndPhase())
    assert board.position.player == "German"
    assert "1006" not in board.game.view.status(board.position).held["American"]


def test_wrecks_in_a_hex_are_counted() -> None:
    at = Board("tanks").game.context.hex("1107")
    board = Board("tanks").set_up("American", "movement").now(wrecks=(at, at))
    assert [(each.at, each.count) for each in board.game.view.markers(board.position)] == [("1107", 2)]


def test_a_threat_counts_afvs() -> None:
    """The Sherman, 4 and 5, reaches 0606 by road, where nobody else of its side can be."""
    board = Board("tanks").set_up("American", "movement", at="0104")
    assert board.game.view.threat(board.position, "American")["0606"] == "9"


# What no row of the table of kinds knows


def test_an_order_of_another_game_is_a_type_error_and_ends_no_phase() -> None:
    """Nobody arrives in this game."""
    board = Board().set_up("German", "movement", g1="1007")
    position, order = board.position, Arrive("g1", "1008")
    unknown = pytest.raises(TypeError, match="this game knows no order of type Arrive")
    with unknown:
        board.game.rules.why_illegal(position, order)
    with unknown:
        drive(board.game.rules.carry_out(position, order), lambda ask: ask)
    with unknown:
        board.game.view.preview(position, order)
    with unknown:
        board.game.text.tell(position, order)


def test_rallying_nobody_is_refused_and_ends_no_phase() -> None:
    board = Board().set_up("German", "rally", g1="1007 broken", gl1="1007")
    with pytest.raises(GrognardError, match="one by one"):
        drive(board.game.rules.carry_out(board.position, Rally((), "1007")), lambda ask: ask)
