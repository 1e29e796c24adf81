"""A game as one side sees it."""

from functools import cached_property
from random import Random
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError, NoSuch
from grognard.front.legal_orders import LegalOrders
from grognard.games import registry
from grognard.opponent import Program, decision
from grognard.play.board import Battle, Option, Piece, Preview, Reachable, Side, Status
from grognard.play.game import BoardGame, hides_orders
from grognard.play.log import Log
from grognard.play.loop import is_over
from grognard.play.narrate import eyes
from grognard.play.notation import read_order
from grognard.play.table import Table
from grognard.play.transcript import transcript
from grognard.play.visibility import asked_as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Chance, Choose


class View:
    """A game as one side sees it, or a spectator. Everything here follows from that alone.

    When the game is over everything is laid open.
    """

    def __init__(self, table: Table[Any], side: Side | None) -> None:
        """Take a table; `Game.view` makes one."""
        game: Any = table.game
        if side is not None and side not in game.sides:
            raise NoSuch("side", side, game.sides)
        self._table = table
        self._game: BoardGame[Any] = game
        self.side = side

    def __repr__(self) -> str:
        return f"<View of {name_of(self._table.log)} as {self.side or 'a spectator'}, {when(self.status)}>"

    # Looking

    @cached_property
    def position(self) -> Any:
        """The position as it stands at this moment, as far as the side sees it."""
        table = self._table
        return table.position if is_over(table) else table.seen_by(self.side)

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

    def reach(self, piece: str) -> Reachable:
        """Return where a piece can go, with costs; for every other hex the reason why not."""
        known = [each.id for each in self.pieces]
        if piece not in known:
            raise NoSuch("piece", piece, known)
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
        """Tell what has happened, as the side was told it."""
        sides = () if self.side is None else (self.side,)
        return transcript(self._table, title_of(self._table.log), None if is_over(self._table) else sides)

    # Orders

    @property
    def legal_orders(self) -> LegalOrders:
        """What this side may order; nothing while it is not to give an order."""
        table = self._table
        mine = table.asked is None and self.side is not None and table.to_act == self.side
        return LegalOrders(self._game, self.position if mine else None)

    def parse(self, order: msgspec.Struct | str) -> msgspec.Struct:
        """Read an order such as `17id, 35id attack 2411`; whether it may be given is another matter."""
        return read_order(self._game.order, order)

    def why_illegal(self, order: msgspec.Struct | str) -> str:
        """Say why this side may not give an order, as far as it can know; an empty text if it may."""
        found, table = self.parse(order), self._table
        if table.asked is not None:
            return f"an order is being carried out, which asks {table.question!r}"
        if table.to_act != self.side:
            return f"it is for {table.to_act} to act" if table.to_act else "the game is over"
        return self._objection(found)

    def preview(self, order: msgspec.Struct | str) -> Preview | None:
        """Return the worksheet of an order and every outcome with its exact chance; none if it rolls nothing.

        What the rules forbid is refused, as far as the side can know, unless play is free.
        """
        found = self.parse(order)
        objection = self._objection(found)
        if objection and not self._table.log.header.free:
            raise NotAllowed(objection)
        return self._game.view.preview(self.position, found)

    def odds(self, order: msgspec.Struct | str) -> Chance[str]:
        """Return the exact chances of an order's outcomes; one that rolls nothing is certain to be carried out."""
        found = self.preview(order)
        if found is None:
            return Chance.certain(self._game.text.tell(self.position, self.parse(order)))
        return Chance.of((outcome.says, outcome.chance) for outcome in found.outcomes)

    def _objection(self, order: msgspec.Struct) -> str:
        game, seen = self._game, self.position
        foreign = game.commands(seen, order) if hides_orders(game) else ""
        return foreign or self._game.rules.why_illegal(seen, order)

    # Questions

    @property
    def asked(self) -> Choose[Any] | None:
        """What this side is asked, with its options; none if it is not asked anything."""
        ask = self._table.asked
        if not isinstance(ask, Choose) or ask.side != self.side:
            return None
        return asked_as_seen(ask, self.side)

    @property
    def question(self) -> str:
        """What this side is asked, as a sentence; an empty text if it is not asked anything."""
        choice, entry = self.asked, self._table.in_hand
        if choice is None or entry is None or self.side is None:
            return ""
        before = eyes(self._game, entry.order, (self.side,))(self._table.position)
        return self._game.text.ask(before, entry.order, choice)

    @property
    def options(self) -> list[Option]:
        """The options of that question, each with what it means in words; its `value` is what is chosen."""
        choice = self.asked
        if choice is None:
            return []
        return [self._game.text.option(self.position, choice, each) for each in choice.options]

    # Programs

    def decide(self, program: Program, rng: Random) -> Any:
        """Let a program decide for this side, which must be the one to act."""
        if self.side is None or self._table.to_act != self.side:
            raise NotAllowed(f"it is not for {self.side or 'a spectator'} to act")
        return decision(program, self._table, rng)


def name_of(log: Log) -> str:
    """Return the name of the game and its scenario: `seelowe/hythe`."""
    return f"{log.header.game}/{log.header.scenario}"


def title_of(log: Log) -> str:
    """Return the title of the scenario."""
    title: str = registry.scenario(log.header.game, log.header.scenario).title
    return title


def when(status: Status) -> str:
    """Say where a game stands: `turn 1 of 8, German arrival`."""
    return f"turn {status.turn} of {status.turns}, {status.verdict or f'{status.side} {status.phase}'}"
