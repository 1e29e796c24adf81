# SPDX-License-Identifier: Apache-2.0
"""Corners of the rules that a game seldom comes to, each worked out by hand: retreat, morale, work, recovery, knowledge."""

import pytest
from river import Board

from grognard.games.jarama.features import Feature, after_harm
from grognard.games.jarama.orders import AirRecon, Bombard, GroundRecon, Pass, Repair
from grognard.games.jarama.terms import Side
from grognard.play.visibility import as_seen
from grognard.rules.hidden_forces import with_sightings
from grognard.rules.knowledge import NOTHING, Report, reported
from grognard.rules.orders import Attack, EndPhase, MoveTogether

UPLANDS = {"ifni": "2415", "u8ban": "2415", "marty": "2515"}


def numbers(board: Board, *names: str) -> frozenset[int]:
    return frozenset(board.unit(each).number for each in names)


def turn_over(board: Board, *faces: int) -> Board:
    """End the turn: the Republicans pass, and the Nationalists have."""
    return board.now(passed=frozenset({"Nationalist"})).give(Pass()).rolls(*(faces or (1, 1)))


def test_who_cannot_retreat_loses_a_point_for_every_hex() -> None:
    """Surrounded: D1R1 costs one point and one more for the hex; of two, effectiveness 5 tests, and R is a third."""
    around = {"tet": "2414", "mel": "2514", "laf": "2614", "u6ban": "2615", "u2tet": "2516"}
    board = Board().set_up("Nationalist", "combat", **UPLANDS, **around)
    board.give(Attack(("ifni", "8ban"), "2515")).rolls(3, 4, 1)
    assert board.where("marty") == ["2515---"]


def test_a_zone_costs_nothing_where_a_friend_stands() -> None:
    """2414 is next to the attackers, but a battalion of the same side is there: the one point is that of D1R1."""
    board = Board().set_up("Nationalist", "combat", **UPLANDS, gari="2414")
    board.give(Attack(("ifni", "8ban"), "2515")).rolls(3, 4).answers("2414", "nobody")
    assert board.where("marty") == ["2414-"]


def test_engineers_that_moved_do_not_work() -> None:
    board = Board().set_up("Nationalist", "movement", beng="2116", bhq="2116", marty="2515")
    chain = next(each for each in board.scenario.map.hexsides if each.name == "Pindoque bridge")
    bridge = chain.hexsides[0]
    board.now(features=after_harm(board.position.features, Feature("bridge", bridge), "damaged"))
    board.give(MoveTogether(("beng",), "2115"))
    order = Repair("beng", f"bridge {board.scenario.map.grid.hexside_name(bridge)}")
    assert board.refuses(order) == "Barrón's Sappers has moved this turn, and works no more (ruling repairs)"


def test_disorganised_engineers_help_nobody_over_the_river() -> None:
    """From 2116 to 2216 there is no bridge: 1 for clear ground, and +1 with engineers, +2 without."""
    board = Board().set_up("Nationalist", "movement", beng="2116", ifni="2116", marty="2515")
    ifni, here, there = board.unit("ifni"), board.hex("2116"), board.hex("2216")
    assert board.on_map(board.position).step(ifni, here, there) == 2 * 12
    board.now(disorganised=numbers(board, "beng"))
    assert board.on_map(board.position).step(ifni, here, there) == 3 * 12


def test_who_is_demoralised_goes_no_nearer_to_the_enemy() -> None:
    """Ruling demoralised-movement: 2315 is two hexes from 2515; 2415 is next to it, 2215 farther."""
    board = Board().set_up("Nationalist", "movement", ifni="2315", marty="2515")
    board.now(demoralised=numbers(board, "ifni"))
    assert board.refuses(MoveTogether(("ifni",), "2415")) == (
        "3rd Ifni Tabor is demoralised and goes no nearer to the enemy (ruling demoralised-movement)"
    )
    assert board.give(MoveTogether(("ifni",), "2215")).where("ifni") == ["2215"]


def test_bombardment_demoralises() -> None:
    """A 10 in column 5-7 costs a point; one loss of effectiveness 4 tests, and 8 is demoralised."""
    board = Board().set_up("Nationalist", "bombardment", a105="2116", u65b="2515")
    board.give(Bombard(("a105",), "2515")).rolls(10, 8)
    board.answers(board.table.asked.options[0])  # type: ignore[union-attr]
    assert board.position.demoralised == numbers(board, "65b")


def test_what_is_known_to_be_shelled_is_known_to_be_disorganised() -> None:
    board = Board().set_up("Nationalist", "bombardment", a105="2116", ifni="2415", marty="2515")
    known = with_sightings(
        board.scenario, board.position.known["Nationalist"], board.position, numbers(board, "marty")
    )
    board.now(known=(known, NOTHING)).give(Bombard(("a105",), "2515")).rolls(7)
    assert as_seen(board.position, "Nationalist").disorganised == numbers(board, "marty")


def test_a_patrol_may_go_at_a_hex_where_nobody_is_known_but_that_all_are_disorganised() -> None:
    """A 7 in column 5-7 is dsg/dmd, which all see, and not who is there. A patrol fails on 8 to 10."""
    board = Board().set_up("Nationalist", "bombardment", a105="2116", ifni="2415", marty="2515").unknown()
    board.give(Bombard(("a105",), "2515")).rolls(7)
    active = frozenset({board.unit("ifni").formation})
    board.now(phase="recon", active=active)
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), GroundRecon(("ifni",), "2515"))
    assert shown is not None
    assert {each.says: str(each.chance) for each in shown.outcomes}["nothing"] == "3/10"


@pytest.mark.parametrize(("last", "next_one"), [("Nationalist", "Republican"), ("Republican", "Nationalist")])
def test_equal_rolls_go_to_whoever_did_not_have_the_initiative_last(last: Side, next_one: Side) -> None:
    board = Board().set_up("Republican", "bombardment", ifni="2415", marty="2515").now(last=last)
    board.give(EndPhase()).rolls(7, 7)
    assert board.phase == f"{next_one} activation"


def test_batteries_of_another_formation_hold_their_fire() -> None:
    """Ruling defensive-fire: 11 to 3 is 3-1, stood still 4-1; the guns in 2517 are of another brigade than 2515's."""
    board = Board().set_up("Nationalist", "combat", ifni="2415", u8ban="2415", u65b="2515", u12l="2517")
    shown = board.game.view.preview(board.position, Attack(("ifni", "8ban"), "2515"))
    assert shown is not None
    assert {line.what: line.value for line in shown.lines}["odds 11-3"] == "4-1"


def test_who_is_unfit_takes_no_part_in_a_counterattack() -> None:
    """Of two battalions one is disorganised: 4 to 5 is 1-2, and a 9 at -2 is A2D1."""
    board = Board().set_up("Nationalist", "recon", ifni="2415", marty="2515", gari="2515")
    board.now(disorganised=numbers(board, "gari")).give(GroundRecon(("ifni",), "2515")).rolls(8)
    board.answers("counterattack").rolls(1, 9, 1)
    board.answers(board.table.asked.options[0])  # type: ignore[union-attr]
    assert (
        "combat, André Marty Battalion counterattacks at 1-2, effectiveness 5 to 7, -2 to the die: rolled 9: A2D1"
        in board.told()
    )
    assert board.where("gari") == ["2515"]


def test_aircraft_fly_again_next_turn() -> None:
    board = Board().set_up("Republican", "activation", ifni="2415", marty="2515")
    board.now(flown=frozenset(each.number for each in board.scenario.air), missions=(2, 2))
    turn_over(board)
    assert board.phase == "Nationalist air"
    assert not board.game.rules.why_illegal(board.position, AirRecon(("he46",), "2515"))


def test_who_is_out_of_command_stays_disorganised() -> None:
    """Ruling recovery: the staff of the XII is beside Garibaldi's; Marty's, of the same brigade, is far from it."""
    board = Board().set_up("Republican", "activation", ifni="1914", marty="3920", gari="2517", u12hq="2517")
    turn_over(board.now(disorganised=numbers(board, "marty", "gari")))
    assert board.position.disorganised == numbers(board, "marty")


def test_states_are_not_known_any_more_when_a_turn_is_over() -> None:
    board = Board().set_up("Republican", "activation", ifni="2415", marty="2515").now()
    board.now(disorganised=numbers(board, "marty"))
    known = with_sightings(
        board.scenario, board.position.known["Nationalist"], board.position, numbers(board, "marty")
    )
    board.now(known=(known, board.position.known["Republican"]))
    assert as_seen(board.position, "Nationalist").disorganised == numbers(board, "marty")
    turn_over(board)
    assert board.position.disorganised == numbers(board, "marty")
    assert as_seen(board.position, "Nationalist").disorganised == frozenset()


def test_of_a_force_that_others_join_the_number_is_not_known() -> None:
    board = Board().set_up("Republican", "movement", ifni="1914", marty="2515", gari="2516").unknown()
    board.now(known=(reported(NOTHING, Report(board.hex("2515"), 2, 1)), NOTHING))
    assert board.counts("Nationalist") == {"2515": 1, "2516": None}
    board.give(MoveTogether(("gari",), "2515"))
    assert board.counts("Nationalist") == {"2515": None}


def test_a_place_is_lost_again_to_who_stands_in_it() -> None:
    board = Board().set_up("Republican", "activation", ifni="1914", gari="2417")
    turn_over(board.now(taken=frozenset({board.hex("2417")})))
    assert "Republican takes Pajares 2417" in board.told()
    assert board.position.taken == frozenset()
