# SPDX-License-Identifier: Apache-2.0
"""Kill a server under live play, again and again, and see that nothing acknowledged is lost.

    python tests/server/killing.py 200 20

At so many tables two people play, at every other a person against a program. The server is
killed with SIGKILL at any moment, started anew on the same folder, and asked: is every act it acknowledged there, once and in its
place, does every view it ever showed still stand, and is a command that was cut off done once, whether or not it had been done?
"""

import random
import sys
import tempfile
import threading
import uuid
from pathlib import Path
from typing import Any

import httpx
from clients import Player, Running

# After each kill every act and view since the kill before is checked, and so many of the older ones, which were checked then.
OLDER = 3
CHECKED = ("seq", "pieces", "status", "log")
Act = tuple[str, dict[str, Any]]


class Witness:
    """Plays at one table through many lives of its server, and remembers what it was told."""

    def __init__(self, seats: dict[str, str], seed: int) -> None:
        self.seats = seats
        self.rng = random.Random(seed)
        self.table, self.key = "", ""
        self.acknowledged: list[tuple[Act, int]] = []
        self.shown: dict[int, dict[str, Any]] = {}
        self.cut_off: Act | None = None
        self.total = 0
        # How many acts were checked before, and the events whose views were not.
        self.checked, self.fresh = 0, set[int]()
        self.wrong: Exception | None = None

    def sit_down(self, client: httpx.Client) -> Player:
        """Go back to the table, or to a new one where the game is over."""
        if not self.table or Player(client, self.table, self.key).view()["to_act"] is None:
            new = {"game": "skirmish", "scenario": "open", "hotseat": True, "seats": self.seats}
            made = client.post("/api/tables", json=new).json()
            self.table, self.key = made["table"], made["seats"]["Red"]
            self.acknowledged, self.shown, self.cut_off = [], {}, None
            self.checked, self.fresh = 0, set()
        player = Player(client, self.table, self.key)
        # The server may have been killed before he had joined.
        if player.view()["dice"]["joins"]:
            player.join()
        return player

    def play(self, address: httpx.URL, stop: threading.Event) -> None:
        """Play until the server is gone; what goes wrong otherwise is kept for `check`."""
        try:
            with httpx.Client(base_url=address, timeout=60) as client:
                while not stop.is_set():
                    self.move(self.sit_down(client))
        except httpx.TransportError:
            pass
        except Exception as wrong:  # noqa: BLE001 - it is raised again in the main thread
            self.wrong = wrong

    def move(self, player: Player) -> None:
        """Look, remember what was shown, and act."""
        view = player.view()
        self.shown[view["seq"]] = {name: view[name] for name in CHECKED}
        self.fresh.add(view["seq"])
        if view["to_act"] in view["you"]:
            self.act(player, self.some_act(player, view))

    def some_act(self, player: Player, view: dict[str, Any]) -> Act:
        act = {"expect": view["seq"], "command": uuid.uuid4().hex}
        if view["question"]:
            return "/answers", {**act, "option": self.rng.choice(view["question"]["options"])["value"]}
        if view["undoable"] and self.rng.random() < 0.2:
            return "/undo", act
        found = [view["can_end"]["order"]]
        for battle in view["battles"]:
            units = [battle["pieces"][0]["piece"]]
            found += [{"type": battle["type"], "units": units, "target": battle["target"]}] * 3
        for piece, why_not in view["offers"].items():
            if not why_not:
                steps = player.get(f"/reach?piece={piece}").json()["steps"]
                found += [step["order"] for step in steps.values()]
        return "/orders", {**act, "order": self.rng.choice(found)}

    def act(self, player: Player, act: Act) -> None:
        self.cut_off = act
        answer = player.post(*act)
        self.cut_off = None
        # A program may have acted meanwhile.
        assert answer.status_code in (200, 409), answer.text
        if answer.status_code == 200:
            self.acknowledged.append((act, answer.json()["seq"]))
            self.total += 1

    def check(self, client: httpx.Client) -> None:
        """See that everything the last server said is still so."""
        if self.wrong:
            raise self.wrong
        if not self.table:
            return
        player = Player(client, self.table, self.key)
        seq = player.view()["seq"]
        numbers = [was for _, was in self.acknowledged]
        assert numbers == sorted(set(numbers)), f"acts are done twice, or out of order: {numbers}"
        for act, was in [*self._some(self.acknowledged[: self.checked]), *self.acknowledged[self.checked :]]:
            assert was <= seq, f"act {was} is lost; the table stands at {seq}"
            again = player.post(*act)
            assert (again.status_code, again.json()) == (200, {"seq": was}), again.text
        for at in [*self._some(list(self.shown.keys() - self.fresh)), *self.fresh]:
            then = player.get(f"?at={at}").json()
            assert {name: then[name] for name in CHECKED} == self.shown[at], f"the view of {at} has changed"
        self.checked, self.fresh = len(self.acknowledged), set()
        if self.cut_off:
            first, second = player.post(*self.cut_off), player.post(*self.cut_off)
            assert first.status_code in (200, 409), first.text
            assert (first.status_code, first.json()) == (second.status_code, second.json())

    def _some(self, older: list[Any]) -> list[Any]:
        """Draw some of what was checked before."""
        return self.rng.sample(older, min(OLDER, len(older)))


def kill_again_and_again(folder: Path, kills: int, seed: int = 1, tables: int = 2) -> int:
    """Kill a server so many times, with games at so many tables; return how many acts were acknowledged."""
    rng = random.Random(seed)
    programs: tuple[dict[str, str], ...] = ({}, {"Blue": "random"})
    witnesses = [Witness(programs[number % 2], seed + number + 1) for number in range(tables)]
    for count in range(1, kills + 1):
        live_and_die(folder, witnesses, rng.uniform(0.02, 0.5), rng.choice((0, 2, 4)) * tables)
        acts = sum(each.total for each in witnesses)
        sys.stderr.write(f"\rkilled {count} of {kills} times, {acts} acknowledged acts, none lost")
    live_and_die(folder, witnesses, 0)
    sys.stderr.write("\n")
    return sum(each.total for each in witnesses)


def live_and_die(folder: Path, witnesses: list[Witness], seconds: float, acts: int = 0) -> None:
    """Start a server, see that nothing is lost, play on for some time and until so many acts were acknowledged, and kill it."""
    before = sum(witness.total for witness in witnesses)
    server, stop = Running(folder), threading.Event()
    try:
        for witness in witnesses:
            witness.check(server.client)
        threads = [
            threading.Thread(target=each.play, args=(server.client.base_url, stop)) for each in witnesses
        ]
        for thread in threads:
            thread.start()
        stop.wait(seconds)
        while sum(witness.total for witness in witnesses) < before + acts and not any(
            witness.wrong for witness in witnesses
        ):
            stop.wait(0.005)
    finally:
        server.kill()
        stop.set()
    for thread in threads:
        thread.join(60)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        kill_again_and_again(Path(temporary), int(sys.argv[1]), tables=int(sys.argv[2]))
