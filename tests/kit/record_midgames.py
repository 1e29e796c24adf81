# SPDX-License-Identifier: Apache-2.0
"""Record games in the midst of play as a release keeps them: `PYTHONPATH=tests/server python tests/kit/record_midgames.py RELEASE`.

Made once for each release that keeps tables in another way, with the code that does; see `midgames.py`.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from kit import SCENARIOS, fighting, parts
from midgames import MIDGAMES, Midgame, midgame, write_midgames
from record_saves import TRESPASS, _other_rulings

from grognard.charts.errors import GrognardError
from grognard.opponent import decision, random_play
from grognard.play.game import every_order
from grognard.play.log import plain
from grognard.server.joining import join, links, reveal
from grognard.server.library import Shipped
from grognard.server.live_table import LiveTable
from grognard.server.looking_back import copying
from grognard.server.new_table import Made, NewTable
from grognard.server.seats import Seat
from grognard.server.store import open_store
from grognard.server.tables import Tables
from grognard.umpire import Choose, Roll

# How many orders a game has before it is left, at least and at most; after so many acts it is left whatever comes.
FEW, MANY, MOST = 6, 36, 150
# How often an act is taken back, where acts are.
SECOND_THOUGHTS = 0.3
LINKS = 400
# In so many games a question is waited for.
TRIES = 3

Ends = Callable[[LiveTable], bool]


class Seats:
    """The persons at a table, all played by this script."""

    def __init__(self, live: LiveTable, made: Made, rng: Random) -> None:
        self.live = live
        self.rng = rng
        self.keys = {side: live.seat(key) for side, key in made.seats.items() if key}
        self.chains: dict[bytes, list[bytes]] = {}

    def join(self) -> None:
        """Sit down, each with the top of a hash chain."""
        for side in tuple(self.live.moment.dice.missing):
            seat = self.keys[side]
            if seat.hash not in self.chains:
                self.chains[seat.hash] = links(sha256(seat.hash).digest(), LINKS)
                join(self.live, seat, self.chains[seat.hash].pop(0).hex())

    def play(self, ends: Ends, trespass: float = 0, undo: float = 0) -> None:
        """Play until the game has come so far."""
        for number in range(MOST):
            now = self.live.moment
            while now.to_act not in (*self.keys, None) and not isinstance(now.asked, Roll):
                time.sleep(0.002)  # a program is thinking
                now = self.live.moment
            if now.over or ends(self.live):
                return
            if isinstance(now.asked, Roll):
                self.reveal()
            elif not self.act(str(number), trespass):
                return
            elif self.rng.random() < undo:
                self.take_back(str(number))

    def reveal(self) -> None:
        """Reveal the link that a roll waits for."""
        awaited = self.live.moment.dice.awaited
        assert awaited is not None
        seat = self.keys[awaited.sides[0]]
        reveal(self.live, seat, self.chains[seat.hash].pop(0).hex())

    def act(self, command: str, trespass: float) -> bool:
        """Give an order or an answer; say whether there was one to give."""
        now, side = self.live.moment, self.live.moment.to_act or ""
        if now.table.log.header.free and now.asked is None and not self._can_order():
            return False
        seat = self.keys[side]
        if now.asked is None and self.rng.random() < trespass and self.trespass(seat, command):
            return True
        try:
            found = decision(fighting if self.rng.random() < 0.7 else random_play, now.table, self.rng)
            if now.asked is None:
                self.live.order(seat, now.seq, command, msgspec.to_builtins(found))
            else:
                self.live.answer(seat, now.seq, command, found)
        except GrognardError:
            # Free play may lead to where not everything that is offered can be done.
            assert self.live.record.header.free
            return False
        return True

    def _can_order(self) -> bool:
        """Say whether something may be ordered: free play may lead to where the rules leave nothing to do."""
        try:
            return next(every_order(self.live.game, self.live.moment.table.position), None) is not None
        except GrognardError:
            return False

    def trespass(self, seat: Seat, command: str) -> bool:
        """Order what the rules object to: with a part of some order of the past in one that they offer."""
        now = self.live.moment
        past = [plain(entry.order) for entry in now.table.log.entries]
        try:
            order = plain(decision(random_play, now.table, self.rng))
        except GrognardError:
            return False
        shared = [field for each in past for field in order if field in each and field != "type"]
        if not shared:
            return False
        field = self.rng.choice(shared)
        order[field] = self.rng.choice([each[field] for each in past if field in each])
        try:
            self.live.order(seat, now.seq, f"{command}t", order)
        except GrognardError:
            return False
        return True

    def take_back(self, command: str) -> None:
        """Take the last act back, if it may be."""
        for seat in self.keys.values():
            try:
                self.live.undo(seat, self.live.moment.seq, f"{command}u")
            except GrognardError:
                continue
            return


def _so_far(orders: int, asked: type[Any] | None) -> Ends:
    """Return what says whether a game has come so far: to so many orders, and to a question of this kind."""

    def ends(live: LiveTable) -> bool:
        now = live.moment
        return len(now.table.log.entries) >= orders and (asked is None or isinstance(now.asked, asked))

    return ends


class Recorder:
    """Plays games on a server of its own, and writes them down."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.found: list[Midgame] = []

    def all_kinds(self, name: str) -> None:
        """Play every kind of game of a scenario, each to somewhere in its midst."""
        rng = Random(name)
        for _ in range(3):
            self.played(name, "open", rng)
            self.played(name, "asked", rng, asked=Choose)
            seats = self.played(name, "free", rng, free=True, profile=rng.choice(("card", "errata")))
            self.copied(name, seats)
        for _ in range(2):
            self.played(name, "taken back", rng)
            self.copied(name, self.played(name, "rulings", rng, rulings=_other_rulings(name, rng)))
            self.played(name, "errata", rng, profile="errata")
        self.played(name, "players' dice", rng, dice="players", hotseat=False)
        self.played(name, "each roll", rng, dice="each-roll", hotseat=False)
        self.played(name, "waits for a link", rng, asked=Roll, dice="each-roll", hotseat=False)
        one = Shipped().open_game(*parts(name), "card", {}).sides[0]
        self.played(name, "against a program", rng, seats={one: "random"})

    def played(self, name: str, kind: str, rng: Random, asked: type[Any] | None = None, **new: Any) -> Seats:
        """Play a game somewhere into its midst; in the midst of a question, if that is wanted and one comes in some games."""
        seats = self.begun(name, rng, **new)
        for tried in range(TRIES):
            seats = self.begun(name, rng, **new) if tried else seats
            wanted = rng.randint(FEW, MANY)
            trespass = TRESPASS if kind == "free" else 0
            undo = SECOND_THOUGHTS if kind == "taken back" else 0
            seats.play(_so_far(wanted, asked), trespass, undo)
            if asked is None or isinstance(seats.live.moment.asked, asked):
                break
        self.keep(name, kind, seats.live)
        return seats

    def begun(self, name: str, rng: Random, **new: Any) -> Seats:
        """Begin a game, with everybody at the table."""
        game, scenario = parts(name)
        about = {"game": game, "scenario": scenario, "hotseat": True, "dice": "server", **new}
        made = self.tables.make(NewTable(**about))
        seats = Seats(self.tables.find(made.table), made, rng)
        seats.join()
        return seats

    def copied(self, name: str, seats: Seats) -> None:
        """Copy a table from somewhere in its midst, where that is let, and play on at the copy."""
        if seats.live.sealed:
            return
        notes = seats.live.moment.notes
        made = self.tables.copy(seats.live, copying(seats.live, seats.rng.choice(notes).seq))
        live = self.tables.find(made.table)
        wanted = len(live.moment.table.log.entries) + seats.rng.randint(0, FEW)
        Seats(live, made, seats.rng).play(lambda live: len(live.moment.table.log.entries) >= wanted)
        self.keep(name, "copy", live)

    def keep(self, name: str, kind: str, live: LiveTable) -> None:
        """Write a table down."""
        kept = self.tables.store.load(live.id)
        assert kept is not None
        self.found.append(midgame(name, kind, kept, live.moment.table))
        print(name, kind, len(live.moment.table.log.entries), live.moment.table.question)


def main() -> None:
    """Record a release's games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("release", help="the name of the file in tests/midgames, such as 0.2.0")
    path = MIDGAMES / f"{parser.parse_args().release}.xz"
    assert not path.exists(), "what was recorded once is never recorded anew"
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(open_store(Path(folder) / "served"), Shipped(), pace=0)
        recorder = Recorder(tables)
        for name in SCENARIOS:
            recorder.all_kinds(name)
        tables.close()
    write_midgames(path, recorder.found)
    print(len(recorder.found), "games,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
