# SPDX-License-Identifier: Apache-2.0
"""Variants of games for sweeps: what an edit changes, what it leaves alone, and what is refused."""

import subprocess
import sys
from typing import Any

import pytest

import grognard
from grognard.charts.errors import GrognardError
from grognard.lab.variants import open_variant
from grognard.registry import NAMES, game, sheet
from grognard.registry.games import open_game

LYSNA = "examples/lysna"


def unit(scenario: str, name: str, *edits: str) -> Any:
    board: Any = open_variant(scenario, edits=edits).table.game
    return board.scenario.by_id[name]


def played(scenario: str, *edits: str, profile: str = "card") -> str:
    start = open_variant(scenario, edits=edits, profile=profile)
    return start.play(dict.fromkeys(start.sides, "random"), seed=1).fingerprint


# Cells


def test_an_edited_cell_is_what_the_rules_look_up_and_the_print_stays() -> None:
    board: Any = open_variant("seelowe/hythe", edits=["cell crt 3-1/4 = De"]).table.game
    cell = board.card.chart("crt")["3-1", 4]
    assert (cell.text, cell.reads, cell.printed, cell.corrected) == ("De", "De", "Ex", True)
    assert grognard.chart("seelowe", "crt")["3-1", 4].text == "Ex"


def test_an_edited_cell_prevails_over_an_erratum() -> None:
    """The card prints D1R1 in the cell, errata D2R1."""
    edits = ["cell crt 7-1/5 = NE"]
    board: Any = open_variant("jarama/pindoque", profile="errata", edits=edits).table.game
    assert board.card.chart("crt")["7-1", 5].reads == "NE"
    assert grognard.chart("jarama", "crt", profile="errata")["7-1", 5].reads == "D2R1"


def test_a_whole_column_is_edited_with_a_star_and_one_of_several_names_finds_it() -> None:
    board: Any = open_variant("seelowe/hythe", edits=["cell crt 5-1/* = Ex"]).table.game
    crt = board.card.chart("crt")
    assert {crt["4-1", die].text for die in range(1, 7)} == {"Ex"}
    assert crt["3-1", 1].text == "Br"


def test_odds_are_those_of_the_edited_chart() -> None:
    """Every way out of every attack is the one result of the table."""
    start = open_variant("seelowe/hythe", edits=["cell crt */* = De"])
    for now in start.acts(dict.fromkeys(start.sides, "random"), seed=1):
        texts = [] if now.asked or now.is_over else list(map(now.order_text, now.legal_orders))
        if attacks := [text for text in texts if " attacks " in text]:
            preview = now.preview(attacks[0])
            assert preview is not None
            assert [outcome.result for outcome in preview.outcomes] == ["De"]
            return
    pytest.fail("nobody could attack")


@pytest.mark.parametrize("name", [*NAMES, LYSNA])
def test_every_game_can_be_opened_with_any_cell_as_it_is(name: str) -> None:
    """An edit that writes what is there changes nothing: the same game is played, through every chart."""
    scenario = name if name == LYSNA else f"{name}/{grognard.registry.game(name).scenarios[0]}"
    opened: Any = open_variant(scenario).table.game
    chart = opened.card.chart(game(opened.card.game).charts[0])
    cell = chart.cells[0][0]
    edit = f"cell {chart.name} {cell.column}/{cell.row} = {cell.text}"
    assert played(scenario, edit) == played(scenario)


def test_games_of_both_kinds_can_be_played_in_one_process() -> None:
    """What is cached for the one is not used for the other: a process that plays only the variant plays the same."""
    edits = {
        "iron-curtain/elbe-1945": "cell crt-1945 */* = D 2 r",
        "jarama/pindoque": "cell crt */* = A4",
        "asl-sk/night": "cell cct */* = 11",
    }
    script = (
        "import sys; sys.path.insert(0, 'tests/lab'); from test_variants import played\n"
        f"for scenario, edit in {edits!r}.items(): print(played(scenario, edit))"
    )
    before = {scenario: played(scenario) for scenario in edits}
    mixed = {scenario: played(scenario, edit) for scenario, edit in edits.items()}
    alone = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert alone.split() == list(mixed.values())
    assert all(before[scenario] != mixed[scenario] for scenario in edits)
    assert before == {scenario: played(scenario) for scenario in edits}


# Units and turns


def test_a_stronger_unit_is_so_on_all_its_faces_and_moves_as_before() -> None:
    assert unit("seelowe/hythe", "17id", "strength 17id +1").written == ("7-4",)
    guards = unit("iron-curtain/elbe-1945", "gad", "strength gad -2")
    assert (guards.attack, guards.defence, guards.movement) == (5, 5, 6)
    assert guards.written == ("5-5-6", "2-2-6")
    assert guards.weaker[0].attack == 2


def test_strength_is_what_each_game_calls_so() -> None:
    assert unit("jarama/pindoque", "8ban", "strength 8ban +2").factor == 8
    assert unit("panzerblitz/stepanovo", "p1", "strength p1 +1").type.attack == 17
    assert unit("asl-sk/night", "g3", "strength g3 +1").type == "g-467"
    assert unit("asl-sk/night", "g1", "strength g1 -1").type == "g-447"


def test_a_formation_has_the_stronger_unit_too() -> None:
    board: Any = open_variant("jarama/pindoque", edits=["strength 8ban +2"]).table.game
    listed = [one.factor for each in board.scenario.formations for one in each.units if one.id == "8ban"]
    assert listed == [8]


def test_a_strength_does_not_fall_below_1() -> None:
    assert unit("seelowe/hythe", "17id", "strength 17id -9").attack == 1


def test_a_side_hears_of_the_variant_where_things_are_hidden() -> None:
    """A side's own game, which knows only what it sees, has the edits too."""
    start = open_variant("jarama/pindoque", edits=["turns 1", "strength 8ban +2"])
    assert start.view("Nationalist").status.turns == 1
    values = {piece.id: piece.values for piece in start.view("Nationalist").pieces}
    assert values["8ban"].startswith("8-")


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_of_one_turn_ends_after_it(name: str) -> None:
    scenario = f"{name}/{game(name).scenarios[0]}"
    start = open_variant(scenario, edits=["turns 1"])
    last = start.play(dict.fromkeys(start.sides, "random"), seed=1)
    assert (last.status.turn, last.status.turns, last.is_over) == (1, 1, True)


def test_without_edits_it_is_the_game_itself() -> None:
    assert open_variant("seelowe/hythe") == grognard.open("seelowe/hythe")
    assert (
        played("seelowe/hythe")
        == grognard.open("seelowe/hythe").play({"German": "random", "British": "random"}, seed=1).fingerprint
    )


def test_the_scenario_of_the_package_stays_as_it_is() -> None:
    open_variant("seelowe/hythe", edits=["turns 1", "strength 17id +1"])
    board: Any = open_game("seelowe", "hythe")
    assert (board.scenario.turns, board.scenario.by_id["17id"].attack) == (4, 6)


def test_a_log_of_a_variant_is_not_taken_for_one_under_the_rules() -> None:
    edited = open_variant("seelowe/hythe", edits=["turns 2"]).table.log.header
    assert edited.rules != grognard.open("seelowe/hythe").table.log.header.rules


# What is refused

REFUSED = {
    "cell crt 3-1/4 = Xx": "crt 3-1/4: unknown code 'Xx'; there are Ae, Ar, Br, Dr, Ex, De",
    "cell crt 3-1/9 = Ex": "there is no row in crt called '9'; there are -1, 0, 1, 2, 3, 4, 5, 6",
    "cell crt 33-1/4 = Ex": "there is no column in crt called '33-1'; did you mean 3-1?",
    "cell crt 3-1 = Ex": "'3-1' is no cell of crt; write it as COLUMN/ROW, such as 1-2/-1",
    "cell ctr 3-1/4 = Ex": "there is no chart in seelowe called 'ctr'; did you mean crt?",
    "strength 71id +1": "there is no unit in seelowe/hythe called '71id'; did you mean 7id or 17id?",
    "strength kg2 +1": "kg2 has no strength to change",
    "turns 0": "'turns 0' is no edit",
    "more tanks": "'more tanks' is no edit; write it as one of cell CHART COLUMN/ROW = TEXT, strength UNIT +1 (from -99 to +99), turns 10 (from 1 to 999)",
}


@pytest.mark.parametrize("edit", REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(edit: str) -> None:
    with pytest.raises(GrognardError) as refused:
        open_variant("seelowe/hythe", edits=[edit])
    assert str(refused.value).startswith(REFUSED[edit])
    assert "\n" not in str(refused.value)


def test_a_counter_at_the_end_of_its_chain_gets_no_better() -> None:
    with pytest.raises(GrognardError, match=r"there is no counter better than r-9-1|there is no counter"):
        open_variant("asl-sk/night", edits=["strength rl1 +9"])


def test_cells_that_share_out_a_die_must_still_cover_it() -> None:
    chart = sheet("iron-curtain", "crt-1962")
    place = f"{chart.file.cells.across[0]}/{chart.rows.labels[0]}"
    with pytest.raises(GrognardError, match="several results have 1, 2 of 1d6"):
        open_variant("iron-curtain/hannover-1983", edits=[f"cell crt-1962 {place} = 1-2"])


def test_an_unknown_ruling_is_refused() -> None:
    with pytest.raises(GrognardError, match="there is no ruling 'odds-roundin'; did you mean odds-rounding"):
        open_variant("seelowe/hythe", rulings={"odds-roundin": "nearest"})
