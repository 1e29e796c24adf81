# SPDX-License-Identifier: Apache-2.0
"""A game opened again from its record, under the rules it was played under or under others.

A stored position is the truth. If the rules are those of the record, no rule is run again. If they are not, every
order is carried out again from the position stored before it, to find out which would now lead to something else;
the past stays as stored, and the game goes on from the last stored position. An order in hand is withdrawn if the
rules now ask something else of it.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.game import Game
from grognard.play.log import (
    VERSION,
    Entry,
    Header,
    Log,
    SavedAnswer,
    SavedEntry,
    SavedLog,
    read_answer,
    read_entry,
    saved_entry,
)
from grognard.play.position_changes import StoredPositions, plain_position, position_change
from grognard.play.shapes import Migration, Shape
from grognard.play.table import RECORD_ERRORS, RULE_ERRORS, Table, entry_error, why_not_followed
from grognard.play.unknown_orders import unknown_order, unknown_question
from grognard.umpire import Answer, Choose, Roll
from grognard.umpire.drive import OffRecord

P = TypeVar("P", bound=msgspec.Struct)


class CurrentRules(msgspec.Struct, frozen=True):
    """The current rules of a game: their hash, that of each part, the shape of positions, and the migrations that lead to it."""

    rules: str
    parts: dict[str, str] = {}
    shape: Shape = {}
    migrations: tuple[Migration, ...] = ()


class Reopened(msgspec.Struct, Generic[P], frozen=True):
    """A game that was opened again, and what is to be said about it.

    `changed` are the parts of the rules that have changed since it began and that decide this game; `same` means
    that nothing that decides any game has changed. `withdrawn` says why the order in hand was withdrawn; `unstored`
    counts the orders whose results were not stored and so were worked out again. From position number `fresh` on,
    counted from 0, all are stored in the current shape. `parts_unknown` is set for older records, which do not say
    what parts their rules had.
    """

    table: Table[P]
    same: bool = True
    changed: tuple[str, ...] = ()
    withdrawn: str = ""
    unstored: int = 0
    fresh: int = 0
    parts_unknown: bool = False


def saved_game(table: Table[Any]) -> SavedLog:
    """Return a table as it is saved: with its start, and with the change each order made."""
    header, positions = table.log.header, table.positions
    if not header.shape:
        return SavedLog(header, tuple(saved_entry(entry) for entry in table.log.entries))
    return SavedLog(replace(header, start=plain_position(positions[0])), tuple(entries_with_changes(table)))


def entries_with_changes(table: Table[Any]) -> list[SavedEntry]:
    """Return the entries of a table as plain data, each with the change it made."""
    entries = [saved_entry(entry) for entry in table.log.entries]
    for at, (before, after) in enumerate(zip(table.positions, table.positions[1:], strict=False)):
        entries[at] = replace(entries[at], came=position_change(before, after))
    return entries


def reopen(  # noqa: PLR0913 - two of them are options
    game: Game[P],
    saved: SavedLog,
    present: CurrentRules,
    opened: Table[P] | None = None,
    *,
    keep_misfit: bool = False,
    trusted: bool = True,
) -> Reopened[P]:
    """Open a game again from its record. `opened` is the table after its first entries, if the caller has it.

    If the rules are those of the record, one that is not `trusted` must be a record that they can follow. An order
    in hand that no longer fits is withdrawn, or with `keep_misfit` kept in the log to be looked at, although it
    cannot be continued.
    """
    header = saved.header
    same = bool(header.rules) and header.rules == present.rules
    past = stored_positions(game, saved, present)
    first = past.all[0]
    table = opened or Table(
        game, Log(header_of(header, present)), (game.rules.start() if first is None else first,)
    )
    reading = _RecordReader(past.all, same=same, trusted=trusted)
    for at, entry in enumerate(saved.entries):
        if at >= len(table.log.entries):
            table = reading.read(table, at, entry)
    open_order = bool(reading.withdrawn) or table.in_hand is not None
    if reading.withdrawn and not keep_misfit:
        table = table.after_orders(len(table.log.entries) - 1)
    if not same:
        check_fits(game, table.position)
    fresh = past.fresh[:-1] if open_order else past.fresh
    return Reopened(
        table,
        same=same,
        changed=changed_parts(header, present),
        withdrawn=reading.withdrawn,
        unstored=sum(position is None for position in past.all[1 : len(fresh)]),
        fresh=max((at for at, is_fresh in enumerate(fresh, 1) if not is_fresh), default=0),
        parts_unknown=bool(header.rules) and not header.parts,
    )


def stored_positions(game: Game[P], saved: SavedLog, present: CurrentRules) -> StoredPositions[P]:
    """Read the positions that are stored with a record."""
    reader = StoredPositions(type(game.rules.start()), present.shape, present.migrations)
    return reader.read(saved.header, saved.entries)


def header_of(header: Header, present: CurrentRules) -> Header:
    """Return the header of a record as a table has it: current version and shape, and without the start, which is a position."""
    return replace(header, grognard=VERSION, start=None, shape=dict(present.shape))


def changed_parts(header: Header, present: CurrentRules) -> tuple[str, ...]:
    """Return the parts of the rules that have changed or are new, and parts of the game itself that are gone.

    A record may name chapters that no longer decide the game: what became of them does not matter.
    """
    before, now = header.parts, present.parts
    gone = (name for name in before if name not in now and name.startswith(f"{header.game}/"))
    changed = (name for name in now if before.get(name) != now[name])
    return (*gone, *changed) if before else ()


def check_fits(game: Any, position: Any) -> None:
    """Refuse a position that the current rules cannot continue from."""
    try:
        side = game.rules.to_move(position)
        _ = game.rules.actors(position) if side is not None else ()
        if hasattr(game, "view"):
            _ = game.view.status(position), game.view.pieces(position)
    except (GrognardError, *RULE_ERRORS) as error:
        raise GrognardError(f"the rules cannot go on from its last position ({error})") from error


class _RecordReader(Generic[P]):
    """Reads the entries of a record into a table."""

    def __init__(self, stored: Sequence[P | None], *, same: bool, trusted: bool) -> None:
        self.stored = stored
        self.same = same
        self.trusted = trusted
        self.withdrawn = ""

    def read(self, table: Table[P], at: int, saved: SavedEntry) -> Table[P]:
        """Return the table with one more entry."""
        after = self.stored[at + 1]
        if table.in_hand is not None:
            raise GrognardError(f"entry {at + 1} follows an order that is not finished")
        if after is None:
            return self._unstored(table, at, saved)
        entry = entry_or_unknown(table.game, saved)
        if self.same and self.trusted:
            return table.with_stored(entry, after)
        try:
            replayed = table.replayed(read_entry(table.game, saved))
        except RECORD_ERRORS as error:
            if self.same:
                raise entry_error(error, at + 1) from error
            return table.with_stored(entry, after, otherwise=True)
        if replayed.in_hand is not None or replayed.position != after:
            return table.with_stored(entry, after, otherwise=True)
        return replayed

    def _unstored(self, table: Table[P], at: int, saved: SavedEntry) -> Table[P]:
        """Carry out an order whose result is not stored: one of an older record, or the one in hand."""
        in_hand = at + 2 == len(self.stored) and self.stored[at] is not None
        try:
            entry = read_entry(table.game, saved)
            replayed = table.replayed(entry)
            if in_hand and not self.same:
                _check_fitting(replayed, table, entry)
        except RECORD_ERRORS as error:
            if in_hand:
                self.withdrawn = why_not_followed(error)
                return table.with_stored(entry_or_unknown(table.game, saved), None, otherwise=True)
            if any(position is not None for position in self.stored[at + 1 :]):
                # Later positions are stored; until then the board is shown as it stood here.
                return table.with_stored(entry_or_unknown(table.game, saved), table.position, otherwise=True)
            raise entry_error(error, at + 1) from error
        return replayed


def _check_fitting(replayed: Table[P], before: Table[P], entry: Entry) -> None:
    """Refuse an order in hand that no longer asks anything, or an answer that is no longer an option."""
    if replayed.in_hand is None:
        raise OffRecord("it asked something that the rules no longer ask")
    table = before.replayed(replace(entry, answers=()))
    for answer in entry.answers:
        ask = table.asked
        if isinstance(ask, Roll):
            table = table.roll(answer.given)
        elif isinstance(ask, Choose):
            table = table.choose(answer.given)


def entry_or_unknown(game: Game[Any], saved: SavedEntry) -> Entry:
    """Read an entry; what the rules no longer know in it is kept as it was written."""
    try:
        return read_entry(game, saved)
    except msgspec.ValidationError:
        order = _order_or_unknown(game, saved.order)
        return Entry(order, tuple(_answer_or_unknown(game, answer) for answer in saved.answers), saved.warned)


def _order_or_unknown(game: Game[Any], data: dict[str, Any]) -> msgspec.Struct:
    try:
        order: msgspec.Struct = msgspec.convert(data, game.order)
    except msgspec.ValidationError:
        return unknown_order(data)
    return order


def _answer_or_unknown(game: Game[Any], saved: SavedAnswer) -> Answer:
    try:
        return read_answer(game, saved)
    except msgspec.ValidationError:
        plain = saved.question if isinstance(saved.question, dict) else {}
        return Answer(unknown_question(plain), tuple(saved.given) if saved.dice else saved.given, saved.dice)
