# SPDX-License-Identifier: Apache-2.0
"""`grognard verify` on saves of a server: it says what they prove of their dice, and names the first bad event."""

import base64
import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from clients import Player
from forging import checker
from litestar.testing import TestClient
from saved import SAVES

import grognard
from grognard.server.app import make_app, served
from grognard.server.library import Shipped
from grognard.server.page import Page
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

Here = Callable[..., CompletedProcess[str]]


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A finished game of two programs, one that a person has begun against a program, and a head of the first."""
    folder = tmp_path_factory.mktemp("served")
    tables = Tables(SqliteStore(folder / "data"), Shipped(), pace=0)
    with TestClient(served(make_app(tables, Page(folder))), base_url="http://127.0.0.1") as client:
        new = {"game": "seelowe", "scenario": "hythe", "seats": {"German": "random", "British": "random"}}
        made = client.post("/api/tables", json=new).json()
        watcher, heads = Player(client, made["table"], made["watch"]), []
        ends = time.monotonic() + 120
        while (view := watcher.view())["to_act"] is not None and time.monotonic() < ends:
            heads.append(view["dice"]["head"])
            time.sleep(0.01)
        (folder / "over.jsonl").write_bytes(watcher.get("/log").content)
        begun = client.post("/api/tables", json={**new, "seats": {"British": "random"}}).json()
        player = Player(client, begun["table"], begun["seats"]["German"])
        player.join()
        (folder / "begun.jsonl").write_bytes(player.get("/log").content)
        assert player.post("/resign", {"command": "resign"}).status_code == 200
        (folder / "resigned.jsonl").write_bytes(player.get("/log").content)
    return folder / "over.jsonl", folder / "begun.jsonl", heads[len(heads) // 2]


def test_a_finished_game_of_a_server_is_verified_and_told(saves: tuple[Path, Path, str], here: Here) -> None:
    over, _, head = saves
    said = here("verify", str(over), "--head", head[:12])
    assert (said.returncode, said.stderr) == (0, "")
    # Programs that play at random may come to one roll only.
    assert re.search(r"rolls? follows? from what the server was bound to before the first\.", said.stdout)
    assert "The head is among those of its events." in said.stdout
    assert "older release" not in said.stdout
    assert here("replay", str(over)).returncode == 0
    assert grognard.load(over).verify().holds
    other = here("verify", str(over), "--head", "0123456789")
    assert other.returncode == 1
    assert "no event of this save has the head 0123456789" in other.stdout


def test_how_a_game_ended_before_its_rules_ended_it_is_told(
    saves: tuple[Path, Path, str], here: Here
) -> None:
    resigned = saves[1].parent / "resigned.jsonl"
    spaced = saves[1].parent / "spaced.jsonl"
    spaced.write_bytes(resigned.read_bytes() + b"\n")
    for path in (resigned, spaced):
        assert (
            '"lost": "The German side has resigned"' in here("replay", str(path), "--format", "json").stdout
        )
    assert '"lost": ""' in here("replay", str(saves[1]), "--format", "json").stdout
    for command in ("verify", "replay"):
        said = here(command, str(resigned))
        assert (said.returncode, said.stderr) == (0, "")
        assert said.stdout.endswith("The German side has resigned.\n")
        assert "resigned" not in here(command, str(saves[1])).stdout
    assert grognard.load(resigned).verify().holds


def test_a_forged_die_with_all_that_belongs_to_it_is_named(
    saves: tuple[Path, Path, str], here: Here, tmp_path: Path
) -> None:
    """As a save of the first releases could be forged: the die, its number and the hash before it."""
    lines = saves[0].read_bytes().splitlines()
    at, event = next((at, json.loads(each)) for at, each in enumerate(lines) if b'"type":"roll"' in each)
    event["faces"][0] = event["faces"][0] % 6 + 1
    lines[at] = json.dumps(event, separators=(",", ":")).encode()
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(b"\n".join(lines) + b"\n")
    said = here("verify", str(forged))
    assert said.returncode == 1
    assert f"event {at} is not the one that was written down there" in said.stdout


def test_a_game_that_goes_on_proves_its_chain(saves: tuple[Path, Path, str], here: Here) -> None:
    said = here("verify", str(saves[1]))
    assert (said.returncode, said.stderr) == (0, "")


def test_an_older_save_says_how_much_less_it_proves(here: Here, tmp_path: Path) -> None:
    name = "seelowe-hythe-programs.jsonl.gz"
    (tmp_path / "save.jsonl").write_bytes(gzip.decompress((SAVES / "format-1" / name).read_bytes()))
    said = here("verify", str(tmp_path / "save.jsonl"))
    assert said.returncode == 0
    assert "rolls follow from what the server was bound to" in said.stdout
    assert "It is a save of an older release without its chain of events" in said.stdout
    # A roll with another number than the next one is named, too.
    text = (tmp_path / "save.jsonl").read_text(encoding="utf-8")
    (tmp_path / "gap.jsonl").write_text(text.replace('"index":2,', '"index":3,', 1), encoding="utf-8")
    assert here("verify", str(tmp_path / "gap.jsonl")).returncode == 1


LOADED = ("format-1/example-game", "format-1/seelowe-hythe-playthrough", "format-2/seelowe-hythe-persons")


@pytest.mark.parametrize(("tier", "names"), [("players", LOADED), ("each-roll", LOADED[:1])])
def test_a_game_that_was_loaded_is_verified_whatever_its_dice(
    tmp_path: Path, here: Here, tier: str, names: tuple[str, ...]
) -> None:
    """From each format, midway and finished, and once more from what was saved: its earlier rolls are counted, not proved."""
    tables = Tables(SqliteStore(tmp_path / "data"), Shipped(), pace=0)
    with TestClient(served(make_app(tables, Page(tmp_path))), base_url="http://127.0.0.1") as client:
        for name in names:
            data = gzip.decompress((SAVES / f"{name}.jsonl.gz").read_bytes())
            for _ in range(2):
                data = _loaded_and_saved(client, data, tier)
                (tmp_path / "again.jsonl").write_bytes(data)
                said = here("verify", str(tmp_path / "again.jsonl"))
                assert (said.returncode, said.stderr) == (0, ""), (name, said.stdout)
                assert "more fell before this table began" in said.stdout
                found, _, proved, sealed, copied = checker().check(data)
                assert (found, proved, sealed, copied > 0) == (tier, 0, 0, True)


def _loaded_and_saved(client: TestClient[Any], data: bytes, tier: str) -> bytes:
    """Load a game, have all join, end a phase where it is not over, and save it."""
    body = {"save": base64.b64encode(gzip.compress(data)).decode(), "dice": tier}
    made = client.post("/api/saves/tables", json=body)
    assert made.status_code == 201, made.text
    seats = {side: Player(client, made.json()["table"], key) for side, key in made.json()["seats"].items()}
    view = next(iter(seats.values())).view()
    for side in view["dice"]["joins"] if view["to_act"] else ():
        seats[side].join()
    if view["to_act"] and (end := seats[view["to_act"]].view()["can_end"]):
        assert seats[view["to_act"]].order(end["order"]).status_code == 200
    log: bytes = seats["German"].get("/log").content
    return log
