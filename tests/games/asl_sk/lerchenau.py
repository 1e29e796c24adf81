# SPDX-License-Identifier: Apache-2.0
"""A board of ASL Starter Kit set up by hand in Lerchenau, for games told move by move.

Around the crossroads, buildings in capitals; odd columns stand half a hex higher than even ones:

    0906 road      1006 THE SCHOOL     1106 HOUSE
    0907 road      1007 road           1107 road
    0908 crossing  1008 THE CHURCH     1108 HOUSE

Next to 1008 are 1007 and 1009 above and below it, 0908, 0909, 1108, 1109 beside it. 1203, 1303, 1402 are woods.
"""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.games.asl_sk.game import AslSk
from grognard.games.asl_sk.position import Phase, Position, State
from grognard.games.asl_sk.terms import Nation
from grognard.play.narrate import narrate_entry
from grognard.play.places import LOST, WAITING
from grognard.play.table import Table, begin
from grognard.procedures.procedure import NotAllowed
from grognard.registry.games import header, open_game
from grognard.rules.orders import EndPhase
from grognard.umpire import Roll

# Units of both sides far away from it all, so that phases of movement come in their order.
BYSTANDERS = {"night": {"r3": "0113", "g4": "1813"}, "tanks": {"a8": "0113", "g7": "1813"}}


class Board:
    """A game set up by hand: units by id, each `1008`, `1008 broken dm` or `1008 type=g-247`; others are lost.

    After every order the position, and the step to it, are held to what must always hold.
    """

    def __init__(self, scenario: str = "night", **switched: str) -> None:
        rulings = {name.replace("_", "-"): option for name, option in switched.items()}
        game = open_game("asl-sk", scenario, "card", rulings)
        assert isinstance(game, AslSk)
        self.game = game
        self.scenario = scenario
        self.table: Table[Position] = begin(game, header("asl-sk", scenario, "card", rulings))

    def set_up(self, player: Nation, phase: Phase, **units: str) -> "Board":
        """Begin a phase of turn 3 in a player turn."""
        found = []
        for unit in self.game.scenario.units:
            words = {**BYSTANDERS[self.scenario], **units}.get(unit.id, "").split()
            gone = WAITING if unit.at is None else LOST
            marks = {word: True for word in words[1:] if "=" not in word}
            named = dict(word.split("=") for word in words[1:] if "=" in word)
            at = self.game.context.hex(words[0]) if words else gone
            found.append(State(named.get("type", unit.type), at, **marks))
        return self.now(turn=3, player=player, phase=phase, units=tuple(found))

    def now(self, **fields: Any) -> "Board":
        """Change the position by hand."""
        log = replace(self.table.log, entries=())
        self.table = replace(self.table, log=log, positions=(replace(self.position, **fields),))
        assert not self.game.rules.faults(self.position)
        return self

    def give(self, *orders: msgspec.Struct) -> "Board":
        """Give orders that are not refused; what they roll is rolled by `rolls`."""
        for order in orders:
            self.table = self.table.give(order)
            self._check(order)
        return self

    def rolls(self, *dice: int) -> "Board":
        """Roll dice as they are asked for, all of them."""
        left = list(dice)
        while left:
            asked = self.table.asked
            assert isinstance(asked, Roll), f"{left} are left and nobody asks for dice"
            count = asked.read.dice.count
            self.table = self.table.roll(left[:count])
            left = left[count:]
        assert self.table.in_hand is None, f"{self.table.question} is asked besides"
        self._check(self.last)
        return self

    def passes(self, count: int = 1) -> "Board":
        """End so many phases."""
        return self.give(*[EndPhase()] * count)

    def refuses(self, order: msgspec.Struct, *, match: str) -> None:
        """Give an order that is refused."""
        with pytest.raises(NotAllowed, match=match):
            self.table.give(order)

    def _check(self, order: msgspec.Struct) -> None:
        if self.table.in_hand is not None:
            return
        before, after = self.table.positions[-2:]
        assert not self.game.rules.faults(after)
        assert not self.game.rules.step_faults(before, order, after)

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def last(self) -> msgspec.Struct:
        order: msgspec.Struct = msgspec.convert(self.table.log.entries[-1].order, self.game.order)
        return order

    @property
    def phase(self) -> str:
        """Whose phase it is, such as `German rally`."""
        status = self.game.view.status(self.position)
        return f"{status.side} {status.phase}"

    @property
    def said(self) -> list[str]:
        """What the last order is told as, line by line."""
        return list(narrate_entry(self.game, self.table.positions[-2], self.table.log.entries[-1]).lines)

    def unit(self, name: str) -> str:
        """A unit as the table shows it: `4-6-7 at 1008 broken DM`; nothing but `eliminated` where it is."""
        piece = next(each for each in self.game.view.pieces(self.position) if each.id == name)
        if piece.at == "eliminated":
            return piece.at
        return " ".join([piece.values, "at", piece.at, *(each for each in piece.states if each != "moved")])
