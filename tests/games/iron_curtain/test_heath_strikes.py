# SPDX-License-Identifier: Apache-2.0
"""Strikes, contamination and entry on the map, told move by move."""

import pytest
from heath import Board

from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike
from grognard.games.iron_curtain.terms import Side
from grognard.rules.orders import Attack, EndPhase, MoveTogether
from grognard.umpire import Choose


def test_an_air_strike_hits_the_top_unit_alone() -> None:
    """Open ground, 1962-1989: 4 or more. The tanks lie on the rifles."""
    board = Board().set_up("NATO", "strikes", n1="0105", w1="0505", w3="0505", w2="0801")
    assert board.refuses(AirStrike(("w3",), "0505")) == "1st Tank is seen in 0505; name it"
    board.give(AirStrike(("w1",), "0505")).rolls(4)
    assert board.where("w1", "w3") == ["0505-", "0505"]
    assert board.told("NATO") == (
        "NATO makes an air strike on 0505, held by 1st Tank (what lies beneath is not seen)",
        "air strike: rolled 4: success",
        "1st Tank loses a step",
    )
    assert board.refuses(AirStrike(("w1",), "0505")) == (
        "0505 was struck already in this phase (ruling one-attack)"
    )
    board.give(AirStrike(("w2",), "0801")).rolls(3)
    assert board.where("w2") == ["0801"]
    assert board.refuses(AirStrike(("w1",), "0505")) == "NATO has no air strikes left"


@pytest.mark.parametrize(
    ("year", "there", "needs"),
    [(1983, "0505", 4), (1945, "0505", 5), (1983, "0703", 6), (1983, "0806", 5), (1945, "0806", 6)],
)
def test_the_ground_and_the_period_say_what_a_strike_needs(year: int, there: str, needs: int) -> None:
    """TEC: open 4 and 5, major city 6 and 6, mountain 5 and 6."""
    for face, left in ((needs - 1, there), (needs, f"{there}-")):
        board = Board(year).set_up("NATO", "strikes", n1="0105", w1=there)
        assert board.give(AirStrike(("w1",), there)).rolls(face).where("w1") == [left]


def test_the_attacker_may_pick_by_ruling() -> None:
    board = Board(air_strike_effect="attacker-picks")
    board.set_up("NATO", "strikes", n1="0105", w1="0505", w3="0505")
    board.give(AirStrike(("w1",), "0505")).rolls(6)
    board.asks("NATO unit struck", "1st Tank", "3rd Rifle").answers("3rd Rifle")
    assert board.where("w1", "w3") == ["0505", "0505-"]


def test_nuclear_warheads_wait_for_their_release_and_strike_everybody() -> None:
    """Strike: 1-2 nothing, 3-5 a step, 6 eliminated. Each unit rolls, from the top."""
    board = Board().set_up("WP", "strikes", turn=1, w1="0905", n1="0405", n2="0405", n3="0405")
    assert board.refuses(NuclearStrike(("n1",), "0405")) == (
        "the nuclear warheads of WP are released on turn 2"
    )
    board.now(turn=2).give(NuclearStrike(("n1",), "0405")).rolls(2, 3, 6)
    assert board.where("n1", "n2", "n3") == ["0405", "0405-", "eliminated"]
    assert [(each.kind, each.at) for each in board.game.view.markers(board.position)] == [("nuclear", "0405")]
    assert board.told() == (
        "WP uses a nuclear warhead on 0405, held by 1st Armoured, 2nd Armoured and 3rd Infantry",
        "for 1st Armoured: rolled 2: unharmed",
        "for 2nd Armoured: rolled 3: loses a step",
        "for 3rd Infantry: rolled 6: eliminated",
        "2nd Armoured loses a step",
        "3rd Infantry is eliminated",
    )


def test_warheads_are_counted() -> None:
    board = Board().set_up("WP", "strikes", w1="0905", n1="0405", n2="0105", n3="0101")
    board.give(NuclearStrike(("n1",), "0405")).rolls(1).give(NuclearStrike(("n2",), "0105")).rolls(1)
    assert board.refuses(NuclearStrike(("n3",), "0101")) == "WP has no nuclear warheads left"
    board.give(ChemicalStrike(("n3",), "0101")).rolls(4)
    assert board.where("n3") == ["eliminated"], "3rd Infantry has one step"
    assert board.game.view.status(board.position).tally[-2:] == (
        "NATO has left: 2 air strikes in a turn, 1 nuclear warhead from turn 3.",
        "WP has left: 1 air strike in a turn.",
    )


def contaminated(by: str = "nuclear") -> Board:
    """WP strikes 0405 on turn 2, where it harms nobody; then NATO moves on turn 3."""
    board = Board().set_up("WP", "strikes", n1="0405", n2="0205", n3="0203", w1="0606", w2="0901")
    strike = NuclearStrike if by == "nuclear" else ChemicalStrike
    board.give(strike(("n1",), "0405")).rolls(1)
    return board.end("NATO movement")


def test_a_contaminated_hex_stays_so_to_the_end_of_the_strikers_next_turn() -> None:
    board = contaminated()
    assert board.game.view.markers(board.position)
    board.end("WP movement")
    assert board.game.view.markers(board.position), "NATO's turn clears nothing"
    board.end("NATO strikes")
    assert not board.game.view.markers(board.position)
    assert board.told()[-1] == "0405 is contaminated no more"


def test_by_ruling_a_hex_stays_contaminated_for_good() -> None:
    """The scenario has four turns; struck on turn 2, the hex is clean again after the third, or when the game is over."""
    board = Board(contamination="for-good")
    board.set_up("WP", "strikes", n1="0405", n2="0205", w1="0606", w2="0901")
    board.give(NuclearStrike(("n1",), "0405")).rolls(1).end("NATO movement").end("WP movement")
    board.end("NATO strikes")
    assert (board.position.turn, len(board.game.view.markers(board.position))) == (4, 1)


@pytest.mark.parametrize("ruled", ["next-turn", "for-good"])
def test_what_the_first_side_strikes_on_the_last_turn_is_contaminated_to_the_end(ruled: str) -> None:
    """On turn 4 of four NATO, which moves first, strikes; WP has still to move."""
    board = Board(contamination=ruled).set_up("NATO", "strikes", turn=4, n1="0104", w1="0505", w2="0901")
    board.give(NuclearStrike(("w1",), "0505")).rolls(1).end("WP movement")
    assert len(board.game.view.markers(board.position)) == 1


def test_aircraft_fly_again_in_the_next_turn() -> None:
    """WP has one strike a turn."""
    board = Board().set_up("WP", "strikes", n1="0405", n2="0205", w1="0606", w2="0901")
    board.give(AirStrike(("n1",), "0405")).rolls(1)
    assert "no air strike" in board.refuses(AirStrike(("n2",), "0205"))
    board.end("NATO movement").end("WP strikes")
    board.give(AirStrike(("n2",), "0205")).rolls(1)


def test_only_a_hex_with_an_enemy_in_it_is_struck() -> None:
    board = Board().set_up("WP", "strikes", w1="0905", n1="0405")
    for strike in (AirStrike, NuclearStrike, ChemicalStrike):
        assert board.refuses(strike(("w1",), "0905")) == "there is no enemy in 0905 (ruling strike-targets)"
        assert board.refuses(strike(("n1",), "0505")) == "there is no enemy in 0505 (ruling strike-targets)"


def test_who_enters_a_hex_struck_twice_by_one_kind_rolls_once() -> None:
    """Ruling contaminated-entry: two nuclear markers, one roll; a 3 is nothing."""
    board = Board().set_up("NATO", "movement", n1="0406")
    board.contaminate("0405", "nuclear").contaminate("0405", "nuclear")
    board.give(MoveTogether(("n1",), "0405")).rolls(3)
    assert board.table.asked is None
    assert board.where("n1") == ["0405"]


@pytest.mark.parametrize(("face", "left"), [(3, "0405"), (4, "0405-"), (5, "0405-"), (6, "eliminated")])
def test_whoever_enters_a_nuclear_hex_rolls(face: int, left: str) -> None:
    """Entry: 1-3 nothing, 4-5 a step, 6 two steps; 2nd Armoured has two."""
    board = contaminated().give(MoveTogether(("n2",), "0405")).rolls(face)
    assert board.where("n2") == [left]


def test_a_move_stops_in_a_contaminated_hex_and_goes_on_by_another_order() -> None:
    """From 0205 over 0305 to 0405 is 2 MP of 6, and on to 0505 one more."""
    board = contaminated()
    ways = [step.path for step in board.game.view.reach(board.position, "n2").steps.values()]
    assert not [way for way in ways if "0405" in way[:-1]]
    board.give(MoveTogether(("n2",), "0405")).rolls(1).give(MoveTogether(("n2",), "0505"))
    assert board.where("n2") == ["0505"]
    assert board.game.view.reach(board.position, "n2").allowed == "3 MP"


@pytest.mark.parametrize(("unit", "left"), [("n3", "eliminated"), ("w2", "0405")])
def test_each_side_has_its_own_column_for_chemicals(unit: str, left: str) -> None:
    """On a 5 NATO units lose a step and those of the Warsaw Pact do not. Both divisions have one step."""
    side: Side = "NATO" if unit == "n3" else "WP"
    board = Board().set_up(side, "movement", 2, **{unit: "0406"}).contaminate("0405", "chemical")
    assert board.give(MoveTogether((unit,), "0405")).rolls(5).where(unit) == [left]


def test_who_enters_a_hex_struck_by_both_rolls_for_both() -> None:
    """Nuclear first: a 4 is a step, and in the chemical table a 5 is one for NATO. 1st Armoured has two."""
    board = Board().set_up("NATO", "movement", n1="0406", n2="0406")
    board.contaminate("0405", "chemical").contaminate("0405", "nuclear")
    board.give(MoveTogether(("n1",), "0405")).rolls(4, 5)
    assert board.where("n1") == ["eliminated"]
    board.give(MoveTogether(("n2",), "0405")).rolls(3, 5)
    assert board.where("n2") == ["0405-"]


def test_who_advances_into_a_contaminated_hex_rolls_too() -> None:
    """16 to 4 is 4:1, where a 2 harms no attacker and a 4 is a loss: the rifles have one step, and the tanks go in."""
    board = Board().set_up("NATO", "combat", n1="0405", n2="0404", w2="0505").contaminate("0505", "nuclear")
    foreseen = board.game.view.preview(board.position, Attack(("n1", "n2"), "0505"))
    assert foreseen is not None
    warned = foreseen.lines[0]
    assert (warned.what, warned.value) == ("nuclear contamination: each unit that enters rolls too", "Entry")
    board.give(Attack(("n1", "n2"), "0505")).rolls(2, 2, 4)
    asked = board.table.asked
    assert isinstance(asked, Choose)
    about = [board.game.text.option(board.position, asked, each).about for each in asked.options]
    assert about == [*["rolls for nuclear contamination there"] * 2, "all stay where they are"]
    board.asks("NATO advance into 0505", "n1", "n2", "nobody").answers("n1").rolls(4).answers("nobody")
    assert board.where("n1", "n2", "w2") == ["0505-", "0404", "eliminated"]
    assert "for 1st Armoured, nuclear contamination in 0505: rolled 4: loses a step" in board.told()


def test_who_retreats_through_a_contaminated_hex_rolls_too() -> None:
    """8 to 6 is 1:1; no losses on 4 and 4, a 4 on the retreat die is 2 hexes.

    From 0505 away from 0404 the tanks go to the east, and every way of two hexes but one is struck at its end.
    """
    board = Board().set_up("NATO", "combat", n1="0404", w1="0505")
    for there in ("0705", "0706", "0704", "0606", "0507", "0407", "0306"):
        board.contaminate(there, "chemical")
    board.give(Attack(("n1",), "0505")).rolls(4, 4, 4)
    asked = board.table.asked
    assert isinstance(asked, Choose)
    assert asked.options[0] == "0603", "what does no harm comes first"
    board.answers("0705").rolls(6).answers("nobody")
    assert board.where("w1") == ["0705-"]


def test_the_strikes_phase_is_passed_over_when_nothing_is_left() -> None:
    board = Board().set_up("WP", "movement", n1="0105", w1="0905")
    assert board.end("NATO strikes").give(EndPhase()).phase == "NATO movement"
    board = Board().set_up("WP", "movement", n1="0105")
    assert board.give(EndPhase()).phase == "NATO movement", "there is nobody to strike"


def test_a_warhead_is_worth_less_where_ones_own_units_would_enter() -> None:
    """Two strikes that harm nobody: on 0405, which three Soviet divisions stand around, and on 0105, far from them all."""
    units = {"n1": "0405", "n2": "0105", "w1": "0504", "w2": "0505", "w3": "0406"}
    near, far = (
        Board().set_up("WP", "strikes", 2, **units).give(NuclearStrike((top,), there)).rolls(1)
        for top, there in (("n1", "0405"), ("n2", "0105"))
    )
    assert near.game.evaluation.measure(near.position, "WP") < far.game.evaluation.measure(far.position, "WP")


def test_a_warhead_is_worth_more_where_the_enemy_would_enter() -> None:
    """0105 has two NATO divisions next to it, 0801 none; no unit of the Warsaw Pact is near either."""
    units = {"n1": "0105", "n2": "0801", "n3": "0106", "n4": "0104", "w1": "0908"}
    near, far = (
        Board().set_up("WP", "strikes", 2, **units).give(NuclearStrike((top,), there)).rolls(1)
        for top, there in (("n1", "0105"), ("n2", "0801"))
    )
    assert near.game.evaluation.measure(near.position, "WP") > far.game.evaluation.measure(far.position, "WP")
