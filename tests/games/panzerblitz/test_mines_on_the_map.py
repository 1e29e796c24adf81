# SPDX-License-Identifier: Apache-2.0
"""Minefields, blocks and forts on the map, told move by move.

The Germans have mines on the slopes of the kurgan, at 2912, 2913, 3012 and 2612, blocks on the roads at 2907 and 2817,
and a fort with a DF of 40 on its crest, 2714. 3011 and 3112 are clear hexes before the mines of 3012.
"""

from fractions import Fraction

import pytest
from steppe import Board

from grognard.games.panzerblitz.orders import ClearMines, CloseAssault, Fire, Mines, Overrun, Unload
from grognard.rules.orders import EndPhase, Move, Resolve

# Minefields


def test_who_enters_mines_stops_and_is_attacked_when_the_enemys_turn_begins() -> None:
    board = Board().set_up("Soviet", "vehicles", t1="3111", r1="2714")
    board.give(Move("t1", "3012"))
    assert board.refuses(Move("t1", "3011")) == (
        "T-34 1st Company had to stop in 3012 (rulings mines-entry and blocks)"
    )
    board.end("German minefields")
    assert (
        board.refuses(EndPhase())
        == "every minefield with enemy units on it attacks them (ruling mines-attack)"
    )
    board.give(Mines(("t1",), "3012")).rolls(4)
    assert board.is_dispersed("t1")
    assert board.phase == "German vehicles"


def test_mines_attack_once_for_each_time_a_unit_enters() -> None:
    """Not harmed by the first roll it stays; and it is attacked again when it has been away."""
    board = Board().set_up("Soviet", "vehicles", t1="3111").give(Move("t1", "3012"))
    board.end("German minefields").give(Mines(("t1",), "3012")).rolls(6)
    board.end("Soviet infantry").give(EndPhase())
    assert board.phase == "German vehicles"
    board.end("Soviet vehicles").give(Move("t1", "3011"), Move("t1", "3012"))
    board.end("German minefields").give(Mines(("t1",), "3012")).rolls(1)
    assert (board.where("t1"), board.wrecks) == (["eliminated"], ["3012"])


def test_by_a_ruling_mines_attack_who_stays_again() -> None:
    board = Board(mines_again="each-turn").set_up("Soviet", "infantry", i1="3012")
    board.mark("survivors", "i1").give(EndPhase())
    assert board.phase == "German minefields"


def test_each_unit_on_mines_has_a_roll_and_terrain_does_not_matter() -> None:
    board = Board().set_up("German", "minefields", i1="3012", i2="3012")
    board.give(Mines(("i1", "i2"), "3012")).rolls(1, 5)
    assert board.where("i1", "i2") == ["eliminated", "3012"]
    assert not board.is_dispersed("i2")


def test_mines_know_neither_friend_nor_foe() -> None:
    """A Panther overruns 3011 from 3111 and comes out on the mines of 2912."""
    board = Board().set_up("German", "vehicles", p1="3111", i1="3011")
    board.give(Overrun(("p1",), "3011")).rolls(6)
    board.end("Soviet minefields").give(Mines(("p1",), "2912")).rolls(3)
    assert board.is_dispersed("p1")


def test_who_overruns_leaves_the_mines_he_survived() -> None:
    """From the mines of 2912 a Panther drives through 3011 to 3111, which has none: it has left them behind."""
    board = Board().set_up("German", "vehicles", p1="2912", i1="3011").mark("survivors", "p1")
    board.give(Overrun(("p1",), "3011")).rolls(6)
    assert (board.where("p1"), board.position.survivors) == (["3111"], frozenset())


def test_who_rides_has_been_through_the_mines_with_its_carrier() -> None:
    board = Board().set_up("German", "minefields", t1="3012", smg="on t1")
    board.give(Mines(("t1",), "3012")).rolls(6)
    board.end("Soviet vehicles").give(Unload("smg"))
    board.end("Soviet infantry").give(EndPhase())
    assert board.phase == "German vehicles"


def test_x_on_mines_takes_the_riders_too() -> None:
    board = Board().set_up("German", "minefields", t1="3012", smg="on t1", i1="3111")
    board.give(Mines(("t1",), "3012")).rolls(1)
    assert board.where("t1", "smg") == ["eliminated", "eliminated"]


# Three attacks on one unit


def test_on_mines_a_unit_suffers_mines_fire_and_close_assault_and_no_overrun() -> None:
    """A rifle company, 16, on the slope of 3012. Panther 8: 1-2. Rifles and engineers 6: 1-3, one up 1-2."""
    board = Board().set_up("German", "minefields", i1="3012", p1="3112", s1="3011", r1="3113", e1="3113")
    board.give(Mines(("i1",), "3012")).rolls(5)
    assert board.phase == "German fire"
    assert board.refuses(Mines(("i1",), "3012")) == (
        "mines attack first in a player turn, and this is German fire"
    )
    board.give(Fire(("p1",), "3012"), EndPhase(), Resolve(("p1",), "3012")).rolls(6)
    assert board.refuses(Overrun(("s1",), "3012")) == "a unit in a minefield is not overrun (crt: note *)"
    board.end("German close assault")
    assert board.odds(CloseAssault(("r1", "e1"), "3012")) == ("1-2", "-2")
    board.give(CloseAssault(("r1", "e1"), "3012")).rolls(1)
    assert board.where("i1") == ["eliminated"]


@pytest.mark.parametrize(("ruling", "there"), [("by-fire", "3012"), ("this-turn", "eliminated")])
def test_a_dd_on_whom_mines_dispersed_destroys_by_ruling_alone(ruling: str, there: str) -> None:
    """Mines, 2-1: a 4 is D. Panther 8 against 16 is 1-2; a 1 less 1 is 0: DD."""
    board = Board(dd_memory=ruling).set_up("German", "minefields", i1="3012", p1="3112")
    board.give(Mines(("i1",), "3012")).rolls(4)
    board.give(Fire(("p1",), "3012"), EndPhase(), Resolve(("p1",), "3012")).rolls(1)
    assert board.where("i1") == [there]


def test_off_mines_a_unit_suffers_fire_an_overrun_and_close_assault() -> None:
    """Assault guns 12 against 16: 1-2, one up 1-1. One attack of a kind, and none of a kind that is past."""
    board = Board().set_up(
        "German", "fire", i1="3009", p1="2708", s1="3008", s2="2909", r1="2910", e1="2910", r2="3110"
    )
    board.give(Fire(("p1",), "3009"), EndPhase(), Resolve(("p1",), "3009")).rolls(6)
    assert board.odds(Overrun(("s1",), "3009")) == ("1-1", "-2")
    board.give(Overrun(("s1",), "3009")).rolls(6)
    assert board.refuses(Fire(("s2",), "3009")) == (
        "normal fire comes before an overrun, which has been made (crt: note)"
    )
    assert board.refuses(Overrun(("s2",), "3009")) == (
        "an overrun is suffered once a turn (crt: note, ruling overruns-a-hex)"
    )
    board.end("German close assault")
    board.give(CloseAssault(("r1", "e1"), "3009")).rolls(3)
    assert board.is_dispersed("i1")
    assert (
        board.refuses(CloseAssault(("r2",), "3009")) == "a close assault is suffered once a turn (crt: note)"
    )


def test_by_a_ruling_a_hex_is_overrun_more_than_once() -> None:
    board = Board(overruns_a_hex="several").set_up("German", "vehicles", i1="3009", s1="3008", s2="2909")
    board.give(Overrun(("s1",), "3009")).rolls(6)
    board.give(Overrun(("s2",), "3009")).rolls(6)
    assert board.where("s1", "s2") == ["3010", "3110"]


# Clearing


def test_engineers_clear_mines_with_a_1_or_2_and_do_nothing_else() -> None:
    board = Board().set_up("Soviet", "infantry", se1="3011", se2="3112", i1="3111", r1="3010")
    assert board.refuses(ClearMines("i1", "3012")) == "1st Rifle is no engineer unit (ruling mine-clearing)"
    assert "is not next to 2612" in board.refuses(ClearMines("se1", "2612"))
    assert "is not next to 2913" in board.refuses(ClearMines("se1", "2913")), "two hexes off"
    assert "there are no mines in 3110" in board.refuses(ClearMines("se1", "3110"))
    foreseen = board.game.view.preview(board.position, ClearMines("se1", "3012"))
    assert foreseen is not None
    assert [(outcome.says, outcome.chance) for outcome in foreseen.outcomes] == [
        ("the mines are cleared", Fraction(1, 3)),
        ("the mines are still there", Fraction(2, 3)),
    ]
    board.give(ClearMines("se1", "3012")).rolls(3)
    assert board.told()[0] == "1st Engineers tries to clear the mines in 3012"
    assert board.states("se1") == ("acted",)
    assert board.told()[1] == "mines to clear: rolled 3: the mines are still there"
    assert "has attacked" in board.refuses(Move("se1", "3110"))
    board.give(ClearMines("se2", "3012")).rolls(2)
    assert board.told()[-1] == "the mines in 3012 are cleared"
    board.give(Move("i1", "3110"), EndPhase())
    assert "has attacked" in board.refuses(CloseAssault(("se1",), "3010"))


def test_engineers_that_have_moved_do_not_clear() -> None:
    board = Board().set_up("Soviet", "infantry", se1="3111").give(Move("se1", "3011"))
    assert "has moved (ruling mine-clearing)" in board.refuses(ClearMines("se1", "3012"))


def test_cleared_mines_attack_nobody() -> None:
    board = Board().set_up("Soviet", "infantry", se1="3011", i1="3112")
    board.give(ClearMines("se1", "3012")).rolls(1)
    board.give(Move("i1", "3012"), EndPhase())
    assert board.phase == "German vehicles"


# Blocks


def test_a_block_is_entered_by_the_first_step_alone_and_stops() -> None:
    board = Board().set_up("Soviet", "vehicles", t1="2908", t2="2909")
    said = "2907 is blocked: a unit enters it only from the hex next to it in which it began (ruling blocks)"
    assert board.refuses(Move("t2", "2907")) == said
    board.give(Move("t1", "2907"))
    assert "had to stop in 2907" in board.refuses(Move("t1", "2807"))
    board.give(Move("t2", "2908"))
    assert board.refuses(Move("t2", "2907")) == said


def test_nobody_comes_out_of_an_overrun_on_a_block() -> None:
    board = Board().set_up("German", "vehicles", p1="2909", i1="2908")
    assert board.refuses(Overrun(("p1",), "2908")) == (
        "2907, where Panther 1 would come out, is blocked (ruling blocks)"
    )


# Forts


FORT = {"f1": "2714", "r1": "2714", "g1": "2714"}


def test_who_is_in_a_fort_counts_as_armored_and_has_its_df() -> None:
    """The SU-152 fires 40 at 1 hex from the hilltop of 2813, not halved: 1-1. Small arms do nothing from afar."""
    board = Board().set_up("Soviet", "fire", **FORT, su="2813", i1="2715", gu="2715")
    assert "May attack only when using Close Assault" in board.refuses(Fire(("i1",), "2714"))
    assert board.odds(Fire(("su",), "2714")) == ("1-1", "0")
    board.give(Fire(("su",), "2714"), EndPhase(), Resolve(("su",), "2714")).rolls(2)
    assert board.is_dispersed("r1", "g1")
    assert not board.is_dispersed("f1")


def test_a_fort_is_destroyed_with_those_in_it() -> None:
    """SU-152 and 122mm, 40 each, against 40: 2-1. A 1 is X; the fort leaves a wreck (ruling fort-wreck)."""
    board = Board().set_up("Soviet", "fire", **FORT, su="2813", hw="2813")
    board.give(Fire(("su", "hw"), "2714"), EndPhase(), Resolve(("su", "hw"), "2714")).rolls(1)
    assert board.where("f1", "r1", "g1") == ["eliminated", "eliminated", "eliminated"]
    assert board.wrecks == ["2714"]


def test_by_a_ruling_a_fort_leaves_no_wreck() -> None:
    board = Board(fort_wreck="none").set_up("Soviet", "fire", **FORT, su="2813", hw="2813")
    board.give(Fire(("su", "hw"), "2714"), EndPhase(), Resolve(("su", "hw"), "2714")).rolls(1)
    assert (board.where("f1"), board.wrecks) == (["eliminated"], [])


def test_mines_attack_those_in_a_fort_and_not_the_fort() -> None:
    """Ruling forts-on-mines: a 1 at 2-1 is X for the first, a 5 nothing for the second."""
    board = Board().set_up("German", "minefields", f1="3012", i1="3012", i2="3012")
    board.give(Mines(("i1", "i2"), "3012")).rolls(1, 5)
    assert (board.where("i1", "i2", "f1"), board.wrecks) == (["eliminated", "3012", "3012"], [])


def test_a_fort_that_was_dispersed_this_turn_falls_to_a_dd() -> None:
    """Rifles and guards, 11 against 40: 1-4. A 1 less 3 is -2, below the table: the -1 of 1-3, DD."""
    board = Board().set_up("Soviet", "fire", **FORT, su="2813", i1="2715", gu="2715")
    board.give(Fire(("su",), "2714"), EndPhase(), Resolve(("su",), "2714")).rolls(2)
    board.end("Soviet close assault")
    assert board.odds(CloseAssault(("i1", "gu"), "2714")) == ("1-4", "-3")
    board.give(CloseAssault(("i1", "gu"), "2714")).rolls(1)
    assert board.where("f1", "r1", "g1") == ["eliminated", "eliminated", "eliminated"]


def test_an_empty_fort_is_taken_and_its_first_owner_then_attacks_it() -> None:
    """Assault guns on the hilltop of 2715, 24, against the fort, 40: 1-2."""
    board = Board().set_up("Soviet", "infantry", f1="2714", i1="2713", s1="2715", r1="2614")
    board.give(Move("i1", "2714")).end("German fire")
    assert board.odds(Fire(("s1",), "2714")) == ("1-2", "0")
    board.give(Fire(("s1",), "2714"), EndPhase(), Resolve(("s1",), "2714")).rolls(1)
    assert board.is_dispersed("i1")
    assert board.end("Soviet vehicles").refuses(Fire(("i1",), "2715"))
    board.end("Soviet infantry").give(EndPhase())
    assert not board.is_dispersed("i1")


def test_a_fort_with_enemies_in_it_is_closed() -> None:
    board = Board().set_up("Soviet", "infantry", **FORT, i1="2713")
    assert board.refuses(Move("i1", "2714")) == (
        "enemy units are in the fort in 2714: an empty one may be entered (ruling forts-closed)"
    )


def test_a_fort_neither_moves_nor_fires() -> None:
    board = Board().set_up("German", "fire", **FORT, i1="2813")
    assert "has no weapon" in board.refuses(Fire(("f1",), "2813"))
    assert board.end("German vehicles").refuses(Move("f1", "2713")) == "Stützpunkt stays where it is"
