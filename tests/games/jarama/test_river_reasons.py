"""Why something cannot be done by the Jarama: whoever looks for it finds the reason, and not a silence."""

import pytest
from river import Board

from grognard.games.jarama.features import Feature, harmed
from grognard.games.jarama.measure import _pressure
from grognard.games.jarama.orders import Attack, Move
from grognard.play.seen import as_seen


def near_bridge(at: str = "2115") -> Board:
    """Sappers in a hex, and the bridge of Pindoque from 2115 to 2214 destroyed."""
    board = Board().set_up("Nationalist", "movement", beng=at, marty="2818")
    grid, hexes = board.game.scenario.map.grid, board.game.hex
    side = grid.hexside_between(hexes("2115"), hexes("2214"))
    assert side is not None
    return board.now(features=harmed(board.position.features, Feature("bridge", side), "destroyed"))


def allowed(board: Board, unit: str) -> str:
    return board.game.reach(as_seen(board.position, "Nationalist"), unit).allowed


def test_units_next_to_an_enemy_say_why_they_do_not_attack_him() -> None:
    board = Board().set_up("Nationalist", "combat", ifni="2415", tet="2415", marty="2515")
    board.now(disorganised=frozenset({board.game.unit("ifni").number}))
    seen = as_seen(board.position, "Nationalist")
    reason = "3rd Ifni Tabor is disorganised and may not attack (ruling states-in-combat)"
    assert board.game.reach(seen, "ifni").refusals == {"2515": reason}
    assert board.game.reach(seen, "ifni").allowed == reason
    assert board.game.reach(seen, "tet").refusals == {}
    board.now(phase="recon", scouted=frozenset({board.game.unit("tet").number}))
    seen = as_seen(board.position, "Nationalist")
    assert board.game.reach(seen, "tet").refusals == {"2515": "1st Tetuán Tabor has reconnoitred already"}


def test_sappers_beside_a_destroyed_bridge_say_why_they_do_not_repair_it() -> None:
    board = near_bridge()
    assert [deed.says for deed in board.game.reach(board.position, "beng").deeds] == [
        "repair the Pindoque bridge"
    ]
    assert "repairs nothing" not in allowed(board, "beng")
    came = near_bridge("2116").give(Move(("beng",), "2115"))
    assert "it repairs nothing: Barrón's Sappers has moved this turn, and works no more" in allowed(
        came, "beng"
    )
    assert allowed(board.now(phase="combat"), "beng").endswith(
        "; it repairs nothing: engineers are put to work in the movement of their formation (ruling repairs)"
    )


def test_aircraft_are_named_with_their_reason_when_no_missions_are_left() -> None:
    board = Board().set_up("Nationalist", "combat", ifni="2415", marty="2515").now(missions=(2, 0))
    (battle,) = board.game.battles(board.position)
    reasons = {each.piece: each.why_not for each in battle.pieces}
    assert reasons["ifni"] == ""
    assert reasons["ju52"] == "Nationalist has no air missions left this turn"
    board.now(missions=(1, 0), flown=frozenset({board.game.plane("ju52").number}))
    (battle,) = board.game.battles(board.position)
    reasons = {each.piece: each.why_not for each in battle.pieces}
    assert reasons["ju52"] == "Ju 52 of Tablada has flown this turn"
    assert reasons["he51"] == ""
    assert any("and 1 air mission left." in line for line in board.game.status(board.position).tally)
    two = Attack(("ifni", "he51", "he46"), "2515")
    assert board.refuses(two) == "Nationalist has 1 air mission left this turn"


def test_a_program_had_rather_attack_without_its_headquarters() -> None:
    board = Board().set_up("Nationalist", "movement", bhq="2415", ifni="2415", marty="2515")
    measured = {}
    for name in ("bhq", "ifni"):
        board.now(acted=frozenset({board.game.unit(name).number}))
        measured[name] = board.game.measure(as_seen(board.position, "Nationalist"), "Nationalist")
    assert measured["bhq"] < measured["ifni"]


def test_a_program_counts_units_as_their_states_leave_them() -> None:
    """Ruling states-in-combat: 5 against 4 are odds of 1.25; against half of 4, and with half of 5, twice 1.25 and 3 to 4.

    A whole odds is worth 0.6 of a point, and odds under 1 nothing.
    """
    board = Board().set_up("Nationalist", "combat", ifni="2415", marty="2515")
    plain = _pressure(board.game.field(board.position), "Nationalist")
    marty, ifni = (frozenset({board.game.unit(name).number}) for name in ("marty", "ifni"))
    board.now(disorganised=marty)
    shaken = _pressure(board.game.field(board.position), "Nationalist")
    board.now(disorganised=frozenset(), short=ifni)
    hungry = _pressure(board.game.field(board.position), "Nationalist")
    assert (plain, shaken, hungry) == pytest.approx((0.75, 1.5, 0))
