# SPDX-License-Identifier: Apache-2.0
"""What is to be worked out for a request or a program, as data: a job is self-contained, and can be done in any process.

The position in it is as seen by the seat that asks, so that the answer shows nothing more.
"""

from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError, NoSuch
from grognard.opponent import PendingChoice
from grognard.opponent.luck import OrderLuck, luck_of
from grognard.play.ahead import ahead
from grognard.play.best_group import better_group
from grognard.play.board import Preview as Foreseen
from grognard.play.board import Reachable, Side
from grognard.play.game import BoardGame
from grognard.play.log import SavedAnswer, SavedEntry, frozen, read_answer, read_entry, saved_entry
from grognard.play.table import Table
from grognard.play.visibility import as_seen, asked_as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.registry import NAMES
from grognard.server.bad_fields import unknown_field
from grognard.server.carrying_out import CarryingOut
from grognard.server.desk_jobs import RollOut, Weigh, at_the_desk
from grognard.server.errors import Refused
from grognard.server.library import Library
from grognard.server.loading import LoadSave, load_save
from grognard.server.looking_back import CopyAt, LookBack, LookingBack
from grognard.server.odds import Hint, Odds, hint_shown, odds_shown
from grognard.server.opened_game import OpenedGame
from grognard.server.paragraphs import paragraph_of, reach_shown
from grognard.umpire import Choose

EDITED = (
    "the files of this game were edited after the server had read them; nothing is worked out for it until the "
    "server is started again"
)
# The most games that a process keeps open.
GAMES = 64

pack = msgspec.msgpack.Encoder().encode


class OnMap(msgspec.Struct, frozen=True, kw_only=True):
    """A job that looks at a position, which is packed as msgpack."""

    opened: OpenedGame
    position: bytes


class Reach(OnMap, frozen=True, tag=True):
    """Asks where a piece can go."""

    piece: str


class Supply(OnMap, frozen=True, tag=True):
    """Asks who is supplied, and how."""


class Threat(OnMap, frozen=True, tag=True):
    """Asks what a side could attack."""

    side: Side


class Sight(OnMap, frozen=True, tag=True):
    """Asks what is seen from a hex."""

    hex: str


class Preview(OnMap, frozen=True, tag=True):
    """Asks what an order would roll on, and what its outcomes are; in free play it may be against the rules."""

    order: dict[str, Any]
    free: bool


class Improve(OnMap, frozen=True, tag=True):
    """Asks who of the units of an order had better stay out of it."""

    order: dict[str, Any]
    free: bool


class LookAhead(OnMap, frozen=True, tag=True):
    """Asks whether a hex can be attacked later in the turn, as all stands now."""

    hex: str
    free: bool


class Pending(msgspec.Struct, frozen=True):
    """A choice in the midst of an order, as plain data."""

    order: dict[str, Any]
    answers: tuple[SavedAnswer, ...]
    side: Side
    question: dict[str, Any] | str
    options: tuple[Any, ...]
    now: bytes


class Think(OnMap, frozen=True, tag=True):
    """Asks what a program does. Its choices follow from the seed."""

    program: str
    seed: bytes
    pending: Pending | None


class RolledOrder(msgspec.Struct, frozen=True):
    """An order that rolled dice, with its answers as plain data, and the position before it, packed."""

    position: bytes
    order: dict[str, Any]
    answers: tuple[SavedAnswer, ...]


class Fortune(msgspec.Struct, frozen=True, tag=True):
    """Asks what the dice of some orders were worth."""

    opened: OpenedGame
    orders: tuple[RolledOrder, ...]


Look = Reach | Supply | Threat | Sight | Preview | Improve | LookAhead
# What looks at every order of a game may take longer.
WholeGame = LoadSave | Fortune
Past = LookBack | CopyAt
Job = Look | Think | Weigh | RollOut | WholeGame | Past
JOB = msgspec.msgpack.Decoder(Job)


def is_of_game(job: Job) -> bool:
    """Return whether a job is about a whole game, and not about some units."""
    return isinstance(job, WholeGame | Past)


def is_long(job: Job) -> bool:
    """Return whether a job looks at so much that it may take longer."""
    return isinstance(job, WholeGame) or (isinstance(job, Past) and job.table.is_long)


class JobRefused(msgspec.Struct, frozen=True):
    """Why a job was refused."""

    status: int
    sentence: str
    paragraph: str = ""


class Doing:
    """Does jobs with the games of a library. Each game is opened once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._game = lru_cache(GAMES)(self._open)
        self._past = LookingBack(library)

    def _open(self, opened: OpenedGame) -> BoardGame[Any]:
        """Open a game, unless this process has read other files of it than the server, which it may have if they were edited."""
        if opened.rules and opened.game not in NAMES:
            try:
                same = self.library.present(opened.game, opened.scenario).rules == opened.rules
            except GrognardError:
                same = False
            if not same:
                raise Refused(503, EDITED)
        return self.library.open_game(opened.game, opened.scenario, opened.profile, dict(opened.rulings))

    def answer(self, job: Job) -> Any:
        """Do a job; one that cannot be answered is refused."""
        if isinstance(job, Weigh):
            return at_the_desk(job)
        if isinstance(job, LoadSave):
            return load_save(job, self.library)
        if isinstance(job, Fortune):
            return _fortune(self._game(job.opened), job)
        game = self._game(job.opened)
        if isinstance(job, Past):
            return self._past.answer(job, game)
        return self._answer_at(game, msgspec.msgpack.decode(job.position, type=type(game.rules.start())), job)

    def _answer_at(self, game: BoardGame[Any], position: Any, job: Job) -> Any:
        """Do a job that is about a position."""
        match job:
            case Reach():
                return _reached(game, position, job.piece)
            case Supply():
                return game.view.supply(position)
            case Threat():
                return game.view.threat(position, job.side)
            case Sight():
                return game.view.sight(position, job.hex)
            case Preview():
                return _previewed(game, position, job)
            case Improve():
                return _improved(game, position, job)
            case LookAhead():
                with CarryingOut(free=job.free):
                    return ahead(game, position, job.hex)
            case Think():
                return self._thought(game, position, job)

    def encoded(self, job: Job) -> bytes:
        """Do a job; return one byte, 1 for a `JobRefused` and otherwise 0, and then the answer as JSON."""
        try:
            return b"\0" + msgspec.json.encode(self.answer(job))
        except Refused as error:
            fault = JobRefused(error.status, str(error))
        except GrognardError as error:
            looks = not isinstance(job, (Preview, Improve, Weigh, LoadSave))
            status = 404 if isinstance(error, NoSuch) and looks else 422
            fault = JobRefused(status, str(error), paragraph_of(error))
        except RecursionError:
            fault = JobRefused(400, "the request is nested too deep to be an order")
        return b"\1" + msgspec.json.encode(fault)

    def _thought(self, game: BoardGame[Any], position: Any, job: Think) -> Any:
        pending = None if job.pending is None else _pending(game, type(position), job.pending)
        # A program's choices must be the same in every process.
        return self.library.programs[job.program](game, position, pending, Random(job.seed))  # noqa: S311


def thinking(opened: OpenedGame, table: Table[Any], program: str, seed: bytes) -> Think:
    """Return the job of a program for the side that must act. It is given what that side sees, and nothing else."""
    asked, entry = table.asked, table.in_hand
    pending = None
    side = table.to_act
    if isinstance(asked, Choose) and entry is not None:
        choice, saved = asked_as_seen(asked, side), saved_entry(entry)
        now = b"" if choice.now is None else pack(choice.now)
        pending = Pending(
            saved.order,
            saved.answers,
            choice.side,
            msgspec.to_builtins(choice.question),
            tuple(choice.options),
            now,
        )
    position = pack(as_seen(table.position, side))
    return Think(opened=opened, position=position, program=program, seed=seed, pending=pending)


def decoded(answer: bytes) -> bytes:
    """Return the JSON of an answer; a fault is raised."""
    if answer[0]:
        fault = msgspec.json.decode(answer[1:], type=JobRefused)
        raise Refused(fault.status, fault.sentence, fault.paragraph)
    return answer[1:]


def _reached(game: BoardGame[Any], position: Any, piece: str) -> Reachable:
    if all(shown.id != piece for shown in game.view.pieces(position)):
        raise Refused(404, f"there is no piece {piece!r} at this table")
    return reach_shown(game, position, game.view.reach(position, piece))


def _previewed(game: BoardGame[Any], position: Any, job: Preview) -> Odds:
    order = parse_order(game, job.order)
    if not job.free and (why := game.rules.why_illegal(position, order)):
        raise NotAllowed(why)
    with CarryingOut(free=job.free):
        return odds_shown(game.view.preview(position, order), job.opened.game)


def _improved(game: BoardGame[Any], position: Any, job: Improve) -> Hint:
    order = parse_order(game, job.order)

    def foresee(units: tuple[str, ...]) -> Foreseen | None:
        group = msgspec.structs.replace(order, units=units)
        if not job.free and game.rules.why_illegal(position, group):
            return None
        try:
            return game.view.preview(position, group)
        except GrognardError:
            return None

    with CarryingOut(free=job.free):
        return hint_shown(better_group(foresee, getattr(order, "units", ())))


def _fortune(game: BoardGame[Any], job: Fortune) -> list[OrderLuck | None]:
    kind = type(game.rules.start())
    return [
        luck_of(
            game,
            msgspec.msgpack.decode(rolled.position, type=kind),
            read_entry(game, SavedEntry(rolled.order, rolled.answers)),
        )
        for rolled in job.orders
    ]


def _pending(game: BoardGame[Any], position: type[Any], saved: Pending) -> PendingChoice:
    choice: Choose[Any] = Choose(
        saved.side,
        saved.question
        if isinstance(saved.question, str)
        else msgspec.convert(saved.question, game.questions),
        [frozen(option) for option in saved.options],
        msgspec.msgpack.decode(saved.now, type=position) if saved.now else None,
    )
    return PendingChoice(
        parse_order(game, saved.order),
        tuple(read_answer(game, answer) for answer in saved.answers),
        choice,
    )


def parse_order(game: BoardGame[Any], order: dict[str, Any]) -> msgspec.Struct:
    """Read an order of a game that a client has sent, and refuse a field that the order does not have: it was meant for something."""
    try:
        read: msgspec.Struct = msgspec.convert(order, game.order)
    except msgspec.ValidationError as error:
        raise NotAllowed(f"this is no order of the game: {error}") from error
    if wrong := unknown_field(order, read):
        raise NotAllowed(f"this is no order of the game: {wrong}")
    return read
