# SPDX-License-Identifier: Apache-2.0
"""Every counter that the desk offers for a field can be picked there, alone and with each of its states."""

import pytest

from grognard.charts.errors import GrognardError
from grognard.play.board import Piece
from grognard.procedures.forms import fields, fill
from grognard.registry import Card, names
from grognard.registry.desk import Pick, PickFile, colours, picks, read_desk, written
from grognard.registry.games import procedure, procedures

GAMES = tuple(names())
FORMS = [(game, each.name) for game in GAMES for each in procedures(game)]


def piece(values: str, above: str = "", kind: str = "Infantry") -> Piece:
    return Piece(id="a", name="A", side="Red", kind=kind, size="", values=values, above=above, at="")


def picked(game: str, name: str) -> tuple[Pick, ...]:
    asked = fields(procedure(game, name).situation)
    return picks(game, name, tuple(field.name for field in asked))


@pytest.mark.parametrize(("game", "name"), FORMS)
def test_every_field_of_units_has_counters_to_pick(game: str, name: str) -> None:
    """The shorthand is needed in no game."""
    units = {
        field.name
        for field in fields(procedure(game, name).situation)
        if field.kind == "words" or (game == "seelowe" and field.kind == "numbers")
    }
    found = {pick.field: pick for pick in picked(game, name)}
    assert found.keys() == units
    assert all(pick.counters for pick in found.values())
    assert colours(game)


@pytest.mark.parametrize(("game", "name"), FORMS)
def test_a_worksheet_can_be_made_of_each_counter_and_state(game: str, name: str) -> None:
    wanted = procedure(game, name)
    found = {pick.field: pick for pick in picked(game, name)}
    required = [field for field in fields(wanted.situation) if field.required]
    plain = {
        field.name: found[field.name].counters[0].word
        if field.name in found
        else (field.options[0] if field.options else "3")
        for field in required
    }
    for pick in found.values():
        for word in dict.fromkeys(counter.word for counter in pick.counters):
            number = f"{pick.number}1" if pick.number else ""
            for state in ("", *(f":{each.code}" for each in pick.states)):
                typed = {**plain, pick.field: f"{word}{number}{state}"}
                try:
                    wanted.worksheet(fill(wanted.situation, typed), Card(game))
                except GrognardError as error:
                    # A rule may forbid it; but it is never taken for something that is no unit or no state.
                    said = str(error)
                    assert "is no unit" not in said, typed
                    assert "is no mark" not in said, typed
                    assert "is no stack" not in said, typed
                    assert "there is no counter" not in said, typed


@pytest.mark.parametrize(
    ("game", "name", "field", "states"),
    [
        ("iron-curtain", "combat-1962", "attackers", "river major-river sea-line road oos"),
        ("iron-curtain", "overrun", "attackers", "river major-river sea-line oos"),
        ("jarama", "bombardment", "units", "dem"),
        ("jarama", "ground-recon", "units", "river ford bridge slope level oos dsg dem"),
        ("asl-sk", "ambush", "attackers", "cx broken pinned wounded"),
        ("asl-sk", "close-combat", "attackers", "cx broken pinned wounded fired engineers"),
        ("asl-sk", "close-combat-round", "defenders", "cx broken pinned wounded fired engineers"),
        ("asl-sk", "morale-check", "units", "broken dm pinned cx wounded underlined"),
    ],
)
def test_what_changes_the_odds_is_a_switch(game: str, name: str, field: str, states: str) -> None:
    """A wound changes a leader's modifier, a second D costs half the points, a river halves a counterattack."""
    pick = next(pick for pick in picked(game, name) if pick.field == field)
    assert [each.code for each in pick.states] == states.split()


@pytest.mark.parametrize("name", ["combat-1962", "combat-1945", "overrun"])
def test_helicopters_and_air_mobile_troops_are_air_mobile_at_the_desk(name: str) -> None:
    """A major river without a road bars others, and is no terrain to them."""
    for pick in picked("iron-curtain", name):
        by_kind = {each.piece.kind: each.word for each in pick.counters}
        assert {kind for kind, word in by_kind.items() if word.startswith("air")} == {
            "air-mobile",
            "helicopter",
        }


def test_a_counter_is_written_by_its_figures() -> None:
    file = PickFile(["units"], counter="{1}/{pips}/{2}{/at}", before={"Tanks": "tanks"})
    assert written(piece("5-6 at4", "●●○", "Tanks"), file) == "tanks5/2/6/4"
    assert written(piece("5-6", "●●"), file) == "5/2/6"
    # What lacks a figure that is needed is not offered.
    assert written(piece("5-6"), file) == ""
    assert written(piece(""), PickFile(["units"], counter="{1}")) == ""


def test_a_game_without_the_file_has_no_counters_to_pick(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setattr("grognard.registry.desk.folder", lambda _: tmp_path)
    read_desk.cache_clear()
    assert read_desk("seelowe").picks == []
    read_desk.cache_clear()
