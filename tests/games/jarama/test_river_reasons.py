# SPDX-License-Identifier: Apache-2.0
"""Why something cannot be done by the Jarama: whoever looks for it finds the reason, and not a silence."""

import pytest
from river import Board

from grognard.games.jarama.features import Feature, after_harm
from grognard.play.visibility import as_seen
from grognard.rules.orders import Attack, MoveTogether


def near_bridge(at: str = "2115") -> Board:
    """Sappers in a hex, and the bridge of Pindoque from 2115 to 2214 destroyed."""
    board = Board().set_up("Nationalist", "movement", beng=at, marty="2818")
    grid, hexes = board.scenario.map.grid, board.hex
    side = grid.hexside_between(hexes("2115"), hexes("2214"))
    assert side is not None
    return board.now(features=after_harm(board.position.features, Feature("bridge", side), "destroyed"))


def allowed(board: Board, unit: str) -> str:
    return board.game.view.reach(as_seen(board.position, "Nationalist"), unit).allowed


def test_units_next_to_an_enemy_say_why_they_do_not_attack_him() -> None:
    board = Board().set_up("Nationalist", "combat", ifni="2415", tet="2415", marty="2515")
    board.now(disorganised=frozenset({board.unit("ifni").number}))
    seen = as_seen(board.position, "Nationalist")
    reason = "3rd Ifni Tabor is disorganised and may not attack (ruling states-in-combat)"
    assert board.game.view.reach(seen, "ifni").refusals == {"2515": reason}
    assert board.game.view.reach(seen, "ifni").allowed == reason
    assert board.game.view.reach(seen, "tet").refusals == {}
    board.now(phase="recon", scouted=frozenset({board.unit("tet").number}))
    seen = as_seen(board.position, "Nationalist")
    assert board.game.view.reach(seen, "tet").refusals == {
        "2515": "1st Tetuán Tabor has reconnoitred already"
    }


def test_a_hex_that_nobody_may_attack_says_why() -> None:
    """Of two enemy hexes nobody is next to one; next to the other one unit is unfit and the other a staff."""
    board = Board().set_up("Nationalist", "combat", ifni="2415", bhq="2415", marty="2515", gari="2818")
    board.now(disorganised=frozenset({board.unit("ifni").number}))
    assert board.game.view.blocked_targets(as_seen(board.position, "Nationalist")) == {
        "2515": "3rd Ifni Tabor is disorganised and may not attack (ruling states-in-combat); "
        "Barrón's Staff is a Headquarters, and neither attacks nor reconnoitres (ruling who-attacks)",
        "2818": "no Nationalist unit is next to 2818",
    }
    guns = Board().set_up("Nationalist", "combat", bhq="2415", b75="2415", a105="2415", marty="2515")
    assert guns.game.view.blocked_targets(as_seen(guns.position, "Nationalist")) == {
        "2515": "Barrón's Staff is a Headquarters, and neither attacks nor reconnoitres (ruling who-attacks); "
        "75 mm Mountain Guns is artillery, and neither attacks nor reconnoitres (ruling batteries-support); nor may 1 more",
    }
    board.now(disorganised=frozenset())
    assert list(board.game.view.blocked_targets(as_seen(board.position, "Nationalist"))) == ["2818"]
    board.now(attacked=frozenset({board.hex("2515")}))
    assert board.game.view.blocked_targets(as_seen(board.position, "Nationalist"))["2515"] == (
        "2515 was attacked already in this activation (ruling one-attack)"
    )
    assert board.game.view.blocked_targets(as_seen(board.now(phase="air").position, "Nationalist")) == {}


def test_sappers_beside_a_destroyed_bridge_say_why_they_do_not_repair_it() -> None:
    board = near_bridge()
    assert [action.says for action in board.game.view.reach(board.position, "beng").actions] == [
        "repair the Pindoque bridge"
    ]
    assert "repairs nothing" not in allowed(board, "beng")
    came = near_bridge("2116").give(MoveTogether(("beng",), "2115"))
    assert "it repairs nothing: Barrón's Sappers has moved this turn, and works no more" in allowed(
        came, "beng"
    )
    assert allowed(board.now(phase="combat"), "beng").endswith(
        "; it repairs nothing: engineers are put to work in the movement of their formation (ruling repairs)"
    )


def test_aircraft_are_named_with_their_reason_when_no_missions_are_left() -> None:
    board = Board().set_up("Nationalist", "combat", ifni="2415", marty="2515").now(missions=(2, 0))
    (battle,) = board.game.view.battles(board.position)
    reasons = {each.piece: each.why_not for each in battle.pieces}
    assert reasons["ifni"] == ""
    assert reasons["ju52"] == "Nationalist has no air missions left this turn"
    board.now(missions=(1, 0), flown=frozenset({board.game.context.plane("ju52").number}))
    (battle,) = board.game.view.battles(board.position)
    reasons = {each.piece: each.why_not for each in battle.pieces}
    assert reasons["ju52"] == "Ju 52 of Tablada has flown this turn"
    assert reasons["he51"] == ""
    assert any("and 1 air mission left." in line for line in board.game.view.status(board.position).tally)
    two = Attack(("ifni", "he51", "he46"), "2515")
    assert board.refuses(two) == "Nationalist has 1 air mission left this turn"


def test_a_program_had_rather_attack_without_its_headquarters() -> None:
    board = Board().set_up("Nationalist", "movement", bhq="2415", ifni="2415", marty="2515")
    measured = {}
    for name in ("bhq", "ifni"):
        board.now(acted=frozenset({board.unit(name).number}))
        measured[name] = board.game.evaluation.measure(as_seen(board.position, "Nationalist"), "Nationalist")
    assert measured["bhq"] < measured["ifni"]


def test_a_program_counts_units_as_their_states_leave_them() -> None:
    """Ruling states-in-combat: 5 against 4 are odds of 1.25; against half of 4, and with half of 5, twice 1.25 and 3 to 4.

    A whole odds is worth 0.6 of a point, and odds under 1 nothing: 0.75 at first, then 1.5, then 0.
    """
    board = Board().set_up("Nationalist", "combat", ifni="2415", marty="2515")
    marty, ifni = (frozenset({board.unit(name).number}) for name in ("marty", "ifni"))
    plain, shaken, hungry = (
        board.game.evaluation.measure(
            board.now(disorganised=disorganised, short=short).position, "Nationalist"
        )
        for disorganised, short in ((frozenset(), frozenset()), (marty, frozenset()), (frozenset(), ifni))
    )
    assert (shaken - plain, hungry - plain) == pytest.approx((0.75, -0.75))


def test_staffs_and_batteries_threaten_nobody() -> None:
    """Rulings who-attacks and batteries-support: a tabor of 5 threatens 2515, the staff and the guns beside it do not."""
    board = Board().set_up("Nationalist", "movement", bhq="2314", b75="2314", marty="2515")
    assert board.game.view.threat(board.position, "Nationalist") == {}
    board = Board().set_up("Nationalist", "movement", ifni="2314", bhq="2314", b75="2314", marty="2515")
    assert board.game.view.threat(board.position, "Nationalist")["2515"] == "5"
