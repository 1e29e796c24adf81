# SPDX-License-Identifier: Apache-2.0
"""Seelöwe itself on the server: whole games by programs, seen again, copied and brought back."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.play.log import parse_log
from grognard.play.table import resume
from grognard.rules.orders import Arrive, Attack, EndPhase
from grognard.server.jobs import Doing, Improve, pack
from grognard.server.library import Shipped
from grognard.server.looking_back import copying
from grognard.server.new_table import NewTable
from grognard.server.odds import Hint
from grognard.server.opened_game import OpenedGame
from grognard.server.seat_view import SeatView
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables


@pytest.mark.parametrize(("scenario", "german"), [("hythe", "greedy"), ("sealion", "random")])
def test_a_whole_game_comes_back_from_the_disk_as_it_was(scenario: str, german: str, tmp_path: Path) -> None:
    tables = Tables(SqliteStore(tmp_path), Shipped())
    made = tables.make(
        NewTable(
            dice="server", game="seelowe", scenario=scenario, seats={"German": german, "British": "random"}
        )
    )
    live = tables.find(made.table)
    ends = time.monotonic() + 120
    while not live.moment.over and time.monotonic() < ends:
        time.sleep(0.02)
    watcher = SeatView(live, live.seat(made.watch))
    last = watcher.view()
    assert last.status.verdict
    assert len(last.log) > 4
    assert last.dice.rolled == sum(len(line.rolls) for line in last.log)
    # The save is a log as any other, and a moment in the middle is the same however one comes to it.
    again = resume(live.game, parse_log(watcher.save().decode()))
    assert again.position == live.moment.table.position
    middle = watcher.past(last.log[len(last.log) // 2].seq)
    assert middle.log == last.log[: len(last.log) // 2 + 1]
    copy = tables.find(tables.copy(live, copying(live, middle.seq)).table)
    assert copy.game.view.pieces(copy.moment.table.position) == middle.pieces
    tables.close()
    reopened = Tables(SqliteStore(tmp_path), Shipped())
    back = reopened.find(made.table)
    assert SeatView(back, back.seat(made.watch)).view() == last
    reopened.close()


def test_who_can_act_has_somewhere_to_go(tmp_path: Path) -> None:
    # On S-Day no airfield is held yet: the two air-landing divisions may come, and there is nowhere to land.
    tables = Tables(SqliteStore(tmp_path), Shipped())
    made = tables.make(NewTable(dice="server", game="seelowe", scenario="sealion"))
    live = tables.find(made.table)
    german = SeatView(live, live.seat(made.seats["German"] or ""))
    offers, doing = german.view().offers, Doing(Shipped())
    stuck = {piece for piece, why in offers.items() if why == "no hex is open to it"}
    assert stuck == {"16ll", "47ll"}
    assert all(bool(doing.answer(german.reach(piece)).steps) == (why == "") for piece, why in offers.items())
    tables.close()


def test_while_a_question_is_open_the_board_shows_what_has_happened_so_far(tmp_path: Path) -> None:
    """Both divisions attack the garrison of Folkestone and roll an exchange: it is gone before they choose a loss."""
    tables = Tables(SqliteStore(tmp_path), Shipped())
    made = tables.make(NewTable(dice="server", game="seelowe", scenario="hythe", hotseat=True))
    live = tables.find(made.table)
    table = live.moment.table
    for order in (Arrive("17id", "2312"), Arrive("35id", "2312"), EndPhase(), EndPhase()):
        table = table.give(order)
    table = table.give(Attack(("17id", "35id"), "2411")).roll([6])
    live.moment = replace(live.moment, table=table)
    view = SeatView(live, live.seat(made.seats["German"] or "")).view()
    assert view.question is not None
    assert view.question.why == "8.81 exchange"
    assert view.question.order_told.endswith("attack Folkestone 2411 at 12-3, column 4-1 5-1, die -2")
    assert {piece.id: piece.at for piece in view.pieces}["folk"] == "eliminated"
    assert view.status.points == {"German": 1, "British": 0}
    tables.close()


def test_who_had_better_stay_out_of_an_attack_is_worked_out_as_a_job() -> None:
    opened = OpenedGame("seelowe", "hythe", "card", ())
    start = Shipped().open_game("seelowe", "hythe", "card", {}).rules.start()
    units = ["17id", "35id", "21ir", "fjr2", "s1", "gd"]
    at = [
        351 if unit in ("17id", "35id", "s1", "gd") else place
        for unit, place in zip(units, start.at, strict=False)
    ]
    moved = {"turn": 2, "phase": 2, "ashore": frozenset({5}), "held": frozenset({351})}
    position = pack(replace(start, at=(*at, *start.at[6:11], 352, *start.at[12:]), **moved))
    doing, free = Doing(Shipped()), False
    order = {"type": "attack", "units": ["17id", "35id", "gd"], "target": "2312"}
    hint = doing.answer(Improve(opened=opened, position=position, order=order, free=free))
    assert (hint.without, hint.changes[0].says) == (("gd",), "you take the hex")
    alone = {**order, "units": ["17id"]}
    assert doing.answer(Improve(opened=opened, position=position, order=alone, free=free)) == Hint()
    nothing = {"type": "end"}
    assert doing.answer(Improve(opened=opened, position=position, order=nothing, free=free)) == Hint()
