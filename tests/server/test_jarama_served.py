# SPDX-License-Identifier: Apache-2.0
"""Jarama on the server: what one screen shows two players who share it, and what everybody sees once the game is over."""

from pathlib import Path

import pytest

from grognard.server.errors import Refused, Stale
from grognard.server.library import Shipped
from grognard.server.live_table import LiveTable
from grognard.server.new_table import Made, NewTable
from grognard.server.seat_view import SeatView
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables
from grognard.server.view_data import View

SET_UP = "8th Bandera is set up in 2115"


def table(folder: Path, *, hotseat: bool) -> tuple[Tables, Made]:
    tables = Tables(SqliteStore(folder), Shipped())
    return tables, tables.make(NewTable(dice="server", game="jarama", scenario="pindoque", hotseat=hotseat))


def give(live: LiveTable, made: Made, **order: str) -> None:
    """Give an order for whoever is to act."""
    seat = live.seat(made.seats[live.moment.to_act or ""] or "")
    live.order(seat, live.moment.seq, f"order {live.moment.seq}", order)


def end(live: LiveTable, made: Made) -> None:
    """End a phase, or pass in it."""
    acting = SeatView(live, live.seat(made.seats[live.moment.to_act or ""] or ""))
    ends = acting.view().can_end
    assert ends is not None
    give(live, made, **ends.order)


def unseen(view: View) -> set[str]:
    """Return whose units are not seen."""
    return {piece.side for piece in view.pieces if piece.at == "not seen"}


def told(view: View) -> str:
    return " ".join(line for entry in view.log for line in entry.lines)


def test_at_one_screen_the_past_is_shown_as_the_side_to_act_may_see_it(tmp_path: Path) -> None:
    """8th Bandera is set up; when it is for the Republican to act the moment before shows nothing Nationalist."""
    tables, made = table(tmp_path, hotseat=True)
    live = tables.find(made.table)
    both = SeatView(live, live.seat(made.seats["Republican"] or ""))
    give(live, made, type="deploy", unit="8ban", to="2115")
    assert unseen(both.past(1)) == {"Republican"}
    assert SET_UP in told(both.past(1))
    end(live, made)
    for view in (both.view(), *(both.past(seq) for seq in range(3))):
        assert unseen(view) == {"Nationalist"}
        assert SET_UP not in told(view)
    tables.close()


@pytest.mark.parametrize("who", ["Nationalist", "Republican", "watch"])
def test_once_the_game_is_over_everybody_sees_all_of_it(who: str, tmp_path: Path) -> None:
    tables, made = table(tmp_path, hotseat=False)
    live = tables.find(made.table)
    key = made.watch if who == "watch" else made.seats[who]
    eyes = SeatView(live, live.seat(key or ""))
    give(live, made, type="deploy", unit="8ban", to="2115")
    while not live.moment.over:
        assert unseen(eyes.view()) == {"Nationalist", "Republican"} - {who}
        assert (SET_UP in told(eyes.view())) == (who == "Nationalist")
        end(live, made)
    for view in (eyes.view(), eyes.past(0), eyes.past(1), eyes.past(live.moment.seq)):
        assert unseen(view) == set()
        assert not [each for each in view.markers if each.kind in ("force", "ghost")]
    assert SET_UP in told(eyes.view())
    assert {each.id: each.at for each in eyes.past(1).pieces}["8ban"] == "2115"
    tables.close()


def test_orders_of_the_enemy_that_look_the_same_are_one_line_of_the_log(tmp_path: Path) -> None:
    """Two Nationalist units are set up: how many is nobody else's to know, and he who ordered it reads both."""
    tables, made = table(tmp_path, hotseat=False)
    live = tables.find(made.table)
    mine, other = (
        SeatView(live, live.seat(made.seats[side] or "")) for side in ("Nationalist", "Republican")
    )
    for unit, to in (("8ban", "2115"), ("bhq", "1914")):
        give(live, made, type="deploy", unit=unit, to=to)
    assert [entry.lines for entry in other.view().log] == [("Nationalist deploys",)]
    assert [entry.seq for entry in other.view().log] == [0]
    assert [entry.seq for entry in mine.view().log] == [1, 2]
    end(live, made)
    assert [entry.lines[0] for entry in other.view().log] == [
        "Nationalist deploys",
        "Nationalist deployment ends",
    ]
    tables.close()


def test_what_the_enemy_orders_and_takes_back_in_secret_shows_in_no_number(tmp_path: Path) -> None:
    """Neither in the view, nor in what an act is refused with, nor in the past that can be looked at."""
    seen = []
    for secret in (1, 2, 5):
        tables, made = table(tmp_path / str(secret), hotseat=False)
        live = tables.find(made.table)
        for at in range(secret):
            give(live, made, type="deploy", unit="8ban", to="2115")
            if at + 1 < secret:
                seat = live.seat(made.seats["Nationalist"] or "")
                live.undo(seat, live.moment.seq, f"back {at}")
        assert live.moment.seq == 2 * secret - 1
        eyes = [SeatView(live, live.seat(key or "")) for key in (made.seats["Republican"], made.watch)]
        seen.append([(other.view().seq, [line.seq for line in other.view().log]) for other in eyes])
        for other in eyes:
            with pytest.raises(Refused, match="this table has events from 0 to 0, not 1"):
                other.past(1)
        with pytest.raises(Stale, match="it stands at event 0, and this was meant for 3"):
            eyes[0].undo(3, "late")
        mine = SeatView(live, live.seat(made.seats["Nationalist"] or ""))
        assert mine.view().seq == live.moment.seq
        end(live, made)
        assert eyes[0].view().seq == 1
        tables.close()
    assert seen[0] == seen[1] == seen[2]
