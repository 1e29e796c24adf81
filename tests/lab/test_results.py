# SPDX-License-Identifier: Apache-2.0
"""The folder of results: what is written comes back, part by part, and what is half written is not there."""

from pathlib import Path

import polars as pl
import pytest
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.lab.batch.match import Match, difference, load_match, save_match
from grognard.lab.batch.results import Results, count_games, done_spans, packed, write_part
from grognard.lab.batch.rows import GameRow, LossRow

MATCH = Match(
    scenario="seelowe/hythe", a="greedy", b="random", games=6, part=2, grognard="0.2.0", rules="r", code="c"
)


def row(game: int, lead: int | None = 3) -> GameRow:
    swapped = bool(game % 2)
    return GameRow(
        game=game,
        pair=game // 2,
        swapped=swapped,
        first_side_player="b" if swapped else "a",
        side_of_a="British" if swapped else "German",
        verdict="Draw",
        winner="",
        score_a=0.5,
        lead=lead,
        turns=7,
        orders=100,
        rolls=20,
        seconds_a=0.25,
        seconds_b=0.5,
        turns_a=7,
        turns_b=7,
        fingerprint=f"{game:x}",
    )


def write(folder: Path, *games: int) -> None:
    tables = packed({"games": [row(game) for game in games], "losses": []})
    write_part(folder, games[0], games[-1], tables)


def test_parts_are_read_in_the_order_of_games_whenever_they_were_written(tmp_path: Path) -> None:
    save_match(tmp_path, MATCH)
    write(tmp_path, 4, 5)
    write(tmp_path, 0, 1)
    assert done_spans(tmp_path) == [(0, 1), (4, 5)]
    games = Results(tmp_path).games().collect()
    assert games["game"].to_list() == [0, 1, 4, 5]
    assert games["side_of_a"].to_list() == ["German", "British"] * 2
    assert games.schema["lead"] == pl.Int64


def test_a_column_without_a_value_keeps_its_type(tmp_path: Path) -> None:
    save_match(tmp_path, MATCH)
    write_part(tmp_path, 0, 0, packed({"games": [row(0, lead=None)]}))
    write_part(tmp_path, 1, 1, packed({"games": [row(1, lead=2)]}))
    assert Results(tmp_path).games().collect()["lead"].to_list() == [None, 2]


def test_tables_of_a_part_that_is_not_done_are_not_read(tmp_path: Path) -> None:
    save_match(tmp_path, replace(MATCH, detail=True))
    lost = LossRow(game=0, turn=1, side="German", unit="17id", hex="2312")
    write_part(tmp_path, 0, 1, packed({"losses": [lost]}))
    assert Results(tmp_path).losses().collect().is_empty()
    write_part(tmp_path, 0, 1, packed({"games": [row(0), row(1)]}))
    assert Results(tmp_path).losses().collect().rows() == [(0, 1, "German", "17id", "2312")]


def test_a_folder_without_games_has_empty_tables_and_one_without_detail_says_so(tmp_path: Path) -> None:
    save_match(tmp_path, MATCH)
    assert Results(tmp_path).games().collect().is_empty()
    with pytest.raises(GrognardError, match="has no units: its match was played without detail"):
        Results(tmp_path).units()


def test_games_beyond_those_that_count_are_left_out_unless_all_are_wanted(tmp_path: Path) -> None:
    save_match(tmp_path, MATCH)
    write(tmp_path, 0, 1)
    write(tmp_path, 2, 3)
    count_games(tmp_path, 2)
    assert Results(tmp_path).games().collect()["game"].to_list() == [0, 1]
    assert Results(tmp_path, all_games=True).games().collect().height == 4
    count_games(tmp_path, None)
    assert Results(tmp_path).games().collect().height == 4
    (tmp_path / "counted.json").write_text("{}")
    with pytest.raises(GrognardError, match=r"counted\.json cannot be read"):
        Results(tmp_path).games()


def test_a_match_comes_back_and_another_differs_by_name(tmp_path: Path) -> None:
    save_match(tmp_path, MATCH)
    assert load_match(tmp_path) == MATCH
    more_games = replace(MATCH, games=100, part=8)
    assert difference(MATCH, more_games) == ""
    other = replace(MATCH, seed="2", rulings={"odds-rounding": "nearest"}, rules="s", detail=True)
    assert difference(MATCH, other) == (
        "the rulings (there none, here odds-rounding=nearest), the seed (there 1, here 2), "
        "the detail (there off, here on), the rules of the game"
    )


def test_what_is_no_folder_of_results_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=r"is no folder of results: there is no match\.json"):
        Results(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(GrognardError, match="it is a file"):
        Results(tmp_path / "file")
    (tmp_path / "match.json").write_text('{"scenario": 3}')
    with pytest.raises(GrognardError, match="cannot be read"):
        Results(tmp_path)


def test_a_part_that_was_cut_off_or_is_gone_is_named_with_what_to_do(tmp_path: Path) -> None:
    save_match(tmp_path, replace(MATCH, detail=True))
    write(tmp_path, 0, 1)
    part, losses = (tmp_path / name / "000000-000001.parquet" for name in ("games", "losses"))
    whole = part.read_bytes()
    for damaged in (whole[:-10], whole[:2], b"", b"x" * len(whole)):
        part.write_bytes(damaged)
        with pytest.raises(
            GrognardError, match=r"games/000000-000001\.parquet is damaged or missing; remove "
        ):
            Results(tmp_path).games()
    part.write_bytes(whole)
    losses.unlink()
    # What is to be removed is the part that tells that its games are done.
    with pytest.raises(
        GrognardError, match=r"losses/.* is damaged or missing; remove .*/games/000000-000001"
    ):
        Results(tmp_path).losses()
