# SPDX-License-Identifier: Apache-2.0
"""Who carries whom, how passengers get on and off, and what they may not do in that turn."""

import pytest
import steppe

from grognard.games.panzerblitz import transport
from grognard.games.panzerblitz.attack_limits import Activity, why_not_attack
from grognard.games.panzerblitz.orders import Load, Unload
from grognard.games.panzerblitz.position import Phase
from grognard.games.panzerblitz.roster import roster, unit_type
from grognard.games.panzerblitz.transport import why_not_carry
from grognard.registry import Card


@pytest.mark.parametrize(
    ("carrier", "passenger"),
    [
        ("g-truck", "88mm"), ("g-truck", "g-rifle"), ("g-truck", "cp"), ("g-wagon", "g-120mm"),
        ("g-halftrack", "g-engineer"), ("s-halftrack", "45mm"), ("s-truck", "122mm"),
        ("t34-85", "s-smg"), ("panther", "g-rifle"), ("su85", "s-engineer"), ("puma", "g-smg"), ("wespe", "g-rifle"),
    ],
)  # fmt: skip
def test_who_is_carried(carrier: str, passenger: str) -> None:
    assert why_not_carry(unit_type(carrier), unit_type(passenger)) == ""


@pytest.mark.parametrize(
    ("carrier", "passenger", "said"),
    [
        ("g-rifle", "88mm", "Rifle platoon carries nobody: trucks, wagons, halftracks and armored vehicles do (ruling passengers)"),
        ("cavalry", "s-rifle", "Cavalry carries nobody: trucks, wagons, halftracks and armored vehicles do (ruling passengers)"),
        ("g-truck", "s-rifle", "Truck is German and does not carry Rifle company, which is not"),
        ("s-truck", "cavalry", "Cavalry is not carried: guns, mortars, command posts, infantry and engineers are (ruling passengers)"),
        ("g-truck", "panther", "Panther is not carried: guns, mortars, command posts, infantry and engineers are (ruling passengers)"),
        ("g-halftrack", "g-truck", "Truck is not carried: guns, mortars, command posts, infantry and engineers are (ruling passengers)"),
        ("panther", "50mm", "50mm AT does not ride on Panther: only infantry and engineers do (ruling passengers)"),
        ("t34c", "cavalry", "Cavalry does not ride on T-34c: only infantry and engineers do (ruling passengers)"),
        ("t34c", "82mm", "82mm mortar does not ride on T-34c: only infantry and engineers do (ruling passengers)"),
    ],
)  # fmt: skip
def test_who_is_not(carrier: str, passenger: str, said: str) -> None:
    assert why_not_carry(unit_type(carrier), unit_type(passenger)) == said


def test_by_a_ruling_only_german_tanks_carry() -> None:
    german = Card("panzerblitz", "card", (("tank-riders", "german"),))
    assert why_not_carry(unit_type("t34-85"), unit_type("s-smg"), german) == (
        "T-34/85 carries nobody: only German armored vehicles do (ruling tank-riders)"
    )
    assert why_not_carry(unit_type("panther"), unit_type("g-smg"), german) == ""
    assert why_not_carry(unit_type("s-halftrack"), unit_type("s-smg"), german) == ""


def test_every_unit_that_cannot_move_by_itself_can_be_carried_by_a_truck() -> None:
    trucks = {"German": unit_type("g-truck"), "Soviet": unit_type("s-truck")}
    still = [each for each in roster().values() if each.side and not each.movement]
    assert len(still) > 10
    assert [each.id for each in still if why_not_carry(trucks[each.owner], each)] == []


# A truck and a gun in a hex of the steppe, a rifle unit and a tank beside them.
TRUCK, GUN, RIFLE, TANK = "Lastwagen 1", "Pak 2", "Schützen 1", "Panther 1"
HERE = {"l1": "2808", "g2": "2808", "r1": "2809", "p1": "2709"}


def board(phase: Phase, *, moved: tuple[str, ...] = (), **marks: str) -> steppe.Board:
    """Set them up, with some that have moved and others marked."""
    made = steppe.Board().set_up(
        "German", phase, **{**HERE, **({"g2": "on l1"} if phase == "vehicles" else {})}
    )
    for field, name in marks.items():
        made.mark(field, name)
    numbers = {made.game.context.unit(name).number for name in moved}
    return made.now(hexes=tuple(int(number in numbers) for number in range(len(made.position.at))))


def load(made: steppe.Board, unit: str = "g2", carrier: str = "l1") -> str:
    return made.game.rules.why_illegal(made.position, Load(unit, carrier))


def test_loading_takes_the_whole_turn_of_both() -> None:
    whole = ", and loading takes the whole turn of both (ruling loading)"
    assert load(board("infantry")) == ""
    assert load(board("infantry", moved=("l1",))) == f"{TRUCK} has moved{whole}"
    assert load(board("infantry", acted="g2")) == f"{GUN} has attacked{whole}"
    assert load(board("infantry", dispersed="g2")) == f"{GUN} is dispersed{whole}"
    assert load(board("infantry", carried="g2")) == f"{GUN} was loaded or unloaded this turn{whole}"
    laden = board("infantry").give(Load("g2", "l1"))
    assert load(laden, "r1") == (
        f"{TRUCK} carries a unit already, and one is all it carries (ruling passengers)"
    )
    assert load(board("infantry"), "r1") == (
        f"{TRUCK} and {RIFLE} must begin the turn in one hex (ruling loading)"
    )
    assert load(board("infantry"), "l1", "g2").startswith(f"{GUN} carries nobody")


def unload(made: steppe.Board, unit: str = "g2") -> str:
    return made.game.rules.why_illegal(made.position, Unload(unit))


def test_unloading_is_free_before_and_after_the_carrier_moves() -> None:
    assert unload(board("vehicles")) == ""
    assert unload(board("vehicles", moved=("l1",))) == ""
    assert unload(board("vehicles", dispersed="l1")) == f"{TRUCK} is dispersed, and {GUN} with it (crt: D)"
    assert unload(board("vehicles", acted="l1")) == (
        f"{TRUCK} has attacked, and unloading is part of its movement (ruling unloading)"
    )
    assert unload(board("vehicles", carried="g2")) == (
        f"{GUN} was loaded this turn, which takes the whole of it (ruling loading)"
    )


def test_who_gets_off_counts_in_the_stack_at_once() -> None:
    """The truck counts beside it, though it may drive on: with two others in the hex there is no room for the gun."""
    assert unload(board("vehicles").wreck("2808")) == ""
    assert unload(board("vehicles").wreck("2808", "2808")) == (
        f"there is no room for {GUN}: 3 German units or wrecks to a hex (ruling stacking)"
    )
    soviet = steppe.Board().set_up("Soviet", "vehicles", k2="2808", pt1="on k2").wreck("2808")
    assert unload(soviet, "pt1") == (
        "there is no room for 76mm Battery: 2 Soviet units or wrecks to a hex (ruling stacking)"
    )


def why_not_move(made: steppe.Board, unit: str) -> str:
    return transport.why_not_move(made.game.context.board(made.position), made.game.context.unit(unit))


def test_a_passenger_neither_moves_nor_fires_in_that_turn() -> None:
    rifle = unit_type("g-rifle")
    assert why_not_move(board("infantry"), "r1") == ""
    assert why_not_move(board("vehicles"), "g2") == f"{GUN} is aboard, and moves with its carrier"
    assert why_not_move(board("infantry", carried="r1"), "r1") == (
        f"{RIFLE} was loaded or unloaded this turn (ruling loading)"
    )
    assert why_not_attack("close-assault", rifle, Activity(carried=True)).startswith(
        "Rifle platoon was loaded"
    )


def test_a_truck_that_has_unloaded_drives_on_and_one_that_has_loaded_does_not() -> None:
    assert why_not_move(board("vehicles", moved=("l1",)), "l1") == ""
    assert why_not_move(board("vehicles", carried="l1"), "l1") == (
        f"{TRUCK} was loaded or unloaded this turn (ruling loading)"
    )


def test_who_does_not_move() -> None:
    assert why_not_move(board("infantry"), "g2") == (
        f"{GUN} has no movement factor: it moves only as a passenger (ruling no-movement-factor)"
    )
    assert why_not_move(board("vehicles", dispersed="p1"), "p1") == f"{TANK} is dispersed (crt: D)"
    assert why_not_move(board("vehicles", acted="p1"), "p1") == (
        f"{TANK} has attacked, and does not move in this turn (ruling play-sequence)"
    )
