# SPDX-License-Identifier: Apache-2.0
"""A game that is over: an address that replays it for anybody, and how lucky each side was, by exact odds."""

from fractions import Fraction
from typing import Any

import pytest
from clients import Client, Player
from skirmish import Skirmish, Strike

from grognard.opponent.luck import luck_of
from grognard.play.log import Entry
from grognard.server import luck
from grognard.server.seats import replay_key
from grognard.server.tables import Tables
from grognard.umpire import Answer

Players = tuple[Player, Player, Player]
NEAR = {"r1": 2, "r2": 8, "b1": 9, "b2": 11}
# A man is gone on 5 and 6, and on a 6 after 3 or 4, if he stands, which odds take for granted.
GONE = Fraction(1, 3) + Fraction(1, 3) * Fraction(1, 6)
STRIKE = Strike(("r2",), "0901")


def rolled(*answers: Answer) -> Any:
    game = Skirmish()
    start = type(game.rules.start())(at=NEAR)
    found = luck_of(game, start, Entry(STRIKE, answers))
    assert found is not None
    return found


def test_a_roll_is_worth_what_came_against_what_was_to_be_expected() -> None:
    hit = rolled(Answer("roll 1d6 1.2 strike", (5,)))
    assert hit.luck == pytest.approx({"Red": float(1 - GONE), "Blue": float(GONE - 1)})
    assert (hit.rolls[0].chance, hit.rolls[0].decimal) == ("1/6", pytest.approx(1 / 6))
    assert hit.variance == pytest.approx(float(GONE * (1 - GONE)))
    missed = rolled(Answer("roll 1d6 1.2 strike", (1,)))
    assert missed.luck["Red"] == pytest.approx(-float(GONE))


def test_what_a_player_decides_between_two_rolls_is_no_luck() -> None:
    first, stands = (
        Answer("roll 1d6 1.2 strike", (4,)),
        Answer("Blue 1.3 stand or fall back", ("stand", "b1")),
    )
    fell = rolled(first, Answer("Blue 1.3 stand or fall back", ("back", "b1")))
    assert fell.luck["Red"] == pytest.approx(float(Fraction(1, 6) - GONE))
    stood = rolled(first, stands, Answer("roll 1d6 1.3 stand", (6,)))
    assert [roll.luck["Red"] for roll in stood.rolls] == pytest.approx(
        [float(Fraction(1, 6) - GONE), float(1 - Fraction(1, 6))]
    )


def test_over_all_faces_luck_comes_to_nothing() -> None:
    lucks = [rolled(Answer("roll 1d6 1.2 strike", (face,))).luck["Red"] for face in range(1, 7)]
    assert sum(lucks) == pytest.approx(0)


def test_what_cannot_be_followed_is_not_weighed() -> None:
    start = type(Skirmish().rules.start())(at=NEAR)
    assert luck_of(Skirmish(), start, Entry(STRIKE, (Answer("roll 1d6 of another rule", (5,)),))) is None


def played_to_the_end(players: Players) -> None:
    red, blue, _ = players
    for to in ("0601", "0801"):
        red.walk("r2", to)
        red.end()
        blue.end()
    red.walk("r1", "0301")
    for turn in range(4):
        if turn < 3:
            struck = red.order({"type": "strike", "units": ["r2"], "target": "0901"})
            if struck.status_code == 200 and blue.view()["question"]:
                blue.act("/answers", option=["stand", "b1"])
        red.end()
        blue.end()


def watching(client: Client, table: str, key: str) -> Player:
    return Player(client, table, key)


def test_a_finished_game_is_replayed_by_anybody(client: Client, tables: Tables, players: Players) -> None:
    red = players[0]
    key = replay_key(tables.find(red.table).secret)
    anybody = watching(client, red.table, key)
    # Nobody can look by it, nor is it told, before the game is over.
    assert anybody.get().status_code == 401
    assert red.view()["replay"] == ""
    assert red.get("/luck").status_code == 409
    played_to_the_end(players)
    assert [player.view()["replay"] for player in players] == [key] * 3
    view = anybody.view()
    assert view["you"] == []
    assert anybody.get("?at=1").json()["seq"] == 1
    assert anybody.order({"type": "end"}).status_code in (403, 422)
    assert watching(client, red.table, key[:-1] + "A").get().status_code == 401


def test_luck_is_told_some_orders_at_a_time_and_worked_out_once(
    tables: Tables, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = players[0]
    played_to_the_end(players)
    monkeypatch.setattr(luck, "MANY", 1)
    rolls = [line for line in red.view()["log"] if line["rolls"]]
    told: list[Any] = []
    after: int | None = 0
    while after is not None:
        answer = red.get(f"/luck?after={after}").json()
        assert len(answer["lines"]) == 1
        told += answer["lines"]
        after = answer["next"]
    assert [line["seq"] for line in told] == [line["seq"] for line in rolls]
    assert all(line["side"] == "Red" for line in told)
    assert all(
        len(line["order"]["rolls"]) == len(entry["rolls"]) for line, entry in zip(told, rolls, strict=True)
    )
    live = tables.find(red.table)
    before = dict(live.lucks)
    red.get("/luck")
    assert all(live.lucks[at] is line for at, line in before.items())
