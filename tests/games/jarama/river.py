# SPDX-License-Identifier: Apache-2.0
"""The scenario of the Pindoque bridge set up by hand, for orders told one by one.

The river runs down between 2115 and 2214, with the railway bridge of Pindoque over it; 2114, 2116 are next to 2115 on
the near bank. East of the river 2414, 2415, 2515 and 2516 are next to each other and dry.
"""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.games.jarama.board import Board as Meaning
from grognard.games.jarama.game import Jarama
from grognard.games.jarama.position import PhaseName, Position
from grognard.games.jarama.scenario import Scenario, Unit
from grognard.games.jarama.sequence import formation_counts
from grognard.games.jarama.terms import SIDES, Side
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.log import Header
from grognard.play.narrate import narrate_entry
from grognard.play.places import LOST, Place
from grognard.play.table import Table, begin
from grognard.play.tuples import placed
from grognard.play.visibility import as_seen, asked_as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.registry.games import scenario
from grognard.rules.hidden_forces import counted_in_contact, held_hexes
from grognard.rules.knowledge import NOTHING
from grognard.rules.orders import EndPhase
from grognard.umpire import Choose, Roll

# What a position has for each side.
PAIRS = {"held", "known", "activated", "activations", "formed", "won", "missions", "bled"}


class Board:
    """A game set up by hand: units by id, hexes by number; whoever is not named is lost.

    After every order the position, and the step to it, are held to what must always hold.
    """

    def __init__(self, name: str = "pindoque", /, **switched: str) -> None:
        rulings = {name.replace("_", "-"): option for name, option in switched.items()}
        card = Card("jarama", "card", tuple(sorted(rulings.items())))
        self.game = Jarama(scenario("jarama", name), card)
        self.table: Table[Position] = begin(self.game, Header(game="jarama", scenario=name))

    @property
    def scenario(self) -> Scenario:
        return self.game.context.scenario

    def unit(self, name: str) -> Unit:
        return self.game.context.unit(name)

    def hex(self, name: str) -> HexId:
        return self.game.context.hex(name)

    def on_map(self, position: Position) -> Meaning:
        """What a position means on the map."""
        return self.game.context.board(position)

    def set_up(self, side: Side, phase: PhaseName, **units: str) -> "Board":
        """Begin a phase of the second turn with all formations of a side active: `ifni="2115"`, or with points lost `2115-2`."""
        every = self.scenario.units
        at: tuple[Place, ...] = tuple(LOST for _ in every)
        hurt = tuple(unit.points for unit in every)
        for name, where in units.items():
            unit = self.unit(name.removeprefix("u"))
            there, _, lost = where.partition("-")
            at = placed(at, unit.number, self.hex(there))
            hurt = placed(hurt, unit.number, int(lost or 0))
        start, cut = self.game.rules.start(), self.game.rules.start().firsts
        named = [self.unit(name.removeprefix("u")).number for name in units]
        active = phase in ("recon", "movement", "combat")
        position = replace(
            start,
            turn=2, phase=phase, side=side, at=at, hurt=hurt, held=held_hexes(SIDES, self.scenario, at),
            bled=BySide(SIDES, sum(hurt[:cut]), sum(hurt[cut:])),
            order=(*named, *(unit.number for unit in every if unit.number not in named)),
            active=frozenset(f.name for f in self.scenario.formations if f.side == side and active),
        )  # fmt: skip
        position = replace(position, formed=formation_counts(self.on_map(position)))
        if self.game.context.card.ruled("contact") == "count":
            position = counted_in_contact(self.scenario, position)
        return self.now(**{name: getattr(position, name) for name in position.__struct_fields__})

    def now(self, **fields: Any) -> "Board":
        """Change the position by hand, and begin a new log with it; what each side has may be given as a pair."""
        for name in PAIRS & fields.keys():
            fields[name] = BySide(SIDES, *fields[name])
        log = replace(self.table.log, entries=())
        self.table = replace(self.table, log=log, positions=(replace(self.position, **fields),))
        return self

    def unknown(self) -> "Board":
        """Let nobody know anything of the other."""
        return self.now(known=(NOTHING, NOTHING))

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def phase(self) -> str:
        """Whose phase it is, and which."""
        return f"{self.position.side} {self.position.phase}"

    def where(self, *names: str) -> list[str]:
        """Where units are; `-` behind it for every point lost."""
        return self._where(self.position, names)

    def seen(self, side: Side, *names: str) -> list[str]:
        """Where units are as a side sees it."""
        return self._where(as_seen(self.position, side), names)

    def _where(self, position: Position, names: tuple[str, ...]) -> list[str]:
        shown = {piece.id: piece for piece in self.game.view.pieces(position)}
        return [
            piece.at if not piece.at[0].isdigit() else piece.at + "-" * piece.above.count("○")
            for piece in map(shown.__getitem__, names)
        ]

    def counts(self, side: Side) -> dict[str, int | None]:
        """How many units the forces of the enemy are that a side does not see; none where it does not know."""
        markers = self.game.view.markers(as_seen(self.position, side))
        return {each.at: each.count for each in markers if each.kind == "force"}

    def known(self, side: Side, hex_name: str) -> str:
        """What a side is told of the force in a hex."""
        markers = self.game.view.markers(as_seen(self.position, side))
        (said,) = (each.says for each in markers if each.kind == "force" and each.at == hex_name)
        return said

    def options(self, side: Side) -> list[str]:
        """The options of the open question in words, as a side would read them."""
        choice = self.table.asked
        assert isinstance(choice, Choose)
        asked, seen = asked_as_seen(choice, side), as_seen(self.position, side)
        return [self.game.text.option(seen, asked, each).says for each in asked.options]

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

    def rolls(self, *faces: int) -> "Board":
        """Roll for what was ordered, one roll after another."""
        for face in faces:
            assert isinstance(self.table.asked, Roll), self.table.question
            self.table = self.table.roll([face])
        self._hold()
        return self

    @property
    def question(self) -> str:
        """Who is asked what, or what is rolled for with which dice."""
        ask = self.table.asked
        assert ask is not None
        who = f"roll {ask.read.dice}" if isinstance(ask, Roll) else ask.side
        return f"{who} {self.game.text.label(ask.why)}"

    def asks(self, question: str, *options: Any) -> "Board":
        """See that a side is asked something, with these options and no others."""
        assert isinstance(self.table.asked, Choose), self.table.question
        assert (self.question, self.table.asked.options) == (question, options)
        return self

    def answers(self, *options: Any) -> "Board":
        for option in options:
            self.table = self.table.choose(option)
            self._hold()
        return self

    def end(self, until: str) -> "Board":
        """End phases that roll nothing until a certain one has come."""
        while self.phase != until:
            self.give(EndPhase())
        return self

    def refuses(self, order: msgspec.Struct) -> str:
        with pytest.raises(NotAllowed) as error:
            self.table.give(order)
        return str(error.value)

    def told(self, *sides: Side) -> tuple[str, ...]:
        """What the last order came to, in words: all of it, or as some sides are told."""
        at = len(self.table.log.entries) - 1
        return narrate_entry(
            self.game, self.table.positions[at], self.table.log.entries[at], sides or None
        ).lines
