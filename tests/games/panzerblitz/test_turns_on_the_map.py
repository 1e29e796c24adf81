# SPDX-License-Identifier: Apache-2.0
"""The sequence of play, ground, victory, and what is told of it all."""

import pytest
from msgspec.structs import replace
from steppe import Board

from grognard.games.panzerblitz.orders import Fire, Load, Mines, Overrun, Unload
from grognard.games.panzerblitz.terms import Side
from grognard.hexes import HexId
from grognard.play.places import LOST, WAITING
from grognard.play.tuples import placed
from grognard.registry.games import open_game
from grognard.rules.orders import EndPhase, Move, Resolve
from grognard.rules.riding import ON_FOOT

# The sequence


@pytest.mark.parametrize(("scenario", "first"), [("stepanovo", "German"), ("kurgan", "Soviet")])
def test_the_scenario_says_who_moves_first(scenario: str, first: str) -> None:
    game = open_game("panzerblitz", scenario)
    assert game.rules.to_move(game.rules.start()) == first


def test_a_player_turn_goes_through_its_phases() -> None:
    """Mines under the enemy, fire, its resolution, vehicles, infantry, close assault: then the other side."""
    board = Board().set_up(
        "German", "minefields", i1="3012", r1="3112", e1="3113", r2="3112", r3="3113", i2="3210"
    )
    phases = [board.phase]
    board.give(Mines(("i1",), "3012")).rolls(6)
    phases.append(board.phase)
    board.give(Fire(("r1", "r2"), "3012"), EndPhase())
    phases.append(board.phase)
    board.give(Resolve(("r1", "r2"), "3012")).rolls(6)
    while board.position.side == "German":
        phases.append(board.phase)
        board.give(EndPhase())
    assert phases == [
        f"German {phase}" for phase in ("minefields", "fire", "resolution", "vehicles", "infantry")
    ] + ["German close assault"]
    assert board.phase == "Soviet fire"


def test_phases_in_which_nothing_can_be_done_are_passed_over() -> None:
    """Bystanders alone: nobody sees anybody, so that each side moves, and that is all."""
    board = Board().set_up("German", "vehicles")
    phases = []
    for _ in range(5):
        phases.append(board.phase)
        board.give(EndPhase())
    assert phases == [
        *("German vehicles", "German infantry", "Soviet vehicles", "Soviet infantry", "German vehicles")
    ]


def test_a_side_without_vehicles_is_not_asked_to_move_them() -> None:
    board = Board().set_up("Soviet", "infantry", i1="3110")
    gone = placed(board.position.at, board.game.context.unit("l1").number, LOST)
    assert board.now(at=gone).give(EndPhase()).phase == "German infantry"


def test_a_gun_that_can_only_be_loaded_keeps_the_infantry_phase() -> None:
    """Pak and truck stand together, and nobody else is there to move on foot."""
    board = Board().set_up("German", "vehicles", l1="2708", g2="2708").lose("r4").give(EndPhase())
    assert board.phase == "German infantry"
    board = Board().set_up("German", "vehicles", l1="2709", g2="2708").lose("r4").give(EndPhase())
    assert board.phase == "Soviet vehicles", "apart from the truck it can do nothing"


def test_the_turn_ends_with_the_second_side() -> None:
    """In this scenario the Soviets move first."""
    board = Board().set_up("Soviet", "infantry", i1="3110")
    assert board.give(EndPhase()).position.turn == 5
    assert board.end("Soviet vehicles").position.turn == 6


def test_what_was_done_in_a_turn_is_forgotten_with_it() -> None:
    board = Board().set_up("German", "vehicles", p1="2708").give(Move("p1", "3208"))
    board.end("Soviet vehicles").end("German vehicles")
    assert board.game.view.reach(board.position, "p1").allowed == "10 MF"


def test_a_turn_is_six_minutes() -> None:
    board = Board().set_up("German", "vehicles", p1="2708")
    assert board.game.view.status(board.position).when == "3 July 1944, 06:24"


def test_an_assault_that_the_charts_forbid_opens_no_phase() -> None:
    """A rifle company, 5, beside two Panthers and an assault gun, 36: worse than 1-4."""
    board = Board().set_up("Soviet", "infantry", i1="2908", p1="2808", p2="2808", s1="2808")
    board.give(EndPhase())
    assert board.phase != "Soviet close assault"


# Ground and points


def test_ground_is_taken_when_the_turn_of_who_stands_there_ends() -> None:
    """The nine hexes of the Long Kurgan are worth 2 each."""
    board = Board().set_up("Soviet", "infantry", i1="2812", r1="2515")
    board.now(held=board.position.held.with_side("German", board.game.scenario.held("German")))
    before = board.game.view.status(board.position).points
    board.give(Move("i1", "2713"))
    assert board.game.view.status(board.position).points == before
    board.give(EndPhase())
    assert board.game.view.status(board.position).points == {
        "German": before["German"] - 2,
        "Soviet": before["Soviet"] + 2,
    }
    assert board.told() == ("Soviet infantry ends", "the Soviets take Long Kurgan 2713")


def test_trucks_and_those_aboard_take_no_ground() -> None:
    board = Board().set_up("Soviet", "infantry", i1="2812", k1="2713", pt1="on k1", r1="2515")
    board.now(held=board.position.held.with_side("German", board.game.scenario.held("German")))
    before = board.game.view.status(board.position).points
    board.give(EndPhase())
    assert board.game.view.status(board.position).points == before


def test_a_unit_lost_is_a_point_forts_are_none_and_trucks_are() -> None:
    board = Board()
    number = board.game.context.unit
    for name, worth in (("f1", 0), ("l1", 1), ("p1", 1)):
        before = board.game.view.status(board.game.rules.start()).points["Soviet"]
        at = placed(board.game.rules.start().at, number(name).number, LOST)
        lost = replace(board.game.rules.start(), at=at)
        assert board.game.view.status(lost).points["Soviet"] == before + worth


def test_points_are_told_by_what_the_enemy_lost() -> None:
    """In kurgan the Germans begin with all 27 points of ground; both Panthers and a Soviet truck are lost."""
    board = Board()
    board.lose("p1", "p2", "k1")
    german, soviet, ground = board.game.view.status(board.position).tally[:3]
    assert german == "German: 1 for 1 enemy unit destroyed, 27 for ground held."
    assert soviet == (
        "Soviet: 2 for 2 enemy units destroyed, 0 for 0 units taken off the map, 0 for ground held."
    )
    assert ground == "Ground that counts: Long Kurgan 18, Peski 4, Stepanovo 5."


def over(scenario: str, lead: int) -> str:
    """The verdict on a scenario that ends with so many points more for the Germans, all for units destroyed."""
    game = Board(scenario).game
    start = game.rules.start()
    points = game.view.status(start).points
    loser: Side = "Soviet" if lead > points["German"] - points["Soviet"] else "German"
    missing = abs(lead - points["German"] + points["Soviet"])
    units = [unit for unit in game.scenario.of_side[loser] if not unit.is_fort][:missing]
    at, aboard = start.at, start.aboard
    for unit in units:
        at, aboard = placed(at, unit.number, LOST), placed(aboard, unit.number, ON_FOOT)
    return game.view.status(replace(start, at=at, aboard=aboard, over=True)).verdict


@pytest.mark.parametrize(
    ("lead", "verdict"),
    [
        (4, "German victory: the road east is open"),
        (3, "Draw: both hold on to a ruined town"),
        (-2, "Draw: both hold on to a ruined town"),
        (-3, "Soviet victory: the spearhead is broken"),
    ],
)
def test_the_lead_gives_the_verdict(lead: int, verdict: str) -> None:
    assert over("stepanovo", lead) == verdict


def test_the_game_ends_after_its_last_turn() -> None:
    board = Board().set_up("German", "infantry", i1="3110").now(turn=10)
    assert board.give(EndPhase()).position.over
    assert board.refuses(EndPhase()) == "the game is over"


def test_the_game_ends_when_a_side_has_nobody_left() -> None:
    board = Board().set_up("German", "infantry", i1="3110")
    board.lose("i1", "i4", "w1").give(EndPhase())
    assert board.position.over
    assert board.position.turn == 5


# What must always hold, broken by hand


def spoiled(board: Board, **fields: object) -> list[str]:
    return board.game.rules.faults(replace(board.position, **fields))


def test_a_position_that_cannot_be_is_found_out() -> None:
    board = Board().set_up("German", "vehicles", p1="2708", i1="2808", h1="2709", r1="on h1", f1="2714")
    at, number = board.position.at, {unit.id: unit.number for unit in board.game.scenario.units}
    there = board.game.context.hex("2808")
    assert spoiled(board) == []
    assert spoiled(board, at=placed(at, number["p1"], there)) == ["both sides stand in 2808"]
    assert spoiled(board, at=placed(at, number["p1"], HexId(9999))) == ["Panther 1 is nowhere"]
    assert spoiled(board, at=placed(at, number["r2"], WAITING)) == [
        "Schützen 2 waits, and was set up on the map"
    ]
    assert spoiled(board, at=placed(at, number["r1"], there))[-1] == (
        "Schützen 1 rides on Schützenpanzer 1, which is elsewhere"
    )
    both = placed(placed(board.position.aboard, number["p1"], number["h1"]), number["r1"], number["h1"])
    assert "Schützenpanzer 1 carries more than it can" in spoiled(board, aboard=both)
    assert spoiled(board, shaken=frozenset({number["i1"]})) == [
        "1st Rifle was dispersed in its own turn, or is not dispersed"
    ]
    assert spoiled(board, dispersed=frozenset({number["p2"]})) == [
        "Panther 2 is dispersed or on mines, and not on the map"
    ]
    assert spoiled(board, survivors=frozenset({number["p1"]})) == [
        "Panther 1 has survived mines where there are none"
    ]
    assert spoiled(board, held=board.position.held.with_side("German", frozenset({there}))) == [
        "a hex is held that does not count for victory"
    ]
    assert spoiled(board, cleared=frozenset({there})) == ["mines are cleared where there were none"]


def test_nobody_is_dispersed_without_an_attack_even_as_a_player_turn_ends() -> None:
    """What was remembered of this turn is forgotten by then; who is dispersed is still seen to be."""
    board = Board().set_up("German", "infantry", t1="2708")
    board.give(EndPhase())
    before, after = board.table.positions[-2:]
    hit = replace(after, dispersed=frozenset({board.game.context.unit("t1").number}))
    said = ["T-34 1st Company is harmed, and nobody attacked it"]
    assert board.game.rules.step_faults(before, EndPhase(), hit) == said
    again = replace(after, rallied=hit.dispersed)
    assert board.game.rules.step_faults(before, EndPhase(), again) == said


# What is told


def test_the_last_dispersal_of_a_player_turn_is_told() -> None:
    """The Panther has fired, and no German is left who could do anything: the Soviets' turn begins."""
    board = Board().set_up("German", "fire", p1="2708", t1="3108").lose("l1", "r4")
    board.give(Fire(("p1",), "3108"), EndPhase(), Resolve(("p1",), "3108")).rolls(5)
    assert board.phase == "Soviet vehicles"
    assert board.told()[1:] == (
        "fire at T-34 1st Company: rolled 5: DD, special dispersed",
        "T-34 1st Company is dispersed",
    )
    board.end("Soviet infantry").give(EndPhase())
    assert board.told()[1:] == ("T-34 1st Company is in order again",)


def test_who_recovers_in_a_turn_that_passes_over_is_told_to() -> None:
    """Dispersed, the only Soviet unit can do nothing in its own turn, which ends it: the Germans are to fire again."""
    board = Board().set_up("German", "fire", p1="2708", t1="3108").lose("l1", "r4", "w1", "i4")
    board.give(Fire(("p1",), "3108"), EndPhase(), Resolve(("p1",), "3108")).rolls(5)
    assert (board.phase, board.position.turn) == ("German fire", 6)
    assert board.told()[2:] == ("T-34 1st Company is dispersed", "T-34 1st Company is in order again")
    board.give(Fire(("p1",), "3108"))
    assert len(board.told()) == 1


def test_a_roll_without_effect_is_told_in_plain_words() -> None:
    board = Board().set_up("German", "fire", p1="2708", t1="3108")
    board.give(Fire(("p1",), "3108"), EndPhase(), Resolve(("p1",), "3108")).rolls(6)
    assert board.told()[1] == "fire at T-34 1st Company: rolled 6: -, no effect"


def test_fire_is_told_with_its_odds_and_what_became_of_the_units() -> None:
    board = Board().set_up("German", "fire", p1="2708", t1="3108", smg="on t1")
    board.give(Fire(("p1",), "3108"))
    assert board.told() == ("Panther 1 to fire at 3108, odds 32-10: 3-1",)
    board.give(EndPhase(), Resolve(("p1",), "3108")).rolls(5)
    assert board.told() == (
        "Panther 1 fires at 3108, odds 32-10: 3-1",
        "fire at T-34 1st Company: rolled 5: DD, special dispersed",
        "SMG Company and T-34 1st Company are dispersed",
    )


def test_overruns_and_transport_are_told() -> None:
    board = Board().set_up("German", "vehicles", p1="2807", i1="2908", h1="2608", r1="on h1")
    board.give(Overrun(("p1",), "2908")).rolls(6)
    assert board.told() == (
        "Panther 1 overruns 2908, odds 16-16: 2-1, die -2",
        "overrun of 1st Rifle: rolled 6: D, unit dispersed",
        "1st Rifle is dispersed",
        "Panther 1 comes out in 3008",
    )
    assert board.give(Unload("r1")).told() == ("Schützen 1 dismounts from Schützenpanzer 1",)


def test_mounting_is_told() -> None:
    board = Board().set_up("German", "infantry", l1="2708", g2="2708")
    assert board.give(Load("g2", "l1")).told() == ("Pak 2 mounts Lastwagen 1",)
