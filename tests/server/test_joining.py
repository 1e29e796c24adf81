# SPDX-License-Identifier: Apache-2.0
"""Who has a part in the dice: the server alone, the players by a nonce each, or every seat by a link for each roll."""

import time
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from clients import Client, Player
from sharing import Shared, play_shared, sit_down
from skirmish import Skirmish

from grognard.play.log import parse_log
from grognard.play.table import resume
from grognard.server.dice import commitment, dice_key
from grognard.server.dice_state import DiceState, OutOfPlace
from grognard.server.joining import links
from grognard.server.live_table import LiveTable
from grognard.server.proof import Proof, prove
from grognard.server.record import Joined, Revealed, Undone
from grognard.server.tables import Tables

WALK = {"type": "walk", "piece": "r1", "to": "0301"}
ONE, OTHER = "1" * 64, "2" * 64


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["detail"]


# Which tier a table has


@pytest.mark.parametrize(
    ("asked", "seats", "tier"),
    [
        ({}, {}, "players"),
        ({}, {"Blue": "random"}, "players"),
        ({}, {"Red": "random", "Blue": "random"}, "server"),
        ({"dice": "server"}, {}, "server"),
        ({"dice": "each-roll"}, {}, "each-roll"),
        ({"dice": "server"}, {"Red": "random", "Blue": "random"}, "server"),
    ],
)
def test_the_tier_is_stated_at_the_table_and_in_the_save(
    client: Client, asked: dict[str, str], seats: dict[str, str], tier: str
) -> None:
    new = {"game": "skirmish", "scenario": "open", "seats": seats, **asked}
    made = client.post("/api/tables", json=new).json()
    watcher = Player(client, made["table"], made["watch"])
    assert watcher.view()["dice"]["tier"] == tier
    record, *_ = map(msgspec.json.decode, watcher.get("/log").text.splitlines())
    assert record["header"]["dice"] == tier


def test_where_programs_play_alone_nobody_can_add_to_the_dice(client: Client) -> None:
    seats = {"Red": "random", "Blue": "random"}
    new = {"game": "skirmish", "scenario": "open", "seats": seats, "dice": "players"}
    answer = client.post("/api/tables", json=new)
    assert refusal(answer) == (
        422,
        "where programs play alone nobody can add to the dice; they are the server's",
    )
    answer = client.post("/api/tables", json={**new, "dice": "loaded"})
    assert answer.status_code == 400


def test_a_copy_has_the_servers_dice_and_waits_for_nobody(client: Client) -> None:
    red, blue, _ = sit_down(client, "each-roll")
    play_shared(red, blue, seed=1, acts=6)
    made = red.player.post("/copy", {"at": None}).json()
    copy = Player(client, made["table"], made["seats"]["Red"])
    view = copy.view()
    assert (view["dice"]["tier"], view["dice"]["joins"], view["dice"]["seats"]) == ("server", [], [])


# Joining


@pytest.mark.parametrize("dice", ["players", "each-roll"])
def test_nobody_acts_before_everybody_has_joined(client: Client, dice: str) -> None:
    red, blue, watcher = sit_down(client, dice, join=False)
    for done in (("Blue", "Red"), ("Blue",)):
        assert red.player.view()["dice"]["joins"] == list(done)
        told = f"the dice wait for {' and '.join(done)} to join; nobody acts before that"
        assert refusal(red.player.order(WALK)) == (409, told)
        assert refusal(red.player.act("/undo")) == (409, told)
        view = red.player.view()
        assert (view["offers"], view["can_end"]) == ({}, None)
        red.join()
    blue.join()
    view = watcher.player.view()
    assert [(seat["sides"], seat["nonce"]) for seat in view["dice"]["seats"]] == [
        (["Blue"], blue.nonce),
        (["Red"], red.nonce),
    ]
    assert red.player.order(WALK).status_code == 200


def test_a_program_waits_for_the_person_to_join(client: Client, tables: Tables) -> None:
    made = client.post(
        "/api/tables", json={"game": "skirmish", "scenario": "open", "seats": {"Red": "random"}}
    ).json()
    live = tables.find(made["table"])
    tables.programs.play_on(live)
    assert live.events == []
    assert live.id not in tables.programs._thinking
    Player(client, made["table"], made["seats"]["Blue"]).join()
    for _ in range(1000):
        if live.moment.to_act == "Blue":
            break
        time.sleep(0.01)
    assert live.moment.to_act == "Blue"


def test_a_seat_joins_once_and_is_told_so_again(client: Client) -> None:
    red, blue, watcher = sit_down(client, "players", join=False)
    first = red.player.post("/join", {"nonce": ONE})
    assert (first.status_code, first.json()) == (200, {"seq": 1})
    blue.join()
    assert red.player.post("/join", {"nonce": ONE}).json() == {"seq": 1}
    assert refusal(red.player.post("/join", {"nonce": OTHER})) == (
        409,
        "Red has joined with another nonce; a seat joins once",
    )
    assert red.player.view()["seq"] == 2
    assert refusal(watcher.player.post("/join", {"nonce": OTHER})) == (
        403,
        "this key is for watching; it plays no side",
    )


@pytest.mark.parametrize(
    ("nonce", "told"),
    [
        ("", "a nonce is 32 bytes, written as 64 hexadecimal digits, and this has 0 characters"),
        ("a" * 63, "a nonce is 32 bytes, written as 64 hexadecimal digits, and this has 63 characters"),
        ("a" * 65, "a nonce is 32 bytes, written as 64 hexadecimal digits, and this has 65 characters"),
        ("g" * 64, "a nonce is written in the digits 0 to 9 and a to f alone"),
        ("A" * 64, "a nonce is written in the digits 0 to 9 and a to f alone"),
        ("\u0661" * 64, "a nonce is written in the digits 0 to 9 and a to f alone"),
        (ONE, "another seat has joined with this very nonce"),
    ],
)
def test_what_is_no_nonce_is_refused(client: Client, nonce: str, told: str) -> None:
    red, blue, _ = sit_down(client, "players", join=False)
    blue.player.join(ONE)
    assert refusal(red.player.post("/join", {"nonce": nonce})) == (422, told)
    assert red.player.view()["dice"]["joins"] == ["Red"]
    assert red.player.post("/join", {"nonce": 1}).status_code == 400
    assert red.player.post("/join", {}).status_code == 400


def test_where_the_dice_are_the_servers_alone_nobody_joins(client: Client) -> None:
    red, _, _ = sit_down(client, "server", join=False)
    told = "the dice of this table are the server's alone, and take no nonces"
    assert refusal(red.player.post("/join", {"nonce": ONE})) == (409, told)


def test_one_seat_joins_for_all_the_sides_it_plays(client: Client) -> None:
    new = {"game": "skirmish", "scenario": "open", "hotseat": True}
    made = client.post("/api/tables", json=new).json()
    player = Player(client, made["table"], made["seats"]["Red"])
    player.join(ONE)
    assert [seat["sides"] for seat in player.view()["dice"]["seats"]] == [["Blue", "Red"]]
    assert player.order(WALK).status_code == 200


def test_the_key_has_every_persons_nonce_in_the_order_of_the_sides(client: Client, tables: Tables) -> None:
    red, blue, _ = sit_down(client, "players", join=False)
    red.player.join(ONE)
    blue.player.join(OTHER)
    live = tables.find(red.player.table)
    nonces = bytes.fromhex(OTHER + ONE)
    assert live.key == dice_key(live.secret, live.record.header.rules, nonces)


# Links


def test_a_roll_waits_until_every_seat_has_revealed_its_link(client: Client) -> None:
    red, blue, watcher = sit_down(client, "each-roll")
    at_a_roll(red, blue)
    view = red.player.view()
    assert view["dice"]["reveals"] == ["Blue"]
    assert not view["undoable"]
    told = "a roll waits for the link of Blue; nobody acts before it has fallen"
    assert refusal(red.player.order(WALK)) == (409, told)
    assert refusal(red.player.act("/undo")) == (409, told)
    assert refusal(blue.player.act("/answers", option="back")) == (409, told)
    link = red.link()
    assert refusal(red.player.post("/reveal", {"link": link})) == (
        409,
        "the roll waits for the link of Blue first",
    )
    rolled = view["dice"]["rolled"]
    done = blue.reveal()
    assert blue.player.post("/reveal", {"link": blue.last}).json() == done.json()
    assert watcher.player.view()["dice"]["rolled"] == rolled
    assert watcher.player.view()["dice"]["reveals"] == ["Red"]
    red.reveal()
    view = watcher.player.view()
    assert view["dice"]["rolled"] == rolled + 1
    assert [seat["link"] for seat in view["dice"]["seats"]] == [blue.last, red.last]


def test_what_is_no_link_is_refused(client: Client) -> None:
    red, blue, watcher = sit_down(client, "each-roll")
    assert refusal(blue.player.post("/reveal", {"link": blue.link()})) == (
        409,
        "no roll waits for a link of Blue",
    )
    at_a_roll(red, blue)
    before = blue.player.view()
    digits = sha256(bytes.fromhex(ONE)).hexdigest()[:12]
    not_next = (
        f"this is not the next link: its SHA-256 is {digits}…, and the link before it is {blue.nonce[:12]}…"
    )
    for link, told in [
        ("0" * 63, "a link is 32 bytes, written as 64 hexadecimal digits, and this has 63 characters"),
        ("z" * 64, "a link is written in the digits 0 to 9 and a to f alone"),
        (ONE, not_next),
        (blue.links[2].hex(), None),
    ]:
        status, said = refusal(blue.player.post("/reveal", {"link": link}))
        assert status == 422
        assert told is None or said == told
    assert refusal(watcher.player.post("/reveal", {"link": ONE}))[0] == 403
    assert blue.player.view() == before
    players = sit_down(client, "players")
    assert refusal(players[0].player.post("/reveal", {"link": ONE})) == (
        409,
        "the rolls of this table take no links",
    )
    early = sit_down(client, "each-roll", join=False)
    assert refusal(early[0].player.post("/reveal", {"link": ONE})) == (
        409,
        "this seat has not joined, and its links depend on the nonce it joins with",
    )


def test_a_program_waits_while_a_roll_waits_for_the_persons_link(client: Client) -> None:
    """A whole game against a program, in which the person's links are all that the rolls wait for."""
    new = {"game": "skirmish", "scenario": "open", "seats": {"Blue": "random"}, "dice": "each-roll"}
    made = client.post("/api/tables", json=new).json()
    red = Shared(Player(client, made["table"], made["seats"]["Red"]), shares=True)
    red.join()
    view = play_shared(red, None, seed=4)[-1]
    assert view["to_act"] is None
    proof = prove(red.player.get("/log").text)
    assert proof == Proof(view["dice"]["rolled"], tier="each-roll", head=view["dice"]["head"])


@pytest.mark.parametrize("dice", ["server", "players", "each-roll"])
def test_a_table_comes_back_from_the_disk_with_its_dice_as_they_were(
    client: Client, tables: Tables, dice: str
) -> None:
    red, blue, _ = sit_down(client, dice)
    play_shared(red, blue, seed=2, acts=12)
    live = tables.find(red.player.table)
    kept = live.store.load(live.id)
    assert kept is not None
    again = LiveTable(tables.store, kept, live.game, live.opened, live.scenario, live.present, lambda: 0.0)
    assert (again.key, again.moment.dice, again.hashes) == (live.key, live.moment.dice, live.hashes)
    assert again.head(again.moment) == live.head(live.moment)


# What is saved


@pytest.mark.parametrize("dice", ["server", "players", "each-roll"])
@pytest.mark.parametrize("seed", range(3))
def test_a_save_holds_every_event_as_it_is_kept_and_proves_the_dice(
    client: Client, tables: Tables, dice: str, seed: int
) -> None:
    red, blue, _ = sit_down(client, dice)
    last = play_shared(red, blue, seed)[-1]
    text = red.player.get("/log").content
    kept = tables.store.load(red.player.table)
    assert kept is not None
    record, *events, end = text.splitlines()
    assert (record, events) == (kept.record, [row.body for row in kept.rows])
    assert any(b'"type":"undo"' in event for event in events)
    summed_up = msgspec.json.decode(end)["end"]
    assert summed_up["events"] == len(events)
    assert (summed_up["head"], summed_up["secret"]) == (last["dice"]["head"], last["dice"]["secret"])
    assert commitment(kept.table, bytes.fromhex(summed_up["secret"])) == last["dice"]["commitment"]
    assert prove(text) == Proof(last["dice"]["rolled"], tier=dice, head=last["dice"]["head"])
    assert last["dice"]["rolled"] > 0
    # And it is a log like any other.
    table = resume(Skirmish(), parse_log(text.decode()))
    live = tables.find(red.player.table)
    assert table.log.entries == live.moment.table.log.entries
    assert table.position == live.moment.table.position


def test_a_save_of_a_game_that_goes_on_proves_its_chain_and_no_roll_yet(client: Client) -> None:
    red, blue, _ = sit_down(client, "players")
    view = play_shared(red, blue, seed=1, acts=10)[-1]
    proof = prove(red.player.get("/log").text)
    assert proof == Proof(0, sealed=view["dice"]["rolled"], tier="players", head=view["dice"]["head"])
    assert '"secret":""' in red.player.get("/log").text


def test_every_head_that_was_shown_is_one_of_the_save_and_no_other_is(client: Client) -> None:
    red, blue, watcher = sit_down(client, "players")
    heads = [view["dice"]["head"] for view in play_shared(red, blue, seed=3)]
    assert len(set(heads)) > 10
    assert red.player.view()["dice"]["head"] == blue.player.view()["dice"]["head"] == heads[-1]
    text = watcher.player.get("/log").text
    proof = prove(text, heads)
    assert proof is not None
    assert proof.faults == ()
    wrong = prove(text, [*heads, "0" * 16])
    assert wrong is not None
    assert wrong.faults == (
        "no event of this save has the head 0000000000000000, which was shown at the table",
    )


def test_a_head_tells_nobody_what_is_hidden(tables: Tables, client: Client) -> None:
    """Without the secret two heads cannot be told apart; and it changes only when everybody sees that something has."""
    new = {"game": "skirmish", "scenario": "hidden"}
    made = client.post("/api/tables", json=new).json()
    red, blue = (Player(client, made["table"], made["seats"][side]) for side in ("Red", "Blue"))
    for player in (red, blue):
        player.join()
    before = blue.view()["dice"]["head"]
    red.walk("r1", "0301")
    assert blue.view()["dice"]["head"] == red.view()["dice"]["head"] == before
    red.act("/undo")
    assert blue.view()["dice"]["head"] == before
    red.end()
    assert blue.view()["dice"]["head"] == red.view()["dice"]["head"] != before
    live = tables.find(made["table"])
    assert all(chain.hex() not in blue.get().text for chain in live.hashes)


def at_a_roll(red: Shared, blue: Shared) -> None:
    """Let the two walk up to each other until one strikes, and a roll is open."""
    rng = Random(7)
    while not red.player.view()["dice"]["reveals"]:
        play_shared(red, blue, seed=rng.randrange(1000), acts=1, reveals=False)


def test_a_copy_taken_where_dice_were_to_fall_goes_on(client: Client) -> None:
    red, blue, _ = sit_down(client, "each-roll")
    at_a_roll(red, blue)
    made = red.player.post("/copy", {"at": None}).json()
    copy = Player(client, made["table"], made["seats"]["Red"])
    assert copy.view()["dice"]["rolled"] == 1
    assert copy.view()["to_act"] is not None


def test_an_order_that_is_withdrawn_uses_up_the_links_that_were_revealed_for_its_roll() -> None:
    """By new rules alone; a player takes nothing back once a link was revealed."""
    one, other = links(b"1" * 32, 3), links(b"2" * 32, 3)
    state = DiceState("each-roll", ("Blue", "Red"), missing=("Blue", "Red"))
    for event in (Joined(("Blue",), one[0].hex()), Joined(("Red",), other[0].hex())):
        state = state.after(event)
    state = state.after(Revealed(("Blue",), one[1].hex()))
    with pytest.raises(OutOfPlace, match="between the links"):
        state.after(Undone("Red"))
    state = state.after(Undone("Red", "the rules have changed"))
    with pytest.raises(OutOfPlace, match="it is not for Red"):
        state.after(Revealed(("Red",), other[1].hex()))
    state = state.after(Revealed(("Blue",), one[2].hex())).after(Revealed(("Red",), other[1].hex()))
    assert state.awaited is None
