# SPDX-License-Identifier: Apache-2.0
"""The clocks of a table, if its players want any: so many days each time a side is waited for, or so many minutes for the whole game.

This is their arithmetic. Times are seconds that the store was served (`timekeeping.py`). When a side has no time left nothing
happens by itself: its opponent may end the game, give more time, or play on.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side

MINUTE, DAY = 60, 86_400
# What an opponent gives at a time: where the clock is one of minutes five of them, otherwise a day.
GIFT = 5 * MINUTE
GIFTS = {DAY: "a day", GIFT: "five minutes"}


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How clocks are set: `days` for a side each time it is waited for; or `minutes` for the whole game.

    With minutes a side gets `increment` seconds more whenever it has done what was waited for.
    """

    days: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0

    @property
    def first(self) -> float:
        """The seconds that a side has to begin with."""
        return self.days * DAY or self.minutes * MINUTE

    @property
    def gift(self) -> float:
        """The seconds that an opponent gives at a time."""
        return DAY if self.days else GIFT

    @property
    def wrong(self) -> str:
        """Say why it cannot be set so; empty if it can."""
        if bool(self.days) == bool(self.minutes):
            return "a clock has either days for each turn or minutes for the whole game"
        return "a clock of days has no increment" if self.days and self.increment else ""


class Clocks(msgspec.Struct, frozen=True):
    """How the clocks of a table stood at some time: the seconds `left` to each side that a person plays, and the `side` one runs for.

    What was said at the table up to remark number `heard` is in them.
    """

    left: dict[Side, float]
    side: Side | None = None
    at: float = 0.0
    heard: int = 0


def readings(clocks: Clocks, now: float) -> dict[Side, float]:
    """Return what each side has left; below 0 if its time has been up for a while."""
    # Where tables are moved, time may begin a little before what was written last.
    gone = max(0.0, now - clocks.at)
    return {side: left - gone * (side == clocks.side) for side, left in clocks.left.items()}


def passed(
    clock: Clock, clocks: Clocks, acts: tuple[Side | None, Side | None], side: Side | None, now: float
) -> Clocks:
    """Return the clocks from now on: `acts` are whose act was awaited before, and is from now on; one runs for `side`.

    That may be another one, since the dice can wait for a player who is not to act.
    """
    before, after = acts
    left = {player: max(0.0, reading) for player, reading in readings(clocks, now).items()}
    if before in left and after not in {before, None}:
        left[before] += clock.increment
    anew = side != clocks.side and not before == after == side
    if clock.days and anew and side is not None:
        left[side] = clock.first
    return replace(clocks, left=left, side=side, at=now)


def given(clocks: Clocks, side: Side, seconds: float, now: float) -> Clocks:
    """Return the clocks after a side was given more time, perhaps before what was stored since."""
    now = max(now, clocks.at)
    left = {**clocks.left, side: max(0.0, readings(clocks, now)[side]) + seconds}
    return replace(clocks, left=left, at=now if side == clocks.side else clocks.at)


def in_words(seconds: float) -> str:
    """Say how long something is, roughly: in its two largest units."""
    whole = max(0, int(seconds))
    days, hours, minutes = whole // DAY, whole // 3600 % 24, whole // MINUTE % 60
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {whole % MINUTE} s"
