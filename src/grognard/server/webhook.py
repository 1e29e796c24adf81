# SPDX-License-Identifier: Apache-2.0
"""Tells an address that the operator named whose turn it is at which table: a bridge to mail, chat or a phone.

The address is the operator's choice, never a player's. What is sent holds no key and nothing that a game hides. Acts never wait for it: what
cannot be delivered soon is dropped, and the log says so.
"""

import logging
import queue
import threading
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.server.live_table import LiveTable
from grognard.server.table_state import TableState
from grognard.server.turn_news import news

LOG = logging.getLogger(__name__)
# Messages that wait, and seconds that one may take.
WAITING, SECONDS = 1000, 10.0
ANSWER = 1024


class TurnTold(msgspec.Struct, frozen=True):
    """What is sent: the table and its title, and whose turn it is, or how the game ended."""

    event: Literal["turn", "over"]
    table: str
    title: str
    side: Side
    turn: int
    phase: str
    says: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Stays at the address that was configured."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Follow nothing."""
        return


class Webhook:
    """Posts each change of turn to an address, one after another, in a thread of its own."""

    def __init__(self, address: str) -> None:
        self.address = checked_address(address)
        self._waiting: queue.Queue[TurnTold | None] = queue.Queue(WAITING)
        self._open = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({})).open
        self._thread = threading.Thread(target=self._send_all, name="webhook", daemon=True)
        self._thread.start()

    def kept(self, live: LiveTable, before: TableState) -> None:
        """Take note of an act that was stored, and post it if it passed the turn to a person, or ended the game."""
        new = news(live, before)
        if new is None or new.program or not (new.side or new.over):
            return
        with suppress(queue.Full):
            self._waiting.put_nowait(_told(live, live.moment))

    def close(self) -> None:
        """End the thread; what waits is dropped."""
        with suppress(queue.Full):
            self._waiting.put_nowait(None)

    def _send_all(self) -> None:
        while (told := self._waiting.get()) is not None:
            try:
                self._send(told)
            except (OSError, HTTPException, ValueError) as error:
                # The address may hold a secret: its host alone is told.
                LOG.warning(
                    "%s could not be told of table %s: %s", urlsplit(self.address).hostname, told.table, error
                )

    def _send(self, told: TurnTold) -> None:
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.address, msgspec.json.encode(told), headers)  # noqa: S310 - checked
        with self._open(request, timeout=SECONDS) as answer:
            answer.read(ANSWER)


def checked_address(address: str) -> str:
    """Return an address that turns can be posted to; any other is refused."""
    try:
        parts = urlsplit(address)
        is_one = parts.scheme in ("https", "http") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one or not address.isprintable() or " " in address:
        raise GrognardError("--webhook takes an address such as https://example.org/turns")
    return address


def _told(live: LiveTable, now: TableState) -> TurnTold:
    status = now.status(live.game.view.status(now.standing))
    title, side = live.scenario.title, now.to_act or ""
    says = f"{title}: {side} to act" if side else f"{title}: {status.verdict}"
    return TurnTold("turn" if side else "over", live.id, title, side, status.turn, status.phase, says)
