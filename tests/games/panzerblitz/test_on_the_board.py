# SPDX-License-Identifier: Apache-2.0
"""What a board is shown of PanzerBlitz: counters, markers, sight, announced fire, ways of overruns, actions."""

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from steppe import Board

from grognard.games.panzerblitz.game import PanzerBlitz
from grognard.games.panzerblitz.orders import ClearMines, Fire, FireAtEach, Load, SelectiveFire, Unload
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.roster import unit_type
from grognard.opponent import random_play, self_play
from grognard.play.board import Battle, Marker
from grognard.play.places import LOST
from grognard.play.table import begin
from grognard.registry.games import header, open_game
from grognard.rules.orders import EndPhase, Resolve
from grognard.umpire import Choose, Roll, drive


def opened(scenario: str) -> tuple[PanzerBlitz, Position]:
    game = open_game("panzerblitz", scenario, "card", {})
    assert isinstance(game, PanzerBlitz)
    return game, game.rules.start()


def after(game: PanzerBlitz, position: Position, orders: Iterable[msgspec.Struct]) -> Position:
    """Carry orders out; every die comes up 1."""

    def answer(asked: Roll[Any] | Choose[Any]) -> Any:
        assert isinstance(asked, Roll)
        return asked.read.meanings[1]

    for order in orders:
        assert game.rules.why_illegal(position, order) == ""
        position = drive(game.rules.carry_out(position, order), answer)
    return position


def until(game: PanzerBlitz, position: Position, side: str, phase: str) -> Position:
    while (position.side, position.phase) != (side, phase):
        position = after(game, position, [EndPhase()])
    return position


def test_a_counter_reads_as_the_printed_one() -> None:
    game, position = opened("stepanovo")
    panther, halftrack, rifles = (
        next(each for each in game.view.pieces(position) if each.id == wanted)
        for wanted in ("p1", "h1", "r1")
    )
    assert (panther.above, panther.values, panther.kind) == ("16 A 12", "12-10", "tank")
    assert (rifles.at, rifles.on) == (halftrack.at, "h1")
    assert halftrack.on == ""


def test_mines_and_blocks_lie_on_the_map_until_they_are_cleared() -> None:
    game, position = opened("kurgan")
    mines = ["2612", "2912", "3012", "2913"]
    assert {each.at for each in game.view.markers(position) if each.kind == "mines"} == set(mines)
    assert [each.at for each in game.view.markers(position) if each.kind == "block"] == ["2907", "2817"]
    assert next(each for each in game.view.pieces(position) if each.id == "g1").states == ("in a fort",)
    position = until(game, position, "Soviet", "infantry")
    actions = game.view.reach(position, "se2").actions
    assert [(each.says, each.order) for each in actions] == [
        ("try to clear the mines in 3012: 2 or less clears them", ClearMines("se2", "3012")),
    ]
    position = after(game, position, [actions[0].order])
    assert Marker("mines", "3012") not in game.view.markers(position)


def test_the_ground_that_counts_is_shown_before_anybody_takes_it() -> None:
    """Stepanovo counts 5 and the Knoll 4, shared out over their hexes."""
    game, position = opened("stepanovo")
    status = game.view.status(position)
    assert sum(status.worth.values()) == 9
    assert status.worth["2307"] == 1
    assert status.held == {"German": (), "Soviet": ()}


def test_sight_names_what_blocks_it() -> None:
    """The wood north of 1308 has green sides all around: next to it one sees its edge, and nothing behind."""
    game, position = opened("stepanovo")
    sight = game.view.sight(position, "1308")
    assert sight.seen["1307"] == 1
    assert (
        sight.hidden["1305"] == "blocked by the green side between 1307 and 1308: TET ground to ground, ALL"
    )
    assert sight.by["1305"] == ("1307", "1308")
    assert len(sight.seen) + len(sight.hidden) + 1 == len(list(game.scenario.map.grid.hexes))
    # From the Knoll one looks down on a wood seven columns off; who is in it must be spotted all the same.
    knoll = game.view.sight(position, "1312")
    assert knoll.seen["2012"] == 7
    assert "woods and not spotted" in knoll.unspotted["2012"]


def test_announced_fire_is_shown_until_it_is_resolved() -> None:
    game, position = opened("kurgan")
    fire = Fire(("t1", "t2"), "2813")
    position = after(game, position, [fire])
    assert [(plan.pieces, plan.target, plan.says) for plan in game.view.plans(position)] == [
        (("t1", "t2"), "2813", "T-34 1st Company and T-34 2nd Company at 2813")
    ]
    position = until(game, position, "Soviet", "resolution")
    (battle,) = game.view.battles(position)
    assert (battle.title, battle.settled) == ("Fire at 2813", True)
    orders = list(game.rules.orders(position, "2813"))
    assert game.view.plans(after(game, position, orders)) == []


def test_who_rides_gets_off_by_his_own_counter_or_his_carrier_and_on_again() -> None:
    game, position = opened("stepanovo")
    for piece in ("h1", "r1"):
        (action,) = game.view.reach(position, piece).actions
        assert (action.says, action.order) == ("dismount Schützen 1", Unload("r1"))
    assert game.view.reach(position, "p1").actions == ()
    position = after(game, position, [Unload("r1")])
    assert game.view.reach(position, "h1").actions == ()
    position = until(game, position, "Soviet", "vehicles")
    position = until(game, position, "German", "infantry")
    assert [each.order for each in game.view.reach(position, "r1").actions] == [Load("r1", "h1")]


def test_an_overrun_shows_its_way_in_and_out() -> None:
    """From 1209 through 1109 the way goes on to 1008."""
    game, position = opened("stepanovo")
    recon = game.context.unit("rc").number
    beside = list(position.at)
    beside[recon] = game.context.hex("1109")
    position = msgspec.structs.replace(position, at=tuple(beside))
    (battle,) = game.view.battles(position)
    ways = {each.piece: each.path for each in battle.pieces}
    assert (battle.type, battle.does) == ("overrun", "overrun")
    assert ways["z1"] == ("1209", "1109", "1008")


@pytest.mark.parametrize(("beside", "weakest"), [("k1", ("k1",)), ("t2", ("t1", "t2"))])
def test_a_stack_can_be_fired_at_in_three_ways(beside: str, weakest: tuple[str, ...]) -> None:
    """Selective fire is at the weakest unit; of two alike the firing side chooses."""
    game, position = opened("stepanovo")
    there = list(position.at)
    for unit in ("t1", beside):
        there[game.context.unit(unit).number] = game.context.hex("1509")
    position = msgspec.structs.replace(position, at=tuple(there), phase="fire")
    ways = defaultdict(list)
    for each in game.view.battles(position):
        if each.target == "1509":
            ways[each.type].append(each.options[0].default if each.options else "all")
    assert ways == {"fire": ["all"], "selective-fire": list(weakest), "fire-at-each": ["t1", beside]}
    assert game.rules.why_illegal(position, SelectiveFire(("p1",), "1509", weakest[0])) == ""
    assert game.rules.why_illegal(position, FireAtEach(("p1",), "1509", "t1")) == ""


def moved(position: Position, game: PanzerBlitz, **units: str) -> Position:
    """Put units elsewhere by hand."""
    at = list(position.at)
    for unit, where in units.items():
        at[game.context.unit(unit).number] = game.context.hex(where)
    return msgspec.structs.replace(position, at=tuple(at))


def test_a_weapon_that_may_not_fire_at_a_target_is_not_offered() -> None:
    """WEC: class I does not fire at armour from afar, at 3 hexes; at a truck it does."""
    game, position = opened("stepanovo")
    position = msgspec.structs.replace(moved(position, game, t1="1509", k1="1608"), phase="fire")
    who = {
        battle.target: {each.piece: each.why_not for each in battle.pieces}
        for battle in game.view.battles(position)
    }
    assert who["1509"]["h1"] == "Schützenpanzer 1 may not fire at armor at 2 (wec: I)"
    assert who["1509"]["p1"] == ""
    assert who["1608"]["h1"] == ""


def test_an_armoured_car_in_the_open_is_threatened_by_tanks_that_do_not_see_it() -> None:
    """T-34s at 2907, 11 MF, drive off the road to 2208 and through 2108 to 2008."""
    game, position = opened("stepanovo")
    position = moved(position, game, pu="2108")
    assert "2108" in game.view.threat(position, "Soviet")
    assert "1308" not in game.view.threat(position, "Soviet")


def test_a_way_says_what_to_mind() -> None:
    """In kurgan mines lie in 3012; the High Road leads from 3206 to 3106, not to 3107."""
    game, position = opened("kurgan")
    foot = until(game, position, "Soviet", "infantry")
    assert game.view.reach(foot, "i3").steps["3012"].note == "mines: it stops and they attack it"
    drive = until(game, position, "Soviet", "vehicles")
    steps = game.view.reach(drive, "j1").steps
    assert (steps["3106"].note, steps["3107"].note) == ("by road: no overrun this turn", "")


def test_an_enemy_hex_says_how_it_is_overrun() -> None:
    """Panzer IV, 8 MF, from 1209 drives through 1109, but not through 2807, where a truck is, far away."""
    game, position = opened("stepanovo")
    position = moved(position, game, rc="1109")
    assert game.view.reach(position, "z1").refusals["1109"] == (
        "enemy units are in 1109 (ruling enemy-hexes), but it can overrun them"
    )
    far = game.view.reach(position, "z1").refusals["2807"]
    assert far.startswith("enemy units are in 2807 (ruling enemy-hexes); Panzer IV 1 is not next to 2807")


def prefilled(battle: Battle) -> dict[str, Any]:
    """Return the order that a board begins with: all who may, and every option as it stands."""
    units = [each.piece for each in battle.pieces if not each.why_not]
    return {
        "type": battle.type,
        "units": units,
        "target": battle.target,
        **{field.name: field.default for field in battle.options},
    }


@pytest.mark.parametrize("scenario", ["stepanovo", "kurgan"])
def test_what_is_offered_is_accepted(scenario: str) -> None:
    """In games between programs every attack that a board offers may be made, but for overrunners without room."""
    game, _ = opened(scenario)
    tried = 0
    for table in self_play(begin(game, header("panzerblitz", scenario)), random_play, Random(1)):
        offered = game.view.battles(table.position) if table.asked is None else []
        for order in map(prefilled, offered):
            refusal = game.rules.why_illegal(table.position, msgspec.convert(order, game.order))
            assert not refusal or "has no room for" in refusal, (order, refusal)
            tried += 1
    assert tried > 20


def test_odds_name_the_units_that_fire_and_are_fired_at_and_who_rides_on_them() -> None:
    game, position = opened("stepanovo")
    position = msgspec.structs.replace(moved(position, game, t1="1509", k1="1509"), phase="fire")
    shown = game.view.preview(position, Fire(("p1", "p2"), "1509"))
    assert shown is not None
    assert [line.what for line in shown.lines[1:3]] == ["Panther 1 at 1", "Panther 2 at 2"]
    assert [each.says for each in shown.outcomes] == [
        "DD: T-34 1st Company with SMG 1st Company dispersed, Truck 1 with 45mm Battery dispersed",
        "D: T-34 1st Company with SMG 1st Company dispersed, Truck 1 with 45mm Battery dispersed",
        "-: no effect",
    ]


def test_who_announces_fires_and_who_has_rolled_has_fired() -> None:
    board = Board().set_up("German", "fire", p1="2708", p2="2709", t1="3008", t2="3009")
    board.give(Fire(("p1",), "3008"), Fire(("p2",), "3009"))
    assert (board.states("p1"), board.states("p2")) == (("fires",), ("fires",))
    board.give(EndPhase(), Resolve(("p1",), "3008")).rolls(6)
    assert (board.states("p1"), board.states("p2")) == (("fired",), ("fires",))
    board.give(Resolve(("p2",), "3009")).rolls(6)
    assert board.states("p1") == ("acted",)


def test_wrecks_are_counted() -> None:
    board = Board().set_up("German", "fire", p1="2708").wreck("2808", "2808", "2809")
    wrecks = [each for each in board.game.view.markers(board.position) if each.kind == "wreck"]
    assert wrecks == [Marker("wreck", "2808", 2), Marker("wreck", "2809", 1)]


def test_who_waits_is_shown_with_his_turn_until_it_has_come() -> None:
    board = Board().set_up("German", "vehicles", p1="waits", h1="waits", r5="on h1")
    assert board.where("p1", "r5") == ["West edge", "West edge"]
    assert board.now(turn=2).where("p1", "r5") == ["West edge, turn 3", "West edge, turn 3"]


def test_why_a_unit_or_a_hex_is_idle() -> None:
    """Panthers wait for turn 3; the halftrack has fired with its rifles aboard; and it overruns no tanks."""
    board = Board().set_up("German", "fire", p1="waits", h1="2808", r5="on h1", k1="2908")
    board.give(Fire(("h1",), "2908"), EndPhase(), Resolve(("h1",), "2908")).rolls(6).now(turn=2)
    idle = {name: board.game.rules.why_idle(board.position, name) for name in ("p1", "r5", "l1")}
    assert idle == {
        "p1": "Panther 1 comes on turn 3",
        "r5": "Schützenpanzer 1 has attacked, and unloading is part of its movement (ruling unloading)",
        "l1": "",
    }
    board = Board().set_up("German", "vehicles", h1="2807", t1="2908")
    assert "2908" not in board.game.rules.actors(board.position)


def test_a_threat_is_of_one_side() -> None:
    """The bystanders' rifles: Germans at 0102, who reach 6 hexes, Soviets at 3319, who reach 4."""
    board = Board().set_up("German", "vehicles")
    german, soviet = (board.game.view.threat(board.position, side) for side in ("German", "Soviet"))
    assert (german["0105"], soviet["3316"]) == ("3", "5")
    assert not german.keys() & soviet.keys()


def test_passengers_threaten_nobody() -> None:
    """Ruling unloading: who rides does not fire, and who has got off neither moves nor attacks in that turn."""
    board = Board().set_up("German", "vehicles")
    assert board.game.view.threat(board.position, "German")
    board = Board().set_up("German", "vehicles", r4="on l1")
    assert board.game.view.threat(board.position, "German") == {}


def test_cavalry_threatens_what_it_can_assault_after_one_hex() -> None:
    """Ruling close-assault: 3 MF would bring it next to 3110, 4 hexes off; it fires 3 hexes, and assaults 2 hexes off."""
    board = Board().set_up("Soviet", "vehicles", cv="2708")
    threat = board.game.view.threat(board.position, "Soviet")
    assert ("3009" in threat, "3110" in threat) == (True, False)


@pytest.mark.parametrize(("option", "sees_all"), [("forbidden", True), ("allowed", False)])
def test_self_propelled_artillery_threatens_by_fire_alone(option: str, *, sees_all: bool) -> None:
    """Ruling spa-overrun: a Wespe in 1408 threatens what it sees; others than those only if it may overrun."""
    plain = open_game("panzerblitz", "stepanovo", "card", {"spa-overrun": option})
    assert isinstance(plain, PanzerBlitz)
    wespe = msgspec.structs.replace(plain.context.unit("p1"), type=unit_type("wespe"))
    units = tuple(wespe if unit.id == "p1" else unit for unit in plain.scenario.units)
    game = PanzerBlitz(msgspec.structs.replace(plain.scenario, units=units), plain.card)
    start = game.rules.start()
    at = tuple(
        LOST if unit.side == "German" and unit is not wespe else start.at[unit.number] for unit in units
    )
    threat = game.view.threat(msgspec.structs.replace(start, at=at), "German")
    seen = game.context.seen_from(game.context.hex("1408"), wespe.type.range)
    assert (seen.issuperset(map(game.context.hex, threat))) is sees_all


def test_who_is_spotted_is_seen_through_the_lens() -> None:
    """2706 looks up the road into Krinichki, 2703: a truck next to it spots for all."""
    board = Board().set_up("German", "fire", p1="2706", i1="2703")
    assert "a town and not spotted" in board.game.view.sight(board.position, "2706").unspotted["2703"]
    board = Board().set_up("German", "fire", p1="2706", l1="2704", i1="2703")
    assert "2703" not in board.game.view.sight(board.position, "2706").unspotted


def test_a_dispersed_unit_is_worth_less_to_its_side() -> None:
    board = Board().set_up("German", "vehicles", t1="2708", p1="3308")
    whole = {side: board.game.evaluation.measure(board.position, side) for side in ("German", "Soviet")}
    board.mark("dispersed", "t1")
    assert board.game.evaluation.measure(board.position, "Soviet") < whole["Soviet"]
    assert board.game.evaluation.measure(board.position, "German") > whole["German"]
