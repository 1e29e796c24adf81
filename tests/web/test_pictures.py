# SPDX-License-Identifier: Apache-2.0
"""The orders that lead to the pictures of the docs bring the sides together."""

import msgspec
import pytest
from take_pictures import up_to_a_battle

from grognard.play.table import begin
from grognard.registry.games import header, open_game


@pytest.mark.parametrize(("game", "scenario"), [("seelowe", "hythe"), ("jarama", "pindoque")])
def test_a_picture_shows_something_that_can_be_attacked_and_no_dice_were_rolled(
    game: str, scenario: str
) -> None:
    playing = open_game(game, scenario)
    table = begin(playing, header(game, scenario))
    for order in up_to_a_battle(game, scenario):
        table = table.give(msgspec.convert(order, playing.order))
    assert table.asked is None
    assert table.log.entries
    assert playing.view.battles(table.position)
