# SPDX-License-Identifier: Apache-2.0
"""What is sent besides tables: fixed data, the desk, maps, the page, headers, and bad requests of every kind."""

import base64
import random
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from clients import Client, Player
from litestar.testing import TestClient

from grognard.server.app import make_app, served
from grognard.server.library import Shipped
from grognard.server.page import Page
from grognard.server.schema import schema
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

Players = tuple[Player, Player, Player]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
COMBAT = "/api/games/seelowe/procedures/combat"


@pytest.fixture
def shipped(tmp_path: Path) -> Iterator[Client]:
    """The games that come with Grognard, and a page of two files."""
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>Grognard</title>")
    (dist / "assets" / "board-1a2b.js").write_text("export {}")
    tables = Tables(SqliteStore(tmp_path / "data"), Shipped(), pace=0)
    with TestClient(served(make_app(tables, Page(dist))), base_url="http://127.0.0.1") as found:
        yield found


# Fixed data


def test_the_games_are_listed_with_all_there_is_to_choose(shipped: Client) -> None:
    answer = shipped.get("/api/games")
    games = {each["name"]: each for each in answer.json()}
    assert list(games) == ["panzerblitz", "jarama", "iron-curtain", "seelowe", "asl-sk"]
    seelowe = games["seelowe"]
    assert [each["sides"] for each in seelowe["scenarios"]] == [["German", "British"]] * 3
    assert {"name": "combat", "title": "8.0 Combat"} in seelowe["procedures"]
    assert [each["name"] for each in seelowe["scenarios"]] == ["hythe", "sealion", "sandgate"]
    assert "crt" in [each["name"] for each in seelowe["charts"]]
    of_play = {each["name"]: each["of_play"] for each in seelowe["rulings"]}
    assert (of_play["odds-rounding"], of_play["one-hex-move"]) == (False, True)
    assert [each["name"] for each in games["jarama"]["scenarios"]] == ["pindoque", "jarama", "ermita"]
    village = {each["name"]: each["sides"] for each in games["asl-sk"]["scenarios"]}
    assert village == {
        "night": ["Russian", "German"],
        "tanks": ["American", "German"],
        "schuppen": ["Russian", "German"],
    }
    assert answer.headers["cache-control"].startswith("public")


def test_a_chart_is_shown_under_its_rulings(shipped: Client) -> None:
    plain = shipped.get("/api/games/seelowe/charts/crt").json()
    assert (plain["chart"], plain["profile"]) == ("crt", "card")
    switched = shipped.get(
        "/api/games/seelowe/charts/crt?rulings=odds-rounding=nearest&profile=errata"
    ).json()
    assert (switched["rulings"]["odds-rounding"], switched["profile"]) == ("nearest", "errata")
    wrongs = {
        "/api/games/seelow/charts/crt": (404, "there is no game 'seelow'; did you mean seelowe?"),
        "/api/games/seelowe/charts/crx": (
            404,
            "there is no chart in seelowe called 'crx'; did you mean crt?",
        ),
        "/api/games/seelowe/charts/crt?rulings=odd": (422, "'odd' is not a ruling; write it as name=option"),
        "/api/games/seelowe/charts/crt?profile=erata": (
            404,
            "there is no profile 'erata'; did you mean errata?",
        ),
        "/api/games/seelowe/charts/crt?profile=card&profile=errata": (
            400,
            "profile is given 2 times in the address; give it once",
        ),
        "/api/games/seelowe/charts/crt?rulings=odds-rounding=down,odds-rounding=nearest": (
            422,
            "ruling odds-rounding is switched to down and to nearest; switch it once",
        ),
    }
    for path, (status, sentence) in wrongs.items():
        answer = shipped.get(path)
        assert (answer.status_code, answer.json()) == (status, {"detail": sentence})


@pytest.mark.parametrize(
    "path",
    [
        "{}/charts/crt",
        "seelowe/charts/{}",
        "seelowe/maps/{}",
        "seelowe/procedures/{}",
        "{}/rules",
        "{}/opening",
        "{}/opening.svg",
    ],
)
def test_a_name_that_no_file_could_have_is_not_there(shipped: Client, path: str) -> None:
    assert shipped.get(f"/api/games/{path.format(300 * 'x')}").status_code == 404


def test_a_table_of_a_scenario_that_no_file_could_have_is_refused(shipped: Client) -> None:
    answer = shipped.post("/api/tables", json={"game": "seelowe", "scenario": 300 * "x"})
    assert answer.status_code in {404, 422}


def test_the_desk_weighs_what_is_typed(shipped: Client) -> None:
    """At 17 to 5 in clear terrain, 3-1: the same sixths as `grognard odds` shows."""
    form = shipped.get(COMBAT).json()
    assert form["title"] == "8.0 Combat"
    assert form["fields"][0]["name"] == "attackers"
    odds = shipped.post(f"{COMBAT}/odds", json={"situation": {"attackers": "6,6,5", "defenders": "5"}}).json()
    line = {
        "what": "odds 17-5",
        "value": "3-1",
        "source": "crt: Combat Odds, ruling odds-rounding",
        "table": "crt",
        "sources": [
            {
                "says": "crt: Combat Odds",
                "chart": "crt",
                "place": ["Combat Odds"],
                "rulings": ["odds-rounding"],
            }
        ],
    }
    assert line in odds["lines"]
    chances = [each["chance"] for each in odds["outcomes"]]
    assert all(re.fullmatch(r"\d/\d", chance) for chance in chances)
    assert sum(each["decimal"] for each in odds["outcomes"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("situation", "sentence"),
    [
        ({"attackers": "1", "defenders": "9"}, "attacks at less than 1-2 odds are not permitted"),
        ({"attackers": "six", "defenders": "5"}, "attackers takes whole numbers, not 'six'"),
        ({"attackers": "6"}, "say defenders (printed strengths of the units attacked)"),
        ({"attackers": "6", "defenders": "5", "luck": "yes"}, "there is no option 'luck'"),
        ({"attackers": ",".join("6" * 19), "defenders": "5"}, "attackers takes no more than 18 numbers"),
        ({"attackers": "6", "defenders": "9" * 5000}, "defenders takes whole numbers"),
    ],
)
def test_what_the_card_forbids_is_refused_in_its_words(
    shipped: Client, situation: dict[str, str], sentence: str
) -> None:
    answer = shipped.post(f"{COMBAT}/odds", json={"situation": situation})
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


def test_hexes_are_where_the_picture_has_them(shipped: Client) -> None:
    """The number of a hex is printed in it, 0.64 of a hexside above its middle."""
    places = shipped.get("/api/games/seelowe/maps/kent").json()
    picture = shipped.get("/api/games/seelowe/maps/kent.svg").text
    box = re.search(r'viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"', picture)
    assert box
    left, top, width, height = map(float, box.groups())
    assert (places["width"], places["height"]) == (width, height)
    numbers = re.findall(r'class="number[^"]*" x="([-\d.]+)" y="([-\d.]+)">(\d+)<', picture)
    assert len(numbers) == len(places["hexes"])
    for x, y, name in numbers:
        there = places["hexes"][name]
        assert there["x"] == pytest.approx(float(x) - left, abs=0.11)
        assert there["y"] == pytest.approx(float(y) - top + 0.64 * places["side"], abs=0.11)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_map_may_use_its_own_styles_and_nothing_else(shipped: Client, theme: str) -> None:
    answer = shipped.get(f"/api/games/seelowe/maps/kent.svg?theme={theme}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = base64.b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert (".paper { fill: #1b1d1e; }" in style) == (theme == "dark")
    assert shipped.get("/api/games/seelowe/maps/essex").status_code == 404


@pytest.mark.parametrize("name", ["panzerblitz", "jarama", "iron-curtain", "seelowe", "asl-sk"])
def test_a_game_is_pictured_as_it_begins(shipped: Client, name: str) -> None:
    """Whoever can be played has counters in its picture, each in the middle of the hex that bears its number."""
    (told,) = [each for each in shipped.get("/api/games").json() if each["name"] == name]
    shown = shipped.get(f"/api/games/{name}/opening").json()
    answer = shipped.get(f"/api/games/{name}/opening.svg?theme=dark")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    box = re.search(r'viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"', answer.text)
    assert box
    left, top, width, height = map(float, box.groups())
    assert (width, height) == (shown["width"], shown["height"])
    numbers = {
        number: (float(x) - left, float(y) - top + 0.64 * shown["side"])
        for x, y, number in re.findall(r'class="number[^"]*" x="([-\d.]+)" y="([-\d.]+)">(\d+)<', answer.text)
    }
    assert len(numbers) == 77
    assert bool(shown["stacks"]) == bool(told["scenarios"])
    for stack in shown["stacks"]:
        (at,) = {piece["at"] for piece in stack["pieces"]}
        assert (stack["x"], stack["y"]) == pytest.approx(numbers[at], abs=0.6)
        assert 20 < stack["x"] < width - 20
        assert 20 < stack["y"] < height - 20
        assert all(piece["side"] in shown["sides"] for piece in stack["pieces"])


def test_the_picture_of_a_game_says_what_is_seen_and_is_small(shipped: Client) -> None:
    says = shipped.get("/api/games/seelowe/opening").json()["says"]
    assert re.fullmatch(
        r"\d+ British counters on Kent and Sussex, 1940, as “S-Day: the road to London” begins", says
    )
    packed = {"accept-encoding": "gzip"}
    for name in ("panzerblitz", "jarama", "iron-curtain", "seelowe", "asl-sk"):
        picture = shipped.get(f"/api/games/{name}/opening.svg", headers=packed)
        # Of which its letters are 8,000.
        assert int(picture.headers["content-length"]) < 24_000
        assert "legend" not in picture.text
    assert shipped.get("/api/games/selowe/opening").json() == {
        "detail": "there is no game 'selowe'; did you mean seelowe?"
    }


@pytest.mark.parametrize("address", ["maps/kent", "maps/kent.svg", "opening.svg"])
def test_a_theme_that_there_is_not_is_refused_wherever_it_is_given(shipped: Client, address: str) -> None:
    answer = shipped.get(f"/api/games/seelowe/{address}?theme=pink")
    assert (answer.status_code, answer.json()) == (
        404,
        {"detail": "there is no theme 'pink'; there are light, dark"},
    )


# The page and the headers


def test_maps_are_packed_and_tables_are_not(shipped: Client) -> None:
    """What is told of a table has its seat's secrets, and its length must say nothing of them."""
    packed = {"accept-encoding": "gzip"}
    picture = shipped.get("/api/games/iron-curtain/maps/north-germany.svg", headers=packed)
    assert picture.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in picture.headers["vary"].lower()
    assert int(picture.headers["content-length"]) < len(picture.content) / 4
    plain = shipped.get(
        "/api/games/iron-curtain/maps/north-germany.svg", headers={"accept-encoding": "identity"}
    )
    assert "content-encoding" not in plain.headers
    assert plain.content == picture.content
    made = shipped.post(
        "/api/tables", json={"dice": "server", "game": "seelowe", "scenario": "hythe"}, headers=packed
    ).json()
    key = {"Authorization": f"Bearer {made['watch']}"}
    view = shipped.get(f"/api/tables/{made['table']}", headers={**packed, **key})
    assert view.status_code == 200
    assert "content-encoding" not in view.headers


def test_the_desk_tells_many_outcomes_by_their_parts(shipped: Client) -> None:
    """2:1 by terrain: a stack loses on 1-2, so that of two stacks both lose in 1 case of 9."""
    situation = {"attackers": "12/2+8/2,6/2:river", "defenders": "6/2,3", "terrain": "city"}
    url = "/api/games/iron-curtain/procedures/combat-1962/odds"
    odds = shipped.post(url, json={"situation": situation}).json()
    assert len(odds["outcomes"]) == 64
    lost = odds["parts"][0]
    assert lost["name"] == "steps the attacker loses"
    assert [(way["says"], way["chance"]) for way in lost["ways"]] == [
        ("0", "4/9"),
        ("1", "4/9"),
        ("2", "1/9"),
    ]


def test_the_desk_tells_few_outcomes_by_their_parts_too_the_likeliest_first(shipped: Client) -> None:
    """At 1:1 an attacker loses on 1-3; the table of 1945 has one roll, and its results are read one by one."""
    url = "/api/games/iron-curtain/procedures/{}/odds"
    equal = {"situation": {"attackers": "8", "defenders": "8"}}
    few = shipped.post(url.format("combat-1962"), json=equal).json()
    assert len(few["outcomes"]) <= 12
    assert [(way["says"], way["chance"]) for way in few["parts"][0]["ways"]] == [("0", "1/2"), ("1", "1/2")]
    chances = [each["decimal"] for each in few["outcomes"]]
    assert chances == sorted(chances, reverse=True)
    assert few["told"] == "odds 8-8: 1:1"
    printed = shipped.post(url.format("combat-1945"), json=equal).json()
    assert (printed["parts"], printed["told"]) == ([], "odds 8-8: 1:1")


def test_the_page_finds_its_own_way(shipped: Client) -> None:
    for path in ("/", "/t/0123456789abcdef", "/desk/seelowe/combat", "/charts/jarama"):
        answer = shipped.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert "<title>Grognard</title>" in answer.text
    script = shipped.get("/assets/board-1a2b.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    for path in ("/assets/gone.js", "/favicon.ico", "/../data/tables.sqlite", "/%2e%2e/data/tables.sqlite"):
        assert shipped.get(path).status_code == 404, path


def test_a_page_that_is_not_built_is_said_to_be_missing(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 503
    assert answer.text.startswith("The page is not built here")


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/api/tables/x", "/assets/none.js"])
def test_every_answer_bears_the_headers(shipped: Client, path: str) -> None:
    headers = shipped.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_table_is_never_kept_by_a_browser(players: Players) -> None:
    assert players[0].get().headers["cache-control"] == "no-store"


def test_the_schema_names_what_the_page_needs(shipped: Client) -> None:
    sent = shipped.get("/api/schema/openapi.json").json()
    assert sent == msgspec.json.decode(schema())
    assert {"View", "Reachable", "Odds", "Made", "GameTold", "Drawn", "Trace", "Form"} <= set(
        sent["components"]["schemas"]
    )
    assert "/api/tables/{table_id}/orders" in sent["paths"]


# Bad requests


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        (b"{", 400, "the request cannot be read"),
        (b"", 400, ""),
        (b"[" * 20_000, 400, "nested too deep"),
        (b'{"expect": 0, "command": "", "order": {}}', 400, "command: Expected `str` of length >= 1"),
        (b'{"expect": -1, "command": "c", "order": {}}', 400, "expect: Expected `int` >= 0"),
        (b'{"expect": 0, "command": "c", "order": {}, "free": true}', 400, "unknown field `free`"),
        (b'{"expect": 0, "command": "' + b"c" * 70_000 + b'"}', 413, "no more than 64 kB"),
        (b"\xff\xfe", 400, ""),
    ],
)
def test_a_body_that_cannot_be_read_is_one_sentence(
    client: Client, players: Players, body: bytes, status: int, sentence: str
) -> None:
    red = players[0]
    headers = {**red.headers, "content-type": "application/json"}
    answer = client.post(f"{red.path}/orders", headers=headers, content=body)
    assert answer.status_code == status, answer.text
    assert sentence in answer.json()["detail"]
    assert red.view()["seq"] == 0


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "the request has no body; this address takes one of JSON"),
        (b"{}", "the body: Object missing required field `game`"),
        (
            b'{"game": "seelowe", "scenario": "hythe", "dice": "loaded"}',
            "dice: Invalid enum value 'loaded'; there are server, players, each-roll",
        ),
    ],
)
def test_what_a_new_table_lacks_is_said(client: Client, body: bytes, sentence: str) -> None:
    answer = client.post("/api/tables", headers={"content-type": "application/json"}, content=body)
    assert (answer.status_code, answer.json()) == (400, {"detail": sentence})


def test_a_table_is_asked_one_thing_at_a_time(players: Players) -> None:
    red, _, _ = players
    answer = red.client.get(f"{red.path}/threat?side=Red&side=Blue", headers=red.headers)
    assert answer.status_code == 400
    assert answer.json() == {"detail": "side is given 2 times in the address; give it once"}


def test_what_is_not_there_is_said_plainly(client: Client, players: Players) -> None:
    assert client.get("/api/nothing").json()["detail"].startswith("there is nothing at /api/nothing")
    answer = client.delete(players[0].path)
    assert (answer.status_code, answer.json()) == (405, {"detail": f"{players[0].path} does not take DELETE"})


def test_an_address_tells_all_methods_that_it_takes(client: Client, players: Players) -> None:
    for address, methods in (
        (f"{players[0].path}/talk", "GET, OPTIONS, POST"),
        (players[0].path, "GET, OPTIONS"),
    ):
        assert client.options(address).headers["allow"] == methods
        assert client.put(address, json={}).headers["allow"] == methods


JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 7, 2**40, 2**70, 1.5, "", "r1", "0301", "9999", "German", "\0", "é" * 50, "x" * 3000,
    [], [[]], ["r1"], ["r1", "r1"], {}, {"type": "walk"}, {"type": "end"}, {"type": ["walk"]},
)  # fmt: skip


def mutated(value: Any, rng: random.Random) -> Any:
    """Change one thing somewhere in a body."""
    if rng.random() < 0.25:
        return rng.choice(JUNK)
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        rest = {name: each for name, each in value.items() if name != key}
        match rng.randrange(4):
            case 0:
                return rest
            case 1:
                return {**value, rng.choice(("extra", "type", "units")): rng.choice(JUNK)}
            case _:
                return {**rest, key: mutated(value[key], rng)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return [*value[:at], mutated(value[at], rng), *value[at + 1 :]]
    return rng.choice(JUNK)


def bodies(player: Player, view: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return a sound body for each thing that can be posted to a table."""
    act = {"expect": view["seq"], "command": f"c{view['seq']}"}
    piece = next((each for each, why in view["offers"].items() if not why), view["pieces"][0]["id"])
    steps = list(player.get(f"/reach?piece={piece}").json().get("steps", {}).values())
    order = steps[0]["order"] if steps else {"type": "end"}
    if view["battles"]:
        battle = view["battles"][0]
        units = [each["piece"] for each in battle["pieces"]]
        order = {"type": battle["type"], "units": units, "target": battle["target"]}
    return {
        "/orders": {**act, "order": order},
        "/answers": {**act, "option": ["stand", "b1"]},
        "/undo": act,
        "/preview": {"order": order},
        "/copy": {"at": view["seq"]},
    }


def fuzz(make: Callable[[], Player], seed: int, rounds: int) -> None:
    """Post mutated bodies; every answer is 2xx or 4xx, and after a 4xx nothing has changed."""
    rng, player = random.Random(seed), make()
    for _ in range(rounds):
        view = player.view()
        if view["to_act"] is None:
            player = make()
            continue
        path, body = rng.choice(list(bodies(player, view).items()))
        answer = player.post(path, mutated(body, rng))
        assert answer.status_code // 100 in (2, 4), (path, body, answer.text)
        if answer.status_code >= 400:
            detail = answer.json()["detail"]
            assert detail
            assert "\n" not in detail
            assert player.view() == view
        if rng.random() < 0.3:
            player.act("/orders", order=view["can_end"]["order"]) if view["can_end"] else None


@pytest.mark.parametrize("free", [False, True])
def test_no_body_makes_the_server_fail_or_a_refusal_change_anything(client: Client, *, free: bool) -> None:
    def make() -> Player:
        new = {"dice": "server", "game": "skirmish", "scenario": "open", "hotseat": True, "free": free}
        made = client.post("/api/tables", json=new).json()
        return Player(client, made["table"], made["seats"]["Red"])

    fuzz(make, seed=11, rounds=300)


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("/rematch", {"command": "x", "swap": 0}, "swap: Expected `bool`, got `int`"),
        ("/rematch", {"command": "x", "swap": "true"}, "swap: Expected `bool`, got `str`"),
        ("/takeback/answer", {"command": "x", "agrees": 0}, "agrees: Expected `bool`, got `int`"),
        ("/undo", {"command": "x", "expect": "0"}, "expect: Expected `int`, got `str`"),
    ],
)
def test_a_value_of_another_type_is_refused(
    players: tuple[Player, Player, Player], path: str, body: dict[str, Any], says: str
) -> None:
    answer = players[0].post(path, body)
    assert (answer.status_code, answer.json()["detail"]) == (400, says)


@pytest.mark.parametrize("free", [False, True])
def test_seelowe_takes_no_harm_from_bad_orders(shipped: Client, *, free: bool) -> None:
    def make() -> Player:
        new = {"dice": "server", "game": "seelowe", "scenario": "hythe", "hotseat": True, "free": free}
        made = shipped.post("/api/tables", json=new).json()
        return Player(shipped, made["table"], made["seats"]["German"])

    fuzz(make, seed=12, rounds=200)


def test_what_no_rule_can_carry_out_is_refused_even_in_free_play(shipped: Client) -> None:
    """Nobody attacks from the air, and somebody attacks a hex where nobody is."""
    new = {"dice": "server", "game": "seelowe", "scenario": "hythe", "hotseat": True, "free": True}
    made = shipped.post("/api/tables", json=new).json()
    player = Player(shipped, made["table"], made["seats"]["German"])
    before = player.view()
    for order in (
        {"type": "air-attack", "units": [], "target": "0301"},
        {"type": "attack", "units": ["17id"], "target": "0301"},
        {"type": "attack", "units": [], "target": "0301"},
    ):
        for answer in (player.order(order), player.post("/preview", {"order": order})):
            assert 400 <= answer.status_code < 500, answer.text
    assert player.view() == before


def test_making_a_table_takes_no_harm_from_bad_bodies(shipped: Client) -> None:
    rng = random.Random(13)
    sound = {
        "game": "seelowe",
        "scenario": "hythe",
        "profile": "card",
        "rulings": {"one-hex-move": "none"},
        "free": False,
        "seats": {"German": "person", "British": "person"},
    }
    for _ in range(150):
        body = mutated(sound, rng)
        answer = shipped.post("/api/tables", json=body)
        assert answer.status_code == 201 or 400 <= answer.status_code < 500, (body, answer.text)
        odds = shipped.post(
            f"{COMBAT}/odds", json=mutated({"situation": {"attackers": "6", "defenders": "5"}}, rng)
        )
        assert odds.status_code == 200 or 400 <= odds.status_code < 500, odds.text


def test_odds_are_not_packed(shipped: Client) -> None:
    """Some have megabytes, and nobody was answered while they were packed."""
    url = "/api/games/iron-curtain/procedures/nuclear-strike/odds"
    weighed = shipped.post(url, json={"situation": {"targets": "3/2,12/2,10/3,3/2,12/2,10/3"}})
    assert weighed.status_code == 200
    assert len(weighed.content) > 5000
    assert "content-encoding" not in weighed.headers
