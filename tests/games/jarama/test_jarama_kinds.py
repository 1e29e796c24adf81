# SPDX-License-Identifier: Apache-2.0
"""Kinds of orders: each has a row and words of its own, and an order that has none is never taken for another."""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest
from river import Board

from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.order_text import GLIMPSES
from grognard.play.kinds import typed_text
from grognard.umpire import drive


class Retire(msgspec.Struct, frozen=True, tag="retire"):
    """No order of this game."""


ASKED: list[Callable[[Any, Any], Any]] = [
    lambda game, position: game.rules.why_illegal(position, Retire()),
    lambda game, position: drive(game.rules.carry_out(position, Retire()), lambda ask: ask),
    lambda game, position: game.view.preview(position, Retire()),
    lambda game, position: game.text.tell(position, Retire()),
    lambda game, position: game.glimpse(position, Retire(), position),
]


@pytest.mark.parametrize("asked", ASKED)
def test_an_order_of_no_kind_is_an_error_and_ends_no_phase(asked: Callable[[Any, Any], Any]) -> None:
    board = Board().set_up("Nationalist", "combat", ifni="2115", marty="2214")
    with pytest.raises(TypeError, match="this game knows no order of type Retire"):
        asked(board.game, board.position)
    with pytest.raises(TypeError):
        board.table.give(Retire())
    assert board.phase == "Nationalist combat"


def test_every_kind_of_order_has_its_words() -> None:
    kinds = get_args(Board().game.order)
    # The words of a row that has none of its own are the order as it is typed.
    assert [row.order for row in KINDS.rows if row.text is typed_text] == []
    assert set(GLIMPSES) < set(kinds)
