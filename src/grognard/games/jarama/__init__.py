"""Jarama: the valley battle of February 1937. One module per chart procedure."""

from grognard.games.jarama import (
    air_recon,
    anti_air,
    bombardment,
    combat,
    demoralization,
    ground_recon,
    random_loss,
    victory_level,
)

PROCEDURES = (
    combat.PROCEDURE,
    bombardment.PROCEDURE,
    anti_air.PROCEDURE,
    air_recon.PROCEDURE,
    ground_recon.PROCEDURE,
    demoralization.PROCEDURE,
    random_loss.PROCEDURE,
    victory_level.PROCEDURE,
)
