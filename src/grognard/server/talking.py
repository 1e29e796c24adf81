# SPDX-License-Identifier: Apache-2.0
"""Saying something at a table."""

from grognard.server.live_table import LiveTable
from grognard.server.seats import Seat
from grognard.server.talk import Said, plain_text


def say(live: LiveTable, seat: Seat, command: str, text: str) -> int:
    """Add a remark of a seat's player; return its number. Watchers read, and say nothing."""
    word = Said(seat.sides, plain_text(text))
    again = live.talk.done(seat, command, lambda made: made == word)
    if again is not None:
        return again
    number = live.talk.speak(seat, command, word)
    live.tell_of_it()
    return number
