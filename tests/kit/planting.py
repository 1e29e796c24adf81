# SPDX-License-Identifier: Apache-2.0
"""Leaks that can be planted in any game: each tells a seat something that follows from what is hidden."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import pytest
from doors import leaks
from msgspec.structs import replace
from rooms import Rooms
from twins import Scene

from grognard.front import View
from grognard.lab.research.moment import Moment
from grognard.lab.research.observation import Observing
from grognard.opponent import PROGRAMS
from grognard.play.canonical import fingerprint
from grognard.play.narrate import narrate_at
from grognard.play.table import Table
from grognard.play.visibility import labels
from grognard.procedures.procedure import NotAllowed
from grognard.server import live_table
from grognard.server.errors import Refused
from grognard.server.events import Streams
from grognard.server.headers import HEADERS
from grognard.server.jobs import thinking
from grognard.server.live_table import LiveTable
from grognard.server.seat_view import SeatView
from grognard.server.table_state import stepped, undoing

Patch = pytest.MonkeyPatch


def found(rooms: Rooms, some: Sequence[Scene], door: str) -> bool:
    return any(True for scene in some for _ in leaks(rooms, scene, (door,)))


def hidden(position: Any) -> int:
    """Say something that follows from what is hidden."""
    return int(fingerprint(position)[:8], 16)


def whole(position: Any, _side: str | None) -> Any:
    return position


def in_part(position: msgspec.Struct) -> list[str]:
    """Return the fields of a position that are seen in part."""
    return [field for field, who in labels(type(position)).items() if who == "part"]


def shows_field(field: str, kind: Any, patch: Patch) -> None:
    """A field that is seen in part is shown whole."""
    sound = kind.in_part
    patch.setattr(kind, "in_part", lambda self, sides: {**sound(self, sides), field: getattr(self, field)})


# What a seat is shown


def shows_whole(method: str, patch: Patch) -> None:
    """A seat is shown one thing from the position as it is."""
    sound = getattr(SeatView, method)

    def leaking(self: SeatView, *given: Any, **named: Any) -> Any:
        with pytest.MonkeyPatch.context() as meanwhile:
            meanwhile.setattr("grognard.server.seat_log.as_seen", whole)
            return sound(self, *given, **named)

    patch.setattr(SeatView, method, leaking)


def seats_watchers_with_a_side(patch: Patch) -> None:
    patch.setattr(SeatView, "viewer", lambda self, _: (*self.seat.sides, self.game.sides[0])[0])


def links_by_what_is_there(patch: Patch) -> None:
    """A refusal in the same words leads to a paragraph that counts."""

    def leaking(self: SeatView, _: str) -> Any:
        raise Refused(404, "there is no way", f"chapter-{hidden(self.live.moment.standing)}")

    patch.setattr(SeatView, "reach", leaking)


def refuses_by_what_is_there(patch: Patch) -> None:
    """A view that the game does not have is refused in words that count."""

    def leaking(self: SeatView, _: str) -> Any:
        raise Refused(404, f"no sight of {hidden(self.live.moment.standing)}")

    patch.setattr(SeatView, "sight", leaking)


def asks_by_what_is_there(patch: Patch) -> None:
    sound = SeatView._question

    def leaking(self: SeatView, now: Any, looking: Any) -> Any:
        found = sound(self, now, looking)
        return found and replace(found, asks=f"whose? {hidden(now.table.position)}")

    patch.setattr(SeatView, "_question", leaking)


def tells_all(patch: Patch) -> None:
    """The log of the server tells every order as if everything were seen."""
    patch.setattr("grognard.server.seat_log.narrate_at", lambda table, at, _: narrate_at(table, at))


def tells_what_was_against_the_rules(patch: Patch) -> None:
    def leaking(table: Table[Any], at: int, sides: Any) -> Any:
        return replace(narrate_at(table, at, sides), warned=table.log.entries[at].warned)

    patch.setattr("grognard.server.seat_log.narrate_at", leaking)


# What a seat can do


def breaks_down_over_what_is_hidden(patch: Patch) -> None:
    """An order is carried out in one world, and in the other the rules have no answer to it."""
    sound = Table.give

    def leaking(self: Table[Any], order: Any) -> Any:
        if hidden(self.position) % 2:
            raise LookupError
        return sound(self, order)

    patch.setattr(Table, "give", leaking)


def takes_battles_back(patch: Patch) -> None:
    patch.setattr(Table, "undoable", property(lambda self: bool(self.log.entries)))


def takes_back_by_what_is_hidden(patch: Patch) -> None:
    def leaking(now: Any) -> Any:
        return undoing(now) if hidden(now.table.positions[0]) % 2 else None

    patch.setattr("grognard.server.table_view.undoing", leaking)


def refuses_options_by_what_is_there(patch: Patch) -> None:
    def leaking(self: Table[Any], _: Any) -> Any:
        raise NotAllowed(f"no option, for {hidden(self.position)}")

    patch.setattr(Table, "choose", leaking)


def lets_copy(patch: Patch) -> None:
    patch.setattr(LiveTable, "sealed", property(lambda _: ""))


def lets_save(patch: Patch) -> None:
    patch.setattr(LiveTable, "sealed", property(lambda _: ""))


# Numbers


def skips_numbers(patch: Patch) -> None:
    sound = SeatView.number

    def leaking(self: SeatView, seq: int) -> int:
        return sound(self, seq) + hidden(self.live.moment.standing) % 2

    patch.setattr(SeatView, "number", leaking)


def counts_rolls_that_nobody_saw(patch: Patch) -> None:
    def leaking(now: Any, event: Any, table: Any) -> Any:
        then, row = stepped(now, event, table)
        return replace(then, rolls=then.rolls + hidden(now.standing) % 2), row

    patch.setattr(live_table, "stepped", leaking)


def sends_frames_for_nothing(patch: Patch) -> None:
    """A frame without news is news."""
    sound = Streams.of

    async def leaking(self: Streams, eyes: SeatView, last: int | None, beat: float = 0.0) -> Any:
        if hidden(eyes.live.moment.standing) % 2:
            yield b": still here\n\n"
        frames = sound(self, eyes, last, beat)
        async for frame in frames:
            yield frame

    patch.setattr(Streams, "of", leaking)


class Tagged(dict[str, str]):
    """Headers with a tag that is made from the whole position."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(HEADERS)
        self.rooms = rooms

    def items(self) -> Any:
        now = [hidden(each.moment.standing) for each in self.rooms.lives.values()]
        return [*super().items(), ("etag", str(now))]


# Programs


def lets_a_program_see_all(name: str, patch: Patch) -> None:
    patch.setattr("grognard.opponent.programs.as_seen", whole)
    patch.setitem(PROGRAMS, name, lambda _game, seen, _asked, _rng: hidden(seen))


def lets_a_bot_see_all(patch: Patch) -> None:
    """The dice of a program at a table are thrown from the whole position."""

    def leaking(opened: Any, table: Any, program: str, _: bytes) -> Any:
        return thinking(opened, table, program, str(hidden(table.position)).encode())

    patch.setattr("grognard.server.programs.thinking", leaking)


# Beside the table


def writes_into_the_server_log(patch: Patch) -> None:
    sound = LiveTable.undo

    def leaking(self: LiveTable, *given: Any) -> int:
        live_table.LOG.warning("an act at %s", hidden(self.moment.standing))
        return sound(self, *given)

    patch.setattr(LiveTable, "undo", leaking)


def fails_with_what_is_hidden(patch: Patch) -> None:
    """Something breaks, and the server's log has the position in it."""

    def leaking(self: SeatView) -> Any:
        raise ValueError(hidden(self.live.moment.standing))

    patch.setattr(SeatView, "supply", leaking)


def tells_all_at_a_terminal(patch: Patch) -> None:
    patch.setattr("grognard.cli.session.narrate_at", lambda table, at, _: narrate_at(table, at))


# From Python


def shows_a_view_all(patch: Patch) -> None:
    """A view holds the whole position."""
    sound = View.__init__

    def leaking(self: View, table: Table[Any], side: str | None) -> None:
        sound(self, table, side)
        self.position = table.standing

    patch.setattr(View, "__init__", leaking)


def tells_a_view_all(patch: Patch) -> None:
    """What has happened is told as if everything were seen."""
    patch.setattr("grognard.play.transcript.narrate_at", lambda table, at, _: narrate_at(table, at))


# For research


def observes_what_is_hidden(patch: Patch) -> None:
    """A number that an agent observes follows from the whole position."""
    sound = Observing.of

    def leaking(self: Observing, moment: Moment, side: str) -> Any:
        seen = sound(self, moment, side)
        return replace(seen, game=seen.game + hidden(moment.table.position) % 97)

    patch.setattr(Observing, "of", leaking)


def called(value: object) -> str:
    if isinstance(value, partial):
        return f"{value.func.__name__}({value.args[0]})"
    return value if isinstance(value, str) else getattr(value, "__name__", "")
