# SPDX-License-Identifier: Apache-2.0
"""A game of data as small as can be: what the example by odds and with rulings does not show."""

import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from msgspec.structs import replace

import grognard as library
from grognard.play.places import LOST
from grognard.registry.games import open_game

FORD = Path(__file__).parent / "ford"
Grognard = Callable[..., CompletedProcess[str]]


@pytest.fixture(scope="module")
def ford() -> library.Game:
    return library.open(FORD)


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """Copy the game with one text of a file changed."""
    shutil.copytree(FORD, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("difference", "column"), [(-9, "-3"), (-3, "-3"), (-2, "-2 to -1"), (-1, "-2 to -1"), (0, "0-2"), (8, "3+")]
)  # fmt: skip
def test_a_difference_below_nought_has_its_column(ford: library.Game, difference: int, column: str) -> None:
    del ford
    crt = library.chart("ford", "crt")
    assert crt[difference, 1].column == column


def test_an_exchange_by_difference(ford: library.Game) -> None:
    attack = ford.push("r2 moves 0203").push("end")
    odds = attack.odds("r1, r2 attack 0303")
    assert odds["EX: attacker loses 3, defender loses 3"] == Fraction(1, 3)
    assert "Turn 1: Red movement" in attack.text()
    fought = attack.push("r1, r2 attack 0303", dice=library.Dice(seed=1))
    assert "1st Red and 2nd Red attack 0303 at difference 4, column 3+" in fought.text()


def test_a_unit_that_enters_an_enemy_zone_goes_on_by_no_second_order(ford: library.Game) -> None:
    stopped = ford.push("r2 moves 0203")
    assert [order for order in stopped.legal_orders if getattr(order, "unit", "") == "r2"] == []
    with pytest.raises(
        library.NotAllowed, match="2nd Red has entered an enemy zone of control, and moves no"
    ):
        stopped.push("r2 moves 0103")
    outside = ford.push("r2 moves 0102")
    assert outside.push("r2 moves 0103").orders[-1] == outside.parse("r2 moves 0103")


def test_a_unit_that_arrives_in_an_enemy_zone_goes_on_by_no_second_order(tmp_path: Path) -> None:
    folder = changed(tmp_path / "ford-entry", "rules.toml", "[entry]", "[entry]\ninto_zones = true")
    game = library.open(folder)
    for order in ("end", "end", "g2 moves 0502", "end", "r3 arrives 0501"):
        game = game.push(order)
    with pytest.raises(
        library.NotAllowed, match="3rd Red has entered an enemy zone of control, and moves no"
    ):
        game.push("r3 moves 0401")


def test_units_may_arrive_in_a_phase_in_which_none_moves(tmp_path: Path) -> None:
    phase = '[[sequence.phases]]\nname = "arrivals"\nsays = "units come"\norders = ["arrive"]'
    moving = '[[sequence.phases]]\nname = "movement"\nsays = "units move"\norders = ["move"]'
    old = '[[sequence.phases]]\nname = "movement"\nsays = "units come and move"\norders = ["arrive", "move"]'
    game = library.open(changed(tmp_path / "ford-arrivals", "rules.toml", old, f"{phase}\n\n{moving}"))
    for order in ("end", "end", "end", "end", "r3 arrives 0501"):
        game = game.push(order)
    assert game.table.game.rules.faults(game.position) == []
    later = game.push("end")
    assert later.view("Red").reach("r3").allowed == "4 MP"


def test_sides_of_which_one_has_a_people_are_told_by_name(tmp_path: Path) -> None:
    game = library.open(changed(tmp_path / "ford-people", "rules.toml", 'people = "Greens"\n', ""))
    board: Any = game.table.game
    assert "Red holds Oxley 1, and has lost no units." in board.view.status(game.position).tally


def test_a_verdict_without_words_is_a_fault(tmp_path: Path) -> None:
    """Nobody could tell that the game is over."""
    folder = changed(
        tmp_path / "ford-verdict", "scenarios/ford.toml", 'verdict = "Green victory"', 'verdict = ""'
    )
    with pytest.raises(library.GrognardError, match=r"line 19: victory, levels 2, verdict: is empty"):
        library.open(folder)


def test_thirds_of_a_point_are_written_alike_in_reach_and_out_of_it(tmp_path: Path) -> None:
    folder = changed(tmp_path / "ford-thirds", "rules.toml", "[movement]", "[movement]\nparts = 3")
    chart = folder / "cards" / "tec.toml"
    chart.write_text(chart.read_text(encoding="utf-8").replace("| 2 ", "| 4/3 "), encoding="utf-8")
    reach = library.open(folder).view("Red").reach("r1")
    assert reach.allowed == "4 MP"
    assert reach.steps["0102"].cost.text == "2 1/3"
    assert reach.refusals["0103"] == "0103 costs 4 1/3 MP, and the unit has 4 MP"


def test_a_unit_that_could_move_on_in_an_enemy_zone_is_a_fault(ford: library.Game) -> None:
    """2nd Red stands next to 2nd Green as it begins; with points spent it has come there in this phase."""
    rules = ford.table.game.rules
    moved = replace(ford.position, spent=(0, 1, *ford.position.spent[2:]))
    assert rules.faults(ford.position) == []
    assert rules.faults(moved) == ["2nd Red has entered an enemy zone of control, and can move on"]


def test_a_phase_of_attackers_that_cites_no_rule_says_who_did_not_attack(tmp_path: Path) -> None:
    pursuit = '[[sequence.phases]]\nname = "pursuit"\nsays = "attackers move"\norders = ["move"]\nattackers = true\nalways = true'
    folder = changed(tmp_path / "ford-pursuit", "rules.toml", "[stacking]", f"{pursuit}\n\n[stacking]")
    with pytest.raises(library.NotAllowed, match=r"1st Red did not attack$"):
        library.open(folder).push("end").push("end").push("r1 moves 0301")


@pytest.mark.parametrize("seed", range(3))
def test_programs_play_it_to_the_end(ford: library.Game, seed: int) -> None:
    end = ford.play({"Red": library.greedy, "Green": library.random}, seed=seed)
    assert end.is_over


def test_a_side_that_holds_every_town_keeps_its_units(ford: library.Game) -> None:
    """Units with no town left to go for are not better lost: the value of the side falls with them."""
    board: Any = open_game("ford", "ford")
    holding = replace(board.rules.start(), held=frozenset(board.context.scenario.worth))
    lost = replace(holding, at=(LOST, *holding.at[1:]))
    assert ford.side == "Red"
    assert board.evaluation.measure(lost, "Red") < board.evaluation.measure(holding, "Red")


def test_an_exchange_in_which_the_defender_stays_is_a_fault(tmp_path: Path) -> None:
    folder = changed(
        tmp_path / "ford-exchange", "cards/crt.toml", "defender_eliminated = 1, exchange", "exchange"
    )
    with pytest.raises(library.GrognardError, match="EX of crt is an exchange and lacks defender_eliminated"):
        library.open(folder)


def test_a_table_of_results_that_do_nothing_is_a_fault(tmp_path: Path) -> None:
    folder = changed(tmp_path / "ford-idle", "cards/crt.toml", "does = ", "supplied = true } # ")
    with pytest.raises(
        library.GrognardError, match=r"crt does not say in \[does\] what any of its results does"
    ):
        library.open(folder)


@pytest.mark.parametrize("command", ["odds", "reach"])
def test_the_desk_names_every_fault_of_the_rules(grognard: Grognard, tmp_path: Path, command: str) -> None:
    folder = changed(tmp_path / f"ford-{command}", "rules.toml", 'says = "units ', 'said = "units ')
    asked = {
        "odds": (str(folder), "combat", "--attackers", "4", "--defenders", "3"),
        "reach": (f"{folder}/ford", "--from", "0302", "--kind", "infantry", "--movement", "4"),
    }
    done = grognard(command, *asked[command])
    assert done.stderr.count("'says' is missing") == 2, done.stderr


def test_a_game_without_rulings_says_so(grognard: Grognard) -> None:
    assert grognard("rulings", str(FORD)).stdout.strip() == "ford has no rulings."
