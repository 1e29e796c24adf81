# SPDX-License-Identifier: Apache-2.0
"""How well a position stands, for programs: a sum whose weights a game may set.

For both sides: `point` for each victory point ahead, with entered towns counted as held; `strength` for every point
of surviving strength, less the enemy's. For the side itself: the strength of each unit is worth less by `step` for
every hex, up to 30, between it and where it is wanted, and least while it waits off the map. A side that wants
`towns` moves towards those that count and that it does not hold, and towards the enemy once it holds them all; one
that wants the `enemy` moves towards enemy units and the towns they took. `short` is what a unit loses in each state
of supply. A side that `guards` adds that weight for each point of a town in which it has a unit while an enemy is
within `danger` hexes. An enemy stack that units stand next to is worth `odds` for each point of the odds if all
attack it, up to `best_odds`; in terrain only the share `cover` counts. Towns count `early` of their points at
first, and in full at the end, because there is time to retake them. With `defence` a unit's strength is attack plus
defence. Other chapters add their own value.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.hexes import HexId, paths
from grognard.play.places import LOST, WAITING, is_on_map
from grognard.rules.chapter import Chapter

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.units import Unit

FAR = 30


class Evaluation(Chapter, frozen=True, kw_only=True):
    """The weights of the sum, and what each side wants."""

    point: float = 4.0
    strength: float = 0.5
    step: float = 0.06
    odds: float = 0.5
    best_odds: float = 6.0
    wants: dict[str, Literal["towns", "enemy"]] = msgspec.field(default_factory=dict)
    short: dict[str, dict[str, float]] = msgspec.field(default_factory=dict)
    guards: dict[str, float] = msgspec.field(default_factory=dict)
    danger: int = 8
    early: float = 1.0
    cover: float = 1.0
    defence: bool = False

    def check(self, check: "Checking") -> None:
        """Sides and states of supply must be known."""
        for key in ("wants", "short", "guards"):
            for side in getattr(self, key):
                check.one_of((key, side), side, check.sides, "side")
        states = () if check.book.supply is None else check.book.supply.states
        for side, values in self.short.items():
            for state in values:
                check.one_of(("short", side, state), state, states, "state of supply")

    def measure(self, board: "Board", side: str) -> float:
        """Return how well a position stands for a side."""
        first, second = board.context.sides
        ahead = self.point * self._lead(board) + self._alive(board, first) - self._alive(board, second)
        total = ahead if side == first else -ahead
        total += self._readiness(board, side) + self._pressure(board, side)
        for chapter in board.context.with_value:
            total += chapter.value(board, side)
        return total

    def _lead(self, board: "Board") -> float:
        """Count the lead of the first side as if every entered town were held."""
        first, second = board.context.sides
        victory = board.book.victory
        held = (board.position.held | board.foes(second)) - board.foes(first)
        worth = board.scenario.worth.items()
        towns = sum([points for at, points in worth if at in held])
        if victory.towns == "both":
            towns -= sum([points for at, points in worth if at not in held])
        late = self.early + (1 - self.early) * board.position.turn / board.scenario.turns
        return late * towns + victory.loss * (victory.losses(board, second) - victory.losses(board, first))

    def _alive(self, board: "Board", side: str) -> float:
        if not board.book.has_steps:
            return self.strength * sum([unit.worth for unit, at in board.standing_units(side) if at != LOST])
        alive = [unit for unit, at in board.standing_units(side) if at != LOST]
        if self.defence:
            faces = [unit.faces[board.position.hurt[unit.number]] for unit in alive]
            return self.strength * sum([face.attack + face.defence for face in faces])
        return self.strength * sum(board.attack(unit) if unit.fights else unit.worth for unit in alive)

    def _readiness(self, board: "Board", side: str) -> float:
        """Subtract for units that are far from where they are wanted, waiting, or short of supply."""
        steps = steps_to(board.context.open_ways, self.wanted(board, side))
        total, short = self._guarded(board, side), self.short.get(side)
        for unit, at in board.standing_units(side):
            if at == WAITING:
                total -= self.waiting(unit)
            elif is_on_map(at):
                # A unit that does not fight is not drawn towards the fighting.
                total -= self.step * board.attack(unit) * steps.get(at, FAR) if unit.fights else 0.0
                total -= short.get(self.supply_of(board, unit), 0.0) if short else 0.0
        return total

    def waiting(self, unit: "Unit") -> float:
        """Return how much less a unit is worth while it waits off the map."""
        return self.step * unit.attack * (FAR + 1)

    def supply_of(self, board: "Board", unit: "Unit") -> str:
        """Return the state of supply that counts for a unit: the current one."""
        return board.supply(unit)

    def wanted(self, board: "Board", side: str) -> frozenset[HexId]:
        """Return where a side's units are wanted."""
        towns, held = frozenset(board.scenario.worth), board.position.held
        is_first = side == board.context.sides[0]
        theirs = towns - held if is_first else towns & held
        if self.wants.get(side, "towns") == "towns":
            return theirs or board.foes(side) or towns
        entry = board.book.entry
        entry_hexes = entry.entry_hexes(board.context, board.context.enemy[side]) if entry else towns
        return board.foes(side) | theirs or entry_hexes

    def _guarded(self, board: "Board", side: str) -> float:
        """Reward units in towns that count and are in danger."""
        guards = self.guards.get(side)
        if not guards:
            return 0.0
        near = steps_to(board.context.open_ways, board.foes(side))
        held = board.garrisons(side) & board.scenario.worth.keys()
        return guards * sum(board.scenario.worth[at] for at in held if near.get(at, FAR) <= self.danger)

    def _pressure(self, board: "Board", side: str) -> float:
        total, stacks, clear = 0.0, board.stacks, board.book.game.terrain.hexes[0]
        for target in board.foes(side):
            around = (unit for at in board.grid.neighbours(target) for unit in stacks.get(at, ()))
            attack = sum([board.attack(unit) for unit in around if unit.side == side and unit.fights])
            defence = sum([board.defence(unit) for unit in stacks[target]]) or 1
            odds = min(attack / defence, self.best_odds)
            odds *= 1.0 if board.terrain(target) == clear else self.cover
            total += self.odds * odds if odds > 1 else 0.0
        return total


@lru_cache(maxsize=4096)
def steps_to(where: paths.Ways, wanted: frozenset[HexId], most: int = FAR) -> Mapping[HexId, int]:
    """Return how many steps each hex is from the nearest wanted one, up to a limit; cached."""
    return paths.steps_to(where, wanted, most)
