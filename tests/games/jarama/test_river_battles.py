# SPDX-License-Identifier: Apache-2.0
"""Battles, bombardment and reconnaissance on the map of the Jarama, told roll by roll; and what each side then knows."""

import pytest
from msgspec.structs import replace
from river import Board

from grognard.games.jarama.bombardment import Aim
from grognard.games.jarama.features import Feature, after_harm, with_pontoons
from grognard.games.jarama.orders import AirRecon, Bomb, Bombard, GroundRecon, MobileAttack
from grognard.games.jarama.position import Work
from grognard.play.visibility import as_seen
from grognard.rules.knowledge import Sighting
from grognard.rules.orders import Attack, EndPhase, MoveTogether
from grognard.umpire import Choose


def on_the_uplands(phase: str = "combat", **more: str) -> Board:
    """Two battalions in 2415 before one in 2515, on open uplands."""
    side = "Nationalist"
    return Board().set_up(side, phase, ifni="2415", u8ban="2415", marty="2515", **more)  # type: ignore[arg-type]


def test_an_attack_is_fought_by_the_card_and_lays_all_open() -> None:
    """5 + 6 against 4 is 2-1; they stood still: 3-1. Effectiveness 7 to 5: a 3 is +2. A 4 is then 6: D1R1.

    The one defender loses the point without a roll, and one loss is no test for effectiveness 5. From 2515 the hexes
    2414 and 2516 are in the attackers' zone and cost a point, so they come last.
    """
    board = on_the_uplands()
    assert board.counts("Republican") == {"2415": 2}
    assert board.seen("Republican", "ifni", "8ban") == ["not seen", "not seen"]
    board.give(Attack(("ifni", "8ban"), "2515")).rolls(3, 4)
    board.asks(
        "Republican retreat of André Marty Battalion from 2515", "2514", "2614", "2615", "2414", "2516"
    ).answers("2614")
    board.asks("Nationalist advance into 2515", "ifni", "8ban", "nobody").answers("8ban", "nobody")
    assert board.where("ifni", "8ban", "marty") == ["2415", "2515", "2614-"]
    assert board.told()[:3] == (
        "3rd Ifni Tabor and 8th Bandera attack 2515, held by André Marty Battalion, at 3-1, effectiveness 7 to 5",
        "effectiveness difference: rolled 3: modifier of +2",
        "combat, +2 to the die: rolled 4: D1R1",
    )
    assert board.told("Republican") == board.told() == board.told("Nationalist")
    assert board.seen("Republican", "ifni", "8ban") == ["2415", "2515"]
    assert board.seen("Nationalist", "marty") == ["2614-"]
    assert tuple(board.position.won) == (1, 0)


def test_a_retreat_into_a_zone_costs_a_point_of_the_owners_choice() -> None:
    """The same battle with friends of the attackers in 2614: every way back but 2414, where friends stand, costs a point.

    That makes two losses in all, so effectiveness 5 tests: 1 is a hex more.
    """
    board = on_the_uplands(tet="2614", gari="2414").give(Attack(("ifni", "8ban"), "2515")).rolls(3, 4)
    assert board.question == "Republican retreat of André Marty Battalion from 2515"
    board.answers("2615").rolls(1).answers("2716", "nobody")
    assert board.where("marty") == ["2716--"]


def test_demoralization_follows_two_losses_of_effectiveness_five() -> None:
    """Four battalions, 5 + 5 + 6 + 6 to 4: 5-1, and stood still: 6-1. A 1 gives +2; 6 is then 8: D2R2.

    Two losses: effectiveness 5 tests, and 9 is demoralised, with one hex more to go.
    """
    board = on_the_uplands(tet="2415", u6ban="2415")
    board.give(Attack(("ifni", "tet", "6ban", "8ban"), "2515")).rolls(1, 6)
    assert board.question.startswith("Republican retreat")
    board.answers("2715").rolls(9)
    board.answers(board.table.asked.options[0]).answers("nobody")  # type: ignore[union-attr]
    marty = board.unit("marty").number
    assert marty in board.position.demoralised
    assert board.where("marty")[0].endswith("--")
    assert "André Marty Battalion is demoralised" in board.told("Nationalist")


def test_a_mobile_attack_costs_its_points_and_halves_the_factors() -> None:
    """5 is 3 and 6 is 3 by the Reduction Table: 6 to 4 is 1-1. It costs the hex and 2 more: 3 of 6 points."""
    board = on_the_uplands("movement")
    board.give(MobileAttack(("ifni", "8ban"), "2515")).rolls(6, 1)
    assert "at 1-1, effectiveness 7 to 5" in board.told()[0]
    assert board.refuses(MoveTogether(("ifni",), "2315")).endswith("moves no farther (ruling mobile-attack)")
    assert board.position.spent[board.unit("ifni").number] == 3 * 12


def test_batteries_and_aircraft_support_an_attack_and_a_die_is_rolled_for_antiair_fire() -> None:
    """11 + 4 points of the battery + 4 CAS to 4: 19 to 4 is 4-1, stood still 5-1. Nobody fires at the aircraft.

    A 6 is +1 for effectiveness, 1 is then 2: D1R1.
    """
    board = on_the_uplands(b75="2316")
    board.give(Attack(("ifni", "8ban", "b75", "he51"), "2515"))
    assert board.question == "roll 1d10 antiair fire on the attack's aircraft"
    board.rolls(1, 6, 1).answers("2614", "nobody")
    assert "with 75 mm Mountain Guns and He 51 of the Legion, held by" in board.told()[0]
    assert "at 5-1" in board.told()[0]
    assert board.told()[1] == "antiair fire on the attack's aircraft: rolled 1: no effect"
    assert board.seen("Republican", "b75") == ["2316"]


def test_a_battery_of_the_defenders_formation_fires_by_itself_and_is_seen() -> None:
    """11 to 4 + 3 points of the battery: 1-1, stood still 2-1. A 6 is +1, 4 is then 5: D1."""
    board = on_the_uplands(u12l="2517")
    board.give(Attack(("ifni", "8ban"), "2515")).rolls(6, 4)
    assert "at 2-1, effectiveness 7 to 5" in board.told()[0]
    assert board.seen("Nationalist", "12l") == ["2517"]


def test_where_artillery_supports_attacks_alone_the_battery_holds_its_fire() -> None:
    """11 to 4 is 2-1, stood still 3-1."""
    board = Board(artillery_support="attack")
    board.set_up("Nationalist", "combat", ifni="2415", u8ban="2415", marty="2515", u12l="2517")
    board.give(Attack(("ifni", "8ban"), "2515")).rolls(6, 4)
    assert "at 3-1, effectiveness 7 to 5" in board.told()[0]


def test_bombardment_that_disorganises_shows_nothing_but_its_result() -> None:
    """Seven points in the open are column 5-7; a 7 is dsg/dmd."""
    board = on_the_uplands("bombardment", a105="2116").give(Bombard(("a105",), "2515")).rolls(7)
    assert board.told("Republican") == (
        "Nationalist batteries shell 2515",
        "bombardment: rolled 7: dsg/dmd",
        "André Marty Battalion is disorganised",
        "the road in 2515 is damaged",
    )
    assert board.told("Nationalist") == (
        "105 mm Howitzers shells 2515",
        "bombardment: rolled 7: dsg/dmd",
        "the road in 2515 is damaged",
    )
    assert board.seen("Nationalist", "marty") == ["not seen"]
    assert board.refuses(Bombard(("a105",), "2515")) == "105 mm Howitzers has fired this turn"


def test_bombardment_that_costs_points_lays_the_hex_open() -> None:
    """A 10 in column 5-7 is 1dsg/dst: of two units a 6 hits the second, and one loss of effectiveness 5 is no test."""
    board = on_the_uplands("bombardment", a105="2116", u12at="2515")
    board.give(Bombard(("a105",), "2515")).rolls(10, 6)
    assert board.where("marty", "12at") == ["2515", "2515-"]
    assert board.seen("Nationalist", "marty", "12at") == ["2515", "2515-"]
    assert board.seen("Republican", "a105") == ["not seen"]
    assert as_seen(board.position, "Nationalist").disorganised == board.position.disorganised != frozenset()


def test_batteries_are_not_passed_over_that_reach_a_bridge_alone() -> None:
    """105 mm guns in 2016 reach the bridge of Pindoque and no enemy; those in 1116 reach nothing."""
    board = Board().set_up("Nationalist", "air", a105="2016", marty="2818").end("Nationalist bombardment")
    board.give(Bombard(("a105",), "2214", "bridge")).rolls(7)
    assert "the Pindoque bridge is damaged" in board.told()
    far = Board().set_up("Nationalist", "air", a105="1116", marty="2818").give(EndPhase(), EndPhase())
    assert far.question == "roll 1d10 Nationalist initiative"


def test_an_antiair_die_over_an_enemy_hex_tells_nothing() -> None:
    board = on_the_uplands("air").give(Bomb(("ju52",), "2515"))
    assert board.question == "roll 1d10 antiair fire"
    board.rolls(1, 1)
    assert board.refuses(Bomb(("ju52",), "2515")) == "Ju 52 of Tablada has flown this turn"
    board.give(AirRecon(("he46",), "2515")).rolls(9)
    assert board.told()[1].endswith("prevent the mission; No effect")
    assert board.refuses(AirRecon(("he46",), "2515")) == "He 46 Pava has flown this turn"


def fired_at(board: Board, target: str, at: Aim = "units") -> str:
    """How many AA factors fire at the Junkers over a hex; nothing where none do."""
    shown = board.game.view.preview(board.position, Bomb(("ju52",), target, at))
    assert shown is not None
    found = [
        line.what.rpartition(" of ")[2] for line in shown.lines if line.what.startswith("antiair fire: ")
    ]
    return found[0] if found else ""


@pytest.mark.parametrize("state", ["short", "disorganised", "demoralised"])
def test_guns_without_shells_or_order_do_not_fire_at_aircraft(state: str) -> None:
    """Ruling states-in-combat: 4 AA factors in 2516 cover 2515, but only while the battery is fit and supplied."""
    board = on_the_uplands("air", aa="2516")
    assert fired_at(board, "2515") == "4 AA"
    board.now(**{state: frozenset({board.unit("aa").number})})
    assert not fired_at(board, "2515")
    assert board.give(Bomb(("ju52",), "2515")).question == "roll 1d10 antiair fire"


def test_guns_next_to_an_empty_hex_fire_at_who_bombs_its_bridge() -> None:
    """Ruling aa-cover: 2314 is next to 2214; over a hex with no enemy in or beside it no die is rolled."""
    board = Board().set_up("Nationalist", "air", ifni="2016", aa="2314", marty="2720")
    assert fired_at(board, "2214", "bridge") == "4 AA"
    infantry = Board().set_up("Nationalist", "air", ifni="2016", aa="2720", marty="2314")
    nobody = Board().set_up("Nationalist", "air", ifni="2016", aa="2720")
    assert [fired_at(each, "2214", "bridge") for each in (infantry, nobody)] == ["", ""]
    order = Bomb(("ju52",), "2214", "bridge")
    rolled = [each.give(order).question for each in (board, infantry, nobody)]
    assert rolled == ["roll 1d10 antiair fire", "roll 1d10 antiair fire", "roll 1d10 bombardment"]


def test_what_is_seen_from_the_air_goes_by_the_table() -> None:
    """A 4 tells number, points and types; a 6 half of the counters, which their owner chooses; an 8 all of them."""
    board = on_the_uplands("air", gari="2515", u12at="2515").give(AirRecon(("he46",), "2515")).rolls(4)
    assert board.told("Nationalist")[-1] == (
        "2515 holds 3 units with 11 Troop points: AT Artillery, Infantry, Infantry"
    )
    assert len(board.told("Republican")) == 2
    assert board.known("Nationalist", "2515") == (
        "Republican force: 3 units with 11 Troop points: AT Artillery, Infantry, Infantry (turn 2)"
    )
    board = on_the_uplands("air", gari="2515", u12at="2515").give(AirRecon(("he46",), "2515")).rolls(6)
    board.asks("Republican counter shown", "1st counter", "2nd counter", "3rd counter")
    assert board.options("Republican") == [
        "André Marty Battalion 4-4-5", "Garibaldi Battalion 5-5-6", "45 mm Anti-tank Guns 1-2-5 at4",
    ]  # fmt: skip
    assert board.options("Nationalist") == ["1st counter", "2nd counter", "3rd counter"]
    board.answers("1st counter", "3rd counter")
    assert board.seen("Nationalist", "marty", "gari", "12at") == ["2515", "not seen", "2515"]
    assert board.known("Nationalist", "2515") == (
        "Republican force: 3 units with 11 Troop points (turn 2); André Marty Battalion 4-4-5 (turn 2);"
        " 45 mm Anti-tank Guns 1-2-5 at4 (turn 2)"
    )
    assert board.counts("Nationalist") == {"2515": 1}


def test_a_patrol_sees_the_fronts_and_perhaps_the_states() -> None:
    """A 2 shows all with their states: the battalion is disorganised. Disorganised units have no zone of control."""
    board = on_the_uplands("recon")
    marty = board.unit("marty").number
    board.now(disorganised=frozenset({marty}))
    board.give(GroundRecon(("ifni",), "2515")).rolls(2)
    seen = as_seen(board.position, "Nationalist")
    assert board.seen("Nationalist", "marty") == ["2515"]
    assert seen.disorganised == {marty}
    assert board.hex("2516") not in board.on_map(seen).zone_against("Nationalist")
    assert board.told("Republican")[0] == "Nationalist sends a patrol to 2515"
    assert (
        "André Marty Battalion is seen in 2515 (4 of 4 points, disorganised, out of command)"
        in board.told("Nationalist")
    )


def test_a_patrol_that_fails_may_be_counterattacked() -> None:
    """An 8: 4 against 5 is 1-2, 5 to 7: a 1 is -2; 9 is 7: A2D1. The two points are the attacker's, the one the scout's.

    Two losses of effectiveness 5 test: 1 is a retreat of a hex. One loss of effectiveness 7 is no test.
    """
    board = on_the_uplands("recon").give(GroundRecon(("ifni",), "2515")).rolls(8)
    board.asks("Republican after the failed reconnaissance", "counterattack", "no counterattack")
    board.answers("counterattack").rolls(1, 9, 1)
    board.answers(board.table.asked.options[0])  # type: ignore[union-attr]
    for side in ("Nationalist", "Republican"):
        assert board.told(side)[3:5] == (
            "effectiveness difference: rolled 1: modifier of -2",
            "combat, André Marty Battalion counterattacks at 1-2, effectiveness 5 to 7, -2 to the die: rolled 9: A2D1",
        )
    assert board.where("ifni", "8ban") == ["2415-", "2415"]
    assert board.where("marty")[0].endswith("--")
    assert board.seen("Republican", "ifni", "8ban") == ["2415-", "not seen"]


def test_nobody_is_shown_by_a_patrol_that_finds_nobody_counterattacking() -> None:
    board = on_the_uplands("recon").give(GroundRecon(("ifni",), "2515")).rolls(10).answers("no counterattack")
    assert board.seen("Republican", "ifni") == ["not seen"]
    assert board.seen("Nationalist", "marty") == ["not seen"]
    assert board.refuses(GroundRecon(("ifni",), "2515")) == "3rd Ifni Tabor has reconnoitred already"


def test_the_owner_is_asked_for_a_counterattack_even_if_nobody_can_make_it() -> None:
    """A patrol that heard nothing asked would know that the unit in 2515 is unfit."""
    board = on_the_uplands("recon")
    board.now(disorganised=frozenset({board.unit("marty").number}))
    board.give(GroundRecon(("ifni",), "2515")).rolls(9)
    board.asks("Republican after the failed reconnaissance", "no counterattack").answers("no counterattack")
    assert board.told("Nationalist")[2:] == ("Republican, after the failed reconnaissance: no counterattack",)
    assert board.seen("Nationalist", "marty") == ["not seen"]


def test_batteries_and_staffs_counterattack_nobody() -> None:
    """Rulings batteries-support and who-attacks: their owner is asked, and can only refrain.

    With a battalion beside them it attacks alone: 4 to 5 is 1-2. A 1 is -2 for effectiveness 5 to 7, and 3 is 1: A3.
    The three points are its own; effectiveness 5 tests, and 1 is a hex to retreat.
    """
    alone = Board().set_up("Nationalist", "recon", ifni="2415", u12l="2515", u12hq="2515")
    alone.give(GroundRecon(("ifni",), "2515")).rolls(8)
    alone.asks("Republican after the failed reconnaissance", "no counterattack")
    board = on_the_uplands("recon", u12l="2515", u12hq="2515").give(GroundRecon(("ifni",), "2515")).rolls(8)
    board.answers("counterattack").rolls(1, 3, 1).answers("2614")
    assert board.where("12l", "12hq") == ["2515", "2515"]
    assert board.where("marty") == ["2614---"]
    assert board.seen("Nationalist", "12l", "12hq") == ["not seen", "not seen"]


@pytest.mark.parametrize(
    ("name", "where", "reason"),
    [
        ("bhq", "2415", "Barrón's Staff is a Headquarters"),
        ("b75", "2415", "75 mm Mountain Guns is artillery"),
        ("apon", "2115", "Bridging Train lies over the river"),
        ("beng", "2115", "Barrón's Sappers is at work"),
    ],
)
def test_who_has_other_work_neither_attacks_nor_reconnoitres(name: str, where: str, reason: str) -> None:
    """Ruling who-attacks; 2214 is over the river from 2115, with the bridge of Pindoque between them."""
    target = "2515" if where == "2415" else "2214"
    board = Board().set_up("Nationalist", "recon", **{name: where}, marty=target)
    unit, features = board.unit(name).number, board.position.features
    bridge = next(each for each in board.scenario.map.hexsides if each.name == "Pindoque bridge")
    if name == "apon":
        board.now(features=with_pontoons(features, bridge.hexsides[0], unit))
    if name == "beng":
        broken = Feature("bridge", bridge.hexsides[0])
        board.now(works=(Work(unit, broken),), features=after_harm(features, broken, "damaged"))
    assert board.refuses(GroundRecon((name,), target)).startswith(f"{reason}, and neither attacks nor reconn")
    board.now(phase="movement")
    assert board.refuses(MobileAttack((name,), target)).startswith(reason)
    board.now(phase="combat")
    assert board.game.view.battles(board.position) == []


def test_who_is_unfit_or_out_of_command_does_not_attack() -> None:
    board = on_the_uplands()
    ifni, bandera = (board.unit(each).number for each in ("ifni", "8ban"))
    board.now(uncommanded=frozenset({ifni}), demoralised=frozenset({bandera}))
    assert board.refuses(Attack(("ifni",), "2515")) == (
        "3rd Ifni Tabor is out of command and may not attack (ruling command-attack)"
    )
    assert board.refuses(Attack(("8ban",), "2515")) == (
        "8th Bandera is demoralised and may not attack (ruling states-in-combat)"
    )
    assert board.game.view.battles(board.position) == []
    assert isinstance(next(iter(board.game.rules.orders(board.position, ""))), EndPhase)


def test_an_aircraft_that_knows_some_counters_does_not_know_how_they_lie() -> None:
    """The Garibaldi is known; what is shown by a 6 is told by places in the stack to all but the owner."""
    board = on_the_uplands("air", gari="2515", u12at="2515")
    seen = Sighting(board.unit("gari").number, board.hex("2515"), 1, 5)
    board.now(
        known=(
            replace(board.position.known["Nationalist"], sightings=(seen,)),
            board.position.known["Republican"],
        )
    )
    board.give(AirRecon(("he46",), "2515")).rolls(6)
    assert board.options("Nationalist") == ["1st counter", "2nd counter", "3rd counter"]
    board.answers("1st counter", "3rd counter")
    assert board.told("Nationalist")[3] == "Republican, counter shown: 3rd counter"
    assert board.told("Republican")[3] == "Republican, counter shown: 45 mm Anti-tank Guns 1-2-5 at4"


def test_a_patrol_picks_among_those_it_does_not_know_and_those_it_knows_by_name() -> None:
    """Two of three are known: a 3 shows half of the counters, two of them, one after the other."""
    board = on_the_uplands("recon", gari="2515", u12at="2515")
    seen = tuple(
        Sighting(board.unit(name).number, board.hex("2515"), 1, points)
        for name, points in (("marty", 4), ("12at", 2))
    )
    knows = replace(board.position.known["Nationalist"], sightings=tuple(sorted(seen)))
    board.now(known=(knows, board.position.known["Republican"]))
    board.give(GroundRecon(("ifni",), "2515")).rolls(3)
    board.asks("Nationalist counter shown", "1st counter", "2nd counter", "3rd counter")
    choice = board.table.asked
    assert isinstance(choice, Choose)
    shown = [board.game.text.option(board.position, choice, each) for each in choice.options]
    assert [each.about for each in shown] == ["", "known already", "known already"]
    assert board.options("Nationalist") == ["1st counter", "André Marty Battalion", "45 mm Anti-tank Guns"]
    assert board.options("Republican") == ["1st counter", "2nd counter", "3rd counter"]
    board.answers("1st counter", "3rd counter")
    assert board.seen("Nationalist", "gari") == ["2515"]
    assert board.told("Nationalist")[2:4] == (
        "Nationalist, counter shown: 1st counter",
        "Nationalist, counter shown: 45 mm Anti-tank Guns",
    )
    # His owner need not know that he was known.
    assert board.told("Republican")[3] == "Nationalist, counter shown: 3rd counter"
    turns = {each.unit: each.turn for each in board.position.known["Nationalist"].sightings}
    assert [turns[board.unit(name).number] for name in ("marty", "12at")] == [1, 2]


def test_who_is_asked_is_told_what_the_question_is_about() -> None:
    """Nobody can counterattack, and is told why he is asked; of two effectiveness numbers the higher one is better."""
    board = on_the_uplands("recon")
    board.now(disorganised=frozenset({board.unit("marty").number}))
    board.give(GroundRecon(("ifni",), "2515")).rolls(9)
    choice = board.table.asked
    assert isinstance(choice, Choose)
    assert board.game.text.option(board.position, choice, "no counterattack").about.startswith(
        "nobody there can;"
    )
    order = Attack(("ifni", "mel"), "2515")
    board = Board().set_up("Nationalist", "combat", ifni="2415", mel="2415", marty="2515").give(order)
    choice = board.table.asked
    assert isinstance(choice, Choose)
    assert board.game.text.ask(board.position, order, choice) == (
        "The largest Nationalist units differ in effectiveness: which number counts for the die?"
    )
    assert [board.game.text.option(board.position, choice, each).about for each in (7, 6)] == [
        "the better one for you",
        "",
    ]
