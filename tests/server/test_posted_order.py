# SPDX-License-Identifier: Apache-2.0
"""What a posted order costs: its rule runs once, the view of what it led to included, and few calls are made for it."""

from typing import Any

import msgspec
import pytest
from call_count import calls
from clients import Client, Player
from skirmish import Skirmish, Strike
from test_tables import meet

from grognard.server.live_table import LiveTable
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.tables import Tables
from grognard.umpire import Choose

STRIKE = {"type": "strike", "units": ["r2"], "target": "0901"}
# What each face of the die took when every look at the table ran the rule again: Python calls for the order, and for the
# view it leads to. On 3 Blue is asked, on 6 a man is gone.
BEFORE = {1: (218, 932), 3: (238, 394), 6: (212, 816)}


@pytest.fixture
def live(client: Client, tables: Tables) -> LiveTable:
    """A table at which one person plays both sides, with r2 beside b1 and everything told."""
    asked = {"dice": "server", "game": "skirmish", "scenario": "open", "hotseat": True}
    made = client.post("/api/tables", json=asked).json()
    player = Player(client, made["table"], made["seats"]["Red"])
    meet(player, player)
    player.view()
    return tables.find(made["table"])


def seat_of(live: LiveTable) -> Seat:
    return next(seat for seat in live.seats.values() if seat.sides)


def dice_show(face: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.table_state.roll", lambda *_: (face,))


def strike(live: LiveTable) -> None:
    live.order(seat_of(live), live.moment.seq, "strike", STRIKE)


@pytest.mark.parametrize(("face", "asks"), [(1, False), (3, True), (6, False)])
def test_the_rule_of_an_order_with_a_die_runs_once_the_view_included(
    face: int, *, asks: bool, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[msgspec.Struct] = []
    sound = Skirmish.carry_out

    def carry_out(self: Skirmish, position: Any, order: msgspec.Struct) -> Any:
        begun.append(order)
        return sound(self, position, order)

    dice_show(face, monkeypatch)
    monkeypatch.setattr(Skirmish, "carry_out", carry_out)
    strike(live)
    for sides in (("Red", "Blue"), ("Blue",), ()):
        view = SeatView(live, Seat(b"", sides)).view()
        assert (view.question is not None) == asks
    assert isinstance(live.moment.asked, Choose) == asks
    # What the end of the turn would lead to is shown, too; that is another order.
    assert [order for order in begun if isinstance(order, Strike)] == [Strike(("r2",), "0901")]


def test_an_answer_goes_on_with_the_rule_where_it_stood(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice_show(3, monkeypatch)
    strike(live)
    monkeypatch.setattr(Skirmish, "carry_out", lambda *_: pytest.fail("the rule is under way"))
    asked = live.moment.asked
    assert isinstance(asked, Choose)
    live.answer(seat_of(live), live.moment.seq, "answer", asked.options[0])
    assert live.moment.asked is None


def test_the_past_is_looked_at_while_a_question_is_open(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order in hand is not part of what was before it."""
    eyes = SeatView(live, seat_of(live))
    before = eyes.view()
    dice_show(3, monkeypatch)
    strike(live)
    past = eyes.past(before.seq)
    assert (past.question, past.log, past.pieces) == (None, before.log, before.pieces)
    assert eyes.past(live.moment.seq).log == eyes.view().log
    assert eyes.past(0).log == []


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
@pytest.mark.parametrize("face", BEFORE)
def test_an_order_takes_half_the_calls_it_took_and_its_view_little_more(
    face: int, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, view = BEFORE[face]
    dice_show(face, monkeypatch)
    seat = seat_of(live)
    ordered = calls(lambda: live.order(seat, live.moment.seq, "strike", STRIKE))
    looked = calls(SeatView(live, seat).view)
    assert 0 < ordered <= order / 2
    # What is left of a view is what the game itself does to show who can do what.
    assert 0 < ordered + looked <= (order + view) * 0.55
