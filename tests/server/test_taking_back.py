# SPDX-License-Identifier: Apache-2.0
"""Taking back by consent what the rules let nobody take back alone: the record keeps all of it, and no roll comes back."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from clients import Client, Player
from sharing import play_shared, sit_down
from skirmish import SkirmishLibrary

from grognard.server.new_table import NewTable
from grognard.server.proof import prove
from grognard.server.store import open_store
from grognard.server.tables import Tables
from grognard.server.taking_back import answer_back, ask_back
from grognard.server.talk import A_MINUTE

CHECK = Path(__file__).parents[2] / "docs" / "check_dice.py"
Seats = tuple[Player, Player, Player]


def ask(player: Player, command: str = "ask") -> Any:
    return player.post("/takeback", {"command": command})


def answer(player: Player, *, agrees: bool, command: str = "answer") -> Any:
    return player.post("/takeback/answer", {"command": command, "agrees": agrees})


def beside(player: Player) -> dict[str, Any]:
    told: dict[str, Any] = player.get("/talk").json()
    return told


def after_a_strike(players: Seats) -> None:
    """Let both come near each other, and Red strike."""
    red, blue, _ = players
    for to in ("0601", "0801"):
        red.walk("r2", to)
        red.end()
        if to == "0601":
            blue.end()
    blue.end()
    done = red.order({"type": "strike", "units": ["r2"], "target": "0901"})
    assert done.status_code == 200, done.text
    while red.view()["question"]:
        option = red.view()["question"]["options"] or blue.view()["question"]["options"]
        side = red if red.view()["question"]["side"] == "Red" else blue
        assert side.act("/answers", option=option[-1]["value"]).status_code == 200


def test_what_dice_have_decided_is_taken_back_if_the_other_agrees(players: Seats) -> None:
    red, blue, watcher = players
    after_a_strike(players)
    before = red.view()
    assert not before["undoable"]
    rolled = before["dice"]["rolled"]
    assert ask(red).status_code == 201
    for player, asks, answers in ((red, True, False), (blue, False, True), (watcher, False, False)):
        asked = beside(player)["back"]
        assert (asked["sides"], asked["asks"], asked["answers"]) == (["Red"], asks, answers)
        assert asked["what"].startswith("It was: r2 strikes at 0901")
    assert answer(watcher, agrees=True).status_code == 403
    assert (
        answer(red, agrees=True).json()["detail"]
        == "the seat that asks to take something back cannot agree to it"
    )
    assert answer(blue, agrees=True).status_code == 201
    then = red.view()
    assert (len(then["log"]), then["dice"]["rolled"]) == (len(before["log"]) - 1, rolled)
    assert then["seq"] > before["seq"]
    assert (beside(blue)["back"], beside(blue)["taken_back"]) == (None, {"Red": 1})
    assert [each["text"] for each in beside(red)["remarks"]][-1] == (
        "Red took back an act, and what came after it; Blue agreed."
    )
    # What is rolled next has the next number.
    red.order({"type": "strike", "units": ["r2"], "target": "0901"})
    assert red.view()["log"][-1]["rolls"][0]["index"] == rolled + 1


def test_the_other_may_not_agree_and_who_asked_may_ask_no_more(players: Seats) -> None:
    red, blue, _ = players
    red.walk("r1", "0301")
    red.end()
    seq = red.view()["seq"]
    ask(red, "one")
    assert ask(red, "two").json()["detail"] == "it is being asked already whether something may be taken back"
    # Meanwhile the game goes on.
    blue.walk("b1", "0801")
    assert answer(blue, agrees=False, command="no").status_code == 201
    assert answer(blue, agrees=True).json()["detail"] == "nobody asks to take anything back"
    ask(red, "three")
    assert answer(red, agrees=False, command="never mind").status_code == 201
    assert [each["text"] for each in beside(red)["remarks"]][1::2] == [
        "Blue does not agree.",
        "Red asks no more.",
    ]
    assert red.view()["seq"] == seq + 1
    # Asked again, all that came after it goes, too: also what the other has done.
    ask(red, "four")
    assert beside(blue)["back"]["what"].startswith("It was: Red ends its turn, and 1 act after it.")
    answer(blue, agrees=True, command="yes")
    assert (red.view()["to_act"], len(red.view()["log"])) == ("Red", 1)
    # The same commands sent again do nothing again.
    assert answer(blue, agrees=True, command="yes").status_code == ask(red, "four").status_code == 201
    assert len(red.view()["log"]) == 1


def test_nobody_is_asked_for_what_undo_takes_back(players: Seats) -> None:
    red, blue, watcher = players
    assert ask(red).json()["detail"] == "you have done nothing yet that could be taken back"
    red.walk("r1", "0301")
    assert ask(red).json()["detail"] == "your last act can be taken back without asking: undo it"
    assert ask(watcher).status_code == 403
    assert answer(blue, agrees=True).status_code == 409


@pytest.mark.parametrize("new", [{"hotseat": True}, {"seats": {"Blue": "random"}}])
def test_at_one_screen_and_against_a_program_it_is_done_and_told(client: Client, new: dict[str, Any]) -> None:
    body = {"game": "skirmish", "scenario": "open", "dice": "server", **new}
    made = client.post("/api/tables", json=body).json()
    red = Player(client, made["table"], made["seats"]["Red"])
    red.end()
    assert ask(red).status_code == 201
    assert (red.view()["to_act"], red.view()["log"]) == ("Red", [])
    assert beside(red)["taken_back"]["Red"] == 1
    assert beside(red)["remarks"][-1]["text"].endswith("nobody was asked.")
    saved = red.get("/log").text
    assert '"asked":["Red"' in saved
    assert '"agreed":["' in saved


def test_what_was_taken_back_is_told_however_much_was_said(client: Client) -> None:
    """It was done, refused as one remark too many in a minute, and counted nowhere."""
    body = {"game": "skirmish", "scenario": "open", "dice": "server", "seats": {"Blue": "random"}}
    made = client.post("/api/tables", json=body).json()
    red = Player(client, made["table"], made["seats"]["Red"])
    for number in range(A_MINUTE):
        assert red.post("/talk", {"command": f"say {number}", "text": "so"}).status_code == 201
    red.end()
    assert ask(red).status_code == 201
    assert (red.view()["log"], beside(red)["taken_back"]) == ([], {"Red": 1})


@pytest.mark.parametrize("dice", ["players", "each-roll"])
def test_a_game_with_acts_taken_back_holds_for_every_checker(
    client: Client, dice: str, tmp_path: Path
) -> None:
    red, blue, _ = sit_down(client, dice)
    for round_ in range(4):
        play_shared(red, blue, seed=3 + round_, acts=12)
        view = red.player.view()
        if view["to_act"] is None:
            break
        if ask(red.player, f"ask {round_}").status_code == 201:
            assert answer(blue.player, agrees=True, command=f"yes {round_}").status_code == 201
    views = play_shared(red, blue, seed=9)
    assert views[-1]["to_act"] is None
    saved = red.player.get("/log").content
    assert saved.count(b'"agreed":') >= 2
    proof = prove(saved)
    assert proof is not None
    assert (proof.faults, proof.rolls) == ((), views[-1]["dice"]["rolled"])
    (tmp_path / "save").write_bytes(saved)
    subprocess.run([sys.executable, CHECK, tmp_path / "save"], check=True, capture_output=True)
    done = ask(red.player, "after the end")
    assert done.json()["detail"] == "the game is over, and its dice are laid open"
    # Who looks back sees what was then, also before it was taken back.
    for seq in range(red.player.view()["seq"] + 1):
        assert red.player.get(f"?at={seq}").status_code == 200


def test_another_server_and_the_next_start_come_to_the_same(database: str) -> None:
    one, other = (Tables(open_store(database), SkirmishLibrary(), pace=0) for _ in range(2))
    made = one.make(NewTable(game="skirmish", scenario="open", dice="server"))
    here, there = one.find(made.table), other.find(made.table)
    red, blue = (here.seat(made.seats[side] or "") for side in ("Red", "Blue"))
    here.order(red, 0, "1", {"type": "end"})
    ask_back(here, red, "1")
    assert other.find(made.table).moment.seq == 1
    answer_back(there, blue, "1", agrees=True)
    assert one.find(made.table).moment.to_act == "Red"
    assert here.moment.hash == there.moment.hash
    one.close()
    again = Tables(open_store(database), SkirmishLibrary(), pace=0)
    assert again.find(made.table).moment.hash == there.moment.hash
    other.close()
    again.close()
