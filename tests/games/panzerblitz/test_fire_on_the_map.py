# SPDX-License-Identifier: Apache-2.0
"""Normal fire on the map, told move by move: announced first, all of it, and then resolved attack by attack.

On the open steppe a Panther, 16 A 12, has 32 against a T-34/85, 10, up to 6 hexes away: 3-1. Beyond them it has 16: 1-1.
"""

from steppe import Board

from grognard.games.panzerblitz.orders import CloseAssault, Fire, FireAtEach, Overrun, SelectiveFire, Unload
from grognard.rules.orders import EndPhase, Move, Resolve


def german_fire(**units: str) -> Board:
    return Board().set_up("German", "fire", **units)


# Announcing and resolving


def test_fire_is_announced_first_and_resolved_when_all_is_announced() -> None:
    board = german_fire(p1="2708", s1="2908", t1="3108", t2="3110", i1="3209")
    board.give(Fire(("p1",), "3108"))
    assert board.table.asked is None
    assert board.refuses(Resolve(("p1",), "3108")) == "fire is resolved after all is announced"
    assert board.refuses(Fire(("s1",), "3108")) == (
        "fire at 3108 is announced already (rulings techniques and fire-a-hex)"
    )
    assert "may never take part in more than one attack per turn" in board.refuses(Fire(("p1",), "3110"))
    board.give(Fire(("s1",), "3110"), EndPhase())
    assert board.phase == "German resolution"
    assert board.refuses(EndPhase()) == "all fire that was announced is resolved (ruling play-sequence)"
    assert "does not fire in the German resolution phase" in board.refuses(Fire(("p1",), "3209"))
    board.give(Resolve(("p1",), "3108")).rolls(1)
    assert (board.where("t1"), board.wrecks) == (["eliminated"], ["3108"])
    board.give(Resolve(("s1",), "3110")).rolls(6)
    assert (board.where("t2"), board.phase) == (["3110"], "German vehicles")
    assert board.refuses(Move("p1", "2709")) == (
        "Panther 1 has attacked, and does not move in this turn (ruling play-sequence)"
    )


def test_who_announces_nothing_goes_on_to_move() -> None:
    assert german_fire(p1="2708", t1="3108").give(EndPhase()).phase == "German vehicles"


def test_what_is_announced_can_be_taken_back_and_a_roll_cannot() -> None:
    board = german_fire(p1="2708", t1="3108")
    before = board.table
    board.give(Fire(("p1",), "3108"))
    assert board.table.undo() == before
    board.give(EndPhase(), Resolve(("p1",), "3108")).rolls(6)
    assert not board.table.undoable


# Three techniques: T-34/85, 10, and SU-152, 16, in one hex


STACK = {"p1": "2708", "s1": "2709", "t1": "3008", "su": "3008"}


def test_combination_is_one_roll_against_the_sum() -> None:
    """32 and 24 against 26: 2-1. A 4 disperses both."""
    board = german_fire(**STACK)
    assert board.odds(Fire(("p1", "s1"), "3008")) == ("2-1", "0")
    board.give(Fire(("p1", "s1"), "3008"), EndPhase(), Resolve(("p1", "s1"), "3008")).rolls(4)
    assert board.is_dispersed("t1", "su")


def test_selective_fire_is_at_the_weakest() -> None:
    board = german_fire(**STACK)
    assert board.refuses(SelectiveFire(("p1",), "3008", "su")) == (
        "selective fire takes the weakest unit, T-34/85, and unit 2 is SU-152 (ruling techniques)"
    )
    assert board.odds(SelectiveFire(("p1",), "3008", "t1")) == ("3-1", "0")
    board.give(SelectiveFire(("p1",), "3008", "t1"), EndPhase(), Resolve(("p1",), "3008")).rolls(3)
    assert board.where("t1", "su") == ["eliminated", "3008"]


def test_a_single_unit_is_no_stack() -> None:
    board = german_fire(p1="2708", t1="3008")
    said = "there is one unit in 3008, and no stack to take apart (ruling techniques)"
    assert board.refuses(SelectiveFire(("p1",), "3008", "t1")) == said
    assert board.refuses(FireAtEach(("p1",), "3008", "t1")) == said


def test_of_equals_the_attacker_picks() -> None:
    board = german_fire(p1="2708", t1="3008", t2="3008")
    board.give(SelectiveFire(("p1",), "3008", "t2"), EndPhase(), Resolve(("p1",), "3008")).rolls(1)
    assert board.where("t1", "t2") == ["3008", "eliminated"]


def test_fire_at_each_unit_has_a_roll_for_each() -> None:
    """The Panther's 32 against 10 is 3-1; the assault guns' 24 against 16 is 1-1."""
    board = german_fire(**STACK)
    board.give(FireAtEach(("p1",), "3008", "t1"))
    assert board.refuses(FireAtEach(("s1",), "3008", "t1")) == (
        "fire at T-34 1st Company is announced already (ruling techniques)"
    )
    assert "is announced already" in board.refuses(Fire(("s1",), "3008"))
    board.give(FireAtEach(("s1",), "3008", "su"), EndPhase())
    board.give(Resolve(("p1",), "3008")).rolls(1)
    board.give(Resolve(("s1",), "3008")).rolls(2)
    assert board.where("t1", "su") == ["eliminated", "3008"]
    assert board.is_dispersed("su")


def test_each_unit_is_attacked_at_even_odds_or_better() -> None:
    """At 5 hexes the assault guns have 12 against 16."""
    board = german_fire(p1="2708", s1="2508", t1="3008", su="3008")
    assert board.refuses(FireAtEach(("s1",), "3008", "su")) == (
        "each unit must be attacked at 1-1 or better, and SU-152 is at 12-16 (ruling techniques)"
    )


def test_fire_at_each_that_leaves_one_out_is_withdrawn() -> None:
    """Nobody fires at the SU-152: the Panther has not fired, and may move."""
    board = german_fire(**STACK)
    board.give(FireAtEach(("p1",), "3008", "t1"))
    warned = board.game.view.abandoned(board.position)
    assert warned == ["Panther 1 does not fire: not all in 3008 would be fired at (ruling techniques)"]
    board.give(EndPhase())
    assert board.phase == "German vehicles"
    assert board.told() == (
        "German fire ends",
        "Panther 1 does not fire: not all in 3008 would be fired at (ruling techniques)",
    )
    board.give(Move("p1", "2808"))


def test_units_in_towns_are_fired_at_as_one() -> None:
    """2706 looks up the road into Krinichki, 2703; the rifles next to it spot. All in a town count as armored."""
    board = german_fire(p1="2706", s1="2705", r1="2704", i1="2703", i2="2703")
    said = "Units stacked together in towns must be treated as one combined DF. (tec: TOWNS)"
    assert board.refuses(FireAtEach(("p1",), "2703", "i1")) == said
    assert board.refuses(SelectiveFire(("p1",), "2703", "i1")) == said
    assert board.odds(Fire(("p1",), "2703")) == ("1-1", "+1")


def test_by_a_ruling_each_unit_of_a_hex_may_be_fired_at_by_others() -> None:
    board = Board(fire_a_hex="each-unit").set_up("German", "fire", **STACK)
    board.give(SelectiveFire(("p1",), "3008", "t1"))
    assert "is announced already" in board.refuses(Fire(("s1",), "3008"))
    board.give(FireAtEach(("s1",), "3008", "su"), EndPhase())
    board.give(Resolve(("p1",), "3008")).rolls(1)
    board.give(Resolve(("s1",), "3008")).rolls(1)
    assert board.where("t1", "su") == ["eliminated", "3008"]


# Range, line of sight, spotting


def test_range_and_line_of_sight() -> None:
    """From 2708 every line to 3105 crosses Pear Copse."""
    board = german_fire(s1="2708", p1="2708", t1="3108", t2="3105", j1="2718")
    assert "reaches 8 hexes, and 2718 is at 10 (roster)" in board.refuses(Fire(("s1",), "2718"))
    assert "Panther 1 cannot see 3105: blocked by the green side" in board.refuses(Fire(("p1",), "3105"))
    assert board.refuses(Fire(("p1",), "2808")) == "there is no enemy in 2808"
    assert board.refuses(Fire(("p1",), "2708")) == "there is no enemy in 2708"


def test_in_a_town_a_target_must_be_spotted_by_who_is_not_dispersed() -> None:
    board = german_fire(p1="2706", l1="2704", i1="2703")
    assert board.game.rules.why_illegal(board.position, Fire(("p1",), "2703")) == ""
    board.mark("dispersed", "l1")
    assert "in a town and not spotted" in board.refuses(Fire(("p1",), "2703"))


def test_who_is_adjacent_needs_no_spotter() -> None:
    board = german_fire(p1="2704", i1="2703")
    board.give(Fire(("p1",), "2703"))


def test_small_arms_do_not_harm_armor_from_afar() -> None:
    board = german_fire(r1="2808", t1="2908", h1="2808", i1="2910")
    assert "May attack only when using Close Assault" in board.refuses(Fire(("r1",), "2908"))
    board.give(Fire(("r1", "h1"), "2910"))


def test_odds_worse_than_1_to_4_are_refused() -> None:
    """A rifle platoon, 3, against a rifle company, 16."""
    board = german_fire(r1="2808", i1="2908")
    assert "No attacks permitted at worse than 1-4, and this is 3-16" in board.refuses(Fire(("r1",), "2908"))


# Results


def after(board: Board, who: str, target: str, die: int) -> Board:
    """Fire of one unit, announced, resolved and rolled."""
    return board.give(Fire((who,), target), EndPhase(), Resolve((who,), target)).rolls(die)


def test_dd_disperses_who_was_not() -> None:
    board = after(german_fire(p1="2708", t1="3108"), "p1", "3108", 4)
    assert board.is_dispersed("t1")
    assert (board.where("t1"), board.wrecks) == (["3108"], [])


def test_dd_destroys_who_was_dispersed_in_this_player_turn() -> None:
    """A T-34 dispersed by fire is overrun: 12 against 10 is 1-1, one up 2-1; a 5 less 3 is 2: DD."""
    board = after(german_fire(p1="2708", s1="2908", t1="3008"), "p1", "3008", 4)
    assert board.odds(Overrun(("s1",), "3008")) == ("2-1", "-3")
    board.give(Overrun(("s1",), "3008")).rolls(5)
    assert (board.where("t1", "s1"), board.wrecks) == (["eliminated", "3109"], ["3008"])


def test_passengers_share_the_fate_of_who_carries_them() -> None:
    """The 122mm battery on its truck: 8 against 1, the truck's: 4-1. No wreck is left of a truck."""
    board = after(german_fire(p1="2708", k1="3008", hw="on k1"), "p1", "3008", 6)
    assert (board.where("k1", "hw"), board.wrecks) == (["eliminated", "eliminated"], [])
    board = after(german_fire(p1="2708", t1="3108", smg="on t1"), "p1", "3108", 5)
    assert board.is_dispersed("t1", "smg")


def test_a_dispersed_unit_neither_fires_nor_moves_nor_unloads_and_recovers_when_its_turn_ends() -> None:
    board = after(german_fire(p1="2708", t1="3108", smg="on t1", t2="3110"), "p1", "3108", 5)
    board.end("Soviet fire")
    assert "T-34 1st Company is dispersed (crt: D)" in board.refuses(Fire(("t1",), "2708"))
    board.end("Soviet vehicles")
    assert "is dispersed" in board.refuses(Move("t1", "3109"))
    assert "is dispersed" in board.refuses(Unload("smg"))
    board.end("Soviet infantry")
    assert board.is_dispersed("t1", "smg")
    board.end("German fire")
    assert not board.is_dispersed("t1")
    assert not board.is_dispersed("smg")


def test_who_is_dispersed_does_not_spot() -> None:
    board = Board().set_up("Soviet", "fire", t1="2706", k1="2704", r1="2703")
    assert board.game.rules.why_illegal(board.position, Fire(("t1",), "2703")) == ""
    assert "not spotted" in board.mark("dispersed", "k1").refuses(Fire(("t1",), "2703"))


# Halftracks fire with their load aboard, and the load does not


def test_who_is_aboard_does_not_fire() -> None:
    board = german_fire(h1="2808", r1="on h1", k1="2908")
    assert board.refuses(Fire(("r1",), "2908")) == (
        "Schützen 1 is aboard, and passengers do not attack (ruling unloading)"
    )
    board.give(Fire(("h1",), "2908"))


# Heights


def test_a_target_on_a_hilltop_halves_fire() -> None:
    """Assault guns at 2 hexes have 24 against 10 on the ground, 2-1, and 12 on the crest of the kurgan, 1-1."""
    assert german_fire(s1="2908", t1="3109").odds(Fire(("s1",), "3109")) == ("2-1", "0")
    assert german_fire(s1="2914", t1="2714").odds(Fire(("s1",), "2714")) == ("1-1", "0")


def test_a_brown_side_between_neighbours_halves_fire_at_a_slope() -> None:
    """A Panther next to T-34s on the slope of 2413 has 32 against 10: 3-1; over the ridge from 2414, 16: 1-1."""
    assert german_fire(p1="2412", t1="2413").odds(Fire(("p1",), "2413")) == ("3-1", "0")
    assert german_fire(p1="2414", t1="2413").odds(Fire(("p1",), "2413")) == ("1-1", "0")


def test_announced_fire_has_the_same_odds_when_it_is_resolved() -> None:
    board = german_fire(p1="2708", t1="3108").give(Fire(("p1",), "3108"), EndPhase())
    assert board.odds(Resolve(("p1",), "3108")) == ("3-1", "0")


def test_tanks_fire_with_riders_on_them() -> None:
    """Ruling laden-attacks; the riders do not fire with them."""
    board = german_fire(p1="2708", r1="on p1", t1="3108")
    assert board.odds(Fire(("p1",), "3108")) == ("3-1", "0")


def test_an_assault_does_not_come_in_the_fire_phase() -> None:
    board = german_fire(r1="2808", i1="2908")
    assert "does not assault in the German fire phase" in board.refuses(CloseAssault(("r1",), "2908"))
