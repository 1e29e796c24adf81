# SPDX-License-Identifier: Apache-2.0
"""The strikes phase: from the air on the top unit of a hex, nuclear and chemical on every unit in it."""

from collections.abc import Mapping
from typing import Any

from grognard.games.iron_curtain import air_strike, procedures
from grognard.games.iron_curtain import weapons as tables
from grognard.games.iron_curtain.air_strike import AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.attack_orders import desk_label
from grognard.games.iron_curtain.charted_units import defending
from grognard.games.iron_curtain.orders import AirStrike, ChemicalStrike, NuclearStrike
from grognard.games.iron_curtain.terms import TERRAIN, Warhead, as_side
from grognard.games.iron_curtain.weapons import WeaponEffect
from grognard.hexes import HexId
from grognard.rules import strikes
from grognard.rules.board import Board
from grognard.rules.chapter import Wording
from grognard.rules.position import Position
from grognard.rules.rulebook import Rulebook
from grognard.rules.step_losses import take_losses, unit_option
from grognard.rules.strikes import Weapon
from grognard.umpire import Question, Rule

AIR = Weapon(AirStrike, "air strike", "makes an air strike on", procedures.AIR_STRIKE, in_turn=True)
NUCLEAR = Weapon(NuclearStrike, "nuclear warhead", "uses a nuclear warhead on", procedures.NUCLEAR_STRIKE)
CHEMICAL = Weapon(
    ChemicalStrike, "chemical warhead", "uses a chemical warhead on", procedures.CHEMICAL_STRIKE
)
WARHEADS: dict[str, Warhead] = {NUCLEAR.tag: "nuclear", CHEMICAL.tag: "chemical"}
# The codes of the weapons tables, in words.
CODES = {"Elim": "eliminated", "Step": "loses a step", "Step Step": "loses two steps", "-": "unharmed"}


class Strikes(strikes.Strikes, frozen=True, kw_only=True):
    """Air strikes, so many in a turn, and warheads, so many in a game, from the turn on which they are released."""

    order_names = ("air-strike", "nuclear-strike", "chemical-strike")
    weapons = (AIR, NUCLEAR, CHEMICAL)

    def most(self, board: Board, weapon: Weapon, side: str) -> int:
        """Return how many strikes a side has, in a turn or in the game."""
        most: int = board.scenario.file.strikes.get(side, 0)
        return most if weapon is AIR else self._warheads(board, weapon, side)[0]

    def released(self, board: Board, weapon: Weapon, side: str) -> int:
        """Return the turn from which a side may strike with a weapon."""
        return 1 if weapon is AIR else self._warheads(board, weapon, side)[1]

    def _warheads(self, board: Board, weapon: Weapon, side: str) -> tuple[int, int]:
        warheads: tuple[int, int] = board.scenario.file.weapons_of(as_side(side)).of(WARHEADS[weapon.tag])
        return warheads

    def sheet(self, board: Board, weapon: Weapon, target: HexId) -> air_strike.AirSheet | tables.WeaponSheet:
        """Return the worksheet of a strike on the units in a hex."""
        units = board.units_at(target)
        struck = defending(board, units)
        if weapon is not AIR:
            return tables.sheet_of(WARHEADS[weapon.tag], "Strike", struck, board.card)
        striker, period = as_side(board.context.enemy[units[0].side]), board.scenario.file.period
        return air_strike.sheet_of(struck, TERRAIN[board.terrain(target)], period, striker, board.card)

    def resolve(self, board: Board, weapon: Weapon, target: HexId) -> Rule[Position]:
        """Roll for a strike, and take the losses; a warhead also contaminates the hex."""
        units, sheet = board.units_at(target), self.sheet(board, weapon, target)
        if isinstance(sheet, air_strike.AirSheet):
            lost = (yield from air_strike.air_strike(sheet)).lose
        else:
            lost = (yield from tables.weapon(sheet)).lose
        position = take_losses(board.context, board.position, units, lost)
        contamination = board.book.contamination
        if weapon is AIR or contamination is None:
            return position
        return contamination.mark(board.after(position), target, WARHEADS[weapon.tag])

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the rolls and questions of strikes."""
        del book
        return {
            AirStrikeRoll: Wording(label=desk_label, result=code_text),
            UnitStruck: Wording(
                label=desk_label, ask=lambda *_: "It hits: which unit loses a step?", option=unit_option
            ),
            WeaponEffect: Wording(label=desk_label, result=code_text),
        }


def code_text(means: Any) -> str:
    """Put a code of the weapons tables into words."""
    return CODES.get(means, str(means))
