# SPDX-License-Identifier: Apache-2.0
"""Taking back by consent what the rules let nobody take back alone: after a roll, a discovery or a change of side.

A side asks to take back its last order and everything after it; every other person must agree. Programs are not asked, and
at a shared screen the players agree with each other. The events taken back stay in the record and each is followed by an
`undo` that names who asked and who agreed; numbers of rolls never return, so the same roll cannot be had again.
"""

from grognard.play.board import Side
from grognard.play.narrate import narrate_at
from grognard.procedures.procedure import NotAllowed
from grognard.server.acting import wait_for_dice
from grognard.server.errors import Refused
from grognard.server.live_table import LiveTable
from grognard.server.record import Undone
from grognard.server.seats import Seat
from grognard.server.table_state import TableState, begun_with, last_mover, undoing
from grognard.server.talk import AnyWord, BackAnswered, BackAsked, TakenBack

NOTHING = "nobody asks to take anything back"


def ask_back(live: LiveTable, seat: Seat, command: str) -> int:
    """Ask to take back the last order of a seat, or do it if no other player need agree. Return the remark's number."""
    again = live.talk.done(seat, command, lambda word: isinstance(word, BackAsked | TakenBack))
    if again is not None:
        return again
    with live.lock:
        now = live.ready()
        entry = _own_entry(now, seat)
        if open_question(live) is not None:
            raise Refused(409, "it is being asked already whether something may be taken back")
        if asked_of(live, seat.sides):
            event = begun_with(live.events)[entry]
            number = live.talk.speak(seat, command, BackAsked(seat.sides, event))
        else:
            number = _take_back(live, now, entry, (seat, command), seat.sides, ())
    live.tell_of_it()
    return number


def answer_back(live: LiveTable, seat: Seat, command: str, *, agrees: bool) -> int:
    """Agree to what is asked, or not; the side that asked may only ask no more. Return the remark's number."""
    again = live.talk.done(seat, command, lambda word: _says(word, agrees=agrees))
    if again is not None:
        return again
    with live.lock:
        now, asked = live.ready(), open_question(live)
        if asked is None:
            raise Refused(409, NOTHING)
        if agrees and set(asked.sides) & set(seat.sides):
            raise Refused(403, "the seat that asks to take something back cannot agree to it")
        agreed = {*_agreed(live, asked), *seat.sides}
        if agrees and agreed >= set(asked_of(live, asked.sides)):
            entry = begun_with(live.events).index(asked.event)
            _check(now, entry)
            in_order = tuple(side for side in live.game.sides if side in agreed)
            number = _take_back(live, now, entry, (seat, command), asked.sides, in_order)
        else:
            own = bool(set(asked.sides) & set(seat.sides))
            number = live.talk.speak(seat, command, BackAnswered(seat.sides, agrees, withdrawn=own))
    live.tell_of_it()
    return number


def _says(word: AnyWord, *, agrees: bool) -> bool:
    """Return whether a remark came of such an answer."""
    return word.agrees == agrees if isinstance(word, BackAnswered) else agrees and isinstance(word, TakenBack)


def open_question(live: LiveTable) -> BackAsked | None:
    """Return what a seat asks to take back, if it has no answer yet and is still there to be taken back."""
    asked: BackAsked | None = None
    for spoken in live.talk.spoken:
        asked = _then(asked, spoken.word)
    if asked is None or live.moment.over or asked.event not in begun_with(live.events):
        return None
    return asked


def _then(asked: BackAsked | None, word: AnyWord) -> BackAsked | None:
    """Return what is asked after one more remark."""
    if isinstance(word, BackAsked):
        return word
    ended = isinstance(word, TakenBack) or (isinstance(word, BackAnswered) and not word.agrees)
    return None if ended else asked


def asked_of(live: LiveTable, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return the sides whose players must agree when others ask: those that persons play."""
    persons = {side for seat in live.seats.values() for side in seat.sides}
    return tuple(side for side in live.game.sides if side in persons and side not in sides)


def what_is_asked(live: LiveTable, asked: BackAsked) -> str:
    """Say what would be taken back; while the game hides something, no order is named."""
    if live.hides:
        return "What was revealed since cannot be unseen: both sides go on knowing it."
    table, entry = live.moment.table, begun_with(live.events).index(asked.event)
    later = len(table.log.entries) - entry - 1
    more = f", and {later} {'act' if later == 1 else 'acts'} after it" if later else ""
    return f"It was: {narrate_at(table, entry).lines[0]}{more}. Dice that fell do not come back: new ones are rolled."


def _agreed(live: LiveTable, asked: BackAsked) -> tuple[Side, ...]:
    """Return the sides that have agreed to what is asked so far."""
    words = [spoken.word for spoken in live.talk.spoken]
    after = words[len(words) - words[::-1].index(asked) :]
    return tuple(side for word in after if isinstance(word, BackAnswered) for side in word.sides)


def _own_entry(now: TableState, seat: Seat) -> int:
    """Return the last entry of the log that a seat gave, if it may ask to take that back."""
    if undoing(now) in seat.sides:
        raise Refused(409, "your last act can be taken back without asking: undo it")
    table = now.table
    for entry in reversed(range(len(table.log.entries))):
        if table.game.rules.to_move(table.positions[entry]) in seat.sides:
            _check(now, entry)
            return entry
    raise Refused(409, "you have done nothing yet that could be taken back")


def _check(now: TableState, entry: int) -> None:
    """Refuse to take back an entry and what came after it, if that is impossible."""
    if now.over:
        raise NotAllowed("the game is over, and its dice are laid open")
    wait_for_dice(now)
    if any(differing >= entry for differing in now.table.otherwise):
        raise NotAllowed("the rules have changed since, so it cannot be taken back")


def _take_back(  # noqa: PLR0913, PLR0917 - who, what, and by whose leave
    live: LiveTable,
    now: TableState,
    entry: int,
    by: tuple[Seat, str],
    asked: tuple[Side, ...],
    agreed: tuple[Side, ...],
) -> int:
    """Take back an entry and all after it, while the table's lock is held; the remark that tells of it follows."""
    steps, at = [], now
    # The other sides are played by programs, or at the same screen.
    let = agreed or tuple(side for side in live.game.sides if side not in asked) or asked
    while len(at.table.log.entries) > entry:
        event = Undone(last_mover(at) or "", asked=asked, agreed=let)
        at, row = live.step(at, event, at.table.after_orders(len(at.table.log.entries) - 1))
        steps.append((at, row))
    live.keep(now, steps, None)
    return live.talk.speak(*by, TakenBack(asked, agreed), done=True)
