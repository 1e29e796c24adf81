# SPDX-License-Identifier: Apache-2.0
"""CRT notes: the attacks one unit can suffer in a turn, and which units may still make one.

A minefield comes first, then normal fire, then an overrun, then a close assault: each once. A unit in a minefield is
not overrun. An attacking unit takes part in one attack a turn. Each function says why not; empty means it may.
"""

from typing import Literal, get_args

import msgspec

from grognard.games.panzerblitz.roster import UnitType
from grognard.games.panzerblitz.terms import CARD
from grognard.registry import Card

Attack = Literal["minefield", "fire", "overrun", "close-assault"]
# The order of the card's notes.
ORDER: tuple[Attack, ...] = get_args(Attack)
NAMES: dict[Attack, str] = {
    "minefield": "a minefield", "fire": "normal fire", "overrun": "an overrun", "close-assault": "a close assault",
}  # fmt: skip
# The rulings about suffering an attack once a turn.
ONCE: dict[Attack, str] = {"fire": ", ruling fire-a-hex", "overrun": ", ruling overruns-a-hex"}


class Suffered(msgspec.Struct, frozen=True):
    """The attacks on one unit in this player turn: on itself, and on its hex.

    `on_mines` means that it stands in a minefield, `old_mines` that the mines attacked it before this turn.
    """

    unit: tuple[Attack, ...] = ()
    hex: tuple[Attack, ...] = ()
    on_mines: bool = False
    old_mines: bool = False


class Activity(msgspec.Struct, frozen=True):
    """What one unit of the moving side has done this turn: attacked, moved so many hexes, been loaded or unloaded.

    `dispersed` means that it was dispersed in the enemy's turn.
    """

    attacked: bool = False
    moved: int = 0
    carried: bool = False
    dispersed: bool = False


def why_not_attacked(attack: Attack, suffered: Suffered, card: Card = CARD) -> str:
    """CRT notes: say why a unit may not suffer this attack now; empty if it may."""
    if attack == "minefield" and not suffered.on_mines:
        return "there are no mines under it"
    if attack == "minefield" and suffered.old_mines and card.ruled("mines-again") == "once":
        return "mines attack a unit once for each time it enters them (ruling mines-again)"
    if attack == "overrun" and (suffered.on_mines or "minefield" in suffered.unit):
        return "a unit in a minefield is not overrun (crt: note *)"
    past = suffered.unit if _unit_by_unit(attack, card) else (*suffered.unit, *suffered.hex)
    later = [kind for kind in ORDER[ORDER.index(attack) + 1 :] if kind in (*suffered.unit, *suffered.hex)]
    if later:
        return f"{NAMES[attack]} comes before {NAMES[later[0]]}, which has been made (crt: note)"
    if attack in past and not (attack == "overrun" and card.ruled("overruns-a-hex") == "several"):
        return f"{NAMES[attack]} is suffered once a turn (crt: note{ONCE.get(attack, '')})"
    return ""


def _unit_by_unit(attack: Attack, card: Card) -> bool:
    """Return whether an attack on one unit of a hex leaves the others open to it."""
    return attack == "minefield" or (attack == "fire" and card.ruled("fire-a-hex") == "each-unit")


def why_not_attack(attack: Attack, unit: UnitType, activity: Activity) -> str:
    """CRT notes, ruling play-sequence: say why a unit may not make this attack now; empty if it may."""
    if activity.dispersed:
        return f"{unit.name} is dispersed (crt: D)"
    if activity.attacked:
        return f"{unit.name} has attacked: a unit may never take part in more than one attack per turn (crt: note)"
    if activity.carried:
        return f"{unit.name} was loaded or unloaded this turn (ruling play-sequence)"
    if attack == "fire" and activity.moved:
        return f"{unit.name} has moved, and fire comes before movement (ruling play-sequence)"
    if attack == "close-assault" and unit.kind == "cavalry" and activity.moved > 1:
        return f"{unit.name} may move one hex if it is to close assault, and moved {activity.moved} (ruling close-assault)"
    return ""
