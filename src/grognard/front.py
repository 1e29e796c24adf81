"""The front door: open a game, look at it, play it, save it. `import grognard` is all a program needs.

A `Game` is the umpire's: it knows everything, and never changes; each act returns another. A `View` is what one side
gets, and nothing more: whatever it offers, refuses or tells is worked out from what that side sees.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, overload

import msgspec

from grognard.charts.errors import GrognardError, NoSuch
from grognard.games import registry
from grognard.opponent import PROGRAMS, Asked, Program
from grognard.play.board import Battle, Piece, Preview, Reachable, Side, Status
from grognard.play.canonical import fingerprint
from grognard.play.game import BoardGame, every_order
from grognard.play.log import load_log, parse_log, print_log, save_log
from grognard.play.loop import Dice, Throw, acts, is_over
from grognard.play.narrate import told
from grognard.play.notation import order_text, parse_order
from grognard.play.table import Table, begin, resume
from grognard.play.transcript import transcript
from grognard.play.verify import verify
from grognard.play.visibility import as_seen, asked_as_seen
from grognard.umpire import Asked as Ask
from grognard.umpire import Chance, Choose, Roll

Order = msgspec.Struct
# Decides for a side from what it sees: an order, or an option of the question it is asked.
Player = Callable[["View", Random], Any]


def open_game(
    name: str,
    *,
    profile: str = "card",
    rulings: Mapping[str, str] | None = None,
    free: bool = False,
) -> "Game":
    """Open a scenario, such as `seelowe/hythe`, or the first of a game; or one in a game's folder, by its path.

    `rulings` switches single rulings. In `free` play the rules warn and nothing is refused.
    """
    game, scenario = _scenario(name)
    header = registry.header(game, scenario, profile, rulings, free=free)
    return Game(begin(registry.open_game(game, scenario, profile, rulings), header))


def _scenario(name: str) -> tuple[str, str]:
    before, _, last = name.rpartition("/")
    if before and not Path(name, "game.toml").exists():
        return before, last
    known = registry.scenario_names(name)
    if not known:
        raise GrognardError(f"{name} has no scenario to play")
    return name, known[0]


def load(path: str | PathLike[str]) -> "Game":
    """Open a saved game. One that cannot be followed is refused; whether it holds is for `verify`."""
    saved = registry.with_rulings(load_log(Path(path)))
    return Game(resume(registry.game_of(saved.header), saved))


class Verdict(msgspec.Struct, frozen=True):
    """Whether a game holds: how many orders and answers were followed, and what is wrong with the next."""

    orders: int
    answers: int
    faults: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class LegalOrders(Sequence[Order]):
    """The orders a side may give, in a stable order, made only as far as somebody looks: attacks by groups are many."""

    def __init__(self, game: BoardGame[Any], seen: Any) -> None:
        self._game = game
        self._seen = seen

    def __iter__(self) -> Iterator[Order]:
        return every_order(self._game, self._seen)

    def __contains__(self, order: object) -> bool:
        return isinstance(order, msgspec.Struct) and not self._game.rules.why_illegal(self._seen, order)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, at: int) -> Order: ...
    @overload
    def __getitem__(self, at: slice) -> list[Order]: ...
    def __getitem__(self, at: int | slice) -> Order | list[Order]:
        if isinstance(at, int):
            return next(islice(self, at, None)) if at >= 0 else list(self)[at]
        counted = all(each is None or each >= 0 for each in (at.start, at.stop, at.step))
        return list(islice(self, at.start, at.stop, at.step)) if counted else list(self)[at]


class View:
    """A game as one side sees it. Everything here follows from that alone."""

    def __init__(self, table: Table[Any], side: Side | None) -> None:
        game: Any = table.game
        if side is not None and side not in game.sides:
            raise NoSuch("side", side, game.sides)
        self._table = table
        self._game: BoardGame[Any] = game
        self.side = side

    @cached_property
    def position(self) -> Any:
        """The position as it stands at this moment, as far as the side sees it."""
        return self._table.seen_by(self.side)

    @property
    def to_act(self) -> Side | None:
        """The side that must act: give an order, or answer; none while dice are to fall, or when the game is over."""
        return self._table.to_act

    @property
    def status(self) -> Status:
        """Turn, phase, points, and the verdict once the game is over."""
        return self._game.view.status(self.position)

    @property
    def pieces(self) -> list[Piece]:
        """Every counter the side sees."""
        return self._game.view.pieces(self.position)

    @property
    def question(self) -> Choose[Any] | None:
        """What this side is asked, with its options; none if it is not asked anything."""
        ask = self._table.asked
        if not isinstance(ask, Choose) or ask.side != self.side:
            return None
        return asked_as_seen(ask, self.side)

    @property
    def legal_orders(self) -> Sequence[Order]:
        """What this side may order; nothing while it is not to move."""
        mine = self._table.in_hand is None and self._table.to_act == self.side is not None
        return LegalOrders(self._game, self.position) if mine else ()

    def why_illegal(self, order: Order | str) -> str:
        """Say why an order may not be given, as far as the side can know; an empty text if it may."""
        return self._game.rules.why_illegal(self.position, self.parse(order))

    def parse(self, order: Order | str) -> Order:
        """Read an order such as `17id, 35id attack 2411`."""
        return parse_order(self._game.order, order) if isinstance(order, str) else order

    def preview(self, order: Order | str) -> Preview | None:
        """Return the worksheet of an order and every outcome with its exact chance; none if it rolls nothing."""
        return self._game.view.preview(self.position, self.parse(order))

    def odds(self, order: Order | str) -> Chance[str]:
        """Return the exact chances of an order's outcomes; one that rolls nothing is certain to be carried out."""
        found = self.preview(order)
        if found is None:
            return Chance.certain(self._game.text.tell(self.position, self.parse(order)))
        return Chance.of((outcome.says, outcome.chance) for outcome in found.outcomes)

    def reach(self, piece: str) -> Reachable:
        """Return where a piece can go, with costs; for every other hex the reason why not."""
        return self._game.view.reach(self.position, piece)

    @property
    def battles(self) -> list[Battle]:
        """What can be attacked now, and by whom."""
        return self._game.view.battles(self.position)

    @property
    def value(self) -> float:
        """How well the side stands by the game's own measure, the more the better."""
        if self.side is None:
            raise GrognardError("a spectator has no side to value the position for")
        return self._game.evaluation.measure(self.position, self.side)

    def text(self) -> str:
        """Tell what has happened as the side was told it."""
        sides = () if self.side is None else (self.side,)
        entries = zip(self._table.positions, self._table.log.entries, strict=False)
        lines = [line for before, entry in entries for line in told(self._game, before, entry, sides).lines]
        return "".join(f"{line}\n" for line in lines)

    def decide(self, program: Program, rng: Random) -> Any:
        """Let a program decide for this side."""
        entry, ask = self._table.in_hand, self.question
        before = as_seen(self._table.position, self.side)
        if entry is None or ask is None:
            return program(self._game, before, None, rng)
        return program(self._game, before, Asked(entry.order, entry.answers, ask), rng)


def program_player(program: Program) -> Player:
    """Make a player of a program."""
    return lambda view, rng: view.decide(program, rng)


random_player = program_player(PROGRAMS["random"])
greedy_player = program_player(PROGRAMS["greedy"])


class Game:
    """A scenario being played. It never changes: every act returns another, so that a copy is free."""

    def __init__(self, table: Table[Any]) -> None:
        """Take a table; `grognard.open` and `grognard.load` make one."""
        self.table = table
        self._game: Any = table.game

    def __repr__(self) -> str:
        status = self._game.view.status(self.table.standing)
        return f"<Game {self.name}, turn {status.turn} of {status.turns}, {status.side} {status.phase}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.table == other.table

    def __hash__(self) -> int:
        return hash((self.name, self.table))

    @property
    def name(self) -> str:
        """The game and its scenario: `seelowe/hythe`."""
        head = self.table.log.header
        return f"{head.game}/{head.scenario}"

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides."""
        sides: tuple[Side, ...] = self._game.sides
        return sides

    @property
    def side(self) -> Side | None:
        """The side that must act; none while dice are to fall, or when the game is over."""
        return self.table.to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return is_over(self.table)

    @property
    def asked(self) -> Ask | None:
        """The roll or the choice that the order in hand waits for; none if an order is awaited."""
        return self.table.asked

    @property
    def position(self) -> Any:
        """The whole position as it stands at this moment. What a side sees of it is for `view`."""
        return self.table.standing

    @property
    def fingerprint(self) -> str:
        """The hash of the position: equal positions have equal ones, on any machine."""
        return fingerprint(self.position)

    @property
    def status(self) -> Status:
        """Turn, phase, points, and the verdict once the game is over."""
        status: Status = self._game.view.status(self.position)
        return status

    @property
    def result(self) -> str:
        """The verdict; an empty text while the game goes on."""
        return self.status.verdict

    @property
    def orders(self) -> tuple[Order, ...]:
        """Every order so far."""
        return tuple(entry.order for entry in self.table.log.entries)

    # What the side that must act may do, from its view

    def view(self, side: Side | None = None) -> View:
        """Return what a side sees; without a side, what a spectator does."""
        return View(self.table, side)

    @property
    def legal_orders(self) -> Sequence[Order]:
        """What the side to move may order."""
        return View(self.table, self.side).legal_orders

    def parse(self, order: Order | str) -> Order:
        """Read an order such as `17id, 35id attack 2411`."""
        return parse_order(self._game.order, order) if isinstance(order, str) else order

    def order_text(self, order: Order) -> str:
        """Write an order as it is typed; `parse` reads it back."""
        return order_text(order)

    def why_illegal(self, order: Order | str) -> str:
        """Say why the side to move may not give an order; an empty text if it may."""
        return View(self.table, self.side).why_illegal(order)

    def preview(self, order: Order | str) -> Preview | None:
        """Return the worksheet of an order and every outcome with its exact chance; none if it rolls nothing."""
        return View(self.table, self.side).preview(order)

    def odds(self, order: Order | str) -> Chance[str]:
        """Return the exact chances of an order's outcomes, as the side to move can know them."""
        return View(self.table, self.side).odds(order)

    # Acts

    def push(self, order: Order | str, dice: Throw | None = None) -> "Game":
        """Give an order. With dice whatever it rolls is rolled; else it waits at the first roll, and at any choice."""
        return self._rolled(self.table.give(self.parse(order)), dice)

    def roll(self, *faces: int) -> "Game":
        """Answer the open roll with the dice that fell on a real table."""
        return Game(self.table.roll(faces))

    def choose(self, option: Any, dice: Throw | None = None) -> "Game":
        """Answer the open question with one of its options."""
        return self._rolled(self.table.choose(option), dice)

    @staticmethod
    def _rolled(table: Table[Any], dice: Throw | None) -> "Game":
        while dice is not None and isinstance(table.asked, Roll):
            table = table.roll(dice(table.asked))
        return Game(table)

    def undo(self) -> "Game":
        """Take the last order back; never past a roll, what was shown, or a change of side."""
        return Game(self.table.undo())

    def play(self, players: Mapping[Side, Player | str], seed: int | None = None) -> "Game":
        """Play on to the end; with a seed always the same game."""
        *_, last = (self, *self.acts(players, seed))
        return last

    def acts(self, players: Mapping[Side, Player | str], seed: int | None = None) -> "Iterator[Game]":
        """Play on to the end, and run through the game after each order, answer and roll."""
        seated = {side: _player(players, side) for side in self.sides}
        dice = Dice(seed)

        def decide(table: Table[Any]) -> Any:
            side = table.to_act
            assert side is not None  # noqa: S101 - the loop asks only while somebody must act
            found = seated[side](View(table, side), dice.random)
            is_order = isinstance(found, str) and table.asked is None
            return self.parse(found) if is_order else found

        return map(Game, acts(self.table, decide, dice))

    # Text and saves

    def text(self) -> str:
        """Tell the whole game, turn by turn; what was hidden is told, too."""
        head = self.table.log.header
        return transcript(self.table, registry.scenario(head.game, head.scenario).title)

    def save(self, path: str | PathLike[str]) -> None:
        """Save the game, whole or not at all."""
        save_log(self.table.log, Path(path))

    def verify(self) -> Verdict:
        """Play the game again from the start, with every order and answer held against the rules."""
        log = self.table.log
        table, faults = verify(self._game, parse_log(print_log(log)))
        followed = table.log.entries
        return Verdict(len(followed), sum(len(entry.answers) for entry in followed), tuple(faults))


def _player(players: Mapping[Side, Player | str], side: Side) -> Player:
    player = players.get(side)
    if player is None:
        raise GrognardError(
            f"nobody plays the {side} side; name a player or a program: {', '.join(PROGRAMS)}"
        )
    if isinstance(player, str):
        if player not in PROGRAMS:
            raise NoSuch("program", player, PROGRAMS)
        return program_player(PROGRAMS[player])
    return player
