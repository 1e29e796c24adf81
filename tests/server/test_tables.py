# SPDX-License-Identifier: Apache-2.0
"""Playing over HTTP: seats and refusals, commands, undo, questions, programs, copies, and coming back."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import msgspec
import pytest
from clients import Client, Player
from executing import execute, place
from skirmish import Skirmish, SkirmishLibrary

from grognard.charts.errors import GrognardError
from grognard.play.log import parse_log
from grognard.play.table import resume
from grognard.server.act_limit import ActLimit
from grognard.server.dice import commitment
from grognard.server.errors import NotKept, Refused
from grognard.server.giving_up import resign
from grognard.server.live_table import LiveTable
from grognard.server.looking_back import copying
from grognard.server.new_table import NewTable
from grognard.server.proof import Proof, prove
from grognard.server.record import EVENT, Rolled, Undone, first_hash
from grognard.server.seat_view import SeatView
from grognard.server.store import chained, open_store
from grognard.server.tables import Tables

Players = tuple[Player, Player, Player]
WALK = {"type": "walk", "piece": "r1", "to": "0301"}


def meet(red: Player, blue: Player) -> None:
    """Bring r2 to 0801, beside b1 in 0901, with Red to move."""
    for there in ("0601", "0801"):
        red.walk("r2", there)
        red.end()
        blue.end()


def strike(red: Player) -> Any:
    return red.order({"type": "strike", "units": ["r2"], "target": "0901"})


def until(true: Callable[[], bool]) -> None:
    for _ in range(500):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came true")


def play_out(red: Player, blue: Player, seed: int, acts: int = 10_000) -> list[dict[str, Any]]:
    """Play at random through what is offered, to the end or for some acts; return the view after each act."""
    rng, views = random.Random(seed), [red.view()]
    while views[-1]["to_act"] and acts:
        acts -= 1
        player = red if views[-1]["to_act"] == "Red" else blue
        mine = player.view()
        done = (
            player.act("/answers", option=rng.choice(mine["question"]["options"])["value"])
            if mine["question"]
            else player.order(any_order(player, mine, rng))
        )
        assert done.status_code == 200, done.text
        views.append(red.view())
    return views


def any_order(player: Player, mine: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    if mine["battles"]:
        battle = rng.choice(mine["battles"])
        return {"type": "strike", "units": [battle["pieces"][0]["piece"]], "target": battle["target"]}
    orders = [mine["can_end"]["order"]]
    for piece, why_not in mine["offers"].items():
        if not why_not:
            orders += [step["order"] for step in player.get(f"/reach?piece={piece}").json()["steps"].values()]
    order: dict[str, Any] = rng.choice(orders)
    return order


# Seats


def test_a_table_opens_to_its_keys_alone(client: Client, players: Players) -> None:
    red, *_ = players
    assert client.get(red.path).status_code == 401
    assert client.get(red.path, headers={"Authorization": "Basic abc"}).status_code == 401
    wrong = Player(client, red.table, "x" * 43)
    assert (wrong.get().status_code, wrong.get().json()) == (
        401,
        {"detail": "this key does not open this table"},
    )
    assert wrong.order(WALK, 0).status_code == 401
    assert Player(client, "0" * 16, red.key).get().status_code == 404


def test_each_key_is_for_its_own_side(players: Players) -> None:
    red, blue, watcher = players
    assert [player.view()["you"] for player in players] == [["Red"], ["Blue"], []]
    assert len({player.key for player in players}) == 3
    assert all(len(player.key) == 43 for player in players)
    refusals = [player.order(WALK) for player in (blue, watcher)]
    assert [(refusal.status_code, refusal.json()["detail"]) for refusal in refusals] == [
        (403, "it is for Red to act, and this key plays Blue"),
        (403, "this key is for watching; it plays no side"),
    ]
    assert red.view()["seq"] == 0


def test_only_the_side_to_move_is_offered_anything(players: Players) -> None:
    offers = [player.view()["offers"] for player in players]
    assert offers == [{"r1": "", "r2": ""}, {}, {}]
    assert [player.view()["can_end"] is None for player in players] == [False, True, True]
    end = players[0].view()["can_end"]
    assert (end["ends_turn"], end["follows"]) == (True, "That ends the Red turn.")


def test_no_key_is_kept_in_the_store(players: Players, tables: Tables) -> None:
    kept = b" ".join(
        b" ".join(str(value).encode() if not isinstance(value, bytes) else value for value in row)
        for name in ("tables", "seats", "events")
        for row in execute(tables.store, f"SELECT * FROM {name}")  # noqa: S608
    )
    assert players[0].table.encode() in kept
    assert not any(player.key.encode() in kept for player in players)


def test_one_key_plays_both_sides_of_a_hotseat(client: Client) -> None:
    new = {"dice": "server", "game": "skirmish", "scenario": "open", "hotseat": True}
    made = client.post("/api/tables", json=new).json()
    assert made["seats"]["Red"] == made["seats"]["Blue"] != made["watch"]
    both = Player(client, made["table"], made["seats"]["Red"])
    both.end()
    both.walk("b1", "0801")
    assert both.view()["you"] == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        ({"game": "chess"}, "there is no scenario in chess called 'open'; none is known here"),
        ({"scenario": "opn"}, "there is no scenario in skirmish called 'opn'; did you mean open?"),
        ({"seats": {"Green": "person"}}, "there is no side 'Green'; there are Red, Blue"),
        ({"seats": {"Red": "hal"}}, "there is no player 'hal'; there are person, random, bad"),
        ({"seats": {"Red": 7}}, "seats[...]: Expected `str`, got `int`"),
        ({"colour": "red"}, "Object contains unknown field `colour`"),
    ],
)
def test_a_table_that_cannot_be_is_refused(client: Client, new: dict[str, Any], sentence: str) -> None:
    answer = client.post(
        "/api/tables", json={"dice": "server", "game": "skirmish", "scenario": "open", **new}
    )
    assert 400 <= answer.status_code < 500
    assert sentence in answer.json()["detail"]


# Acts


def test_an_order_that_may_not_be_given_is_refused_and_changes_nothing(players: Players) -> None:
    red = players[0]
    wrongs: list[tuple[dict[str, Any], int, str]] = [
        ({"type": "walk", "piece": "r1", "to": "0401"}, 422, "0401 is taken"),
        ({"type": "walk", "piece": "b1", "to": "0801"}, 422, "'b1' is no man of Red"),
        (
            {"type": "walk", "piece": "r1"},
            422,
            "this is no order of the game: Object missing required field `to`",
        ),
        ({"type": "fly"}, 422, "this is no order of the game: Invalid value 'fly' - at `$.type`"),
        ({}, 422, "this is no order of the game: Object missing required field `type`"),
        (
            {"type": "end", "x": 1},
            422,
            "this is no order of the game: end has no field 'x'; it has no fields",
        ),
        (
            {"type": "walk", "piece": "r1", "to": "0301", "too": "0301"},
            422,
            "this is no order of the game: walk has no field 'too'; it has piece, to",
        ),
    ]
    before = red.view()
    for order, status, sentence in wrongs:
        for answer in (red.order(order), red.post("/preview", {"order": order})):
            assert (answer.status_code, answer.json()) == (status, {"detail": sentence})
    assert red.view() == before


def test_an_act_meant_for_another_moment_is_refused_with_the_present_one(players: Players) -> None:
    red = players[0]
    red.walk("r1", "0301")
    late = red.order({"type": "walk", "piece": "r2", "to": "0501"}, expect=0)
    assert late.status_code == 409
    assert late.json()["seq"] == 1
    assert red.order({"type": "end"}, expect=2).status_code == 409
    assert red.view()["seq"] == 1


def test_a_command_sent_again_is_answered_again_and_done_once(players: Players) -> None:
    red, blue, _ = players
    first = red.order(WALK, 0, "c1")
    red.walk("r2", "0501")
    assert red.order(WALK, 0, "c1").json() == first.json() == {"seq": 1}
    assert red.view()["seq"] == 2
    red.end()
    # The ids are each seat's own.
    assert blue.order({"type": "end"}, 3, "c1").json() == {"seq": 4}


def test_the_server_rolls_what_an_order_asks_for(players: Players) -> None:
    red, blue, _ = players
    meet(red, blue)
    before = red.view()
    assert before["battles"][0]["target"] == "0901"
    seq = strike(red).json()["seq"]
    after = red.view()
    assert seq == after["seq"] == before["seq"] + 2
    (rolled,) = after["log"][-1]["rolls"]
    assert rolled["why"] == "1.2 strike"
    assert rolled["total"] == sum(rolled["faces"]) in range(1, 7)
    assert rolled["index"] == after["dice"]["rolled"] == 1


def asked(client: Client) -> tuple[Player, Player]:
    """Play until Blue is asked whether to stand."""
    for _ in range(50):
        made = client.post(
            "/api/tables", json={"dice": "server", "game": "skirmish", "scenario": "open"}
        ).json()
        red, blue = (Player(client, made["table"], made["seats"][side]) for side in ("Red", "Blue"))
        meet(red, blue)
        strike(red)
        if red.view()["question"]:
            return red, blue
    raise AssertionError("fifty strikes and never a 3 or a 4")


def test_a_question_is_for_the_side_asked(client: Client) -> None:
    red, blue = asked(client)
    shown, hidden = blue.view()["question"], red.view()["question"]
    assert (shown["side"], shown["why"], shown["order_told"]) == (
        "Blue",
        "1.3 stand or fall back",
        "r2 strikes at 0901",
    )
    assert [option["says"] for option in shown["options"]] == [
        "b1 stands against r2",
        "b1 falls back from r2",
    ]
    assert hidden == {**shown, "options": []}
    back = shown["options"][1]["value"]
    assert red.act("/answers", option=back).status_code == 403
    assert blue.act("/answers", option=["back"]).status_code == 422
    assert blue.order({"type": "end"}).status_code == 422
    assert blue.act("/answers", option=back).status_code == 200
    assert {piece["id"]: piece["at"] for piece in red.view()["pieces"]}["b1"] == "1001"
    assert red.view()["log"][-1]["lines"][-1] == "Blue, 1.3 stand or fall back: b1 falls back from r2"


def test_undo_is_an_event_and_never_takes_a_roll_back(players: Players) -> None:
    red, blue, watcher = players
    start = red.view()
    red.walk("r1", "0301")
    assert [player.view()["undoable"] for player in players] == [True, False, False]
    assert [player.act("/undo").status_code for player in (blue, watcher)] == [403, 403]
    assert red.act("/undo").json() == {"seq": 2}
    after = red.view()
    assert (after["pieces"], after["log"], after["seq"]) == (start["pieces"], [], 2)
    assert red.act("/undo").status_code == 422
    meet(red, blue)
    strike(red)
    refused = red.act("/undo")
    assert refused.status_code == 422
    assert "nothing to take back since the last roll" in refused.json()["detail"]


def test_free_play_warns_and_goes_on(client: Client) -> None:
    new = {"dice": "server", "game": "skirmish", "scenario": "open", "free": True}
    made = client.post("/api/tables", json=new).json()
    red = Player(client, made["table"], made["seats"]["Red"])
    red.walk("r1", "0801")
    assert red.view()["log"][0]["warned"] == "r1 walks one or two hexes of the lane (1.1)"


# Looking


def test_overlays_and_previews(players: Players) -> None:
    red, blue, watcher = players
    assert set(red.get("/reach?piece=r1").json()["steps"]) == {"0101", "0301"}
    assert red.get("/reach?piece=r9").status_code == 404
    assert red.get("/reach").status_code == 400
    assert set(watcher.get("/supply").json()) == {"r1", "r2", "b1", "b2"}
    assert red.get("/threat?side=Blue").json() == {"0601": "one man", "0801": "one man", "1201": "one man"}
    assert red.get("/threat?side=Green").status_code == 422
    # A view that a game does not have is no view of nothing.
    blind = red.get("/sight?hex=0201")
    assert (blind.status_code, blind.json()["detail"]) == (
        404,
        "this game has no view of sight; it has supply and threat",
    )
    meet(red, blue)
    odds = red.post("/preview", {"order": {"type": "strike", "units": ["r2"], "target": "0901"}}).json()
    assert [(outcome["result"], outcome["chance"]) for outcome in odds["outcomes"]] == [
        ("gone", "1/3"),
        ("held", "2/3"),
    ]
    (line,) = odds["lines"]
    assert (line["what"], line["value"], line["source"]) == ("needed", "5", "1.2")
    assert red.post("/preview", {"order": {"type": "end"}}).json()["outcomes"] == []
    refused = red.post("/preview", {"order": {"type": "strike", "units": ["r1"], "target": "0901"}})
    assert refused.json() == {"detail": "no enemy of r1 is beside him in 0901"}
    assert red.view()["dice"]["rolled"] == 0


def test_every_moment_can_be_seen_again(players: Players) -> None:
    red, blue, _ = players
    red.walk("r1", "0101")
    red.act("/undo")
    views = play_out(red, blue, seed=3)
    fixed = ("pieces", "status", "log", "seq", "to_act")
    for view in views:
        again = red.get(f"?at={view['seq']}").json()
        assert {name: again[name] for name in fixed} == {name: view[name] for name in fixed}
        assert (again["offers"], again["question"], again["undoable"]) == ({}, None, False)
    undone = red.get("?at=1").json()
    assert [line["lines"] for line in undone["log"]] == [["r1 walks to 0101"]]
    assert red.get(f"?at={views[-1]['seq'] + 1}").status_code == 422
    assert red.get("?at=-1").status_code == 422


def test_a_side_sees_its_own_plans_alone_and_copies_or_saves_nothing_hidden(tables: Tables) -> None:
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="hidden"))
    live = tables.find(made.table)
    keys = (made.seats["Red"], made.seats["Blue"], made.watch)
    seen = [SeatView(live, live.seat(key or "")).position(live.moment).plans for key in keys]
    assert seen == [{"Red": "north"}, {"Blue": "south"}, {}]
    why = "a copy or the log would show what this game hides before it is over"
    with pytest.raises(Refused, match=why):
        tables.copy(live, copying(live))
    watching = SeatView(live, live.seat(made.watch))
    with pytest.raises(Refused, match=why):
        watching.save()
    # Whoever looks is told so before he asks.
    assert watching.view().sealed == why
    tables.close()


def test_worlds_that_differ_in_what_is_hidden_look_alike(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red plans north or west. Blue and a watcher cannot tell, while Blue is asked nor when it is told what he chose."""
    monkeypatch.setattr("grognard.server.table_state.roll", lambda *_: (3,))
    seen = {}
    for scenario in ("hidden", "twin"):
        made = client.post(
            "/api/tables", json={"dice": "server", "game": "skirmish", "scenario": scenario}
        ).json()
        keys = (made["seats"]["Red"], made["seats"]["Blue"], made["watch"])
        red, blue, watcher = (Player(client, made["table"], key) for key in keys)
        meet(red, blue)
        strike(red)
        asking = blue.view(), watcher.view()
        blue.act("/answers", option=["back", "b1"])
        seen[scenario] = [shown(view) for view in (*asking, blue.view(), watcher.view())]
    assert seen["hidden"] == seen["twin"]
    options = seen["hidden"][0]["question"]["options"]
    assert [option["says"] for option in options] == [
        "b1 stands against r2, planning south",
        "b1 falls back from r2, planning south",
    ]


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """What is shown of a table beside its own name and secret."""
    own = ("table", "scenario", "title", "dice")
    return {name: value for name, value in view.items() if name not in own}


# Copies and saves


def test_a_copy_begins_as_the_table_stood_and_goes_its_own_way(client: Client, players: Players) -> None:
    red, blue, watcher = players
    meet(red, blue)
    strike(red)
    now = red.view()
    made = watcher.post("/copy", {"at": None}).json()
    copy = Player(client, made["table"], made["seats"]["Red"])
    there = copy.view()
    assert there["pieces"] == now["pieces"]
    assert there["copy_of"] == red.table
    assert [line["lines"] for line in there["log"]] == [line["lines"] for line in now["log"]]
    assert there["dice"]["rolled"] == 0
    assert there["dice"]["commitment"] != now["dice"]["commitment"]
    if there["question"]:
        copy.act("/answers", option=there["question"]["options"][0]["value"])
    copy.end()
    assert red.view() == now
    early = red.post("/copy", {"at": 1}).json()
    assert [line["lines"] for line in Player(client, early["table"], early["watch"]).view()["log"]] == [
        ["r2 walks to 0601"]
    ]
    assert red.post("/copy", {"at": 1000}).status_code == 422


def test_a_save_tells_who_sat_where(client: Client) -> None:
    body = {"dice": "server", "game": "skirmish", "scenario": "open", "seats": {"Blue": "random"}}
    made = client.post("/api/tables", json=body).json()
    red = Player(client, made["table"], made["seats"]["Red"])
    assert parse_log(red.get("/log").text).header.seats == {"Red": "person", "Blue": "random"}
    copy = red.post("/copy", {"at": None}).json()
    saved = Player(client, copy["table"], copy["seats"]["Red"]).get("/log").text
    assert parse_log(saved).header.seats == {"Red": "person", "Blue": "person"}


def test_a_finished_game_proves_its_dice_from_its_save_alone(players: Players) -> None:
    red, blue, _ = players
    promised = red.view()["dice"]["commitment"]
    assert '"secret":""' in red.get("/log").text
    last = play_out(red, blue, seed=1)[-1]
    saved = red.get("/log")
    assert saved.headers["content-disposition"].startswith("attachment")
    record, *_, end = map(msgspec.json.decode, saved.text.splitlines())
    secret = bytes.fromhex(end["end"]["secret"])
    assert end["end"]["secret"] == last["dice"]["secret"]
    assert commitment(record["header"]["table"], secret) == promised == record["header"]["commitment"]
    head, rolled = last["dice"]["head"], last["dice"]["rolled"]
    assert prove(saved.text) == Proof(rolled, tier="server", head=head)
    assert rolled > 0


def test_a_save_can_be_read_as_any_log(players: Players) -> None:
    red, blue, _ = players
    last = play_out(red, blue, seed=2)[-1]
    table = resume(Skirmish(), parse_log(red.get("/log").text))
    assert {man: f"{at:02d}01" for man, at in table.position.at.items()} == {
        piece["id"]: piece["at"] for piece in last["pieces"]
    }


# Coming back


def reopened(tables: Tables) -> Tables:
    where = place(tables.store)
    tables.close()
    return Tables(open_store(where), SkirmishLibrary(), pace=0)


@pytest.mark.parametrize("seed", range(5))
def test_a_table_read_from_the_disk_gives_equal_views(players: Players, tables: Tables, seed: int) -> None:
    red, blue, watcher = players
    red.walk("r1", "0101")
    red.act("/undo")
    play_out(red, blue, seed, acts=5 * (seed + 1))
    live = tables.find(red.table)
    before = [SeatView(live, live.seat(player.key)).view() for player in (red, blue, watcher)]
    again = reopened(tables)
    live = again.find(red.table)
    assert [SeatView(live, live.seat(player.key)).view() for player in (red, blue, watcher)] == before
    again.close()


def test_a_command_is_remembered_over_a_restart(tables: Tables) -> None:
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open"))
    live = tables.find(made.table)
    assert live.order(live.seat(made.seats["Red"] or ""), 0, "c", WALK) == 1
    again = reopened(tables)
    live = again.find(made.table)
    assert live.order(live.seat(made.seats["Red"] or ""), 0, "c", WALK) == 1
    assert live.moment.seq == 1
    again.close()


def test_the_number_of_a_roll_never_comes_back(tables: Tables) -> None:
    """Over undo, restarts and many strikes, rolls are numbered 1, 2, 3 in the order they fell."""
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open", free=True))
    rng = random.Random(5)
    for _ in range(4):
        live = tables.find(made.table)
        for _ in range(6):
            act_somehow(live, made.seats, rng)
        tables = reopened(tables)
    live = tables.find(made.table)
    rolls = [event.index for event in live.events if isinstance(event, Rolled)]
    assert rolls == list(range(1, len(rolls) + 1))
    assert len(rolls) >= 4
    assert any(isinstance(event, Undone) for event in live.events)
    assert live.moment.rolls == len(rolls)
    tables.close()


def act_somehow(live: Any, seats: dict[str, str | None], rng: random.Random) -> None:
    """Answer, or else strike in free play whoever stands on 0901, walk and take it back."""
    side = live.moment.to_act
    seat, command = live.seat(seats[side]), str(rng.random())
    if live.moment.asked is not None:
        live.answer(seat, live.moment.seq, command, live.moment.asked.options[0])
        return
    man, there = ("r1", "0901") if side == "Red" else ("b2", "0401")
    live.order(seat, live.moment.seq, command, {"type": "walk", "piece": man, "to": "0601"})
    live.undo(seat, live.moment.seq, command + "u")
    live.order(seat, live.moment.seq, command + "s", {"type": "strike", "units": [man], "target": there})


def test_dice_that_were_tampered_with_close_the_table(tables: Tables) -> None:
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open", free=True))
    live = tables.find(made.table)
    strike_far = {"type": "strike", "units": ["r1"], "target": "0901"}
    live.order(live.seat(made.seats["Red"] or ""), 0, "c", strike_far)
    ((body,),) = execute(tables.store, "SELECT body FROM events WHERE seq = 2")
    event = EVENT.decode(body)
    assert isinstance(event, Rolled)
    other = msgspec.structs.replace(event, faces=(event.faces[0] % 6 + 1,))
    execute(tables.store, "UPDATE events SET body = %s WHERE seq = 2", msgspec.json.encode(other))
    # Whoever changes an event can change the hash of all of them, too.
    ((record,),) = execute(tables.store, "SELECT record FROM tables")
    head = chained(first_hash(record), tables.store.since(made.table, 0))
    execute(tables.store, "UPDATE tables SET head = %s", head)
    again = reopened(tables)
    with pytest.raises(GrognardError, match=r"roll 1 of table .* does not follow from its secret"):
        again.find(made.table)
    again.close()


class SlowToRemember(dict[str, LiveTable]):
    """Where tables are remembered, each only after the gate was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.knocked, self.gate = threading.Event(), threading.Event()

    def __setitem__(self, table: str, live: LiveTable) -> None:
        self.knocked.set()
        assert self.gate.wait(10)
        super().__setitem__(table, live)


def test_two_who_come_at_once_find_one_table(tables: Tables) -> None:
    """While one is about to remember the table he has read, another asks for it."""
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open"))
    tables._live = slow = SlowToRemember()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(tables.find, made.table)
        assert slow.knocked.wait(10)
        second = pool.submit(tables.find, made.table)
        wait([second], timeout=0.2)
        slow.gate.set()
        assert first.result(10) is second.result(10) is tables.find(made.table)
    tables.close()


def test_a_table_that_is_long_to_read_keeps_nobody_waiting_at_another(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, short = (
        tables.make(NewTable(dice="server", game="skirmish", scenario="open")).table for _ in range(2)
    )
    tables._live.clear()
    load, reading, gate = tables.store.load, threading.Event(), threading.Event()

    def slow(table: str) -> Any:
        if table == long:
            reading.set()
            assert gate.wait(10)
        return load(table)

    monkeypatch.setattr(tables.store, "load", slow)
    with ThreadPoolExecutor(2) as pool:
        waiting = pool.submit(tables.find, long)
        assert reading.wait(10)
        try:
            assert pool.submit(tables.find, short).result(5).id == short
        finally:
            gate.set()
        assert waiting.result(10).id == long
    tables.close()


def test_a_side_acts_so_often_at_a_table_and_no_more(tables: Tables) -> None:
    """Nobody makes a table grow without end, and nobody uses up what the opponent may do; an act that is sent again is known."""
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open"))
    live = tables.find(made.table)
    red, blue = (live.seat(made.seats[side] or "") for side in ("Red", "Blue"))
    live.act_limit = ActLimit(3)
    assert [
        live.order(red, 0, "1", WALK),
        live.undo(red, 1, "2"),
        live.order(red, 2, "3", {"type": "end"}),
    ] == [1, 2, 3]
    assert live.order(blue, 3, "1", {"type": "end"}) == 4
    with pytest.raises(Refused, match="Red did 3 acts at this table, which is all that it takes") as refused:
        live.order(red, 4, "4", WALK)
    assert (refused.value.status, live.moment.seq) == (409, 4)
    assert live.order(red, 4, "3", {"type": "end"}) == 3
    assert resign(live, red, "5") == 5
    tables.close()


# What fails


def full(*_: Any, **__: Any) -> None:
    raise NotKept("the disk is full")


def test_a_table_the_disk_failed_is_played_no_more_but_read_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open"))
    live, heard = tables.find(made.table), []
    live.after.append(lambda it: heard.append(it.broken))
    seat = live.seat(made.seats["Red"] or "")
    with monkeypatch.context() as disk:
        disk.setattr(tables.store, "append", full)
        with pytest.raises(NotKept):
            live.order(seat, 0, "c1", WALK)
    assert heard == [True], "who follows it is told, so that the stream ends"
    with pytest.raises(Refused, match="is being read from the disk again") as refused:
        live.order(seat, 0, "c2", WALK)
    assert refused.value.status == 503
    again = tables.find(made.table)
    assert again is not live
    assert again.order(seat, 0, "c1", WALK) == 1
    tables.close()


def test_a_program_plays_on_when_the_disk_works_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open", seats={"Blue": "random"}))
    live, append = tables.find(made.table), tables.store.append

    def once(*args: Any, **more: Any) -> None:
        append(*args, **more)
        monkeypatch.setattr(tables.store, "append", full)

    monkeypatch.setattr(tables.store, "append", once)
    live.order(live.seat(made.seats["Red"] or ""), 0, "c", {"type": "end"})
    until(lambda: live.broken)
    monkeypatch.setattr(tables.store, "append", append)
    until(lambda: tables.find(made.table).moment.to_act == "Red")
    tables.close()


def test_an_act_is_done_even_if_somebody_cannot_be_told(players: Players, tables: Tables) -> None:
    red = players[0]
    heard = []

    def deaf(_: LiveTable) -> None:
        raise RuntimeError("the line is down")

    tables.find(red.table).after += [deaf, lambda live: heard.append(live.moment.seq)]
    assert red.order(WALK, 0, "c").json() == {"seq": 1}
    # That the table was made may be heard late.
    assert heard[-1] == 1


# Programs


def test_a_program_plays_until_a_person_must_act(client: Client) -> None:
    new = {"dice": "server", "game": "skirmish", "scenario": "open", "seats": {"Blue": "random"}}
    made = client.post("/api/tables", json=new).json()
    assert made["seats"]["Blue"] is None
    red = Player(client, made["table"], made["seats"]["Red"])
    assert red.view()["programs"] == {"Blue": "random"}
    red.end()
    until(lambda: red.view()["to_act"] == "Red")
    assert {line["side"] for line in red.view()["log"]} == {"Red", "Blue"}


@pytest.mark.parametrize("program", ["random", "bad"])
def test_two_programs_play_a_game_to_its_end(client: Client, program: str) -> None:
    """A program with a defect does not hold the game up."""
    seats = {"Red": "random", "Blue": program}
    made = client.post(
        "/api/tables", json={"dice": "server", "game": "skirmish", "scenario": "open", "seats": seats}
    ).json()
    watcher = Player(client, made["table"], made["watch"])
    until(lambda: watcher.view()["to_act"] is None)
    assert watcher.view()["status"]["verdict"] == "it is over"


def test_programs_play_on_after_a_restart(tables: Tables) -> None:
    """And tables that wait for a person are not opened for it: a club has thousands."""
    waits = tables.make(NewTable(dice="server", game="skirmish", scenario="open", seats={"Blue": "random"}))
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open", seats={"Blue": "random"}))
    live = tables.find(made.table)
    tables.programs._closing = True  # It ends before Blue's program comes to act.
    live.order(live.seat(made.seats["Red"] or ""), 0, "c", {"type": "end"})
    again = reopened(tables)
    again.programs.resume()
    until(lambda: again.find(made.table).moment.to_act == "Red")
    assert again.find(made.table).moment.seq > 1
    again.programs._resume()
    assert waits.table not in again._live
    again.close()


def test_tables_nobody_follows_are_let_go_and_found_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.server.tables.ROOM", 3)
    made = [tables.make(NewTable(dice="server", game="skirmish", scenario="open")) for _ in range(10)]
    assert len(tables._live) == 3
    live = tables.find(made[0].table)
    assert live.order(live.seat(made[0].seats["Red"] or ""), 0, "c", WALK) == 1
    tables.close()


def test_a_table_that_was_let_go_while_somebody_acts_on_it_is_not_read_a_second_time(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who found the table before it was let go, and who finds it after, act on one table with one lock."""
    monkeypatch.setattr("grognard.server.tables.ROOM", 1)
    made = tables.make(NewTable(dice="server", game="skirmish", scenario="open"))
    first = tables.find(made.table)
    tables.make(NewTable(dice="server", game="skirmish", scenario="open"))
    assert made.table not in tables._live
    second = tables.find(made.table)
    first.order(first.seat(made.seats["Red"] or ""), 0, "c", WALK)
    assert second.moment.seq == 1
    tables.close()
