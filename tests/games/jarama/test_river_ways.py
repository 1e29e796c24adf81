# SPDX-License-Identifier: Apache-2.0
"""Rails, bridges, fords, works, command and supply as they bear on units in play."""

from typing import Any

from msgspec.structs import replace
from river import Board

from grognard.games.jarama.orders import Activate, Bomb, Bombard, Lay
from grognard.rules.orders import Attack, MoveTogether


def read(board: Board, order: Any) -> dict[str, str]:
    shown = board.game.view.preview(board.position, order)
    assert shown is not None
    return {line.what: line.value for line in shown.lines}


def reach(board: Board, unit: str) -> dict[str, str]:
    """Where a unit can go, and for what."""
    return {at: step.cost.text for at, step in board.game.view.reach(board.position, unit).steps.items()}


def test_a_train_runs_any_distance_once_a_turn() -> None:
    board = Board("jarama").set_up("Republican", "movement", ctr="3112", tet="0302")
    board.now(turn=6).give(MoveTogether(("ctr",), "2108"))
    assert board.where("ctr") == ["2108"]
    assert board.refuses(MoveTogether(("ctr",), "2208")) == (
        "Armoured Train A has stopped, and moves no farther this turn"
    )


def test_a_bridge_that_is_bombed_stops_the_train() -> None:
    """8 + 8 bombs are in 11-16, and at a bridge one column on: a 3 damages it. Nobody is there to fire at them."""
    board = Board("jarama").set_up("Nationalist", "air", tet="0302", ctr="3112").now(turn=6)
    grid = board.scenario.map.grid
    chain = next(each for each in board.scenario.map.hexsides if each.name == "La Poveda railway bridge")
    target = grid.hex_name(grid.beside(chain.hexsides[0])[0])
    board.give(Bomb(("ju52a", "ju52b"), target, "bridge")).rolls(3)
    assert "the La Poveda railway bridge is damaged" in board.told()
    board.now(phase="movement", side="Republican", active=frozenset({"Army of the Centre"}))
    assert board.refuses(MoveTogether(("ctr",), "2108")) == (
        "no whole railroad leads to 2108 past enemy units and their zones (ruling armored-train)"
    )


def test_tanks_cross_by_pontoons_or_with_engineers() -> None:
    """2215 is dense woods, 3 for tanks: over pontoons no more, with the help of engineers 5 more, and else not at all."""
    forces = {"pz1": "2115", "marty": "2818"}
    alone = Board().set_up("Nationalist", "movement", **forces)
    helped = Board().set_up("Nationalist", "movement", **forces, beng="2115")
    laid = Board().set_up("Nationalist", "movement", **forces, apon="2115")
    grid, hexes = laid.scenario.map.grid, laid.hex
    side = grid.hexside_between(hexes("2115"), hexes("2215"))
    assert side is not None
    laid.give(Lay("apon", grid.hexside_name(side)))
    assert reach(laid, "pz1")["2215"] == "3"
    assert helped.on_map(helped.position).step(helped.unit("pz1"), hexes("2115"), hexes("2215")) == 96
    assert alone.on_map(alone.position).step(alone.unit("pz1"), hexes("2115"), hexes("2215")) is None


def test_who_attacks_through_a_ford_is_halved_and_a_fortification_is_two_columns() -> None:
    """The ford is between 2119 and 2018; half of 5 is 3."""
    board = Board().set_up("Nationalist", "combat", ifni="2018", marty="2119")
    board.now(features=replace(board.position.features, fortifications=(board.hex("2119"),)))
    found = read(board, Attack(("ifni",), "2119"))
    assert found["3rd Ifni Tabor across a ford"] == "3"
    assert found["defender in fortification"] == "-2"


def test_without_supply_men_fight_at_half_and_batteries_not_at_all() -> None:
    board = Board().set_up("Nationalist", "combat", ifni="2415", b75="2316", marty="2515")
    numbers = frozenset(board.unit(each).number for each in ("ifni", "b75", "marty"))
    board.now(short=numbers)
    found = read(board, Attack(("ifni",), "2515"))
    assert found["3rd Ifni Tabor out of supply"] == "3"
    assert found["André Marty Battalion out of supply"] == "2"
    refused = "75 mm Mountain Guns is out of supply and may not fire (ruling states-in-combat)"
    assert board.refuses(Attack(("ifni", "b75"), "2515")) == refused
    assert board.now(phase="bombardment").refuses(Bombard(("b75",), "2515")) == refused


def test_a_staff_in_disorder_commands_half_as_far() -> None:
    """From 2618 to 2214 are 4.5 of 6 points, and of 3 too many; out of command they have 3 of their 6 points."""
    forces = {"bhq": "2618", "ifni": "2517", "u8ban": "2214", "marty": "3112"}
    board = Board().set_up("Nationalist", "activation", **forces)
    staff = board.unit("bhq").number
    board.give(Activate("Barrón's Brigade")).end("Nationalist movement")
    assert board.game.view.reach(board.position, "8ban").allowed == "6 MP"
    board = Board().set_up("Nationalist", "activation", **forces).now(disorganised=frozenset({staff}))
    board.give(Activate("Barrón's Brigade")).end("Nationalist movement")
    assert [board.game.view.reach(board.position, each).allowed for each in ("ifni", "8ban")] == [
        "6 MP",
        "3 MP",
    ]
