# SPDX-License-Identifier: Apache-2.0
"""The card's procedures: each with its situation, its worksheet, its rule, and the words for its outcome."""

from functools import partial

from grognard.games.jarama import (
    air_recon,
    anti_air,
    attack,
    bombardment,
    combat,
    demoralization,
    ground_recon,
    random_loss,
    recon,
    victory_level,
)
from grognard.games.jarama.desk_text import label
from grognard.games.jarama.random_loss import LossSheet
from grognard.procedures.procedure import Coarse, Procedure


def _coarse(sheet: LossSheet) -> Coarse | None:
    """Count the units that lose points, if there are too many ways to list."""
    if not sheet.counted_only:
        return None
    # Arrays are seldom needed, and loaded only then.
    from grognard.games.jarama.loss_counts import coarse  # noqa: PLC0415

    return coarse(sheet)


_procedure = partial(Procedure, label=label)
COMBAT = _procedure(
    "combat", "Combat", attack.Combat, attack.worksheet, combat.combat,
    combat.tell, combat.PARTS, events=combat.EVENTS,
)  # fmt: skip
BOMBARDMENT = _procedure(
    "bombardment", "Bombardment", bombardment.Bombardment, bombardment.worksheet, bombardment.bombardment,
    bombardment.tell, bombardment.PARTS, events=bombardment.EVENTS,
)  # fmt: skip
ANTI_AIR = _procedure(
    "anti-air", "Antiair defense", anti_air.AntiAir, anti_air.worksheet, anti_air.anti_air,
    anti_air.tell, events=anti_air.EVENTS,
)  # fmt: skip
AIR_RECON = _procedure(
    "air-recon", "Air reconnaissance", air_recon.AirRecon, air_recon.worksheet, air_recon.air_recon,
    recon.tell, events=recon.EVENTS[:1],
)  # fmt: skip
GROUND_RECON = _procedure(
    "ground-recon", "Ground reconnaissance", ground_recon.GroundRecon, ground_recon.worksheet, ground_recon.ground_recon,
    recon.tell, ground_recon.PARTS, events=recon.EVENTS,
)  # fmt: skip
DEMORALIZATION = _procedure(
    "demoralization", "Demoralization",
    demoralization.Demoralization, demoralization.worksheet, demoralization.demoralization,
    demoralization.tell, events=demoralization.EVENTS,
)  # fmt: skip
RANDOM_LOSS = _procedure(
    "random-loss", "Random loss assignment", random_loss.RandomLoss, random_loss.worksheet, random_loss.random_loss,
    random_loss.tell, random_loss.PARTS, _coarse, events=random_loss.EVENTS,
)  # fmt: skip
VICTORY = _procedure(
    "victory", "Victory determination", victory_level.Victory, victory_level.worksheet, victory_level.victory,
    victory_level.tell,
)  # fmt: skip
PROCEDURES = (
    COMBAT, BOMBARDMENT, ANTI_AIR, AIR_RECON, GROUND_RECON, DEMORALIZATION, RANDOM_LOSS, VICTORY,
)  # fmt: skip
