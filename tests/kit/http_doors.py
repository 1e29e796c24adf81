# SPDX-License-Identifier: Apache-2.0
"""The doors that are routes of the server: the status, every header, and the body."""

from collections.abc import Callable
from typing import Any, Literal

from probes import NO_OPTION, Probe
from rooms import Room, said

Request = tuple[Literal["GET", "POST"], str, Any]
TABLE = "/api/tables/{table_id}"
ROUTES: dict[tuple[str, str], Callable[[Room, Probe], list[Request]]] = {
    ("GET", TABLE): lambda room, _: [
        ("GET", at, None)
        for at in ("", "?at=0", f"?at={room.eyes.number(room.live.moment.seq) + 1}", "?at=x")
    ],
    ("GET", f"{TABLE}/reach"): lambda _, asks: [
        ("GET", f"/reach?piece={each}", None) for each in (*asks.pieces, "nobody")
    ],
    ("GET", f"{TABLE}/supply"): lambda *_: [("GET", "/supply", None)],
    ("GET", f"{TABLE}/ahead"): lambda _, asks: [("GET", f"/ahead?hex={each}", None) for each in asks.hexes],
    ("GET", f"{TABLE}/threat"): lambda room, _: [
        ("GET", f"/threat?side={each}", None) for each in (*room.game.sides, "nobody")
    ],
    ("GET", f"{TABLE}/sight"): lambda _, asks: [("GET", f"/sight?hex={each}", None) for each in asks.hexes],
    ("GET", f"{TABLE}/log"): lambda *_: [("GET", "/log", None)],
    ("GET", f"{TABLE}/events"): lambda *_: [("GET", "/events", None)],
    ("POST", f"{TABLE}/preview"): lambda _, asks: [
        ("POST", "/preview", {"order": each}) for each in asks.orders
    ],
    ("POST", f"{TABLE}/hint"): lambda _, asks: [("POST", "/hint", {"order": each}) for each in asks.orders],
    ("GET", f"{TABLE}/guide"): lambda *_: [("GET", "/guide", None)],
    ("GET", f"{TABLE}/luck"): lambda *_: [("GET", f"/luck{after}", None) for after in ("", "?after=1")],
    ("POST", f"{TABLE}/orders"): lambda room, asks: [
        ("POST", "/orders", _act(room, at, order=each)) for at, each in enumerate(_quiet(room, asks))
    ],
    ("POST", f"{TABLE}/answers"): lambda room, _: [
        ("POST", "/answers", _act(room, at, option=each)) for at, each in enumerate(NO_OPTION)
    ],
    ("POST", f"{TABLE}/undo"): lambda room, _: [
        ("POST", "/undo", _act(room, 0)),
        ("POST", "/undo", {"expect": 999, "command": "late"}),
    ],
    ("POST", f"{TABLE}/join"): lambda *_: [("POST", "/join", {"nonce": each}) for each in ("0", "a" * 64)],
    ("POST", f"{TABLE}/reveal"): lambda *_: [("POST", "/reveal", {"link": each}) for each in ("0", "a" * 64)],
    ("GET", f"{TABLE}/talk"): lambda *_: [("GET", f"/talk{after}", None) for after in ("", "?after=0")],
    ("POST", f"{TABLE}/talk"): lambda *_: [("POST", "/talk", {"text": "said", "command": "said"})],
    ("POST", f"{TABLE}/takeback"): lambda *_: [("POST", "/takeback", {"command": "back"})],
    ("POST", f"{TABLE}/takeback/answer"): lambda *_: [
        ("POST", "/takeback/answer", {"command": f"answer {each}", "agrees": each}) for each in (True, False)
    ],
    # What is told of the end itself is not compared: it lays all open.
    **{
        ("POST", f"{TABLE}/{ends}"): lambda *_, ends=ends: [("POST", f"/{ends}", {"command": ends})]
        for ends in ("resign", "claim", "time")
    },
    ("POST", f"{TABLE}/copy"): lambda *_: [("POST", "/copy", {}), ("POST", "/copy", {"at": 0})],
}


def _act(room: Room, number: int, **what: Any) -> dict[str, Any]:
    return {"expect": room.eyes.number(room.live.moment.seq), "command": f"command {number}", **what}


def _quiet(room: Room, asks: Probe) -> list[dict[str, Any]]:
    """Return the orders that open nothing, or the same in both worlds, and those that are none."""
    every = (*asks.orders, room.allowed) if room.allowed else asks.orders
    return [order for order in every if said(room.live.parse, order)[0] or room.opens_nothing(order)]


def over_http(route: tuple[str, str]) -> Callable[[Room, Probe], Any]:
    """Return the door that one route is."""

    def door(room: Room, asks: Probe) -> Any:
        found = []
        for method, path, body in ROUTES[route](room, asks):
            room.fresh()
            status, *rest = room.rooms.asked(method, f"/api/tables/{room.live.id}{path}", room.key, body)
            # Where dice have shown what need not be the same, so many rolls follow as that takes.
            found.append([status, *([] if room.has_shown() else rest)])
        return found

    return door
