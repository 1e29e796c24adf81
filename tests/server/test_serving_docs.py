# SPDX-License-Identifier: Apache-2.0
"""The page about running a server: its commands can be given, systemd takes its unit, and its proxy lets everything through."""

import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from io import BytesIO
from pathlib import Path
from urllib.request import Request

import pytest
from litestar.testing import TestClient
from typer.main import get_group

from grognard.cli import app
from grognard.server import save_routes
from grognard.server.app import make_app
from grognard.server.events import HEARTBEAT
from grognard.server.library import Shipped
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

PAGE = (Path(__file__).parents[2] / "docs" / "serving.md").read_text(encoding="utf-8")
UNITS = re.findall(r"^```ini\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PROXIES = re.findall(r"^ *```nginx\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = [
    found.replace("\\\n", " ")
    for found in re.findall(
        r"(?:^    |\s/opt/grognard/bin/|=/opt/grognard/bin/)(grognard (?:serve|work) (?:[^\n]*\\\n)*[^\n]*)",
        PAGE,
        re.MULTILINE,
    )
]
# What stands for something on the page.
STANDS_FOR = {"FOLDER": "/srv", "FILE": "/srv/copy", "ADDRESS": "postgresql://me@db/games", "NAME": "board"}


def given(command: str) -> list[str]:
    """Return the words of a command; of what is in brackets all is given."""
    words = shlex.split(re.sub(r"[][]", " ", re.sub(r"\$\([^)]*\)", "today", command)))[1:]
    return [STANDS_FOR.get(word, word) for word in words]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_given(command: str) -> None:
    name, *options = given(command)
    get_group(app).commands[name].make_context(name, options)


def test_the_page_has_them() -> None:
    assert len(COMMANDS) >= 6
    assert (len(UNITS), len(PROXIES)) == (1, 2)


def test_the_program_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a 3 the British choose whether to leave the town."""
    (program,) = PROGRAMS
    monkeypatch.setattr("grognard.server.table_state.roll", lambda *_: (3,))
    tables = Tables(SqliteStore(tmp_path), Shipped(), pace=0)
    with TestClient(make_app(tables), base_url="http://127.0.0.1:8000") as client:

        def urlopen(asked: Request) -> BytesIO:
            content = asked.data if isinstance(asked.data, bytes) else None
            answer = client.request(
                asked.get_method(), asked.full_url, content=content, headers=asked.headers
            )
            return BytesIO(answer.raise_for_status().content)

        monkeypatch.setattr("urllib.request.urlopen", urlopen)
        exec(program, {})  # noqa: S102 - what the page prints is what runs
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Dr in a city (13.0): ignore it or retreat? -> ignore"
    assert "17. Infanterie and 35. Infanterie attack Folkestone 2411" in said[1]


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    (unit,) = UNITS
    read = ConfigParser()
    read.read_string(unit)
    service = read["Service"]
    # What the unit protects leaves the folder that the command writes to.
    assert f"--data /var/lib/{service['StateDirectory']}" in service["ExecStart"]
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        return
    made = tmp_path / "grognard.service"
    made.write_text(unit.replace("/opt/grognard/bin/grognard", f'"{sys.executable}" -m grognard'))
    told = subprocess.run([systemd, "verify", str(made)], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "grognard.service" in line] == []


def test_the_proxy_lets_everything_through() -> None:
    one, several = PROXIES
    for block in PROXIES:
        assert block.count("{") == block.count("}")
    body = re.search(r"client_max_body_size (\d+)m;", one)
    assert body
    assert int(body[1]) * 2**20 >= save_routes.BODY
    silence = re.search(r"proxy_read_timeout (\d+)s;", one)
    assert silence
    assert int(silence[1]) > 2 * HEARTBEAT, "a stream on which nothing happens shows a sign of life"
    streams = re.search(r"location ~ (\S+) \{", one)
    assert streams
    assert re.search(streams[1], "/api/tables/0123abcd/events")
    assert not re.search(streams[1], "/api/tables/0123abcd/orders")
    table = re.search(r"~(\S+) \$id;", several)
    assert table
    for path in ("/t/0123abcd", "/api/tables/0123abcd", "/api/tables/0123abcd/events"):
        found = re.search(table[1].replace("(?<", "(?P<"), path)
        assert found, path
        assert found["id"] == "0123abcd"
