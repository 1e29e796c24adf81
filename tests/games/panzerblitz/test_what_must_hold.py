# SPDX-License-Identifier: Apache-2.0
"""What must always hold finds what does not: riders and their carriers, time that goes on by itself; and moves from nowhere."""

from msgspec.structs import replace
from steppe import Board

from grognard.play.places import LOST
from grognard.play.tuples import placed
from grognard.rules.orders import EndPhase, Move


def riding() -> Board:
    return Board().set_up("German", "vehicles", h1="2808", r1="on h1", r2="2808")


def test_a_rider_is_where_its_carrier_is() -> None:
    board = riding()
    assert board.game.rules.faults(board.position) == []
    number = board.game.context.unit("r1").number
    elsewhere = board.now(at=placed(board.position.at, number, board.game.context.hex("2809")))
    assert board.game.rules.faults(elsewhere.position) == [
        "Schützen 1 rides on Schützenpanzer 1, which is elsewhere"
    ]


def test_a_carrier_carries_one_and_rides_on_nobody() -> None:
    board = riding()
    first, second, carrier = (board.game.context.unit(name).number for name in ("r1", "r2", "h1"))
    both = replace(board.position, aboard=placed(board.position.aboard, second, carrier))
    assert board.game.rules.faults(both) == ["Schützenpanzer 1 carries more than it can"]
    in_turn = replace(both, aboard=placed(both.aboard, second, first))
    assert board.game.rules.faults(in_turn) == ["Schützen 1 carries more than it can"]


def test_a_phase_ends_by_an_order_that_ends_it() -> None:
    board = riding()
    later = replace(board.position, phase="infantry")
    assert board.game.rules.step_faults(board.position, EndPhase(), later) == []
    assert board.game.rules.step_faults(board.position, Move("r2", "2808"), later) == [
        "the phase ends, and nobody ended it: (5, 'German', 'vehicles') to (5, 'German', 'infantry')"
    ]


def test_in_free_play_a_move_may_begin_off_the_map() -> None:
    board = riding()
    assert board.game.text.tell(board.position, Move("h1", "2809")) == (
        "Schützenpanzer 1 moves from 2808 to 2809"
    )
    number = board.game.context.unit("h1").number
    board.now(at=placed(board.position.at, number, LOST))
    assert board.game.text.tell(board.position, Move("h1", "2809")) == (
        "Schützenpanzer 1 moves from off the map to 2809"
    )
