# SPDX-License-Identifier: Apache-2.0
"""Deployment, marches, activations, recovery, engineers and pontoons, and what is known of forces that go and divide."""

from typing import Any

import pytest
from msgspec.structs import replace
from river import Board

from grognard.games.jarama.features import Feature, after_harm
from grognard.games.jarama.losses import suffer
from grognard.games.jarama.orders import Activate, Bombard, Deploy, Lay, Pass, Repair, TakeUp
from grognard.play.places import WAITING
from grognard.play.table import begin
from grognard.play.tuples import placed
from grognard.play.visibility import as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.registry.games import header, open_game
from grognard.rules.hidden_forces import with_sightings
from grognard.rules.knowledge import NOTHING, Knowledge, Sighting
from grognard.rules.orders import Arrive, Attack, EndPhase, MoveTogether


def test_a_side_sets_up_in_secret() -> None:
    """What the enemy holds is as the scenario suggests until both have set up."""
    board = Board().give(Deploy("ifni", "2016"))
    assert board.told("Republican") == ("Nationalist deploys",)
    before = as_seen(board.position, "Republican").held["Nationalist"]
    assert board.hex("2015") in before
    assert (
        board.refuses(Deploy("ifni", "1820"))
        == "1820 is not in the zone of Barrón's Brigade (ruling deployment)"
    )
    board.give(Deploy("8ban", "2016"), Deploy("bcav", "2016"), EndPhase())
    assert as_seen(board.position, "Republican").held["Nationalist"] == before
    board.give(EndPhase())
    assert board.phase == "Nationalist air"
    assert board.hex("2015") not in board.position.held["Nationalist"]
    assert board.seen("Republican", "ifni") == ["not seen"]


def test_a_march_is_seen_as_one_force_whatever_its_size() -> None:
    board = Board().set_up("Nationalist", "movement", ifni="2014", tet="2014", u8ban="2014", marty="2515")
    board.give(MoveTogether(("ifni", "tet"), "2013"))
    assert board.told("Republican") == ("a force goes from 2014 to 2013",)
    assert board.told() == ("3rd Ifni Tabor and 1st Tetuán Tabor go from 2014 to 2013",)
    board.give(MoveTogether(("8ban",), "2013"))
    assert board.told("Republican") == ("a force goes from 2014 to 2013",)
    assert board.counts("Republican") == {"2013": None}


def test_units_of_a_hex_move_by_one_order_or_not_at_all() -> None:
    board = Board().set_up(
        "Nationalist", "movement", ifni="2014", tet="2014", b75="2014", u8ban="2015", marty="2515"
    )
    assert board.refuses(MoveTogether(("ifni", "ifni"), "2013")) == "name who moves, each unit once"
    assert board.refuses(MoveTogether(("ifni", "8ban"), "2013")) == (
        "8th Bandera is not in one hex with 3rd Ifni Tabor, and only units of one hex move together"
    )
    assert board.refuses(MoveTogether(("ifni", "b75"), "2414")) == (
        "75 mm Mountain Guns cannot go there: there is no way to 2414"
    )
    at = board.position.at
    board.give(MoveTogether(("tet", "ifni"), "2013"))
    assert board.told() == ("3rd Ifni Tabor and 1st Tetuán Tabor go from 2014 to 2013",)
    assert board.table.undo().position.at == at


def fought() -> Board:
    """Two battalions that were seen in a battle: 2-1 and stood still 3-1; a 6 is +1, and 3 is then 4: D1."""
    board = Board().set_up("Nationalist", "combat", ifni="2415", u8ban="2415", marty="2515")
    board.give(Attack(("ifni", "8ban"), "2515")).rolls(6, 3)
    assert board.seen("Republican", "ifni", "8ban") == ["2415", "2415"]
    return board.now(phase="movement", acted=frozenset())


def test_a_force_that_goes_whole_stays_known() -> None:
    board = fought().give(MoveTogether(("ifni", "8ban"), "2315"))
    assert board.seen("Republican", "ifni", "8ban") == ["2315", "2315"]
    assert board.counts("Republican") == {}


def test_of_a_force_that_divides_only_the_past_is_known() -> None:
    board = fought().give(MoveTogether(("ifni",), "2315"))
    assert board.seen("Republican", "ifni", "8ban") == ["last seen at 2415 in turn 2"] * 2
    assert board.counts("Republican") == {"2315": None, "2415": 1}
    ghosts = [
        each
        for each in board.game.view.markers(as_seen(board.position, "Republican"))
        if each.kind == "ghost"
    ]
    assert [(each.at, each.count, each.since) for each in ghosts] == [("2415", 2, 2)]
    assert ghosts[0].says == (
        "Nationalist force seen here before: 3rd Ifni Tabor 5-4-7, out of command (turn 2);"
        " 8th Bandera 6-4-7, out of command (turn 2)"
    )


@pytest.mark.parametrize("fresh", [True, False])
def test_a_force_is_marked_with_the_newest_that_is_known_of_it(fresh: bool) -> None:  # noqa: FBT001
    """The Ifni Tabor was seen in the first turn, the Bandera beside it in the third; they are there, or were."""
    board = Board().set_up("Nationalist", "movement", ifni="2010", u8ban="2010", tet="2010", marty="2515")
    seen = [
        Sighting(board.unit(name).number, board.hex("2010"), turn, 4, fresh=fresh)
        for name, turn in (("ifni", 1), ("8ban", 3))
    ]
    board.now(turn=4, known=(NOTHING, Knowledge(sightings=tuple(sorted(seen)))))
    shown = board.game.view.markers(as_seen(board.position, "Republican"))
    wanted = "force" if fresh else "ghost"
    marked = [(each.at, each.since, each.tells_of) for each in shown if each.kind == wanted]
    assert marked == [("2010", 3, ("ifni", "8ban") if fresh else ())]


def test_contact_tells_the_number_or_by_the_switch_nothing() -> None:
    forces = {"ifni": "2414", "u8ban": "2414", "marty": "2515"}
    assert Board().set_up("Nationalist", "movement", **forces).counts("Republican") == {"2414": 2}
    silent = Board(contact="nothing").set_up("Nationalist", "movement", **forces)
    assert silent.counts("Republican") == {"2414": None}


def test_who_enters_a_zone_that_he_must_reckon_with_stops() -> None:
    """Headquarters have no zone, but who stands in 2515 is not known."""
    board = Board().set_up("Nationalist", "movement", ifni="2316", u12hq="2515").unknown()
    board.give(MoveTogether(("ifni",), "2415"))
    assert (
        board.refuses(MoveTogether(("ifni",), "2315"))
        == "3rd Ifni Tabor has stopped, and moves no farther this turn"
    )


def test_the_die_says_who_activates_and_victory_helps() -> None:
    """7 + 1 for a combat won beats 7; equal rolls go to whoever did not have it last; who passes is done."""
    board = Board().set_up(
        "Nationalist", "combat", ifni="2415", u2tet="1922", marty="2515", u65b="2222", t26a="2820"
    )
    board.now(won=(1, 0), activations=(1, 0), last="Nationalist", acted=frozenset(), active=frozenset())
    board.give(EndPhase()).rolls(7, 7)
    assert board.phase == "Nationalist activation"
    assert board.told("Republican")[1] == "Nationalist initiative: rolled 7: 8, with 1 for a combat won"
    assert board.refuses(EndPhase()) == "activate a formation, or pass"
    board.give(Pass())
    assert board.phase == "Republican activation"
    board.give(Activate("17th Brigade"))
    assert board.told("Nationalist") == ("Republican activates a formation",)
    assert board.phase == "Republican recon"
    board.end("Republican combat").give(EndPhase())
    assert board.phase == "Republican activation"
    assert board.refuses(Activate("17th Brigade")) == "17th Brigade has been active this turn"


def test_a_formation_lost_after_it_acted_takes_no_other_ones_turn() -> None:
    """Of three formations two have acted, and the first of them is gone since: Pavlov's still acts.

    Had it gone before it acted, its side could only pass; the enemy is not told which it was.
    """
    board = Board().set_up("Republican", "combat", ifni="1914", marty="2515", u65b="2222", t26a="2820")
    twelfth, seventeenth = "XII International Brigade", "17th Brigade"
    board.now(
        activated=(frozenset(), frozenset({twelfth, seventeenth})), active=frozenset({seventeenth}),
        activations=(1, 2), passed=frozenset({"Nationalist"}),
    )  # fmt: skip
    marty = board.unit("marty")
    board.now(**_fields(suffer(board.position, {marty: 4}))).give(EndPhase())
    assert board.phase == "Republican activation"
    assert board.refuses(Activate(twelfth)) == f"{twelfth} has been active this turn"
    board.give(Activate("Pavlov's Brigade"))
    assert board.phase == "Republican movement"


def test_one_die_a_side_says_who_is_steady_again() -> None:
    """Effectiveness 5 is steady again on a 5, but not next to an enemy; an idle side rolls all the same."""
    board = Board().set_up("Republican", "activation", ifni="2415", marty="2515", gari="2517", u12hq="2517")
    marty, gari = (board.unit(each).number for each in ("marty", "gari"))
    board.now(demoralised=frozenset({marty, gari}), passed=frozenset({"Nationalist"}))
    board.give(Pass()).rolls(1, 5)
    assert board.position.demoralised == {marty}
    assert board.told()[1:4] == (
        "Nationalist recovery: rolled 1: effectiveness 1 and better recover",
        "Republican recovery: rolled 5: effectiveness 5 and better recover",
        "Garibaldi Battalion is steady again",
    )
    assert board.position.turn == 3


def test_a_side_that_knows_nothing_of_the_enemy_is_told_who_of_its_own_recovers() -> None:
    board = Board().set_up("Republican", "activation", ifni="1914", gari="2517", u12hq="2517").unknown()
    gari = board.unit("gari").number
    board.now(demoralised=frozenset({gari}), passed=frozenset({"Nationalist"}))
    board.give(Pass()).rolls(1, 6)
    assert "Garibaldi Battalion is steady again" in board.told("Republican")
    assert "Garibaldi Battalion is steady again" in board.told()
    assert not [line for line in board.told("Nationalist") if "Garibaldi" in line]


def test_who_is_known_to_be_broken_is_not_seen_to_recover() -> None:
    """A unit that was seen demoralised: what its enemy knew of its state is out of date, and that is all."""
    board = Board().set_up("Republican", "activation", ifni="2315", gari="2517", u12hq="2517").unknown()
    gari = board.unit("gari").number
    board.now(demoralised=frozenset({gari}), passed=frozenset({"Nationalist"}))
    seen = with_sightings(board.scenario, NOTHING, board.position, [gari])
    board.now(known=(seen, NOTHING)).give(Pass()).rolls(1, 6)
    assert not [line for line in board.told("Nationalist") if "Garibaldi" in line]
    assert "Garibaldi Battalion is steady again" in board.told("Republican")


def test_places_that_are_taken_go_by_their_names() -> None:
    """Heights have names, though no town lies on them; 2420 counts for nothing."""
    board = Board().set_up("Republican", "activation", ifni="2417", u8ban="2421", tet="2420", marty="2818")
    board.now(passed=frozenset({"Nationalist"})).give(Pass()).rolls(1, 1)
    assert "Nationalist takes Pajares 2417 and Suicide Hill 2421" in board.told("Republican")


def test_sides_take_turns_where_that_is_ruled() -> None:
    board = Board(activation="alternate").set_up("Republican", "bombardment", ifni="2415", marty="2515")
    board.give(EndPhase())
    assert board.phase == "Nationalist recon"
    assert board.position.active == {"Barrón's Brigade"}
    board.end("Nationalist combat").give(EndPhase())
    assert board.phase == "Republican recon"


def test_engineers_mend_a_level_by_the_end_of_the_turn() -> None:
    board = Board().set_up("Nationalist", "movement", beng="2115", bhq="2115", marty="2515")
    feature = next(each for each in board.scenario.map.hexsides if each.name == "Pindoque bridge")
    side = board.scenario.map.grid.hexside_name(feature.hexsides[0])
    bridge = Feature("bridge", feature.hexsides[0])
    board.now(features=after_harm(after_harm(board.position.features, bridge, "damaged"), bridge, "damaged"))
    board.give(Repair("beng", f"bridge {side}"))
    assert board.told("Republican") == ("Nationalist puts engineers to work",)
    assert board.refuses(MoveTogether(("beng",), "2116")) == "Barrón's Sappers is at work"
    # Nobody is in touch, so there is no combat; all have passed, and the turn ends.
    board.now(passed=frozenset({"Nationalist", "Republican"})).give(EndPhase()).rolls(5, 5)
    assert board.position.turn == 3
    assert board.position.features.state(bridge) == "damaged"


def test_pontoons_are_laid_in_sight_of_all_and_taken_up() -> None:
    board = Board().set_up("Nationalist", "movement", apon="2115", ifni="2115", marty="2515")
    river = board.scenario.map.grid
    side = river.hexside_name(river.hexside_between(board.hex("2115"), board.hex("2215")) or 0)  # type: ignore[arg-type]
    board.give(Lay("apon", side))
    assert board.seen("Republican", "apon", "ifni") == ["2115", "not seen"]
    assert board.refuses(MoveTogether(("apon",), "2116")).endswith(
        "take the pontoons up first (ruling pontoon-laying)"
    )
    assert board.told("Republican")[0] == f"Bridging Train lays pontoons over {side}"
    board.give(TakeUp("apon"))
    assert board.position.features.pontoons == ()


def test_reinforcements_come_with_their_formation() -> None:
    """In the campaign the XI Brigade's units that are due later are known to wait; once due, they may be anywhere."""
    game: Any = open_game("jarama", "jarama")
    table = begin(game, header("jarama", "jarama"))
    units = game.context.scenario.units
    later = next(unit for unit in units if unit.at is None and unit.side == "Republican")
    seen = as_seen(table.position, "Nationalist")
    shown = {piece.id: piece.at for piece in game.view.pieces(seen)}
    assert shown[later.id] == f"{later.box}, turn {later.turn}"
    due = as_seen(table.position.__class__(**{**_fields(table.position), "turn": later.turn}), "Nationalist")
    assert {piece.id: piece.at for piece in game.view.pieces(due)}[later.id] == "not seen"
    assert game.rules.why_illegal(table.position, Arrive(later.id, "0101")).startswith(
        "units come in their own movement"
    )


def arriving(name: str, **forces: str) -> Board:
    """A unit of the campaign that waits to come in turn 6, and others on the map."""
    board = Board("jarama").set_up("Republican", "movement", **forces)
    number = board.unit(name).number
    at, hurt = placed(board.position.at, number, WAITING), placed(board.position.hurt, number, 0)
    bled = (board.position.bled["Nationalist"], board.position.bled["Republican"] - board.unit(name).points)
    return board.now(at=at, hurt=hurt, bled=bled, turn=6)


def test_who_comes_onto_the_map_pays_for_the_hex_and_has_moved() -> None:
    """Clear ground costs 1 of 6 points; and an attack after it is none of units that stood still."""
    board = arriving("brit", tet="2832").give(Arrive("brit", "2933"))
    assert board.game.view.reach(board.position, "brit").allowed.startswith("British Battalion has stopped")
    board.end("Republican combat")
    shown = board.game.view.preview(board.position, Attack(("brit",), "2832"))
    assert shown is not None
    assert "attackers stood still" not in [line.what for line in shown.lines]
    alone = arriving("brit", tet="1010").give(Arrive("brit", "2933"))
    assert alone.game.view.reach(alone.position, "brit").allowed == "5 MP"


def test_who_comes_onto_the_map_is_in_command_that_turn() -> None:
    """Ruling arrival: with all its points though no Headquarters are there, and it may attack on the move."""
    board = arriving("brit", tet="1010").give(Arrive("brit", "2933"))
    assert board.game.view.reach(board.position, "brit").allowed == "5 MP"
    assert board.position.uncommanded == frozenset()


def test_a_battery_that_fired_does_not_move_even_where_one_that_moved_may_fire() -> None:
    """75 mm guns have 4 points: having moved they lend half of them, 2."""
    forces = {"b75": "2316", "ifni": "2415", "marty": "2515"}
    board = Board(artillery_capacity="both").set_up("Nationalist", "movement", **forces)
    fired = frozenset({board.unit("b75").number})
    board.now(fired=fired)
    assert board.refuses(MoveTogether(("b75",), "2315")) == (
        "75 mm Mountain Guns has fired, and does not move any more this turn (ruling artillery-capacity)"
    )
    board.now(fired=frozenset()).give(MoveTogether(("b75",), "2216")).end("Nationalist combat")
    shown = board.game.view.preview(board.position, Attack(("ifni", "b75"), "2515"))
    assert shown is not None
    told = [(line.what, line.value, line.source) for line in shown.lines if "artillery" in line.source]
    assert told == [
        ("a battery that moved", "2", "reduction: 4 at .50, ruling artillery-capacity"),
        ("artillery", "2", "2 points, ruling artillery-support"),
    ]


def _fields(position: object) -> dict[str, object]:
    return {name: getattr(position, name) for name in position.__struct_fields__}  # type: ignore[attr-defined]


def test_who_comes_up_to_an_enemy_and_sees_his_number_cannot_take_it_back() -> None:
    """2415 is next to 2515, of which nothing is known; from 2316 to 2315 nobody is met."""
    board = Board().set_up("Nationalist", "movement", ifni="2316", marty="2515", gari="2515").unknown()
    assert board.give(MoveTogether(("ifni",), "2315")).table.undoable
    board.table = board.table.undo()
    board.give(MoveTogether(("ifni",), "2415"))
    assert board.counts("Nationalist") == {"2515": 2}
    assert not board.table.undoable
    with pytest.raises(NotAllowed, match="what the last order has shown cannot be unseen"):
        board.table.undo()


def free(board: Board) -> Board:
    """Let a board be played freely."""
    log = board.table.log
    board.table = replace(board.table, log=replace(log, header=replace(log.header, free=True)))
    return board


def test_who_is_set_up_in_free_play_leaves_his_hex_to_nobody() -> None:
    """Out of the deployment it is seen at once which hexes are held."""
    board = free(Board().set_up("Nationalist", "movement", ifni="2316", marty="2515"))
    board.give(Deploy("ifni", "2016"))
    assert board.position.held["Nationalist"] == {board.hex("2016")}


def test_a_unit_that_free_play_brought_back_without_points_can_be_bombarded() -> None:
    """It has no row to lose points in; an order that broke down over that told where it was."""
    board = free(Board().set_up("Nationalist", "bombardment", a105="2116", u12l="2515-2"))
    table = board.give(Bombard(("a105",), "2515")).table.roll((7,))
    assert table.asked is None
    assert board.where("12l") == ["2515--"]


def test_who_flew_too_many_missions_in_free_play_may_still_attack_on_the_ground() -> None:
    """Attacks were refused for want of an air mission that none of them needs, and nothing could be done at their targets."""
    board = free(Board().set_up("Nationalist", "combat", ifni="2415", marty="2515"))
    board.now(missions=(99, 0))
    assert board.on_map(board.position).missions_left("Nationalist") == 0
    assert board.game.rules.why_idle(board.position, "2515") == ""
    assert board.game.rules.why_illegal(board.position, Attack(("ifni",), "2515")) == ""


def test_not_even_in_free_play_does_a_side_go_among_the_enemy() -> None:
    """Two sides in a hex would find each other out; while both set up, so would one in a zone that is not its own."""
    board = free(Board().set_up("Nationalist", "movement", ifni="2316", marty="2515"))
    assert board.refuses(MoveTogether(("ifni",), "2515")) == "enemy units are in 2515"
    board = free(Board())
    assert board.refuses(Deploy("ifni", "2515")) == (
        "2515 is in no zone where Nationalist alone sets up (ruling deployment)"
    )
