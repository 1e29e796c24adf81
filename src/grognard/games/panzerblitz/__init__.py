# SPDX-License-Identifier: Apache-2.0
"""PanzerBlitz: platoons and companies on the Eastern Front. One module for each kind of attack."""

from grognard.games.panzerblitz import close_assault, fire, minefield, overrun
from grognard.games.panzerblitz.roster import counters

PROCEDURES = (fire.PROCEDURE, overrun.PROCEDURE, close_assault.PROCEDURE, minefield.PROCEDURE)
COUNTERS = counters()
