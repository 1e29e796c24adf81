# SPDX-License-Identifier: Apache-2.0
"""A board of PanzerBlitz set up by hand, for games told move by move.

Most of them are fought on the open steppe of the Sukhaya valley, where nothing is in the way from 2608 to 3210:

    2708    2908    3108        odd columns stand half a hex higher than even ones:
       2808    3008             2908 has 2907 and 2909 above and below it, and 2807, 2808, 3007, 3008 beside it
    2709    2909    3109
       2809    3009
"""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.games.panzerblitz.game import PanzerBlitz
from grognard.games.panzerblitz.position import Phase, Position
from grognard.games.panzerblitz.terms import Side
from grognard.play.narrate import narrate_entry
from grognard.play.places import LOST, WAITING, Place
from grognard.play.table import Table, begin
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.registry.games import header, open_game
from grognard.rules.orders import EndPhase
from grognard.rules.riding import ON_FOOT
from grognard.umpire import Roll

# A phase in which nothing can be done is passed over. Far away from it all each side has a truck or wagon and some
# rifles, so that phases of movement come in their order.
BYSTANDERS = {"l1": "0101", "r4": "0102", "w1": "3320", "i4": "3319"}


class Board:
    """A game set up by hand: units by id, hexes by number; whoever is not named is lost, but for bystanders.

    After every order the position, and the step to it, are held to what must always hold.
    """

    def __init__(self, scenario: str = "kurgan", **switched: str) -> None:
        rulings = {name.replace("_", "-"): option for name, option in switched.items()}
        game = open_game("panzerblitz", scenario, "card", rulings)
        assert isinstance(game, PanzerBlitz)
        self.game = game
        self.table: Table[Position] = begin(game, header("panzerblitz", scenario, "card", rulings))

    def set_up(self, side: Side, phase: Phase, **units: str) -> "Board":
        """Begin a phase of turn 5: units are in a hex, on another unit (`on h1`), or wait to come (`waits`)."""
        every, units = self.game.scenario.units, {**BYSTANDERS, **units}
        at: tuple[Place, ...] = (LOST,) * len(every)
        aboard = (ON_FOOT,) * len(every)
        for name, where in units.items():
            carrier = where.removeprefix("on ")
            number, place = self.game.context.unit(name).number, units.get(carrier, where)
            at = placed(at, number, WAITING if place == "waits" else self.game.context.hex(place))
            if carrier in units:
                aboard = placed(aboard, number, self.game.context.unit(carrier).number)
        return self.now(turn=5, side=side, phase=phase, at=at, aboard=aboard)

    def now(self, **fields: Any) -> "Board":
        """Change the position by hand."""
        self.table = replace(self.table, positions=(replace(self.position, **fields),))
        return self

    def mark(self, field: str, *names: str) -> "Board":
        """Mark units: as dispersed, as survivors of mines and so on."""
        return self.now(**{field: frozenset(self.game.context.unit(name).number for name in names)})

    def lose(self, *names: str) -> "Board":
        """Take units off the map, bystanders above all."""
        at = self.position.at
        for name in names:
            at = placed(at, self.game.context.unit(name).number, LOST)
        return self.now(at=at)

    def wreck(self, *hexes: str) -> "Board":
        return self.now(wrecks=tuple(map(self.game.context.hex, hexes)))

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def phase(self) -> str:
        """Whose phase it is, and which."""
        return f"{self.position.side} {self.position.phase}"

    def where(self, *names: str) -> list[str]:
        shown = {piece.id: piece.at for piece in self.game.view.pieces(self.position)}
        return [shown[name] for name in names]

    def states(self, name: str) -> tuple[str, ...]:
        return next(piece.states for piece in self.game.view.pieces(self.position) if piece.id == name)

    def is_dispersed(self, *names: str) -> bool:
        return all("dispersed" in self.states(name) for name in names)

    @property
    def wrecks(self) -> list[str]:
        return [self.game.scenario.map.grid.hex_name(at) for at in self.position.wrecks]

    def give(self, *orders: msgspec.Struct) -> "Board":
        for order in orders:
            self.table = self.table.give(order)
            self._hold(order)
        return self

    def _hold(self, order: msgspec.Struct) -> None:
        if self.table.asked is None:
            before, after = self.table.positions[-2:]
            found = [*self.game.rules.faults(after), *self.game.rules.step_faults(before, order, after)]
            assert not found, found

    def rolls(self, *faces: int) -> "Board":
        """Roll for what was ordered, one die after another, until nothing more is rolled."""
        for face in faces:
            assert isinstance(self.table.asked, Roll)
            self.table = self.table.roll([face])
        assert self.table.asked is None
        self._hold(msgspec.convert(self.table.log.entries[-1].order, self.game.order))
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

    def odds(self, order: msgspec.Struct) -> tuple[str, str]:
        """The column an attack is resolved in, and the net die modifier."""
        shown = self.game.view.preview(self.position, order)
        assert shown is not None
        columns = [
            line.value for line in shown.lines if line.what.startswith(("odds", "overrun: ", "engineers"))
        ]
        modifiers = [line.value for line in shown.lines if line.what == "die modifier"]
        return columns[-1], modifiers[-1]

    def told(self) -> tuple[str, ...]:
        """What the last order came to, in words."""
        return narrate_entry(self.game, self.table.positions[-2], self.table.log.entries[-1]).lines
