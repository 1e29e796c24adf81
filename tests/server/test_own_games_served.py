# SPDX-License-Identifier: Apache-2.0
"""A game in a folder of your own, made of data alone, is offered by the server and played there like any other."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clients import Client
from msgspec.structs import replace

from grognard.server.errors import Closed
from grognard.server.jobs import Reach, pack
from grognard.server.library import Shipped
from grognard.server.new_table import NewTable
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tables:
    """Tables of a server that knows the games in `examples`; the client ends them."""
    monkeypatch.setenv("GROGNARD_GAMES", str(EXAMPLES))
    return Tables(SqliteStore(tmp_path / "data"), Shipped(), pace=0)


def test_it_is_offered_with_its_scenario_its_charts_and_a_picture(client: Client) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()}
    assert games["lysna"]["title"] == "The Bridges of Lysna"
    assert [scenario["name"] for scenario in games["lysna"]["scenarios"]] == ["bridges"]
    assert [chart["name"] for chart in games["lysna"]["charts"]] == ["tec", "crt"]
    assert client.get("/api/games/lysna/opening").status_code == 200


def test_one_with_a_fault_is_left_out_and_the_others_are_offered(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spoiled = shutil.copytree(EXAMPLES / "lysna", tmp_path / "games" / "spoiled")
    rules = spoiled / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("days = 1", "weeks = 1"), encoding="utf-8")
    monkeypatch.setenv("GROGNARD_GAMES", os.pathsep.join([str(EXAMPLES), str(spoiled)]))
    names = [game["name"] for game in client.get("/api/games").json()]
    assert "lysna" in names
    assert "seelowe" in names
    assert "spoiled" not in names
    assert "spoiled is left out: " in caplog.text
    assert "weeks: is not known here" in caplog.text
    # The page says so, and nothing of where the server has its files.
    assert client.get("/api/games/left-out").json() == ["spoiled"]


FIND_AGAIN = """
import sys
from pathlib import Path
from grognard.server.save_table import save_table
from grognard.server.errors import Closed
from grognard.server.library import Shipped
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables
folder, table, key = sys.argv[1:]
tables = Tables(SqliteStore(Path(folder)), Shipped(), pace=0)
try:
    tables.find(table)
except Closed as error:
    print(error)
print(len(save_table(tables, table, key).data.splitlines()))
tables.close()
"""


def test_a_table_whose_game_has_faults_by_now_says_so_and_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players are told in a sentence, and not where the server has its files; its log names the faults."""
    own = shutil.copytree(EXAMPLES / "lysna", tmp_path / "games" / "own")
    monkeypatch.setenv("GROGNARD_GAMES", str(own))
    tables = Tables(SqliteStore(tmp_path / "data"), Shipped(), pace=0)
    made = tables.make(NewTable(game="own", scenario="bridges"))
    tables.close()
    rules = own / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("days = 1", "weeks = 1"), encoding="utf-8")
    command = [sys.executable, "-c", FIND_AGAIN, str(tmp_path / "data"), made.table, made.watch]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    sentence = "this table cannot be opened: the files of its game have faults, which the server's log names"
    assert done.stdout.splitlines() == [sentence, "2"]
    assert "weeks: is not known here" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_whose_game_is_gone_was_not_played_under_other_rules(tables: Tables, tmp_path: Path) -> None:
    made = tables.make(NewTable(game="lysna", scenario="bridges"))
    kept = tables.store.load(made.table)
    assert kept is not None
    tables.close()
    for record in (
        kept.record.replace(b'"lysna"', b'"vrba"'),
        kept.record.replace(b'"bridges"', b'"fords"'),
    ):
        there = SqliteStore(tmp_path / record.hex()[:1] / str(len(record)))
        there.create(replace(kept, record=record))
        bereft = Tables(there, Shipped(), pace=0)
        with pytest.raises(
            Closed,
            match=r"^this table cannot be opened: \w+/\w+ is not among the games here$",
        ):
            bereft.find(made.table)
        bereft.close()


def test_one_that_breaks_down_in_its_own_python_is_left_out_too(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = shutil.copytree(EXAMPLES / "lysna", tmp_path / "games" / "broken")
    rules = broken / "rules.toml"
    rules.write_text(f'python = "own"\n{rules.read_text(encoding="utf-8")}', encoding="utf-8")
    (broken / "own.py").write_text("OWN = missing\n", encoding="utf-8")
    monkeypatch.setenv("GROGNARD_GAMES", str(broken))
    names = [game["name"] for game in client.get("/api/games").json()]
    assert "seelowe" in names
    assert "broken" not in names
    assert client.get("/api/games/left-out").json() == ["broken"]


def test_programs_play_it_to_its_end(client: Client, tables: Tables) -> None:
    made = tables.make(
        NewTable(
            dice="server",
            game="lysna",
            scenario="bridges",
            seats={"Northern": "greedy", "Southern": "random"},
        )
    )
    live = tables.find(made.table)
    ends = time.monotonic() + 120
    while not live.moment.over and time.monotonic() < ends:
        time.sleep(0.02)
    view = client.get(f"/api/tables/{made.table}", headers={"Authorization": f"Bearer {made.watch}"}).json()
    assert view["status"]["verdict"]


WORKER = """
import sys
from pathlib import Path
from grognard.server.jobs import JOB, Doing
from grognard.server.library import Shipped
from grognard.server.warming import load_own_games
job, chart, first = sys.argv[1:]
asked = JOB.decode(Path(job).read_bytes())
text = Path(chart).read_text()
if first == "loaded":
    load_own_games(Shipped())
Path(chart).write_text(text.replace("A1  |", "DE  |"))
print(Doing(Shipped()).encoded(asked).decode())
Path(chart).write_text(text)
"""


@pytest.mark.parametrize("first", ["loaded", "edited"])
def test_odds_are_never_those_of_files_that_were_edited_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """A worker has the games of one's own from the start; if they were edited before that, it works nothing out."""
    own = shutil.copytree(EXAMPLES / "lysna", tmp_path / f"own-{first}")
    monkeypatch.setenv("GROGNARD_GAMES", str(own))
    tables = Tables(SqliteStore(tmp_path / "data"), Shipped(), pace=0)
    live = tables.find(tables.make(NewTable(game=own.name, scenario="bridges", dice="server")).table)
    position = live.game.rules.start()
    piece = live.game.view.pieces(position)[0].id
    job = tmp_path / "job"
    job.write_bytes(pack(Reach(opened=live.opened, position=pack(position), piece=piece)))
    tables.close()
    command = [sys.executable, "-c", WORKER, str(job), str(own / "cards" / "crt.toml"), first]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    assert ("edited after the server had read them" in done.stdout) == (first == "edited"), done.stdout
