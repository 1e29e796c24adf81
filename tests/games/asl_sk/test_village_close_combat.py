# SPDX-License-Identifier: Apache-2.0
"""Close combat in the village: ambush, who attacks whom, rolls, Melee carried over, vehicles by turns, odds and hints."""

from collections import defaultdict
from fractions import Fraction

import pytest
from lerchenau import Board

from grognard.games.asl_sk.orders import Advance, Attack, BestPairing, CloseCombat, Fire
from grognard.play.board import Preview
from grognard.play.board_view import BoardView
from grognard.play.phase_end import Follows, what_follows
from grognard.play.preview import preview
from grognard.registry.games import procedure
from grognard.rules.orders import EndPhase, Move, Resolve
from grognard.umpire import Enumerator

# At the same time


def met(**units: str) -> Board:
    """Both sides in 1007, in the open, where nobody ambushes; the Russian player's turn."""
    found = Board().set_up(
        "Russian", "close combat", **{name: f"1007{marks}" for name, marks in units.items()}
    )
    return found.give(CloseCombat(tuple(name for name in units if name.startswith("r")), "1007"))


def test_both_sides_declare_and_all_is_rolled_before_anybody_is_hit() -> None:
    """4-4 is 1-1, kill number 5: with 4 and 3 they kill each other."""
    board = met(r1="", g1="")
    assert board.phase == "Russian close combat in 1007"
    board.give(Attack(("r1",), "1007", "g1"), EndPhase())
    assert board.phase == "German close combat in 1007"
    board.give(Attack(("g1",), "1007", "r1"), EndPhase())
    board.give(Resolve(("r1",), "1007")).rolls(2, 2, 1, 2)
    assert (board.unit("r1"), board.unit("g1")) == ("eliminated", "eliminated")


def test_on_the_kill_number_one_is_reduced_and_nobody_need_attack() -> None:
    board = met(r1="", g1="")
    board.give(Attack(("r1",), "1007", "g1"), EndPhase(), EndPhase())
    board.give(Resolve(("r1",), "1007")).rolls(2, 3)
    assert (board.unit("r1"), board.unit("g1")) == ("4-4-7 at 1007 melee", "2-4-7 at 1007 melee")


def test_if_nobody_attacks_they_are_in_a_melee_all_the_same() -> None:
    board = met(r1="", g1="").passes(2)
    assert board.unit("r1") == "4-4-7 at 1007 melee"


def test_broken_units_are_attacked_and_do_not_attack() -> None:
    """4-4 with -2 against the broken: 6 eliminates; the side that can attack nobody is not asked."""
    board = met(r1="", g1=" broken dm")
    board.give(Attack(("r1",), "1007", "g1"), EndPhase())
    board.give(Resolve(("r1",), "1007")).rolls(3, 3)
    assert board.unit("g1") == "eliminated"


def test_each_unit_attacks_once_and_is_attacked_once() -> None:
    board = met(r1="", r2="", g1="", g5="")
    board.give(Attack(("r1",), "1007", "g1"))
    board.refuses(Attack(("r1",), "1007", "g5"), match="attacks already")
    board.refuses(Attack(("r2",), "1007", "g1"), match="cannot be attacked by itself")
    board.refuses(Attack(("g1",), "1007", "r1"), match="no Russian unit")


def test_a_leader_is_attacked_with_the_squad_that_he_joins() -> None:
    board = met(r1="", g1="", gl1="")
    board.refuses(Attack(("r1",), "1007", "gl1"), match="there is g1")
    board.give(Attack(("r1",), "1007", "g1"))
    assert board.said == [
        "1st Rifle attacks Gruppe 1 and Lt. Brandt in 1007, 4-5 is 1-2: kill number 4, DR 0"
    ]


def offered(board: Board) -> list[str]:
    return [battle.title for battle in board.game.view.battles(board.position) if battle.type == "attack"]


def test_a_leader_who_attacks_alone_defends_alone() -> None:
    """Gruppe 1's 4 against his 1 is 4-1."""
    board = met(r1="", rl1="", g1="").give(Attack(("rl1",), "1007", "g1"), EndPhase())
    assert offered(board) == [
        "Attack 1st Rifle",
        "Attack Capt. Orlov",
        "Attack all: 1st Rifle and Capt. Orlov",
    ]
    board.give(Attack(("g1",), "1007", "rl1"))
    assert board.said == ["Gruppe 1 attacks Capt. Orlov in 1007, 4-1 is 4-1: kill number 9, DR 0"]


def test_a_leader_defends_with_the_squad_that_he_attacks_with() -> None:
    board = met(r1="", r2="", rl1="", g1="").give(Attack(("r2", "rl1"), "1007", "g1"), EndPhase())
    assert offered(board)[:2] == ["Attack 1st Rifle", "Attack 2nd Rifle and Capt. Orlov"]
    board.give(Attack(("g1",), "1007", "r2"))
    assert board.said[0].endswith("4-5 is 1-2: kill number 4, DR 0")


def announced(board: Board) -> list[str]:
    """Return the attacks that were declared."""
    return [plan.says for plan in board.game.view.plans(board.position)]


def test_the_best_pairing_attacks_leaders_with_the_squads_that_they_attacked_with() -> None:
    """8-5 is 3-2 against either team, and Orlov's is worth more: he is with 2nd Rifle, though 1st Rifle is alike."""
    board = met(r1="", r2="", rl1="", rl2="", g1="", g5="")
    board.give(Attack(("r1", "rl2"), "1007", "g1"), Attack(("r2", "rl1"), "1007", "g5"), EndPhase())
    board.give(BestPairing(("g1", "g5"), "1007"))
    assert announced(board)[2:] == ["Gruppe 1 and Gruppe 5 at 2nd Rifle and Capt. Orlov"]


def test_the_best_pairing_attacks_one_team_or_all_as_may_be_declared() -> None:
    """4 at 4 is 1-1: 6/36 x 4 + 4/36 x 2, .89 FP; at 9 it would be 1-2: .96 FP."""
    board = met(r1="", r2="", r4="", rl1="", g1="").give(EndPhase(), BestPairing(("g1",), "1007"))
    assert announced(board) == ["Gruppe 1 at 2nd Rifle"]


def test_a_leader_who_is_attacked_with_his_squad_does_not_attack_without_it() -> None:
    board = met(r1="", g1="", g5="", gl1="").give(Attack(("r1",), "1007", "g1"), EndPhase())
    board.refuses(Attack(("gl1",), "1007", "r1"), match="Lt. Brandt defends with Gruppe 1")
    board.refuses(Attack(("g5", "gl1"), "1007", "r1"), match="Lt. Brandt defends with Gruppe 1")
    (attack,) = (each for each in board.game.view.battles(board.position) if each.type == "attack")
    assert {each.piece: each.why_not for each in attack.pieces} == {"g1": "", "g5": "", "gl1": ""}
    board.give(Attack(("g1", "gl1"), "1007", "r1"))


def test_after_an_ambush_too_who_attacked_alone_defends_alone() -> None:
    """Orlov alone at 4 is 1-4, kill number 3: 6 - 1 does nothing."""
    board = stormed(1, 3)
    board.give(Attack(("rl1",), "1006", "g1"), EndPhase(), Resolve(("r1", "rl1"), "1006")).rolls(3, 3)
    assert offered(board)[:2] == ["Attack 1st Rifle", "Attack Capt. Orlov"]


def test_all_men_of_the_enemy_can_be_attacked_together() -> None:
    """Two squads and a leader of 1, 9, at two squads, 8: 1-1 and -1; 3 kills both."""
    board = met(r1="", r2="", rl1="", g1="", g5="")
    board.give(Attack(("r1", "r2", "rl1"), "1007", "all"), EndPhase(), EndPhase())
    board.give(Resolve(("r1", "r2", "rl1"), "1007")).rolls(1, 2)
    assert (board.unit("g1"), board.unit("g5")) == ("eliminated", "eliminated")


@pytest.mark.parametrize(
    ("ruling", "dice", "left"),
    [("one", (2, 3, 2), ["4-6-7 at 1007 melee", "2-4-7 at 1007 melee"]),
     ("highest", (2, 3, 4, 4), ["2-4-7 at 1007 melee", "2-4-7 at 1007 melee"])],
)  # fmt: skip
def test_who_of_several_is_reduced_is_drawn_by_lot(
    ruling: str, dice: tuple[int, ...], left: list[str]
) -> None:
    """8-8 is 1-1, and 5 is the kill number: one of two is picked, or each rolls, and both that roll highest are hit."""
    board = Board(random_selection=ruling).set_up(
        "Russian", "close combat", r1="1007", r2="1007", g1="1007", g5="1007"
    )
    board.give(CloseCombat(("r1", "r2"), "1007"), Attack(("r1", "r2"), "1007", "all"), EndPhase(), EndPhase())
    board.give(Resolve(("r1", "r2"), "1007")).rolls(*dice)
    assert [board.unit("g1"), board.unit("g5")] == left


def test_an_original_2_makes_a_leader() -> None:
    """A Russian squad: the dr is 3 + 1, a 7-0."""
    board = met(r1="", g1="")
    board.give(Attack(("r1",), "1007", "g1"), EndPhase(), EndPhase())
    board.give(Resolve(("r1",), "1007")).rolls(1, 1, 3)
    assert board.unit("rnew1") == "7-0 at 1007"
    assert "new Russian leader 1 is made in close combat: a 7-0" in board.said


def test_a_new_leader_of_morale_8_is_told_as_an_8() -> None:
    """A German squad: the dr is 1 - 1, an 8-1."""
    board = Board().set_up("German", "close combat", r1="1007", g1="1007").give(CloseCombat(("g1",), "1007"))
    board.give(Attack(("g1",), "1007", "r1"), EndPhase(), EndPhase())
    board.give(Resolve(("g1",), "1007")).rolls(1, 1, 1)
    assert "new German leader 1 is made in close combat: an 8-1" in board.said


def test_who_is_drawn_by_lot_is_told_by_name() -> None:
    """5 is the kill number of 8-8, and the lot falls on the second."""
    board = met(r1="", r2="", g1="", g5="")
    board.give(Attack(("r1", "r2"), "1007", "all"), EndPhase(), EndPhase())
    board.give(Resolve(("r1", "r2"), "1007")).rolls(2, 3, 2)
    assert "random selection of Gruppe 1+Gruppe 5: rolled 2: Gruppe 5" in board.said


def test_where_four_leaders_are_nobody_is_made_and_none_is_shown() -> None:
    """By an Original 2 1st Rifle kills Gruppe 1, and no leader is rolled for (ruling leader-counters)."""
    leaders = {"rl1": "", "rl2": "", "rl3": "", "rnew1": " type=r-8-0"}
    board = met(r1="", g1="", **leaders)
    found = shown(board, Attack(("r1",), "1007", "g1"))
    assert not any("leader" in each.says for each in found.outcomes)
    assert ("an Original 2 creates no leader", "ruling leader-counters") in [
        (line.what, line.source) for line in found.lines
    ]
    board.give(Attack(("r1",), "1007", "g1"), EndPhase(), EndPhase())
    order = Resolve(tuple(sorted(("r1", *leaders))), "1007")
    assert not any("r-7-0" in each.says for each in shown(board, order).outcomes)
    board.give(order).rolls(1, 1)
    assert board.unit("g1") == "eliminated"


def test_of_two_leaders_who_are_made_where_one_has_room_the_better_joins() -> None:
    """Three leaders are there: Russian drs of 3 + 1 and 1 + 1 are a 7-0 and an 8-0, of whom one is shown and one joins."""
    board = met(r1="", r2="", rl1="", rl2="", rl3="", g1="", g2="")
    board.give(Attack(("r1",), "1007", "g1"), Attack(("r2",), "1007", "g2"), EndPhase(), EndPhase())
    order = Resolve(("r1", "r2", "rl1", "rl2", "rl3"), "1007")
    assert all(each.says.count("new leader") <= 1 for each in shown(board, order).outcomes)
    board.give(order).rolls(1, 1, 3, 1, 1, 1)
    assert board.unit("rnew1") == "8-0 at 1007"
    assert "no more Russian leader can be made in 1007 (ruling leader-counters)" in board.said
    assert sum("is made" in line for line in board.said) == 1


def test_a_new_leader_is_lost_with_his_squad_though_it_attacked_another() -> None:
    """Gruppe 1 makes an 8-1 against 2nd Rifle; 1st Rifle, whom it did not attack, kills it: 4-4, and 4."""
    board = met(r1="", r2="", g1="")
    board.give(Attack(("r1",), "1007", "g1"), EndPhase(), Attack(("g1",), "1007", "r2"), EndPhase())
    board.give(Resolve(("r1", "r2"), "1007")).rolls(1, 3, 1, 1, 1)
    assert board.unit("g1") == "eliminated"
    assert "gnew1" not in [each.id for each in board.game.view.pieces(board.position)]


# Ambush


def stormed(*dice: int, **units: str) -> Board:
    """The Russians advance from 1106 into the school, and dice are rolled for the ambush."""
    board = Board().set_up("Russian", "advance", r1="1106", rl1="1106", g1="1006", **units)
    board.give(Advance("r1", "1006"), Advance("rl1", "1006"), EndPhase())
    return board.give(CloseCombat(("r1", "rl1"), "1006")).rolls(*dice)


def test_an_ambusher_strikes_first_and_the_dead_do_not_strike_back() -> None:
    """1 - 1 for the 9-1 is 0, and 3 is 3 more; then 5-4 is 1-1 with -1 and -1: 6 is 4, and kills."""
    board = stormed(1, 3)
    assert board.said[-3:] == [
        "ambush, the Russian side: rolled 1: 1-1=0",
        "ambush, the German side: rolled 3: 3+0=3, the Russian side ambushes",
        "the Russian side ambushes",
    ]
    board.give(Attack(("r1", "rl1"), "1006", "g1"), EndPhase())
    board.give(Resolve(("r1", "rl1"), "1006")).rolls(3, 3)
    assert board.unit("g1") == "eliminated"
    assert "1006" in board.game.view.status(board.position).held["Russian"]


def test_who_survives_an_ambush_strikes_back_with_a_modifier() -> None:
    """7 is 5, the kill number: Gruppe 1 is a 2-4-7, and 2-5 is 1-4, kill number 3, with +1."""
    board = stormed(1, 3)
    board.give(Attack(("r1", "rl1"), "1006", "g1"), EndPhase())
    board.give(Resolve(("r1", "rl1"), "1006")).rolls(3, 4)
    assert board.phase == "German close combat in 1006"
    board.give(Attack(("g1",), "1006", "r1"))
    assert board.said == [
        "Gruppe 1 attacks 1st Rifle and Capt. Orlov in The school 1006, 2-5 is 1-4: kill number 3, DR +1"
    ]


def test_a_leader_made_by_an_ambusher_waits_until_the_round_is_over() -> None:
    """1st Rifle makes an 8-0 and kills one; the other strikes back at 4 with Orlov's 1, and nobody more: 4-5 is 1-2."""
    board = stormed(1, 3, g5="1006")
    board.give(Attack(("r1", "rl1"), "1006", "g1"), EndPhase())
    board.give(Resolve(("r1", "rl1"), "1006")).rolls(1, 1, 2)
    assert board.game.view.battles(board.position)[1].title == "Attack 1st Rifle and Capt. Orlov"
    board.give(Attack(("g5",), "1006", "r1"), EndPhase())
    assert board.said[0].startswith("German attacks no more")
    board.give(Resolve(("g5",), "1006")).rolls(6, 6)
    assert board.unit("rnew1") == "8-0 at 1006 melee"


def test_a_leader_made_by_an_ambusher_goes_with_his_squad() -> None:
    """4-5 with +1 is 1-2, kill number 4: 2 is 3, and kills 1st Rifle and Orlov, and the new leader with them."""
    board = stormed(1, 3, g5="1006")
    board.give(Attack(("r1", "rl1"), "1006", "g1"), EndPhase())
    board.give(Resolve(("r1", "rl1"), "1006")).rolls(1, 1, 2)
    board.give(Attack(("g5",), "1006", "r1"), EndPhase())
    board.give(Resolve(("g5",), "1006")).rolls(1, 1, 4)
    assert board.unit("r1") == "eliminated"
    assert "rnew1" not in [each.id for each in board.game.view.pieces(board.position)]
    assert board.unit("gnew1") == "8-0 at 1006"


def test_two_apart_is_no_ambush() -> None:
    board = stormed(2, 3)
    assert board.position.combat is not None
    assert board.position.combat.by is None


def test_the_defender_may_ambush() -> None:
    board = stormed(6, 1)
    assert board.phase == "German close combat in 1006"


def test_in_the_open_and_in_a_melee_nobody_ambushes() -> None:
    board = Board().set_up("Russian", "advance", r1="1106", r2="1006", g1="1006")
    board.give(Advance("r1", "1006"), EndPhase(), CloseCombat(("r1", "r2"), "1006"))
    assert board.phase == "Russian close combat in 1006", "no dice were asked for"


# Melee carried over


def test_a_melee_goes_on_in_the_next_player_turn_and_holds_everybody() -> None:
    board = met(r1="", g1="").passes(2)
    while board.position.phase != "movement":
        board.passes()
    assert board.phase == "German movement"
    board.refuses(Move("g1", "1006"), match="is held")
    board.passes()
    board.refuses(Advance("g1", "1006"), match="is held")
    board.passes()
    assert board.phase == "German close combat"
    board.give(CloseCombat(("g1",), "1007"))
    assert board.phase == "German close combat in 1007", "now the Germans are the ATTACKER"


def test_pins_go_when_close_combat_ends_and_halve_attacks_until_then() -> None:
    board = met(r1=" pinned", g1="")
    board.give(Attack(("r1",), "1007", "g1"))
    assert board.said[0].endswith("2-4 is 1-2: kill number 4, DR 0")
    board.passes(2)
    board.give(Resolve(("r1",), "1007")).rolls(6, 5)
    assert board.unit("r1") == "4-4-7 at 1007 melee"


# Vehicles


def cornered(**units: str) -> Board:
    """Americans around the Panzer IV on the road at 1107, in their own turn."""
    board = Board("tanks").set_up(
        "American", "close combat", **{name: f"1107{marks}" for name, marks in units.items()}
    )
    return board.give(CloseCombat(tuple(name for name in units if name.startswith("a")), "1107"))


def test_men_attack_an_afv_by_their_ccv_and_leave_a_wreck() -> None:
    """A squad's 5: 4 destroys."""
    board = cornered(a1="", gp="")
    assert board.phase == "American close combat in 1107", "the side without a vehicle begins"
    board.give(Attack(("a1",), "1107", "gp")).rolls(1, 3)
    assert board.unit("gp") == "eliminated"
    assert [(each.kind, each.at) for each in board.game.view.markers(board.position)] == [("wreck", "1107")]


def test_with_a_vehicle_sides_attack_by_turns() -> None:
    """5 immobilises the Panzer; its 5 over the squad's 5 is 1-1, and 5 reduces it. Then nobody is left to attack."""
    board = cornered(a1="", gp="")
    board.give(Attack(("a1",), "1107", "gp")).rolls(2, 3)
    assert board.unit("gp") == "3/5/- at 1107 immobile BU"
    assert board.phase == "German close combat in 1107"
    board.refuses(BestPairing(("gp",), "1107"), match="one at a time")
    board.give(Attack(("gp",), "1107", "a1")).rolls(1, 4)
    assert board.unit("a1") == "3-4-6 at 1107"
    assert board.position.combat is None


def test_an_afv_is_attacked_again_and_again_and_a_side_may_pass() -> None:
    board = cornered(a1="", a2="", gp="")
    board.give(Attack(("a1",), "1107", "gp")).rolls(5, 6)
    board.passes()
    board.give(Attack(("a2",), "1107", "gp")).rolls(5, 6)
    assert board.phase == "German close combat in 1107"


def test_two_squads_do_not_attack_an_afv_together() -> None:
    cornered(a1="", a2="", gp="").refuses(
        Attack(("a1", "a2"), "1107", "gp"), match="one of the two is an SMC"
    )


def test_an_immobile_afv_is_not_immobilised_again() -> None:
    """The squad's 5 with -1 against it: 5 is 4, and destroys; 6 is just 5, and does nothing."""
    assert cornered(a1="", gp=" immobile").give(Attack(("a1",), "1107", "gp")).rolls(2, 4).unit("gp") == (
        "3/5/- at 1107 immobile BU"
    )


def test_engineers_of_the_scenario_close_with_an_afv_by_one_more() -> None:
    board = cornered(a7="", gp="").give(Attack(("a7",), "1107", "gp")).rolls(6, 5)
    assert board.said[0].endswith("CCV 6, DR 0")


def test_an_original_12_strikes_back() -> None:
    board = cornered(a1="", gp="")
    board.give(Attack(("a1",), "1107", "gp")).rolls(6, 6)
    assert board.unit("a1") == "3-4-6 at 1107 attacks"


def test_an_afv_drives_at_men_and_attacks_them_with_half_in_motion() -> None:
    """2-1/2 over 5 is 1-2."""
    board = Board("tanks").set_up("German", "movement", gp="1206", a1="1107")
    board.give(Move("gp", "1107"))
    while board.position.phase != "close combat":
        board.passes()
    board.give(CloseCombat(("gp",), "1107"))
    board.give(EndPhase(), Attack(("gp",), "1107", "a1"))
    board.rolls(6, 6)
    assert board.said[0] == "Panzer IV attacks 1st Squad in 1107, 2.5-5 is 1-2: kill number 4, DR 0"
    assert board.unit("gp") == "3/5/- at 1107 motion BU attacks"


def test_with_a_vehicle_a_new_leader_neither_attacks_nor_is_attacked_in_his_round() -> None:
    """1st Squad's Original 2 kills Gruppe 1 and makes an 8-0; the Panzer then has its squad alone to attack: 5-5."""
    board = cornered(a1="", g1="", gp="")
    board.give(Attack(("a1",), "1107", "g1")).rolls(1, 1, 3)
    assert board.phase == "German close combat in 1107"
    board.give(Attack(("gp",), "1107", "a1")).rolls(6, 6)
    assert board.said[0].endswith("5-5 is 1-1: kill number 5, DR 0")
    assert board.unit("anew1") == "8-0 at 1107"


# Odds and hints


def shown(board: Board, order: Attack | BestPairing | Resolve | CloseCombat | Fire) -> Preview:
    found = board.game.view.preview(board.position, order)
    assert found is not None
    return found


def test_the_odds_of_an_attack_are_those_of_the_desk() -> None:
    board = met(r1="", rl1="", g1="")
    desk = procedure("asl-sk", "close-combat")
    situation = desk.situation(("r-447", "r-9-1"), ("g-467",))
    expected = preview("asl-sk", desk, desk.worksheet(situation))
    found = shown(board, Attack(("r1", "rl1"), "1007", "g1"))
    # The likeliest first.
    assert [each.chance for each in found.outcomes] == sorted(
        (each.chance for each in expected.outcomes), reverse=True
    )
    assert found.told == expected.told


def test_an_attack_says_how_likely_its_targets_are_lost_and_names_no_new_leader_by_an_id() -> None:
    """5-4 with the -1 of a 9-1 is 1-1: 5 and a DR of 5 or less is a 10 in 36, 6 a 5; a 2 may make an 8-0."""
    found = shown(met(r1="", rl1="", g1=""), Attack(("r1", "rl1"), "1007", "g1"))
    (part,) = found.parts
    ways = {"eliminated": Fraction(10, 36), "reduced": Fraction(5, 36), "no effect": Fraction(21, 36)}
    assert (part.name, dict(part.ways)) == ("the attack", ways)
    made = [each.says for each in found.outcomes if "leader" in each.says]
    assert "Gruppe 1 eliminated; a new leader 8-0 created" in made
    assert not any("r-" in says for says in made)


def test_what_ends_declaring_is_called_what_it_does() -> None:
    """The ATTACKER declares, then the DEFENDER, then come the dice; of an AFV in the hex sides pass."""
    board = met(r1="", g1="")
    said = [board.game.view.status(board.position).ends]
    for order in (Attack(("r1",), "1007", "g1"), EndPhase(), Attack(("g1",), "1007", "r1"), EndPhase()):
        board.give(order)
        said.append(board.game.view.status(board.position).ends)
    assert said == ["attack nobody", "go on: the enemy declares", "attack nobody", "go on to the dice", ""]


def test_the_end_of_declaring_ends_no_turn() -> None:
    board = met(r1="", g1="")
    board.give(Attack(("r1",), "1007", "g1"))
    follows = what_follows(BoardView(board.game, board.position), EndPhase())
    assert follows == Follows("Then the German side acts: close combat in 1007.")
    assert board.game.view.status(board.position).player == "Russian"


def declared() -> Board:
    """Three Russians, one of them pinned, and three Germans have declared who attacks whom."""
    board = met(r1="", r2=" pinned", rl1="", g1="", g5="", gl1="")
    board.give(Attack(("r1", "rl1"), "1007", "g1"), Attack(("r2",), "1007", "g5"), EndPhase())
    return board.give(Attack(("g1", "gl1"), "1007", "r1"), Attack(("g5",), "1007", "r2"), EndPhase())


def test_the_odds_of_a_round_are_those_of_rolling_it() -> None:
    """Every way through the dice, counted by who is left in the hex, against the odds that were shown.

    Among so many ends new leaders are not told, and not counted here.
    """
    board = declared()
    order = Resolve(("r1", "rl1", "r2"), "1007")
    chance = Enumerator().work_out(lambda: board.game.rules.carry_out(board.position, order))
    left: dict[str, Fraction] = defaultdict(Fraction)
    at = board.game.context.hex("1007")
    for position, share in chance.items():
        there = board.game.context.board(position).units_at(at, "German")
        count = sum(unit.at is not None for unit in there)
        left["1 unit" if count == 1 else f"{count} units"] += share
    parts = {part.name: dict(part.ways) for part in shown(board, order).parts}
    assert parts["German keeps"] == dict(left)


def test_the_best_pairing_is_shown_with_its_reason_and_can_be_declared() -> None:
    """Two squads and a leader at one squad: 9-4 is 2-1, and so few things are better."""
    board = met(r1="", r2="", rl1="", g1="")
    order = BestPairing(("r1", "r2", "rl1"), "1007")
    lines = [line for line in shown(board, order).lines if line.source == "ruling best-pairing"]
    assert [line.what for line in lines] == [
        "Russian: 1st Rifle+Capt. Orlov+2nd Rifle at Gruppe 1",
        # 4-9 is 1-2 on the card: 3 of 36 kill 10 FP, 3 of 36 take 1.56 on average; at 2nd Rifle alone it is less.
        "German: Gruppe 1 at 1st Rifle+Capt. Orlov+2nd Rifle",
    ]
    assert lines[0].value.startswith(
        "9-4 is 2-1: kill number 7, DR -1; eliminated 21/36, reduced 5/36; worth"
    )
    hint = shown(board, Attack(("r1",), "1007", "g1")).lines[-1]
    assert (hint.what, hint.source) == ("hint", "ruling best-pairing")
    assert "9-4 is 2-1" in hint.value
    board.give(order)
    assert [plan.says for plan in board.game.view.plans(board.position)] == [
        "1st Rifle, 2nd Rifle and Capt. Orlov at Gruppe 1"
    ]


def test_what_is_offered_says_who_can_take_part() -> None:
    board = met(r1="", r2="", g1="", g5="")
    board.give(Attack(("r1",), "1007", "g1"))
    titles = [battle.title for battle in board.game.view.battles(board.position)]
    assert titles == ["The best pairing in 1007", "Attack Gruppe 5"]
    barred = board.game.view.battles(board.position)[1].pieces
    assert [(each.piece, bool(each.why_not)) for each in barred] == [("r1", True), ("r2", False)]


def test_after_an_ambush_the_odds_are_those_of_the_whole_round_with_the_answer() -> None:
    """By hand, without new leaders: whole squads strike back at +1 with 3 of 36, half ones with 1: (21 * 3 + 5) / 1296."""
    board = Board(field_promotion="off").set_up("Russian", "advance", r1="1106", g1="1006")
    board.give(Advance("r1", "1006"), EndPhase(), CloseCombat(("r1",), "1006")).rolls(1, 4)
    wanted = {
        "Russian holds the hex": Fraction(10, 36),
        "German holds the hex": Fraction(21 * 3 + 5, 36 * 36),
        "both sides are there": 1 - Fraction(10, 36) - Fraction(21 * 3 + 5, 36 * 36),
    }
    assert dict(shown(board, BestPairing(("r1",), "1006")).parts[0].ways) == wanted
    board.give(BestPairing(("r1",), "1006"), EndPhase())
    assert dict(shown(board, Resolve(("r1",), "1006")).parts[0].ways) == wanted


def test_after_an_ambush_odds_with_new_leaders_are_those_of_the_desk() -> None:
    board = stormed(1, 3)
    desk = procedure("asl-sk", "close-combat-round")
    situation = desk.situation(("r-447", "r-9-1"), ("g-467",), "attackers")
    expected = preview("asl-sk", desk, desk.worksheet(situation))
    found = shown(board, BestPairing(("r1", "rl1"), "1006"))
    found_shares, wanted = (sorted(share for _, share in each.parts[0].ways) for each in (found, expected))
    assert found_shares == wanted


def test_odds_that_are_too_many_are_left_out_with_the_reason() -> None:
    """Five different Americans and the Panzer with three kinds of men."""
    units = {
        "a1": "",
        "a6": "",
        "a7": "",
        "al1": "",
        "al2": "",
        "gp": "",
        "g1": "",
        "g7": "",
        "gl1": "",
        "g8": "",
    }
    board = Board("tanks").set_up(
        "American", "close combat", **{name: f"1107{marks}" for name, marks in units.items()}
    )
    found = shown(board, CloseCombat(tuple(each for each in units if each.startswith("a")), "1107"))
    assert found.lines[-1].source == "there are too many ways for this to end"


@pytest.mark.parametrize("ruling", ["on", "off"])
def test_a_round_that_is_to_begin_is_weighed_with_its_ambush(ruling: str) -> None:
    board = Board(field_promotion=ruling).set_up("Russian", "advance", r1="1106", g1="1006")
    board.give(Advance("r1", "1006"), EndPhase())
    found = shown(board, CloseCombat(("r1",), "1006"))
    assert sum(each.chance for each in found.outcomes) == 1
    assert [part.name for part in found.parts] == ["the hex", "Russian keeps", "German keeps"]
    assert "Russian: dr modifier" in [line.what for line in found.lines]


def test_in_a_large_fight_squads_are_told_by_their_counters_and_leaders_by_their_names() -> None:
    """Five of a side, told apart, are too many; nobody is made in close combat before it has begun."""
    came = dict.fromkeys(("r1", "r2", "r4", "rl1", "rl2"), "1006 came")
    there = dict.fromkeys(("g1", "g2", "g5", "gl1", "gl2"), "1006")
    board = Board().set_up("Russian", "close combat", **came, **there)
    found = shown(board, CloseCombat(tuple(came), "1006"))
    told = [f"{line.what} {line.value}" for line in found.lines] + [each.says for each in found.outcomes]
    assert any("r-447+Capt. Orlov" in each for each in told)
    assert not any("new leader 9-1" in each for each in told)


def test_where_not_all_may_attack_together_those_of_the_best_pairing_are_asked_first() -> None:
    """At most two, one of them a leader, attack an AFV; all who can attack men."""
    board = cornered(a1="", a2="", al2="", gp="")
    (battle,) = board.game.view.battles(board.position)
    asked = tuple(each.piece for each in battle.pieces if not each.aside)
    assert len(asked) < len(battle.pieces)
    assert board.game.rules.why_illegal(board.position, Attack(asked, "1107", "gp")) == ""
    (_, *attacks) = met(r1="", r2="", g1="").game.view.battles(met(r1="", r2="", g1="").position)
    assert [each.aside for attack in attacks for each in attack.pieces] == [False, False]


def test_the_best_pairing_says_why_it_is_best() -> None:
    """4-4 is worth 0.89: eliminated on 6 of 36 four FP, reduced on 4 of 36 two."""
    board = met(r1="", g1="")
    shown = board.game.view.preview(board.position, BestPairing(("r1",), "1007"))
    assert shown is not None
    assert shown.told == (
        "1st Rifle at Gruppe 1: 4-4 is 1-1: kill number 5, DR 0: eliminated 17%, reduced 11%.\n"
        "By no other pairing tried can the enemy expect to lose more: 0.89 FP."
    )


def test_the_best_pairing_tells_the_chance_of_the_broken_too() -> None:
    """9-8 is 1-1 and -1: 2 to 5, 10 of 36, eliminate, 6 reduces; the broken at -3 by 2 to 7, 21 of 36, and by 8."""
    board = met(r1="", r2="", rl1="", g1="", g5=" broken")
    found = shown(board, BestPairing(("r1", "rl1", "r2"), "1007"))
    assert found.told.startswith(
        "1st Rifle+Capt. Orlov+2nd Rifle at Gruppe 1+Gruppe 5: 9-8 is 1-1: kill number 5, DR -1, -2 against the broken: "
        "eliminated 28%, reduced 14%; the broken eliminated 58%, reduced 14%."
    )


def after_the_round(board: Board, order: Attack) -> dict[str, str]:
    """What an attack in turns would come to once the round is over."""
    shown = board.game.view.preview(board.position, order)
    assert shown is not None
    told = {line.what: line.value for line in shown.lines}
    return {what.removeprefix("after the round: "): told[what] for what in told if "round" in what}


def test_an_attack_in_turns_says_what_the_whole_round_would_come_to() -> None:
    """A squad's CCV is 5: 6 of 36 destroy the Panzer IV, and else it answers; of 36 x 36 ways, told in percent."""
    found = after_the_round(cornered(a1="", gp=""), Attack(("a1",), "1107", "gp"))
    assert found["the hex"].startswith("American holds the hex 16.7%, German holds the hex ")
    assert found["German keeps"] == "0 units 16.7%, 1 unit 83.3%"


def test_an_attack_by_who_is_not_there_is_weighed_by_itself_alone() -> None:
    """In free play somebody may be made to attack from afar: nobody knows what the round would come to then."""
    assert after_the_round(cornered(a1="", gp=""), Attack(("al1",), "1107", "gp")) == {}


def test_the_best_attack_in_turns_comes_to_what_was_told_when_the_round_began() -> None:
    begun = Board("tanks").set_up(
        "American", "close combat", **dict.fromkeys(("a1", "a5", "gp", "g1"), "1107")
    )
    shown = begun.game.view.preview(begun.position, CloseCombat(("a1", "a5"), "1107"))
    assert shown is not None
    (hexes,) = [part for part in shown.parts if part.name == "the hex"]
    begun.give(CloseCombat(("a1", "a5"), "1107"))
    found = after_the_round(begun, Attack(("a1",), "1107", "gp"))
    assert found["the hex"] == ", ".join(f"{way} {float(share):.1%}" for way, share in hexes.ways)


def test_where_a_round_in_turns_has_too_many_ways_to_end_that_is_said() -> None:
    """Three squads, two leaders and an AFV of eight sorts and states on either side."""
    states = {"a5": " cx", "a8": " pinned", "g4": " pinned"}
    there = ("a1", "a5", "a8", "al1", "al2", "at", "gp", "g1", "g4", "g7", "gl1", "gl2")
    board = cornered(**{name: states.get(name, "") for name in there})
    (first, *_) = board.game.view.battles(board.position)
    whom = str(first.options[0].default)
    units = tuple(each.piece for each in first.pieces if not each.aside)
    found = after_the_round(board, Attack(units, "1107", whom))
    assert found == {"the whole round": "left out"}


def test_a_leader_attacked_with_a_squad_that_has_attacked_does_not_attack_alone() -> None:
    """1st Squad attacks the Panzer by itself, and the Panzer answers at both: he is with it, and nobody is left to attack."""
    board = cornered(a1="", al1="", gp="").give(Attack(("a1",), "1107", "gp")).rolls(5, 6)
    board.give(Attack(("gp",), "1107", "a1")).rolls(5, 6)
    assert board.position.combat is None
