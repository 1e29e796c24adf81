# SPDX-License-Identifier: Apache-2.0
"""Record games of every scenario as a release saves them: `python tests/kit/record_saves.py FORMAT`.

Made once for each log format, with the code that still writes it, into `tests/saves/FORMAT/`; see `saved.py`. Games
are played on a real server over HTTP: by programs on both sides; by a person, played by this script, against one; by
two persons who take acts back; under switched rulings and with errata; in free play, against the rules; in the midst
of an order; and on a copy. What a server never gives out, games that wait for dice and games that hide something, is
written as the terminal writes it, and stays in the server's store.
"""

import argparse
import gzip
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import apsw
import msgspec
from clients import Client, Player
from kit import SCENARIOS, TEACHING, fighting, open_log, parts, playthrough
from litestar.testing import TestClient
from msgspec.structs import replace
from saved import SAVES, Expected, came_to, write_save

from grognard.opponent import Program, decision, random_play, self_play
from grognard.play.game import every_order
from grognard.play.log import load_log, plain, print_log
from grognard.play.table import Table, begin
from grognard.registry import rulings
from grognard.registry.games import header, open_game
from grognard.server.app import make_app, served
from grognard.server.library import Shipped
from grognard.server.live_table import LiveTable
from grognard.server.page import Page
from grognard.server.proof import prove
from grognard.server.sqlite_store import FILE, SqliteStore, back_up
from grognard.server.tables import Tables
from grognard.umpire import Choose, Roll

ROOT = Path(__file__).parent.parent.parent
# How long programs may take over a game.
PATIENCE = 300
# Of so many finished games the shortest is kept.
TRIES = 3
# So many games are played until somebody is asked something.
SEARCHED = 8
# How many orders an unfinished game has at least.
ORDERS = 45
# And after so many acts of a person it is left as it stands.
MANY_ACTS = 2000
# How often a person takes an act back, and how often one in free play tries what the rules forbid.
SECOND_THOUGHTS, TRESPASS = 0.15, 0.5

Ends = Callable[[LiveTable], bool]


class Seated:
    """A table of a server, and this script at the seats of its persons."""

    def __init__(self, tables: Tables, client: Client, made: dict[str, Any]) -> None:
        self.tables = tables
        self.client = client
        self.made = made
        self.keys = {side: key for side, key in made["seats"].items() if key}

    @property
    def live(self) -> LiveTable:
        """The table itself."""
        return self.tables.find(self.made["table"])

    def player(self, side: str | None = None) -> Player:
        """A seat, or the watcher's."""
        return Player(self.client, self.made["table"], self.keys[side] if side else self.made["watch"])

    def awaited(self) -> str | None:
        """Wait until a person is to act, or nobody; return who."""
        ends = time.monotonic() + PATIENCE
        while (side := self.live.moment.to_act) is not None and side not in self.keys:
            assert time.monotonic() < ends, "the program takes too long"
            time.sleep(0.002)
        return side

    def play(self, program: Program, rng: Random, ends: Ends, trespass: float = 0) -> None:
        """Let a program decide what the persons do, and post it, until the game is over or has come so far."""
        for _ in range(MANY_ACTS):
            side = self.awaited()
            if side is None or ends(self.live):
                return
            now, player = self.live.moment, self.player(side)
            if now.asked is None and next(every_order(self.live.game, now.table.position), None) is None:
                return  # free play may lead to where the rules leave nothing to do
            if now.asked is None and rng.random() < trespass and self._trespass(player, rng):
                continue
            found = decision(program, now.table, rng)
            if now.asked is None:
                done = player.order(msgspec.to_builtins(found), now.seq)
            else:
                done = player.act("/answers", now.seq, option=msgspec.to_builtins(found))
            assert done.status_code == 200 or trespass, done.text  # not even free play allows everything
            if rng.random() < SECOND_THOUGHTS:
                player.act("/undo", self.live.moment.seq)  # refused where dice fell

    def _trespass(self, player: Player, rng: Random) -> bool:
        """Order what the rules object to: with a part of some order of the past in one that they offer."""
        now = self.live.moment
        past = [plain(entry.order) for entry in now.table.log.entries]
        order = plain(decision(random_play, now.table, rng))
        if past:
            other = rng.choice(past)
            shared = [field for field in order if field in other and field != "type"]
            order = {**order, rng.choice(shared): other[rng.choice(shared)]} if shared else dict(other)
        return bool(player.order(order, now.seq).status_code == 200)

    def kept(self) -> tuple[bytes, Expected]:
        """Return the save as the server gives it out, and what it came to."""
        found = self.player().get("/log")
        assert found.status_code == 200, found.text
        proof = prove(found.text)
        assert proof is None or not proof.faults, proof
        return found.content, came_to(self.live.moment.table, proof)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[Tables, Client]]:
    """Serve tables from a folder."""
    tables = Tables(SqliteStore(folder), Shipped(), pace=0)
    with TestClient(
        served(make_app(tables, Page(folder / "no page"))), base_url="http://127.0.0.1"
    ) as client:
        yield tables, client


class Recorder:
    """Plays and keeps games in a folder."""

    def __init__(self, tables: Tables, client: Client, folder: Path) -> None:
        self.tables = tables
        self.client = client
        self.folder = folder
        self.stored: dict[str, Expected] = {}

    def seated(self, name: str, **new: Any) -> Seated:
        """Sit down at a new table."""
        game, scenario = parts(name)
        made = self.client.post("/api/tables", json={"game": game, "scenario": scenario, **new})
        assert made.status_code == 201, made.text
        seated = Seated(self.tables, self.client, made.json())
        for side in seated.keys:
            if seated.live.moment.dice.missing:
                seated.player(side).join()
        return seated

    def keep(self, seated: Seated, name: str, kind: str) -> None:
        """Keep a table: as a save where the server gives one out, and in the store, unless it is long and over."""
        live = seated.live
        table = live.moment.table
        if name in TEACHING or not live.moment.over:
            self.stored[f"{name} {kind} {live.id}"] = came_to(table)
        if live.sealed:
            self.write(name, f"{kind}-not-given-out", print_log(table.log).encode(), came_to(table))
        else:
            self.write(name, kind, *seated.kept())

    def write(self, name: str, kind: str, data: bytes, expected: Expected) -> None:
        """Keep a save."""
        write_save(self.folder, f"{name.replace('/', '-')}-{kind}", data, expected)
        print(name, kind, expected.positions.count(" "), expected.verdict or expected.asked or "")

    def all_kinds(self, name: str) -> None:
        """Play every kind of game of a scenario."""
        one, other = open_game(*parts(name)).sides
        rng = Random(name)
        programs = {one: "random", other: "greedy" if name in TEACHING else "random"}
        finished = self.shortest(name, programs)
        self.keep(finished, name, "programs")
        self.keep(self.shortest(name, {one: "random"}, profile="errata"), name, "errata")
        self.keep(self.asking(name), name, "persons")
        half = max(ORDERS, _orders(finished.live) // 2)
        for kind, new, trespass in (
            ("rulings", {"rulings": _other_rulings(name, rng)}, 0.0),
            ("free", {"free": True, "profile": "errata"}, TRESPASS),
        ):
            seated = self.seated(name, **new)
            seated.play(fighting, rng, lambda live: _orders(live) >= half, trespass)
            self.keep(seated, name, kind)
            if not seated.live.sealed:
                self.keep(self.copied(seated, rng), name, f"{kind}-copy")
        for kind, wanted in (("roll", Roll), ("choice", Choose)):
            self.terminal(name, kind, wanted)

    def asking(self, name: str) -> Seated:
        """Let two persons play until one is asked something in the midst of an order; some games ask for dice alone."""
        seated = self.seated(name)
        for seed in range(SEARCHED):
            seated = self.seated(name) if seed else seated
            seated.play(
                fighting,
                Random(seed),
                lambda live: _orders(live) >= ORDERS / 3 and live.moment.asked is not None,
            )
            if seated.live.moment.asked is not None:
                break
        return seated

    def shortest(self, name: str, seats: dict[str, str], **new: Any) -> Seated:
        """Play some games to their end; return the shortest."""
        played = []
        for seed in range(TRIES):
            seated = self.seated(name, seats=seats, **new)
            seated.play(random_play, Random(seed), lambda _: False)
            played.append(seated)
        return min(played, key=lambda seated: _orders(seated.live))

    def copied(self, seated: Seated, rng: Random) -> Seated:
        """Play on at a copy of a table, from the middle of its game."""
        notes = seated.live.moment.notes
        made = seated.player().post("/copy", {"at": notes[len(notes) // 2].seq}).json()
        copy = Seated(self.tables, self.client, made)
        copy.play(random_play, rng, lambda live: _orders(live) >= ORDERS)
        return copy

    def terminal(self, name: str, kind: str, wanted: type) -> None:
        """Keep a game as the terminal saves it, in the midst of an order; some have no choices in the midst of any."""
        table = next((each for each in _fought(name) if isinstance(each.asked, wanted)), None)
        if table is not None:
            seats = dict(zip(open_game(*parts(name)).sides, ("person", "greedy"), strict=True))
            log = replace(table.log, header=replace(table.log.header, seats=seats))
            self.write(name, f"terminal-{kind}", print_log(log).encode(), came_to(table))

    def copies(self) -> None:
        """Keep the playthroughs and the example of the docs as they are."""
        recorded = {f"{name.replace('/', '-')}-playthrough": playthrough(name, "jsonl") for name in SCENARIOS}
        for name, path in {**recorded, "example-game": ROOT / "docs" / "example-game.jsonl"}.items():
            log = load_log(path)
            table = open_log(log)
            write_save(self.folder, name, path.read_bytes(), came_to(table))


def keep_tables(path: Path, wanted: list[str]) -> None:
    """Leave only some tables in a store: those of games that were played and not kept are of no use."""
    connection = apsw.Connection(str(path))
    known = [table for (table,) in connection.execute("SELECT id FROM tables")]
    for table in set(known) - set(wanted):
        for where in ("events WHERE table_id", "seats WHERE table_id", "tables WHERE id"):
            connection.execute(f"DELETE FROM {where} = ?", (table,))  # noqa: S608 - the names are ours
    connection.close()


def _orders(live: LiveTable) -> int:
    return len(live.moment.table.log.entries)


def _other_rulings(name: str, rng: Random) -> dict[str, str]:
    """Switch every second ruling of a game."""
    return {
        ruling: rng.choice([option for option in file.options if option != file.card])
        for ruling, file in rulings(parts(name)[0]).items()
        if len(file.options) > 1 and rng.random() < 0.5
    }


def _fought(name: str) -> Iterator[Table[Any]]:
    """Run through the moments of fighting games, from the middle of each."""
    for seed in range(20):
        game, rng = open_game(*parts(name)), Random(seed)
        played = self_play(begin(game, header(*parts(name))), fighting, rng)
        yield from (table for table in played if len(table.log.entries) > ORDERS)


def main() -> None:
    """Record a release's games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("format", help="the folder in tests/saves, such as format-1")
    folder = SAVES / parser.parse_args().format
    folder.mkdir(parents=True)  # what was recorded once is never recorded anew
    with tempfile.TemporaryDirectory() as made:
        data = Path(made)
        with serving(data / "served") as (tables, client):
            recorder = Recorder(tables, client, folder)
            recorder.copies()
            for name in SCENARIOS:
                recorder.all_kinds(name)
        keep_tables(data / "served" / FILE, [named.rsplit(maxsplit=1)[-1] for named in recorder.stored])
        back_up(data / "served", data / "tables.sqlite")
        packed = gzip.compress((data / "tables.sqlite").read_bytes(), mtime=0)
        (folder / "tables.sqlite.gz").write_bytes(packed)
    written = msgspec.json.encode(recorder.stored)
    (folder / "tables.json").write_bytes(msgspec.json.format(written) + b"\n")


if __name__ == "__main__":
    main()
