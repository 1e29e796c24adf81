# SPDX-License-Identifier: Apache-2.0
"""A board of Iron Curtain set up by hand on a small map, for battles told move by move.

0303    0503    0703        odd columns stand half a hex higher than even ones:
   0403    0603             0505 has 0504 and 0506 above and below it, and 0404, 0405, 0604, 0605 beside it
0304    0504    0704
   0404    0604
"""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace

from grognard.games.iron_curtain import move_costs, movement, zones
from grognard.games.iron_curtain.game import IronCurtain
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import Side, Warhead
from grognard.hexes import Map, load_map
from grognard.play.log import Header
from grognard.play.narrate import narrate_entry
from grognard.play.places import LOST, WAITING, Place
from grognard.play.table import Table, begin
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card, game_map
from grognard.registry.games import definition
from grognard.rules.contamination import Contaminated
from grognard.rules.orders import EndPhase
from grognard.rules.scenario import load_scenario
from grognard.umpire import Choose, Roll, said

HERE = Path(__file__).parent
HEATH = load_map(HERE / "heath.toml")


def with_the_heath(name: str, map_name: str) -> Map:
    return HEATH if map_name == "heath" else game_map(name, map_name)


for module in (move_costs, movement, zones):
    patch.object(module, "game_map", with_the_heath).start()
GAME = definition("iron-curtain")
patch.object(GAME, "map", lambda map_name: with_the_heath("iron-curtain", map_name)).start()


class Board:
    """A game set up by hand: units by id, hexes by number; whoever is not named is lost, or not due.

    After every order the position, and the step to it, are held to what must always hold.
    """

    def __init__(self, year: int = 1983, **switched: str) -> None:
        rulings = {name.replace("_", "-"): option for name, option in switched.items()}
        found = load_scenario(HERE / f"heath-{year}.toml", GAME)
        self.game = IronCurtain(found, GAME, Card("iron-curtain", "card", tuple(sorted(rulings.items()))))
        self.table: Table[Any] = begin(self.game, Header(game="iron-curtain", scenario=found.name))

    def set_up(self, side: Side, phase: str, turn: int = 2, **units: str) -> "Board":
        """Begin a phase: whoever is named first lies on top; `n1="0505-"` has lost a step, `waits` is yet to come."""
        every = self.game.scenario.units
        later = [unit.at is None and unit.turn > turn for unit in every]
        at: tuple[Place, ...] = tuple(WAITING if waits else LOST for waits in later)
        hurt = tuple(0 if waits else len(unit.faces) for unit, waits in zip(every, later, strict=True))
        for name, where in units.items():
            unit = self.game.context.naming.unit(name)
            place: Place = (
                WAITING if where == "waits" else self.game.context.naming.hex(where.removesuffix("-"))
            )
            at = placed(at, unit.number, place)
            hurt = placed(hurt, unit.number, int(where.endswith("-")))
        named = [self.game.context.naming.unit(name).number for name in units]
        order = (*named, *(unit.number for unit in every if unit.number not in named))
        phases = [(each.side, each.name) for each in self.game.context.phases]
        number = phases.index((side, phase))
        return self.now(turn=turn, phase=number, at=at, hurt=hurt, order=order, began=at)

    def now(self, **fields: Any) -> "Board":
        """Change the position by hand."""
        self.table = replace(self.table, positions=(replace(self.position, **fields),))
        return self

    def short(self, *names: str) -> "Board":
        """Put units out of supply."""
        return self.now(short=frozenset(self.game.context.naming.unit(name).number for name in names))

    def contaminate(self, there: str, by: Warhead) -> "Board":
        """Mark a hex that the Warsaw Pact has struck."""
        marker = Contaminated(self.game.context.naming.hex(there), by, "WP", self.position.turn + 1)
        return self.now(contaminated=(*self.position.contaminated, marker))

    @property
    def position(self) -> Position:
        found: Position = self.table.position
        return found

    @property
    def phase(self) -> str:
        """Whose phase it is, and which."""
        now = self.game.context.phases[self.position.phase]
        return f"{now.side} {now.name}"

    def where(self, *names: str) -> list[str]:
        """Where units are; `-` behind it for every step lost."""
        shown = {piece.id: piece for piece in self.game.view.pieces(self.position)}
        return [
            piece.at if piece.at == "eliminated" else piece.at + "-" * piece.above.count("○")
            for piece in map(shown.__getitem__, names)
        ]

    def give(self, *orders: msgspec.Struct) -> "Board":
        for order in orders:
            self.table = self.table.give(order)
            self._hold()
        return self

    def _hold(self) -> None:
        if self.table.asked is None:
            before, after = self.table.positions[-2:]
            order = msgspec.convert(self.table.log.entries[-1].order, self.game.order)
            found = [*self.game.rules.faults(after), *self.game.rules.step_faults(before, order, after)]
            assert not found, found

    def rolls(self, *faces: int | tuple[int, int]) -> "Board":
        """Roll for what was ordered, one roll after another."""
        for face in faces:
            assert isinstance(self.table.asked, Roll), self.table.question
            self.table = self.table.roll([face] if isinstance(face, int) else face)
        self._hold()
        return self

    def asks(self, question: str, *options: Any) -> "Board":
        """See that a side is asked something, with these options and no others."""
        asked = self.table.asked
        assert isinstance(asked, Choose), self.table.question
        assert (said(asked, self.game.text.label), asked.options) == (question, options)
        return self

    def answers(self, option: Any) -> "Board":
        self.table = self.table.choose(option)
        self._hold()
        return self

    def end(self, until: str) -> "Board":
        """End phases until a certain one has come."""
        while self.phase != until:
            self.give(EndPhase())
        return self

    def refuses(self, order: msgspec.Struct) -> str:
        with pytest.raises(NotAllowed) as error:
            self.table.give(order)
        return str(error.value)

    def sheet(self, order: msgspec.Struct) -> dict[str, str]:
        """The lines of the worksheet of an order."""
        shown = self.game.view.preview(self.position, order)
        assert shown is not None
        return {line.what: line.value for line in shown.lines}

    def told(self, *sides: Side) -> tuple[str, ...]:
        """What the last order came to, in words: all of it, or as some sides are told."""
        at = len(self.table.log.entries) - 1
        return narrate_entry(
            self.game, self.table.positions[at], self.table.log.entries[at], sides or None
        ).lines
