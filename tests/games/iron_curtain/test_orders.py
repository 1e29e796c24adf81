# SPDX-License-Identifier: Apache-2.0
"""An order that no row of the table of kinds knows is no order of the game: it does nothing, and ends no phase."""

import msgspec
import pytest
from heath import Board

from grognard.umpire import drive


class Surrender(msgspec.Struct, frozen=True, tag="surrender"):
    """An order of no game."""


def test_an_unknown_order_is_a_type_error_and_never_ends_a_phase() -> None:
    board = Board().set_up("NATO", "movement", n1="0405", w1="0905")
    order, before = Surrender(), board.position
    unknown = pytest.raises(TypeError, match="knows no order of type Surrender")
    with unknown:
        board.game.rules.why_illegal(before, order)
    with unknown:
        drive(board.game.rules.carry_out(before, order), lambda ask: ask)
    with unknown:
        board.game.view.preview(before, order)
    with unknown:
        board.game.text.tell(before, order)
    with unknown:
        board.give(order)
    assert board.phase == "NATO movement"
    assert board.position is before
