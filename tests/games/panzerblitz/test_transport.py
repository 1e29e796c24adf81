"""Who carries whom, how passengers get on and off, and what they may not do in that turn."""

import pytest

from grognard.games.panzerblitz.attack_limits import Done, why_not_attack
from grognard.games.panzerblitz.roster import roster, unit_type
from grognard.games.panzerblitz.transport import (
    why_not_carry,
    why_not_load,
    why_not_move,
    why_not_unload,
)
from grognard.registry import Card

FRESH = Done()


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


TRUCK, GUN = unit_type("g-truck"), unit_type("88mm")


def load(
    carrier: Done = FRESH, passenger: Done = FRESH, *, laden: bool = False, together: bool = True
) -> str:
    return why_not_load(
        TRUCK, GUN, carrier_done=carrier, passenger_done=passenger, laden=laden, together=together
    )


def test_loading_takes_the_whole_turn_of_both() -> None:
    whole = ", and loading takes the whole turn of both (ruling loading)"
    assert load() == ""
    assert load(carrier=Done(moved=1)) == f"Truck has moved{whole}"
    assert load(passenger=Done(attacked=True)) == f"88mm has attacked{whole}"
    assert load(passenger=Done(dispersed=True)) == f"88mm is dispersed{whole}"
    assert load(passenger=Done(carried=True)) == f"88mm was loaded or unloaded this turn{whole}"
    assert load(laden=True) == "Truck carries a unit already, and one is all it carries (ruling passengers)"
    assert load(together=False) == "Truck and 88mm must begin the turn in one hex (ruling loading)"
    assert why_not_load(GUN, TRUCK, carrier_done=FRESH, passenger_done=FRESH).startswith(
        "88mm carries nobody"
    )


def unload(carrier: Done = FRESH, passenger: Done = FRESH, room: int = 2) -> str:
    return why_not_unload(TRUCK, GUN, carrier_done=carrier, passenger_done=passenger, room=room)


def test_unloading_is_free_before_and_after_the_carrier_moves() -> None:
    assert unload() == ""
    assert unload(carrier=Done(moved=7)) == ""
    assert unload(carrier=Done(dispersed=True)) == "Truck is dispersed, and 88mm with it (crt: D)"
    assert unload(carrier=Done(attacked=True)) == (
        "Truck has attacked, and unloading is part of its movement (ruling unloading)"
    )
    assert unload(passenger=Done(carried=True)) == (
        "88mm was loaded this turn, which takes the whole of it (ruling loading)"
    )


def test_who_gets_off_counts_in_the_stack_at_once() -> None:
    """The truck counts beside it, though it may drive on: with two others in the hex there is no room for the gun."""
    assert unload(room=1) == ""
    assert unload(room=0) == "there is no room for 88mm: 3 German units or wrecks to a hex (ruling stacking)"
    soviet = why_not_unload(
        unit_type("s-truck"), unit_type("45mm"), carrier_done=FRESH, passenger_done=FRESH, room=0
    )
    assert soviet == "there is no room for 45mm AT: 2 Soviet units or wrecks to a hex (ruling stacking)"


def test_a_passenger_neither_moves_nor_fires_in_that_turn() -> None:
    rifle = unit_type("g-rifle")
    assert why_not_move(rifle, FRESH) == ""
    assert why_not_move(rifle, FRESH, aboard=True) == "Rifle platoon is aboard, and moves with its carrier"
    assert why_not_move(rifle, Done(carried=True)) == (
        "Rifle platoon was loaded or unloaded this turn (ruling loading)"
    )
    assert why_not_attack("close-assault", rifle, Done(carried=True)).startswith("Rifle platoon was loaded")


def test_a_truck_that_has_unloaded_drives_on_and_one_that_has_loaded_does_not() -> None:
    assert why_not_move(TRUCK, Done(moved=3)) == ""
    assert (
        why_not_move(TRUCK, Done(carried=True)) == "Truck was loaded or unloaded this turn (ruling loading)"
    )


def test_who_does_not_move() -> None:
    panther = unit_type("panther")
    assert why_not_move(GUN, FRESH) == (
        "88mm has no movement factor: it moves only as a passenger (ruling no-movement-factor)"
    )
    assert why_not_move(panther, Done(dispersed=True)) == "Panther is dispersed (crt: D)"
    assert why_not_move(panther, Done(attacked=True)) == (
        "Panther has attacked, and does not move in this turn (ruling play-sequence)"
    )
