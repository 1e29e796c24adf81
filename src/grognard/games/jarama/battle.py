# SPDX-License-Identifier: Apache-2.0
"""Battles carried out on the map: losses, retreats, morale, advance, and what each side then knows.

The dice are those of the card's combat, the same code as at the desk; here its retreat is carried out on the map.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from grognard.games.jarama import combat
from grognard.games.jarama.attack import CombatSheet, sheet_of
from grognard.games.jarama.attack_orders import MOBILE, Party, battle_of, checked, defensive_fire
from grognard.games.jarama.board import Board
from grognard.games.jarama.combat import Battlefield, Fought, Outcome
from grognard.games.jarama.losses import count_lost, moved_to, suffer, survivors
from grognard.games.jarama.orders import Battle, MobileAttack
from grognard.games.jarama.position import Position
from grognard.games.jarama.random_loss import Lost, Shown
from grognard.games.jarama.retreat import fates_of, morale_retreats, retreat, suffer_fates
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import enemy
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.places import HIDDEN
from grognard.rules.advance import who_advances
from grognard.rules.hidden_forces import with_held
from grognard.umpire import Rule


def attack(board: Board, order: Battle) -> Rule[Position]:
    """CRT: carry out an attack: losses, retreat, morale, advance; and reveal all units that took part."""
    if order not in board.begun:
        board.begun[order] = _begin(board, order)
    battle: MapBattle = board.begun[order]
    outcome, position = yield from battle.fought()
    position = yield from battle.advanced(position, outcome)
    if battle.target not in position.held[enemy(battle.attackers[0].side)]:
        # Ruling activation: a combat is won when the defenders have left the hex.
        position = replace(position, won=position.won.add(position.side, 1))
    return board.settled(position, battle.shown_units)


def _begin(board: Board, order: Battle) -> "MapBattle":
    """Begin a battle: its worksheet, the units taking part, and the position once they are engaged."""
    who, target = checked(board, order), board.hex(order.target)
    sheet = sheet_of(battle_of(board, order, who), board.card)
    defenders = board.units_at(target)
    shown = (*who.units, *who.guns, *defenders, *defensive_fire(board, target))
    begun = Board(board.context, _engaged_position(board, order, who, target), board)
    return MapBattle(begun, board, sheet, who.units, defenders, target, shown)


def _engaged_position(board: Board, order: Battle, who: Party, target: HexId) -> Position:
    """Return the position once an attack has begun: who acted, fired, flew, and what mobile attackers spent."""
    position = board.position
    spent = list(position.spent)
    if isinstance(order, MobileAttack):
        for unit in who.units:
            cost = board.step(unit, board.at(unit), target) or 0
            spent[unit.number] += cost + points(MOBILE)
    return replace(
        position,
        acted=position.acted | {unit.number for unit in who.units},
        fired=position.fired | {gun.number for gun in who.guns},
        flown=position.flown | {plane.number for plane in who.planes},
        missions=position.missions.add(who.units[0].side, len(who.planes)),
        attacked=position.attacked | {target},
        spent=tuple(spent),
    )


class MapBattle(Battlefield):
    """A battle on the map: which units fight for which hex, and the board as it was when it began.

    `before` is the board before the order, from which each side is shown what it sees of the battle.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a battle is
        self,
        board: Board,
        before: Board,
        sheet: CombatSheet,
        attackers: Sequence[Unit],
        defenders: Sequence[Unit],
        target: HexId,
        shown: Sequence[Unit],
    ) -> None:
        self.board, self.before, self.target, self.shown_units = board, before, target, list(shown)
        self.attackers, self.defenders = list(attackers), list(defenders)
        # In one side's view of a position some defenders are only assumed to be there.
        self.guessed = len(sheet.defenders.units) > len(self.defenders)
        self.sheet = sheet

    def shown(self) -> tuple[Shown, Shown]:
        """Return what shows the player who assigns losses the position after the losses so far."""

        def after(units: Sequence[Unit], lost: Lost) -> Position:
            return self.look(suffer(self.board.position, _losses(units, lost)))

        return partial(after, self.attackers), partial(after, self.defenders)

    def look(self, position: Position) -> Position:
        """Return a position in the midst of the battle as it is shown: all fighting units are seen."""
        return self.before.settled(position, self.shown_units)

    def fought(self) -> Rule[tuple[Outcome, Position]]:
        """Roll, and return the outcome, and the position after losses, retreats and morale."""
        outcome, fought = yield from combat.battle(self.sheet, self)
        position = fought.position
        assert isinstance(position, Position)  # noqa: S101 - `retreat` puts it there
        sides = [(self.attackers, outcome.attackers), (self.defenders, outcome.defenders)]
        sides = sides[:1] if self.guessed else sides
        for units, fates in sides:
            position = suffer_fates(self.board, position, units, fates)
        for units, fates in reversed(sides):
            position = yield from morale_retreats(self.board, position, units, fates, self.target, self.look)
        return outcome, position

    def retreat(self, fought: Fought) -> Rule[Fought]:
        """Take the losses, and move the defenders back."""
        position = suffer(self.board.position, _losses(self.attackers, fought.attackers))
        position = suffer(position, _losses(self.defenders, fought.defenders))
        if self.guessed:
            return replace(fought, position=self._estimated(position, fought))
        left = survivors(position, self.defenders)
        if fought.retreats and left:
            board = self.board.after(position)
            position = yield from retreat(board, left, fought.retreats, self.target, self.look)
        hurt_before = self.board.position.hurt
        lost = tuple(position.hurt[unit.number] - hurt_before[unit.number] for unit in self.defenders)
        return replace(fought, defenders=lost, position=position)

    def _estimated(self, position: Position, fought: Fought) -> Position:
        """Estimate a battle with unknown units: they lose points, and go out of sight if they retreat."""
        side = self.sheet.defenders.side
        unknown = fought.defenders[len(self.defenders) :]
        position = count_lost(position, side, sum(unknown))
        gone = not self.sheet.defenders.standing(fought.defenders)
        if not fought.retreats and not gone:
            return with_held(position, side, position.held[side] | {self.target})
        numbers = {unit.number for unit in survivors(position, self.defenders)}
        at = tuple(HIDDEN if number in numbers else here for number, here in enumerate(position.at))
        return with_held(replace(position, at=at), side, position.held[side] - {self.target})

    def advanced(self, position: Position, outcome: Outcome) -> Rule[Position]:
        """Ruling advance: let surviving attackers into the hex they emptied, one after another, while it has room."""
        side, into = self.attackers[0].side, self.board.grid.names[self.target]
        if self.target in position.held[enemy(side)]:
            return position
        driven_off = {
            unit
            for unit, fate in fates_of(self.board, self.attackers, outcome.attackers).items()
            if fate.retreats or fate.demoralised
        }
        left = [unit for unit in survivors(position, self.attackers) if unit not in driven_off]
        left = [unit for unit in left if self._can_enter(position, unit)]
        while left and self.board.after(position).room(self.target) > 0:
            unit = yield from who_advances(side, into, left, self.look(position))
            if unit is None:
                break
            position = moved_to(position, [unit], self.target)
            position = replace(position, stopped=position.stopped | {unit.number})
            left.remove(unit)
        return position

    def _can_enter(self, position: Position, unit: Unit) -> bool:
        board = self.board.after(position)
        here = board.at(unit)
        return board.grid.distance(here, self.target) == 1 and board.step(unit, here, self.target) is not None


def _losses(units: Sequence[Unit], lost: Lost) -> Mapping[Unit, int]:
    return dict(zip(units, lost, strict=False))
