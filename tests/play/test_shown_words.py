# SPDX-License-Identifier: Apache-2.0
"""What boards are told of counters and of places off the map, as data: states, boxes, ranks."""

from types import SimpleNamespace

import pytest

from grognard.play.board import Piece
from grognard.play.boxes import ELIMINATED, UNSEEN, Box, box_of, boxes_of
from grognard.play.states import MOVED, State, all_states
from grognard.registry import names
from grognard.registry.games import open_game, scenario_names


def test_a_state_goes_by_its_word_and_has_its_first_letter_for_a_sign() -> None:
    assert State.of("pinned", effect="hurt") == State(
        id="pinned", label="pinned", mark="P", effect="hurt", meaning="pinned"
    )


def test_a_word_that_no_game_has_explained_has_no_sign() -> None:
    found = all_states([MOVED], ["moved", "on a truck", "on a truck"])
    assert [(each.id, each.mark, each.effect) for each in found] == [
        ("moved", "➤", "done"),
        ("on a truck", "", "none"),
    ]


def test_a_unit_waits_in_its_box_and_before_its_turn_in_one_that_says_so() -> None:
    early, late = SimpleNamespace(box="France", turn=1), SimpleNamespace(box="France", turn=3)
    assert box_of(early, 2) == box_of(late, 3) == Box("France")
    assert box_of(late, 2) == Box("France, turn 3", "later", 3)
    assert boxes_of([early, late, late], 1) == [ELIMINATED, UNSEEN, Box("France"), box_of(late, 1)]


@pytest.mark.parametrize("name", names())
def test_signs_of_different_kinds_differ_and_every_place_off_the_map_is_told(name: str) -> None:
    for scenario in scenario_names(name):
        game = open_game(name, scenario)
        start = game.rules.start()
        effects = {each.mark: each.effect for each in game.view.states}
        assert all(each.effect == effects[each.mark] for each in game.view.states)
        boxes = {box.name for box in game.view.boxes(start)}
        grid_names = {piece.at for piece in game.view.pieces(start) if piece.at.isdigit()}
        later = {piece.at for piece in game.view.pieces(start)} - grid_names - boxes
        assert not [at for at in later if ", turn " in at]


def _ranked(name: str, scenario: str) -> dict[str, Piece]:
    game = open_game(name, scenario)
    return {piece.id: piece for piece in game.view.pieces(game.rules.start())}


def test_in_panzerblitz_the_strongest_ranks_highest_and_what_shelters_or_rides_lowest() -> None:
    pieces = [*_ranked("panzerblitz", "stepanovo").values(), *_ranked("panzerblitz", "kurgan").values()]
    assert all((piece.rank == -1) == (piece.on != "") for piece in pieces if piece.rank != -2)
    assert {piece.kind.lower() for piece in pieces if piece.rank == -2} <= {"fort", "headquarters"}
    assert all(
        piece.rank == int(piece.above.split()[0]) for piece in pieces if piece.above and piece.rank >= 0
    )


def test_in_the_starter_kit_leaders_rank_beneath_those_they_lead() -> None:
    pieces = _ranked("asl-sk", "night").values()
    assert {piece.rank for piece in pieces if piece.leads} == {0}
    assert all(piece.rank == int(piece.values[0]) for piece in pieces if piece.size == "squad")


def test_in_seelowe_who_does_not_fight_ranks_lowest() -> None:
    for piece in _ranked("seelowe", "sealion").values():
        assert piece.rank >= 0 or not piece.at.isdigit() or piece.kind in ("air", "supply")
