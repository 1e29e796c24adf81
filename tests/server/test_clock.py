# SPDX-License-Identifier: Apache-2.0
"""What clocks show, worked out by hand first; and the time they go by, which stands still while no server runs."""

from pathlib import Path

import pytest

from grognard.server.clock import Clock, Clocks, given, in_words, passed, readings
from grognard.server.store import open_store
from grognard.server.timekeeping import Timekeeper

HOUR, DAY = 3600.0, 86_400.0
DAYS = Clock(days=3)
QUICK = Clock(minutes=30, increment=20)


def test_half_an_hour_each_with_twenty_seconds_more_for_each_act() -> None:
    clocks = Clocks({"Red": 1800.0, "Blue": 1800.0})
    # Nobody's runs before it is let run; then Red's does, from 100 on.
    assert readings(clocks, 100.0) == {"Red": 1800.0, "Blue": 1800.0}
    clocks = passed(QUICK, clocks, ("Red", "Red"), "Red", 100.0)
    assert readings(clocks, 400.0) == {"Red": 1500.0, "Blue": 1800.0}
    # Red passes after 300 s: 1800 - 300 + 20. Blue takes 60 s.
    clocks = passed(QUICK, clocks, ("Red", "Blue"), "Blue", 400.0)
    assert readings(clocks, 460.0) == {"Red": 1520.0, "Blue": 1740.0}
    clocks = passed(QUICK, clocks, ("Blue", "Red"), "Red", 460.0)
    assert (clocks.left, clocks.side, clocks.at) == ({"Red": 1520.0, "Blue": 1760.0}, "Red", 460.0)
    # Red's time is up at 460 + 1520 = 1980; it plays on at 2000 all the same, and has no more than the increment.
    assert readings(clocks, 2000.0)["Red"] == -20.0
    clocks = passed(QUICK, clocks, ("Red", "Blue"), "Blue", 2000.0)
    assert clocks.left == {"Red": 20.0, "Blue": 1760.0}
    # At the end no clock runs.
    clocks = passed(QUICK, clocks, ("Blue", None), None, 2010.0)
    assert readings(clocks, 9999.0) == {"Red": 20.0, "Blue": 1750.0}


def test_three_days_anew_each_time_a_side_is_waited_for() -> None:
    clocks = passed(DAYS, Clocks({"Red": 3 * DAY, "Blue": 3 * DAY}), ("Red", "Red"), "Red", 0.0)
    assert readings(clocks, 2 * DAY)["Red"] == DAY
    clocks = passed(DAYS, clocks, ("Red", "Blue"), "Blue", 2 * DAY)
    assert readings(clocks, 2 * DAY + HOUR) == {"Red": DAY, "Blue": 3 * DAY - HOUR}
    clocks = passed(DAYS, clocks, ("Blue", "Red"), "Red", 2 * DAY + HOUR)
    assert clocks.left == {"Red": 3 * DAY, "Blue": 3 * DAY - HOUR}


def test_a_roll_that_waits_for_the_other_player_stops_the_clock_of_whoever_gave_the_order() -> None:
    clocks = passed(DAYS, Clocks({"Red": 3 * DAY, "Blue": HOUR}), ("Red", "Red"), "Red", 0.0)
    # Red ordered after an hour; the dice wait for Blue's browser, who has three days for it, and takes one.
    clocks = passed(DAYS, clocks, ("Red", "Red"), "Blue", HOUR)
    assert readings(clocks, HOUR + DAY) == {"Red": 3 * DAY - HOUR, "Blue": 2 * DAY}
    # Red goes on with what was left.
    clocks = passed(DAYS, clocks, ("Red", "Red"), "Red", HOUR + DAY)
    assert (clocks.left["Red"], clocks.side) == (3 * DAY - HOUR, "Red")


def test_time_that_is_given_counts_from_now_where_none_was_left() -> None:
    clocks = Clocks({"Red": 60.0, "Blue": 500.0}, "Red", 0.0)
    assert readings(given(clocks, "Red", 300.0, 40.0), 50.0)["Red"] == 310.0
    # 40 s late: the five minutes are whole.
    assert readings(given(clocks, "Red", 300.0, 100.0), 100.0)["Red"] == 300.0
    # Of a side whose clock does not run it is only more.
    late = given(clocks, "Blue", 300.0, 40.0)
    assert readings(late, 50.0) == {"Red": 10.0, "Blue": 800.0}


def test_a_side_that_a_program_plays_has_no_clock() -> None:
    clocks = passed(QUICK, Clocks({"Red": 1800.0}), ("Red", "Blue"), None, 5.0)
    assert readings(clocks, 100.0) == {"Red": 1820.0}
    assert passed(QUICK, clocks, ("Blue", "Red"), "Red", 200.0).left == {"Red": 1820.0}


@pytest.mark.parametrize(
    ("clock", "wrong"),
    [
        (DAYS, ""),
        (QUICK, ""),
        (Clock(), "a clock has either days for each turn or minutes for the whole game"),
        (Clock(days=1, minutes=1), "a clock has either days for each turn or minutes for the whole game"),
        (Clock(days=1, increment=5), "a clock of days has no increment"),
    ],
)
def test_what_is_no_clock_is_told(clock: Clock, wrong: str) -> None:
    assert clock.wrong == wrong


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(0.4, "0 min 0 s"), (-9, "0 min 0 s"), (90, "1 min 30 s"), (7260, "2 h 1 min"), (180_000, "2 d 2 h")],
)
def test_times_are_told_in_their_two_largest_units(seconds: float, says: str) -> None:
    assert in_words(seconds) == says


def test_time_stands_still_while_no_server_runs(where: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = [5000.0], [10.0]
    monkeypatch.setattr("grognard.server.timekeeping.time.time", lambda: wall[0])
    monkeypatch.setattr("grognard.server.timekeeping.time.monotonic", lambda: steady[0])

    def wait(seconds: float) -> None:
        wall[0] += seconds
        steady[0] += seconds

    store = open_store(where)
    time = Timekeeper(store)
    first = time.now()
    wait(5)
    assert time.now() == first + 5
    wait(60)
    assert time.now() == first + 65
    time.close()
    store.close()
    # A night without a server; the machine was started anew.
    wall[0], steady[0] = wall[0] + 8 * HOUR, 1.0
    store = open_store(where)
    time = Timekeeper(store)
    assert time.now() == first + 65
    wait(30)
    assert time.now() == first + 95
    # A clock on the wall that is set an hour ahead, or back, adds nothing.
    wall[0] += HOUR
    wait(30)
    assert time.now() == first + 95
    time.close()
    store.close()


def test_time_is_counted_as_long_as_a_clock_runs_anywhere(
    where: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a server at whose tables nobody acts for a while would seem not to have run."""
    monkeypatch.setattr("grognard.server.timekeeping.COUNT", 0.05)
    store = open_store(where)
    counted: list[float] = []
    served = store.served

    def count(now: float, gap: float) -> float:
        counted.append(now)
        return served(now, gap)

    monkeypatch.setattr(store, "served", count)
    runs = [False]
    monkeypatch.setattr(store, "has_clocks", lambda: runs[0])
    time = Timekeeper(store)
    time._closing.wait(0.3)
    assert counted == []
    runs[0] = True
    time._closing.wait(0.3)
    assert len(counted) >= 2
    time.close()
    store.close()
