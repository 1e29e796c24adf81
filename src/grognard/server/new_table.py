# SPDX-License-Identifier: Apache-2.0
"""What a new table is made with: its record, its seats with their keys, and the secret of its dice."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch
from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.log import parse_log
from grognard.play.position_changes import plain_position
from grognard.server.clock import Clock
from grognard.server.dice import SECRET, Tier, commitment
from grognard.server.dice_state import PERSON
from grognard.server.library import Library, game_of, hides
from grognard.server.loading import Loaded
from grognard.server.looking_back import Copying
from grognard.server.record import Copied, Record, ServedHeader, encode
from grognard.server.seats import Seat, key_hash, new_key
from grognard.server.store import Row, StoredTable


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table to make: who sits where, whether one key plays every person's side, who contributes to the dice, and its clock.

    By default the players contribute; if only programs play, the dice are the server's.
    """

    game: str
    scenario: str
    profile: str = "card"
    rulings: dict[str, str] = {}
    free: bool = False
    seats: dict[str, str] = {}
    hotseat: bool = False
    dice: Tier | None = None
    clock: Clock | None = None


class LoadedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that is to go on from a saved game: the file as base64 of gzip, and who sits where.

    Unless it is said, persons play all sides, and have a part in the dice.
    """

    save: str
    seats: dict[str, str] = {}
    hotseat: bool = False
    dice: Tier | None = None
    clock: Clock | None = None


class Made(msgspec.Struct, frozen=True):
    """A table that was made: the key of each side, None for a program's, the key to watch, and the maker's own."""

    table: str
    seats: dict[Side, str | None]
    watch: str
    maker: str


def new_record(new: NewTable, library: Library) -> tuple[Record, BoardGame[Any]]:
    """Return the record of a new table, and its game."""
    header = _header(new, library)
    game = game_of(header, library)
    return _seated(header, game, new, library), game


def loaded_record(
    new: LoadedTable, loaded: Loaded, library: Library
) -> tuple[Record, BoardGame[Any], list[Copied]]:
    """Return the record of a table that goes on from a saved game, its game, and the events it begins with."""
    saved = parse_log(loaded.log)
    kept = {name: getattr(saved.header, name) for name in saved.header.__struct_fields__}
    header = ServedHeader(**kept, table=_new_id(), commitment="")
    game = game_of(header, library)
    # A die that is about to fall falls at once, and cannot wait for those who join.
    seated = _seated(header, game, replace(new, dice="server") if loaded.rolling else new, library)
    return seated, game, [Copied(entry) for entry in saved.entries]


def _seated(
    header: ServedHeader, game: BoardGame[Any], new: NewTable | LoadedTable, library: Library
) -> Record:
    seated = {side: new.seats.get(side, PERSON) for side in game.sides}
    for side in new.seats:
        if side not in seated:
            raise NoSuch("side", side, game.sides)
    for who in seated.values():
        if who not in (PERSON, *library.programs):
            raise NoSuch("player", who, (PERSON, *library.programs))
    programs = {side: who for side, who in seated.items() if who != PERSON}
    alone = len(programs) == len(seated)
    if alone and new.dice not in (None, "server"):
        raise GrognardError("where programs play alone nobody can add to the dice; they are the server's")
    if new.clock and (wrong := new.clock.wrong or ("programs play without a clock" if alone else "")):
        raise GrognardError(wrong)
    header = replace(header, seats=seated, dice=new.dice or ("server" if alone else "players"))
    return Record(header, programs, clock=new.clock)


def copy_record(began: Copying) -> Record:
    """Return the record of a copy of a table as it stood: persons play all sides, and the server rolls."""
    header = began.header
    return Record(
        replace(
            header,
            seats=dict.fromkeys(header.seats, PERSON),
            table=_new_id(),
            copy_of=header.table,
            copied_at=began.seq,
            dice="server",
        )
    )


def new_seats(record: Record, sides: Sequence[Side], *, hotseat: bool) -> tuple[Made, tuple[Seat, ...]]:
    """Make the keys of a table; return them, and the seats that they open: one for all persons if they share a screen."""
    shared, watch, maker = new_key(), new_key(), new_key()
    persons = [side for side in sides if side not in record.programs]
    keys = {side: shared if hotseat else new_key() for side in persons}
    seats = [
        Seat(key_hash(key), tuple(side for side in persons if keys[side] == key))
        for key in set(keys.values())
    ]
    made = Made(record.header.table, {side: keys.get(side) for side in sides}, watch, maker)
    return made, (*seats, Seat(key_hash(watch), ()), Seat(key_hash(maker), (), maker=True))


def begun(
    record: Record, game: BoardGame[Any], seats: tuple[Seat, ...], begins: Sequence[Copied]
) -> StoredTable:
    """Return a new table as it is stored, with a new secret for its dice and the events it begins with."""
    table, secret = record.header.table, secrets.token_bytes(SECRET)
    header = replace(record.header, commitment=commitment(table, secret))
    if header.start is None:
        header = replace(header, start=plain_position(game.rules.start()))
    body = encode(replace(record, header=header, hides=hides(game)))
    rows = tuple(Row(at, encode(event)) for at, event in enumerate(begins, 1))
    return StoredTable(table, body, secret, seats, rows)


def _header(new: NewTable, library: Library) -> ServedHeader:
    present = library.present(new.game, new.scenario)
    return ServedHeader(
        game=new.game,
        scenario=new.scenario,
        profile=new.profile,
        switched=new.rulings,
        rulings=library.rulings_in_force(new.game, new.profile, new.rulings),
        rules=present.rules,
        parts=present.parts,
        shape=dict(present.shape),
        free=new.free,
        table=_new_id(),
        commitment="",
    )


def _new_id() -> str:
    return secrets.token_hex(8)
