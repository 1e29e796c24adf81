# SPDX-License-Identifier: Apache-2.0
"""A name and one's tables on every device: by a secret that the browser made, of which the server knows the hash alone."""

import secrets
from typing import Any

import pytest
from clients import Client, Player
from executing import execute
from skirmish import SkirmishLibrary

from grognard.server.new_table import NewTable
from grognard.server.people import me, name_me, sit
from grognard.server.seats import key_hash
from grognard.server.store import open_store
from grognard.server.tables import Tables

NEW = {"dice": "server", "game": "skirmish", "scenario": "open"}


class Somebody:
    """Whoever bears a secret, over HTTP."""

    def __init__(self, client: Client, name: str = "") -> None:
        self.client = client
        self.secret = secrets.token_urlsafe(32)
        if name:
            assert self.post("", {"name": name}).status_code == 201

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(
            f"/api/me{path}", json=body, headers={"Authorization": f"Bearer {self.secret}"}
        )

    def get(self) -> Any:
        return self.client.get("/api/me", headers={"Authorization": f"Bearer {self.secret}"})

    def sit(self, made: dict[str, Any], side: str) -> Any:
        return self.post("/tables", {"table": made["table"], "key": made["seats"][side]})

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get().json()["tables"]
        return found


def made(client: Client, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.post("/api/tables", json=NEW | more).json()
    return found


def test_ones_tables_are_listed_with_those_that_wait_first(client: Client) -> None:
    anna, ben = Somebody(client, "  Anna   K. "), Somebody(client, "Ben")
    one, other, third = (made(client) for _ in range(3))
    for table, mine, his in ((one, "Red", "Blue"), (other, "Blue", "Red")):
        assert anna.sit(table, mine).status_code == ben.sit(table, his).status_code == 201
    anna.sit(made(client, seats={"Blue": "random"}), "Red")
    assert anna.post("/tables", {"table": third["table"], "key": third["watch"]}).status_code == 403
    listed = anna.tables()
    assert [(each["table"], each["waits"]) for each in listed][1:] == [
        (one["table"], True),
        (other["table"], False),
    ]
    assert listed[0]["others"] == [{"side": "Blue", "name": "", "program": "random"}]
    assert listed[1]["others"] == [{"side": "Blue", "name": "Ben", "program": ""}]
    assert (listed[1]["title"], listed[1]["turn"], listed[1]["turns"]) == ("Skirmish, open", 1, 6)
    # The secret opens the seat, on whichever device.
    Player(client, one["table"], anna.secret).end()
    assert [each["waits"] for each in anna.tables()] == [True, False, False]
    assert ben.tables()[0]["since"] > listed[1]["since"]
    assert Player(client, one["table"], ben.secret).view()["you"] == ["Blue"]
    # Everybody at the table reads the names.
    watcher = Player(client, one["table"], one["watch"])
    assert watcher.get("/talk").json()["names"] == {"Red": "Anna K.", "Blue": "Ben"}
    assert [each["name"] for each in watcher.get("/presence").json()] == ["Ben", "Anna K."]


def test_another_secret_ends_the_one_before_and_forgetting_ends_all(client: Client, tables: Tables) -> None:
    anna, table = Somebody(client, "Anna"), made(client)
    anna.sit(table, "Red")
    old, new = anna.secret, secrets.token_urlsafe(32)
    assert anna.post("/secret", {"secret": new}).json()["name"] == "Anna"
    assert anna.post("/secret", {"secret": new}).status_code == 201, "it may be sent again"
    assert anna.get().status_code == Player(client, table["table"], old).get().status_code == 401
    anna.secret = new
    assert Player(client, table["table"], new).view()["you"] == ["Red"]
    assert [each["table"] for each in anna.tables()] == [table["table"]]
    ben = Somebody(client, "Ben")
    assert ben.post("/secret", {"secret": new}).status_code == 409
    assert anna.post("/tables/leave", {"table": table["table"]}).status_code == 201
    assert anna.tables() == []
    anna.sit(table, "Red")
    assert anna.post("/forget", {}).status_code == 201
    assert anna.get().json()["detail"] == "no person is known here by this secret, or none any more"
    assert Player(client, table["table"], new).get().status_code == 401
    assert Player(client, table["table"], table["seats"]["Red"]).get().status_code == 200
    # Nothing of a secret is kept.
    kept = str(execute(tables.store, "SELECT * FROM people")) + str(
        execute(tables.store, "SELECT * FROM places")
    )
    assert ben.secret not in kept


def test_a_link_made_anew_shuts_out_whoever_sat_there(client: Client) -> None:
    anna, table = Somebody(client, "Anna"), made(client)
    anna.sit(table, "Red")
    Player(client, table["table"], table["maker"]).post("/links", {"side": "Red"})
    assert Player(client, table["table"], anna.secret).get().status_code == 401
    assert anna.tables() == []


def test_a_rematch_is_on_the_lists_of_both(client: Client) -> None:
    anna, ben, table = Somebody(client, "Anna"), Somebody(client, "Ben"), made(client)
    anna.sit(table, "Red")
    ben.sit(table, "Blue")
    done = Player(client, table["table"], anna.secret).post("/rematch", {"command": "x", "swap": True})
    then = done.json()["table"]
    assert {each["table"]: each["sides"] for each in ben.tables()} == {
        table["table"]: ["Blue"],
        then: ["Red"],
    }
    assert Player(client, then, anna.secret).view()["you"] == ["Blue"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("", {"name": " "}, 422),
        ("", {"name": "x" * 41}, 422),
        ("", {"name": "a\u202eb"}, 422),
        ("", {"name": 3}, 400),
        ("/secret", {"secret": "short"}, 422),
        ("/secret", {"secret": 7}, 400),
        ("/tables", {"table": "none", "key": "none"}, 404),
        ("/forget", {"all": True}, 400),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(client: Client, path: str, body: Any, status: int) -> None:
    done = Somebody(client, "Anna").post(path, body)
    assert (done.status_code, bool(done.json()["detail"])) == (status, True), done.text
    nobody = Somebody(client)
    assert nobody.get().status_code == nobody.post("/tables/leave", {"table": "t"}).status_code == 401
    nobody.secret = "x" * 3
    assert nobody.post("", {"name": "Nobody"}).status_code == 422


def test_a_table_of_an_older_server_is_listed_and_another_server_knows_the_name(database: str) -> None:
    one, other = (Tables(open_store(database), SkirmishLibrary(), pace=0) for _ in range(2))
    table = one.make(NewTable(game="skirmish", scenario="open", dice="server"))
    execute(one.store, "DELETE FROM standings")
    secret = secrets.token_urlsafe(32)
    name_me(one, secret, "Anna")
    sit(one, secret, table.table, table.seats["Red"] or "")
    assert [each.turn for each in me(other, secret).tables] == [1]
    there = other.find(table.table)
    assert there.seat(secret).sides == ("Red",)
    assert there.names == {"Red": "Anna"}
    assert there.seat_of(key_hash("x")) is None
    one.close()
    other.close()
