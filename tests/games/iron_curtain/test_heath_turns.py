# SPDX-License-Identifier: Apache-2.0
"""The sequence of play, exploitation, supply, reinforcements, victory, and what the enemy sees of it all."""

from io import StringIO
from pathlib import Path

import msgspec
import pytest
from heath import Board
from msgspec.structs import replace
from rich.console import Console

from grognard.cli.inspect import Inspect
from grognard.cli.session import Session
from grognard.play.narrate import narrate_entry
from grognard.play.places import HIDDEN
from grognard.play.visibility import as_seen
from grognard.rules.hidden_stacks import Top
from grognard.rules.orders import Arrive, Attack, EndPhase, MoveTogether, Overrun
from grognard.rules.stack_retreat import RetreatTo
from grognard.umpire import Choose

# The sequence


def test_a_turn_goes_through_its_phases() -> None:
    """Strikes, movement, combat, exploitation; then the other side, and then the next turn."""
    board = Board().set_up("NATO", "strikes", n1="0405", n2="0101", w1="0505", w4="0901")
    phases = []
    while board.position.turn == 2:
        phases.append(board.phase)
        board.give(EndPhase())
    assert phases == [
        f"{side} {phase}"
        for side in ("NATO", "WP")
        for phase in ("strikes", "movement", "combat", "exploitation")
    ]
    assert board.phase == "NATO strikes"


def test_phases_in_which_nothing_can_be_done_are_passed_over() -> None:
    """Infantry alone, and nobody near: each side moves, and that is all but for the air strikes."""
    board = Board().set_up("NATO", "movement", n3="0105", w2="0905")
    assert board.give(EndPhase()).phase == "WP strikes"
    assert board.give(EndPhase(), EndPhase()).phase == "NATO strikes"


# Exploitation


def test_exploitation_is_for_tanks_that_are_free_of_the_enemy() -> None:
    """n1 is next to w1 as the phase begins, n2 is not; n3 is infantry. n2 goes its whole 6 MP again."""
    board = Board().set_up("NATO", "combat", n1="0405", n2="0203", n3="0201", w1="0505").give(EndPhase())
    assert board.refuses(MoveTogether(("n1",), "0305")) == (
        "1st Armoured began the phase in an enemy zone of control (ruling exploitation)"
    )
    assert (
        board.refuses(MoveTogether(("n3",), "0202"))
        == "3rd Infantry is no unit that exploits (ruling unit-kinds)"
    )
    assert board.game.view.reach(board.position, "n2").allowed == "6 MP"


def test_who_advanced_out_of_every_zone_exploits_and_overruns() -> None:
    """16 to 4 is 4:1, and the rifles lose their step on a 4. The tanks go in and on, and overrun w3 in 0706: 8 to 4."""
    board = Board().set_up("NATO", "combat", n1="0405", n2="0404", w2="0505", w3="0706")
    board.give(Attack(("n1", "n2"), "0505")).rolls(2, 2, 4).answers("n1").answers("nobody")
    board.give(EndPhase(), MoveTogether(("n1",), "0605"))
    # 0605 is next to w3: 1 MP and 2 for its zone; the overrun of 0706 costs 1 of the 3 that are left.
    ahead = board.game.view.preview(board.position, Overrun(("n1",), "0706"))
    assert ahead is not None
    assert [line.table for line in ahead.lines if line.table] == ["crt-1962"], "shown beside it"
    board.give(Overrun(("n1",), "0706")).rolls(6, 3, 1)
    assert board.where("n1", "w3") == ["0605", "0706"]


def test_out_of_supply_tanks_do_not_exploit_in_1983() -> None:
    board = Board().set_up("NATO", "exploitation", n1="0203", n2="0205", w1="0905").short("n1")
    assert board.refuses(MoveTogether(("n1",), "0204")) == (
        "1st Armoured was out of supply when its turn ended last, and does not exploit "
        "(rulings supply-judged, oos-1962)"
    )
    slowed = Board(oos_1962="slowed").set_up("NATO", "exploitation", n1="0203", w1="0905").short("n1")
    assert slowed.game.view.reach(slowed.position, "n1").allowed == "3 MP"


# Supply


def test_supply_is_judged_when_the_owners_turn_ends_and_stays_so() -> None:
    """w1 to w4 hold a line from 0401 to 0408 but for one gap that their zones close: n1 in 0604 is cut off.

    Their zones reach a hex to either side. n1 is judged at the end of NATO's turn, not of the other.
    """
    board = Board().set_up("WP", "movement", n1="0604", n2="0101", w1="0402", w2="0404", w3="0406", w4="0408")
    board.end("NATO movement")
    assert "out of supply" not in shown(board, "n1")
    board.end("WP strikes")
    assert "out of supply" in shown(board, "n1")
    assert board.told()[-1] == "1st Armoured is out of supply"
    assert board.game.view.supply(board.position)["n2"].state == "in supply"
    # The line opens, and the marker stays until NATO is judged again.
    board.end("WP movement").give(MoveTogether(("w1",), "0901")).end("NATO strikes")
    assert board.game.view.supply(board.position)["n1"].state == "in supply"
    assert "out of supply" in shown(board, "n1")
    board.end("WP strikes")
    assert "out of supply" not in shown(board, "n1")


def shown(board: Board, name: str) -> tuple[str, ...]:
    return next(piece.states for piece in board.game.view.pieces(board.position) if piece.id == name)


@pytest.mark.parametrize(("longest", "found"), [("any", "in supply"), ("twelve", "out of supply")])
def test_a_line_of_supply_may_be_too_long_by_ruling(longest: str, found: str) -> None:
    """The zones of w1, w2 and w3 close columns 4 to 6 but for 0401, 0501 and 0601, in the north.

    From 0908 it is 9 hexes to 0501 and 4 on to 0101: 13 in all.
    """
    board = Board(supply_length=longest)
    board.set_up("NATO", "movement", n1="0908", w1="0503", w2="0505", w3="0507")
    trace = board.game.view.supply(board.position)["n1"]
    assert (trace.state, len(trace.path)) == (found, 14), "both ends are told"
    board.end("WP strikes")
    assert ("out of supply" in shown(board, "n1")) == (found == "out of supply")


# Zones of control


@pytest.mark.parametrize(("air_mobile_on_top", "cost"), [(True, "3"), (False, "1")])
def test_a_stack_has_the_zone_of_its_top_unit(air_mobile_on_top: bool, cost: str) -> None:  # noqa: FBT001
    """Ruling zone-of-stack: of two in 0108, air-mobile units alone have a zone over the Elbe into 0208: 2 MP more."""
    board = Board()
    if air_mobile_on_top:
        board.set_up("WP", "movement", n4="0108", n3="0108", w1="0308")
    else:
        board.set_up("WP", "movement", n3="0108", n4="0108", w1="0308")
    assert board.game.view.reach(board.position, "w1").steps["0208"].cost.text == cost


# Reinforcements


def test_reinforcements_come_by_their_edge_and_move_on() -> None:
    board = Board().set_up("NATO", "movement", turn=1, n1="0203", n5="waits", w1="0905")
    assert board.refuses(Arrive("n5", "0104")) == "5th Armoured comes on turn 2"
    board.now(turn=2)
    assert board.refuses(Arrive("n5", "0204")) == "5th Armoured comes by West, and 0204 is not on it"
    board.give(Arrive("n5", "0104"), MoveTogether(("n5",), "0404"))
    assert board.where("n5") == ["0404"]


def test_a_full_hex_takes_no_more() -> None:
    board = Board().set_up("NATO", "movement", n1="0104", n2="0104", n3="0104", n4="0204", n5="waits")
    assert board.refuses(Arrive("n5", "0104")) == (
        "0104 is full: 3 units to a hex (ruling reinforcement-stacking)"
    )
    assert board.refuses(MoveTogether(("n4",), "0104")) == "0104 is full: 3 units to a hex"


CROWD = {"n1": "0104", "n2": "0104", "n3": "0104", "n5": "waits", "w1": "0905"}


def test_by_ruling_reinforcements_come_into_a_full_hex_and_move_on() -> None:
    board = Board(reinforcement_stacking="overstack").set_up("NATO", "movement", 2, **CROWD)
    board.give(Arrive("n5", "0104"))
    assert board.refuses(MoveTogether(("n1",), "0904")).endswith("MP, and the unit has 6 MP"), (
        "others may move too"
    )
    board.give(MoveTogether(("n5",), "0204"), EndPhase())
    assert board.where("n1", "n2", "n3", "n5") == ["0104", "0104", "0104", "0204"]


def test_by_ruling_whoever_is_too_many_when_movement_ends_is_eliminated() -> None:
    board = Board(reinforcement_stacking="overstack").set_up("NATO", "movement", 2, **CROWD)
    board.give(Arrive("n5", "0104"), EndPhase())
    board.asks(
        "NATO unit too many in 0104", "5th Armoured", "1st Armoured", "2nd Armoured", "3rd Infantry"
    ).answers("3rd Infantry")
    assert board.where("n1", "n2", "n3", "n5") == ["0104", "0104", "eliminated", "0104"]
    assert board.told() == (
        "NATO movement ends",
        "NATO, unit too many in 0104: 3rd Infantry",
        "3rd Infantry is eliminated",
    )


def test_by_ruling_too_many_in_a_hex_do_not_overrun_together() -> None:
    """Ruling overrun-stack: four in 0104, where the limit is three; three of them may."""
    board = Board(reinforcement_stacking="overstack")
    board.set_up("NATO", "movement", n1="0104", n2="0104", n3="0104", n4="0104", w2="0204")
    assert board.refuses(Overrun(("n1", "n2", "n3", "n4"), "0204")) == (
        "no more than 3 units overrun together, as many as a hex holds (ruling overrun-stack)"
    )
    assert not board.game.rules.why_illegal(board.position, Overrun(("n1", "n2", "n4"), "0204"))


def test_the_second_side_takes_a_town_as_well() -> None:
    """Uelzen, in 0302, is NATO's for 2 points until WP ends its turn in it."""
    board = Board().set_up("WP", "movement", n1="0101", w1="0302", w2="0901")
    assert board.game.context.naming.hex("0302") in board.position.held
    board.end("NATO movement")
    assert board.game.context.naming.hex("0302") not in board.position.held


def test_who_is_lost_is_not_out_of_supply() -> None:
    """1st Tank was out of supply and is lost: nobody judges it when its side's turn ends."""
    board = Board().set_up("WP", "movement", n1="0101", w2="0901").short("w1")
    board.end("NATO movement")
    assert board.position.short == frozenset()


def test_reinforcements_do_not_come_onto_enemies_nor_in_exploitation() -> None:
    board = Board().set_up("NATO", "movement", n1="0203", n5="waits", w1="0104")
    assert board.refuses(Arrive("n5", "0104")) == "enemy units are in 0104"
    board = Board().set_up("NATO", "exploitation", n1="0203", n5="waits", w1="0905")
    assert board.refuses(Arrive("n5", "0104")) == (
        "units come in their own movement phase, and this is NATO exploitation"
    )


def test_a_reinforcement_begins_the_phase_where_it_arrives() -> None:
    """n1 began in 0104, where n5 comes, and n2 in 0105: so n5 overruns together with n1, and not with n2."""
    board = Board().set_up("NATO", "movement", n1="0104", n2="0105", n5="waits", w2="0204")
    board.give(Arrive("n5", "0104"), MoveTogether(("n2",), "0104"))
    assert board.refuses(Overrun(("n2", "n5"), "0204")) == (
        "units that overrun together began the phase together (ruling overrun-stack)"
    )
    board.give(Overrun(("n1", "n5"), "0204"))


# Victory


def test_towns_change_hands_when_the_turn_ends_and_lost_units_count() -> None:
    """Celle is 4, Uelzen 2, a unit 1. NATO holds Uelzen at first; w3 and w4 and the rest are lost."""
    board = Board().set_up("NATO", "movement", turn=4, n1="0603", n2="0105", n3="0104", n4="0103", w1="0905")
    board.now(held=frozenset([board.game.context.naming.hex("0302")]))
    assert board.game.view.status(board.position).points == {"NATO": 2 + 4, "WP": 4 + 1}
    board.give(MoveTogether(("n1",), "0703"))
    assert board.game.view.status(board.position).points["NATO"] == 6
    board.end("WP movement")
    assert board.game.view.status(board.position).points == {"NATO": 6 + 4, "WP": 1}
    while board.table.to_act:
        board.give(EndPhase())
    assert board.game.view.status(board.position).verdict == "NATO victory"


def test_the_tally_says_how_victory_is_counted_and_that_it_is_ruled() -> None:
    """NATO begins with Uelzen, worth 2, the Warsaw Pact with Celle, worth 4; whoever is not set up is lost."""
    board = Board().set_up(
        "NATO", "movement", n1="0104", n2="0105", n3="0106", n4="0107", n5="waits", w1="0904"
    )
    assert board.game.view.status(board.position).tally[:3] == (
        "NATO holds Uelzen 2, and has lost no units.",
        "WP holds Celle 4, and has lost 3 units.",
        "A town counts for the side that was the last to end its turn in it; a unit lost is 1 for the enemy (ruling victory).",
    )


@pytest.mark.parametrize(("lost", "verdict"), [((), "NATO victory"), (("n5",), "WP victory")])
def test_a_verdict_is_from_its_lead_on(lost: tuple[str, ...], verdict: str) -> None:
    """Uelzen 2 and four units lost make 6 for NATO; Celle is 4 for the Warsaw Pact: a lead of 2, just enough."""
    units = {"n1": "0101", "n2": "0102", "n3": "0103", "n4": "0104", "n5": "0105", "w1": "0905"}
    board = Board().set_up(
        "WP", "movement", 4, **{each: at for each, at in units.items() if each not in lost}
    )
    board.now(held=frozenset([board.game.context.naming.hex("0302")]))
    while board.table.to_act:
        board.give(EndPhase())
    assert board.game.view.status(board.position).verdict == verdict


# Fog


def test_the_enemy_sees_the_top_unit_and_nothing_beneath() -> None:
    board = Board().set_up("NATO", "movement", n1="0405", n2="0405-", w1="0505-", w3="0505")
    seen = {
        piece.id: (piece.at, piece.above) for piece in board.game.view.pieces(as_seen(board.position, "WP"))
    }
    assert seen["n1"] == ("0405", "●●")
    assert seen["n2"] == ("not seen", "●●"), "its lost step is not seen either"
    assert seen["w3"] == ("0505", "●●")
    watched = as_seen(board.position, None)
    assert [watched.at[board.game.context.naming.unit(each).number] == HIDDEN for each in ("n1", "n2", "w1", "w3")] == [
        False, True, False, True,
    ]  # fmt: skip


def test_the_owner_puts_a_unit_on_top_and_the_enemy_is_told_what_he_sees() -> None:
    board = Board().set_up("NATO", "movement", n1="0405", n2="0405", w1="0905")
    assert board.refuses(Top("n1")) == "1st Armoured is on top already"
    board.give(Top("n2"))
    assert board.told("NATO") == ("2nd Armoured is put on top in 0405",)
    assert board.told("WP") == (
        "NATO puts a stack in order",
        "1st Armoured is out of sight in 0405",
        "2nd Armoured comes into sight at 0405",
    )
    board.give(EndPhase())
    assert board.refuses(Top("n1")).startswith("stacks are put in order in their owner's movement phase")


def test_a_move_is_told_the_enemy_as_far_as_he_sees_it() -> None:
    """n1 lies on n2 in 0405, n3 is in 0305. Who enters a hex lies on top there."""
    board = Board().set_up("NATO", "movement", n1="0405", n2="0405", n3="0305", w1="0905")
    board.give(MoveTogether(("n2",), "0205"))
    assert board.told("WP") == (
        "NATO moves what is not seen", "2nd Armoured comes into sight at 0205",
    )  # fmt: skip
    board.give(MoveTogether(("n1",), "0305"))
    assert board.told("WP") == (
        "1st Armoured moves from 0405 to 0305", "3rd Infantry is out of sight in 0305",
    )  # fmt: skip
    assert board.told("NATO") == ("1st Armoured moves from 0405 to 0305",)


# Stacks that move


def stacked(*below: str) -> Board:
    """1st Armoured, with 6 movement points, on top of others in 0405; far from the enemy in 0905."""
    return Board().set_up("NATO", "movement", 2, n1="0405", **dict.fromkeys(below, "0405"), w1="0905")


def test_a_stack_moves_by_one_order_and_lies_as_it_lay() -> None:
    """Two hexes of open ground to 0205; 3rd Infantry is there. In whatever order they are named, n1 stays on n2."""
    board = Board().set_up("NATO", "movement", n1="0405", n2="0405", n3="0205", w1="0905")
    board.give(MoveTogether(("n2", "n1"), "0205"))
    there = board.game.context.board(board.position).units_at(board.game.context.naming.hex("0205"))
    assert [unit.id for unit in there] == ["n1", "n2", "n3"]
    assert board.game.view.reach(board.position, "n1").allowed == "4 MP"
    assert board.game.view.reach(board.position, "n2").allowed == "4 MP"
    assert board.told("NATO") == ("1st Armoured and 2nd Armoured move from 0405 to 0205",)


@pytest.mark.parametrize("below", [(), ("n2",), ("n2", "n4"), ("n3",)])
def test_of_a_stack_that_moves_the_enemy_is_told_the_top_alone(below: tuple[str, ...]) -> None:
    """Whatever lies beneath 1st Armoured, and however much, he is told and sees the same."""
    board, other = stacked(*below), stacked("n4")
    board.give(MoveTogether(("n1", *below), "0205"))
    other.give(MoveTogether(("n1", "n4"), "0205"))
    assert board.told("WP") == other.told("WP") == ("1st Armoured moves from 0405 to 0205",)
    seen = [
        [
            (each.id, each.at)
            for each in game.game.view.pieces(as_seen(game.position, "WP"))
            if each.at == "0205"
        ]
        for game in (board, other)
    ]
    assert seen == [[("n1", "0205")]] * 2


def test_those_beneath_who_go_together_show_by_their_top_and_leave_the_rest_unseen() -> None:
    """2nd Armoured and the air-mobile unit go from beneath 1st Armoured: one comes into sight, whether they are one or two."""
    board, one = stacked("n2", "n4"), stacked("n2", "n4")
    board.give(MoveTogether(("n2", "n4"), "0205"))
    one.give(MoveTogether(("n2",), "0205"))
    assert board.told("WP") == one.told("WP") == (
        "NATO moves what is not seen", "2nd Armoured comes into sight at 0205",
    )  # fmt: skip


def test_undo_takes_a_stack_back_whole() -> None:
    board = stacked("n2", "n4")
    before = board.position
    board.give(MoveTogether(("n1", "n2", "n4"), "0205"))
    board.table = board.table.undo()
    assert board.position == before
    assert not board.table.undoable


def test_who_can_only_be_put_on_top_is_not_waited_for() -> None:
    """The armour spends all its 6 points to 0101; 2nd Armoured lies beneath and can be put on top, and no more."""
    board = stacked("n2")
    assert not board.game.view.is_spent(board.position, "n2")
    board.give(MoveTogether(("n1", "n2"), "0101"))
    assert (
        board.game.rules.why_idle(board.position, "n2"),
        board.game.view.is_spent(board.position, "n2"),
    ) == ("", True)
    assert board.game.view.reach(board.position, "n2").actions[0].order == Top("n2")
    assert board.game.rules.why_idle(board.position, "n1") == "1st Armoured has no movement points left"


def test_a_stack_is_refused_as_a_whole_and_it_is_said_who_cannot() -> None:
    """0101 is six open hexes from 0405: the armour just gets there, 3rd Infantry has 4. Two stand in 0205 already."""
    board = Board().set_up(
        "NATO", "movement", n1="0405", n2="0405", n3="0405", n4="0205", n5="0205", w1="0905"
    )
    assert board.refuses(MoveTogether((), "0305")) == "name who moves, each unit once"
    assert board.refuses(MoveTogether(("n1", "n1"), "0305")) == "name who moves, each unit once"
    assert board.refuses(MoveTogether(("n1", "n4"), "0305")) == (
        "4th Air-mobile is not in one hex with 1st Armoured, and only units of one hex move together"
    )
    assert board.refuses(MoveTogether(("n1", "n2", "n3"), "0101")) == (
        "3rd Infantry cannot go there: 0101 costs 6 MP, and the unit has 4 MP"
    )
    assert board.refuses(MoveTogether(("n1", "n2"), "0905")) == "enemy units are in 0905"
    assert board.refuses(MoveTogether(("n1", "n2"), "0205")) == (
        "1st Armoured and 2nd Armoured do not all find room: 0205 takes 1 more, 3 units to a hex"
    )
    board.give(MoveTogether(("n1",), "0101"))
    assert board.refuses(MoveTogether(("n1", "n2"), "0102")) == "1st Armoured has no movement points left"


def test_every_unit_of_a_stack_rolls_on_contaminated_ground() -> None:
    """On entry a 6 takes two steps, all that 1st Armoured has, and a 1 none. Dice fall in the open, and say who rolls."""
    board = stacked("n3").contaminate("0305", "nuclear")
    board.give(MoveTogether(("n1", "n3"), "0305")).rolls(6, 1)
    assert board.where("n1", "n3") == ["eliminated", "0305"]
    assert board.told("WP") == (
        "1st Armoured moves from 0405 into contaminated ground",
        "for 1st Armoured, nuclear contamination in 0305: rolled 6: loses two steps",
        "for 3rd Infantry, nuclear contamination in 0305: rolled 1: unharmed",
        "1st Armoured is eliminated",
        "3rd Infantry comes into sight at 0305",
    )


def test_odds_are_worked_out_over_what_is_seen_and_say_so() -> None:
    """The tanks lie on the rifles: 8 to 6 as far as NATO sees, and 8 to 10 in truth."""
    board = Board().set_up("NATO", "combat", n1="0405", w1="0505", w3="0505")
    order, seen = Attack(("n1",), "0505"), as_seen(board.position, "NATO")
    shown = board.game.view.preview(seen, order)
    assert shown is not None
    assert shown.lines[0].what == "the top unit alone is seen"
    assert shown.lines[0].source == "what lies beneath is not seen"
    assert [line.value for line in shown.lines if line.what == "odds 8-6"] == ["1:1"]
    board.give(order).rolls(6, 6, 6, 1)
    assert board.told("NATO")[0] == (
        "1st Armoured attacks 0505, held by 1st Tank and 3rd Rifle, at odds 8-10: 1:1"
    )


@pytest.mark.parametrize("year", [1945, 1983])
def test_a_battle_tells_both_sides_the_same(year: int) -> None:
    board = Board(year).set_up("NATO", "combat", n1="0405", n2="0405", w1="0505", w3="0505")
    board.give(Attack(("n1", "n2"), "0505")).rolls(*((6, 1, 1, 1) if year == 1983 else ((3, 3),)))
    while isinstance(asked := board.table.asked, Choose):
        board.answers(asked.options[0])
    assert board.told("NATO") == board.told("WP") == board.told()


def test_what_lies_beneath_does_not_show_in_the_phases_passed_over() -> None:
    """1st Armoured lies beneath the infantry, free to exploit, or beneath the air-mobile unit, in a zone: WP sees neither."""
    phases = []
    for beneath in ("0104", "0405"):
        board = Board().set_up("NATO", "combat", n3="0104", n4="0405", n1=beneath, w2="0505")
        board.give(EndPhase())
        phases.append(board.phase)
    assert phases == ["NATO exploitation"] * 2


@pytest.mark.parametrize("order", [Top("w3"), MoveTogether(("w3",), "0606"), Attack(("w3",), "0405")])
def test_not_even_in_free_play_the_enemys_units_are_ordered_about(order: msgspec.Struct) -> None:
    """He who could would learn where 3rd Rifle is, which lies beneath 1st Tank."""
    board = Board().set_up("NATO", "movement", n1="0405", w1="0505", w3="0505")
    head = replace(board.table.log.header, free=True)
    board.table = replace(board.table, log=replace(board.table.log, header=head))
    assert board.refuses(order) == "3rd Rifle is no unit of NATO"


def test_not_even_in_free_play_anybody_joins_an_enemy_stack() -> None:
    """He would lie on top of it, see it no more, and learn by his supply whether it is still there."""
    board = Board().set_up("NATO", "movement", n1="0405", w1="0505", w3="0505")
    head = replace(board.table.log.header, free=True)
    board.table = replace(board.table, log=replace(board.table.log, header=head))
    assert board.refuses(MoveTogether(("n1",), "0505")) == "enemy units are in 0505"


def test_who_sees_nothing_of_a_move_is_not_told_that_it_was_against_the_rules() -> None:
    """3rd Rifle has 4 movement points for 8 hexes. Had NATO not seen it, it would learn how far it came."""
    board = Board().set_up("WP", "movement", n1="0405", w1="0905", w3="0905")
    head = replace(board.table.log.header, free=True)
    board.table = replace(board.table, log=replace(board.table.log, header=head))
    board.give(MoveTogether(("w3",), "0101"))
    entry, before = board.table.log.entries[-1], board.table.positions[-2]
    warned = {side: narrate_entry(board.game, before, entry, (side,)).warned for side in ("NATO", "WP")}
    assert warned == {"NATO": "", "WP": "0101 costs 8 MP, and the unit has 4 MP"}


def test_the_log_at_a_terminal_tells_of_the_enemys_orders_what_is_seen_of_them(tmp_path: Path) -> None:
    """Of two units in 0905 NATO sees 1st Tank; that 3rd Rifle went from beneath it shows where it comes into sight."""
    board = (
        Board().set_up("WP", "movement", n1="0405", w1="0905", w3="0905").give(MoveTogether(("w3",), "0805"))
    )
    # The map is of no matter; that of a scenario that comes with the game will do.
    seats = {"NATO": "person", "WP": "random"}
    head = replace(board.table.log.header, scenario="hannover-1983", seats=seats)
    said = StringIO()
    table = replace(board.table, log=replace(board.table.log, header=head))
    Inspect(Session(table, tmp_path / "log", Console(file=said, width=200))).log([])
    assert [line.strip() for line in said.getvalue().splitlines()[-2:]] == [
        "1  WP moves what is not seen",
        "3rd Rifle comes into sight at 0805",
    ]


def test_who_dies_in_contaminated_ground_is_told_so() -> None:
    board = Board().set_up("NATO", "movement", n3="0305", n1="0104", w1="0905").contaminate("0405", "nuclear")
    board.give(MoveTogether(("n3",), "0405")).rolls(6)
    assert board.where("n3") == ["eliminated"]
    assert board.told("WP")[0] == "3rd Infantry moves from 0305 into contaminated ground"


def test_what_a_move_or_a_retreat_must_mind_is_said_before() -> None:
    """0405 is contaminated; 0404 is next to the tanks in 0504."""
    board = (
        Board().set_up("NATO", "movement", n3="0305", n1="0104", w1="0504").contaminate("0405", "chemical")
    )
    steps = board.game.view.reach(board.position, "n3").steps
    assert (steps["0405"].note, steps["0306"].note) == ("contaminated (chemical): it stops and rolls", "")
    asked = Choose("NATO", RetreatTo("n3", "0305"), ("0404", "0204"))
    about = [board.game.text.option(board.position, asked, each).about for each in asked.options]
    assert about == ["open, in an enemy zone: costs a step", "open"]
    board.set_up("NATO", "movement", n3="0305", n1="0404", w1="0504")
    assert board.game.text.option(board.position, asked, "0404").about == "open", "a friend stands there"
