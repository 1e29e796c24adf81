# SPDX-License-Identifier: Apache-2.0
"""A clock for each side, and games that end before their rules end them: a player resigns, or an opponent claims the game by time."""

import base64
import gzip
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clients import Client, Player
from sharing import play_shared, sit_down
from skirmish import SkirmishLibrary

from grognard.procedures.procedure import NotAllowed
from grognard.server.clock import Clock
from grognard.server.giving_up import claim, give_time, resign
from grognard.server.new_table import NewTable
from grognard.server.people import me, name_me, sit
from grognard.server.proof import prove
from grognard.server.store import open_store
from grognard.server.tables import Tables

CHECK = Path(__file__).parents[2] / "docs" / "check_dice.py"
DAY = 86_400.0
DAYS = {"days": 2}
QUICK = {"minutes": 10, "increment": 15}
Seats = tuple[Player, Player, Player]


class Hands:
    """The time that clocks go by, set by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hands(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Hands:
    found = Hands()
    monkeypatch.setattr(tables.time, "now", found)
    return found


def seated(client: Client, clock: Any, scenario: str = "open", **new: Any) -> Seats:
    """Make a table with a clock; return Red, Blue and a watcher."""
    body = {"game": "skirmish", "scenario": scenario, "dice": "server", "clock": clock, **new}
    done = client.post("/api/tables", json=body)
    assert done.status_code == 201, done.text
    made = done.json()
    keys = (made["seats"]["Red"], made["seats"]["Blue"] or "", made["watch"])
    red, blue, watcher = (Player(client, made["table"], key) for key in keys)
    return red, blue, watcher


def do(player: Player, what: str, command: str = "") -> Any:
    return player.post(f"/{what}", {"command": command or what})


def wait_for(held: Callable[[], bool]) -> None:
    """Wait until a program has acted."""
    for _ in range(400):
        if held():
            return
        time.sleep(0.05)
    pytest.fail("the program did not act")


def clock(player: Player) -> dict[str, Any]:
    told: dict[str, Any] = player.get("/talk").json()["clock"]
    return told


# Resigning


@pytest.mark.parametrize("scenario", ["open", "hidden"])
def test_who_resigns_ends_the_game_and_all_is_laid_open(client: Client, scenario: str) -> None:
    red, blue, watcher = seated(client, None, scenario)
    red.walk("r1", "0301")
    before = red.view()["seq"]
    assert do(watcher, "resign").json()["detail"] == "this key is for watching; it plays no side"
    # At any time, also where it is for the other to act.
    done = do(blue, "resign")
    assert (done.status_code, done.json()["seq"]) == (200, 2)
    for player in (red, blue, watcher):
        view = player.view()
        assert view["status"]["verdict"] == "The Blue side has resigned"
        assert (view["to_act"], view["status"]["side"], view["undoable"], view["can_end"]) == (
            None,
            None,
            False,
            None,
        )
        assert view["seq"] == 2 >= before
        assert len(view["dice"]["secret"]) == 64
        # The replay opens to anybody, and shows the game as it went on before that.
        replay = Player(client, red.table, view["replay"])
        assert replay.get("?at=1").json()["status"]["verdict"] == ""
        assert replay.get("?at=2").json()["status"]["verdict"] == "The Blue side has resigned"
    # Sent again it is done; anything else comes too late.
    assert do(blue, "resign").json()["seq"] == 2
    for late in (
        do(red, "resign", "me too"),
        red.order({"type": "end"}),
        red.act("/undo"),
        do(red, "takeback"),
        do(red, "claim"),
    ):
        assert late.status_code in {403, 409, 422}, late.text
    assert red.order({"type": "end"}).json()["detail"] == "the game is over"
    assert red.act("/undo").json()["detail"] == "the game is over"
    assert red.view()["seq"] == 2


def test_it_is_over_for_the_store_the_list_and_the_next_start(
    client: Client, tables: Tables, where: str | Path
) -> None:
    red, blue, _ = seated(client, DAYS)
    secret = "s" * 43
    name_me(tables, secret, "Anna")
    sit(tables, secret, red.table, red.key)
    red.end()
    assert me(tables, secret).tables[0].left == pytest.approx(2 * DAY, abs=5)
    assert tables.store.has_clocks()
    do(red, "resign")
    mine = me(tables, secret).tables[0]
    assert (mine.verdict, mine.to_act, mine.waits, mine.left) == (
        "The Red side has resigned",
        None,
        False,
        None,
    )
    assert tables.store.unfinished() == []
    assert not tables.store.has_clocks()
    saved = blue.get("/log").content
    head = blue.view()["dice"]["head"]
    tables.close()
    again = Tables(open_store(where), SkirmishLibrary(), pace=0)
    live = again.find(red.table)
    assert (live.moment.over, live.moment.lost, live.head(live.moment)) == (True, live.events[-1], head)
    assert saved.splitlines()[-2] == b'{"type":"lost","side":"Red","how":"resigned"}'
    again.close()


@pytest.mark.parametrize("dice", ["server", "players", "each-roll"])
def test_the_save_of_a_game_that_was_given_up_holds_for_every_checker(
    client: Client, dice: str, tmp_path: Path
) -> None:
    red, blue, _ = sit_down(client, dice)
    views = play_shared(red, blue, seed=5, acts=8)
    assert views[-1]["to_act"]
    do(blue.player, "resign")
    saved = red.player.get("/log").content
    heads = [view["dice"]["head"] for view in (*views, red.player.view())]
    proof = prove(saved, heads)
    assert proof is not None
    assert (proof.faults, proof.rolls) == ((), views[-1]["dice"]["rolled"])
    (tmp_path / "save").write_bytes(saved)
    subprocess.run([sys.executable, CHECK, tmp_path / "save", heads[-1]], check=True, capture_output=True)


def test_before_the_other_has_come_and_while_a_roll_waits_for_him_one_can_resign(client: Client) -> None:
    red, blue, _ = sit_down(client, "players", join=False)
    red.join()
    assert do(red.player, "resign").status_code == 200
    saved = prove(red.player.get("/log").content)
    assert saved is not None
    assert saved.faults == ()
    assert blue.player.post("/join", {"nonce": blue.nonce}).status_code == 422
    # A roll that never falls.
    red, blue, _ = sit_down(client, "each-roll")
    play_shared(red, blue, seed=1, reveals=False)
    assert red.player.view()["dice"]["reveals"]
    assert do(blue.player, "resign").status_code == 200
    view = red.player.view()
    assert (view["dice"]["reveals"], view["question"], view["status"]["verdict"]) == (
        [],
        None,
        "The Blue side has resigned",
    )
    saved = prove(red.player.get("/log").content)
    assert saved is not None
    assert saved.faults == ()


def test_at_one_screen_the_side_to_act_resigns(client: Client) -> None:
    both, _, _ = seated(client, None, hotseat=True)
    both.end()
    do(both, "resign")
    assert both.view()["status"]["verdict"] == "The Blue side has resigned"


def test_a_save_of_it_is_gone_on_from_with_a_word_about_its_end(client: Client) -> None:
    red, _, _ = seated(client, None)
    red.end()
    do(red, "resign")
    save = base64.b64encode(gzip.compress(red.get("/log").content)).decode()
    told = client.post("/api/saves", json={"save": save}).json()
    assert (told["to_act"], told["verdict"]) == ("Blue", "")
    assert told["notice"] == "The Red side has resigned there; here it goes on from the last order."
    made = client.post("/api/saves/tables", json={"save": save, "dice": "server", "clock": DAYS}).json()
    blue = Player(client, made["table"], made["seats"]["Blue"])
    blue.end()
    assert clock(blue)["setting"] == {"days": 2, "minutes": 0, "increment": 0}


# The clock


def test_days_anew_for_each_wait_and_only_the_opponent_may_claim(client: Client, hands: Hands) -> None:
    red, blue, watcher = seated(client, DAYS)
    # Where nobody joins it begins with the first act.
    hands.at += DAY
    assert clock(red) == {
        "setting": {"days": 2, "minutes": 0, "increment": 0},
        "left": {"Red": 2 * DAY, "Blue": 2 * DAY},
        "runs": None,
        "opposes": False,
    }
    assert do(blue, "claim").json()["detail"] == "no clock runs"
    red.walk("r1", "0301")
    assert (clock(red)["runs"], clock(red)["opposes"], clock(blue)["opposes"]) == ("Red", False, True)
    hands.at += 2 * DAY - 90
    assert clock(watcher)["left"] == {"Red": 90.0, "Blue": 2 * DAY}
    assert clock(watcher)["opposes"] is False
    refused = do(blue, "claim")
    assert (refused.status_code, refused.json()["detail"]) == (409, "the Red side has 1 min 30 s left")
    hands.at += 100
    assert clock(blue)["left"]["Red"] == -10.0
    for other in (red, watcher):
        assert do(other, "claim").status_code == do(other, "time").status_code == 403
    # Nothing happens by itself: Red may still act, and the claim is gone.
    red.end()
    assert (clock(red)["runs"], clock(red)["left"]) == ("Blue", {"Red": 0.0, "Blue": 2 * DAY})
    assert do(blue, "claim").status_code == 403
    assert do(red, "claim").json()["detail"] == "the Blue side has 2 d 0 h left"
    hands.at += 2 * DAY
    done = do(red, "claim", "mine")
    assert (done.status_code, red.view()["status"]["verdict"]) == (
        200,
        "The Blue side has lost on time",
    )
    assert do(red, "claim", "mine").json() == done.json()
    assert clock(red)["runs"] is None
    assert red.get("/log").content.splitlines()[-2] == b'{"type":"lost","side":"Blue","how":"time"}'
    proof = prove(red.get("/log").content)
    assert proof is not None
    assert proof.faults == ()


def test_minutes_for_the_whole_game_and_more_of_them_given(client: Client, hands: Hands) -> None:
    red, blue, _ = seated(client, QUICK)
    red.walk("r1", "0301")
    hands.at += 100
    red.end()
    assert clock(red)["left"] == {"Red": 515.0, "Blue": 600.0}
    hands.at += 40
    # What is taken back by consent leaves the clocks as they are.
    do(red, "takeback")
    blue.post("/takeback/answer", {"command": "yes", "agrees": True})
    assert (clock(red)["runs"], clock(red)["left"]["Red"]) == ("Red", 515.0)
    hands.at += 515
    assert clock(blue)["left"]["Red"] == 0.0
    assert do(blue, "time").status_code == 201
    assert do(blue, "time").status_code == 201  # the same, sent again
    assert clock(red)["left"]["Red"] == 300.0
    assert red.get("/talk").json()["remarks"][-1]["text"] == "Blue gave the Red side five minutes more."
    hands.at += 10
    assert do(blue, "claim").json()["detail"] == "the Red side has 4 min 50 s left"
    red.end()
    assert clock(red)["left"]["Red"] == 305.0
    assert do(red, "time").status_code == 201
    # It is no act of the game: what was meant for the table as it stands is done.
    blue.end()
    assert clock(blue)["left"]["Blue"] > 800


def test_the_clock_begins_when_all_have_joined_and_stands_for_a_program(
    client: Client, tables: Tables, hands: Hands
) -> None:
    red, blue, _ = sit_down(client, "players", join=False, clock=DAYS)
    red.join()
    hands.at += DAY
    assert clock(red.player)["runs"] is None
    blue.join()
    hands.at += 60
    assert (clock(red.player)["runs"], clock(red.player)["left"]["Red"]) == ("Red", 2 * DAY - 60)
    alone, _, _ = seated(client, QUICK, seats={"Blue": "random"})
    alone.end()
    wait_for(lambda: tables.find(alone.table).moment.to_act == "Red")
    told = clock(alone)
    assert (told["runs"], list(told["left"]), told["opposes"]) == ("Red", ["Red"], False)
    assert do(alone, "claim").status_code == do(alone, "time").status_code == 403


def test_the_clock_runs_for_whoever_a_roll_waits_for(client: Client, hands: Hands) -> None:
    """Else a player who closes his browser would let the other's time run out."""
    red, blue, _ = sit_down(client, "each-roll", clock=DAYS)
    play_shared(red, blue, seed=1, reveals=False)
    waits = red.player.view()
    assert waits["dice"]["reveals"] == ["Blue"]
    hands.at += 2 * DAY
    assert clock(red.player)["runs"] == "Blue"
    assert do(red.player, "claim").status_code == 200
    proof = prove(red.player.get("/log").content)
    assert proof is not None
    assert proof.faults == ()


def test_a_watcher_of_a_game_that_hides_is_told_of_clocks_what_everybody_is(
    client: Client, hands: Hands
) -> None:
    red, blue, watcher = seated(client, QUICK, "hidden")
    red.walk("r1", "0301")
    hands.at += 7
    told = [{**clock(player), "opposes": None} for player in (red, blue, watcher)]
    assert told[0] == told[1] == told[2]


def test_clocks_go_on_after_a_restart_and_a_rematch_has_one_a_copy_none(
    client: Client, tables: Tables, where: str | Path, hands: Hands
) -> None:
    red, blue, _ = seated(client, QUICK)
    red.end()
    again = do(red, "rematch").json()["table"]
    assert clock(Player(client, again, blue.key))["setting"] == {"days": 0, **QUICK}
    copy = red.post("/copy", {}).json()
    assert clock(Player(client, copy["table"], copy["watch"])) is None
    hands.at += 30
    do(red, "time")
    hands.at += 20
    left = clock(red)["left"]
    assert left == {"Red": 615.0, "Blue": 850.0}
    tables.close()
    then = Tables(open_store(where), SkirmishLibrary(), pace=0)
    then.time.now = hands  # type: ignore[method-assign]
    live = then.find(red.table)
    assert live.clock is not None
    assert (live.clock.left, live.clock.runs) == (left, "Blue")
    then.close()


def test_clocks_of_tables_that_were_moved_go_on(tmp_path: Path) -> None:
    here = Tables(open_store(tmp_path / "here"), SkirmishLibrary(), pace=0)
    here.time.now = Hands()  # type: ignore[method-assign]
    made = here.make(NewTable(game="skirmish", scenario="open", dice="server", clock=Clock(days=2)))
    live = here.find(made.table)
    live.order(live.seat(made.seats["Red"] or ""), 0, "1", {"type": "end"})
    there = open_store(tmp_path / "there")
    there.fill(here.store.every())
    here.close()
    then = Tables(there, SkirmishLibrary(), pace=0)
    clock = then.find(made.table).clock
    assert clock is not None
    # Time goes on from that of the last act; else Blue's clock would stand still until as much had gone again.
    assert then.time.now() >= Hands().at
    assert clock.left["Blue"] == pytest.approx(2 * DAY, abs=5)
    then.close()


def test_two_servers_show_the_same_clocks_and_one_end(database: str) -> None:
    one, other = (Tables(open_store(database), SkirmishLibrary(), pace=0) for _ in range(2))
    hands = Hands()
    one.time.now = other.time.now = hands  # type: ignore[method-assign]
    made = one.make(NewTable(game="skirmish", scenario="open", dice="server", clock=Clock(minutes=10)))
    here, there = one.find(made.table), other.find(made.table)
    red, blue = (here.seat(made.seats[side] or "") for side in ("Red", "Blue"))
    here.order(red, 0, "1", {"type": "end"})
    there = other.find(made.table)
    hands.at += 100
    give_time(there, red, "more")
    hands.at += 100
    here.talk.catch_up()
    assert here.clock is not None
    assert there.clock is not None
    assert here.clock.left == there.clock.left == {"Red": 600.0, "Blue": 700.0}
    there.order(blue, 1, "2", {"type": "end"})
    assert one.find(made.table).clock is here.clock
    assert (here.clock.runs, here.clock.left) == ("Red", {"Red": 600.0, "Blue": 700.0})
    hands.at += 600
    assert claim(there, blue, "claim") == claim(here, blue, "claim") == 3
    with pytest.raises(NotAllowed, match="the game is over"):
        resign(one.find(made.table), red, "too late")
    assert here.moment.hash == other.find(made.table).moment.hash
    one.close()
    other.close()


# What is refused


@pytest.mark.parametrize(
    ("new", "detail"),
    [
        ({"clock": {}}, "a clock has either days for each turn or minutes for the whole game"),
        (
            {"clock": {"days": 1, "minutes": 5}},
            "a clock has either days for each turn or minutes for the whole game",
        ),
        ({"clock": {"days": 1, "increment": 5}}, "a clock of days has no increment"),
        ({"clock": DAYS, "seats": {"Red": "random", "Blue": "random"}}, "programs play without a clock"),
        ({"clock": {"days": 15}}, ""),
        ({"clock": {"days": -1}}, ""),
        ({"clock": {"days": 1.5}}, ""),
        ({"clock": {"minutes": 100_000}}, ""),
        ({"clock": {"hours": 1}}, ""),
        ({"clock": "fast"}, ""),
    ],
)
def test_what_is_no_clock_is_refused(client: Client, new: Any, detail: str) -> None:
    done = client.post("/api/tables", json={"game": "skirmish", "scenario": "open", **new})
    assert done.status_code == (422 if detail else 400)
    assert detail in done.json()["detail"]


@pytest.mark.parametrize("what", ["resign", "claim", "time"])
@pytest.mark.parametrize("body", [{}, {"command": ""}, {"command": 1}, {"command": "x", "side": "Blue"}])
def test_what_is_no_request_is_refused(players: Seats, what: str, body: Any) -> None:
    red, _, _ = players
    assert red.post(f"/{what}", body).status_code == 400
    assert red.view()["to_act"] == "Red"


def test_without_a_clock_nobody_loses_by_it(players: Seats) -> None:
    red, blue, _ = players
    red.end()
    for what in ("claim", "time"):
        done = do(red, what)
        assert (done.status_code, done.json()["detail"]) == (409, "this table has no clock")
    assert clock(blue) is None
