# SPDX-License-Identifier: Apache-2.0
"""A server in a process of its own: streams in order and resumed, many writers, SIGKILL, an orderly end, the command."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from clients import Player, Running
from killing import kill_again_and_again

from grognard.charts.errors import GrognardError
from grognard.cli.saves import games_folder
from grognard.server.data_folder import data_folder
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import open_store


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "data")
    yield running
    if running.process.poll() is None:
        running.stop()


def sit(server: Running, **new: Any) -> Player:
    body = {"dice": "server", "game": "skirmish", "scenario": "open", "hotseat": True, **new}
    made = server.client.post("/api/tables", json=body).json()
    return Player(server.client, made["table"], made["seats"]["Red"] or made["watch"])


class Stream:
    """What a page hears of a table."""

    def __init__(self, player: Player, last: str = "") -> None:
        headers = {**player.headers, **({"Last-Event-ID": last} if last else {})}
        self.client = httpx.Client(base_url=player.client.base_url, timeout=10)
        self.context = self.client.stream("GET", f"{player.path}/events", headers=headers)
        self.answer = self.context.__enter__()
        self.lines = self.answer.iter_lines()

    def next(self) -> tuple[int, dict[str, Any]]:
        """Return the next event: its id and its view."""
        event: dict[str, str] = {}
        for line in self.lines:
            if not line and event:
                return int(event["id"]), msgspec.json.decode(event["data"])
            name, _, value = line.partition(": ")
            if name:
                event[name] = value
        raise EOFError

    def close(self) -> None:
        self.context.__exit__(None, None, None)
        self.client.close()


def test_a_stream_shows_the_table_at_once_and_after_every_act(server: Running) -> None:
    player = sit(server)
    stream = Stream(player)
    assert stream.answer.headers["content-type"].startswith("text/event-stream")
    assert stream.next()[0] == 0
    for expected, (man, there) in enumerate((("r1", "0301"), ("r2", "0501")), 1):
        player.walk(man, there)
        assert stream.next() == (expected, player.view())
    stream.close()


def test_a_stream_takes_up_where_it_was_cut(server: Running) -> None:
    player = sit(server)
    stream = Stream(player)
    stream.next()
    player.walk("r1", "0301")
    last, _ = stream.next()
    stream.close()
    # Nothing happened since: the next thing it hears is the next act.
    quiet = Stream(player, str(last))
    player.walk("r2", "0501")
    assert quiet.next()[0] == 2
    quiet.close()
    # Something did: it is shown at once.
    for old in ("1", "999", "junk"):
        late = Stream(player, old)
        assert late.next() == (2, player.view())
        late.close()


def test_whoever_plays_a_program_sees_it_act_in_order(server: Running) -> None:
    player = sit(server, seats={"Blue": "random"})
    stream = Stream(player)
    seen = [stream.next()]
    for _ in range(3):
        player.end()
        while seen[-1][0] < player.view()["seq"] or seen[-1][1]["to_act"] == "Blue":
            seen.append(stream.next())
    ids = [seq for seq, _ in seen]
    assert ids == sorted(set(ids))
    assert all(view["seq"] == seq for seq, view in seen)
    assert {line["side"] for line in seen[-1][1]["log"]} == {"Red", "Blue"}
    assert seen[-1][1] == player.view()
    stream.close()


def test_a_stream_needs_a_key(server: Running) -> None:
    player = sit(server)
    assert server.client.get(f"{player.path}/events").status_code == 401


def test_of_many_who_act_at_once_one_does(server: Running) -> None:
    player = sit(server)
    for round_ in range(5):
        seq = player.view()["seq"]
        answers: list[int] = []

        def act(answers: list[int] = answers, seq: int = seq) -> None:
            with httpx.Client(base_url=server.client.base_url, timeout=20) as client:
                other = Player(client, player.table, player.key)
                answers.append(other.order({"type": "end"}, seq).status_code)

        threads = [threading.Thread(target=act) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] + [409] * 7
        assert player.view()["seq"] == round_ + 1


def test_a_server_told_to_end_ends_though_somebody_listens(server: Running) -> None:
    stream = Stream(sit(server))
    stream.next()
    begun = time.monotonic()
    assert server.stop() in (0, -signal.SIGTERM)
    assert time.monotonic() - begun < 4
    with pytest.raises((EOFError, httpx.RemoteProtocolError)):
        stream.next()
    stream.close()


def test_nothing_acknowledged_is_lost_to_a_kill(tmp_path: Path) -> None:
    """`make long` does it two hundred times."""
    assert kill_again_and_again(tmp_path, 5) >= 5


# The command


def serve(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "grognard", "serve", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_says_where_it_is_and_where_data_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    running = serve("--port", "0", "--data", str(folder))
    assert running.stdout is not None
    said = running.stdout.readline()
    assert str(folder) in said
    address = said.split(" at ")[1].split()[0]
    games = httpx.get(f"{address}api/games", timeout=60)
    assert [each["name"] for each in games.json()][3] == "seelowe"
    # While it runs a second one is refused, and a backup is not.
    second = serve("--port", "0", "--data", str(folder))
    _, error = second.communicate(timeout=60)
    assert (second.returncode, error.count("\n")) == (2, 1)
    assert "another server is using" in error
    backup = serve("--data", str(folder), "--backup", str(tmp_path / "copy.sqlite"))
    told, _ = backup.communicate(timeout=60)
    assert (backup.returncode, told) == (0, f"All tables are copied to {tmp_path / 'copy.sqlite'}.\n")
    running.send_signal(signal.SIGINT)
    _, error = running.communicate(timeout=60)
    assert error == ""


NO_DRIVER = "-m pip install 'grognard[postgres]'"
NO_DATABASE = "--store takes the address of a database, such as postgresql://USER@HOST/NAME"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("serve", "--store", "postgresql://me@db/games"), NO_DRIVER),
        (("serve", "--store", "postgresql://me@db/games", "--backup", "copy"), NO_DRIVER),
        (("serve", "--move-to", "postgresql://me@db/games"), NO_DRIVER),
        (("work", "--store", "postgresql://me@db/games"), NO_DRIVER),
        (("serve", "--store", "foo"), NO_DATABASE),
        (("serve", "--store", "foo", "--backup", "copy"), NO_DATABASE),
        (("work", "--store", "foo"), NO_DATABASE),
        (("serve", "--port", "99999"), "there is no port 99999; --port takes a number from 0 to 65535"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_sentence(
    arguments: tuple[str, ...],
    says: str,
    here: Callable[..., "subprocess.CompletedProcess[str]"],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Without the driver of the database, as `make play` installs it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    SqliteStore(tmp_path).close()
    for module in [name for name in sys.modules if name.startswith("grognard.server.postgres")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    refused = here(*arguments)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert refused.stderr.endswith(f"{says}\n")


def test_ctrl_c_while_it_begins_ends_it_without_a_word(tmp_path: Path) -> None:
    """The signal goes to every process of the terminal, those that are still loading the games among them."""
    for wait in (0.0, 0.4, 1.5):
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--data", str(tmp_path)]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        assert server.stdout is not None
        server.stdout.readline()
        time.sleep(wait)
        os.killpg(server.pid, signal.SIGINT)
        _, error = server.communicate(timeout=60)
        assert error == ""


def test_tables_are_kept_in_no_other_kind_of_place(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="in a folder or at postgresql://USER@HOST/NAME, not at mysql://"):
        open_store("mysql://somewhere/tables")
    assert list(tmp_path.iterdir()) == []


def test_data_is_kept_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GROGNARD_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/guderian")
    assert data_folder() == Path("/home/guderian/.local/share/grognard")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/grognard")
    assert games_folder() == Path("/data/grognard/games")
    monkeypatch.setenv("GROGNARD_DATA", "/srv/tables")
    assert data_folder() == Path("/srv/tables")


def test_whoever_is_at_a_table_is_told_who_else_is(server: Running) -> None:
    made = server.client.post(
        "/api/tables", json={"dice": "server", "game": "skirmish", "scenario": "open"}
    ).json()
    red, blue, watcher = (
        Player(server.client, made["table"], key) for key in (*made["seats"].values(), made["watch"])
    )
    away = {"here": False, "minutes": None, "name": ""}
    assert red.get("/presence").json() == [{"sides": ["Blue"], **away}, {"sides": ["Red"], **away}]
    stream = Stream(blue)
    stream.next()
    assert watcher.get("/presence").json()[0] == {
        "sides": ["Blue"],
        "here": True,
        "minutes": None,
        "name": "",
    }
    stream.close()
    end = time.monotonic() + 20
    while (told := red.get("/presence").json()[0])["here"] and time.monotonic() < end:
        red.order({"type": "end"})
        blue.order({"type": "end"})
    assert told == {"sides": ["Blue"], "here": False, "minutes": 0, "name": ""}
    assert server.client.get(f"/api/tables/{made['table']}/presence").status_code == 401
