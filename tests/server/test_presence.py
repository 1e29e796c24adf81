# SPDX-License-Identifier: Apache-2.0
"""Who is at a table, and when he was there last: nothing else is told."""

from grognard.server.presence import Presence
from grognard.server.seats import Seat


def test_a_seat_is_here_while_one_of_its_pages_is() -> None:
    now = 0.0
    presence, red = Presence(lambda: now), Seat(b"r", ("Red",))
    assert presence.told("t", red).minutes is None
    with presence.at("t", red):
        with presence.at("t", red):
            pass
        assert presence.told("t", red).here
    now = 59
    assert (presence.told("t", red).here, presence.told("t", red).minutes) == (False, 0)
    now = 310
    assert presence.told("t", red).minutes == 5
    assert presence.told("t", Seat(b"new key", ("Red",))).minutes is None
    assert presence.told("another table", red).minutes is None
