# SPDX-License-Identifier: Apache-2.0
"""Saying something at a table."""

from grognard.server.acting import refuse_watcher
from grognard.server.live_table import LiveTable
from grognard.server.seats import Seat
from grognard.server.talk import Said, plain_text


def say(live: LiveTable, seat: Seat, command: str, text: str) -> int:
    """Add a remark of a seat's player; return its number. Watchers read, and say nothing."""
    refuse_watcher(seat)
    plain = plain_text(text)
    number = live.talk.speak(seat, command, Said(seat.sides, plain))
    live.tell_of_it()
    return number
