# SPDX-License-Identifier: Apache-2.0
"""ASL Starter Kit: close combat, ambush and morale checks, man to man. One module for each chart procedure."""

from msgspec.structs import replace

from grognard.games.asl_sk import ambush, check_counts, close_combat, close_combat_round, morale_check
from grognard.games.asl_sk.units import counters

PROCEDURES = (
    ambush.PROCEDURE,
    close_combat.PROCEDURE,
    close_combat_round.PROCEDURE,
    replace(morale_check.PROCEDURE, coarse=check_counts.coarse),
)
COUNTERS = counters()
