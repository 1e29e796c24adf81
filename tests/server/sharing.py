# SPDX-License-Identifier: Apache-2.0
"""Seats that take part in the dice of a table, as their browsers do: they join, and reveal a link for each roll."""

import random
import secrets
import time
from typing import Any

from clients import Client, Player

from grognard.server.joining import links

# Enough for the games of these tests.
LINKS = 300
# How long a program may take.
PATIENCE = 20


class Shared:
    """A seat with its numbers."""

    def __init__(self, player: Player, *, shares: bool) -> None:
        self.player = player
        self.seed = secrets.token_bytes(32)
        self.links = links(self.seed, LINKS) if shares else [self.seed]
        self.nonce = self.last = self.links[0].hex()

    def join(self) -> Any:
        """Sit down."""
        return self.player.join(self.nonce)

    def link(self) -> str:
        """Return the next link."""
        return self.links[self.links.index(bytes.fromhex(self.last)) + 1].hex()

    def reveal(self) -> Any:
        """Reveal it."""
        self.last = self.link()
        done = self.player.post("/reveal", {"link": self.last})
        assert done.status_code == 200, done.text
        return done


def sit_down(client: Client, dice: str, *, join: bool = True, **new: Any) -> tuple[Shared, Shared, Shared]:
    """Make a table of a tier; return Red, Blue and a watcher, who have joined where there is something to join."""
    body = {"game": "skirmish", "scenario": "open", "dice": dice, **new}
    made = client.post("/api/tables", json=body).json()
    keys = (made["seats"]["Red"], made["seats"]["Blue"], made["watch"])
    red, blue, watcher = (
        Shared(Player(client, made["table"], key), shares=dice == "each-roll") for key in keys
    )
    for seat in (red, blue):
        if join and dice != "server":
            seat.join()
    return red, blue, watcher


def play_shared(
    red: Shared, blue: Shared | None, seed: int, acts: int = 200, *, reveals: bool = True
) -> list[dict[str, Any]]:
    """Let two persons, or one against a program, do anything, and now and then take it back; return every view."""
    rng, seats = random.Random(seed), {"Red": red, "Blue": blue or red}
    views = [red.player.view()]
    for _ in range(acts):
        view = _rolled(seats, red) if reveals else red.player.view()
        if view["to_act"] is None:
            return [*views, view]
        if not reveals and view["dice"]["reveals"]:
            return views
        seat = seats[view["to_act"]]
        if blue is None and view["to_act"] == "Blue":
            _wait(red)
            continue
        _act(seat.player, rng)
        views.append(_rolled(seats, red) if reveals else red.player.view())
    return views


def _rolled(seats: dict[str, Shared], red: Shared) -> dict[str, Any]:
    """Reveal what rolls wait for."""
    while (view := red.player.view())["dice"]["reveals"]:
        seats[view["dice"]["reveals"][0]].reveal()
    return view


def _wait(red: Shared) -> None:
    """Wait until the program has acted, or needs a link."""
    began, seq = time.monotonic(), red.player.view()["seq"]
    while (view := red.player.view())["to_act"] == "Blue" and not view["dice"]["reveals"]:
        assert time.monotonic() - began < PATIENCE, seq
        time.sleep(0.002)


def _act(player: Player, rng: random.Random) -> None:
    view = player.view()
    if view["undoable"] and (view["seq"] < 4 or rng.random() < 0.3):
        done = player.act("/undo")
    elif view["question"]:
        done = player.act("/answers", option=rng.choice(view["question"]["options"])["value"])
    else:
        done = player.order(any_order(player, view, rng))
    assert done.status_code == 200, done.text


def any_order(player: Player, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Strike where it is possible; else walk or end the turn."""
    if view["battles"]:
        battle = rng.choice(view["battles"])
        return {"type": "strike", "units": [battle["pieces"][0]["piece"]], "target": battle["target"]}
    steps = [
        step["order"]
        for piece, why_not in view["offers"].items()
        if not why_not
        for step in player.get(f"/reach?piece={piece}").json()["steps"].values()
    ]
    if not steps or rng.random() < 0.1:
        order: dict[str, Any] = view["can_end"]["order"]
        return order
    # Mostly towards the enemy, so that dice fall.
    steps.sort(key=lambda each: int(each["to"]), reverse=view["to_act"] == "Red")
    chosen: dict[str, Any] = steps[0] if rng.random() < 0.8 else rng.choice(steps)
    return chosen
