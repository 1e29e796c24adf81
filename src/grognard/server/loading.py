# SPDX-License-Identifier: Apache-2.0
"""A saved game that a client sends: read, and checked by the rules as `grognard verify` and `load` do, before a table begins with it.

It comes packed, so that a slow line carries a long game, and is unpacked up to a bound. What is wrong with it is one sentence.
The sender is a stranger, so all this is a job of a worker within its budget, and so is a look at every position that the
present rules did not lead to.
"""

import base64
import binascii
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import BadFile, GrognardError
from grognard.charts.plurals import counted
from grognard.play.board import Side
from grognard.play.board_view import BoardView
from grognard.play.game import BoardGame
from grognard.play.history import CurrentRules, Reopened, entries_with_changes, reopen
from grognard.play.log import SavedLog, parse_log, print_log
from grognard.play.position_changes import plain_position
from grognard.play.served_save import lost_in
from grognard.play.table import RULE_ERRORS, Table, cannot_follow
from grognard.play.upgrade_notice import upgrade_notice, withdrawn_notice
from grognard.play.verify import verified
from grognard.server.errors import FAULTY, Refused
from grognard.server.library import Library, game_of, hides
from grognard.server.proof import prove
from grognard.server.readable import DIGITS, LONG, TEXTS
from grognard.umpire import Roll

# A save of the longest game is a tenth of it.
UNPACKED = 8 * 2**20
# The characters of a fault that are told: it may quote the file.
FAULT = 300
# Orders of a game: more than any has, and few enough to be carried out again.
ORDERS = 20_000


class LoadSave(msgspec.Struct, frozen=True, tag=True):
    """Asks what a saved game comes to; `save` is base64 of gzip of its file."""

    save: str


class SaveTold(msgspec.Struct, frozen=True, kw_only=True):
    """What a saved game is, and where it stands. `hides` is whether it hides something from a side.

    `notice` says what is wrong with its dice, what changed in the rules since, and what became of an order in hand.
    """

    game: str
    scenario: str
    title: str
    sides: tuple[Side, ...]
    to_act: Side | None
    turn: int
    turns: int
    phase: str
    verdict: str
    orders: int
    hides: bool
    notice: str = ""


class Loaded(msgspec.Struct, frozen=True):
    """A saved game as a table can begin with it: as it is written now, and whether it waits for dice."""

    told: SaveTold
    log: str
    rolling: bool = False


def load_save(job: LoadSave, library: Library) -> Loaded:
    """Read a saved game and check it by the rules; one that does not hold is refused with what is wrong."""
    text = unpacked(job.save)
    saved = read_save(text)
    header = saved.header
    if header.scenario not in library.scenario_names(header.game):
        raise Refused(
            422, f"the saved game is of {header.game}/{header.scenario}, which this server does not have"
        )
    saved = replace(saved, header=replace(header, rulings=dict(library.rulings_of(header))))
    try:
        game, present = game_of(header, library), library.present(header.game, header.scenario)
        opened = _opened(game, saved, present)
        return _loaded(game, opened, saved, library, _notices(text))
    except BadFile as error:
        raise Refused(422, f"its game cannot be opened: {FAULTY}") from error
    except msgspec.ValidationError as error:
        raise Refused(422, f"the saved game cannot be read: {error}") from error
    except GrognardError as error:
        raise Refused(422, f"the saved game does not hold: {error}") from error
    except (*RULE_ERRORS, ArithmeticError, AssertionError) as error:
        raise Refused(422, f"the saved game does not hold: {cannot_follow(error)}") from error


def unpacked(packed: str) -> str:
    """Return the text of a file that was packed, if it is not too long."""
    try:
        data = base64.b64decode(packed, validate=True)
        reading = zlib.decompressobj(wbits=31)
        text = reading.decompress(data, UNPACKED + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise Refused(422, "a saved game is sent as base64 of gzip, and this is not") from error
    if len(text) > UNPACKED:
        raise Refused(413, f"a saved game may have no more than {UNPACKED // 2**20} MB")
    if not reading.eof:
        raise Refused(422, "the saved game was cut off on its way")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise Refused(422, f"this file is no saved game: line {line} is not UTF-8 text") from error


def read_save(text: str) -> SavedLog:
    """Read the log of a save; of several faults the first is told, with its line."""
    for number, line in enumerate(text.split("\n"), 1):
        if LONG.search(TEXTS.sub(b'""', line.encode())):
            raise Refused(422, f"line {number} has a number of more than {DIGITS} digits; no game has one")
    try:
        saved = parse_log(text, "this file")
    except BadFile as error:
        first, more = error.faults[0], len(error.faults) - 1
        also = f" ({counted(more, 'more line')} cannot be read either)" if more else ""
        raise Refused(422, f"this file is no saved game: line {first.line}: {first.what}{also}") from error
    except RecursionError as error:
        raise Refused(422, "this file is nested too deep to be a saved game") from error
    except (GrognardError, msgspec.DecodeError) as error:
        raise Refused(422, str(error)) from error
    if len(saved.entries) > ORDERS:
        raise Refused(
            422, f"a saved game may have no more than {ORDERS} orders, and this has {len(saved.entries)}"
        )
    return saved


def _opened(game: BoardGame[Any], saved: SavedLog, present: CurrentRules) -> Reopened[Any]:
    """Open it as `load` does: what the present rules were to lead to, they must lead to."""
    if saved.header.start is None or saved.header.rules == present.rules:
        verified(game, saved, present)
    opened = reopen(game, saved, present)
    if not opened.same:
        _look_at_all(game, opened.table)
    return opened


def _look_at_all(game: BoardGame[Any], table: Table[Any]) -> None:
    """See that every position can be shown and told: these came with the file, and the present rules never made them."""
    for position in table.positions:
        shown = BoardView(game, position)
        _ = shown.status, shown.pieces
    last = BoardView(game, table.position)
    _ = last.battles, last.why_idle
    if not table.log.header.free and (faults := game.rules.faults(table.position)):
        raise GrognardError(f"where it ends, {faults[0]}")


def _notices(text: str) -> list[str]:
    """Say what is wrong with the dice of a save, if anything, and how a side lost that game, if it was not played to its end."""
    lost = lost_in(text)
    return [_dice_notice(text), *([f"{lost} there; here it goes on from the last order."] if lost else ())]


def _dice_notice(text: str) -> str:
    """Say what is wrong with the dice of a save that has a proof of them; empty if they hold, or it has none."""
    proof = prove(text)
    if proof is None or not proof.faults:
        return ""
    fault = proof.faults[0]
    shown = fault if len(fault) <= FAULT else f"{fault[:FAULT]} …"
    return f"The dice of this file do not hold: {shown}. It was changed after it was saved, or its dice were chosen."


def _loaded(
    game: BoardGame[Any], opened: Reopened[Any], saved: SavedLog, library: Library, said: Sequence[str]
) -> Loaded:
    table, header = opened.table, saved.header
    status = game.view.status(table.standing)
    notices = (
        *said,
        upgrade_notice(opened),
        withdrawn_notice(opened.withdrawn) if opened.withdrawn else "",
    )
    # An order that no longer fits was withdrawn; any other in hand goes on.
    entries = entries_with_changes(table)
    start = plain_position(table.positions[0])
    log = SavedLog(replace(header, shape=table.log.header.shape, start=start), tuple(entries))
    told = SaveTold(
        game=header.game,
        scenario=header.scenario,
        title=library.scenario(header.game, header.scenario).title,
        sides=game.sides,
        to_act=table.to_act or game.rules.to_move(table.position),
        turn=status.turn,
        turns=status.turns,
        phase=status.phase,
        verdict=status.verdict,
        orders=len(entries),
        hides=hides(game),
        notice=" ".join(filter(None, notices)),
    )
    return Loaded(told, print_log(log), rolling=isinstance(table.asked, Roll))
