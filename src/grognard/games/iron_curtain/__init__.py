"""Iron Curtain: armies in Central Europe, 1945 to 1989. One module per chart procedure."""

from grognard.games.iron_curtain import air_strike, combat_1945, combat_1962, overrun, weapons

PROCEDURES = (
    combat_1962.PROCEDURE,
    combat_1945.PROCEDURE,
    overrun.PROCEDURE,
    air_strike.PROCEDURE,
    *weapons.PROCEDURES,
)
