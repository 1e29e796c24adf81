# SPDX-License-Identifier: Apache-2.0
"""Minefields: the first attack of a turn, on each unit by itself."""

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.panzerblitz import attack
from grognard.games.panzerblitz.roster import unit_type
from grognard.games.panzerblitz.stacks import Words, parse_targets
from grognard.games.panzerblitz.terms import CARD
from grognard.procedures.procedure import Line, NotAllowed, Procedure
from grognard.procedures.reading import column
from grognard.registry import Card


class Minefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mines against the units on them."""

    targets: Annotated[Words, Meta(description="the units on the mines: t34-85,js2")]


@lru_cache(maxsize=4096)
def worksheet(minefield: Minefield, card: Card = CARD) -> attack.AttackSheet:
    """Ruling mines-attack: a roll for each unit in the column on the counter; nothing modifies it."""
    targets = parse_targets(minefield.targets, (), card)
    for target in targets:
        if target.unit.kind == "fort":
            raise NotAllowed(f"{target.unit.name} does not enter a minefield (ruling works)")
        if target.dispersed:
            raise NotAllowed(
                f"mines attack first in a turn, before {target.unit.name} can have been dispersed in it (crt: note)"
            )
    odds = unit_type("mines").odds
    reading = column(card.chart("crt"), odds)
    shots = [
        attack.Shot(attack.attack_roll("minefield", [target]), f"column {odds}", reading, (target,))
        for target in targets
    ]
    lines = [
        Line(f"mines under {target.unit.name}", odds, "roster: Mines, ruling mines-attack", table="crt")
        for target in targets
    ]
    return attack.AttackSheet(
        (*lines, Line("die modifier", "0", "ruling mines-attack", modifier=True)), tuple(shots)
    )


PROCEDURE = Procedure(
    "minefield", "Minefield", Minefield, worksheet, attack.attack, attack.tell, attack.PARTS,
    label=attack.label, events=attack.ENTERED,
)  # fmt: skip
