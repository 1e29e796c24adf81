# SPDX-License-Identifier: Apache-2.0
"""A game to be played from Python: opened, ordered on, played out, saved and verified."""

from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError, repeated
from grognard.charts.given_path import given_path
from grognard.front.legal_orders import LegalOrders
from grognard.front.players import Player, seated
from grognard.front.typed import read_typed
from grognard.front.view import View, name_of, title_of, when
from grognard.play.board import Preview, Side, Status
from grognard.play.canonical import fingerprint
from grognard.play.history import reopen, saved_game
from grognard.play.log import load_log, parse_log, print_log, save_log
from grognard.play.loop import Dice, DiceSource, acts, is_over, rolls
from grognard.play.notation import order_text
from grognard.play.table import Table, begin
from grognard.play.transcript import transcript
from grognard.play.verify import verify
from grognard.procedures.procedure import NotAllowed
from grognard.registry import game_and_rest, games
from grognard.registry.current_rules import current_rules
from grognard.umpire import Asked, Chance


def open_game(
    name: str | PathLike[str],
    *,
    profile: str = "card",
    rulings: Mapping[str, str] | None = None,
    free: bool = False,
) -> "Game":
    """Open a scenario, such as `seelowe/hythe`, or the first scenario of a game, such as `seelowe`.

    A game of your own is opened by the path of its folder, with or without a scenario: `my/games/lysna/bridges`.
    `rulings` switches single rulings. In `free` play the rules warn, and nothing is refused.
    """
    game, scenario = game_and_rest(given_path(name))
    if not scenario:
        scenario = games.playable_scenarios(game)[0]
    board = games.open_game(game, scenario, profile, rulings)
    return Game(begin(board, games.header(game, scenario, profile, rulings, free=free)))


def load(path: str | PathLike[str], *, game: str | PathLike[str] = "") -> "Game":
    """Open a saved game. If the rules cannot follow it, this is an error, unless it stores its positions and the rules have changed.

    `verify` checks whether it is a legal game. `game` is the folder of a game of your own; it is not needed if the
    game was opened before.
    """
    saved = load_log(Path(given_path(path)))
    games.find_game(saved.header, given_path(game), "load(path, game=FOLDER)")
    saved = games.with_rulings(saved)
    rules = games.game_of(saved.header)
    try:
        now = current_rules(saved.header.game, saved.header.scenario)
        return Game(reopen(rules, saved, now, trusted=False).table)
    except GrognardError as error:
        raise GrognardError(f"{path} cannot be followed under the present rules: {error}") from error


class Verification(msgspec.Struct, frozen=True):
    """Whether a game holds: how many orders and answers were followed, and what is wrong with the next."""

    orders: int
    answers: int
    faults: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class Game:
    """A scenario being played. It never changes: every act returns another, so that a copy is free.

    It knows everything, like an umpire. For what a side sees use `view`; `legal_orders`, `why_illegal`, `preview`
    and `odds` are those of the side to act, from what it sees.
    """

    def __init__(self, table: Table[Any]) -> None:
        """Take a table; `grognard.open` and `grognard.load` make one."""
        self.table = table
        self._game: Any = table.game

    def __repr__(self) -> str:
        return f"<Game {self.name}, {when(self.status)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.table == other.table

    def __hash__(self) -> int:
        return hash(self.table)

    # Looking

    @property
    def name(self) -> str:
        """The game and its scenario: `seelowe/hythe`."""
        return name_of(self.table.log)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides."""
        sides: tuple[Side, ...] = self._game.sides
        return sides

    @property
    def side(self) -> Side | None:
        """The side that must act; None while dice are to be rolled, or when the game is over."""
        return self.table.to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.table)

    @property
    def asked(self) -> Asked | None:
        """The roll or the choice that the order in hand waits for; None if an order is awaited."""
        return self.table.asked

    @property
    def position(self) -> Any:
        """The whole position at this moment. Use `view` for what a side sees of it."""
        return self.table.standing

    @property
    def fingerprint(self) -> str:
        """The hash of the position: equal positions have equal hashes, on any machine."""
        return fingerprint(self.position)

    @property
    def status(self) -> Status:
        """Turn, phase, points, and the verdict once the game is over."""
        status: Status = self._game.view.status(self.position)
        return status

    @property
    def result(self) -> str:
        """The verdict; empty while the game goes on."""
        return self.status.verdict

    @property
    def orders(self) -> tuple[msgspec.Struct, ...]:
        """Every order so far."""
        return tuple(entry.order for entry in self.table.log.entries)

    def view(self, side: Side | None = None) -> View:
        """Return what a side sees; without a side, what a spectator sees."""
        return View(self.table, side)

    def text(self) -> str:
        """Tell the whole game, turn by turn, including what was hidden."""
        return transcript(self.table, title_of(self.table.log))

    # What the side to act may do, from its view

    @property
    def legal_orders(self) -> LegalOrders:
        """What the side to act may order; nothing while a roll or an answer is awaited."""
        return self.view(self.side).legal_orders

    def parse(self, order: msgspec.Struct | str) -> msgspec.Struct:
        """Read an order such as `17id, 35id attack 2411`, whether or not it is legal."""
        return read_typed(self._game, self.position, order)

    def order_text(self, order: msgspec.Struct) -> str:
        """Write an order as it is typed; `parse` reads it back."""
        return order_text(order)

    def why_illegal(self, order: msgspec.Struct | str) -> str:
        """Say why the side to act may not give an order; empty if it may."""
        return self.view(self.side).why_illegal(order)

    def preview(self, order: msgspec.Struct | str) -> Preview | None:
        """Return the worksheet of an order and every outcome with its exact chance; None if it rolls nothing."""
        return self.view(self.side).preview(order)

    def odds(self, order: msgspec.Struct | str) -> Chance[str]:
        """Return the exact chances of an order's outcomes, as the side to act can know them."""
        return self.view(self.side).odds(order)

    # Acts

    def push(self, order: msgspec.Struct | str, dice: DiceSource | None = None) -> "Game":
        """Give an order. With dice, all its rolls are made; without, it waits at the first roll. It always waits at a choice."""
        return _rolled(self.table.give(self.parse(order)), dice)

    def roll(self, *faces: int) -> "Game":
        """Answer the open roll with the faces of real dice."""
        return Game(self.table.roll(faces))

    def choose(self, option: Any, dice: DiceSource | None = None) -> "Game":
        """Answer the open question with one of its options; with dice, the rolls that follow are made."""
        return _rolled(self.table.choose(option), dice)

    def undo(self) -> "Game":
        """Take back the last order; never past a roll, a reveal, or a change of side."""
        return Game(self.table.undo())

    def play(self, players: Mapping[Side, Player | str], seed: int | str | None = None) -> "Game":
        """Play on to the end; with a seed, the same game each time."""
        last = self
        for game in self.acts(players, seed):
            last = game
        return last

    def acts(self, players: Mapping[Side, Player | str], seed: int | str | None = None) -> "Iterator[Game]":
        """Play on to the end, and yield the game after each order, answer and roll.

        A player is a program by its name, or a function of a view and a `random.Random` that returns an order, as
        an order or as text, or an option of the question that is asked.
        """
        return self._acts(seated(players, self.sides), Dice(seed))

    def _acts(self, players: Mapping[Side, Player], dice: Dice) -> "Iterator[Game]":
        decision: Any = None

        def decide(table: Table[Any]) -> Any:
            nonlocal decision
            view = View(table, table.to_act)
            decision = players[table.to_act or ""](view, dice.random)
            return decision if table.asked is not None else _readable(view, decision)

        try:
            yield from map(Game, acts(self.table, decide, dice))
        except NotAllowed as error:
            raise NotAllowed(f"a player decided on {_in_words(decision)}: {error}") from error

    # Saves

    def save(self, path: str | PathLike[str]) -> None:
        """Save the game, completely or not at all."""
        try:
            save_log(saved_game(self.table), Path(given_path(path)))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise GrognardError(f"cannot write {fspath(path)}: {why}") from error

    def verify(self) -> Verification:
        """Play the game again from the start, checking every order and answer by the rules."""
        table, faults = verify(self._game, parse_log(print_log(saved_game(self.table))))
        followed = table.log.entries
        return Verification(len(followed), sum(len(entry.answers) for entry in followed), tuple(faults))


def _rolled(table: Table[Any], dice: DiceSource | None) -> Game:
    """Return the game with all rolls made that are asked for, if there are dice."""
    if dice is not None and not callable(dice):
        raise GrognardError(
            f"{repeated(dice)} throws no dice; give grognard.Dice(), or roll its faces by roll()"
        )
    if dice is not None:
        for rolled in rolls(table, dice):
            table = rolled
    return Game(table)


def _readable(view: View, decision: Any) -> msgspec.Struct:
    """Return the order that a player decided on; one that cannot be read is not allowed, as one that is illegal."""
    try:
        return view.parse(decision)
    except GrognardError as error:
        raise NotAllowed(str(error)) from error


def _in_words(decided: Any) -> str:
    return repr(order_text(decided) if isinstance(decided, msgspec.Struct) else decided)
