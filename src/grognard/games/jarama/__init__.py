"""Jarama: the valley battle of February 1937. One module per chart procedure."""

from grognard.games.jarama import (
    anti_air,
    bombardment,
    combat,
    demoralization,
    random_loss,
    recon,
    victory_level,
)

PROCEDURES = (
    combat.PROCEDURE,
    bombardment.PROCEDURE,
    anti_air.PROCEDURE,
    *recon.PROCEDURES,
    demoralization.PROCEDURE,
    random_loss.PROCEDURE,
    victory_level.PROCEDURE,
)
