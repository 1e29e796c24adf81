# SPDX-License-Identifier: Apache-2.0
"""A game of a match follows from the match and its number alone."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.front import Game
from grognard.lab.batch.opening import new_match, open_match
from grognard.lab.batch.playing import play_game
from grognard.lab.batch.rows import GameRow
from grognard.lab.batch.tasks import Timed, Timing, do

MATCH = new_match("seelowe/hythe", ("greedy", "random"), games=8)


def played(number: int, seed: str = "1", players: tuple[str, str] = ("random", "random")) -> GameRow:
    match = replace(MATCH, seed=seed, a=players[0], b=players[1])
    return play_game(match, open_match(match), number).row


def without_seconds(row: GameRow) -> GameRow:
    return replace(row, seconds_a=0.0, seconds_b=0.0)


def test_a_game_is_the_same_each_time_whatever_was_played_before() -> None:
    first = [without_seconds(played(number)) for number in (0, 1, 2)]
    again = [without_seconds(played(number)) for number in (2, 1, 0)]
    assert first == again[::-1]
    assert len({row.fingerprint for row in first}) == 3


def test_players_swap_sides_in_the_second_game_of_a_pair() -> None:
    rows = [played(number) for number in range(4)]
    assert [row.side_of_a for row in rows] == ["German", "British"] * 2
    assert [row.first_side_player for row in rows] == ["a", "b"] * 2
    assert [row.pair for row in rows] == [0, 0, 1, 1]


def test_a_row_tells_what_the_game_told() -> None:
    match = MATCH
    game = play_game(match, open_match(match), 0)
    row, end = game.row, game.game
    assert (row.verdict, row.winner) == (end.result, end.status.winner)
    assert row.score_a == {"German": 1.0, "British": 0.0, "": 0.5}[row.winner]
    points = end.status.points
    assert row.lead == points["German"] - points["British"]
    assert row.turns == end.status.turn
    assert row.orders == len(end.orders)
    assert end.verify().holds
    assert row.seconds_a > row.seconds_b


def test_turns_begin_where_the_turn_changes() -> None:
    game = play_game(MATCH, open_match(MATCH), 2)
    positions = game.game.table.positions
    told = [Game(game.game.table.after_orders(at)).status.turn for at in range(len(positions))]
    starts = [at for at in range(len(told)) if at == 0 or told[at] != told[at - 1]]
    assert list(game.turn_starts) == [*starts, len(positions) - 1]


def test_both_games_of_a_pair_have_the_same_dice() -> None:
    """The dice are of a stream of their own: whoever decides, the first roll is the same."""
    for players in (("random", "random"), ("greedy", "random")):
        match = replace(MATCH, a=players[0], b=players[1])
        games = [play_game(match, open_match(match), number).game for number in (2, 3)]
        given = [
            [answer.given for entry in game.table.log.entries for answer in entry.answers if answer.rolled]
            for game in games
        ]
        # All rolls of this game are of one die.
        common = min(map(len, given))
        assert common
        assert given[0][:common] == given[1][:common]


def test_a_match_of_other_rules_is_not_played() -> None:
    with pytest.raises(GrognardError, match="was begun by another Grognard"):
        open_match(replace(MATCH, code="0" * 16))


def test_a_game_of_ones_own_is_opened_by_its_folder() -> None:
    lysna = Path(__file__).parent.parent.parent / "examples" / "lysna"
    match = new_match(f"{lysna}/bridges", ("random", "random"), games=2)
    assert (match.scenario, match.folder) == ("lysna/bridges", str(lysna))
    assert play_game(match, open_match(match), 0).row.verdict


def test_what_is_unknown_is_refused() -> None:
    with pytest.raises(GrognardError, match="there is no scenario in seelowe called 'dover'"):
        new_match("seelowe/dover", ("greedy", "random"), games=2)
    with pytest.raises(GrognardError, match="there is no program 'gredy'; did you mean greedy"):
        new_match("seelowe/hythe", ("gredy", "random"), games=2)
    with pytest.raises(GrognardError, match="there is no ruling 'odds'"):
        new_match("seelowe/hythe", ("greedy", "random"), games=2, rulings={"odds": "nearest"})


def test_how_long_a_game_takes_is_found_out_from_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game alone may end much sooner than others; one that takes too long is not waited for."""
    tried = do(MATCH, Timing())
    assert isinstance(tried, Timed)
    assert 0 < (tried.seconds or 0) < 3
    monkeypatch.setattr("grognard.lab.batch.tasks.TOO_LONG", 0.0)
    assert do(MATCH, Timing()) == Timed(None)
