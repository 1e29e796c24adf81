# SPDX-License-Identifier: Apache-2.0
"""A game as one side sees it, and nothing more.

A view holds what its side was given, with no way back to the whole game. The few things that can only be told from
the whole game, such as the story so far, are worked out when needed, from a table that is kept apart from the view.
"""

from random import Random
from typing import Any, cast
from weakref import WeakKeyDictionary

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch
from grognard.front.legal_orders import LegalOrders
from grognard.front.typed import read_typed
from grognard.opponent import Program, decision
from grognard.play.board import Battle, Marker, Option, Piece, Preview, Reachable, Side, Status, Trace
from grognard.play.boxes import Box
from grognard.play.game import BoardGame, hides_orders
from grognard.play.log import Log
from grognard.play.loop import is_over
from grognard.play.narrate import seen_by_all
from grognard.play.notation import order_text
from grognard.play.refusal import battle_in_words, reach_in_words
from grognard.play.table import Table
from grognard.play.transcript import transcript
from grognard.play.visibility import as_seen, hides_something
from grognard.procedures.procedure import NotAllowed
from grognard.registry import games
from grognard.umpire import Chance, Choose, said


class View:
    """A game as one side, or a spectator, sees it. Everything here follows from that alone.

    When the game is over, everything is revealed.
    """

    name: str
    """The game and its scenario: `seelowe/hythe`."""
    sides: tuple[Side, ...]
    """The sides."""
    side: Side | None
    """The side whose view it is; None for a spectator."""
    to_act: Side | None
    """The side that must give an order or an answer; None while dice are to be rolled, or when the game is over."""
    is_over: bool
    """Whether the game has ended."""
    position: Any
    """The position at this moment, as far as the side sees it."""
    asked: Choose[Any] | None
    """What this side is asked, with its options; None if it is not asked anything."""

    def __init__(self, table: Table[Any], side: Side | None) -> None:
        """Take a table; `Game.view` makes one."""
        sides: tuple[Side, ...] = table.game.sides
        if side is not None and side not in sides:
            raise NoSuch("side", side, sides)
        self.name = name_of(table.log)
        self.sides = sides
        self.side = side
        self.to_act = table.to_act
        self.is_over = is_over(table)
        self.position = table.position if self.is_over else table.seen_by(side)
        self.asked = _asked(table, side)
        self._awaits_order = table.asked is None
        self._is_free = table.log.header.free
        self._game = _game_for(table, side)
        _TABLES[self] = table

    def __repr__(self) -> str:
        return f"<View of {self.name} as {self.side or 'a spectator'}, {when(self.status)}>"

    # Looking

    @property
    def status(self) -> Status:
        """Turn, phase, points, and the verdict once the game is over."""
        return self._game.view.status(self.position)

    @property
    def pieces(self) -> list[Piece]:
        """Every counter the side sees."""
        return self._game.view.pieces(self.position)

    @property
    def markers(self) -> list[Marker]:
        """What lies on the map other than pieces, as far as the side sees it."""
        return self._game.view.markers(self.position)

    @property
    def boxes(self) -> list[Box]:
        """The places off the map that pieces are in; a place that is not listed is an ordinary box."""
        return self._game.view.boxes(self.position)

    @property
    def supply(self) -> dict[str, Trace]:
        """The supply of every piece on the map, as far as the side can know; empty in a game without supply."""
        return self._game.view.supply(self.position) if "supply" in self._game.view.lenses else {}

    def reach(self, piece: str) -> Reachable:
        """Return where a piece can go, with costs; for every other hex the reason why not."""
        known = [shown.id for shown in self.pieces]
        if piece not in known:
            raise NoSuch("piece", piece, known)
        return reach_in_words(self._game.view.reach(self.position, piece))

    @property
    def battles(self) -> list[Battle]:
        """What can be attacked now, and by whom."""
        return list(map(battle_in_words, self._game.view.battles(self.position)))

    @property
    def value(self) -> float:
        """How well the side stands by the game's own evaluation: the more the better."""
        if self.side is None:
            raise GrognardError("a spectator has no side to value the position for")
        return self._game.evaluation.measure(self.position, self.side)

    def text(self) -> str:
        """Tell what has happened, as the side was told it."""
        table = _TABLES[self]
        sides = () if self.side is None else (self.side,)
        return transcript(table, title_of(table.log), None if self.is_over else sides)

    # Orders

    @property
    def legal_orders(self) -> LegalOrders:
        """What this side may order; nothing unless it is to give an order."""
        mine = self._awaits_order and self.side is not None and self.to_act == self.side
        return LegalOrders(self._game, self.position if mine else None)

    def parse(self, order: msgspec.Struct | str) -> msgspec.Struct:
        """Read an order such as `17id, 35id attack 2411`, whether or not it is legal."""
        return read_typed(self._game, self.position, order)

    def order_text(self, order: msgspec.Struct) -> str:
        """Write an order as it is typed; `parse` reads it back."""
        return order_text(order)

    def why_illegal(self, order: msgspec.Struct | str) -> str:
        """Say why this side may not give an order, as far as it can know; empty if it may."""
        parsed = self.parse(order)
        if not self._awaits_order:
            asks = f", which asks {said(self.asked, self._game.text.label)!r}" if self.asked else ""
            return f"an order is being carried out{asks}"
        if self.to_act != self.side:
            return f"it is for {self.to_act} to act" if self.to_act else "the game is over"
        return self._objection(parsed)

    def preview(self, order: msgspec.Struct | str) -> Preview | None:
        """Return the worksheet of an order and every outcome with its exact chance; None if it rolls nothing.

        An order that is illegal, as far as the side can know, is an error unless play is free.
        """
        parsed = self.parse(order)
        objection = self._objection(parsed)
        if objection and not self._is_free:
            raise NotAllowed(objection)
        return self._game.view.preview(self.position, parsed)

    def odds(self, order: msgspec.Struct | str) -> Chance[str]:
        """Return the exact chances of an order's outcomes; one that rolls nothing is certain to be carried out."""
        preview = self.preview(order)
        if preview is None:
            return Chance.certain(self._game.text.tell(self.position, self.parse(order)))
        return Chance.of((outcome.says, outcome.chance) for outcome in preview.outcomes)

    def _objection(self, order: msgspec.Struct) -> str:
        game, seen = self._game, self.position
        try:
            foreign = game.commands(seen, order) if hides_orders(game) else ""
            return foreign or str(self._game.rules.why_illegal(seen, order))
        except NoSuch as error:
            return str(error)

    # Questions

    @property
    def question(self) -> str:
        """What this side is asked, as a sentence; empty if it is not asked anything."""
        table = _TABLES[self]
        if self.asked is None or table.in_hand is None or self.side is None:
            return ""
        game: Any = table.game
        order = table.in_hand.order
        before = seen_by_all(game, order, (self.side,))(table.position)
        sentence: str = game.text.ask(before, order, self.asked)
        return sentence

    @property
    def options(self) -> list[Option]:
        """The options of that question, each with its meaning; its `value` is what is chosen."""
        choice = self.asked
        if choice is None:
            return []
        return [self._game.text.option(self.position, choice, option) for option in choice.options]

    # Programs

    def decide(self, program: Program, rng: Random) -> Any:
        """Let a program decide for this side, which must be the one to act."""
        if self.side is None or self.to_act != self.side:
            raise NotAllowed(f"it is not for {self.side or 'a spectator'} to act")
        return decision(program, replace(_TABLES[self], game=self._game), rng)


# The table that each view was made from: not in the view, so that nothing in a view leads to what is hidden.
_TABLES: WeakKeyDictionary[View, Table[Any]] = WeakKeyDictionary()
# Games opened again for each side. A game caches the positions it looked at last, and these must be the side's own.
_OPENED: WeakKeyDictionary[Any, dict[Side | None, BoardGame[Any]]] = WeakKeyDictionary()


def _game_for(table: Table[Any], side: Side | None) -> BoardGame[Any]:
    """Return the game for a side: if something is hidden, one that has only seen that side's positions."""
    game: Any = table.game
    position: msgspec.Struct = table.position
    if not hides_something(type(position)):
        return cast("BoardGame[Any]", game)
    opened = _OPENED.setdefault(game, {})
    if side not in opened:
        # Not by the header of the log, which does not tell a variant.
        opened[side] = games.open_setting(game.scenario, game.card)
    return opened[side]


def _asked(table: Table[Any], side: Side | None) -> Choose[Any] | None:
    """Return the question a side is asked, with its options made and its position as the side sees it."""
    ask = table.asked
    if not isinstance(ask, Choose) or ask.side != side:
        return None
    now = None if ask.now is None else as_seen(ask.now, side)
    return Choose(ask.side, ask.why, ask.options, now, ask.about)


def name_of(log: Log) -> str:
    """Return the name of the game and its scenario: `seelowe/hythe`."""
    return f"{log.header.game}/{log.header.scenario}"


def title_of(log: Log) -> str:
    """Return the title of the scenario."""
    title: str = games.scenario(log.header.game, log.header.scenario).title
    return title


def when(status: Status) -> str:
    """Say where a game stands: `turn 1 of 8, German arrival`."""
    return f"turn {status.turn} of {status.turns}, {status.verdict or f'{status.side} {status.phase}'}"
