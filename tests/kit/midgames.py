# SPDX-License-Identifier: Apache-2.0
"""Games in the midst of play as releases have kept them, which every later build must open: `tests/midgames/RELEASE.xz`.

Each is all that a server keeps of a table, and what it had come to when it was recorded. They are of every scenario of
every game: under way, in the midst of a question, with acts taken back, under errata and switched rulings, in free play
and against its rules, what-if copies, against programs, with dice that the players share. A release adds a file by
`python tests/kit/record_midgames.py RELEASE`; none is ever made anew. What lay on the map at every position of those of 0.2.0
stands beside them, worked out while their positions were still those that were recorded.
"""

import lzma
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from kit import SCENARIOS  # noqa: F401 - the games of one's own among them must be known before they are opened
from msgspec.structs import replace
from saved import OpenQuestion, board_hash, open_question

from grognard.opponent import decision, random_play
from grognard.play.canonical import canonical
from grognard.play.table import Table
from grognard.server.jobs import Doing
from grognard.server.library import Shipped
from grognard.server.live_table import LiveTable
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.store import Row, StoredTable, open_store
from grognard.server.tables import Tables

MIDGAMES = Path(__file__).parent.parent / "midgames"


class Midgame(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept of a table, as text; and what it had come to: its positions, what lay on the map last, what was asked.

    `boards` is what lay on the map at every position, which stays the same where positions are written in another way.
    """

    name: str
    kind: str
    record: str
    secret: str
    seats: tuple[tuple[str, tuple[str, ...]], ...]
    events: tuple[str, ...]
    positions: str
    board: str
    asked: OpenQuestion | None = None
    boards: str = ""

    @property
    def stored(self) -> StoredTable:
        """The table as a store has it."""
        table: str = msgspec.json.decode(self.record)["header"]["table"]
        seats = tuple(Seat(bytes.fromhex(key), sides) for key, sides in self.seats)
        rows = tuple(Row(at, event.encode()) for at, event in enumerate(self.events, 1))
        return StoredTable(table, self.record.encode(), bytes.fromhex(self.secret), seats, rows)


def midgame(name: str, kind: str, kept: StoredTable, table: Table[Any]) -> Midgame:
    """Write a table down with what it has come to."""
    return Midgame(
        name=name,
        kind=kind,
        record=kept.record.decode(),
        secret=kept.secret.hex(),
        seats=tuple((seat.hash.hex(), seat.sides) for seat in kept.seats),
        events=tuple(row.body.decode() for row in kept.rows),
        positions=positions_hash(table),
        board=board_hash(table.game, table.position),
        asked=open_question(table.asked),
        boards=boards_hash(table),
    )


def positions_hash(table: Table[Any]) -> str:
    """Hash all positions of a game, from the first to the last that is complete."""
    return sha256(b"\n".join(map(canonical, table.positions))).hexdigest()[:16]


def boards_hash(table: Table[Any]) -> str:
    """Hash what lay on the map at all positions of a game, from the first to the last that is complete."""
    boards = [board_hash(table.game, position) for position in table.positions]
    return sha256(" ".join(boards).encode()).hexdigest()[:16]


def read_midgames(path: Path) -> list[Midgame]:
    """Read what was recorded."""
    found = msgspec.json.decode(lzma.decompress(path.read_bytes()), type=list[Midgame])
    beside = path.with_suffix(".boards.json")
    if not beside.exists():
        return found
    boards = msgspec.json.decode(beside.read_bytes(), type=list[str])
    return [replace(each, boards=board) for each, board in zip(found, boards, strict=True)]


def write_midgames(path: Path, found: list[Midgame]) -> None:
    """Write games down, packed as small as it goes."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(msgspec.json.encode(found), preset=9 | lzma.PRESET_EXTREME))


def look_and_go_on(name: str, seed: int, folder: Path, most: int | None = None) -> tuple[str, str]:
    """Open every game of a scenario, or the first of them, look at it and at its past from every seat, and go on; say what is wrong, and how many there were."""
    tables, rng, count = Tables(open_store(folder), Shipped(), pace=0), Random(seed), 0
    elsewhere = Doing(Shipped())
    for path in sorted(MIDGAMES.glob("*.xz")):
        for kept in read_midgames(path):
            if kept.name == name and count != most:
                tables.store.create(kept.stored)
                live, count = tables.find(kept.stored.table), count + 1
                if board_hash(live.game, live.moment.table.position) != kept.board:
                    return f"{kept.kind} {count} stands otherwise than it did", ""
                for sides in (live.game.sides, *((side,) for side in live.game.sides), ()):
                    eyes = SeatView(live, Seat(b"", tuple(sides)))
                    eyes.view()
                    # A seat knows an event by its own number: what it may not know of is not counted.
                    number = rng.randint(0, eyes.number(live.moment.seq))
                    told = elsewhere.encoded(eyes.look_back(number))
                    if told[1:] != msgspec.json.encode(eyes.past(number)):
                        return f"{kept.kind} {count} has another past in another process", ""
                _go_on(live, rng)
    tables.close()
    return "", f"{count} games"


def _go_on(live: LiveTable, rng: Random, acts: int = 10) -> None:
    """Give some orders and answers, as far as nobody else is waited for."""
    seat = Seat(b"", tuple(live.game.sides))
    for number in range(acts):
        now = live.moment
        waits = now.over or now.dice.missing or now.dice.awaited is not None or live.record.programs
        if waits or live.record.header.free:
            return
        found = decision(random_play, now.table, rng)
        if now.asked is None:
            live.order(seat, now.seq, f"on {number}", msgspec.to_builtins(found))
        else:
            live.answer(seat, now.seq, f"on {number}", found)
