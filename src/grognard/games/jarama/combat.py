# SPDX-License-Identifier: Apache-2.0
"""Combat from start to end: strengths, odds, shifts, effectiveness, the CRT, losses, retreat, demoralization, advance.

At the desk no unit is moved: the outcome says how far units retreat and whether any may advance. On a map the same
code is driven with a `Battlefield` of its own, which carries out the retreat before units test their morale.
"""

from collections.abc import Callable

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama import effectiveness
from grognard.games.jarama.anti_air import fire_result
from grognard.games.jarama.attack import TABLE, CombatSheet
from grognard.games.jarama.demoralization import Fate, Fates, points, tell_fates, test_morale
from grognard.games.jarama.random_loss import Lost, Row, Shown, assign_losses
from grognard.procedures.procedure import Event
from grognard.procedures.reading import column
from grognard.umpire import Call, Question, Roll, Rule


class CombatResult(Question[str], frozen=True, tag="combat", omit_defaults=True):
    """The roll on the CRT, with what is added to the die.

    `counterattack` has the ids of the units that counterattack a patrol on a map; then its columns and effectiveness
    are given too, for no order has named them.
    """

    modifier: int = 0
    counterattack: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    effectiveness: tuple[int, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The result as the card prints it, what becomes of units on both sides, the retreat, and whether survivors may advance.

    The surviving defenders retreat so many hexes by the result; a unit of either side may have further hexes of its own.
    """

    result: str
    attackers: Fates
    defenders: Fates
    retreats: int
    advance: bool


class Fought(msgspec.Struct, frozen=True):
    """A battle so far: the result, the points each unit of either side lost, the retreat; on a map, the position."""

    result: str
    attackers: Lost
    defenders: Lost
    retreats: int
    position: object = None


class Battlefield:
    """Where a battle is fought: by default at the desk, where no unit moves. A map has its own."""

    def shown(self) -> tuple[Shown | None, Shown | None]:
        """Return what shows the position to the player who assigns losses among attackers, and among defenders."""
        return None, None

    def retreat(self, fought: Fought) -> Rule[Fought]:
        """Carry out the defender's retreat, and return the battle with what that cost."""
        yield from ()
        return fought


DESK = Battlefield()


def crt_result(sheet: CombatSheet) -> Rule[str]:
    """CRT: fire at aircraft, roll for the effectiveness difference, then on the table."""
    codes = (yield from fire_result(sheet.fire)), (yield from fire_result(sheet.defending_fire))
    numbers = sheet.attack_effectiveness, sheet.defence_effectiveness
    modifier = yield from effectiveness.modifier(*numbers, sheet.side, sheet.card)
    columns = dict(sheet.columns)
    question = CombatResult(modifier)
    if sheet.counterattack:
        best = numbers[0][0], numbers[1][0]
        question = CombatResult(modifier, sheet.counterattack, tuple(dict.fromkeys(columns.values())), best)
    result: str = yield Roll(question, column(sheet.card.chart(TABLE), columns[codes], modifier))
    return result


def battle(sheet: CombatSheet, field: Battlefield = DESK) -> Rule[tuple[Outcome, Fought]]:
    """CRT: the result, losses on both sides, the retreat, and demoralization for all units that lost enough.

    On a map, further hexes of retreat and the advance still follow, from the position of the battle as fought.
    """
    ours, theirs = sheet.attackers, sheet.defenders
    shown = field.shown()
    result: str = yield Call(crt_result, sheet)
    does = sheet.card.chart(TABLE).does(result)
    lost: Lost = yield Call(assign_losses, ours, does.get("attacker_loses", 0), shown=shown[0])
    killed: Lost = yield Call(assign_losses, theirs, does.get("defender_loses", 0), shown=shown[1])
    hexes = does.get("defender_retreats", 0) if theirs.standing(killed) else 0
    fought = yield from field.retreat(Fought(result, lost, killed, hexes))
    attackers: Fates = yield Call(test_morale, ours, fought.attackers)
    defenders: Fates = yield Call(test_morale, theirs, fought.defenders)
    leaving = _leaving(theirs, defenders, hexes)
    able = sum(not _out_of_it(fate) for fate in attackers) + len(ours.units) - len(attackers)
    # Units may be lost as they retreat, or by a second demoralization after it, until none is left.
    left = sum(fate.eliminated for fate in defenders) < len(theirs.units)
    return Outcome(result, attackers, defenders, hexes if left else 0, leaving and able > 0), fought


def _leaving(row: Row, fates: Fates, hexes: int) -> bool:
    """Return whether no unit of a row is left in its hex."""
    return hexes > 0 or sum(fate.eliminated or fate.retreats > 0 for fate in fates) == len(row.units)


def _out_of_it(fate: Fate) -> bool:
    """Ruling advance: a unit that is eliminated, retreats or is demoralised does not advance."""
    return fate.eliminated or fate.demoralised or fate.retreats > 0


def combat(sheet: CombatSheet) -> Rule[Outcome]:
    """CRT: resolve one attack at the desk."""
    outcome, _ = yield from battle(sheet)
    return outcome


def tell(outcome: Outcome) -> str:
    """Put an outcome into words."""
    parts = []
    if outcome.attackers:
        parts.append(f"attacker: {tell_fates(outcome.attackers)}")
    if outcome.defenders:
        parts.append(f"defender: {tell_fates(outcome.defenders)}")
    if outcome.retreats:
        parts.append(f"defender retreats {counted(outcome.retreats, 'hex', 'hexes')}")
    if outcome.advance:
        parts.append("attacker may advance")
    return f"{outcome.result}: {'; '.join(parts) or 'no effect'}"


def _demoralised(fates: Fates) -> str:
    return str(sum(fate.demoralised for fate in fates))


# What is told first of a battle.
EVENTS = (
    Event("the attacker can take the hex", "you can take the hex", lambda outcome: outcome.advance),
    Event("the defender loses points", "the enemy loses points", lambda outcome: points(outcome.defenders) > 0),
    Event("the attacker loses points", "you lose points", lambda outcome: points(outcome.attackers) > 0, good=False),
)  # fmt: skip
PARTS: tuple[tuple[str, Callable[[Outcome], str]], ...] = (
    ("points the attacker loses", lambda outcome: str(points(outcome.attackers))),
    ("points the defender loses", lambda outcome: str(points(outcome.defenders))),
    ("hexes the defender retreats", lambda outcome: str(outcome.retreats)),
    ("attackers demoralised", lambda outcome: _demoralised(outcome.attackers)),
    ("defenders demoralised", lambda outcome: _demoralised(outcome.defenders)),
    ("the attacker may advance", lambda outcome: "yes" if outcome.advance else "no"),
)
