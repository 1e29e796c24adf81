# SPDX-License-Identifier: Apache-2.0
"""Battles of both periods on the map, told move by move: losses, retreats, advance, overruns."""

import pytest
from heath import Board

from grognard.hexes.paths import points
from grognard.rules.orders import Attack, EndPhase, MoveTogether, Overrun
from grognard.umpire import Choose, said

# 1962-1989


def test_a_battle_of_1983_from_the_odds_to_the_advance() -> None:
    """Two armoured divisions from two hexes against tanks on rifles: 16 to 10 is 2:1, in the open.

    Attackers lose on 1-2, defenders on 4-6; a 3 on the retreat die is 2 hexes. The zones of the attackers, who stand in
    0404 and 0405, take in 0504 and 0506, so the way back without loss is east.
    """
    board = Board().set_up("NATO", "combat", n1="0404", n2="0405", w1="0505", w3="0505")
    order = Attack(("n1", "n2"), "0505")
    assert board.sheet(order)["odds 16-10"] == "2:1"
    board.give(order).rolls(1, 3, 4, 3, 3)
    board.asks(
        "WP retreat of the stack from 0505",
        *("0704", "0705", "0706", "0603", "0606"),  # no step lost, the nearest to supply first
        *("0503", "0507"),  # one step, in 0504 or 0506
        *("0403", "0406"),  # two
        "split",
    )
    board.answers("0705")
    board.asks("NATO advance into 0505", "n1", "n2", "nobody").answers("n2")
    board.asks("NATO advance into 0505", "n1", "nobody").answers("nobody")
    assert board.where("n1", "n2", "w1", "w3") == ["0404-", "0505", "0705-", "0705"]
    assert board.told() == (
        "1st Armoured and 2nd Armoured attack 0505, held by 1st Tank and 3rd Rifle, at odds 16-10: 2:1",
        "loss of 1st Armoured: rolled 1: loss",
        "loss of 2nd Armoured: rolled 3: no loss",
        "loss of 1st Tank: rolled 4: loss",
        "loss of 3rd Rifle: rolled 3: no loss",
        "retreat: rolled 3: retreat of 2 hexes",
        "WP, retreat of the stack from 0505: 0705",
        "NATO, advance into 0505: 2nd Armoured",
        "NATO, advance into 0505: nobody",
        "1st Armoured and 1st Tank lose a step",
        "1st Tank and 3rd Rifle retreat to 0705",
        "2nd Armoured advances to 0505",
    )


def test_only_the_top_attacker_of_a_stack_can_lose() -> None:
    """12 to 6 is 2:1; the stack rolls once, and infantry that lies on the tanks bears the loss."""
    board = Board().set_up("NATO", "combat", n3="0405", n1="0405", w1="0505")
    board.give(Attack(("n1", "n3"), "0505")).rolls(2, 1, 1)
    assert board.where("n1", "n3", "w1") == ["0405", "eliminated", "0505"]


def test_as_many_advance_as_the_hex_has_room_for() -> None:
    """Three units to a hex: of four attackers the last is not asked. 24 to 4 is 4:1, which drives 2nd Rifle back."""
    board = Board().set_up("NATO", "combat", n1="0405", n2="0404", n3="0504", n4="0506", w2="0505")
    board.give(Attack(("n1", "n2", "n3", "n4"), "0505")).rolls(6, 6, 6, 6, 4)
    for unit in ("n1", "n2", "n3"):
        assert isinstance(board.table.asked, Choose)
        board.answers(unit)
    assert board.table.asked is None
    assert board.where("n1", "n2", "n3", "n4", "w2") == ["0505", "0505", "0505", "0506", "eliminated"]


def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    board = Board().set_up("NATO", "combat", n1="0405", n2="0404", w1="0505", w2="0504")
    board.give(Attack(("n2",), "0505")).rolls(6, 1, 1)
    assert board.refuses(Attack(("n1",), "0505")) == (
        "0505 was attacked already in this phase (ruling one-attack)"
    )
    assert board.refuses(Attack(("n2",), "0504")) == "2nd Armoured has attacked already"
    assert board.phase == "NATO combat"
    assert board.refuses(Attack(("n1",), "0504")) == "1st Armoured is not next to 0504"


def test_terrain_shifts_once_and_a_major_city_bars_retreat() -> None:
    """0703 is a major city: 16 to 6 rounds to 3:1, one row down is 2:1, and there is no retreat die."""
    board = Board().set_up("NATO", "combat", n1="0603", n2="0602", w1="0703")
    order = Attack(("n1", "n2"), "0703")
    assert board.sheet(order)["terrain: one row down"] == "2:1"
    board.give(order).rolls(6, 6, 4)
    assert board.table.asked is None
    assert board.where("w1") == ["0703-"]


def test_a_river_is_terrain_only_if_all_attack_across_it() -> None:
    """The Ilmenau lies between 0504 and 0505."""
    board = Board().set_up("NATO", "combat", n1="0504", n2="0405", w1="0505")
    assert "terrain: one row down" in board.sheet(Attack(("n1",), "0505"))
    assert "terrain: one row down" not in board.sheet(Attack(("n1", "n2"), "0505"))


# Retreat


def test_who_has_nowhere_to_retreat_is_eliminated() -> None:
    """0101 is the corner of the map, next to 0102 and 0201, and NATO is in both.

    16 to 4 is 4:1: no loss for attackers on a 2, none for the rifles on a 3; a 2 is a retreat of 3 hexes.
    """
    board = Board().set_up("NATO", "combat", n1="0102", n2="0201", w2="0101")
    board.give(Attack(("n1", "n2"), "0101")).rolls(2, 2, 3, 2)
    board.asks("NATO advance into 0101", "n1", "n2", "nobody").answers("nobody")
    assert board.where("w2") == ["eliminated"]


def test_whoever_loses_his_last_step_on_the_way_back_is_gone() -> None:
    """0404, 0506, 0604 and 0605 are taken: 0504 and 0405 are left, both in zones of control. The rifles have one step."""
    board = Board().set_up("NATO", "combat", n1="0404", n2="0605", n3="0506", n4="0604", w2="0505")
    board.give(Attack(("n1", "n2"), "0505")).rolls(2, 2, 3, 1)
    asked = board.table.asked
    assert isinstance(asked, Choose)
    assert all(board.game.text.option(board.position, asked, each).fatal for each in asked.options)
    board.answers("0503").answers("nobody")
    assert board.where("w2") == ["eliminated"]
    assert (
        "WP, retreat of 2nd Rifle from 0505: 0503, is eliminated by the zone of control in 0504"
        in board.told()
    )


def test_a_zone_of_control_costs_the_stack_a_step_and_a_friend_negates_it() -> None:
    """n3 in 0705 watches 0604, 0605 and 0706: every way east leads through its zone, unless a friend is there.

    w4 stands in 0605. The stack goes over it and on to 0606, which is next to nobody.
    """
    board = Board().set_up("NATO", "combat", n1="0404", n2="0405", n3="0705", w1="0505", w3="0505", w4="0605")
    board.give(Attack(("n1", "n2"), "0505")).rolls(6, 6, 1, 1, 3)
    asked = board.table.asked
    assert asked is not None
    board.answers("0606").answers("nobody")
    assert board.where("w1", "w3") == ["0606", "0606"], "over the friend, and no step is lost"
    board = Board().set_up("NATO", "combat", n1="0404", n2="0405", n3="0705", w1="0505", w3="0505")
    board.give(Attack(("n1", "n2"), "0505")).rolls(6, 6, 1, 1, 3).answers("0606")
    board.asks("WP step lost to the zone of control in 0605", ("3rd Rifle",), ("1st Tank",))
    board.answers(("3rd Rifle",)).answers("nobody")
    assert board.where("w1", "w3") == ["0606", "0606-"]


def test_a_stack_that_finds_no_room_together_splits() -> None:
    """0901 is a corner next to 0801, where NATO is, and 0902, which takes one more. 16 to 10 is 2:1; a 2 is 1 hex.

    0902 is in a zone of control, but friends stand there. The tanks, on top, go first.
    """
    board = Board().set_up("NATO", "combat", n1="0801", n2="0801", w1="0901", w2="0901", w3="0902", w4="0902")
    board.give(Attack(("n1", "n2"), "0901")).rolls(6, 1, 1, 2).answers("nobody")
    assert board.where("w1", "w2") == ["0902", "eliminated"]


def test_a_stack_may_split_where_it_has_room_together() -> None:
    """16 to 10 is 2:1; a 2 on the retreat die is 1 hex. NATO's zones take in 0504 and 0506 beside its own hexes.

    The tanks go to 0604, and the rifles to 0605, each by itself. By the other ruling nobody is asked to split.
    """
    board = Board().set_up("NATO", "combat", n1="0404", n2="0405", w1="0505", w3="0505")
    board.give(Attack(("n1", "n2"), "0505")).rolls(6, 6, 1, 1, 2)
    board.asks("WP retreat of the stack from 0505", "0604", "0605", "0504", "0506", "split").answers("split")
    board.asks("WP retreat of 1st Tank from 0505", "0604", "0605", "0504", "0506").answers("0604")
    board.asks("WP retreat of 3rd Rifle from 0505", "0604", "0605", "0504", "0506").answers("0605")
    board.answers("nobody")
    assert board.where("w1", "w3") == ["0604", "0605"]
    assert "WP, retreat of the stack from 0505: one unit after another" in board.told()
    board = Board(retreat_split="crowded").set_up(
        "NATO", "combat", n1="0404", n2="0405", w1="0505", w3="0505"
    )
    board.give(Attack(("n1", "n2"), "0505")).rolls(6, 6, 1, 1, 2)
    board.asks("WP retreat of the stack from 0505", "0604", "0605", "0504", "0506")


def test_an_only_way_back_that_takes_the_last_step_is_told() -> None:
    """0101 is the corner of the map: NATO is in 0201, whose zone takes in 0102, the one way out. The rifles have one step.

    8 to 4 is 2:1: no loss on 3 and 3, a 2 is 1 hex.
    """
    board = Board().set_up("NATO", "combat", n1="0201", w2="0101")
    board.give(Attack(("n1",), "0101")).rolls(3, 3, 2)
    board.asks("WP retreat of 2nd Rifle from 0101", "0102").answers("0102").answers("nobody")
    assert board.where("w2") == ["eliminated"]
    assert board.told()[4:] == (
        "WP, retreat of 2nd Rifle from 0101: 0102, is eliminated by the zone of control in 0102",
        "NATO, advance into 0101: nobody",
        "2nd Rifle is eliminated",
    )


def test_an_only_way_back_that_is_survived_is_not_asked_about() -> None:
    """The same with tanks of two steps: they lose one to the zone. 8 to 6 is 1:1: no loss on 4 and 4, a 2 is 1 hex."""
    board = Board().set_up("NATO", "combat", n1="0201", w1="0101")
    board.give(Attack(("n1",), "0101")).rolls(4, 4, 2).answers("nobody")
    assert board.where("w1") == ["0102-"]


def test_nobody_retreats_over_what_is_prohibited_to_him() -> None:
    """0108 is a corner: WP is in 0107 and 0207, and the Elbe lies before 0208, where a friend stands.

    16 to 10 is 2:1; a 2 is 1 hex. Together they cannot cross; by themselves the air-mobile unit can, the infantry not.
    """
    board = Board().set_up("WP", "combat", n4="0108", n3="0108", n1="0208", w1="0107", w4="0207")
    board.give(Attack(("w1", "w4"), "0108")).rolls(6, 6, 1, 1, 2).answers("nobody")
    assert board.where("n4", "n3") == ["0208", "eliminated"]


# 1945


def test_a_battle_of_1945() -> None:
    """8 to 6 is 1:1; a 9 is D 1 r. One unit defends, loses a step and goes back three hexes."""
    board = Board(1945).set_up("NATO", "combat", n1="0405", w1="0505")
    board.give(Attack(("n1",), "0505")).rolls((4, 5))
    asked = board.table.asked
    assert asked is not None
    assert said(asked, board.game.text.label) == "WP retreat of 1st Tank from 0505"
    board.answers("0804").answers("n1")
    assert board.where("n1", "w1") == ["0505", "0804-"]
    assert board.told()[:3] == (
        "1st Armoured attacks 0505, held by 1st Tank, at odds 8-6: 1:1",
        "1945 combat: rolled 4 + 5 = 9: D 1 r, defender loses a step, defender retreats 3 hexes",
        "WP, retreat of 1st Tank from 0505: 0804",
    )


def test_in_no_retreat_terrain_nobody_retreats() -> None:
    """0703 is a major city: 16 to 6 is 3:1, shifted to 2:1, where a 7 is D 1 r; the tanks lose a step and stay."""
    board = Board(1945).set_up("NATO", "combat", n1="0603", n2="0602", w1="0703")
    board.give(Attack(("n1", "n2"), "0703")).rolls((3, 4))
    assert board.where("w1") == ["0703-"]
    assert board.told()[0].endswith("at odds 16-6: 3:1, shifted to 2:1, no retreat")
    assert board.told()[1:] == (
        "1945 combat, no retreat: rolled 3 + 4 = 7: D 1 r, defender loses a step, the ground bars retreat",
        "1st Tank loses a step",
    )


def test_the_owner_says_who_loses_the_steps_of_1945() -> None:
    """16 to 10 is 2:1; a 2 is A 2: both divisions lose one, for nobody loses a second before all have lost one."""
    board = Board(1945).set_up("NATO", "combat", n1="0404", n2="0405", w1="0505", w3="0505")
    board.give(Attack(("n1", "n2"), "0505")).rolls((1, 1))
    assert board.where("n1", "n2") == ["0404-", "0405-"]
    board = Board(1945).set_up("NATO", "combat", n1="0404", n2="0405", w1="0505", w3="0505")
    board.give(Attack(("n1", "n2"), "0505")).rolls((1, 2))
    board.asks("NATO 1945 step losses", ("1st Armoured",), ("2nd Armoured",)).answers(("2nd Armoured",))
    assert board.where("n1", "n2") == ["0404", "0405-"]


@pytest.mark.parametrize(
    ("short", "modifier"), [((), "0"), (("w1",), "+2"), (("w1", "n1"), "+1"), (("n1",), "-2")]
)
def test_supply_modifies_the_dice_of_1945(short: tuple[str, ...], modifier: str) -> None:
    """DRM: defender OOS and no attacker +2, some +1; defender supplied and any attacker OOS -2."""
    board = Board(1945).set_up("NATO", "combat", n1="0404", n2="0405", w1="0505").short(*short)
    assert board.sheet(Attack(("n1", "n2"), "0505"))["dice modifier"] == modifier


def test_a_stack_is_out_of_supply_if_one_of_its_units_is() -> None:
    """Ruling oos-stack: a supplied unit beside it in the stack is no help, in attack or defence; nor in an overrun."""
    for short, modifier in (("n1", "-2"), ("n2", "-2"), ("w1", "+2"), ("w3", "+2")):
        board = Board(1945).set_up("NATO", "combat", n1="0405", n2="0405", w1="0505", w3="0505").short(short)
        assert board.sheet(Attack(("n1", "n2"), "0505"))["dice modifier"] == modifier
    board = Board().set_up("NATO", "movement", n1="0405", n2="0405", w2="0505").short("n2")
    assert board.refuses(Overrun(("n1", "n2"), "0505")) == (
        "units out of supply may not overrun in 1962-1989 (ruling oos-1962)"
    )


def test_hopeless_odds_are_an_a1_without_a_roll() -> None:
    """4 to 15 of tanks and rifles is 1:4, below the table of 1945. It lays the stack open, and is not taken back."""
    board = Board(1945).set_up("NATO", "combat", n3="0405", n1="0104", w1="0505", w4="0505", w3="0505")
    board.give(Attack(("n3",), "0505"))
    assert board.where("n3") == ["eliminated"]
    assert not board.table.undoable


# Overruns


def test_an_overrun_on_the_move() -> None:
    """Both divisions go from 0205 to 0405, 2 MP, and overrun the rifles in 0505 for one more: 16 to 4 is 4:1.

    An attacker's 1 is rolled again, and a 4 then is no loss. The rifles lose their only step on a 4, and the stack enters
    the hex; it moves no further.
    """
    board = Board().set_up("NATO", "movement", n1="0205", n2="0205", n3="0405", w2="0505")
    order = Overrun(("n1", "n2"), "0505")
    assert board.refuses(order) == "1st Armoured is not next to 0505"
    board.give(MoveTogether(("n1",), "0405"), MoveTogether(("n2",), "0405"))
    assert board.sheet(order)["MP, before an enemy zone"] == "1"
    board.give(order).rolls(1, 4, 4)
    assert board.where("n1", "n2", "w2") == ["0505", "0505", "eliminated"]
    assert board.refuses(MoveTogether(("n1",), "0605")) == (
        "1st Armoured has overrun, and moves no further in this phase (ruling overrun-stack)"
    )
    assert board.told()[0] == (
        "1st Armoured and 2nd Armoured overrun 0505, held by 2nd Rifle, at odds 16-4: 4:1"
    )


def test_who_overruns_together_began_the_phase_together() -> None:
    board = (
        Board()
        .set_up("NATO", "movement", n1="0205", n3="0405", w2="0505")
        .give(MoveTogether(("n1",), "0405"))
    )
    assert board.refuses(Overrun(("n1", "n3"), "0505")) == (
        "units that overrun together began the phase together (ruling overrun-stack)"
    )


def test_an_overrun_costs_its_hex_and_a_zone_there() -> None:
    """To 0505 next to w1's friend w3 in 0605: 1 MP and 2 for the zone. An infantry division with 2 MP left has not enough."""
    board = Board().set_up("NATO", "movement", n3="0304", w2="0505", w3="0605")
    board.give(MoveTogether(("n3",), "0404"))
    # 0404 is next to 0505: 1 MP and 2 for the zone, so that 1 of 4 is left.
    assert board.refuses(Overrun(("n3",), "0505")) == ("to overrun 0505 costs 3 MP, and 3rd Infantry has 1")


def test_a_mountain_is_too_dear_for_tanks_and_not_for_infantry() -> None:
    """TEC: mountain 5 for mech, 2 for leg; an overrun goes where it costs 2 or less."""
    board = Board().set_up("NATO", "movement", n1="0706", n3="0706", w2="0806")
    assert board.refuses(Overrun(("n1",), "0806")) == (
        "an overrun goes into a hex that costs 2 MP or less, and this one costs 5 (ruling overrun-cost)"
    )
    assert board.sheet(Overrun(("n3",), "0806"))["MP, before an enemy zone"] == "2"


@pytest.mark.parametrize(("units", "cost"), [(("n3",), "1"), (("n1",), "2"), (("n1", "n3"), "2")])
def test_a_stack_overruns_at_mech_rates_if_any_of_it_is(units: tuple[str, ...], cost: str) -> None:
    """TEC: rough, in 0808, is 2 for mech and 1 for leg."""
    board = Board().set_up("NATO", "movement", n1="0807", n3="0807", w2="0808")
    assert board.sheet(Overrun(units, "0808"))["MP, before an enemy zone"] == cost


def test_who_cannot_pay_the_mech_rate_does_not_overrun_with_tanks() -> None:
    """Into rough 0808 infantry pays 1 by itself and 2 with tanks; of its 4 MP it has spent 3."""
    board = Board().set_up("NATO", "movement", n1="0807", n3="0807", w2="0808")
    spent = tuple(points(3) if unit.id == "n3" else 0 for unit in board.game.scenario.units)
    board.now(spent=spent)
    assert not board.game.rules.why_illegal(board.position, Overrun(("n3",), "0808"))
    assert board.refuses(Overrun(("n1", "n3"), "0808")) == (
        "to overrun 0808 costs 2 MP, and 3rd Infantry has 1"
    )


def cost_of(board: Board, order: Overrun) -> tuple[str, str]:
    """What an overrun costs, and why."""
    shown = board.game.view.preview(board.position, order)
    assert shown is not None
    (line,) = [line for line in shown.lines if line.what == "MP, before an enemy zone"]
    return line.value, line.source


def test_an_overrun_goes_beside_a_secondary_roads_bridge_or_by_ruling_not_at_all() -> None:
    """From 0501 to 0502 a secondary road crosses the Aller. Over the bridge none is allowed; beside it 1 and 1 more."""
    order = Overrun(("n1",), "0502")
    board = Board().set_up("NATO", "movement", n1="0501", w2="0502")
    assert cost_of(board, order) == (
        "2",
        "tec: Open, River/Canal, ruling overrun-cost, ruling overrun-extra, ruling bridge-overrun",
    )
    never = Board(bridge_overrun="never").set_up("NATO", "movement", n1="0501", w2="0502")
    assert never.refuses(order) == (
        "a stack does not overrun across a secondary road bridge (ruling bridge-overrun)"
    )


def test_an_overrun_over_a_dated_bridge_goes_by_the_year() -> None:
    """From 0601 to 0602 the road is primary from 1962 on: half a point in 1983; in 1945 it is beside a secondary one."""
    order = Overrun(("n1",), "0602")
    board = Board(1983).set_up("NATO", "movement", n1="0601", w2="0602")
    assert cost_of(board, order) == (
        "0.5",
        "tec: Primary Road, ruling road-cost, ruling overrun-extra, ruling primary-date",
    )
    board = Board(1945).set_up("NATO", "movement", n1="0601", w2="0602")
    cost, source = cost_of(board, order)
    assert (cost, source.split(", ruling ")[-2:]) == ("2", ["bridge-overrun", "primary-date"])


def test_units_out_of_supply_do_not_overrun_in_1983_and_do_in_1945() -> None:
    for year, refusal in (
        (1983, "units out of supply may not overrun in 1962-1989 (ruling oos-1962)"),
        (1945, ""),
    ):
        board = Board(year).set_up("NATO", "movement", n1="0405", w2="0505").short("n1")
        assert board.game.rules.why_illegal(board.position, Overrun(("n1",), "0505")) == refusal


def test_an_overrun_that_fails_stays_where_it_was() -> None:
    """4 to 4 is 1:1: attacker unharmed on a 4, defender on a 4, and a 1 on the retreat die is none."""
    board = Board().set_up("NATO", "movement", n4="0405", w2="0505")
    board.give(Overrun(("n4",), "0505")).rolls(4, 4, 1)
    assert board.where("n4", "w2") == ["0405", "0505"]
    assert board.refuses(Overrun(("n4",), "0505")) == (
        "0505 was attacked already in this phase (ruling one-attack)"
    )
    board.give(EndPhase())
    assert board.phase == "NATO combat", "it may still attack when combat comes"
    assert not board.game.rules.why_illegal(board.position, Attack(("n4",), "0505"))
