# SPDX-License-Identifier: Apache-2.0
"""What the codes of a combat results table do, as the chart itself says in numbers, and their outcomes.

    [does]
    Ar = { attacker_retreats = 1 }
    Ex = { defender_eliminated = 1, exchange = 1 }

Retreats are counted in hexes, losses in steps. In an exchange the attacker loses as much as the defenders were
worth.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from grognard.charts.chart import Chart
from grognard.rules.bounds import Count

Strengths = tuple[int, ...]
YesOrNo = Literal[0, 1]


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a result does to both sides."""

    attacker_eliminated: YesOrNo = 0
    attacker_loses: Count = 0
    attacker_retreats: Count = 0
    attacker_disrupted: YesOrNo = 0
    defender_eliminated: YesOrNo = 0
    defender_loses: Count = 0
    defender_retreats: Count = 0
    defender_disrupted: YesOrNo = 0
    exchange: YesOrNo = 0

    @property
    def takes_steps(self) -> bool:
        """Whether units lose steps through it."""
        return bool(self.attacker_loses or self.defender_loses)

    @property
    def disrupts(self) -> bool:
        """Whether it disrupts units."""
        return bool(self.attacker_disrupted or self.defender_disrupted)


@lru_cache(maxsize=4096)
def effects(chart: Chart, code: str) -> Effects:
    """Return what a code of a chart does."""
    return msgspec.convert(chart.does(code), Effects)


def codes(chart: Chart) -> list[str]:
    """Return every code in a chart."""
    return list(dict.fromkeys(cell.reads for row in chart.cells for cell in row))


class Outcome(msgspec.Struct, frozen=True):
    """What becomes of the units: the result, the printed strengths lost, and who must retreat."""

    result: str
    attackers_lost: Strengths = ()
    defenders_lost: Strengths = ()
    attackers_retreat: bool = False
    defenders_retreat: bool = False


class StepOutcome(Outcome, frozen=True):
    """An outcome for units that have steps or can be disrupted: how many steps each side loses, and who is disrupted."""

    attacker_steps: int = 0
    defender_steps: int = 0
    attackers_disrupted: bool = False
    defenders_disrupted: bool = False


def tell(outcome: Outcome, effects: Effects, stay: str) -> str:
    """Say an outcome in words; `stay` names the ground on which units may ignore a retreat."""
    parts = []
    if outcome.attackers_lost:
        parts.append(f"attacker loses {'+'.join(map(str, outcome.attackers_lost))}")
    if outcome.defenders_lost:
        parts.append(f"defender loses {'+'.join(map(str, outcome.defenders_lost))}")
    if isinstance(outcome, StepOutcome):
        parts += _step_texts(outcome)
    if outcome.defenders_retreat:
        parts.append(f"defender retreats{_distance(effects.defender_retreats)}")
    if outcome.attackers_retreat:
        parts.append(f"attacker retreats{_distance(effects.attacker_retreats)}")
    elif effects.attacker_retreats and not effects.defender_retreats:
        parts.append(f"attackers in the {stay} stay")
    nothing = f"defender stays in the {stay}" if effects.defender_retreats else "no effect"
    return f"{outcome.result}: {', '.join(parts) or nothing}"


def _step_texts(outcome: StepOutcome) -> list[str]:
    texts = [
        f"{who} loses {count} step{'' if count == 1 else 's'}"
        for who, count in (("attacker", outcome.attacker_steps), ("defender", outcome.defender_steps))
        if count
    ]
    disrupted = (("attacker", outcome.attackers_disrupted), ("defender", outcome.defenders_disrupted))
    return texts + [f"{who} disrupted" for who, is_so in disrupted if is_so]


def _distance(hexes: int) -> str:
    return "" if hexes == 1 else f" {hexes} hexes"
