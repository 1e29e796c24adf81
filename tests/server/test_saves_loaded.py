# SPDX-License-Identifier: Apache-2.0
"""A saved game is sent over HTTP, held against the rules, and gone on from."""

import base64
import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest
from clients import Client, Player
from forging import chained_again, played_save
from litestar.testing import TestClient
from skirmish import SkirmishLibrary
from test_upgrades import Changed

from grognard.server.app import make_app, served
from grognard.server.errors import Refused
from grognard.server.guard import Guard
from grognard.server.library import Shipped
from grognard.server.loading import Loaded, LoadSave, load_save, unpacked
from grognard.server.page import Page
from grognard.server.record import encode
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

SAVES = Path(__file__).parents[1] / "saves"
Players = tuple[Player, Player, Player]


def packed(data: bytes | str) -> str:
    text = data.encode() if isinstance(data, str) else data
    return base64.b64encode(gzip.compress(text)).decode()


def check(client: Client, save: bytes | str) -> Any:
    return client.post("/api/saves", json={"save": packed(save)})


def go_on(client: Client, save: bytes | str, **how: Any) -> Player:
    made = client.post(
        "/api/saves/tables", json={"save": packed(save), "dice": "server", "hotseat": True, **how}
    )
    assert made.status_code == 201, made.text
    return Player(client, made.json()["table"], made.json()["seats"]["Red"])


def played(players: Players) -> bytes:
    """A save of a game with an order carried out and a question open."""
    red = players[0]
    red.walk("r2", "0601")
    saved: bytes = red.get("/log").content
    return saved


def test_a_save_is_told_and_gone_on_from_in_both_stores(client: Client, players: Players) -> None:
    red, blue, _ = players
    saved = played(players)
    told = check(client, saved)
    assert told.status_code == 200, told.text
    assert told.json() == {
        "game": "skirmish",
        "scenario": "open",
        "title": "Skirmish, open",
        "sides": ["Red", "Blue"],
        "to_act": "Red",
        "turn": 1,
        "turns": 6,
        "phase": told.json()["phase"],
        "verdict": "",
        "orders": 1,
        "hides": False,
        "notice": "",
    }
    again = go_on(client, saved)
    view, before = again.view(), red.view()
    assert view["table"] != before["table"]
    assert view["copy_of"] == ""
    assert (view["pieces"], view["status"]) == (before["pieces"], before["status"])
    assert [line["lines"] for line in view["log"]] == [line["lines"] for line in before["log"]]
    assert view["you"] == ["Red", "Blue"]
    again.end()
    # The table that it was saved from knows nothing of it, and a save of the new one is one like any other.
    assert blue.view()["to_act"] == "Red"
    assert check(client, again.get("/log").content).json()["orders"] == 2


def test_a_program_takes_a_side_of_it(client: Client, players: Players) -> None:
    saved = played(players)
    made = client.post("/api/saves/tables", json={"save": packed(saved), "seats": {"Blue": "random"}}).json()
    assert made["seats"]["Blue"] is None
    red = Player(client, made["table"], made["seats"]["Red"])
    # The player has a part in the dice, as at any other table.
    assert red.view()["dice"]["joins"] == ["Red"]
    red.join()
    red.end()
    assert red.view()["programs"] == {"Blue": "random"}
    bad = client.post("/api/saves/tables", json={"save": packed(saved), "seats": {"Green": "random"}})
    assert bad.status_code == 422
    assert "Green" in bad.json()["detail"]


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda _: [], "this file is empty; a log begins with its header"),
        (
            lambda lines: [b"hello", *lines[1:]],
            "this file is no saved game: its first line is not the header",
        ),
        (lambda lines: lines[:-1], "this file has no end; it was cut off"),
        (lambda lines: [lines[0], b"{", *lines[1:]], "this file is no saved game: line 2: "),
        (
            lambda lines: [lines[0], b"\xff", *lines[1:]],
            "this file is no saved game: line 2 is not UTF-8 text",
        ),
        (
            lambda lines: [lines[0], b'{"type":"order","n":' + b"9" * 40 + b"}", *lines[1:]],
            "line 2 has a number of",
        ),
        (lambda lines: [b"[" * 100_000, *lines[1:]], "this file is"),
        (lambda lines: [lines[0].replace(b'"open"', b'"night"'), *lines[1:]], "does not have"),
        (
            lambda lines: [line.replace(b"0601", b"1201") for line in lines],
            "the saved game does not hold: entry 1",
        ),
        (
            lambda lines: [line.replace(b'"r2":6', b'"r2":5') for line in lines],
            "the saved game does not hold: entry 1: its stored result is not what the rules lead to",
        ),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(
    client: Client, players: Players, spoil: Any, sentence: str
) -> None:
    lines = played(players).splitlines()
    spoiled = b"\n".join(spoil(lines))
    assert spoiled != b"\n".join(lines)
    for path in ("/api/saves", "/api/saves/tables"):
        refused = client.post(path, json={"save": packed(spoiled)})
        assert refused.status_code == 422, refused.text
        assert sentence in refused.json()["detail"]
        assert "\n" not in refused.json()["detail"]


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_what_is_no_gzip_or_too_long_is_refused(client: Client) -> None:
    for save in ("A", "%%", base64.b64encode(b"text").decode()):
        assert "base64 of gzip" in client.post("/api/saves", json={"save": save}).json()["detail"]
    cut = base64.b64encode(gzip.compress(b"x" * 1000)[:-9]).decode()
    assert (
        client.post("/api/saves", json={"save": cut}).json()["detail"]
        == "the saved game was cut off on its way"
    )
    # A small file that would unpack to a large one is not unpacked.
    bomb = client.post("/api/saves", json={"save": packed(b"\0" * (64 << 20))})
    assert (bomb.status_code, bomb.json()["detail"]) == (413, "a saved game may have no more than 8 MB")
    large = client.post("/api/saves", json={"save": "A" * (1 << 20)})
    assert (large.status_code, large.json()["detail"]) == (413, "a request may have no more than 1024 kB")
    small = client.post("/api/tables", json={"game": "A" * (1 << 17), "scenario": ""})
    assert (small.status_code, small.json()["detail"]) == (413, "a request may have no more than 64 kB")


def test_tables_made_of_saves_count_as_tables(tmp_path: Path, tables: Tables, players: Players) -> None:
    saved = packed(played(players))
    app = served(make_app(tables, Page(tmp_path / "no page")), Guard(tables=1))
    with TestClient(app, base_url="http://127.0.0.1") as limited:
        statuses = [limited.post("/api/saves/tables", json={"save": saved}).status_code for _ in range(2)]
    assert statuses == [201, 429]


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_save_of_other_rules_is_handled_as_an_upgrade(players: Players) -> None:
    """Its past is shown as it was, and what changed is told; positions that no rules made are looked at before."""
    saved = played(players)
    loaded = load_save(LoadSave(packed(saved)), Changed())
    assert loaded.told.notice.startswith("The rules have changed since this game began (the chart strikes).")
    # What is stored counts, even where the present rules would make something else of it.
    forged = saved.replace(b'"r2":6', b'"r2":5')
    assert (
        "1 of 1 order would come out otherwise now"
        in load_save(LoadSave(packed(forged)), Changed()).told.notice
    )
    with pytest.raises(Refused, match="the saved game"):
        load_save(LoadSave(packed(saved.replace(b'"r2":6', b'"r2":"far"'))), Changed())


@pytest.mark.parametrize(
    "save", ["format-1/seelowe-hythe-playthrough", "format-2/seelowe-hythe-terminal-choice"]
)
def test_saves_of_older_formats_go_on(tmp_path: Path, save: str) -> None:
    data = gzip.decompress((SAVES / f"{save}.jsonl.gz").read_bytes())
    loaded = load_save(LoadSave(packed(data)), Shipped())
    tables = Tables(SqliteStore(tmp_path / "data"), Shipped(), pace=0)
    with TestClient(
        served(make_app(tables, Page(tmp_path / "no page"))), base_url="http://127.0.0.1"
    ) as client:
        made = client.post(
            "/api/saves/tables", json={"save": packed(data), "dice": "server", "hotseat": True}
        )
        player = Player(client, made.json()["table"], made.json()["seats"]["German"])
        view = player.view()
        assert len(view["log"]) == loaded.told.orders > 3
        assert view["status"]["verdict"] == loaded.told.verdict
        # And it is saved again, and loaded once more, as one of today.
        saved = msgspec.json.decode(player.get("/log").content.splitlines()[0])["header"]
        assert saved["grognard"] == 1 or saved["start"]
        assert check(client, player.get("/log").content).json()["orders"] == loaded.told.orders


def test_a_forged_die_that_comes_to_the_same_is_told() -> None:
    """The orders fit either face, and whoever forges has written the chain anew; only the secret tells."""
    saved, _ = played_save("server", 1)
    assert load_save(LoadSave(packed(saved)), SkirmishLibrary()).told.notice == ""
    told = [
        loaded.told.notice
        for at, line in enumerate(saved.splitlines())
        if b'"type":"roll"' in line and (loaded := _with_another_face(saved.splitlines(), at))
    ]
    assert told
    for notice in told:
        assert notice.startswith("The dice of this file do not hold: event ")
        assert "and the secret gives" in notice


def _with_another_face(lines: list[bytes], at: int) -> Loaded | None:
    """Load a save whose roll in a line shows the other face of a pair; None if that has another result."""
    roll = msgspec.json.decode(lines[at])
    faces = [{1: 2, 2: 1, 5: 6, 6: 5}.get(face, face) for face in roll["faces"]]
    if faces == roll["faces"]:
        return None
    forged = [*lines[:at], encode({**roll, "faces": faces}), *lines[at + 1 :]]
    try:
        return load_save(LoadSave(packed(b"\n".join(chained_again(forged)))), SkirmishLibrary())
    except Refused:
        return None


def test_a_packed_file_is_its_text() -> None:
    assert unpacked(packed("Höhe 123\n")) == "Höhe 123\n"
