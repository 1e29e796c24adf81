"""What a board is shown of PanzerBlitz: counters, markers, sight, announced fire, ways of overruns, deeds."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from grognard.games.panzerblitz.game import PanzerBlitz
from grognard.games.panzerblitz.orders import (
    ClearMines,
    EndPhase,
    Fire,
    FireAtEach,
    Load,
    SelectiveFire,
    Unload,
)
from grognard.games.panzerblitz.position import Position
from grognard.games.playing import open_game
from grognard.play.board import Marker
from grognard.umpire import Choose, Roll, drive


def opened(scenario: str) -> tuple[PanzerBlitz, Position]:
    game = open_game("panzerblitz", scenario, "card", {})
    assert isinstance(game, PanzerBlitz)
    return game, game.start()


def after(game: PanzerBlitz, position: Position, orders: Iterable[msgspec.Struct]) -> Position:
    """Carry orders out; every die comes up 1."""

    def answer(asked: Roll[Any] | Choose[Any]) -> Any:
        assert isinstance(asked, Roll)
        return asked.read.meanings[1]

    for order in orders:
        assert game.refusal(position, order) == ""
        position = drive(game.carry_out(position, order), answer)
    return position


def until(game: PanzerBlitz, position: Position, side: str, phase: str) -> Position:
    while (position.side, position.phase) != (side, phase):
        position = after(game, position, [EndPhase()])
    return position


def test_a_counter_reads_as_the_printed_one() -> None:
    game, position = opened("stepanovo")
    panther, halftrack, rifles = (
        next(each for each in game.pieces(position) if each.id == wanted) for wanted in ("p1", "h1", "r1")
    )
    assert (panther.above, panther.values, panther.kind) == ("16 A 12", "12-10", "tank")
    assert (rifles.at, rifles.on) == (halftrack.at, "h1")
    assert halftrack.on == ""


def test_mines_and_blocks_lie_on_the_map_until_they_are_cleared() -> None:
    game, position = opened("kurgan")
    mines = ["2612", "2912", "3012", "2913"]
    assert {each.at for each in game.markers(position) if each.kind == "mines"} == set(mines)
    assert [each.at for each in game.markers(position) if each.kind == "block"] == ["2907", "2817"]
    assert next(each for each in game.pieces(position) if each.id == "g1").states == ("in a fort",)
    position = until(game, position, "Soviet", "infantry")
    deeds = game.reach(position, "se2").deeds
    assert [(each.says, each.order) for each in deeds] == [
        ("try to clear the mines in 3012: 2 or less clears them", ClearMines("se2", "3012")),
    ]
    position = after(game, position, [deeds[0].order])
    assert Marker("mines", "3012") not in game.markers(position)


def test_the_ground_that_counts_is_shown_before_anybody_takes_it() -> None:
    """Stepanovo counts 5 and the Knoll 4, shared out over their hexes."""
    game, position = opened("stepanovo")
    status = game.status(position)
    assert sum(status.worth.values()) == 9
    assert status.worth["2307"] == 1
    assert status.held == {"German": (), "Soviet": ()}


def test_sight_names_what_blocks_it() -> None:
    """The wood north of 1308 has green sides all around: next to it one sees its edge, and nothing behind."""
    game, position = opened("stepanovo")
    sight = game.sight(position, "1308")
    assert sight.seen["1307"] == 1
    assert (
        sight.hidden["1305"] == "blocked by the green side between 1307 and 1308: TET ground to ground, ALL"
    )
    assert sight.by["1305"] == ("1307", "1308")
    assert len(sight.seen) + len(sight.hidden) + 1 == len(list(game.scenario.map.grid.hexes))
    # From the Knoll one looks down on a wood seven columns off; who is in it must be spotted all the same.
    knoll = game.sight(position, "1312")
    assert knoll.seen["2012"] == 7
    assert "woods and not spotted" in knoll.unspotted["2012"]


def test_announced_fire_is_shown_until_it_is_resolved() -> None:
    game, position = opened("kurgan")
    fire = Fire(("t1", "t2"), "2813")
    position = after(game, position, [fire])
    assert [(plan.pieces, plan.target, plan.says) for plan in game.plans(position)] == [
        (("t1", "t2"), "2813", "T-34 1st Company and T-34 2nd Company at 2813")
    ]
    position = until(game, position, "Soviet", "resolution")
    (battle,) = game.battles(position)
    assert (battle.title, battle.settled) == ("Fire at 2813", True)
    orders = list(game.orders(position, "2813"))
    assert game.plans(after(game, position, orders)) == []


def test_who_rides_gets_off_by_his_own_counter_or_his_carrier_and_on_again() -> None:
    game, position = opened("stepanovo")
    for piece in ("h1", "r1"):
        (deed,) = game.reach(position, piece).deeds
        assert (deed.says, deed.order) == ("dismount Schützen 1", Unload("r1"))
    assert game.reach(position, "p1").deeds == ()
    position = after(game, position, [Unload("r1")])
    assert game.reach(position, "h1").deeds == ()
    position = until(game, position, "Soviet", "vehicles")
    position = until(game, position, "German", "infantry")
    assert [each.order for each in game.reach(position, "r1").deeds] == [Load("r1", "h1")]


def test_an_overrun_shows_its_way_in_and_out() -> None:
    """From 1209 through 1109 the way goes on to 1008."""
    game, position = opened("stepanovo")
    recon = game.unit("rc").number
    beside = list(position.at)
    beside[recon] = game.hex("1109")
    position = msgspec.structs.replace(position, at=tuple(beside))
    (battle,) = game.battles(position)
    ways = {each.piece: each.path for each in battle.pieces}
    assert (battle.type, battle.does) == ("overrun", "overrun")
    assert ways["z1"] == ("1209", "1109", "1008")


@pytest.mark.parametrize(("beside", "weakest"), [("k1", ("k1",)), ("t2", ("t1", "t2"))])
def test_a_stack_can_be_fired_at_in_three_ways(beside: str, weakest: tuple[str, ...]) -> None:
    """Selective fire is at the weakest unit; of two alike the firing side chooses."""
    game, position = opened("stepanovo")
    there = list(position.at)
    for unit in ("t1", beside):
        there[game.unit(unit).number] = game.hex("1509")
    position = msgspec.structs.replace(position, at=tuple(there), phase="fire")
    ways = {each.type: each for each in game.battles(position) if each.target == "1509"}
    assert list(ways) == ["fire", "selective-fire", "fire-at-each"]
    assert ways["selective-fire"].options[0].options == weakest
    assert game.refusal(position, SelectiveFire(("p1",), "1509", weakest[0])) == ""
    assert ways["fire-at-each"].options[0].options == ("t1", beside)
    assert game.refusal(position, FireAtEach(("p1",), "1509", "t1")) == ""
