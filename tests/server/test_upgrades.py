# SPDX-License-Identifier: Apache-2.0
"""A table outlives changes of its rules: its past stays, it goes on from where it stood, and whoever plays is told."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from litestar.testing import TestClient
from msgspec.structs import replace
from skirmish import EndTurn, Position, Skirmish, SkirmishLibrary, Strike, Walk

from grognard.charts.errors import GrognardError
from grognard.play.history import CurrentRules, saved_game
from grognard.play.log import parse_log, print_log
from grognard.play.shapes import Migration, fields_fingerprint
from grognard.play.visibility import Seen
from grognard.server.app import make_app, served
from grognard.server.errors import Closed
from grognard.server.giving_up import resign
from grognard.server.live_table import LiveTable
from grognard.server.looking_back import copying
from grognard.server.new_table import NewTable
from grognard.server.page import Page
from grognard.server.people import name_me, sit
from grognard.server.record import EVENT, Ordered, Record, Rolled, Undone, encode
from grognard.server.save_table import SEALED
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat, replay_key
from grognard.server.sqlite_store import SqliteStore
from grognard.server.standing import STANDING
from grognard.server.tables import Tables
from grognard.umpire import Choose

STRIKE = {"type": "strike", "units": ["r2"], "target": "0901"}
END = {"type": "end"}


class Changed(SkirmishLibrary):
    """The skirmish after its rules have changed."""

    def __init__(self, game: type[Skirmish] = Skirmish, *steps: Migration) -> None:
        self.game = game
        self.steps = steps

    def open_game(self, *_: object) -> Skirmish:
        return self.game()

    def present(self, game: str, scenario: str) -> CurrentRules:
        del scenario
        fields = {"fields": fields_fingerprint(type(self.game().start()))}
        return CurrentRules("other rules", {f"{game}/cards/strikes": "2"}, fields, self.steps)


class Playing:
    """A table at which one person plays both sides, on a store that can be opened again under other rules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables = Tables(SqliteStore(folder), SkirmishLibrary(), pace=0)
        made = self.tables.make(NewTable(game="skirmish", scenario="open", hotseat=True, dice="server"))
        self.id, self.key = made.table, made.seats["Red"] or ""

    @property
    def live(self) -> LiveTable:
        return self.tables.find(self.id)

    @property
    def seat(self) -> Seat:
        return self.live.seat(self.key)

    @property
    def view(self) -> Any:
        return SeatView(self.live, self.seat).view()

    def past(self, seq: int) -> Any:
        return SeatView(self.live, self.seat).past(seq)

    def order(self, *orders: dict[str, Any]) -> None:
        for order in orders:
            self.live.order(self.seat, self.live.moment.seq, f"c{self.live.moment.seq}", order)

    def answer(self, option: int) -> None:
        asked = self.live.moment.asked
        assert isinstance(asked, Choose)
        self.live.answer(self.seat, self.live.moment.seq, "a", asked.options[option])

    def meet(self) -> None:
        """Bring r2 to 0801, beside b1 in 0901, with Red to move."""
        for there in ("0601", "0801"):
            self.order({"type": "walk", "piece": "r2", "to": there}, END, END)

    def under(self, library: SkirmishLibrary) -> "Playing":
        """Close the store, and open it again under other rules."""
        self.tables.close()
        self.tables = Tables(SqliteStore(self.folder), library, pace=0)
        return self

    def log(self) -> Any:
        """Save over HTTP; the server ends with it."""
        app = served(make_app(self.tables, Page(self.folder / "no page")))
        with TestClient(app, base_url="http://127.0.0.1") as client:
            headers = {"Authorization": f"Bearer {self.key}"}
            answer = client.get(f"/api/tables/{self.id}/log", headers=headers)
            stranger = client.get(f"/api/tables/{self.id}/log", headers={"Authorization": "Bearer none"})
            assert stranger.status_code == 401
            self.shown = client.get(f"/api/tables/{self.id}", headers=headers)
        self.tables = Tables(SqliteStore(self.folder), self.tables.library, pace=0)
        return answer


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    playing = Playing(tmp_path / "data")
    yield playing
    playing.tables.close()


def dice_show(face: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.table_state.roll", lambda *_: (face,))


# What is kept


def test_every_order_is_kept_with_what_came_of_it(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    dice_show(3, monkeypatch)
    playing.meet()
    playing.order(STRIKE)
    playing.answer(1)
    kept = playing.tables.store.load(playing.id)
    assert kept is not None
    header = msgspec.json.decode(kept.record, type=Record).header
    assert header.start == {
        "at": {"r1": 2, "r2": 4, "b1": 9, "b2": 11},
        "side": "Red",
        "turn": 1,
        "walked": [],
        "struck": [],
    }
    events = [EVENT.decode(row.body) for row in kept.rows]
    assert isinstance(events[0], Ordered)
    assert events[0].came is not None
    assert events[0].came.changed == {"at": {"r1": 2, "r2": 6, "b1": 9, "b2": 11}, "walked": ["r2"]}
    # The order that asks says nothing of it yet, nor the roll; the answer does.
    assert [getattr(event, "came", None) is not None for event in events[-3:]] == [False, False, True]


def test_under_the_same_rules_nothing_is_worked_out_again(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing.meet()
    positions = playing.live.moment.table.positions
    monkeypatch.setattr(Skirmish, "carry_out", lambda *_: pytest.fail("no rule need be run"))
    playing.under(SkirmishLibrary())
    assert playing.live.moment.table.positions == positions
    assert SeatView(playing.live, playing.seat).notice == ""


# Rules that changed


class Deadlier(Skirmish):
    """Whoever is struck is gone, whatever the die."""

    def _strike(self, position: Position, order: Strike) -> Any:
        yield from super()._strike(position, order)
        return replace(position, at={man: at for man, at in position.at.items() if man != "b1"})


def test_an_edited_chart_changes_nothing_that_was(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    dice_show(1, monkeypatch)
    playing.meet()
    playing.order(STRIKE, END)
    before, pieces = playing.live.moment.table.positions, playing.view.pieces
    told = [line.lines[0] for line in playing.view.log]
    playing.under(Changed(Deadlier))
    assert playing.live.moment.table.positions == before
    assert playing.live.moment.table.otherwise == {6}
    view = playing.view
    assert view.pieces == pieces
    assert [line.lines[0] for line in view.log] == told
    assert view.notice == (
        "The rules have changed since this game began (the chart strikes). The past is shown as it was. "
        "1 of 8 orders would come out otherwise now. It goes on under the rules as they are now, with the rulings "
        "it began with."
    )
    # What was rolled is told from the record: what it would mean now is another matter.
    (roll,) = view.log[6].rolls
    assert (roll.faces, roll.meaning, roll.index) == ((1,), "", 1)
    assert view.log[6].lines[1] == "roll 1d6 1.2 strike: rolled 1"
    assert playing.past(view.seq - 1).log == view.log[:-1]
    # It goes on, under the rules as they are now.
    playing.order(END, STRIKE)
    assert "b1" not in playing.live.moment.table.position.at
    again = playing.under(Changed(Deadlier))
    assert again.live.moment.table.otherwise == {6}
    assert "b1" not in again.live.moment.table.position.at


class Milder(Skirmish):
    """Nobody is asked whether he stands: on 3 and 4 nothing happens."""

    def _strike(self, position: Position, order: Strike) -> Any:
        asking = super()._strike(position, order)
        roll = next(asking)
        hit = yield roll
        return replace(position, struck=(*position.struck, "r2")) if hit < 5 else position


def test_an_order_in_hand_that_no_longer_fits_is_withdrawn(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice_show(3, monkeypatch)
    playing.meet()
    before = playing.live.moment.table.position
    playing.order(STRIKE)
    seq = playing.live.moment.seq
    playing.under(Changed(Milder))
    now = playing.live.moment
    assert (now.table.position, now.table.in_hand, now.seq, now.rolls) == (before, None, seq + 1, 1)
    last = playing.live.events[-1]
    assert isinstance(last, Undone)
    assert (last.side, last.why) == ("Red", "it asked something that the rules no longer ask")
    assert playing.view.notice.endswith(
        "The order in hand no longer fits the rules and was withdrawn (it asked something that the rules no longer "
        "ask); it must be given again."
    )
    # Lists of tables no longer have the side that was asked.
    stood = playing.tables.store.stood(playing.id)
    assert stood is not None
    assert STANDING.decode(stood.body).to_act == "Red"
    # It can still be looked at: the order in words, and the die.
    assert playing.past(seq).log[-1].lines == ("r2 strikes at 0901", "roll 1d6 1.2 strike: rolled 3")
    # It is withdrawn once; its die does not come back.
    playing.under(Changed(Milder))
    assert playing.live.moment.seq == seq + 1
    playing.order(STRIKE)
    rolls = [event.index for event in playing.live.events if isinstance(event, Rolled)]
    assert rolls == [1, 2]
    assert playing.live.moment.table.position.struck == ("r2",)


def test_an_order_in_hand_that_still_fits_goes_on(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    dice_show(3, monkeypatch)
    playing.meet()
    playing.order(STRIKE)
    asked = playing.view.question
    playing.under(Changed())
    assert playing.view.question == asked
    playing.answer(1)
    assert playing.live.moment.table.position.at["b1"] == 10


class Stride(Walk, frozen=True, tag="stride"):
    """What used to be a walk."""


class Striding(Skirmish):
    """A game that no longer knows the order to walk."""

    order = Stride | Strike | EndTurn


def test_an_order_that_is_there_no_more_is_told_plainly_and_saved_as_it_was(playing: Playing) -> None:
    playing.meet()
    saved = playing.log().content
    before = playing.live.moment.table.positions
    playing.under(Changed(Striding))
    assert playing.live.moment.table.positions == before
    assert playing.view.log[0].lines == ("walk r2 0601",)
    assert playing.log().content == saved
    text = print_log(saved_game(playing.live.moment.table))
    assert parse_log(text).entries[0].order == {"type": "walk", "piece": "r2", "to": "0601"}
    playing.order({"type": "stride", "piece": "r1", "to": "0301"})
    assert playing.live.moment.table.position.at["r1"] == 3


# Positions whose fields changed


class Places(msgspec.Struct, frozen=True):
    """A position as it is written later: `at` is called `places`, `struck` is gone, and there is weather."""

    places: Annotated[dict[str, int], Seen("all")]
    side: Annotated[str, Seen("all")] = "Red"
    turn: Annotated[int, Seen("all")] = 1
    walked: Annotated[tuple[str, ...], Seen("all")] = ()
    weather: Annotated[str, Seen("all")] = "fair"

    @property
    def at(self) -> dict[str, int]:
        return self.places

    @property
    def struck(self) -> tuple[str, ...]:
        return ()


class Renamed(Skirmish):
    """The skirmish on such positions; nobody strikes in it."""

    def start(self) -> Any:
        return Places({"r1": 2, "r2": 4, "b1": 9, "b2": 11})

    def carry_out(self, position: Any, order: msgspec.Struct) -> Any:
        yield from ()
        if isinstance(order, Walk):
            places = {**position.places, order.piece: int(order.to[:2])}
            return replace(position, places=places, walked=(*position.walked, order.piece))
        side = "Blue" if position.side == "Red" else "Red"
        return replace(position, side=side, turn=position.turn + (side == "Red"), walked=())


def brought_up_to_date(data: dict[str, Any]) -> dict[str, Any]:
    """The step from the one to the other."""
    data["places"] = data.pop("at")
    del data["struck"]
    data["weather"] = "rain"
    return data


STEP = Migration(fields_fingerprint(Position), fields_fingerprint(Places), brought_up_to_date)


def test_positions_are_brought_up_to_date_by_a_written_step(playing: Playing) -> None:
    playing.meet()
    playing.under(Changed(Renamed, STEP))
    position = playing.live.moment.table.position
    assert (position.places["r2"], position.weather) == (8, "rain")
    assert len(playing.view.log) == 6
    # What is kept from now on is kept in the new shape, and both are read together.
    playing.order({"type": "walk", "piece": "r1", "to": "0301"}, END)
    playing.under(Changed(Renamed, STEP))
    table = playing.live.moment.table
    assert [place.places["r2"] for place in table.positions] == [4, 6, 6, 6, 8, 8, 8, 8, 8]
    assert table.position.places["r1"] == 3
    whole, change = (playing.live.events[at].came for at in (6, 7))  # type: ignore[union-attr]
    assert whole is not None
    assert change is not None
    assert whole.whole is not None
    assert (whole.shape, change.whole) == ({"fields": fields_fingerprint(Places)}, None)
    # A copy is written in the new shape alone.
    made = playing.tables.copy(playing.live, copying(playing.live))
    assert playing.tables.find(made.table).moment.table.positions == table.positions


def test_without_a_step_a_table_cannot_go_on_and_can_be_saved(playing: Playing) -> None:
    playing.meet()
    entries = parse_log(playing.log().text).entries
    playing.under(Changed(Renamed))
    with pytest.raises(
        Closed, match="its fields are written in another way by now, and no migration leads from there"
    ):
        playing.tables.find(playing.id)
    answer = playing.log()
    assert playing.shown.status_code == 410
    assert playing.shown.json()["detail"].endswith("; it stays as it is kept, and can still be saved")
    assert answer.status_code == 200
    assert parse_log(answer.text).entries == entries
    # Under rules that know them it opens again.
    assert playing.under(SkirmishLibrary()).live.moment.seq == 6


class Broken(Skirmish):
    """Rules that know no side called Red: the game cannot go on from where it stands."""

    def to_move(self, position: Position) -> str:
        return {"Blue": "Blue"}[position.side]


class Unopened(Changed):
    """A game that cannot be opened any more."""

    def open_game(self, *_: object) -> Skirmish:
        raise KeyError("map")


@pytest.mark.parametrize("library", [Changed(Broken), Unopened()])
def test_whatever_closes_a_table_it_can_be_saved(playing: Playing, library: SkirmishLibrary) -> None:
    playing.meet()
    saved = playing.log().content
    playing.under(library)
    with pytest.raises(Closed):
        playing.tables.find(playing.id)
    answer = playing.log()
    assert (answer.status_code, answer.content) == (200, saved)


def test_a_closed_table_is_saved_with_each_key_that_opens_it_otherwise(playing: Playing) -> None:
    """A name that was carried to another device, and once the game is over the key of its replay."""
    playing.meet()
    made, secret = playing.key, "s" * 43
    name_me(playing.tables, secret, "Anna")
    sit(playing.tables, secret, playing.id, made)
    replay = replay_key(playing.live.secret)
    playing.under(Changed(Broken))
    saved = playing.log().content
    playing.key = secret
    assert playing.log().content == saved
    assert (playing.shown.status_code, "can still be saved" in playing.shown.json()["detail"]) == (
        410,
        True,
    )
    playing.key = replay
    assert (playing.log().status_code, playing.shown.status_code) == (401, 401)
    playing.under(SkirmishLibrary())
    resign(playing.live, playing.live.seat(made), "over")
    playing.under(Changed(Broken))
    assert playing.log().content.count(b'"lost"') == 1
    assert playing.shown.status_code == 410


class Ended(Skirmish):
    """Rules that know of no second turn."""

    def to_move(self, position: Position) -> str | None:
        return {1: super().to_move}[position.turn](position)


class NoSecondTurn(SkirmishLibrary):
    """Closes tables from their second turn on."""

    def open_game(self, game: str, scenario: str, profile: str, switched: Mapping[str, str]) -> Skirmish:
        del game, profile, switched
        return Ended(self.plans.get(scenario))

    def present(self, game: str, scenario: str) -> CurrentRules:
        return replace(super().present(game, scenario), rules="other rules")


@pytest.mark.parametrize("library", [NoSecondTurn(), Unopened()])
def test_of_a_closed_table_that_hides_something_each_side_saves_what_it_has_seen(
    library: SkirmishLibrary, tmp_path: Path
) -> None:
    """It was refused to everybody."""
    playing = Playing(tmp_path / "data")
    made = playing.tables.make(NewTable(game="skirmish", scenario="hidden", dice="server"))
    playing.id, playing.key = made.table, made.seats["Red"] or ""
    playing.order({"type": "walk", "piece": "r2", "to": "0601"}, END)
    blue = playing.live.seat(made.seats["Blue"] or "")
    playing.live.order(blue, playing.live.moment.seq, "b", END)
    as_seen = {}
    for side, key in (*made.seats.items(), (None, made.watch)):
        live = playing.live
        as_seen[side] = json.loads(msgspec.json.encode(SeatView(live, live.seat(key or "")).past(2)))
    playing.under(library)
    for side, key in (*made.seats.items(), (None, made.watch)):
        playing.key = key or ""
        answer = playing.log()
        assert (answer.status_code, answer.headers["content-disposition"]) == (
            200,
            f'attachment; filename="skirmish-{made.table}-seen.jsonl"',
        )
        first, line = map(json.loads, answer.text.splitlines())
        assert (first["seen"]["table"], line["side"]) == (made.table, side)
        if isinstance(library, Unopened):
            ends = {"order": END}
            walks = [{"order": {"type": "walk", "piece": "r2", "to": "0601"}}, ends]
            assert line.get("acts", []) == {"Red": walks, "Blue": [ends], None: []}[side]
        else:
            seen = as_seen[side]
            assert {name: line["view"][name] for name in ("pieces", "log", "seq")} == {
                name: seen[name] for name in ("pieces", "log", "seq")
            }
        # Nothing of what is hidden is in it, however it is read.
        hidden = {"Red": ["south"], "Blue": ["north"], None: ["north", "south"]}[side]
        assert not [word for word in hidden if word in answer.text]
        shown = playing.shown
        assert (shown.status_code, shown.json()["detail"].endswith(SEALED)) == (410, True)
        with pytest.raises(GrognardError):
            parse_log(answer.text)
    playing.tables.close()


# Tables of older releases


def older(playing: Playing) -> None:
    """Make the table one that was begun before anything was kept of what came of orders."""
    kept = playing.tables.store.load(playing.id)
    assert kept is not None
    record = msgspec.json.decode(kept.record, type=Record)
    head = replace(record.header, start=None, shape={}, parts={}, grognard=2)
    rows = tuple(replace(row, body=encode(replace(EVENT.decode(row.body), came=None))) for row in kept.rows)
    playing.id = "0123456789abcdef"
    body = encode(replace(record, header=replace(head, table=playing.id), hides=None))
    playing.tables.store.create(replace(kept, table=playing.id, record=body, rows=rows))


def test_a_table_of_an_older_release_is_kept_whole_from_now_on(playing: Playing) -> None:
    playing.meet()
    before = playing.live.moment.table.positions
    older(playing)
    playing.under(Changed())
    assert playing.live.moment.table.positions == before
    assert "What came of 6 orders was not kept then, and was worked out again." in playing.view.notice
    playing.order({"type": "walk", "piece": "r1", "to": "0301"}, END)
    came: list[Any] = [getattr(event, "came", None) for event in playing.live.events[-2:]]
    assert [change.whole is not None for change in came] == [True, False]
    # The rules no longer know how it came there; it goes on all the same.
    playing.under(Changed(Striding))
    assert playing.live.moment.table.position.at["r1"] == 3
    assert playing.view.log[0].lines == ("walk r2 0601",)


def test_an_older_table_that_the_rules_cannot_follow_stays_closed(playing: Playing) -> None:
    playing.meet()
    older(playing)
    playing.under(Changed(Striding))
    with pytest.raises(Closed, match="entry 1 is no order of this game"):
        playing.tables.find(playing.id)
    assert playing.log().status_code == 200
